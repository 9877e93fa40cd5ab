package vision

import (
	"cmp"
	"slices"

	"jantaku/models"
)

const (
	fineMargin = 10 // strip pixels around a tile
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
	r.doubtBlanks(c)
	return nil
}

// readTile compares a tile with all samples where its frame says it stands.
func (r *Reader) readTile(p *picture, t *reading) error {
	drawn := t.frame.drawTile(p, fineRes, t.t, fineMargin)
	g, err := drawn.grid()
	if err != nil {
		return err
	}
	t.ink, t.light = g.inkInside(fineMargin/poolCell+2), drawn.brightness()
	t.ranks = r.rankTiles(g)
	t.decide()
	t.quad = t.frame.quad(t.t, 0)
	t.edges[0] = drawn.edgeAt(fineMargin - fineRes.inset())
	t.edges[1] = drawn.edgeAt(drawn.width - fineMargin + fineRes.inset())
	return nil
}

// decide takes the best face.
func (t *reading) decide() {
	t.tile, t.flipped, t.sim = t.ranks[0].tile, t.ranks[0].flipped, t.ranks[0].sim
}

// doubtBlanks lowers the similarity of blank faces without an edge to each side
// like the row's other tiles have: bare table looks as blank as a white dragon.
func (r *Reader) doubtBlanks(c *row) {
	usual := median(c.tiles, func(t reading) float64 { return (t.edges[0] + t.edges[1]) / 2 })
	for i := range c.tiles {
		t := &c.tiles[i]
		if r.match.isBlank(t.tile) && min(t.edges[0], t.edges[1]) < edgeWhiteMin*usual {
			t.sim *= surelyTile / 1.1
			for k := range t.ranks {
				t.ranks[k].sim *= surelyTile / 1.1
			}
		}
	}
}

// bestPlaces is at how many places a tile is compared with every sample.
const bestPlaces = 4

// rankTiles compares the tile in the middle of a grid with every face and gives
// the best similarity of every tile. The average faces find the places; all
// samples decide there.
func (r *Reader) rankTiles(g *grid) []rank {
	var places [][2]int
	for dy := -fineReach; dy <= fineReach; dy++ {
		for dx := -fineReach; dx <= fineReach; dx++ {
			places = append(places, [2]int{fineMargin/poolCell + dx, fineMargin/poolCell + dy})
		}
	}
	sims := r.match.matchMeans(g, places)
	n := len(r.match.means)
	value := map[[2]int]float32{}
	for k, p := range places {
		_, value[p] = argmax(sims[k*n : (k+1)*n])
	}
	slices.SortStableFunc(places, func(a, b [2]int) int { return cmp.Compare(value[b], value[a]) })
	places = places[:bestPlaces]
	return r.match.rank(r.match.matchFine(g, places), len(places))
}

// rank gives the best similarity of every tile over all places and samples.
func (m *matcher) rank(sims []float32, places int) []rank {
	n := len(m.faces)
	best := map[models.Tile]rank{}
	for k := range places {
		for i, f := range m.faces {
			if v := float64(sims[k*n+i]); best[f.tile].tile == models.NoTile || v > best[f.tile].sim {
				best[f.tile] = rank{f.tile, f.flipped, v}
			}
		}
	}
	out := make([]rank, 0, len(best))
	for _, b := range best {
		out = append(out, b)
	}
	slices.SortFunc(out, func(a, b rank) int {
		return cmp.Or(cmp.Compare(b.sim, a.sim), cmp.Compare(a.tile, b.tile))
	})
	return out
}
