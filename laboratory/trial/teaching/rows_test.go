package teaching

import (
	"slices"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/vision/learn"
	"jantaku/vision/photo"
)

// rowsOfStanding are the photographs of whole rows; on the others tiles are scattered.
var rowsOfStanding = strings.Fields(`standing-042413.jpg standing-042418.jpg standing-042426.jpg standing-042636.jpg standing-042643.jpg
	standing-042648.jpg standing-042731.jpg standing-042735.jpg standing-042738.jpg standing-042749.jpg`)

// TestStandingRowsAreLearnedWithoutBoxes has tiles that stand apart on a cloth, a blank white dragon among them.
func TestStandingRowsAreLearnedWithoutBoxes(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from photographs")
	}
	labels, err := photo.LoadLabels(sharedtest.Path(t, "photos-standing/labels.json"))
	if err != nil {
		t.Fatal(err)
	}
	var photos []learn.LabelledPhoto
	for _, p := range slices.DeleteFunc(labels.Photos, func(p photo.Labelled) bool { return !slices.Contains(rowsOfStanding, p.File) }) {
		one, err := labels.Photo(p)
		if err != nil {
			t.Fatal(err)
		}
		photos = append(photos, one)
	}
	var out strings.Builder
	if err := (&Rows{Photos: photos, Out: &out}).Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Log(out.String())
	if all := out.String()[strings.LastIndex(out.String(), "all: "):]; !strings.Contains(all, "10 of 10 rows found whole") || !strings.Contains(all, "10 learned, 0 of them elsewhere") {
		t.Error(all)
	}
}
