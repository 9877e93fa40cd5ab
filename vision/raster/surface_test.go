package raster_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"jantaku/models"
	"jantaku/vision/raster"
)

func TestASurfaceFollowsMostOfWhatIsSeen(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	truth := raster.Surface{5, .3, -.35, -.1, .05, .08}
	var all []raster.Sample
	for range 700 {
		q := models.Point{X: 2*r.Float64() - 1, Y: 2*r.Float64() - 1}
		value := truth.At(q) + .03*r.NormFloat64()
		switch lies := math.Hypot(q.X, q.Y); {
		case lies < .2: // a dark unit in the middle
			value = 3
		case lies < .5 && r.Float64() < .8: // tiles about it
			value = truth.At(q) + .4
		case q.Y > .8: // walls
			value = 4 + r.Float64()
		}
		all = append(all, raster.Sample{At: q, Value: value})
	}
	got, ok := raster.FitSurface(all, []float64{.4, .3, .2, .1, .1, .1})
	if !ok {
		t.Fatal("no surface")
	}
	for x := -1.0; x <= 1; x += .25 {
		for y := -1.0; y <= 1; y += .25 {
			q := models.Point{X: x, Y: y}
			if off := got.At(q) - truth.At(q); math.Abs(off) > .06 {
				t.Errorf("at %v: off by %.3f", q, off)
			}
		}
	}
}

func TestASurfaceOfTooLittleIsNone(t *testing.T) {
	if _, ok := raster.FitSurface([]raster.Sample{{Value: 1}, {Value: 2}}, []float64{.1}); ok {
		t.Error("two samples make a surface")
	}
	line := make([]raster.Sample, 20)
	for i := range line {
		line[i] = raster.Sample{At: models.Point{X: float64(i) / 20}, Value: 2}
	}
	if s, ok := raster.FitSurface(line, []float64{.1}); !ok || math.Abs(s.At(models.Point{X: .5})-2) > .01 {
		t.Errorf("on a line: %v %v", s, ok)
	}
}
