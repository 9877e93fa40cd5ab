package faces

import (
	"testing"

	"jantaku/vision/raster"
)

func TestRedStrokesKeepTheirColourInGlare(t *testing.T) {
	// Cells of ink in blue, green and red: strokes that differ, and others that do not.
	face := func(b, g, r float64) raster.Vector {
		cell := func(ink ...float64) (v raster.Vector) {
			for _, share := range ink {
				v = append(v, int16(share*raster.Full))
			}
			return v
		}
		v := make(raster.Vector, 4*raster.Planes)
		for i := 0; i < len(v); i += raster.Planes {
			copy(v[i:], cell(.8, .8, .1))
		}
		copy(v, cell(b, g, r))
		copy(v[raster.Planes:], cell(b, g, r))
		return v
	}
	black, red := face(.8, .8, .8), face(.8, .8, .1)
	tests := map[string]struct {
		seen           raster.Vector
		asBlack, asRed bool // whether a five so seen may be believed
	}{
		"black":                       {black, true, false},
		"black, a third of it left":   {face(.27, .27, .27), true, false},
		"black, in warm light":        {face(.8, .78, .7), true, false},
		"red":                         {red, false, true},
		"red, a third of it left":     {face(.27, .27, .035), false, true},
		"half of the strokes are red": {face(.8, .8, .45), false, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if to := Towards(tt.seen, black, red, Inks{}); to <= twins.Off != tt.asBlack {
				t.Errorf("%v of the way from the black five to the red one", to)
			}
			if to := Towards(tt.seen, red, black, Inks{}); to <= twins.Off != tt.asRed {
				t.Errorf("%v of the way from the red five to the black one", to)
			}
		})
	}
}

func TestTheColourOfALampIsNotThatOfStrokes(t *testing.T) {
	ink := func(b, g, r float64) raster.Vector {
		v := make(raster.Vector, raster.Planes)
		for c, share := range []float64{b, g, r} {
			v[c] = int16(share * raster.Full)
		}
		return v
	}
	black, red := ink(.8, .8, .8), ink(.8, .8, .4) // one stroke, which has another colour on the twin
	warm := func(v raster.Vector) raster.Vector {  // light that takes most of the ink of the red channel
		const b, g, r = .32, .2, .14
		return ink(b*float64(v[0])/raster.Full, g*float64(v[1])/raster.Full, r*float64(v[2])/raster.Full)
	}
	var around Inks
	for _, face := range []raster.Vector{ink(.7, .7, .7), ink(.7, .2, .6), ink(.6, .7, .1)} {
		around.add(warm(face), face, 1)
	}
	if to := Towards(warm(black), red, black, around); to <= twins.Off {
		t.Errorf("a black five under a warm lamp is %v of the way from the red one to itself", to)
	}
	if to := Towards(warm(black), black, red, around); to > twins.Off {
		t.Errorf("a black five under a warm lamp is %v of the way to the red one", to)
	}
	if to := Towards(warm(red), red, black, around); to > twins.Off {
		t.Errorf("a red five under a warm lamp is %v of the way to the black one", to)
	}
	shared := func(v, stroke raster.Vector) raster.Vector { return append(append(raster.Vector{}, v...), stroke...) }
	stroke := ink(.7, .7, .7)
	if to := Towards(shared(warm(black), warm(stroke)), shared(red, stroke), shared(black, stroke), Inks{}); to <= twins.Off {
		t.Errorf("a black five whose other strokes show the lamp is %v of the way from the red one to itself", to)
	}
}

// TestAPaleFiveIsEitherWhereNothingTellsTheColourOfTheLight claims that a five whose twin shares no stroke with it, and near which no print is seen, is told
// from its twin by its colour as long as it has most of its ink, and not where a lamp with a colour may have taken that.
func TestAPaleFiveIsEitherWhereNothingTellsTheColourOfTheLight(t *testing.T) {
	ink := func(b, g, r float64) raster.Vector {
		v := make(raster.Vector, raster.Planes)
		v[0], v[1], v[2] = int16(b*raster.Full), int16(g*raster.Full), int16(r*raster.Full)
		return v
	}
	black, red := ink(.8, .8, .8), ink(.8, .8, .4)
	var far, near Inks // prints in the same light
	for _, face := range []raster.Vector{ink(.7, .7, .7), ink(.7, .2, .6), ink(.6, .7, .1)} {
		warm := ink(.32*float64(face[0])/raster.Full, .2*float64(face[1])/raster.Full, .14*float64(face[2])/raster.Full)
		far.add(warm, face, .001)
		near.add(warm, face, 1)
	}
	for name, tt := range map[string]struct {
		seen          raster.Vector
		around        Inks
		black, either bool
	}{
		"black under a warm lamp":                           {ink(.26, .16, .11), Inks{}, true, true},
		"black under a warm lamp, prints far away":          {ink(.26, .16, .11), far, true, true},
		"black under a warm lamp, prints beside":            {ink(.26, .16, .11), near, true, false},
		"black with most of its ink":                        {ink(.66, .64, .62), Inks{}, true, false},
		"red with most of its ink":                          {ink(.6, .6, .3), Inks{}, false, false},
		"red of which a lamp without a colour left a third": {ink(.27, .27, .135), Inks{}, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			own, twin := red, black
			if tt.black {
				own, twin = black, red
			}
			if to := Towards(tt.seen, twin, own, tt.around); to <= twins.Off {
				t.Errorf("%.2f of the way from its twin, which is surely told", to)
			}
			if to := Towards(tt.seen, own, twin, tt.around); to <= twins.Off == tt.either {
				t.Errorf("%.2f of the way to its twin", to)
			}
		})
	}
}
