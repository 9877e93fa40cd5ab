// Package arrange decides which of the tiles that may lie on a table do: of all proposals the
// ones that together are likeliest, where no two share cloth. What the next likely
// arrangements have otherwise is the doubt. It is pure: it knows no pixels.
//
//	log P(arrangement) = Σ gains of its tiles + const,   no two tiles share cloth
//
// Proposals that share cloth with each other, directly or through others, form a cluster; the
// arrangements of one cluster do not depend on those of another.
package arrange

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
)

// Proposal is a tile that may lie somewhere.
type Proposal struct {
	Pose models.Pose
	// Tile is its likeliest face, models.Unknown where none is known.
	Tile models.Tile
	// Room is by how much more than others it may seem to overlap them, mm: that there is room for it was found otherwise.
	Room float64
	// Side is by how many quarters the table is turned for whoever it lies before, anticlockwise: their rows run along x and y of the table turned back.
	Side int
	// Scant tells that it shows next to no print: where a row has a tile, it may as well be another one whose print is lost, so that the row tells nothing.
	Scant bool
	// Gain is by how much the logarithm of the probability of an arrangement grows when the
	// tile lies so, and not nothing.
	Gain float64
}

// Tuning holds what arrangements rest on.
type Tuning struct {
	// Width and Height are of a tile, mm.
	Width, Height float64
	// Seen is the side of the square, mm, that is surely the cloth of a tile whose face is not known: where it ends, and which way it lies,
	// nobody sees. Room for one is left where it seems to reach into others by a fifth of a width, so that no more than a tenth may count.
	Seen float64
	// Slack is by how much two tiles may seem to overlap, mm: each is read about a
	// millimetre off its place, and askew.
	Slack float64
	// Same is how far apart, mm, two sights of one tile may lie: proposals with one face that
	// lie as near as that and the same way are no doubt about each other.
	Same float64
	// InRow is by how much likelier, as a logarithm, a tile is to lie where it touches one that surely
	// lies beside it in its row than by itself, see [ChooseInRows]. Sure is the probability of such a tile.
	InRow, Sure float64
	// Off is the deviation, mm, with which the sides of tiles that touch, and their edges towards the
	// owner, seem to lie where they should.
	Off float64
	// Best is how many arrangements of a cluster are kept.
	Best int
	// Steps bounds the search in a cluster. One that reaches it is told as Bounded.
	Steps int
}

// Usual is the tuning for tiles of a size, mm. Clusters of drawn tables have up to a few dozen
// proposals and need a few hundred steps.
func Usual(width, height float64) Tuning {
	return Tuning{Width: width, Height: height, Seen: .8 * width, Slack: 3.5, Same: 9, InRow: 12, Sure: .9, Off: 1.5, Best: 16, Steps: 20_000}
}

// Arrangement is a choice among the proposals.
type Arrangement struct {
	Tiles []int   // chosen proposals, in ascending order
	Gain  float64 // of all of them
}

// Result is what is known of some proposals.
type Result struct {
	Arrangement // the likeliest
	// Sure is the probability of each proposal: the share of the arrangements that have it, or
	// another sight of the same tile.
	Sure []float64
	// Clusters are the proposals that depend on each other, with their arrangements, best first.
	Clusters []Cluster
}

// Cluster is some proposals that share cloth.
type Cluster struct {
	Proposals []int
	Best      []Arrangement
	// Bounded tells that there may be better arrangements than those that were found.
	Bounded bool
}

// Choose finds the likeliest arrangement of proposals and how sure each of them is.
func Choose(proposals []Proposal, t Tuning) Result {
	r := Result{Sure: make([]float64, len(proposals))}
	clash := clashes(proposals, t)
	for _, members := range clusters(clash) {
		c := search(proposals, clash, members, t)
		r.Clusters = append(r.Clusters, c)
		r.Gain += c.Best[0].Gain
		r.Tiles = append(r.Tiles, c.Best[0].Tiles...)
		sum := 0.0
		for _, a := range c.Best {
			sum += math.Exp(a.Gain - c.Best[0].Gain)
		}
		for _, i := range members {
			same := func(j int) bool { return t.same(&proposals[i], &proposals[j]) }
			with, removed := 0.0, 0.0 // each that has the tile is one without it, too, which may be none of the best where many differ in others
			for _, a := range c.Best {
				likely := math.Exp(a.Gain - c.Best[0].Gain)
				if slices.ContainsFunc(a.Tiles, same) {
					with += likely
				}
				if slices.Contains(a.Tiles, i) && likely > 0 {
					removed += math.Exp(a.Gain - proposals[i].Gain - c.Best[0].Gain)
				}
			}
			without := max(sum-with, removed)
			r.Sure[i] = with / (with + without)
		}
	}
	slices.Sort(r.Tiles)
	return r
}

// ChooseInRows is [Choose] for tiles that somebody laid before them in rows: turned back by the side of a tile x runs to their right, y
// away from them, and a pose of an even quarter stands upright for them. A tile that touches one
// that surely lies there, their edges in one line, is likelier than one by itself; a circle, which
// looks the same upright and sideways, lies as it fits beside the others.
func ChooseInRows(proposals []Proposal, t Tuning) Result {
	r := Choose(proposals, t)
	for range rounds {
		given := slices.Clone(proposals)
		for i := range given {
			given[i].Gain += t.inRow(proposals, &r, i)
		}
		before := r.Tiles
		if r = Choose(given, t); slices.Equal(before, r.Tiles) {
			break
		}
	}
	return r
}

// rounds is how often proposals are looked at beside those that were chosen: a stretch of tiles that
// are seen badly grows from both of its ends.
const rounds = 4

// inRow is by how much likelier a proposal is for what was chosen beside it, and how much less likely
// where that leaves it too little room on both sides together.
func (t Tuning) inRow(proposals []Proposal, r *Result, i int) (most float64) {
	a := proposals[i].own(proposals[i].Pose)
	overlap := 0.0
	for _, j := range r.Tiles {
		b, into := proposals[i].own(proposals[j].Pose), t.overlap(&proposals[i], &proposals[j])
		if r.Sure[j] < t.Sure || j == i || into > t.Slack {
			continue
		}
		if overlap += max(into, 0); overlap > t.Slack && proposals[i].Gain < proposals[j].Gain {
			return -t.InRow
		}
		aw, ah := t.spans(a)
		bw, bh := t.spans(b)
		gap := math.Abs(a.At.X-b.At.X) - (aw+bw)/2
		edge := a.At.Y - ah/2 - b.At.Y + bh/2
		if !proposals[i].Scant {
			most = max(most, t.InRow-(gap*gap+edge*edge)/(2*t.Off*t.Off))
		}
	}
	return most
}

// own is a pose as whoever a proposal lies before has it.
func (p *Proposal) own(pose models.Pose) models.Pose {
	back := models.Places - p.Side%models.Places
	pose.At, pose.Quarter = pose.At.Turned(back%models.Places), pose.Quarter+back
	return pose
}

// same reports whether two proposals are sights of one tile.
func (t Tuning) same(a, b *Proposal) bool {
	return a.Tile == b.Tile && (a.Pose.Quarter-b.Pose.Quarter)%2 == 0 && math.Hypot(a.Pose.At.X-b.Pose.At.X, a.Pose.At.Y-b.Pose.At.Y) <= t.Same
}

// spans is how far a tile reaches along x and y of the table, mm.
func (t Tuning) spans(p models.Pose) (x, y float64) {
	if p.Quarter%2 == 0 {
		return t.Width, t.Height
	}
	return t.Height, t.Width
}

// Overlap is how far two tiles reach into each other, mm, in the direction in which they do so
// less; negative where they lie apart.
func (t Tuning) Overlap(a, b models.Pose) float64 {
	return t.overlap(&Proposal{Pose: a}, &Proposal{Pose: b})
}

// overlap is Overlap for what is known of two proposals.
func (t Tuning) overlap(a, b *Proposal) float64 {
	ax, ay := t.cloth(a)
	bx, by := t.cloth(b)
	return min((ax+bx)/2-math.Abs(a.Pose.At.X-b.Pose.At.X), (ay+by)/2-math.Abs(a.Pose.At.Y-b.Pose.At.Y)) - max(a.Room, b.Room)
}

// cloth is how much cloth along x and y is surely that of a tile, mm.
func (t Tuning) cloth(p *Proposal) (x, y float64) {
	if p.Tile == models.Unknown {
		return t.Seen, t.Seen
	}
	return t.spans(p.Pose)
}

// clashes lists for each proposal those that share cloth with it.
func clashes(proposals []Proposal, t Tuning) [][]int {
	clash := make([][]int, len(proposals))
	for i := range proposals {
		for j := range i {
			if t.overlap(&proposals[i], &proposals[j]) > t.Slack {
				clash[i], clash[j] = append(clash[i], j), append(clash[j], i)
			}
		}
	}
	return clash
}

// clusters are the connected parts of a graph.
func clusters(clash [][]int) (out [][]int) {
	seen := make([]bool, len(clash))
	for i := range clash {
		if seen[i] {
			continue
		}
		seen[i] = true
		part := []int{i}
		for k := 0; k < len(part); k++ {
			for _, j := range clash[part[k]] {
				if !seen[j] {
					seen[j] = true
					part = append(part, j)
				}
			}
		}
		slices.Sort(part)
		out = append(out, part)
	}
	return out
}

// search goes through the arrangements of a cluster, the tiles with the greatest gains first,
// and leaves out what cannot become one of the best.
func search(proposals []Proposal, clash [][]int, members []int, t Tuning) Cluster {
	order := slices.Clone(members)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(proposals[b].Gain, proposals[a].Gain) })
	s := searcher{proposals: proposals, clash: clash, order: order, tuning: t, taken: map[int]int{}}
	s.rest = make([]float64, len(order)+1)
	for k := len(order) - 1; k >= 0; k-- {
		s.rest[k] = s.rest[k+1] + max(proposals[order[k]].Gain, 0)
	}
	s.tuning.Steps = max(t.Steps, len(order)+1) // enough for one arrangement at least
	s.from(0, 0)
	return Cluster{Proposals: members, Best: s.best, Bounded: s.steps > s.tuning.Steps}
}

type searcher struct {
	proposals []Proposal
	clash     [][]int
	order     []int
	rest      []float64 // what the proposals from one on gain at most
	tuning    Tuning
	steps     int
	chosen    []int
	taken     map[int]int // proposals that clash with chosen ones, how often
	best      []Arrangement
}

// from decides about the proposals from the k-th on, given the gain of those chosen before.
func (s *searcher) from(k int, gain float64) {
	if s.steps++; s.steps > s.tuning.Steps {
		return
	}
	if k == len(s.order) {
		s.keep(gain)
		return
	}
	if len(s.best) == s.tuning.Best && gain+s.rest[k] <= s.best[len(s.best)-1].Gain {
		return
	}
	// What is likelier there than not is tried first with it, all else without.
	i := s.order[k]
	likely := s.proposals[i].Gain > 0
	if likely {
		s.with(i, k, gain)
	}
	s.from(k+1, gain)
	if !likely {
		s.with(i, k, gain)
	}
}

// with decides about the proposals behind the k-th, with that one chosen if nothing lies on its cloth.
func (s *searcher) with(i, k int, gain float64) {
	if s.taken[i] > 0 {
		return
	}
	s.chosen = append(s.chosen, i)
	for _, j := range s.clash[i] {
		s.taken[j]++
	}
	s.from(k+1, gain+s.proposals[i].Gain)
	for _, j := range s.clash[i] {
		s.taken[j]--
	}
	s.chosen = s.chosen[:len(s.chosen)-1]
}

// keep adds the chosen proposals to the best arrangements, if they are among them.
func (s *searcher) keep(gain float64) {
	tiles := slices.Clone(s.chosen)
	slices.Sort(tiles)
	at, _ := slices.BinarySearchFunc(s.best, gain, func(a Arrangement, g float64) int { return cmp.Compare(g, a.Gain) })
	if s.best = slices.Insert(s.best, at, Arrangement{tiles, gain}); len(s.best) > s.tuning.Best {
		s.best = s.best[:s.tuning.Best]
	}
}
