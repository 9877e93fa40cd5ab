package vision

import "testing"

func TestRedStrokesKeepTheirColourInGlare(t *testing.T) {
	// Cells of ink in blue, green and red: strokes that differ, and others that do not.
	face := func(b, g, r float32) []float32 {
		v := make([]float32, 4*planes)
		for i := 0; i < len(v); i += planes {
			copy(v[i:], []float32{.8, .8, .1})
		}
		copy(v, []float32{b, g, r})
		copy(v[planes:], []float32{b, g, r})
		return v
	}
	black, red := face(.8, .8, .8), face(.8, .8, .1)
	for name, tt := range map[string]struct {
		seen  []float32
		twins bool // that a black five may be a red one
	}{
		"black":                       {black, false},
		"black, a third of it left":   {face(.27, .27, .27), false},
		"black, in warm light":        {face(.8, .78, .7), false},
		"red":                         {red, true},
		"red, a third of it left":     {face(.27, .27, .035), true},
		"half of the strokes are red": {face(.8, .8, .45), true},
	} {
		if to := towards(tt.seen, black, red); to > mostTwin != tt.twins {
			t.Errorf("%s: %v of the way to the red one", name, to)
		}
		if to := towards(tt.seen, red, black); tt.twins && name != "half of the strokes are red" && to > mostTwin {
			t.Errorf("%s: %v of the way to the black one", name, to)
		}
	}
}
