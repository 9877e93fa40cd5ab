package vision

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

// covered reports whether a point lies on a tile of the rows.
func covered(rows []row, q models.Point) bool {
	return slices.ContainsFunc(rows, func(c row) bool {
		return slices.ContainsFunc(c.tiles, func(t reading) bool { return raster.Inside(t.quad, q) })
	})
}

// good are the rows whose tiles are seen so well that nothing else can lie there.
func good(rows []row) (out []row) {
	for _, c := range rows {
		if c.weight() > goodTile*float64(len(c.tiles)) {
			out = append(out, c)
		}
	}
	return out
}

// place is where a tile of the row lies: as it was read, or where the row has it.
func (c *row) place(t *reading) models.Point {
	if t.ranks == nil {
		return c.frame.At(t.t)
	}
	return t.frame.At(t.t)
}

// middle is where the middle of the row's tiles lies.
func (c *row) middle() models.Point {
	var sum models.Point
	for i := range c.tiles {
		sum = sum.Add(c.place(&c.tiles[i]))
	}
	return sum.Times(1 / float64(max(len(c.tiles), 1)))
}

// taken reports whether most tiles of a row lie on tiles of the rows before.
func taken(rows []row, c row) bool {
	hit := 0
	for i := range c.tiles {
		if covered(rows, c.place(&c.tiles[i])) {
			hit++
		}
	}
	return 3*hit >= len(c.tiles)
}

func reversed(tiles []reading) []reading {
	out := slices.Clone(tiles)
	slices.Reverse(out)
	return out
}

// touching is how far apart, in tiles, the middles of tiles that touch may be.
const touching = 1.4

// mostRise is how far, in heights of a tile, neighbours in a row stand off one line.
const mostRise = 0.45

// steps is how many tiles lie between the middles of tile i and the one before it.
func (c *row) steps(i int) float64 {
	a, b := &c.tiles[i-1], &c.tiles[i]
	left, _ := a.sides()
	right, _ := b.sides()
	wide := (left.Length() + right.Length()) / 2
	return c.place(b).Sub(c.place(a)).Length() / max(wide, 1)
}

// part is the row of some of its tiles.
func (c *row) part(from, to int) row {
	return row{frame: c.frame, tiles: c.tiles[from:to], gain: c.gain}
}

// weight is how much of a hand a row can be: many tiles, seen well.
func (c *row) weight() float64 {
	sum := 0.0
	for _, t := range c.tiles {
		sum += t.sim - surelyTile
	}
	return sum
}

// clarity says which of two rows is one: a few tiles that are seen well rather than more of
// which each shows a part of one, as print that repeats itself does.
func (c *row) clarity() float64 {
	sum := 0.0
	for _, t := range c.tiles {
		above := max(t.sim-surelyTile, 0)
		sum += above * above
	}
	return sum
}

// size is the side of a square as large as a face in the middle of the row.
func (c *row) size() float64 {
	m := c.tiles[len(c.tiles)/2].t
	return math.Sqrt(math.Abs(c.frame.Along(m).Cross(c.frame.DownAt(m))))
}

// apart says how far a point lies from a row: across it in heights of its tiles,
// and along it in tiles beyond its end.
func (c *row) apart(p models.Point) (across, beyond float64) {
	t := c.nearest(p)
	off := p.Sub(c.frame.At(t))
	a, d := c.frame.Along(t), c.frame.DownAt(t)
	across = math.Abs(a.Unit().Cross(off)) / max(math.Abs(a.Unit().Cross(d)), 1)
	return across, math.Abs(a.Unit().Dot(off)) / max(a.Length(), 1)
}

// direction is the way from the first tile that is surely one to the last: at its ends a row may have
// bent to what is none of it.
func (c *row) direction() models.Point {
	tiles := only(c.tiles, func(t reading) bool { return t.sim >= turnedSim })
	if len(tiles) < 2 {
		tiles = c.tiles
	}
	if n := len(tiles); n > 1 {
		return c.place(&tiles[n-1]).Sub(c.place(&tiles[0]))
	}
	return c.frame.Along(c.first())
}

func (c *row) first() float64 { return c.tiles[0].t }

func (c *row) last() float64 { return c.tiles[len(c.tiles)-1].t }

// reach is from where to where the tiles of a row lie, in whatever order they are.
func (c *row) reach() (from, to float64) {
	from, to = c.first(), c.first()
	for _, t := range c.tiles {
		from, to = min(from, t.t), max(to, t.t)
	}
	return from, to
}

// longestRow is how many tiles a row is long at most: what a bent line puts farther away is
// no part of it.
const longestRow = 40

// nearest gives the t whose point on the row's line is nearest to p, from the first
// tile to the last: beyond them the curve of the row says nothing.
func (c *row) nearest(p models.Point) float64 {
	t := (c.first() + c.last()) / 2
	for range 8 {
		a := c.frame.Along(t)
		t += p.Sub(c.frame.At(t)).Dot(a) / max(a.Dot(a), 1e-6)
		t = min(max(t, c.first()), c.last())
	}
	return t
}

// pitchOf is how far, in pixels, the middles of upright tiles lie apart that touch: the
// t of a row bends with what was found in it.
func pitchOf(tiles []reading) float64 { return touchingStep(tiles, (*reading).apart) }

// touchingStep is the step from one upright tile to the next that touches it, in any
// measure.
func touchingStep(tiles []reading, step func(a, b *reading) float64) float64 {
	var steps []float64
	for i := 1; i < len(tiles); i++ {
		if a, b := &tiles[i-1], &tiles[i]; !a.turned && !b.turned && min(a.sim, b.sim) >= turnedSim {
			steps = append(steps, step(a, b))
		}
	}
	if len(steps) == 0 {
		next := tiles[0]
		next.t++
		return step(&tiles[0], &next)
	}
	slices.Sort(steps)
	return steps[len(steps)/4]
}

// exceptTile are rows without one of their tiles.
func exceptTile(rows []row, at, i int) []row {
	rows = slices.Clone(rows)
	rows[at].tiles = slices.Delete(slices.Clone(rows[at].tiles), i, i+1)
	return rows
}

// only are those of a list for which something holds.
func only[T any](list []T, holds func(T) bool) (out []T) {
	for _, t := range list {
		if holds(t) {
			out = append(out, t)
		}
	}
	return out
}

// withTiles are the rows that have any.
func withTiles(rows []row) []row {
	return only(rows, func(c row) bool { return len(c.tiles) > 0 })
}

// row is a row of tiles that was found.
type row struct {
	frame raster.Frame
	tiles []reading
	gain  float64
	// searched tells that its surroundings were.
	searched bool
}

// regrid counts t anew so that neighbouring tiles are one apart: where the search
// found them a little closer or wider, the frame bends to fit.
func regrid(c *row) {
	ts := make([]float64, len(c.tiles))
	pts := make([]models.Point, len(c.tiles))
	for i, t := range c.tiles {
		pts[i] = c.frame.At(t.t)
		if i > 0 {
			d := t.t - c.tiles[i-1].t
			if d < 1.3 {
				d = 1
			}
			ts[i] = ts[i-1] + d
		}
	}
	middle := (c.first() + c.last()) / 2
	down := c.frame.DownAt(middle)
	slope := c.frame.Down[1]
	m := ts[len(ts)-1] / 2
	switch {
	case len(pts) >= 5:
		c.frame.Centre = raster.FitParabola(ts, pts)
	case len(pts) >= 2:
		c.frame.Centre = raster.FitLineAt(ts, pts)
	default:
		c.frame = c.frame.Shifted(c.tiles[0].t, 1)
	}
	if len(pts) >= 2 {
		c.frame.Down = [2]models.Point{down.Sub(slope.Times(m)), slope}
	}
	for i := range c.tiles {
		c.tiles[i].t = ts[i]
	}
}

// refit gives a row the frame that its tiles show, each of which was read in its own.
func refit(c *row) {
	ts, pts := make([]float64, len(c.tiles)), make([]models.Point, len(c.tiles))
	downs := make([]models.Point, len(c.tiles))
	for i := range c.tiles {
		t := &c.tiles[i]
		pts[i], downs[i] = c.place(t), t.frame.DownAt(t.t)
		if i > 0 {
			d := c.steps(i)
			if d < touching {
				d = 1
			}
			ts[i] = ts[i-1] + d
		}
	}
	for i := range c.tiles {
		t := &c.tiles[i]
		t.frame, t.t = t.frame.Shifted(t.t-ts[i], 1), ts[i]
	}
	if len(pts) < 3 {
		c.frame = c.tiles[0].frame
		return
	}
	if c.frame.Centre = raster.FitLineAt(ts, pts); len(pts) >= 5 {
		c.frame.Centre = raster.FitParabola(ts, pts)
	}
	down := raster.FitLineAt(ts, downs)
	c.frame.Down = [2]models.Point{down[0], down[1]}
}

// uprights are the upright tiles of a hand.
func uprights(rows []row) (upright []reading) {
	for _, c := range rows {
		upright = append(upright, only(c.tiles, func(t reading) bool { return !t.turned })...)
	}
	return upright
}

// usualShape is the median shape of the upright tiles of a hand, not of a row: a short one may show
// parts of tiles only.
func usualShape(rows []row) float64 {
	return median(uprights(rows), func(t reading) float64 { return t.shape() })
}

// loose is how far, in tiles, the middles of upright tiles lie apart that do not touch, besideLying
// how far at most those of an upright one and of one that lies sideways beside it.
const loose, besideLying = 1.08, 1.3

// touches reports whether a tile stands less than so far, pixels, from a neighbour.
func (c *row) touches(k int, apart float64) bool {
	return slices.ContainsFunc(neighbours(k, len(c.tiles)), func(o int) bool {
		return c.tiles[k].apart(&c.tiles[o]) < apart
	})
}

// besideOwn reports whether a tile next to one shows the same and stands as far from it as one that
// lies sideways: less than so far, and farther than that stands from its other neighbour.
func (c *row) besideOwn(k int, most float64) bool {
	step := func(a, b int) float64 { return c.tiles[a].apart(&c.tiles[b]) }
	return slices.ContainsFunc(neighbours(k, len(c.tiles)), func(o int) bool {
		next := 2*o - k
		usual := next >= 0 && next < len(c.tiles) && step(o, next) < most && step(k, o) < loose*step(o, next)
		return c.tiles[o].tile == c.tiles[k].tile && step(k, o) < most && !usual
	})
}

// neighbours are the indexes of the tiles next to one, in a row of n.
func neighbours(i, n int) (next []int) {
	for _, k := range []int{i - 1, i + 1} {
		if k >= 0 && k < n {
			next = append(next, k)
		}
	}
	return next
}

// sureTiles are the tiles of rows that certainly are some.
func sureTiles(rows []row) []row {
	out := make([]row, len(rows))
	for i, c := range rows {
		out[i] = c
		out[i].tiles = only(c.tiles, func(t reading) bool { return t.sim >= turnedSim })
	}
	return out
}

// goodTile is weight of each tile of a row that is surely right.
const goodTile = 0.2

// handTiles is tiles of a hand without kongs.
const handTiles = 14
