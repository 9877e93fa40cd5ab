package dice

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"time"

	"jantaku/models"
)

// Rest are the values by which dice are believed to lie still.
type Rest struct {
	Cell   float64       // of what is compared from picture to picture, mm: less than half a die
	Moved  float64       // grey levels by which a cell must be otherwise; lamps that flicker make less
	Still  time.Duration // that nothing may have moved
	Frames int           // pictures that are laid one upon another: noise and bands of lamps are less in their mean
	Tries  int           // how often dice that cannot be told are looked at again, each time after twice as long
	Apart  float64       // by which part of its edge a die must lie elsewhere to have been rolled
	Turned float64       // or by which it must be turned, radians
	Pairs  int           // rolls of two in a row that are not told where more dice lay before: a lamp may hide the others
}

// UsualRest suits dice under a dome and those that are thrown by hand.
func UsualRest() Rest {
	return Rest{Cell: 4, Moved: 10, Still: time.Second, Frames: 4, Tries: 5, Apart: .25, Turned: .2, Pairs: 2}
}

// ofRoll is how many dice an event of the table holds.
const ofRoll = 2

// Watch tells the rolls of two dice from pictures of where they come to rest. What lay there at first is no roll; nor is what
// lies as it did before, as after an arm. It is for one goroutine; its zero value with Rest, Tuning is ready.
type Watch struct {
	Rest   Rest
	Tuning Tuning

	shown  [][3]float64  // cells, since something moved last
	since  time.Duration // when that was
	sum    []float64     // of the pictures since then, three colours a pixel
	frames int
	tries  int
	next   time.Duration // when dice that cannot be told are looked at again
	read   [][3]float64  // cells as they were when dice were read last; nil before
	done   bool          // what lies there was read
	told   []Die         // the last dice that were read
	known  bool          // it was seen what lay there at first
	hold   int           // rolls of two that are not told yet, since more dice lay there
}

// See takes the next picture; at is when it was taken, on one clock. It gives the dice of a roll, each once and only if both are
// sure. What cannot be told is looked at again as long as it lies there; where more than two dice lie, which is no roll of the table's events,
// the last look is an error that says so, and so are the next few rolls of which two are seen.
func (w *Watch) See(at time.Duration, p Picture) (roll [2]int, rolled bool, err error) {
	cells := w.cells(p)
	if w.shown == nil || w.moved(w.shown, cells) {
		w.shown, w.since, w.tries, w.next, w.done = cells, at, 0, 0, false
		w.sum, w.frames = nil, 0
		return roll, false, nil
	}
	if w.done || at < w.next {
		return roll, false, nil
	}
	if w.add(p); at-w.since < w.Rest.Still || w.frames < w.Rest.Frames {
		return roll, false, nil
	}
	if w.tries == 0 && w.read != nil && !w.moved(w.read, cells) {
		w.done = true // an arm was there, and nothing else
		return roll, false, nil
	}
	dice := Read(Picture{w.mean(p.Image.Bounds()), p.Scale, p.Edge}, ofRoll, w.Tuning)
	w.sum, w.frames = nil, 0
	if len(dice) != ofRoll || !dice[0].Sure {
		w.tries++
		w.next = at + w.Rest.Still<<w.tries
		w.done = w.tries > w.Rest.Tries
		if w.done {
			w.read = cells
			if len(dice) > ofRoll {
				w.hold = w.Rest.Pairs
				err = fmt.Errorf("dice: %d dice seem to lie there, and only rolls of %d are told", len(dice), ofRoll)
			}
		}
		return roll, false, err
	}
	w.done, w.read = true, cells
	first, same := !w.known, w.lieAs(dice)
	w.known, w.told = true, dice
	if first || same {
		return roll, false, nil
	}
	if w.hold > 0 {
		w.hold--
		return roll, false, fmt.Errorf("dice: two are seen where more lay before, so that they are no roll yet")
	}
	return [2]int{dice[0].Value, dice[1].Value}, true, nil
}

// Forget takes what lies there as seen at first: nobody looked for a while in which dice may have been rolled.
func (w *Watch) Forget() { *w = Watch{Rest: w.Rest, Tuning: w.Tuning, hold: w.hold} }

// cells is the mean colour of each cell of a picture.
func (w *Watch) cells(p Picture) (all [][3]float64) {
	b := p.Image.Bounds()
	step := max(1, int(w.Rest.Cell*p.Scale))
	for y := b.Min.Y; y+step <= b.Max.Y; y += step {
		for x := b.Min.X; x+step <= b.Max.X; x += step {
			var sum [3]float64
			for j := range step {
				for i := range step {
					r, g, bl, _ := p.Image.At(x+i, y+j).RGBA()
					sum[0] += float64(r >> 8)
					sum[1] += float64(g >> 8)
					sum[2] += float64(bl >> 8)
				}
			}
			n := float64(step * step)
			all = append(all, [3]float64{sum[0] / n, sum[1] / n, sum[2] / n})
		}
	}
	return all
}

// moved reports whether a cell is otherwise.
func (w *Watch) moved(a, b [][3]float64) bool {
	if len(a) != len(b) {
		return true
	}
	for i := range a {
		for k := range a[i] {
			if math.Abs(a[i][k]-b[i][k]) > w.Rest.Moved {
				return true
			}
		}
	}
	return false
}

// add lays a picture upon those before.
func (w *Watch) add(p Picture) {
	b := p.Image.Bounds()
	if len(w.sum) != 3*b.Dx()*b.Dy() {
		w.sum, w.frames = make([]float64, 3*b.Dx()*b.Dy()), 0
	}
	w.frames++
	for y := range b.Dy() {
		for x := range b.Dx() {
			r, g, bl, _ := p.Image.At(b.Min.X+x, b.Min.Y+y).RGBA()
			at := 3 * (y*b.Dx() + x)
			w.sum[at] += float64(r >> 8)
			w.sum[at+1] += float64(g >> 8)
			w.sum[at+2] += float64(bl >> 8)
		}
	}
}

// mean is the mean of the pictures.
func (w *Watch) mean(b image.Rectangle) image.Image {
	out := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	level := func(v float64) uint8 { return uint8(v/float64(w.frames) + .5) }
	for i := range b.Dx() * b.Dy() {
		out.SetRGBA(i%b.Dx(), i/b.Dx(), color.RGBA{level(w.sum[3*i]), level(w.sum[3*i+1]), level(w.sum[3*i+2]), 255})
	}
	return out
}

// lieAs reports whether dice lie as those that were told last.
func (w *Watch) lieAs(dice []Die) bool {
	if len(w.told) != len(dice) {
		return false
	}
	for _, d := range dice {
		same := false
		for _, was := range w.told {
			turn := math.Mod(math.Abs(d.Turn-was.Turn), math.Pi/2)
			turn = min(turn, math.Pi/2-turn)
			same = same || d.Value == was.Value && turn < w.Rest.Turned && apart(d.At, was.At) < w.Rest.Apart*d.Edge
		}
		if !same {
			return false
		}
	}
	return true
}

func apart(a, b models.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }
