package faces

import (
	"cmp"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

const (
	FineMargin = 10 // strip pixels around a tile
	LightInset = 4  // and inside its rim, where the light is measured: a neighbour may reach in
	FineReach  = 2  // cells that a tile may stand off its row's line, each way
)

// Rank is how much a window looks like a face: the best likeness of all its samples.
type Rank struct {
	Tile    models.Tile
	Flipped bool
	Blank   bool // bears hardly any print
	Sim     float64
}

// bestPlaces is at how many places a tile that is searched for within reach cells is
// compared with every sample.
func bestPlaces(reach int) int { return 2 * reach }

// likelyLooks is how many faces, each way up, a tile is compared with by all their
// samples.
const likelyLooks = 12

// RankTiles compares the tile in the middle of a grid with every face and gives
// the best similarity of the likeliest. The average faces find the places and the
// likely faces; all samples decide there.
func (m *Matcher) RankTiles(g *raster.Grid, reach int) []Rank {
	places, n := About(reach), len(m.Means)
	sims := m.MatchMeans(g, places)
	order, likely := make([]int, len(places)), make([]int, n)
	value, likeness := make([]float32, len(places)), make([]float32, n)
	for k := range places {
		order[k] = k
		_, value[k] = Argmax(sims[k*n : (k+1)*n])
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value[b], value[a]) })
	best := make([][2]int, bestPlaces(reach))
	for i, k := range order[:len(best)] {
		best[i] = places[k]
		for j := range n {
			likeness[j] = max(likeness[j], sims[k*n+j])
		}
	}
	for j := range likely {
		likely[j] = j
	}
	slices.SortStableFunc(likely, func(a, b int) int { return cmp.Compare(likeness[b], likeness[a]) })
	return m.rank(g, best, likely[:min(likelyLooks, n)])
}

// rank gives the best similarity of some faces over all places and samples, best
// first, and each tile once.
func (m *Matcher) rank(g *raster.Grid, places [][2]int, likely []int) []Rank {
	windows := m.Windows(g, places, raster.FineW, raster.FineH)
	out := make([]Rank, 0, len(likely))
	for _, j := range likely {
		f := m.Means[j]
		sim := float64(slices.Max(m.Samples(Look{f.Tile, f.Flipped}).Compare(windows, len(places))))
		if k := slices.IndexFunc(out, func(o Rank) bool { return o.Tile == f.Tile }); k < 0 {
			out = append(out, Rank{Tile: f.Tile, Flipped: f.Flipped, Blank: m.IsBlank(f.Tile), Sim: sim})
		} else if sim > out[k].Sim {
			out[k].Flipped, out[k].Sim = f.Flipped, sim
		}
	}
	slices.SortFunc(out, func(a, b Rank) int {
		return cmp.Or(cmp.Compare(b.Sim, a.Sim), cmp.Compare(a.Tile, b.Tile))
	})
	return out
}
