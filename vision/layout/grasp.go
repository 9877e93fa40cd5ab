package layout

import (
	"math"
	"slices"

	"jantaku/models"
)

// grasp understands lines, which are made anew each time because that marks the tiles. Tiles are seen a
// little beside where they lie, so that a gap may seem to part what it does not, or not to part what it
// does: where sets stand apart only if the narrower gaps mean nothing, they do, and so do those that still
// narrower ones part clearly. A caller scores them as concealed as well (Ways).
func grasp(lines func() [][]*tile, hand models.HandSize) *spread {
	sp := understand(lines(), tuning.partGap, hand)
	for _, least := range []float64{tuning.apartGap, tuning.narrowGap} {
		if least < tuning.partGap && sp.inMillimetres() {
			continue // there tiles are seen where they lie
		}
		other := understand(lines(), least, hand)
		if other.marked() == sp.marked() && len(other.sets) > len(sp.sets) && (least > tuning.partGap || other.parted()) {
			return other
		}
	}
	return sp
}

// parted reports whether the unmarked sets stand more than twice as far from what lies beside them as their own
// tiles do from each other.
func (sp *spread) parted() bool {
	within, between := 0.0, math.Inf(1)
	for _, s := range sp.sets {
		if s.marked {
			continue
		}
		first, last := s.tiles[0], s.tiles[len(s.tiles)-1]
		for i := 1; i < len(s.tiles); i++ {
			within = max(within, gap(s.tiles[i-1], s.tiles[i]))
		}
		for _, t := range sp.tiles() {
			switch {
			case t.row != first.row:
			case t.along < first.along:
				between = min(between, gap(t, first))
			case t.along > last.along:
				between = min(between, gap(last, t))
			}
		}
	}
	return between > 2*within
}

// inMillimetres reports whether a calibrated camera says where the tiles lie.
func (sp *spread) inMillimetres() bool {
	return slices.ContainsFunc(sp.tiles(), func(t *tile) bool { return t.Table != nil })
}

// marked counts the sets that a tile turned or face down marks.
func (sp *spread) marked() (n int) {
	for _, s := range sp.sets {
		if s.marked {
			n++
		}
	}
	return n
}
