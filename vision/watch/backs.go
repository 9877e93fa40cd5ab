package watch

import (
	"math"
	"slices"
	"time"

	"jantaku/calibration"
	"jantaku/models"
)

// BackTuning is how tiles that lie face down are told by their colour.
type BackTuning struct {
	// Apart is by how many levels, brightness and both tints together, backs differ from the cloth
	// at least: green ones on green cloth by 20 to 25, and noise stays below 8.
	Apart float64
	// Tint is the strongest tint of a face's paper, of its brightness: warm lamps give it .11, and
	// backs have .3 and more.
	Tint float64
	// Walls is how many tiles' upper sides in the walls have a colour that is that of backs.
	Walls float64
	// Spread is by how many levels a pixel of a back differs from what is expected of it.
	Spread float64
	// Other is by how many levels anything else differs from a back.
	Other float64
	// Most is how much one pixel says at most, natural logarithm, and Pixels how many of a tile
	// are worth one each: neighbours have the same light, print and noise.
	Most, Pixels float64
	// Learn is how often the colour is looked up: a machine has two sets of tiles, and light drifts.
	Learn time.Duration
}

// colour is brightness and both tints, as levels from black and from grey.
type colour [3]float64

func (c colour) times(gain float64) colour { return colour{c[0] * gain, c[1] * gain, c[2] * gain} }

// off is how far apart two colours are, levels, squared.
func (c colour) off(d colour) (sum float64) {
	for k := range c {
		sum += (c[k] - d[k]) * (c[k] - d[k])
	}
	return sum
}

// colour of a pixel.
func (f *frame) colour(i int) colour {
	c := colour{float64(f.pix[i])}
	for k, tint := range f.tint {
		if tint != nil {
			c[k+1] = float64(tint[i]) - grey>>8
		}
	}
	return c
}

// was is how a pixel looked when it was explained.
func (g *gate) was(i int) colour {
	return colour{float64(g.known[i]) / 256, (float64(g.tint[0][i]) - grey) / 256, (float64(g.tint[1][i]) - grey) / 256}
}

// pale reports whether a pixel may show the paper of a face.
func (t *BackTuning) pale(c colour) bool { return math.Hypot(c[1], c[2]) < t.Tint*c[0] }

// backs are how cloth and backs look under the lamp's mean light, and when they were last looked up.
type backs struct {
	known       bool
	looked      time.Duration
	cloth, back colour
}

// paper reports whether a pixel's tint is nearer to none than to that of backs, as far as that is known.
func (b *backs) paper(c colour) bool {
	back := b.back.times(1 / max(b.back[0], 1))
	return !b.known || c[1]*back[1]+c[2]*back[2] < c[0]*(back[1]*back[1]+back[2]*back[2])/2
}

// tally counts colours, one channel beside the other.
type tally struct {
	n  int
	of [3][512]int
}

func (t *tally) add(c colour) {
	t.n++
	for k, v := range c {
		t.of[k][int(v)+256]++
	}
}

func (t *tally) median() (c colour) {
	for k := range c {
		left := t.n / 2
		for v, n := range t.of[k] {
			if left -= n; left < 0 {
				c[k] = float64(v - 256)
				break
			}
		}
	}
	return c
}

// oneOf is of how many pixels one is enough to learn colours from.
const oneOf = 7

// learnBacks looks up the colour of backs in the walls: the commonest that is neither the cloth's
// nor that of paper. Light is as strong as the cloth of a side is light.
func (w *Watch) learnBacks(f *frame) {
	t, g := &w.tuning.Backs, w.ground
	if f.tint[0] == nil || f.now-w.gate.backs.looked < t.Learn {
		return
	}
	w.gate.backs.looked = f.now
	var sides [models.Places]tally
	var all tally
	for i := 0; i < len(g.inside); i += oneOf {
		if g.inside[i] {
			c := f.colour(i)
			sides[g.sides[i]].add(c)
			all.add(c)
		}
	}
	cloth := all.median()
	var gain [models.Places]float64
	for p := range gain {
		gain[p] = max(cloth[0], 1) / max(sides[p].median()[0], 1)
	}
	type bin [3]int
	count, sum := map[bin]int{}, map[bin]colour{}
	most := bin{}
	for i := 0; i < len(g.walls); i += oneOf {
		if !g.walls[i] {
			continue
		}
		c := f.colour(i).times(gain[g.sides[i]])
		if t.pale(c) || c.off(cloth) < t.Apart*t.Apart {
			continue
		}
		var b bin
		for k, v := range c {
			b[k] = int(math.Floor(v / t.Apart))
		}
		s := sum[b]
		for k, v := range c {
			s[k] += v
		}
		sum[b] = s
		if count[b]++; count[b] > count[most] {
			most = b
		}
	}
	if n := float64(count[most]); n*oneOf >= t.Walls*g.tilePixels {
		w.gate.backs = backs{true, f.now, cloth, sum[most].times(1 / n)}
	}
}

// turned is how much likelier a back explains what a pixel shows than what was known there does, or
// anything else, natural logarithm; 0 where nobody knows the colour of backs.
func (g *gate) turned(i int, c colour) float64 {
	if !g.backs.known {
		return 0
	}
	t, was := &g.tuning.Backs, g.was(i)
	gain := was[0] / max(g.backs.cloth[0], 1) // the light there, if it was cloth
	if g.backs.cloth.times(gain).off(was) > t.Apart*t.Apart {
		gain = 1
	}
	other := min(c.off(was), t.Other*t.Other)
	return max(-t.Most, min((other-c.off(g.backs.back.times(gain)))/(2*t.Spread*t.Spread), t.Most))
}

// covered reports whether what is seen where a tile lay has another colour than its ground: a sleeve may be as light
// as the cloth.
func (w *Watch) covered(f *frame, l *lying) bool {
	if f.tint[0] == nil || l.evidence.Height > 0 || len(l.ground) == 0 {
		return false
	}
	off := make([]float64, len(l.ground))
	for k, i := range l.groundAt {
		off[k] = min(apart(f.colour(int(i)), l.ground[k]), apart(f.colour(int(i)), w.gate.backs.cloth))
	}
	slices.Sort(off)
	return off[len(off)/2] > w.tuning.Backs.Apart
}

// bare reports whether the ground of a tile is seen where it lay, or cloth, in about as much light.
func (w *Watch) bare(f *frame, l *lying) bool {
	if f.tint[0] == nil || len(l.ground) == 0 || w.covered(f, l) {
		return false
	}
	off := make([]float64, len(l.ground))
	for k, i := range l.groundAt {
		light := float64(f.pix[i])
		off[k] = min(math.Abs(light-l.ground[k][0]), math.Abs(light-w.gate.backs.cloth[0]))
	}
	slices.Sort(off)
	return off[len(off)/2] <= float64(w.tuning.Changed)
}

// turnedDown reports whether a tile of a meld was turned face down where it lies, as some of a concealed kong are once all
// have seen it: what is read there is another, and its place has the colour of backs rather than that of its ground.
func (w *Watch) turnedDown(f *frame, l *lying, e models.Evidence, j judgement) (bool, error) {
	if l.area.Use != calibration.MeldZone || !l.best.HasFace() || j.something() && j.tile == l.best || !w.gate.backs.known {
		return false, nil
	}
	if err := w.byColour(f, &e, l.evidence.Pose); err != nil || !w.back(&e) {
		return false, err
	}
	back, ground := 0., 0.
	for k, i := range l.groundAt {
		c := f.colour(int(i))
		back, ground = back+apart(c, w.gate.backs.back), ground+min(apart(c, l.ground[k]), apart(c, w.gate.backs.cloth))
	}
	return back <= ground, nil
}

// apart is by how many levels a colour differs from that of a ground, in as much light.
func apart(c, ground colour) float64 {
	return math.Sqrt(c.off(ground.times(c[0] / max(ground[0], 1))))
}

// faceDown is how much likelier a tile that lies face down explains what is seen at a pose.
func (w *Watch) faceDown(f *frame, p models.Pose) (float64, error) {
	s, err := w.ground.shapeAt(p)
	if err != nil || len(s.top) == 0 {
		return 0, err
	}
	sum := 0.
	for _, i := range s.top {
		sum += w.gate.turned(int(i), f.colour(int(i)))
	}
	return sum / float64(len(s.top)) * w.tuning.Backs.Pixels, nil
}
