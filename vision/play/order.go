package play

import (
	"math"
	"slices"

	"jantaku/models"
)

// mostStray is how many tiles of a sorted hand may stand out of order.
const mostStray = 3

// arrangement is one custom of sorting a hand: a number for every face, growing from one end
// of the hand to the other. The red five is among the fives.
type arrangement [models.Outcomes]int

// arrangements are the customs: the suits in any order, dragons in either, and from the left
// or from the right.
func arrangements() (all []arrangement) {
	const suit = 10 // numbers for each
	for _, order := range permutations([]int{0, 1, 2, 3}) {
		for _, dragons := range []int{1, -1} {
			var up arrangement
			for f := models.Tile(1); int(f) < models.Outcomes; f++ {
				switch kind := f.Kind(); {
				case !f.IsKind():
				case kind.IsDragon():
					up[f] = 1 + order[3]*suit + 5 + dragons*(int(kind)-int(models.Green))
				case kind.IsHonour():
					up[f] = 1 + order[3]*suit + int(kind-models.EastWind)
				default:
					up[f] = 1 + order[int(kind.Suit()-models.Characters)]*suit + kind.Rank() - 1
				}
			}
			down := up
			for f := range down {
				if up[f] > 0 {
					down[f] = 4*suit + 1 - up[f]
				}
			}
			all = append(all, up, down)
		}
	}
	return all
}

func permutations(of []int) (all [][]int) {
	if len(of) == 1 {
		return [][]int{of}
	}
	for i, first := range of {
		for _, rest := range permutations(slices.Delete(slices.Clone(of), i, i+1)) {
			all = append(all, append([]int{first}, rest...))
		}
	}
	return all
}

// sort weighs the faces of a hand that was laid down by those that stand beside them: most
// players keep their hands sorted, and whether this one is shows in all its tiles.
func (t *table) sort(place int) {
	if t.priors.Sorted == 0 {
		return
	}
	row := slices.Clone(t.hands[place])
	if i := t.apart(row, place); i >= 0 {
		row = slices.Delete(row, i, i+1)
	}
	if len(row) < 4 { // says nothing of a custom
		return
	}
	slices.SortFunc(row, func(a, b int) int {
		switch d := Along(t.slots[a].at, place) - Along(t.slots[b].at, place); {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	faces := make([]*faces, len(row))
	for i, slot := range row {
		faces[i] = &t.slots[slot].q
	}
	if !slices.ContainsFunc(faces, doubtful) {
		return
	}
	weigh := orderly(faces, t.customs, &t.priors)
	for i, slot := range row {
		sum := 0.0
		for f := range weigh[i] {
			sum += weigh[i][f]
		}
		if sum > 0 {
			for f := range weigh[i] {
				t.slots[slot].q[f] = weigh[i][f] / sum
			}
		}
	}
}

// doubtful reports whether a face is worth weighing further.
func doubtful(q *faces) bool {
	first, _ := best(q)
	return q[first] < sure
}

// orderly gives the faces of the tiles of a hand, from one end to the other, weighed by its
// order, up to a factor; those that are clear stay as they are.
//
// A hand is unsorted, or follows one of the customs: then its faces are some number of draws in
// order, of n! sequences that one in which they stand so, and each tile strays from it by
// chance. Of equal tiles the factor 1/m! is taken as 1/2 for each after the first.
func orderly(row []*faces, customs []arrangement, p *Priors) []faces {
	weighed := make([]faces, len(row))
	for i, q := range row {
		for f := range q {
			weighed[i][f] = q[f] * (1 - p.Sorted)
		}
	}
	share := p.Sorted / float64(len(customs))
	for _, a := range fitting(row, customs) {
		o := newOrdering(row, a, p)
		for i, q := range row {
			if doubtful(q) {
				o.weigh(i, share, &weighed[i])
			}
		}
	}
	return weighed
}

// Order is how many times as likely tiles lie in a row, from one end to the other, in a sorted hand
// of which each tile is astray so often than in one that is not sorted.
func Order(row models.Tiles, astray float64) float64 {
	faces := make([]*faces, len(row))
	for i, t := range row {
		faces[i] = certain(t)
	}
	customs, sum := arrangements(), 0.0
	for _, a := range fitting(faces, customs) {
		o := newOrdering(faces, a, &Priors{Astray: astray})
		for s, last := range o.before[len(row)] {
			all := 0.0
			for _, w := range last {
				all += w
			}
			sum += all * factorial(len(row)-s)
		}
	}
	return sum / float64(len(customs))
}

// certain is a face without a doubt.
func certain(t models.Tile) *faces {
	q := &faces{}
	q[t] = 1
	return q
}

// fitting are the arrangements by which no more of the clear tiles stray than are weighed. What a
// tile that is not clear most likely shows is not asked: a misread one would choose the customs
// that agree with it, and the hands in which it is another would count only those of their customs
// that are among them.
func fitting(row []*faces, customs []arrangement) (all []*arrangement) {
	var clear []models.Tile
	for _, q := range row {
		if !doubtful(q) {
			first, _ := best(q)
			clear = append(clear, first)
		}
	}
	for i := range customs {
		if a := &customs[i]; len(clear)-inOrder(clear, a) <= mostStray {
			all = append(all, a)
		}
	}
	return all
}

// inOrder is how many of the tiles at most stand in order.
func inOrder(tiles []models.Tile, a *arrangement) (most int) {
	longest := make([]int, len(tiles))
	for i, t := range tiles {
		if a[t] == 0 {
			continue
		}
		longest[i] = 1
		for j := range i {
			if a[tiles[j]] > 0 && a[tiles[j]] <= a[t] {
				longest[i] = max(longest[i], longest[j]+1)
			}
		}
		most = max(most, longest[i])
	}
	return most
}

// ordering are the sums over all faces of a hand that follows an arrangement: before[i][s] by
// the last face in order among the first i tiles, of which s stray; after[i][s] by the first
// in order from tile i on. Index 0 is for none yet.
type ordering struct {
	row           []*faces
	a             *arrangement
	stray         float64
	before, after [][mostStray + 1]faces
}

func newOrdering(row []*faces, a *arrangement, p *Priors) *ordering {
	n := len(row)
	o := &ordering{row: row, a: a, stray: p.Astray, before: make([][mostStray + 1]faces, n+1), after: make([][mostStray + 1]faces, n+1)}
	o.before[0][0][0], o.after[n][0][0] = 1, 1
	for i := range n {
		o.step(&o.before[i], &o.before[i+1], row[i], false)
		o.step(&o.after[n-i], &o.after[n-i-1], row[n-i-1], true)
	}
	return o
}

// step goes on by one tile.
func (o *ordering) step(from, to *[mostStray + 1]faces, tile *faces, backward bool) {
	all := 0.0
	for _, q := range tile {
		all += q
	}
	for s := range from {
		sums := o.upTo(&from[s], backward)
		for f, q := range tile {
			if o.a[f] > 0 {
				to[s][f] += (1 - o.stray) * q * (sums[o.a[f]] - from[s][f]/2)
			}
		}
		if s < mostStray {
			for g, w := range from[s] {
				to[s+1][g] += o.stray * w * all
			}
		}
	}
}

// upTo sums what may stand before each number, or after it.
func (o *ordering) upTo(from *faces, backward bool) (sums [42]float64) {
	for f, w := range from {
		if at := o.a[f]; at > 0 {
			sums[at] += w
		}
	}
	if backward {
		for at := len(sums) - 2; at > 0; at-- {
			sums[at] += sums[at+1]
		}
	} else {
		for at := 2; at < len(sums); at++ {
			sums[at] += sums[at-1]
		}
	}
	for at := range sums {
		sums[at] += from[0] // none yet
	}
	return sums
}

// weigh adds, for every face of tile i, the weight of the hands that have it.
func (o *ordering) weigh(i int, share float64, to *faces) {
	n := len(o.row)
	for s, before := range o.before[i] {
		sums := o.upTo(&before, false)
		for r, after := range o.after[i+1] {
			if s+r > mostStray {
				break
			}
			behind := o.upTo(&after, true)
			around := 0.0 // of what stands before and after a tile that strays
			for f, w := range before {
				if at := o.a[f]; at > 0 {
					around += w * (behind[at] - after[f]/2)
				} else if f == 0 {
					around += w * behind[0+1]
				}
			}
			kept, strayed := share*factorial(n-s-r), share*factorial(n-s-r-1)
			for f, q := range o.row[i] {
				if o.a[f] > 0 {
					to[f] += kept * (1 - o.stray) * q * (sums[o.a[f]] - before[f]/2) * (behind[o.a[f]] - after[f]/2)
				}
				if s+r < mostStray {
					to[f] += strayed * o.stray * q * around
				}
			}
		}
	}
}

func factorial(n int) float64 { return math.Gamma(float64(n) + 1) }

// spacing is how tiles of a set lie beside each other, in widths of a tile. Counted in films: neighbours lie
// 1.00 ± .027 apart (763), and 1.18 ± .045 where one of them is turned (416).
type spacing struct {
	// turned is by how much a turned tile is longer, to each side.
	turned float64
	// off is the spread of a gap, for each tile of it: the width of a tile is known but roughly, so
	// that more is believed than was counted.
	off float64
	// unlike is the share of sets that lie otherwise.
	unlike float64
	// width is that of a tile, mm, while fewer than enough lie beside each other.
	width  float64
	enough int
	// called and own are how two faces lie of a pung and of a concealed kong whose other tiles were not
	// seen. Those of a pung lie beside each other or, of three times one, around the other, which may be turned.
	// Those of a kong are its middle or, as films and clubs have it about as often, its ends.
	called, own []lain
}

// lain is how often two faces lie so many tiles apart.
type lain struct{ often, tiles float64 }

func usualSpacing() spacing {
	const turned = .18
	return spacing{
		turned: turned, off: .05, unlike: .001, width: 26, enough: 8,
		called: []lain{{2. / 3, 1}, {2. / 9, 2}, {1. / 9, 2 + 2*turned}}, own: []lain{{.6, 1}, {.4, 3}},
	}
}

// apartBy is how much better two faces lie as far apart as those of a set than as tiles without a relation.
func (p *Play) apartBy(s *sight, do models.Deed) float64 {
	k := usualSpacing()
	ways := k.called
	if do == models.MadeConcealed {
		ways = k.own
	}
	a, b := &p.slots[s.slots[0]], &p.slots[s.slots[1]]
	gap := math.Abs(Along(a.at, s.place)-Along(b.at, s.place))/p.width - k.turned*(a.side+b.side)
	anyhow := k.width / setReach // a density, as far as tiles of a set reach
	sum := k.unlike * anyhow
	for _, w := range ways {
		sigma := k.off * w.tiles
		off := (gap - w.tiles) / sigma
		sum += (1 - k.unlike) * w.often * math.Exp(-off*off/2) / sigma / math.Sqrt(2*math.Pi)
	}
	return log(sum) - log(anyhow)
}

// tileWidth is about how wide a tile is, mm: as far as most have one beside them.
func (p *Play) tileWidth() float64 {
	k := usualSpacing()
	var gaps []float64
	for i := range p.slots {
		nearest := math.Inf(1)
		for j := range p.slots {
			if i != j && p.slots[i].place == p.slots[j].place {
				nearest = min(nearest, math.Hypot(p.slots[i].at.X-p.slots[j].at.X, p.slots[i].at.Y-p.slots[j].at.Y))
			}
		}
		if nearest > k.width/2 && nearest < 1.5*k.width { // another tile, and beside it
			gaps = append(gaps, nearest)
		}
	}
	if len(gaps) < k.enough {
		return k.width
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}
