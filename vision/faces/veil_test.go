package faces

import (
	"math"
	"math/rand/v2"
	"testing"

	"jantaku/models"
	"jantaku/vision/raster"
)

// print makes a face with ink in a share of its cells.
func print(r *rand.Rand, share float64) raster.Vector {
	v := make(raster.Vector, raster.FineLength)
	for cell := 0; cell < len(v); cell += raster.Planes {
		if r.Float64() < share {
			for c := range raster.Planes {
				v[cell+c] = int16(r.IntN(raster.Full))
			}
		}
	}
	return v
}

// pale is a window with a share of the ink of a face, and some noise.
func pale(r *rand.Rand, face raster.Vector, left float64, noise int) raster.Vector {
	v := make(raster.Vector, len(face))
	for i := range v {
		v[i] = int16(math.Round(left*float64(face[i]))) + int16(r.IntN(noise+1))
	}
	return v
}

func matcher(r *rand.Rand) *Matcher {
	var means []Face
	for t := range models.Tile(6) {
		share := .4
		if t == 5 {
			share = .01 // hardly any print
		}
		f := print(r, share)
		means = append(means, Face{Tile: t + 1, Fine: f, Coarse: f[:raster.CoarseLength]})
	}
	return NewMatcher(means, means)
}

func TestAPalePrintIsAsLikeItsFaceAsOneWithAllItsInk(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	m := matcher(r)
	for _, left := range []float64{1, .6, .3, .15} {
		sims := m.FineMeans.CompareVeiled(pale(r, m.Means[2].Fine, left, 0), 1)
		if best, sim := Argmax(sims); best != 2 || sim < .98 {
			t.Errorf("with %.2f of its ink face %d is seen with %.3f", left, best, sim)
		}
	}
	if plain := m.FineMeans.Compare(pale(r, m.Means[2].Fine, .3, 0), 1)[2]; plain > .8 {
		t.Errorf("without the veil it has %.3f", plain)
	}
}

func TestOnlyWhatIsPrintedIsExplainedByAFace(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	m := matcher(r)
	printed := func(v raster.Vector) float64 { return m.FineMeans.printed(v, 1) }
	if got := printed(pale(r, m.Means[1].Fine, .12, 4)); got < UsualVeil.Printed {
		t.Errorf("of a pale print %.3f is explained", got)
	}
	if got := printed(pale(r, make(raster.Vector, raster.FineLength), 0, 40)); got > UsualVeil.Printed {
		t.Errorf("of noise %.3f is explained", got)
	}
}

func TestTheStretchOfASetIsThatOfMostOfItsTiles(t *testing.T) {
	var l Learned
	for range UsualStretch.Least - 1 {
		l.Saw(Stretch{Wide: .01, Tall: -.08})
	}
	if got := l.Stretch(); got != (Stretch{}) {
		t.Errorf("a few tiles tell %v", got)
	}
	l.Saw(Stretch{Wide: .3, Tall: .3})
	if got := l.Stretch(); got != (Stretch{Wide: .01, Tall: -.08}) {
		t.Errorf("most tell %v", got)
	}
	if l.Forget(); l.Stretch() != (Stretch{}) {
		t.Errorf("forgotten, and yet %v", l.Stretch())
	}
}

// TestALeadOfPalePrintTellsLess claims that the noise that is deepened with pale print takes from what a lead tells, down to print that is told from none.
func TestALeadOfPalePrintTellsLess(t *testing.T) {
	if Told(1) != 1 || Told(.6) != 1 || Told(.2) >= .5 || Told(0) != Told(float64(UsualVeil.Least)) {
		t.Errorf("a lead tells %.2f with all ink, %.2f with .6, %.2f with .2 and %.2f with none", Told(1), Told(.6), Told(.2), Told(0))
	}
}
