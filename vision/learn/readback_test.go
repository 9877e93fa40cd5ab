package learn_test

import (
	"fmt"
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/vision/learn"
)

// TestRowsAreFoundWithoutBoxesOrTheirPhotographsNamed teaches from photographs of a real set
// without telling where the tiles stand.
func TestRowsAreFoundWithoutBoxesOrTheirPhotographsNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from photographs")
	}
	all := sharedPhotos(t, "hk-plain-number")[:14]
	for i := range all {
		all[i].Boxes = nil
	}
	lessons := func() []learn.LabelledPhoto { return slices.Clone(all) }
	rows := func(photos []learn.LabelledPhoto) (n int) {
		for _, p := range photos {
			for _, row := range p.Rows {
				n += len(row)
			}
		}
		return n
	}
	teach := func(t *testing.T, photos []learn.LabelledPhoto) learn.Report {
		t.Helper()
		_, report, err := learn.Faces(t.Context(), photos, nil)
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	named := func(report learn.Report, name string) bool {
		return slices.ContainsFunc(report.Unused, func(r learn.Refusal) bool { return r.Photo == name })
	}
	t.Run("right labels", func(t *testing.T) {
		photos := lessons()
		report := teach(t, photos)
		if len(report.Unused)+len(report.Mislabelled) > 0 {
			t.Errorf("not used %q, mislabelled %q, read back %d of %d", report.Unused, report.Mislabelled, report.ReadBack, report.Shown)
		}
		if report.ReadBack*100 < report.Shown*98 { // fourteen photographs show some faces thrice
			t.Errorf("read back %d of %d", report.ReadBack, report.Shown)
		}
		learned := 0
		for _, n := range report.Samples {
			learned += n
		}
		if want := rows(photos) - len(report.Unsure); learned != want || len(report.Unsure) > 1 { // one that was located a little off its place
			t.Errorf("learned from %d tiles of %d, unsure of %q", learned, want, report.Unsure)
		}
	})
	for i, at := range []int{0, 7, 13} {
		if !sharedtest.Sampled(i, 3) {
			continue
		}
		t.Run(fmt.Sprintf("tile %d left out of a label", at+1), func(t *testing.T) {
			photos := lessons()
			photos[4].Rows = [][]models.Tile{slices.Delete(slices.Clone(photos[4].Rows[0]), at, at+1)}
			if report := teach(t, photos); !named(report, photos[4].Name) {
				t.Errorf("not used %q, want %s among them", report.Unused, photos[4].Name)
			}
		})
	}
	t.Run("a photograph of another place with the same label", func(t *testing.T) {
		photos := lessons()
		photos[5].Image = photos[6].Image
		if report := teach(t, photos); !named(report, photos[5].Name) {
			t.Errorf("not used %q, want %s among them", report.Unused, photos[5].Name)
		}
	})
}
