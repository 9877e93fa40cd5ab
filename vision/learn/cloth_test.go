package learn_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/laboratory/trial/lessons"
	"jantaku/models"
	"jantaku/vision"
	"jantaku/vision/artwork"
	"jantaku/vision/learn"
	"jantaku/vision/plane"
)

// lessonsOnCloth are photographs of drawn rows by a calibrated camera, without boxes.
func lessonsOnCloth(t *testing.T, times int) (photos []learn.LabelledPhoto) {
	t.Helper()
	specs, err := scene.Lessons(scene.WholeTable(), times)
	if err != nil {
		t.Fatal(err)
	}
	if photos, err = lessons.Photos(specs); err != nil {
		t.Fatal(err)
	}
	for i := range photos {
		photos[i].Name, photos[i].Boxes, photos[i].Camera, photos[i].Place = "a lesson", nil, calibrated(t, specs[i]), 1
	}
	return photos
}

func calibrated(t *testing.T, s scene.Spec) *calibration.Camera {
	t.Helper()
	c, err := s.Calibration()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestFacesAreLearnedUnderACalibratedCameraWithoutBoxes(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from drawn tables")
	}
	t.Parallel()
	faces, report, err := learn.Faces(t.Context(), lessonsOnCloth(t, 3), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Unused)+len(report.Missing)+len(report.Weak) > 0 {
		t.Errorf("not used %v, missing %v, weak %v", report.Unused, report.Missing, report.Weak)
	}
	reader, err := vision.NewReader(faces)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	right := 0
	var studio scene.Studio
	const hands = 12
	for seed := range uint64(hands) {
		s, err := scene.RandomOver(seed, artwork.StyleA, 0, scene.PlainForms, models.Thirteen)
		if err != nil {
			t.Fatal(err)
		}
		picture, truth, err := studio.Photograph(s.Spec)
		if err != nil {
			t.Fatal(err)
		}
		table, err := plane.NewTable(calibrated(t, s.Spec))
		if err != nil {
			t.Fatal(err)
		}
		rows, _, err := reader.ReadTable(t.Context(), picture, table, s.Laying.Place)
		if err != nil {
			t.Fatal(err)
		}
		count := map[models.Tile]int{}
		for _, s := range slices.Concat(rows...) {
			count[s.Tile]++
		}
		for _, s := range slices.Concat(truth.Rows...) {
			count[s.Tile]--
		}
		if maps.DeleteFunc(count, func(_ models.Tile, n int) bool { return n == 0 }); len(count) == 0 {
			right++
		} else {
			t.Logf("hand %d: read beyond what was laid %v", seed, count)
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
