package vision

import (
	"cmp"
	"slices"
)

const (
	fineMargin = 10 // strip pixels around a tile
	lightInset = 4  // and inside its rim, where the light is measured: a neighbour may reach in
	fineReach  = 2  // cells that a tile may stand off its row's line, each way
)

// readTiles compares every tile of a row with all samples at full resolution.
func (r *Reader) readTiles(p *picture, c *row) error {
	for i := range c.tiles {
		c.tiles[i].frame = c.frame
		if err := r.readTile(p, &c.tiles[i]); err != nil {
			return err
		}
	}
	doubtBlanks(c)
	return nil
}

// readTile compares a tile with all samples where its frame says it stands.
func (r *Reader) readTile(p *picture, t *reading) error {
	drawn := t.frame.drawTile(p, fineRes, t.t, fineMargin)
	g, err := drawn.grid()
	if err != nil {
		return err
	}
	t.ink, t.light = g.inkInside(fineMargin/poolCell+2), drawn.brightness(fineMargin+lightInset)
	t.ranks = r.rankTiles(g, t.reach())
	t.decide()
	t.quad = t.frame.quad(t.t, 0)
	t.edges[0] = drawn.edgeAt(fineMargin - fineRes.inset())
	t.edges[1] = drawn.edgeAt(drawn.width - fineMargin + fineRes.inset())
	if t.blank && min(t.edges[0], t.edges[1]) < t.leastOutline() {
		t.doubtBlank()
	}
	return nil
}

// leastOutline is the strength of the edges beside a blank face at least. On a tile that is enlarged to
// be read each is wider, and less strong.
func (t *reading) leastOutline() float64 {
	return someOutline * min(t.frame.along(t.t).Length()/float64(fineRes.cellW), 1)
}

// doubtBlank lowers the similarity of a blank face to that of no tile: light wood and bare table look
// as blank as a white dragon.
func (t *reading) doubtBlank() {
	for k := range t.ranks {
		t.ranks[k].sim *= surelyTile / 1.1
	}
	t.decide()
}

// reach is how many cells a tile is searched for, each way.
func (t *reading) reach() int {
	if t.found {
		return 1
	}
	return fineReach
}

// decide takes the best face.
func (t *reading) decide() {
	best := t.ranks[0]
	t.tile, t.flipped, t.blank, t.sim = best.tile, best.flipped, best.blank, best.sim
}

// doubtBlanks doubts the blank faces without an edge to each side like the row's other tiles have, and
// those that are darker.
func doubtBlanks(c *row) {
	usual := usualOf(c.tiles)
	for i := range c.tiles {
		t := &c.tiles[i]
		if t.blank && t.sim >= surelyTile && (min(t.edges[0], t.edges[1]) < edgeWhiteMin*usual.edge || usual.darker(t)) {
			t.doubtBlank()
		}
	}
}

// withoutDarkBlanks drops from the rows of a hand the blank faces that are darker than those with
// print, of which a row may have none: so are most backs.
func withoutDarkBlanks(rows []row) []row {
	var all []reading
	for _, c := range rows {
		all = append(all, c.tiles...)
	}
	usual := usualOf(all)
	for i := range rows {
		rows[i].tiles = only(rows[i].tiles, func(t reading) bool { return !t.blank || !usual.darker(&t) })
	}
	return withTiles(rows)
}

// darker reports whether a tile is darker than the others, even those in the shadow of a hand.
func (l looks) darker(t *reading) bool { return t.light < inShadow*l.light }

// bestPlaces is at how many places a tile that is searched for within reach cells is
// compared with every sample.
func bestPlaces(reach int) int { return 2 * reach }

// likelyLooks is how many faces, each way up, a tile is compared with by all their
// samples.
const likelyLooks = 12

// rankTiles compares the tile in the middle of a grid with every face and gives
// the best similarity of the likeliest. The average faces find the places and the
// likely faces; all samples decide there.
func (r *Reader) rankTiles(g *grid, reach int) []rank {
	var places [][2]int
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			places = append(places, [2]int{fineMargin/poolCell + dx, fineMargin/poolCell + dy})
		}
	}
	n := len(r.match.means)
	sims := r.match.matchMeans(g, places)
	order, likely := make([]int, len(places)), make([]int, n)
	value, likeness := make([]float32, len(places)), make([]float32, n)
	for k := range places {
		order[k] = k
		_, value[k] = argmax(sims[k*n : (k+1)*n])
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
	return r.match.rank(g, best, likely[:min(likelyLooks, n)])
}

// rank gives the best similarity of some faces over all places and samples, best
// first, and each tile once.
func (m *matcher) rank(g *grid, places [][2]int, likely []int) []rank {
	windows := m.windows(g, places, fineW, fineH)
	out := make([]rank, 0, len(likely))
	for _, j := range likely {
		f := m.means[j]
		sim := float64(slices.Max(m.samples(look{f.tile, f.flipped}).compare(windows, len(places))))
		if k := slices.IndexFunc(out, func(o rank) bool { return o.tile == f.tile }); k < 0 {
			out = append(out, rank{f.tile, f.flipped, m.isBlank(f.tile), sim})
		} else if sim > out[k].sim {
			out[k].flipped, out[k].sim = f.flipped, sim
		}
	}
	slices.SortFunc(out, func(a, b rank) int {
		return cmp.Or(cmp.Compare(b.sim, a.sim), cmp.Compare(a.tile, b.tile))
	})
	return out
}
