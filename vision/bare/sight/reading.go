package sight

import (
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/outline"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// mayKong reports whether a tile may be an open one of a concealed kong.
func (t *Reading) mayKong() bool { return !t.Turned && t.Sim >= Levels.TurnedSim && t.Tile.IsKind() }

func (t *Reading) continuesRun(before *Reading) bool {
	return t.mayKong() && before.mayKong() && t.Tile.Kind() == before.Tile.Kind() &&
		before.Apart(t) < outline.Kongs.NextTo*max(t.Frame.Along(t.T).Length(), before.Frame.Along(before.T).Length())
}

// Clear reports whether a tile needs no second look.
func (t *Reading) Clear() bool { return t.Plain(Levels.ClearMargin) }

// Slender is height to width of a tile.
const Slender = float64(raster.CellH) / raster.CellW

// Apart is how far, in pixels, the middles of two tiles lie from each other.
func (t *Reading) Apart(o *Reading) float64 { return o.Frame.At(o.T).Sub(t.Frame.At(t.T)).Length() }

// A turned tile may overlap upright ones by SomeOverlap of its face; more, and
// only one of the two is there.
const SomeOverlap = 0.22

// Clashes reports whether two tiles lie so much upon each other that only one is there.
func (t *Reading) Clashes(o *Reading) bool {
	share := SomeOverlap
	if min(t.Sim, o.Sim) < Levels.TurnedSim {
		share /= 2
	}
	return max(raster.Overlap(t.Quad, o.Quad), raster.Overlap(o.Quad, t.Quad)) > share
}

// Reading is one tile of a row.
type Reading struct {
	T     float64
	Frame raster.Frame // the row's, or the tile's own where it stands crooked in the row
	Found bool         // to a cell, so that no wide search is needed
	// Distorts is how far its sides may lean or stretch otherwise than its frame has it, in
	// tiles; 0 for rowDistorts.
	Distorts float64
	Least    float64 // similarity below which its shape is not searched
	Tile     models.Tile
	Flipped  bool
	Blank    bool // its face bears hardly any print
	Turned   bool // lies sideways in its row, its frame a quarter clockwise from the row's
	twin     bool // a five that may be red or black
	Misfit   bool // stands otherwise than a tile of its face and hand would
	Quad     [4]models.Point
	Sim      float64      // similarity of the best face
	Ranks    []faces.Rank // the best similarity of every tile, best first
	ink      float64      // mean ink of the window, 0 to 1
	Edges    [2]float64   // strength of the edges to the left and right neighbour
	Light    float64      // brightness of the tile under the print, 0 to 255
}

// Shape is the height of a tile as it is seen, in its widths.
func (t *Reading) Shape() float64 {
	return t.Frame.DownAt(t.T).Length() / t.Frame.Along(t.T).Length()
}

// Plain reports whether the best face of a tile is clear and leads by so much.
func (t *Reading) Plain(lead float64) bool {
	return len(t.Ranks) < 2 || t.Sim >= Levels.ClearSim && t.Sim-t.Ranks[1].Sim >= lead
}

// reach is how many cells a tile is searched for, each way.
func (t *Reading) reach() int {
	if t.Found {
		return 1
	}
	return faces.FineReach
}

// Decide takes the best face.
func (t *Reading) Decide() {
	best := t.Ranks[0]
	t.Tile, t.Flipped, t.Blank, t.Sim = best.Tile, best.Flipped, best.Blank, best.Sim
}

// Wide is the width of a tile along its row, in upright tiles.
func (t *Reading) Wide() float64 {
	if t.Turned {
		return Slender
	}
	return 1
}

// Sides are the directions of an upright tile where the tile lies: along its row and
// down, as long as the tile is wide and high.
func (t *Reading) Sides() (along, down models.Point) {
	along, down = t.Frame.Along(t.T), t.Frame.DownAt(t.T)
	if t.Turned {
		return down.Times(-1 / Slender), along.Times(Slender)
	}
	return along, down
}

// LessRoom is by how much, in widths, a tile that lies sideways may have less room than it takes
// up. A circle looks the same either way: only its room tells, so that it must have nearly all.
func LessRoom(tile models.Tile) float64 {
	if tile == faces.Circle {
		return (Slender - 1) / 4 // half of how much more a sideways tile has beside an upright one
	}
	return plane.Squeeze
}
