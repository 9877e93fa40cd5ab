package vision

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// asUnread is a tile of which no face is known.
func (t reading) asUnread() reading {
	t.tile, t.ranks = models.Unknown, []faces.Rank{{Tile: models.Unknown}}
	return t
}

// mayKong reports whether a tile may be an open one of a concealed kong.
func (t *reading) mayKong() bool { return !t.turned && t.sim >= turnedSim && t.tile.IsKind() }

func (t *reading) continuesRun(before *reading) bool {
	return t.mayKong() && before.mayKong() && t.tile.Kind() == before.tile.Kind() &&
		before.apart(t) < nextTo*max(t.frame.Along(t.t).Length(), before.frame.Along(before.t).Length())
}

// clear reports whether a tile needs no second look.
func (t *reading) clear() bool { return t.plain(clearMargin) }

// rise is how far, in heights of an upright tile, what lies off from a tile stands off the line that the
// tile stands on.
func (t *reading) rise(off models.Point) float64 {
	along, down := t.sides()
	return along.Unit().Cross(off) / max(math.Abs(along.Unit().Cross(down)), 1)
}

// nearestTile is the clear tile of any row that lies nearest to a point; nil where none is clear.
func nearestTile(rows []row, to models.Point) (nearest *reading) {
	point := reading{frame: raster.Frame{Centre: [3]models.Point{to}}}
	for _, c := range rows {
		if t := nearestClear(c.tiles, &point); t != nil && (nearest == nil || t.apart(&point) < nearest.apart(&point)) {
			nearest = t
		}
	}
	return nearest
}

// slender is height to width of a tile.
const slender = float64(raster.CellH) / raster.CellW

// apart is how far, in pixels, the middles of two tiles lie from each other.
func (t *reading) apart(o *reading) float64 { return o.frame.At(o.t).Sub(t.frame.At(t.t)).Length() }

// inHeights is how far the middles of two tiles lie from each other, in heights of theirs.
func inHeights(t, o *reading) float64 {
	return 2 * t.apart(o) / (t.frame.DownAt(t.t).Length() + o.frame.DownAt(o.t).Length())
}

// inLine reports whether a tile lies on the line of another. The middle of what was read by a
// part lies farther off it than that of a tile.
func (t *reading) inLine(o *reading) bool {
	_, v := t.frame.Locate(o.frame.At(o.t))
	return math.Abs(v) < mostRise
}

// nearestClear is the clear tile of a row that lies nearest to another; nil if none does.
func nearestClear(tiles []reading, t *reading) *reading {
	if len(tiles) == 0 {
		return nil
	}
	from := slices.MinFunc(tiles, func(a, b reading) int { return cmp.Compare(farFrom(&a, t), farFrom(&b, t)) })
	if math.IsInf(farFrom(&from, t), 1) {
		return nil
	}
	return &from
}

// farFrom is how far a tile lies from another that is to be read like it; infinitely
// far if it is not clear or that tile itself.
func farFrom(a, t *reading) float64 {
	if a.turned || a.sim < clearSim || a.quad == t.quad {
		return math.Inf(1)
	}
	return a.apart(t)
}

// A turned tile may overlap upright ones by someOverlap of its face; more, and
// only one of the two is there.
const someOverlap = 0.22

// stood is the plane of a tile as if it stood upright where it lies.
func (t *reading) stood() raster.Frame {
	if !t.turned {
		return t.frame.Shifted(t.t, 1)
	}
	along, down := t.sides()
	return raster.Frame{Centre: [3]models.Point{t.frame.At(t.t), along}, Down: [2]models.Point{down}}
}

// clash reports whether two tiles lie so much upon each other that only one is there.
func (t *reading) clash(o *reading) bool {
	share := someOverlap
	if min(t.sim, o.sim) < turnedSim {
		share /= 2
	}
	return max(raster.Overlap(t.quad, o.quad), raster.Overlap(o.quad, t.quad)) > share
}

// clashesAny reports whether a tile lies upon one of rows.
func (t *reading) clashesAny(rows []row) bool {
	return slices.ContainsFunc(rows, func(c row) bool {
		return slices.ContainsFunc(c.tiles, func(o reading) bool { return t.clash(&o) })
	})
}

// reading is one tile of a row.
type reading struct {
	t     float64
	frame raster.Frame // the row's, or the tile's own where it stands crooked in the row
	found bool         // to a cell, so that no wide search is needed
	// distorts is how far its sides may lean or stretch otherwise than its frame has it, in
	// tiles; 0 for rowDistorts.
	distorts float64
	least    float64 // similarity below which its shape is not searched
	tile     models.Tile
	flipped  bool
	blank    bool    // its face bears hardly any print
	turned   bool    // lies sideways in its row, its frame a quarter clockwise from the row's
	raised   bool    // may lie upon another tile
	twin     bool    // a five that may be red or black
	open     float64 // probability that it does not lie so, by what else may lie there
	misfit   bool    // stands otherwise than a tile of its face and hand would
	quad     [4]models.Point
	sim      float64      // similarity of the best face
	ranks    []faces.Rank // the best similarity of every tile, best first
	ink      float64      // mean ink of the window, 0 to 1
	edges    [2]float64   // strength of the edges to the left and right neighbour
	light    float64      // brightness of the tile under the print, 0 to 255
}

// shape is the height of a tile as it is seen, in its widths.
func (t *reading) shape() float64 {
	return t.frame.DownAt(t.t).Length() / t.frame.Along(t.t).Length()
}

// otherShape is the ratio of two shapes that are hardly those of tiles of one row, partShape of
// which one is a part: two thirds, most likely. otherLean is by how much more, in widths, such a
// tile leans: half of a 4s is like a 2s that is seen aslant.
const otherShape, partShape, otherLean = 1.25, 1.4, 0.3

// likeShape reports whether two shapes are to each other as one to less than a ratio.
func likeShape(a, b, ratio float64) bool { return a < ratio*b && b < ratio*a }

// leans is how far the bottom of a tile is seen to the right of its top, in its widths.
func (t *reading) leans() float64 {
	along := t.frame.Along(t.t)
	return t.frame.DownAt(t.t).Dot(along) / along.Dot(along)
}

// plain reports whether the best face of a tile is clear and leads by so much.
func (t *reading) plain(lead float64) bool {
	return len(t.ranks) < 2 || t.sim >= clearSim && t.sim-t.ranks[1].Sim >= lead
}

// reach is how many cells a tile is searched for, each way.
func (t *reading) reach() int {
	if t.found {
		return 1
	}
	return faces.FineReach
}

// decide takes the best face.
func (t *reading) decide() {
	best := t.ranks[0]
	t.tile, t.flipped, t.blank, t.sim = best.Tile, best.Flipped, best.Blank, best.Sim
}

// circle is the face that looks the same upright and sideways.
var circle = models.NewTile(models.Dots, 1)

// wide is the width of a tile along its row, in upright tiles.
func (t *reading) wide() float64 {
	if t.turned {
		return slender
	}
	return 1
}

// sides are the directions of an upright tile where the tile lies: along its row and
// down, as long as the tile is wide and high.
func (t *reading) sides() (along, down models.Point) {
	along, down = t.frame.Along(t.t), t.frame.DownAt(t.t)
	if t.turned {
		return down.Times(-1 / slender), along.Times(slender)
	}
	return along, down
}

// eitherWayUp reports whether a face looks the same upright and sideways, so that only its
// outline tells.
func (t *reading) eitherWayUp() bool { return t.tile == circle || t.blank }

// overlaid is how much of the face of a tile those of rows lie upon.
func (t *reading) overlaid(rows []row) (share float64) {
	for _, c := range rows {
		for _, o := range c.tiles {
			share += raster.Overlap(t.quad, o.quad)
		}
	}
	return share
}

// lessRoom is by how much, in widths, a tile that lies sideways may have less room than it takes
// up. A circle looks the same either way: only its room tells, so that it must have nearly all.
func lessRoom(tile models.Tile) float64 {
	if tile == circle {
		return (slender - 1) / 4 // half of how much more a sideways tile has beside an upright one
	}
	return plane.Squeeze
}
