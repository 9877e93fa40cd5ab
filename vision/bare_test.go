package vision_test

import (
	"context"
	"slices"
	"testing"

	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/layout"
)

// TestAHandIsReadInThePlaneOfItsOutlines reads drawn hands without anything turned or face down, once more after another picture was read.
func TestAHandIsReadInThePlaneOfItsOutlines(t *testing.T) {
	r := newReader(t, learned(t, clubFaces))
	var first [][]models.Sighting
	for i, seed := range []uint64{7300, 7301, 7300} {
		sc, err := scene.Random(seed, artwork.StyleA, .1, scene.PlainForms, models.Thirteen)
		if err != nil {
			t.Fatal(err)
		}
		rows, d, err := r.Read(context.Background(), photographed(t, sc.Spec))
		if err != nil {
			t.Fatal(err)
		}
		if d.Faces == 0 || d.Planes == 0 || d.Rows == 0 {
			t.Errorf("scene %d: diagnosed %+v", seed, d)
		}
		got := layout.Read(rows, layout.DefaultOptions())
		if got.Status == models.Failed || !readRight(got, sc) {
			t.Errorf("scene %d: read %s, %+v", seed, lying(got.Rows), got.Doubts)
		}
		if i == 0 {
			first = rows
		} else if seed == 7300 && !slices.EqualFunc(rows, first, func(a, b []models.Sighting) bool {
			return slices.EqualFunc(a, b, func(a, b models.Sighting) bool { return a.Candidate == b.Candidate && a.Quad == b.Quad })
		}) {
			t.Error("a picture is read otherwise after another one")
		}
	}
}
