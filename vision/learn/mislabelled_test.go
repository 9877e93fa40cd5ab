package learn_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/vision/learn"
)

func TestALabelThatIsSurelyWrongIsToldAndNotLearnedWhereOthersSaySo(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from drawn tables")
	}
	t.Parallel()
	tests := []struct {
		name      string
		is, label string // the first tile of one kind is labelled as another
		alone     bool   // with no other tile that is labelled so
	}{
		{"a 9m is labelled 4m", "9m", "4m", false},
		{"all are right", "", "", false},
		{"the only 4m is a 9m", "9m", "4m", true},
		{"a white is labelled a green", "5z", "6z", false},
	}
	for i, tt := range tests {
		if !sharedtest.Sampled(i, 2) {
			continue
		}
		t.Run(tt.name, func(t *testing.T) {
			photos := lessonsOnCloth(t, 3)
			if tt.alone {
				relabel(t, photos, tt.label, "#", -1)
			}
			var mislabelled []string
			where := relabel(t, photos, tt.is, tt.label, 1)
			want := map[models.Tile]int{}
			for _, p := range photos {
				for _, tile := range slices.Concat(p.Rows...) {
					want[tile]++
				}
			}
			delete(want, models.Back)
			switch {
			case tt.alone: // nothing but the row that was looked for says that it is one
				mislabelled = where
				delete(want, labelled(t, tt.label))
			case tt.is != "":
				mislabelled = where
				want[labelled(t, tt.label)]--
			}
			_, report, err := learn.Faces(t.Context(), photos, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(texts(report.Mislabelled), mislabelled) || len(report.Doubtful) > 0 {
				t.Errorf("told of %q and %q, want %q", report.Mislabelled, report.Doubtful, mislabelled)
			}
			if !maps.Equal(report.Samples, want) {
				t.Errorf("learned from %v, want %v", report.Samples, want)
			}
		})
	}
}

func TestRightLabelsOfFewPhotographsAreAllLearned(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from photographs")
	}
	for _, last := range []string{"rf_091.jpg", "ltm_069.jpg"} { // six that show every face, 2m and 3m a few times
		lessons := sharedPhotos(t, "hk-plain-number", "lt_084.jpg", "lt_096.jpg", "rfm_022.jpg", "lt_088.jpg", "ltm_081.jpg", last)
		_, report, err := learn.Faces(t.Context(), lessons, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Mislabelled) > 0 {
			t.Errorf("not learned: %q", report.Mislabelled)
		}
	}
}

// texts are the words of what was told.
func texts(told []learn.Mislabel) (words []string) {
	for _, m := range told {
		words = append(words, m.String())
	}
	return words
}

// relabel labels the first tiles of some kind, or all of them, as another, and says what is to be
// told of them.
func relabel(t *testing.T, photos []learn.LabelledPhoto, is, label string, most int) (told []string) {
	t.Helper()
	for _, p := range photos {
		for r, row := range p.Rows {
			p.Rows[r] = slices.Clone(row)
			for i, tile := range row {
				if tile.String() == is && len(told) != most {
					p.Rows[r][i] = labelled(t, label)
					told = append(told, fmt.Sprintf("%s: row %d, tile %d is labelled %s and looks like %s", p.Name, r+1, i+1, label, is))
				}
			}
		}
	}
	return told
}
