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
			if to := Towards(tt.seen, black, red); to <= judging.Twin != tt.asBlack {
				t.Errorf("%v of the way from the black five to the red one", to)
			}
			if to := Towards(tt.seen, red, black); to <= judging.Twin != tt.asRed {
				t.Errorf("%v of the way from the red five to the black one", to)
			}
		})
	}
}
