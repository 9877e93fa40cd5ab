package faces

import (
	"math"
	"slices"

	"jantaku/vision/raster"
)

// A red five differs from the black one by the colour of some strokes only. Where a lamp is
// mirrored on a tile, black strokes turn grey, which is as much like red as like black; but
// however much of it a stroke has lost, red ink keeps its colour.

// MaybeTwin reports whether a five, seen in the middle of a grid, may be its red or black twin.
func (m *Matcher) MaybeTwin(g *raster.Grid, five Rank, ranks []Rank) bool {
	k := slices.IndexFunc(ranks, func(o Rank) bool { return o.Tile.HasFace() && o.Tile.Kind() == five.Tile.Kind() && o.Tile != five.Tile })
	if k < 0 {
		return false
	}
	own, twin := m.MeanOf(Look{Tile: five.Tile, Flipped: five.Flipped}), m.MeanOf(Look{Tile: ranks[k].Tile, Flipped: ranks[k].Flipped})
	seen := m.Windows(g, [][2]int{{FineMargin / raster.PoolCell, FineMargin / raster.PoolCell}}, raster.FineW, raster.FineH)
	return Towards(seen, own, twin) > judging.Twin
}

// Towards is how much of the way from one face to its twin the colour of a window lies.
func Towards(seen, own, twin raster.Vector) float64 {
	var deep, usual float64 // ink of the strokes that tell, as it is seen and was learned
	each := func(do func(seen, own, twin raster.Vector, differ float64)) {
		for i := 0; i+raster.Planes <= len(seen); i += raster.Planes {
			do(seen[i:], own[i:], twin[i:], redOf(twin[i:])-redOf(own[i:]))
		}
	}
	each(func(seen, own, twin raster.Vector, differ float64) {
		deep += math.Abs(differ) * depthOf(seen)
		usual += math.Abs(differ) * (depthOf(own) + depthOf(twin)) / 2
	})
	var off, way float64
	each(func(seen, own, _ raster.Vector, differ float64) {
		off += differ * (redOf(seen)*usual/max(deep, 1e-6) - redOf(own))
		way += differ * differ
	})
	return off / max(way, 1e-9)
}

// redOf is how red the ink of a cell is, and depthOf how much of the light it swallows.
func redOf(cell raster.Vector) float64 { return float64(cell[0]+cell[1])/2 - float64(cell[2]) }

func depthOf(cell raster.Vector) float64 { return float64(max(cell[0], cell[1], cell[2])) }
