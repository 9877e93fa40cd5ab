package dice

import (
	"jantaku/internal/sharedtest"
	"math"
	"math/rand/v2"
	"slices"
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

// TestALampIsNotInTheMiddleOfASquare lets lamps be mirrored on cloth, on the rim of a dome and beside dice, and looks at each as if it were the
// pip of a dark die; those of dark dice are.
func TestALampIsNotInTheMiddleOfASquare(t *testing.T) {
	const overDome, lightPips = 1, 4
	looked := 0
	for seed := range uint64(sharedtest.Count(4, 300)) {
		d := scene.Random(seed, overDome, 2)
		r := rand.New(rand.NewPCG(seed, 5))
		d.Scale, d.Side, d.Lamp = 1.6, 192, 1+2*r.Float64()
		for range 20 {
			far, sin, cos := 0., 0., 0.
			if far = 52 + 2*r.NormFloat64(); r.IntN(2) == 0 {
				far = 50 * r.Float64()
			}
			sin, cos = math.Sincos(2 * math.Pi * r.Float64())
			d.Glare = append(d.Glare, [3]float64{far * cos, far * sin, 1.5 + 2*r.Float64()})
		}
		p := whiteOf(d.Draw()).inverted()
		for _, g := range d.Glare {
			at := d.At(scene.Die{X: g[0], Y: g[1]})
			if onDie := func(one scene.Die) bool { return math.Hypot(one.X-g[0], one.Y-g[1]) < d.Edge/2 }; slices.ContainsFunc(d.Dice, onDie) {
				continue // its square is there
			}
			looked++
			if p.square(pose{x: at.X, y: at.Y, edge: d.Edge * d.Scale}, Usual()) {
				t.Errorf("seed %d: the lamp at %.0f is taken for a pip", seed, at)
			}
		}
	}
	found, ones := 0, 0
	for seed := range uint64(sharedtest.Count(12, 300)) {
		d := scene.Random(seed, lightPips, 1)
		d.Dice[0].Value, d.Scale, d.Side = 1, 1.6, 192
		at := d.At(d.Dice[0])
		ones++
		if whiteOf(d.Draw()).inverted().square(pose{x: at.X, y: at.Y, edge: d.Edge * d.Scale}, Usual()) {
			found++
		}
	}
	if t.Logf("%d lamps, %d of %d light ones", looked, found, ones); 2*found < ones {
		t.Errorf("of %d light ones %d are seen as such", ones, found)
	}
}

// TestWhatMayBeADieIsNotLeftOutForALamp has a die whose size a lamp made uncertain, and between two lamps a spot that looks like a die of the size of
// the other one: of these three nobody knows which are the roll.
func TestWhatMayBeADieIsNotLeftOutForALamp(t *testing.T) {
	l := UsualLight()
	die := func(value int, size float64, light bool) weighed {
		w := weighed{odds: l.Sure, light: light}
		w.likely, w.fits, w.depth, w.edge, w.spread = 100, 1, .5, 20, size/20
		w.face = slices.IndexFunc(faces[:], func(f face) bool { return f.value == value })
		return w
	}
	hidden := die(4, 5, false)
	hidden.odds = 1
	mirrored := die(2, 5, true)
	one := die(1, 6, true)
	one.square = true
	dark := die(1, 6, false)
	dark.square = true
	for name, tt := range map[string]struct {
		seen []weighed
		left int
	}{
		"two dice, and lamps that look like a smaller one":             {[]weighed{die(5, 6, false), die(3, 6, false), mirrored}, 2},
		"a die, one in doubt, and lamps that look like the first":      {[]weighed{die(3, 6, false), hidden, die(2, 6, true)}, 3},
		"two dice with light pips, and a third of another size":        {[]weighed{die(3, 6, true), die(2, 6, true), mirrored}, 3},
		"a die with dark pips, one with light ones, and a smaller one": {[]weighed{die(3, 6, false), die(5, 6, true), mirrored}, 3},
		"two dice, and a lamp that looks like a light one":             {[]weighed{die(5, 6, false), die(3, 6, false), die(1, 6, true)}, 2},
		"a die, a dark one in a square, and a lamp":                    {[]weighed{dark, die(3, 6, false), die(1, 6, true)}, 2},
		"a die, a dark one that may be dirt, and a lamp":               {[]weighed{die(1, 6, false), die(3, 6, false), die(1, 6, true)}, 3},
		"two dice, and a light one in the middle of a square":          {[]weighed{die(5, 6, false), die(3, 6, false), one}, 3},
		"a die, one in doubt, and a lamp that looks like a light one":  {[]weighed{die(3, 6, false), hidden, die(1, 6, true)}, 3},
		"a light one, a die and lamps":                                 {[]weighed{die(1, 6, true), die(3, 6, false), mirrored}, 3},
	} {
		if got := ofOneSize(tt.seen, 2, l); len(got) != tt.left {
			t.Errorf("%s: %d are left", name, len(got))
		}
	}
}
