package vision

import (
	"cmp"
	"slices"
)

// A tile that is not clear at once is looked at again: it may stand crooked in its
// row. Each of the likely faces gets the same chance to be found in a slightly
// moved, sheared or scaled window.
const (
	clearSim    = 0.86 // similarity and
	clearMargin = 0.13 // margin of a tile that needs no second look
	closerSim   = 0.42 // less is no tile at all
	closerFaces = 5    // likely faces that are tried
	closerStep  = 0.05 // of a tile: the first step of the search
)

// closerMoves are the moves of refine that make sense for a single tile.
var closerMoves = moves[:4]

// lookCloser searches a better window for each of the likely faces of a tile.
func (r *Reader) lookCloser(p *picture, f frame, t *reading) error {
	if len(t.ranks) < 2 || t.ranks[0].sim < closerSim ||
		t.ranks[0].sim >= clearSim && t.ranks[0].sim-t.ranks[1].sim >= clearMargin {
		return nil
	}
	for k := range min(closerFaces, len(t.ranks)) {
		rank := &t.ranks[k]
		samples := r.match.samples(look{rank.tile, rank.flipped})
		_, sim := refineWith(closerMoves, f, t.t, 2, closerStep, func(g *frame) float64 {
			grid, err := g.drawTile(p, fineRes, t.t, fineMargin).grid()
			if err != nil {
				return 0
			}
			return r.match.best(grid, samples, fineMargin/poolCell, fineMargin/poolCell)
		})
		rank.sim = max(rank.sim, sim)
	}
	slices.SortStableFunc(t.ranks, func(a, b rank) int { return cmp.Compare(b.sim, a.sim) })
	t.decide()
	return nil
}

// best is the best similarity of the window at a place, and the windows a cell
// around it, with some samples.
func (m *matcher) best(g *grid, samples *bank, x, y int) float64 {
	places := [][2]int{{x, y}, {x + 1, y}, {x - 1, y}, {x, y + 1}, {x, y - 1}}
	return float64(slices.Max(samples.compare(m.windows(g, places, fineW, fineH), len(places))))
}
