package vision

import (
	"math"
	"slices"
)

// A red five differs from the black one by the colour of some strokes only. Where a lamp is
// mirrored on a tile, black strokes turn grey, which is as much like red as like black; but
// however much of it a stroke has lost, red ink keeps its colour.

// mostTwin is how far, of the way from one five to its twin, the colour of those strokes may
// lie.
const mostTwin = 0.35

// markTwins marks the fives that may be their twin.
func (r *Reader) markTwins(p *picture, rows []row) (err error) {
	for _, c := range rows {
		for i := range c.tiles {
			if c.tiles[i].twin, err = r.maybeTwin(p, &c.tiles[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// maybeTwin reports whether a five may be its red or black twin.
func (r *Reader) maybeTwin(p *picture, t *reading) (bool, error) {
	k := slices.IndexFunc(t.ranks, func(o rank) bool { return o.tile.HasFace() && o.tile.Kind() == t.tile.Kind() && o.tile != t.tile })
	if k < 0 {
		return false, nil
	}
	own, twin := r.match.meanOf(look{t.tile, t.flipped}), r.match.meanOf(look{t.ranks[k].tile, t.ranks[k].flipped})
	g, err := t.frame.drawTile(p, fineRes, t.t, fineMargin).grid()
	if err != nil {
		return false, err
	}
	seen := r.match.windows(g, [][2]int{{fineMargin / poolCell, fineMargin / poolCell}}, fineW, fineH)
	return towards(seen, own, twin) > mostTwin, nil
}

// towards is how much of the way from one face to its twin the colour of a window lies.
func towards(seen, own, twin vector) float64 {
	var deep, usual float64 // ink of the strokes that tell, as it is seen and was learned
	each := func(do func(seen, own, twin vector, differ float64)) {
		for i := 0; i+planes <= len(seen); i += planes {
			do(seen[i:], own[i:], twin[i:], redOf(twin[i:])-redOf(own[i:]))
		}
	}
	each(func(seen, own, twin vector, differ float64) {
		deep += math.Abs(differ) * depthOf(seen)
		usual += math.Abs(differ) * (depthOf(own) + depthOf(twin)) / 2
	})
	var off, way float64
	each(func(seen, own, _ vector, differ float64) {
		off += differ * (redOf(seen)*usual/max(deep, 1e-6) - redOf(own))
		way += differ * differ
	})
	return off / max(way, 1e-9)
}

// redOf is how red the ink of a cell is, and depthOf how much of the light it swallows.
func redOf(cell vector) float64   { return float64(cell[0]+cell[1])/2 - float64(cell[2]) }
func depthOf(cell vector) float64 { return float64(max(cell[0], cell[1], cell[2])) }
