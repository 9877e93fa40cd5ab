package dice

import (
	"jantaku/internal/sharedtest"
	"math"
	"testing"

	scene "jantaku/laboratory/scene/dice"
)

// TestPipsAreAsDeepUnderAMirroredLamp claims what the model rests on: a mirror image adds light to face and pips alike, so
// that value and depth of the pips stay as they are as long as the camera is not saturated.
func TestPipsAreAsDeepUnderAMirroredLamp(t *testing.T) {
	d := scene.Random(3, 0, 2)
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

// TestPipsUnderALampMayBeAnyPips claims that a face of which a lamp leaves one row to be seen is a question, whatever the noise of the
// sensor makes of the level at which it is saturated: two pips beside each other belong to a four, five or six.
func TestPipsUnderALampMayBeAnyPips(t *testing.T) {
	l, tuning := UsualLight(), Usual()
	for seed := range uint64(sharedtest.Count(4, 40)) {
		d := scene.Random(3, 0, 2)
		one := &d.Dice[0]
		one.Value, one.Turn = 5, 0
		d.Seed, d.Noise, d.Light = seed, 5, .7
		d.Glare, d.Lamp = [][3]float64{{one.X, one.Y - 1.05*d.Edge, 1.2 * d.Edge * 1.3}}, 3
		q := pose{x: one.X*d.Scale + float64(d.Side)/2, y: one.Y*d.Scale + float64(d.Side)/2, edge: d.Edge * d.Scale, reach: 1}
		p := whiteOf(d.Draw())
		got := p.weigh(p.explain(p.settle(q, q.edge, tuning), q.edge, tuning, l), l)
		if got.sure(l) {
			t.Errorf("noise %d: %d with log odds %.1f", seed, got.value(), got.odds)
		}
	}
}
