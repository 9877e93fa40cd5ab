package learn

import (
	"context"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// agree looks for the rows of all lessons until they agree.
func (l *learner) agree(ctx context.Context, progress func(float64)) error {
	if len(l.sought) == 0 {
		return nil
	}
	for round := range agreeRounds {
		if err := l.average(); err != nil {
			return err
		}
		sums := l.coarseSums()
		if err := each(ctx, len(l.sought), func(i int) error {
			l.sought[i].seek(sums)
			return nil
		}); err != nil {
			return err
		}
		for _, s := range l.sought {
			s.takePlaces()
		}
		progress(float64(round+1) / agreeRounds)
	}
	return l.average()
}

// coarseSum is the sum of the coarse vectors of a tile, upright and turned.
type coarseSum struct {
	sum [2][]float32
	n   int
}

func (c *coarseSum) add(s *sighted, k float32) {
	for way, f := range [...]*faces.Face{&s.up, &s.down} {
		if s.flipped {
			way = 1 - way
		}
		if c.sum[way] == nil {
			c.sum[way] = make([]float32, raster.CoarseLength)
		}
		faces.Accumulate(c.sum[way], f.Coarse, k)
	}
	c.n += int(k)
}

func (c *coarseSum) mean(way int) raster.Vector {
	out := make(raster.Vector, raster.CoarseLength)
	for i, v := range c.sum[way] {
		out[i] = int16(math.Round(float64(v) / float64(c.n)))
	}
	return out
}

// coarseSums adds up what all photographs show of every tile.
func (l *learner) coarseSums() map[models.Tile]*coarseSum {
	sums := map[models.Tile]*coarseSum{}
	for _, t := range l.tiles() {
		sums[t] = &coarseSum{}
		for _, s := range l.byTile[t] {
			sums[t].add(s, 1)
		}
	}
	return sums
}

// alignerWithout makes an aligner for the labels of a lesson from what all others show of them.
func (s *lesson) alignerWithout(sums map[models.Tile]*coarseSum) *aligner {
	own := map[models.Tile]*coarseSum{}
	var labels []models.Tile
	for _, row := range s.rows {
		for _, t := range row.labels {
			if t.HasFace() && !slices.Contains(labels, t) {
				labels = append(labels, t)
			}
		}
		for _, tile := range row.tiles {
			if sums[tile.tile] == nil {
				continue
			}
			if own[tile.tile] == nil {
				own[tile.tile] = &coarseSum{}
			}
			own[tile.tile].add(tile, 1)
		}
	}
	var tiles []models.Tile
	var vectors []raster.Vector
	for _, t := range labels {
		seen := 0
		if all := sums[t]; all != nil {
			rest := coarseSum{n: all.n, sum: [2][]float32{slices.Clone(all.sum[0]), slices.Clone(all.sum[1])}}
			if o := own[t]; o != nil {
				rest.n -= o.n
				for way := range rest.sum {
					for i, v := range o.sum[way] {
						rest.sum[way][i] -= v
					}
				}
			}
			if seen = rest.n; seen > 0 {
				tiles, vectors = append(tiles, t, t), append(vectors, rest.mean(0), rest.mean(1))
			}
		}
		if seen < fewSeen {
			for _, d := range everyDrawnFace() {
				if d.tile == t {
					tiles, vectors = append(tiles, t), append(vectors, d.coarse)
				}
			}
		}
	}
	return newAligner(tiles, vectors)
}

// seek looks for the rows of a lesson with what the others show.
func (s *lesson) seek(sums map[models.Tile]*coarseSum) {
	a := s.alignerWithout(sums)
	for _, row := range s.rows {
		row.maybe = a.likeliest(s.picture, row.lines, row.labels)
	}
}

// takePlaces gives every row of a lesson its likeliest place of which no other row has taken any,
// the longest row first.
func (s *lesson) takePlaces() {
	order := slices.Clone(s.rows)
	slices.SortStableFunc(order, func(a, b *labelledRow) int { return len(b.labels) - len(a.labels) })
	var taken []*labelledRow
	for _, row := range order {
		row.found = nil
		for i := range row.maybe {
			if !slices.ContainsFunc(taken, func(o *labelledRow) bool { return o.found.overlaps(&row.maybe[i]) }) {
				row.place(&row.maybe[i])
				taken = append(taken, row)
				break
			}
		}
	}
}

// overlaps reports whether two rows stand in one place.
func (h *hypothesis) overlaps(o *hypothesis) bool {
	for _, t := range h.ts {
		at, wide := h.frame.At(t), h.frame.Along(t).Length()
		for _, u := range o.ts {
			if o.frame.At(u).Sub(at).Length() < sameTile*wide {
				return true
			}
		}
	}
	return false
}

// place puts the tiles of a row where a hypothesis has them.
func (r *labelledRow) place(h *hypothesis) {
	found := *h
	r.found, r.frame = &found, h.frame
	for _, s := range r.tiles {
		s.t, s.unseen, s.own = h.ts[s.place-1], h.seen[s.place-1] == 0, nil
		if h.own != nil {
			s.own = &found.own[s.place-1]
		}
	}
}
