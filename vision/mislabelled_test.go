package vision_test

import (
	"fmt"
	"slices"
	"testing"

	"jantaku/vision"
)

func TestALabelThatIsSurelyWrongIsToldAndNotLearned(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from drawn tables")
	}
	tests := map[string]struct{ is, label string }{
		"all are right":               {"", ""},
		"a 9m is labelled 4m":         {"9m", "4m"},
		"a white is labelled a green": {"5z", "6z"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			photos := lessonsOnCloth(t, 2)
			var told []string
			if tt.is != "" {
				told = []string{mislabelled(t, photos, tt.is, tt.label)}
			}
			_, report, err := vision.Learn(t.Context(), photos, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(report.Mislabelled, told) {
				t.Errorf("told of %q, want %q", report.Mislabelled, told)
			}
			for tile, n := range report.Samples {
				if least := 2; tile.String() != tt.is && n < least {
					t.Errorf("%v was learned from %d tiles, of %d", tile, n, least)
				}
			}
		})
	}
}

// mislabelled labels the first tile of some kind as another, and says what is to be told of it.
func mislabelled(t *testing.T, photos []vision.LabelledPhoto, is, label string) string {
	t.Helper()
	for _, p := range photos {
		for r, row := range p.Rows {
			if i := slices.Index(row, notated(t, is)[0]); i >= 0 {
				p.Rows[r] = slices.Clone(row)
				p.Rows[r][i] = notated(t, label)[0]
				return fmt.Sprintf("%s: row %d, tile %d is labelled %s and looks like %s", p.Name, r+1, i+1, label, is)
			}
		}
	}
	t.Fatalf("no lesson shows %s", is)
	return ""
}
