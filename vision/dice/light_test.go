package dice

import (
	"math"
	"testing"

	scene "jantaku/laboratory/scene/dice"
)

// TestPipsAreAsDeepUnderAMirroredLamp claims what the model rests on: a mirror image adds light to face and pips alike, so
// that value and depth of the pips stay as they are as long as the camera is not saturated.
func TestPipsAreAsDeepUnderAMirroredLamp(t *testing.T) {
	d := scene.Random(3, 0)
	d.Light = .6
	l, tuning := UsualLight(), Usual()
	read := func() weighed {
		one := d.Dice[0]
		q := pose{x: one.X*d.Scale + float64(d.Side)/2, y: one.Y*d.Scale + float64(d.Side)/2, edge: d.Edge * d.Scale, reach: 1}
		p := whiteOf(d.Draw())
		return p.weigh(p.explain(p.settle(q, q.edge, tuning), q.edge, tuning, l), l)
	}
	plain := read()
	d.Glare, d.Lamp = [][3]float64{{d.Dice[0].X + 3, d.Dice[0].Y, 14}}, .5
	lit := read()
	if plain.value() != d.Dice[0].Value || lit.value() != plain.value() || math.Abs(lit.depth/plain.depth-1) > .1 || lit.odds < l.Sure {
		t.Errorf("%d deep %.2f, under a lamp %d deep %.2f with log odds %.1f; it shows %d", plain.value(), plain.depth, lit.value(), lit.depth, lit.odds, d.Dice[0].Value)
	}
}
