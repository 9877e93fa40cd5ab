package sight

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

// Covered reports whether a point lies on a tile of the rows.
func Covered(rows []Row, q models.Point) bool {
	return slices.ContainsFunc(rows, func(c Row) bool {
		return slices.ContainsFunc(c.Tiles, func(t Reading) bool { return raster.Inside(t.Quad, q) })
	})
}

// Place is where a tile of the row lies: as it was read, or where the row has it.
func (c *Row) Place(t *Reading) models.Point {
	if t.Ranks == nil {
		return c.Frame.At(t.T)
	}
	return t.Frame.At(t.T)
}

// Middle is where the middle of the row's tiles lies.
func (c *Row) Middle() models.Point {
	var sum models.Point
	for i := range c.Tiles {
		sum = sum.Add(c.Place(&c.Tiles[i]))
	}
	return sum.Times(1 / float64(max(len(c.Tiles), 1)))
}

// MostRise is how far, in heights of a tile, neighbours in a row stand off one line.
const MostRise = 0.45

// Steps is how many tiles lie between the middles of tile i and the one before it.
func (c *Row) Steps(i int) float64 {
	a, b := &c.Tiles[i-1], &c.Tiles[i]
	left, _ := a.Sides()
	right, _ := b.Sides()
	wide := (left.Length() + right.Length()) / 2
	return c.Place(b).Sub(c.Place(a)).Length() / max(wide, 1)
}

// Part is the row of some of its tiles.
func (c *Row) Part(from, to int) Row {
	return Row{Frame: c.Frame, Tiles: c.Tiles[from:to], Gain: c.Gain}
}

// Weight is how much of a hand a row can be: many tiles, seen well.
func (c *Row) Weight() float64 {
	sum := 0.0
	for _, t := range c.Tiles {
		sum += t.Sim - Levels.SurelyTile
	}
	return sum
}

// Clarity says which of two rows is one: a few tiles that are seen well rather than more of
// which each shows a part of one, as print that repeats itself does.
func (c *Row) Clarity() float64 {
	sum := 0.0
	for _, t := range c.Tiles {
		above := max(t.Sim-Levels.SurelyTile, 0)
		sum += above * above
	}
	return sum
}

// Size is the side of a square as large as a face in the middle of the row.
func (c *Row) Size() float64 {
	m := c.Tiles[len(c.Tiles)/2].T
	return math.Sqrt(math.Abs(c.Frame.Along(m).Cross(c.Frame.DownAt(m))))
}

// Apart says how far a point lies from a row: across it in heights of its tiles,
// and along it in tiles beyond its end.
func (c *Row) Apart(p models.Point) (across, beyond float64) {
	t := c.Nearest(p)
	off := p.Sub(c.Frame.At(t))
	a, d := c.Frame.Along(t), c.Frame.DownAt(t)
	across = math.Abs(a.Unit().Cross(off)) / max(math.Abs(a.Unit().Cross(d)), 1)
	return across, math.Abs(a.Unit().Dot(off)) / max(a.Length(), 1)
}

// Direction is the way from the first tile that is surely one to the last: at its ends a row may have
// bent to what is none of it.
func (c *Row) Direction() models.Point {
	tiles := Only(c.Tiles, func(t Reading) bool { return t.Sim >= Levels.TurnedSim })
	if len(tiles) < 2 {
		tiles = c.Tiles
	}
	if n := len(tiles); n > 1 {
		return c.Place(&tiles[n-1]).Sub(c.Place(&tiles[0]))
	}
	return c.Frame.Along(c.First())
}

// First is the t of the first tile of a row.
func (c *Row) First() float64 { return c.Tiles[0].T }

// Last is the t of its last tile.
func (c *Row) Last() float64 { return c.Tiles[len(c.Tiles)-1].T }

// Reach is from where to where the tiles of a row lie, in whatever order they are.
func (c *Row) Reach() (from, to float64) {
	from, to = c.First(), c.First()
	for _, t := range c.Tiles {
		from, to = min(from, t.T), max(to, t.T)
	}
	return from, to
}

// LongestRow is how many tiles a row is long at most: what a bent line puts farther away is
// no part of it.
const LongestRow = 40

// Nearest gives the t whose point on the row's line is nearest to p, from the first
// tile to the last: beyond them the curve of the row says nothing.
func (c *Row) Nearest(p models.Point) float64 {
	t := (c.First() + c.Last()) / 2
	for range 8 {
		a := c.Frame.Along(t)
		t += p.Sub(c.Frame.At(t)).Dot(a) / max(a.Dot(a), 1e-6)
		t = min(max(t, c.First()), c.Last())
	}
	return t
}

// Only are those of a list for which something holds.
func Only[T any](list []T, holds func(T) bool) (out []T) {
	for _, t := range list {
		if holds(t) {
			out = append(out, t)
		}
	}
	return out
}

// WithTiles are the rows that have any.
func WithTiles(rows []Row) []Row {
	return Only(rows, func(c Row) bool { return len(c.Tiles) > 0 })
}

// Row is a row of tiles that was found.
type Row struct {
	Frame raster.Frame
	Tiles []Reading
	Gain  float64
	// Searched tells that its surroundings were.
	Searched bool
}

// Regrid counts t anew so that neighbouring tiles are one apart: where the search
// found them a little closer or wider, the frame bends to fit.
func Regrid(c *Row) {
	ts := make([]float64, len(c.Tiles))
	pts := make([]models.Point, len(c.Tiles))
	for i, t := range c.Tiles {
		pts[i] = c.Frame.At(t.T)
		if i > 0 {
			d := t.T - c.Tiles[i-1].T
			if d < 1.3 {
				d = 1
			}
			ts[i] = ts[i-1] + d
		}
	}
	middle := (c.First() + c.Last()) / 2
	down := c.Frame.DownAt(middle)
	slope := c.Frame.Down[1]
	m := ts[len(ts)-1] / 2
	if len(pts) < 2 {
		c.Frame = c.Frame.Shifted(c.Tiles[0].T, 1)
	} else {
		c.Frame.Centre = raster.FitCurve(ts, pts)
		c.Frame.Down = [2]models.Point{down.Sub(slope.Times(m)), slope}
	}
	for i := range c.Tiles {
		c.Tiles[i].T = ts[i]
	}
}

// Uprights are the upright tiles of a hand.
func Uprights(rows []Row) (upright []Reading) {
	for _, c := range rows {
		upright = append(upright, Only(c.Tiles, func(t Reading) bool { return !t.Turned })...)
	}
	return upright
}

// UsualShape is the median shape of the upright tiles of a hand, not of a row: a short one may show
// parts of tiles only.
func UsualShape(rows []Row) float64 {
	return median(Uprights(rows), func(t Reading) float64 { return t.Shape() })
}

// Loose is how far, in tiles, the middles of upright tiles lie apart that do not touch, besideLying
// how far at most those of an upright one and of one that lies sideways beside it.
const Loose, BesideLying = 1.08, 1.3

// Touches reports whether a tile stands less than so far, pixels, from a neighbour.
func (c *Row) Touches(k int, apart float64) bool {
	return slices.ContainsFunc(Neighbours(k, len(c.Tiles)), func(o int) bool {
		return c.Tiles[k].Apart(&c.Tiles[o]) < apart
	})
}

// BesideOwn reports whether a tile next to one shows the same and stands as far from it as one that
// lies sideways: less than so far, and farther than that stands from its other neighbour.
func (c *Row) BesideOwn(k int, most float64) bool {
	step := func(a, b int) float64 { return c.Tiles[a].Apart(&c.Tiles[b]) }
	return slices.ContainsFunc(Neighbours(k, len(c.Tiles)), func(o int) bool {
		next := 2*o - k
		usual := next >= 0 && next < len(c.Tiles) && step(o, next) < most && step(k, o) < Loose*step(o, next)
		return c.Tiles[o].Tile == c.Tiles[k].Tile && step(k, o) < most && !usual
	})
}

// Neighbours are the indexes of the tiles next to one, in a row of n.
func Neighbours(i, n int) (next []int) {
	for _, k := range []int{i - 1, i + 1} {
		if k >= 0 && k < n {
			next = append(next, k)
		}
	}
	return next
}
