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
		if err := each(ctx, len(l.sought), func(i int) error {
			l.sought[i].seek(l.byTile)
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

// aligner makes an aligner for the labels of a lesson: of what the photographs of others show of them, and of drawn faces where few do.
func (s *lesson) aligner(byTile map[models.Tile][]*sighted) *aligner {
	var tiles, labels []models.Tile
	var vectors []raster.Vector
	for _, row := range s.rows {
		labels = append(labels, row.labels...)
	}
	for i, t := range labels {
		if slices.Contains(labels[:i], t) {
			continue
		}
		others := only(byTile[t], func(o *sighted) bool { return o.row.picture != s.picture })
		for _, turned := range []bool{false, true} {
			if len(others) > 0 {
				tiles, vectors = append(tiles, t), append(vectors, meanOfCoarse(others, turned))
			}
		}
		for _, d := range everyDrawnFace() {
			if d.tile == t && len(others) < fewSeen {
				tiles, vectors = append(tiles, t), append(vectors, d.coarse)
			}
		}
	}
	return newAligner(tiles, vectors)
}

// meanOfCoarse is the mean of the coarse vectors of some tiles of one face, upright or turned.
func meanOfCoarse(tiles []*sighted, turned bool) raster.Vector {
	sum, mean := make([]float32, raster.CoarseLength), make(raster.Vector, raster.CoarseLength)
	for _, s := range tiles {
		faces.Accumulate(sum, s.way(turned).Coarse, 1)
	}
	for i, v := range sum {
		mean[i] = int16(math.Round(float64(v) / float64(len(tiles))))
	}
	return mean
}

// seek looks for the rows of a lesson with the tiles that are known of every face.
func (s *lesson) seek(byTile map[models.Tile][]*sighted) {
	a := s.aligner(byTile)
	for _, row := range s.rows {
		row.maybe = a.likeliest(s.picture, row.lines, row.labels)
	}
}

// takePlaces gives every row of a lesson its likeliest place of which no other row has taken any,
// the longest row first. A row for which others leave none stays where it was found before: what is read back tells.
func (s *lesson) takePlaces() {
	order := slices.Clone(s.rows)
	slices.SortStableFunc(order, func(a, b *labelledRow) int { return len(b.labels) - len(a.labels) })
	var taken []*labelledRow
	for _, row := range order {
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
