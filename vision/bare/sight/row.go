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

// First is the t of the first tile of a row.
func (c *Row) First() float64 { return c.Tiles[0].T }

// Last is the t of its last tile.
func (c *Row) Last() float64 { return c.Tiles[len(c.Tiles)-1].T }

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

// Loose is how far, in tiles, the middles of upright tiles lie apart that do not touch, besideLying
// how far at most those of an upright one and of one that lies sideways beside it.
const Loose, BesideLying = 1.08, 1.3

// Neighbours are the indexes of the tiles next to one, in a row of n.
func Neighbours(i, n int) (next []int) {
	for _, k := range []int{i - 1, i + 1} {
		if k >= 0 && k < n {
			next = append(next, k)
		}
	}
	return next
}
