package evidence

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/play/prior"
)

// mostStray is how many tiles of a sorted hand may stand out of order.
const mostStray = 3

// arrangement is one custom of sorting a hand: a number for every face, growing from one end
// of the hand to the other. The red five is among the fives.
type arrangement [models.Outcomes]int

// arrangements are the customs: the suits in any order, dragons in either, and from the left
// or from the right.
func arrangements() (all []arrangement) {
	var suits [][]models.Tile
	var winds, dragons []models.Tile
	for i := range models.Kinds {
		switch kind := models.KindAt(i); {
		case kind.IsDragon():
			dragons = append(dragons, kind)
		case kind.IsHonour():
			winds = append(winds, kind)
		case kind.Rank() == 1:
			suits = append(suits, []models.Tile{kind})
		default:
			suits[len(suits)-1] = append(suits[len(suits)-1], kind)
		}
	}
	reversed := slices.Clone(dragons)
	slices.Reverse(reversed)
	for _, dragons := range [][]models.Tile{dragons, reversed} {
		for _, order := range permutations(append(slices.Clone(suits), slices.Concat(winds, dragons))) {
			var up, down arrangement
			for i, kind := range slices.Concat(order...) {
				up[kind], down[kind] = 1+i, models.Kinds-i
			}
			for suit := models.Characters; suit <= models.Bamboos; suit++ {
				red := models.NewTile(suit, 0)
				up[red], down[red] = up[red.Kind()], down[red.Kind()]
			}
			all = append(all, up, down)
		}
	}
	return all
}

func permutations[T any](of []T) (all [][]T) {
	if len(of) == 1 {
		return [][]T{of}
	}
	for i, first := range of {
		for _, rest := range permutations(slices.Delete(slices.Clone(of), i, i+1)) {
			all = append(all, append([]T{first}, rest...))
		}
	}
	return all
}

// orderly gives the faces of the tiles of a hand, from one end to the other, weighed by its
// order, up to a factor; those that are clear stay as they are.
//
// A hand is unsorted, or follows one of the customs: then its faces are some number of draws in
// order, of n! sequences that one in which they stand so, and each tile strays from it by
// chance. Of equal tiles the factor 1/m! is taken as 1/2 for each after the first.
func orderly(row []*Faces, customs []arrangement, p *prior.Figures) []Faces {
	weighed := make([]Faces, len(row))
	for i, q := range row {
		for f := range q {
			weighed[i][f] = q[f] * (1 - p.Sorted)
		}
	}
	share := p.Sorted / float64(len(customs))
	for _, a := range fitting(row, customs) {
		o := newOrdering(row, a, p)
		for i, q := range row {
			if Doubtful(q) {
				o.weigh(i, share, &weighed[i])
			}
		}
	}
	return weighed
}

// Order is how many times as likely tiles lie in a row, from one end to the other, in a sorted hand
// of which each tile is astray so often than in one that is not sorted.
func Order(row models.Tiles, astray float64) float64 {
	faces := make([]*Faces, len(row))
	for i, t := range row {
		faces[i] = certain(t)
	}
	customs, sum := arrangements(), 0.0
	for _, a := range fitting(faces, customs) {
		o := newOrdering(faces, a, &prior.Figures{Lying: prior.Lying{Astray: astray}})
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
func certain(t models.Tile) *Faces {
	q := &Faces{}
	q[t] = 1
	return q
}

// fitting are the arrangements by which no more of the clear tiles stray than are weighed. What a
// tile that is not clear most likely shows is not asked: a misread one would choose the customs
// that agree with it, and the hands in which it is another would count only those of their customs
// that are among them.
func fitting(row []*Faces, customs []arrangement) (all []*arrangement) {
	var clear []models.Tile
	for _, q := range row {
		if !Doubtful(q) {
			first, _ := Best(q)
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
	row           []*Faces
	a             *arrangement
	stray         float64
	before, after [][mostStray + 1]Faces
}

func newOrdering(row []*Faces, a *arrangement, p *prior.Figures) *ordering {
	n := len(row)
	o := &ordering{row: row, a: a, stray: p.Astray, before: make([][mostStray + 1]Faces, n+1), after: make([][mostStray + 1]Faces, n+1)}
	o.before[0][0][0], o.after[n][0][0] = 1, 1
	for i := range n {
		o.step(&o.before[i], &o.before[i+1], row[i], false)
		o.step(&o.after[n-i], &o.after[n-i-1], row[n-i-1], true)
	}
	return o
}

// step goes on by one tile.
func (o *ordering) step(from, to *[mostStray + 1]Faces, tile *Faces, backward bool) {
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
func (o *ordering) upTo(from *Faces, backward bool) (sums [models.Kinds + 2]float64) {
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
func (o *ordering) weigh(i int, share float64, to *Faces) {
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
