package vision_test

import (
	"slices"
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/vision/learn"
	"jantaku/vision/scene"
)

// lessonsOnCloth are photographs of drawn rows by a calibrated camera, without boxes.
func lessonsOnCloth(t *testing.T, times int) (photos []learn.LabelledPhoto) {
	t.Helper()
	lessons, err := scene.Lessons(scene.WholeTable(), times)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range lessons {
		photo := learn.LabelledPhoto{Name: "a lesson", Image: photographed(t, s), Camera: calibrated(t, s), Place: 1}
		for _, row := range scene.TruthOf(s).Photo("").Rows {
			photo.Rows = append(photo.Rows, row)
		}
		photos = append(photos, photo)
	}
	return photos
}

func TestFacesAreLearnedUnderACalibratedCameraWithoutBoxes(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from drawn tables")
	}
	faces, report, err := learn.Faces(t.Context(), lessonsOnCloth(t, 3), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Unused)+len(report.Missing)+len(report.Weak) > 0 {
		t.Errorf("not used %v, missing %v, weak %v", report.Unused, report.Missing, report.Weak)
	}
	reader := newReader(t, faces)
	right := 0
	const hands = 12
	for seed := range uint64(hands) {
		place := models.PlaceAt(int(seed))
		s, tiles := handFor(t, place, seed)
		got := understood(t, reader, calibrated(t, s), photographed(t, s), place)
		if slices.Equal(all(got), tiles) {
			right++
		} else if got.Status == models.Accepted {
			t.Errorf("hand %d: accepted %v, laid %v", seed, all(got), tiles)
		}
	}
	if right < hands-1 {
		t.Errorf("%d of %d hands are read right", right, hands)
	}
}

func TestRowsThatAreNotOnTheClothAreNamed(t *testing.T) {
	photos := lessonsOnCloth(t, 1)[:1]
	tests := map[string]struct {
		spoil func(*learn.LabelledPhoto)
		says  string
	}{
		"a row too many":  {func(p *learn.LabelledPhoto) { p.Rows = append(p.Rows, p.Rows[0]) }, "were not found; lay the row straight on the cloth"},
		"a tile too many": {func(p *learn.LabelledPhoto) { p.Rows[0] = append(p.Rows[0], p.Rows[0][0]) }, "were not found; lay the row straight on the cloth"},
		"more than fit the cloth": {func(p *learn.LabelledPhoto) {
			for range 3 {
				p.Rows[0] = append(p.Rows[0], p.Rows[0]...)
			}
		}, "were not found; lay the row straight on the cloth"},
		"backs alone":    {func(p *learn.LabelledPhoto) { p.Rows[0] = []models.Tile{models.Back, models.Back} }, "no tile face up"},
		"another camera": {func(p *learn.LabelledPhoto) { c := *p.Camera; c.Width /= 2; p.Camera = &c }, "the camera was calibrated for"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			photo := photos[0]
			photo.Rows = [][]models.Tile{slices.Clone(photo.Rows[0])}
			tt.spoil(&photo)
			_, report, err := learn.Faces(t.Context(), []learn.LabelledPhoto{photo}, nil)
			if err == nil || len(report.Unused) != 1 || !strings.Contains(report.Unused[0].String(), tt.says) {
				t.Errorf("%v, not used %q; want %q", err, report.Unused, tt.says)
			}
		})
	}
}
