package bare

import (
	"slices"

	"jantaku/models"
	"jantaku/vision/bare/sight"
	"jantaku/vision/raster"
)

// What was surely seen as a tile at first and is in no row any more is told, but where it was none:
// parts of others, or what lies between them.
const (
	// Of the face of a tile that vanished, that others lie upon at most, and of one that was
	// seen clearly.
	partlyOverlaid, clearOverlaid = 0.15, 0.4
	// nearlyAll is the share of a third of a tile that is dark where it is table: of the learned
	// faces of two clubs and of the drawn ones print covers 0.45 of one at most.
	nearlyAll = 0.85
)

// vanished are the tiles that were surely seen at first, are in no row any more and are not
// told of: such as one that seems to lie upon its neighbour because that is read aslant. Where
// others lie upon more of it there was none, but parts of them.
func vanished(found, rows []sight.Row, unread []models.Sighting) (out []models.Sighting) {
	for _, c := range found {
		for _, t := range c.Tiles {
			at := middleOf(t.Quad)
			told := func(s models.Sighting) bool { return raster.Inside(s.Quad, at) }
			most := partlyOverlaid
			if t.Sim >= sight.Levels.ClearSim {
				most = clearOverlaid
			}
			if t.Sim >= sight.Levels.SurelyTile && overlaid(&t, rows) < most && !sight.Covered(rows, at) && !slices.ContainsFunc(unread, told) {
				out = append(out, unreadAt(t.Quad))
			}
		}
	}
	return out
}

// withoutGaps drops from what was found the tiles that are not clear and have table along a side: flanks
// of two melds and what is seen between them may look like a face.
func withoutGaps(p *raster.Picture, found, rows []sight.Row) []sight.Row {
	found = slices.Clone(found)
	for i := range found {
		found[i].Tiles = sight.Only(found[i].Tiles, func(t sight.Reading) bool {
			near := nearestTile(rows, middleOf(t.Quad))
			return t.Sim >= sight.Levels.ClearSim || !t.Tile.HasFace() || near == nil || !tableBeside(p, &t, sight.BareTable*near.Light)
		})
	}
	return found
}

// tableBeside reports whether nearly all of a third of a tile along one side, and not along the
// opposite one, is as dark as table is at most: a shadow may lie on all of it.
func tableBeside(p *raster.Picture, t *sight.Reading, dark float64) bool {
	const n = 12
	third := func(x, v, wide, high float64) bool { // that begins at (x, v)
		covered := 0
		for i := range n * n {
			at := t.Frame.Point(t.T+x+wide*(float64(i%n)+.5)/n, v+high*(float64(i/n)+.5)/n)
			if p.LeastAt(at) < dark {
				covered++
			}
		}
		return float64(covered) >= nearlyAll*n*n
	}
	return third(-.5, -.5, 1./3, 1) != third(1./6, -.5, 1./3, 1) || third(-.5, -.5, 1, 1./3) != third(-.5, 1./6, 1, 1./3)
}

// nearestTile is the clear tile of any row that lies nearest to a point; nil where none is clear.
func nearestTile(rows []sight.Row, to models.Point) (nearest *sight.Reading) {
	point := sight.Reading{Frame: raster.Frame{Centre: [3]models.Point{to}}}
	for _, c := range rows {
		if t := nearestClear(c.Tiles, &point); t != nil && (nearest == nil || t.Apart(&point) < nearest.Apart(&point)) {
			nearest = t
		}
	}
	return nearest
}

// overlaid is how much of the face of a tile those of rows lie upon.
func overlaid(t *sight.Reading, rows []sight.Row) (share float64) {
	for _, c := range rows {
		for _, o := range c.Tiles {
			share += raster.Overlap(t.Quad, o.Quad)
		}
	}
	return share
}

// middleOf is the middle of a face.
func middleOf(quad [4]models.Point) models.Point {
	return quad[0].Toward(quad[2], .5).Toward(quad[1].Toward(quad[3], .5), .5)
}
