package raster

import (
	"fmt"
	"math"
	"testing"
)

// smooth is a window of blobs, seen from so many cells to the right of it and below, and turned clockwise by an angle, and so much as bright.
func smooth(l Lean, bright float64) Vector {
	v := make(Vector, FineLength)
	for i := range v {
		p, cell := i%Planes, i/Planes
		x, y := float64(cell%FineW)-float64(FineW-1)/2, float64(cell/FineW)-float64(FineH-1)/2
		x, y = (x-l.Right)/(1+l.Wide), (y-l.Down)/(1+l.Tall)
		sin, cos := math.Sincos(-l.Turn)
		x, y = x*cos-y*sin, x*sin+y*cos
		own := float64(p)
		v[i] = int16(bright * (400 + 150*math.Sin(.6*x+own) + 150*math.Cos(.5*y-2*own)))
	}
	return v
}

func TestALeanTellsWhereAFaceLies(t *testing.T) {
	face := smooth(Lean{}, 1)
	for _, want := range []Lean{{}, {Right: .8}, {Down: -.7}, {Turn: .05}, {Right: -.5, Down: .6, Turn: -.04}, {Wide: .05, Tall: -.04}} {
		for _, bright := range []float64{1, .7} {
			t.Run(fmt.Sprint(want, bright), func(t *testing.T) {
				got, ok := LeanOf(smooth(want, bright), face)
				alike := likeness(smooth(want, bright), face)
				if got.Gain < -1e-6 || got.Gain > 1-alike+1e-6 || alike+got.Gain < .99 {
					t.Errorf("gains %v beyond %v", got.Gain, alike)
				}
				if !ok || math.Abs(got.Right-want.Right) > .12 || math.Abs(got.Down-want.Down) > .12 || math.Abs(got.Turn-want.Turn) > .01 ||
					math.Abs(got.Wide-want.Wide) > .01 || math.Abs(got.Tall-want.Tall) > .01 {
					t.Errorf("%+v, %t", got, ok)
				}
			})
		}
	}
}

func TestNothingTellsWhereAnEvenFaceLies(t *testing.T) {
	even := make(Vector, FineLength)
	for i := range even {
		even[i] = 100
	}
	if got, ok := LeanOf(even, even); ok {
		t.Errorf("%+v", got)
	}
}

// likeness is how much two windows correlate in all cells but the outermost.
func likeness(a, b Vector) float64 {
	var ab, aa, bb float64
	for i := range a {
		x, y := i/Planes%FineW, i/Planes/FineW
		if x > 0 && x < FineW-1 && y > 0 && y < FineH-1 {
			ab, aa, bb = ab+float64(a[i])*float64(b[i]), aa+float64(a[i])*float64(a[i]), bb+float64(b[i])*float64(b[i])
		}
	}
	return ab / math.Sqrt(aa*bb)
}
