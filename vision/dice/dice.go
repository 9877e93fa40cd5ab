// Package dice reads dice that lie still, by their pips, on a picture of the middle of a table whose scale is known. It
// says what it is sure of; the rest is asked about.
package dice

import (
	"cmp"
	"image"
	"math"
	"slices"

	"jantaku/models"
)

// Picture is a part of a table as a camera sees it from above.
type Picture struct {
	Image image.Image
	Scale float64 // pixels per millimetre, on the top of a die
	Edge  float64 // of the dice of this table, mm
}

// Die is one die.
type Die struct {
	Value int          // on top, 1 to 6; the likeliest where Sure is false
	At    models.Point // middle of its top, pixels
	Edge  float64      // pixels
	Turn  float64      // radians, less than a quarter turn
	Sure  bool
}

// Tuning are the values by which dice are read. They were chosen on drawn dice of 10 to 17 mm at 1.2 to 4 pixels a
// millimetre, with blur, noise, lamps and domes (TestDrawnDice).
type Tuning struct {
	Size     float64   // by which part dice may be larger or smaller than is said
	Turns    int       // into how many parts a quarter turn is divided in the search
	Pip      float64   // radius of what is averaged at a spot, edges
	Spots    []float64 // distances of the outer spots from the middle, edges
	Contrast float64   // of pips to the face, grey levels; fainter ones may be reflections
	Rim      float64   // how much whiter than its surroundings a place is where a die is looked for, grey levels
	Seen     float64   // Explained of something that may be a die
	Apart    float64   // least distance of two dice, edges
	Same     float64   // distance of two places that are one, edges
	Weighed  int       // how often it is looked closely
	Starts   int       // of these at one place, as long as there is no die
}

// Usual suits dice of tables.
func Usual() Tuning {
	return Tuning{Size: .12, Turns: 9, Pip: .085, Spots: []float64{.23, .27}, Contrast: 45, Rim: 25, Seen: .45, Apart: .8, Same: .25, Weighed: 14, Starts: 3}
}

// across is how many spots a face has in a row, pips or not. They are numbered row after row from above, so that the middle
// of the nine is the middle one.
const across = 3

// face is what a side of a die shows.
type face struct {
	value int
	dark  []int // spots that are pips
}

// faces are those of a die: of two, three and six as they lie one way and the other.
var faces = [...]face{
	drawn("...", ".o.", "..."), drawn("o..", "...", "..o"), drawn("..o", "...", "o.."), drawn("o..", ".o.", "..o"), drawn("..o", ".o.", "o.."),
	drawn("o.o", "...", "o.o"), drawn("o.o", ".o.", "o.o"), drawn("ooo", "...", "ooo").mirrored(), drawn("ooo", "...", "ooo"),
}

// drawn is a face given by its rows, with an o for each pip.
func drawn(rows ...string) (f face) {
	for y, row := range rows {
		for x, is := range row {
			if is == 'o' {
				f.dark = append(f.dark, y*across+x)
			}
		}
	}
	f.value = len(f.dark)
	return f
}

// mirrored has rows for columns.
func (f face) mirrored() face {
	m := face{value: f.value}
	for _, spot := range f.dark {
		m.dark = append(m.dark, spot%across*across+spot/across)
	}
	return m
}

// spotAt is where a spot lies from the middle, in distances of neighbours.
func spotAt(spot int) (x, y float64) {
	return float64(spot%across - across/2), float64(spot/across - across/2)
}

// blanks are places of a face where no die has a pip, in edges from its middle.
var blanks = func() (all [][2]float64) {
	const (
		inner, outer = .13, .38
		between      = .4 // a five that is turned by 45 degrees has its corners here
	)
	for _, a := range []float64{-outer, -inner, inner, outer} {
		for _, b := range []float64{-inner, inner} {
			all = append(all, [2]float64{a, b})
			if math.Abs(a) == outer {
				all = append(all, [2]float64{b, a})
			}
		}
	}
	return append(all, [2]float64{-between, 0}, [2]float64{between, 0}, [2]float64{0, -between}, [2]float64{0, between})
}()

// white is how white a picture is: the least of the colours, so that red and coloured pips, faces and cloth are dark. Light pips on
// a dark or coloured face are read on its negative, where they are dark ones on a light face.
type white struct {
	w, h     int
	px       []uint8
	sums     []int64    // of px above and left
	colours  [][3]uint8 // of the picture
	negative bool
}

func whiteOf(img image.Image) *white {
	b := img.Bounds()
	p := &white{w: b.Dx(), h: b.Dy()}
	p.px = make([]uint8, p.w*p.h)
	p.colours = make([][3]uint8, p.w*p.h)
	for i := range p.px {
		r, g, bl, _ := img.At(b.Min.X+i%p.w, b.Min.Y+i/p.w).RGBA()
		p.colours[i] = [3]uint8{uint8(r >> 8), uint8(g >> 8), uint8(bl >> 8)}
		p.px[i] = uint8(min(r, g, bl) >> 8)
	}
	p.add()
	return p
}

// ofNegative is the light of the negative where the picture is black: a camera is saturated by light, and its negative by nothing.
const ofNegative = .85

// inverted is the negative in linear light, in which light pips take away what dark ones do.
func (p *white) inverted() *white {
	n := &white{w: p.w, h: p.h, px: make([]uint8, len(p.px)), colours: p.colours, negative: true}
	var level [256]uint8
	for v := range level {
		at, _ := slices.BinarySearch(linear[:], ofNegative*(1-linear[v]))
		level[v] = uint8(at)
	}
	for i, v := range p.px {
		n.px[i] = level[v]
	}
	n.add()
	return n
}

// add makes the sums.
func (p *white) add() {
	p.sums = make([]int64, (p.w+1)*(p.h+1))
	for y := range p.h {
		row := int64(0)
		for x := range p.w {
			row += int64(p.px[y*p.w+x])
			p.sums[(y+1)*(p.w+1)+x+1] = p.sums[y*(p.w+1)+x+1] + row
		}
	}
}

// stands reports whether a face is of another colour than most of what lies around it, and than what lies beyond so many of its sides:
// white spots on a cloth are no pips.
func (p *white) stands(q pose, sides int, t Tuning) bool {
	var face, around [3][]float64
	take := func(into *[3][]float64, x, y float64) {
		if colour, ok := p.colourAt(x, y); ok {
			for k, v := range colour {
				into[k] = append(into[k], v)
			}
		}
	}
	place := q.frame()
	for i := range grid * grid {
		x, y := place(gridAt(i))
		take(&face, x, y)
	}
	for side := range 4 {
		var in, out [3][]float64
		for _, along := range []float64{-.3, -.15, 0, .15, .3} {
			for k, into := range []*[3][]float64{&in, &out} {
				x, y := place(bySide(side, []float64{.40, .62}[k], along))
				take(into, x, y)
			}
		}
		if apartBy(&in, &out, t.Rim/2) {
			sides--
		}
	}
	const directions, near, far = 48, .9, 1.3 // edges: the die's own sides and another die lie in less than half of these
	for i := range directions {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / directions)
		take(&around, q.x+near*q.edge*cos, q.y+near*q.edge*sin)
		take(&around, q.x+far*q.edge*cos, q.y+far*q.edge*sin)
	}
	return sides <= 0 && apartBy(&face, &around, t.Rim/2)
}

// SquareTuning says how a face is seen to end on all sides. Of 90 drawn lamps none passed as a light one, and 11 of 12 light ones did
// (TestALampIsNotInTheMiddleOfASquare).
type SquareTuning struct {
	// Turns is how many parts of a quarter turn are tried, and Off and Wide by how much the face may lie aside of its pip and be larger
	// or smaller than expected, edges.
	Turns     int
	Off, Wide float64
	// Inside and Outside are where its colour and another is looked for, edges from its middle: corners are round, and rims are blurred.
	Inside, Outside float64
	// Places are looked at along each side, as far as Most edges to either end of its middle, and Seen of all of them have to tell.
	Places int
	Most   float64
	Seen   int
}

var usualSquare = SquareTuning{Turns: 18, Off: .06, Wide: .05, Inside: .42, Outside: .60, Places: 5, Most: .33, Seen: 18}

// square reports whether a face of one colour ends on all four sides at the edge of a die about a spot, which lies in its middle. Mirrored
// lamps lie on anything; a square of the size of a die that has one in its middle is a die.
func (p *white) square(q pose, t Tuning) bool {
	k := &usualSquare
	for turn := range k.Turns {
		for _, size := range []float64{1 - k.Wide, 1, 1 + k.Wide} {
			for dx := -1.0; dx <= 1; dx++ {
				for dy := -1.0; dy <= 1; dy++ {
					at := pose{x: q.x + dx*k.Off*q.edge, y: q.y + dy*k.Off*q.edge, edge: q.edge * size, turn: math.Pi / 2 * float64(turn) / float64(k.Turns)}
					if p.endsAround(at, t) {
						return true
					}
				}
			}
		}
	}
	return false
}

// endsAround reports whether a face in one pose is of one colour just inside of its sides, and of another just outside.
func (p *white) endsAround(q pose, t Tuning) bool {
	k := &usualSquare
	place := q.frame()
	at := func(i int, far float64) (colour [3]float64, ok bool) { // the i-th place along the sides, so far from the middle
		return p.colourAt(place(bySide(i/k.Places, far, k.Most*(2*float64(i%k.Places)/float64(k.Places-1)-1))))
	}
	var face [3][]float64
	for i := range 4 * k.Places {
		colour, _ := at(i, k.Inside)
		for c, v := range colour {
			face[c] = append(face[c], v)
		}
	}
	of := [3]float64{median(face[0]), median(face[1]), median(face[2])}
	differs := func(c [3]float64) bool {
		return max(math.Abs(c[0]-of[0]), math.Abs(c[1]-of[1]), math.Abs(c[2]-of[2])) > t.Rim
	}
	found := 0
	for i := range 4 * k.Places {
		in, ok := at(i, k.Inside)
		out, also := at(i, k.Outside)
		if ok && also && !differs(in) && differs(out) {
			found++
		}
	}
	return found >= k.Seen
}

// colourAt is the colour of the pixel at a point; false outside of the picture.
func (p *white) colourAt(x, y float64) (colour [3]float64, ok bool) {
	i, j := int(x), int(y)
	if ok = i >= 0 && j >= 0 && i < p.w && j < p.h; ok {
		for c, v := range p.colours[j*p.w+i] {
			colour[c] = float64(v)
		}
	}
	return colour, ok
}

// apartBy reports whether the medians of a colour differ by more.
func apartBy(a, b *[3][]float64, by float64) bool {
	for k := range a {
		if len(a[k]) > 0 && len(b[k]) > 0 && math.Abs(median(a[k])-median(b[k])) > by {
			return true
		}
	}
	return false
}

// median orders the values, of which there is one at least.
func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// mean is the mean over a box, as far as it lies in the picture.
func (p *white) mean(x0, y0, x1, y1 int) float64 {
	x0, y0, x1, y1 = max(0, x0), max(0, y0), min(p.w, x1), min(p.h, y1)
	if x1 <= x0 || y1 <= y0 {
		return 0
	}
	s := func(x, y int) int64 { return p.sums[y*(p.w+1)+x] }
	return float64(s(x1, y1)-s(x0, y1)-s(x1, y0)+s(x0, y0)) / float64((x1-x0)*(y1-y0))
}

// at samples between pixels.
func (p *white) at(x, y float64) float64 {
	x, y = min(max(x, 0), float64(p.w-2)), min(max(y, 0), float64(p.h-2))
	i, j := int(x), int(y)
	fx, fy := x-float64(i), y-float64(j)
	v := func(dx, dy int) float64 { return float64(p.px[(j+dy)*p.w+i+dx]) }
	return (v(0, 0)*(1-fx)+v(1, 0)*fx)*(1-fy) + (v(0, 1)*(1-fx)+v(1, 1)*fx)*fy
}

// around is the mean of five samples about a place.
func (p *white) around(x, y, r float64) float64 {
	return (2*p.at(x, y) + p.at(x-r, y) + p.at(x+r, y) + p.at(x, y-r) + p.at(x, y+r)) / 6
}

// pose is where a face may lie.
type pose struct {
	x, y, edge, turn, spots float64
	reach                   float64 // of a candidate: how far off it may be, pixels
}

// frame gives where places of a face are seen, which lie so many edges from its middle.
func (q pose) frame() func(a, b float64) (x, y float64) {
	sin, cos := math.Sincos(q.turn)
	return func(a, b float64) (x, y float64) { return q.x + q.edge*(a*cos-b*sin), q.y + q.edge*(a*sin+b*cos) }
}

// bySide is a place of the right side of a face as it lies at another one, so many quarters on.
func bySide(side int, a, b float64) (float64, float64) {
	for range side {
		a, b = -b, a
	}
	return a, b
}

// looked is what a pose looks like.
type looked struct {
	pose
	value     int
	explained float64 // of the variance on the face, 0 to 1
	contrast  float64 // of the pips
	score     float64
}

// look tries all faces at a pose, and gives the best of each value.
func (p *white) look(q pose, t Tuning) (best [7]looked) {
	place := q.frame()
	r := t.Pip * q.edge
	var spots [9]float64
	for i := range spots {
		column, row := spotAt(i)
		x, y := place(column*q.spots, row*q.spots)
		spots[i] = p.around(x, y, r)
	}
	plain, square := 0.0, 0.0
	for _, b := range blanks {
		x, y := place(b[0], b[1])
		v := p.around(x, y, r/2)
		plain += v
		square += v * v
	}
	// A face is whiter than what lies beyond each of its sides; the sides of the die itself are shaded or have an edge.
	rims := 0.0
	for side := range 4 {
		in, out := 0.0, 0.0
		for _, along := range []float64{-.3, 0, .3} {
			in += p.at(place(bySide(side, .40, along))) / 3
			out += p.at(place(bySide(side, .62, along))) / 3
		}
		rims += (in - out) / 4
	}
	all, sum2 := plain, square
	for _, v := range spots {
		all += v
		sum2 += v * v
	}
	n := float64(len(blanks) + len(spots))
	total := sum2 - all*all/n
	for _, f := range faces {
		dark := 0.0
		for _, i := range f.dark {
			dark += spots[i]
		}
		nd := float64(len(f.dark))
		low, high := dark/nd, (all-dark)/(n-nd)
		between := nd*(low-all/n)*(low-all/n) + (n-nd)*(high-all/n)*(high-all/n)
		one := looked{pose: q, value: f.value, explained: between / max(total, 1), contrast: high - low}
		if one.contrast <= 0 {
			continue
		}
		one.score = one.explained * math.Tanh(one.contrast/60) * (.5 + .5*math.Tanh(max(0, rims)/40))
		if one.score > best[f.value].score {
			best[f.value] = one
		}
	}
	return best
}

// Read finds the dice of a roll of so many. Fewer mean that the others were not seen, more that more lie there. Either all are sure or
// none is, as a roll is their sum.
func Read(in Picture, count int, t Tuning) (dice []Die) {
	p, l := whiteOf(in.Image), UsualLight()
	expected := in.Scale * in.Edge
	seen, faint := p.search(expected, t, l)
	light, faintly := p.inverted().search(expected, t, l)
	kept := onTop(append(seen, light...), count, expected, t, l)
	sure := len(kept) == count && !slices.ContainsFunc(kept, func(w weighed) bool { return !w.sure(l) || !w.sized(&kept[0], l) })
	for _, w := range kept {
		dice = append(dice, Die{w.value(), models.Point{X: w.x, Y: w.y}, w.edge, w.turn, sure})
	}
	for _, w := range append(faint, faintly...) { // what may be one that is not seen well is a question, too
		near := func(d Die) bool { return math.Hypot(d.At.X-w.x, d.At.Y-w.y) < t.Apart*expected }
		if len(dice) < count && !slices.ContainsFunc(dice, near) {
			dice = append(dice, Die{Value: w.value(), At: models.Point{X: w.x, Y: w.y}, Edge: w.edge, Turn: w.turn})
		}
	}
	return dice
}

// search finds what looks like a die with dark pips, and what may be one.
func (p *white) search(expected float64, t Tuning, l Light) (seen, faint []weighed) {
	var places [][7]looked
	for _, c := range p.candidates(expected, t) {
		places = append(places, p.settle(c, expected, t))
	}
	slices.SortFunc(places, func(a, b [7]looked) int { return cmp.Compare(top(b).score, top(a).score) })
	looks := 0
	for _, one := range places {
		best := top(one)
		if looks == t.Weighed || best.explained < t.Seen {
			break
		}
		// A search that ends at no die may have gone astray: another start at the same place is tried.
		near := func(w weighed) bool { return math.Hypot(w.from.x-best.x, w.from.y-best.y) < t.Same*expected }
		if slices.ContainsFunc(seen, near) {
			continue
		}
		astray := slices.IndexFunc(faint, near)
		if astray >= 0 && faint[astray].starts == t.Starts {
			continue
		}
		if p.negative && !p.stands(best.pose, 0, t) {
			continue
		}
		looks++
		w := p.weigh(p.explain(one, expected, t, l), l)
		if w.fits >= l.Fits && !(w.isDie(l) && w.odds >= l.Sure) { // the search may have stopped short, which is no reason to ask
			if again := p.weigh(p.explain(turned(w.pose, expected), expected, t, l), l); again.likely > w.likely {
				w = again
			}
		}
		w.from, w.light = best.pose, p.negative
		w.square = w.value() == 1 && p.square(pose{x: w.x, y: w.y, edge: expected}, t)
		switch {
		case w.isDie(l) && (!p.negative || p.stands(w.pose, w.bounds(), t)):
			seen = append(seen, w)
		case astray >= 0:
			faint[astray].starts++
		default:
			w.starts = 1
			faint = append(faint, w)
		}
	}
	return seen, slices.DeleteFunc(faint, func(w weighed) bool { return w.fits < t.Seen || w.light })
}

// turned are poses at one place, of the size of a die, from which a search can begin whatever the first had settled at.
func turned(at pose, expected float64) (all [7]looked) {
	for k := range all {
		all[k] = looked{pose: pose{x: at.x, y: at.y, edge: expected, turn: float64(k) * math.Pi / 2 / float64(len(all))}, score: 1}
	}
	return all
}

// bounds is beyond how many sides of a die with light pips there must be another colour: a camera from aside sees two sides of a black
// die, which are black. One white spot may be a lamp on anything.
func (w *weighed) bounds() int {
	if w.value() == 1 {
		return 3
	}
	return 2
}

// onTop chooses the dice among the places that look like one. Pips are equally deep on the tops of all dice, and less on their
// sides, which get less light.
func onTop(seen []weighed, count int, expected float64, t Tuning, l Light) (kept []weighed) {
	slices.SortFunc(seen, func(a, b weighed) int { return cmp.Compare(b.likely, a.likely) })
	for _, one := range seen {
		near := func(k weighed) bool { return math.Hypot(k.x-one.x, k.y-one.y) < t.Apart*expected }
		at := slices.IndexFunc(kept, near)
		if at < 0 {
			kept = append(kept, one)
		} else if k := &kept[at]; k.value() != one.value() && one.likely > k.likely-l.Same {
			k.doubt = true
		}
	}
	kept = ofOneSize(kept, count, l)
	deepest := map[bool]float64{} // of dark pips, and of light ones
	for _, w := range kept {
		deepest[w.light] = max(deepest[w.light], w.depth)
	}
	return slices.DeleteFunc(kept, func(w weighed) bool { return w.depth < deepest[w.light]/l.Alike })
}

// ofOneSize leaves out what is of another size than all dice of a roll, each of which is sure and has pips of the other kind: lights that are mirrored
// beside each other leave spots between them at any distance, which are light. Such a spot may be of the size of a die, too, so that it tells
// nothing of what has dark pips. A single one has no size: beside all dice of a roll it is a die only where it lies in the middle of a square, and a dark one is
// one of those dice only there.
func ofOneSize(kept []weighed, count int, l Light) []weighed {
	for i := range kept {
		alike := func(w weighed) bool {
			return (w.value() > 1 || !w.light && w.square) && w.sure(l) && w.light == kept[i].light && w.sized(&kept[i], l)
		}
		n := 0
		for _, w := range kept {
			if alike(w) {
				n++
			}
		}
		if alike(kept[i]) && n >= count {
			first := kept[i] // which moves as others are left out
			return slices.DeleteFunc(kept, func(w weighed) bool {
				single := w.light && w.value() == 1 && !w.square
				return w.light != first.light && (single || !w.sized(&first, l))
			})
		}
	}
	return kept
}

func top(all [7]looked) (best looked) {
	for _, one := range all {
		if one.score > best.score {
			best = one
		}
	}
	return best
}

// mostCandidates bounds the search.
const mostCandidates = 10

// candidates are places that are whiter than what is around them, of about the size of a die.
func (p *white) candidates(edge float64, t Tuning) (all []pose) {
	half := int(edge/2 + .5)
	ring := half + max(2, half/2)
	step := max(1, half/4)
	for y := half; y < p.h-half; y += step {
		for x := half; x < p.w-half; x += step {
			in := p.mean(x-half, y-half, x+half, y+half)
			box := p.mean(x-ring, y-ring, x+ring, y+ring)
			outside := (box*float64(ring*ring) - in*float64(half*half)) / float64(ring*ring-half*half)
			if in-outside > t.Rim {
				all = append(all, pose{x: float64(x), y: float64(y), edge: 2 * float64(half), spots: in - outside, reach: float64(half)})
			}
		}
	}
	slices.SortFunc(all, func(a, b pose) int { return cmp.Compare(b.spots, a.spots) })
	return append(spaced(all, mostCandidates, .45), p.byPips(edge, t)...)
}

// spaced are the first of some poses of which each lies more than a share of an edge from those before it.
func spaced(all []pose, most int, share float64) (kept []pose) {
	for _, one := range all {
		if len(kept) < most && !slices.ContainsFunc(kept, func(k pose) bool { return math.Hypot(k.x-one.x, k.y-one.y) < share*k.edge }) {
			kept = append(kept, one)
		}
	}
	return kept
}

// mostPips bounds the search by pips.
const mostPips = 24

// byPips are places where a die may lie by its pips alone, as on a white plate: each pip, which may be the middle one, and the
// middles between two.
func (p *white) byPips(edge float64, t Tuning) (all []pose) {
	var pips []pose
	ring := .18 * edge
	for y := range p.h {
		for x := range p.w {
			v := float64(p.px[y*p.w+x])
			least := math.Inf(1)
			for k := 0; k < 8 && least > v+t.Contrast/2; k++ {
				s, c := math.Sincos(float64(k) * math.Pi / 4)
				least = min(least, p.at(float64(x)+ring*c, float64(y)+ring*s))
			}
			if least > v+t.Contrast/2 {
				pips = append(pips, pose{x: float64(x), y: float64(y), edge: edge, spots: least - v})
			}
		}
	}
	slices.SortFunc(pips, func(a, b pose) int { return cmp.Compare(b.spots, a.spots) })
	kept := spaced(pips, mostPips, .15)
	for i, a := range kept {
		all = append(all, pose{x: a.x, y: a.y, edge: a.edge, reach: .1 * a.edge})
		for _, b := range kept[:i] {
			if d := math.Hypot(a.x-b.x, a.y-b.y); d > .4*a.edge && d < .95*a.edge {
				all = append(all, pose{x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, edge: a.edge, reach: .1 * a.edge})
			}
		}
	}
	return spaced(all, len(all), .12)
}

// settle looks for the face about a candidate and gives the best pose of each value.
func (p *white) settle(c pose, expected float64, t Tuning) (best [7]looked) {
	take := func(q pose) {
		for value, one := range p.look(q, t) {
			if one.score > best[value].score {
				best[value] = one
			}
		}
	}
	for _, part := range []float64{1 - t.Size/2, 1 + t.Size/2} {
		edge := part * expected
		step := max(.7, edge/12)
		for dy := -c.reach; dy <= c.reach; dy += step {
			for dx := -c.reach; dx <= c.reach; dx += step {
				for turn := range t.Turns {
					for _, spots := range t.Spots {
						take(pose{c.x + dx, c.y + dy, edge, float64(turn) * math.Pi / 2 / float64(t.Turns), spots, 0})
					}
				}
			}
		}
	}
	for value := 1; value <= 6; value++ {
		p.refine(&best, value, expected, t)
	}
	return best
}

// eachWay are steps of one parameter at a time, up and down.
func eachWay(steps ...float64) (all [][]float64) {
	for k, step := range steps {
		for _, by := range [...]float64{step, -step} {
			d := make([]float64, len(steps))
			d[k] = by
			all = append(all, d)
		}
	}
	return all
}

// refine moves, turns and sizes the pose of a value as long as that makes it better.
func (p *white) refine(best *[7]looked, value int, expected float64, t Tuning) {
	for step := 1.0; step > .2; step /= 2 {
		for moved, turns := true, 0; moved && turns < 20; turns++ {
			moved = false
			b := best[value]
			if b.score == 0 {
				return
			}
			for _, d := range eachWay(1, 1, .05, .1, .02) {
				q := pose{b.x + d[0]*step, b.y + d[1]*step, b.edge * (1 + d[2]*step), b.turn + d[3]*step, b.spots + d[4]*step, 0}
				if q.spots < .19 || q.spots > .31 || math.Abs(q.edge/expected-1) > t.Size {
					continue
				}
				for v, one := range p.look(q, t) {
					if one.score > best[v].score {
						best[v] = one
						moved = moved || v == value
					}
				}
			}
		}
	}
}
