package dice

import (
	"math"
	"testing"
)

// TestPipsAreAsDeepUnderAMirroredLamp claims what the model rests on: a mirror image adds light to face and pips alike, so
// that value and depth of the pips stay as they are as long as the camera is not saturated.
func TestPipsAreAsDeepUnderAMirroredLamp(t *testing.T) {
	d := drawn(3, 0)
	d.light = .6
	l, tuning := UsualLight(), Usual()
	read := func() weighed {
		one := d.dice[0]
		q := pose{x: one.x*d.scale + float64(d.side)/2, y: one.y*d.scale + float64(d.side)/2, edge: d.edge * d.scale, reach: 1}
		p := whiteOf(d.draw())
		return p.weigh(p.explain(p.settle(q, q.edge, tuning), q.edge, tuning, l), l)
	}
	plain := read()
	d.glare, d.lamp = [][3]float64{{d.dice[0].x + 3, d.dice[0].y, 14}}, .5
	lit := read()
	if plain.value() != d.dice[0].value || lit.value() != plain.value() || math.Abs(lit.depth/plain.depth-1) > .1 || lit.odds < l.Sure {
		t.Errorf("%d deep %.2f, under a lamp %d deep %.2f with log odds %.1f; it shows %d", plain.value(), plain.depth, lit.value(), lit.depth, lit.odds, d.dice[0].value)
	}
}
