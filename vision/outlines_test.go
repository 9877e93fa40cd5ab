package vision_test

import (
	"context"
	"testing"

	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/layout"
)

// TestAPlainHandIsReadInThePlaneOfItsOutlines reads drawn hands without anything turned or face down. Bands of print are
// proposed only where the outlines of tiles do not tell enough.
func TestAPlainHandIsReadInThePlaneOfItsOutlines(t *testing.T) {
	r := newReader(t, learned(t, clubFaces))
	for _, seed := range []uint64{7300} {
		sc, err := scene.Random(seed, artwork.StyleA, .1, scene.PlainForms, models.Thirteen)
		if err != nil {
			t.Fatal(err)
		}
		rows, d, err := r.Read(context.Background(), photographed(t, sc.Spec))
		if err != nil {
			t.Fatal(err)
		}
		if d.Bands > 0 {
			t.Errorf("scene %d: %d bands of print were proposed", seed, d.Bands)
		}
		got := layout.Read(rows, layout.DefaultOptions())
		if got.Status == models.Failed || !readRight(got, sc) {
			t.Errorf("scene %d: read %s, %+v", seed, lying(got.Rows), got.Doubts)
		}
	}
}
