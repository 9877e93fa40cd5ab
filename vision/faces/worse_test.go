package faces

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/raster"
)

// strokes is the picture of a stored sample with some thin strokes across, with so much ink.
func strokes(r *rand.Rand, n int, ink float64) []byte {
	pix := bytes.Repeat([]byte{255}, raster.Channels*StoredW*StoredH)
	for range n {
		x, y, long := 4+r.IntN(StoredW-20), 4+r.IntN(StoredH-8), 6+r.IntN(8)
		for i := range raster.Channels * long {
			pix[raster.Channels*(y*StoredW+x)+i] = byte(255 * (1 - ink))
		}
	}
	return pix
}

func learned(t *testing.T, pictures ...[]byte) *Matcher {
	t.Helper()
	var f calibration.Faces
	for i, pix := range pictures {
		img := image.NewRGBA(image.Rect(0, 0, StoredW, StoredH))
		for k := range StoredW * StoredH {
			img.SetRGBA(k%StoredW, k/StoredW, color.RGBA{pix[3*k+2], pix[3*k+1], pix[3*k], 255})
		}
		var file bytes.Buffer
		if err := png.Encode(&file, img); err != nil {
			t.Fatal(err)
		}
		f.Faces = append(f.Faces, calibration.Face{Tile: models.Tile(i + 1), Samples: []calibration.Sample{{PNG: file.Bytes()}}})
	}
	all, means, err := Load(f)
	if err != nil {
		t.Fatal(err)
	}
	return NewMatcher(all, means)
}

// A tile that is seen soft and too light is like its face as one that is seen so, and no more like another face or one without print.
func TestASoftTileIsLikeItsFace(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var pictures [][]byte
	for range 8 {
		pictures = append(pictures, strokes(r, 8, .7))
	}
	m := learned(t, append(pictures, strokes(r, 0, 0))...)
	for i, pix := range pictures {
		for range 4 {
			pix = softened(pix, StoredW, StoredH)
		}
		for k, v := range pix {
			pix[k] = byte(min(1.15*float64(v), 255))
		}
		seen, _ := Of(models.Tile(i+1), pix)
		own := Look{Tile: models.Tile(i + 1)}
		taught, worse := m.Samples(own).CompareVeiled(seen.Fine, 1)[0], greatest(m.Worse(own).CompareVeiled(seen.Fine, 1))
		if worse < taught+.02 {
			t.Errorf("face %d is seen with %.3f, and with %.3f as it was taught", i+1, worse, taught)
		}
		for other := range models.Tile(len(pictures) + 1) {
			if sim := greatest(m.Worse(Look{Tile: other + 1}).CompareVeiled(seen.Fine, 1)); other != models.Tile(i) && sim > worse-.1 {
				t.Errorf("face %d is seen with %.3f, and as %d with %.3f", i+1, worse, other+1, sim)
			}
		}
	}
}

// A tile whose face was taught far too light is likelier to be told as it may be seen darker: on the average it is more like it, and no more like another one.
func TestATileThatWasTaughtTooLightIsLikeItsFace(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var shown, taught [][]byte
	for range 8 {
		pix := strokes(r, 8, .45)
		light := slices.Clone(pix)
		for k, v := range pix {
			light[k] = byte(min(1.5*float64(v), 255))
		}
		shown, taught = append(shown, pix), append(taught, light)
	}
	m, gains := learned(t, taught...), float32(0)
	for i, pix := range shown {
		seen, _ := Of(models.Tile(i+1), pix)
		own := Look{Tile: models.Tile(i + 1)}
		as, sim := greatest(m.Samples(own).CompareVeiled(seen.Fine, 1)), greatest(m.Worse(own).CompareVeiled(seen.Fine, 1))
		gains += sim - as
		for other := range models.Tile(len(shown)) {
			if wrong := greatest(m.Worse(Look{Tile: other + 1}).CompareVeiled(seen.Fine, 1)); other != models.Tile(i) && wrong > sim-.1 {
				t.Errorf("face %d is seen with %.3f, and as %d with %.3f", i+1, sim, other+1, wrong)
			}
		}
	}
	if gain := gains / float32(len(shown)); gain < .04 {
		t.Errorf("on the average a face gains %.3f", gain)
	}
}

// Of a face of next to no print there is only noise to be made darker, which looks like print.
func TestAFaceOfNextToNoPrintIsNotSeenDarker(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	m := learned(t, strokes(r, 8, .7), strokes(r, 8, .7), strokes(r, 1, .3))
	if scant := (Look{Tile: 3}); !m.IsScant(3) || m.Worse(scant).Faces != 2*m.Samples(scant).Faces {
		t.Errorf("it is scant: %v, and of %d samples there are %d", m.IsScant(3), m.Samples(scant).Faces, m.Worse(scant).Faces)
	}
}

// greatest is the greatest element.
func greatest(v []float32) float32 { _, most := Argmax(v); return most }

// A face that is seen worse keeps its ink: with less of it, it would be as like a tile without print as that is.
func TestAWorseFaceKeepsItsInk(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	m := learned(t, strokes(r, 8, .3), strokes(r, 5, .9))
	for look, bank := range m.worse {
		taught := m.Samples(look).Faces
		if bank.Faces != 3*taught || &bank.packed[0] != &m.Samples(look).packed[0] {
			t.Fatalf("of %v %d samples are as they were taught and %d in all, or they lie in memory twice", look, taught, bank.Faces)
		}
		for i := taught; i < bank.Faces; i++ {
			share, darker := float64(bank.rawSq[i])/float64(bank.rawSq[(i-taught)/2]), (i-taught)%2 == 1
			if share < .9 || !darker && share > 1.02 {
				t.Errorf("%v has %.2f of its ink", look, share)
			}
		}
	}
}
