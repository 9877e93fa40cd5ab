package watch

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"jantaku/models"
)

// gate tells from plane to plane what moves, and what has changed and lies still. It
// remembers how every pixel looked when it was last explained.
type gate struct {
	tuning *Tuning
	ground *ground
	// known is how light pixels were when they were explained, in 256ths of a grey level ([level]), so
	// that it can follow the light slowly, and tint of what colour; before is the last plane.
	known  []uint16
	tint   [2][]uint16
	before []byte
	backs  backs
	// cells across; movedAt is when something moved in a cell last, lookedAt when it was
	// looked at. alikeAt is when a pixel last looked as known.
	cells             int
	movedAt, lookedAt []time.Duration
	alikeAt           []time.Duration
	changed           []bool
	stack             []int32
}

// region are pixels that touch each other and have changed.
type region struct {
	pixels []int32
	// rest is since when nothing moves there, and looked when it was last read.
	rest, looked time.Duration
	// outside tells that it reaches to the edge of the cloth: an arm does.
	outside bool
	// arm tells that it may be an arm, beside which faces may lie.
	arm bool
	// first tells that it is no change: it lay there from the first frame on.
	first bool
}

// level is a grey level of what is kept of a pixel, and a pixel in places between pixels.
const level = 1 << 8

// never is a time before all frames.
const never = time.Duration(-1 << 62)

func newGate(g *ground, t *Tuning) *gate {
	cells := (g.width + t.Gate.Cell - 1) / t.Gate.Cell
	rows := (g.height + t.Gate.Cell - 1) / t.Gate.Cell
	n := g.width * g.height
	gt := &gate{
		tuning: t, ground: g, cells: cells, known: make([]uint16, n), changed: make([]bool, n),
		movedAt: make([]time.Duration, cells*rows), lookedAt: make([]time.Duration, cells*rows), alikeAt: make([]time.Duration, n),
	}
	gt.backs.looked = never
	for i := range gt.lookedAt {
		gt.lookedAt[i] = never
	}
	for k := range gt.tint {
		gt.tint[k] = make([]uint16, n)
	}
	return gt
}

// start takes a plane as it is: whatever lies there is known.
func (g *gate) start(f *frame) {
	for i := range f.pix {
		g.take(i, f)
	}
	for i := range g.movedAt {
		g.movedAt[i] = f.now
	}
	g.before = append(g.before[:0], f.pix...)
}

// take takes a pixel as it looks now.
func (g *gate) take(i int, f *frame) {
	g.known[i], g.alikeAt[i] = uint16(f.pix[i])<<8, f.now
	for k, tint := range f.tint {
		if tint != nil {
			g.tint[k][i] = uint16(tint[i]) << 8
		}
	}
}

// was is how a pixel looked when it was explained.
func (g *gate) was(i int) colour {
	return colour{g.light(i), (float64(g.tint[0][i]) - grey) / level, (float64(g.tint[1][i]) - grey) / level}
}

// light is how light a pixel was when it was explained, in grey levels.
func (g *gate) light(i int) float64 { return float64(g.known[i]) / level }

// regions compares the next plane with what is known and gives the regions that changed, also
// those in which something still moves.
func (g *gate) regions(f *frame) []region {
	g.move(f.pix, f.now)
	g.compare(f)
	var found []region
	for i, is := range g.changed {
		if is {
			found = append(found, g.flood(int32(i)))
		}
	}
	g.before = append(g.before[:0], f.pix...)
	return found
}

// move notes the cells in which something moved since the last plane.
func (g *gate) move(pix []byte, now time.Duration) {
	w, cell := g.ground.width, g.tuning.Gate.Cell
	var counts = make([]int, g.cells)
	for y := range g.ground.height {
		if y%cell == 0 {
			clear(counts)
		}
		for x, v := range pix[y*w : (y+1)*w] {
			if d := int(v) - int(g.before[y*w+x]); d > g.tuning.Gate.Moving || -d > g.tuning.Gate.Moving {
				counts[x/cell]++
			}
		}
		if y%cell == cell-1 || y == g.ground.height-1 {
			for c, n := range counts {
				if n >= g.tuning.Gate.Pixels {
					g.movedAt[y/cell*g.cells+c] = now
				}
			}
		}
	}
}

// compare marks what has changed, and lets what has not follow the light.
func (g *gate) compare(f *frame) {
	limit, drift := g.tuning.Gate.Changed<<8, g.tuning.Gate.Drift
	other := int(level * g.tuning.Backs.Spread * math.Sqrt(g.tuning.Backs.Most)) // no back is less apart from what was known
	for i, v := range f.pix {
		if g.changed[i] = false; !g.ground.inside[i] {
			continue
		}
		d := int(v)<<8 - int(g.known[i])
		if g.changed[i] = d > limit || -d > limit; g.changed[i] {
			continue
		}
		if g.ground.backs[i] && f.tint[0] != nil {
			off, all := [2]int{}, max(d, -d)
			for k := range off {
				off[k] = int(f.tint[k][i])<<8 - int(g.tint[k][i])
				all += max(off[k], -off[k])
			}
			if g.changed[i] = all > other && g.turned(i, f.colour(i)) >= g.tuning.Backs.Most/2; g.changed[i] {
				continue
			}
			for k := range off {
				g.tint[k][i] = uint16(int(g.tint[k][i]) + off[k]/drift)
			}
		}
		g.known[i] = uint16(int(g.known[i]) + d/drift)
		g.alikeAt[i] = f.now
	}
}

// differs is 1 where a pixel does not look as known.
func (g *gate) differs(i int, v byte) int {
	if d := int(v)<<8 - int(g.known[i]); d > g.tuning.Gate.Changed<<8 || -d > g.tuning.Gate.Changed<<8 {
		return 1
	}
	return 0
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

// flood takes the changed pixels that touch the given one, corners included.
func (g *gate) flood(from int32) region {
	r := region{rest: never, looked: never}
	w, h := int32(g.ground.width), int32(g.ground.height)
	g.changed[from] = false
	g.stack = append(g.stack[:0], from)
	for len(g.stack) > 0 {
		i := g.stack[len(g.stack)-1]
		g.stack = g.stack[:len(g.stack)-1]
		r.pixels = append(r.pixels, i)
		x, y := i%w, i/w
		c := int(y)/g.tuning.Gate.Cell*g.cells + int(x)/g.tuning.Gate.Cell
		r.rest, r.looked = max(r.rest, g.movedAt[c]), max(r.looked, g.lookedAt[c])
		r.outside = r.outside || g.ground.border[i]
		for ny := max(0, y-1); ny <= min(h-1, y+1); ny++ {
			for nx := max(0, x-1); nx <= min(w-1, x+1); nx++ {
				if k := ny*w + nx; g.changed[k] {
					g.changed[k] = false
					g.stack = append(g.stack, k)
				}
			}
		}
	}
	return r
}

// parts gives the regions that some changed pixels make.
func (g *gate) parts(pixels []int32) (found []region) {
	for _, i := range pixels {
		g.changed[i] = true
	}
	for _, i := range pixels {
		if g.changed[i] {
			found = append(found, g.flood(i))
		}
	}
	return found
}

// still reports whether nothing has moved at some pixels for long enough.
func (g *gate) still(pixels []int32, now time.Duration) bool {
	return now-g.restOf(pixels) >= g.tuning.Gate.Still
}

// restOf is when something moved last at some pixels.
func (g *gate) restOf(pixels []int32) time.Duration {
	rest := never
	for _, i := range pixels {
		rest = max(rest, g.movedAt[g.cell(i)])
	}
	return rest
}

// cell is the cell of a pixel.
func (g *gate) cell(i int32) int {
	x, y := int(i)%g.ground.width, int(i)/g.ground.width
	return y/g.tuning.Gate.Cell*g.cells + x/g.tuning.Gate.Cell
}

// clearOf is the last moment at which most of some pixels looked as known: whatever came to lie
// there did so later.
func (g *gate) clearOf(pixels []int32) time.Duration {
	times := make([]time.Duration, len(pixels))
	for k, i := range pixels {
		times[k] = g.alikeAt[i]
	}
	slices.Sort(times)
	if len(times) == 0 {
		return never
	}
	return times[len(times)/2]
}

// explain takes some pixels as they look now.
func (g *gate) explain(pixels []int32, f *frame) {
	for _, i := range pixels {
		g.take(int(i), f)
	}
}

// forgotten is what is known of a pixel that was dark when it was explained, and is a change whatever it shows.
const forgotten = 255 << 8

// forget takes back that some pixels were explained: whatever they show is a change.
func (g *gate) forget(pixels []int32) {
	for _, i := range pixels {
		if g.known[i] < 128<<8 {
			g.known[i] = forgotten
		} else {
			g.known[i] = 0
		}
	}
}

// look notes that some pixels are read now.
func (g *gate) look(pixels []int32, now time.Duration) {
	for _, i := range pixels {
		g.lookedAt[g.cell(i)] = now
	}
}

// Seer reads spots of one picture at full size. It is asked only where something changed.
type Seer interface {
	// Look says what lies near a pose: the evidence of where a tile is seen best, not farther
	// than so many millimetres and not turned by more than so many radians. Whether Quarter is
	// even or odd tells which way to look, both ways up.
	Look(ctx context.Context, start models.Pose, mayMove, mayTurn float64) (models.Evidence, error)
	// Sweep finds all tiles that show their faces, wherever they lie, weighed against each other: nothing
	// is as likely at a pose as that another tile lies on its cloth, or none.
	Sweep(ctx context.Context) ([]models.Evidence, error)
}

// ErrUnseen is the error of a seer who cannot read this picture at all, such as one that is
// too dark. Whatever changed is looked at in the next one.
var ErrUnseen = errors.New("watch: the picture cannot be read")

// frame is a picture that is looked at.
type frame struct {
	ctx  context.Context
	now  time.Duration
	pix  []byte
	tint [2][]byte
	seer Seer
	// changes are what it tells, and set the set of those that came to rest in it.
	changes []Change
	set     int
	// gone are the tiles that went, with their changes.
	gone []Change
}

// tell adds a change to those of a frame.
func (f *frame) tell(c Change) {
	c.Told = f.now
	f.changes = append(f.changes, c)
}

// grey is the tint of what has no colour, in 256ths.
const grey = 128 << 8

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

// apart is by how many levels a colour differs from that of a ground, in as much light.
func apart(c, ground colour) float64 {
	return math.Sqrt(c.off(ground.times(c[0] / max(ground[0], 1))))
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
		t.of[k][int(v)+len(t.of[k])/2]++
	}
}

func (t *tally) median() (c colour) {
	for k := range c {
		left := t.n / 2
		for v, n := range t.of[k] {
			if left -= n; left < 0 {
				c[k] = float64(v - len(t.of[k])/2)
				break
			}
		}
	}
	return c
}

// oneOf is of how many pixels one is enough to learn colours from.
const oneOf = 7

// slivers are as large, pixels: edges of tiles after the camera moved by a millimetre or two. What is smaller is noise.
const slivers = 4
