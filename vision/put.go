package vision

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

// Where a tile that was found belongs: into the row in whose line it lies, in place of what is seen
// worse there.
const (
	// A turned tile may overlap upright ones by someOverlap of its face; more, and
	// only one of the two is there.
	someOverlap = 0.22
	// onLine is how far, in heights, the middle of a row on the line of another lies off it, farOnLine
	// that of a tile of it, which may lie sideways and be seen a little off its place, and of a row
	// that is seen well.
	onLine, farOnLine = 0.25, 0.35
	// farthest is how far, in tiles, a turned tile lies from the next of its row.
	farthest = 1.2 + slender/2 + apartInRow
)

// put adds a tile to a row if nothing that is seen better lies there, and takes out
// what is seen worse.
func put(rows []row, at int, t reading) bool {
	for _, c := range rows {
		if slices.ContainsFunc(c.tiles, func(o reading) bool { return o.sim >= t.sim && t.clash(&o) }) {
			return false
		}
	}
	for i := range rows {
		rows[i].tiles = only(rows[i].tiles, func(o reading) bool { return !t.clash(&o) })
	}
	c := &rows[at]
	k := slices.IndexFunc(c.tiles, func(o reading) bool { return !c.after(&t, &o) })
	if k < 0 {
		k = len(c.tiles)
	}
	c.tiles = slices.Insert(c.tiles, k, t)
	return true
}

// after reports whether a tile lies farther along a row than another: of rows that were joined
// each part counts t from elsewhere.
func (c *row) after(t, o *reading) bool {
	along, _ := o.sides()
	return c.place(t).Sub(c.place(o)).Dot(along) > 0
}

// putInLine puts a tile into the row in whose line it lies, and reports whether it lies in one
// and was added.
func putInLine(rows []row, t reading) (lies, added bool) {
	at, x := lineFor(rows, t.frame.At(t.t))
	if at < 0 {
		return false, false
	}
	t.frame, t.t = t.frame.Shifted(t.t-x, 1), x
	return true, put(rows, at, t)
}

// putApart puts a tile that lies in no row's line into one of its own, and reports whether it
// was added: another's it would cut in two.
func putApart(rows []row, t reading) (_ []row, added bool) {
	t.frame, t.t = t.frame.Shifted(t.t, 1), 0
	more := append(slices.Clone(rows), row{frame: t.stood(), gain: t.sim - minGain})
	if !put(more, len(rows), t) {
		return rows, false
	}
	return more, true
}

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

// lineFor gives the row in whose line a point lies, with the nearest neighbour there,
// and its t in that row; -1 if it lies in no line.
func lineFor(rows []row, q models.Point) (at int, x float64) {
	at = -1
	nearest := farthest
	for i, c := range rows {
		for _, o := range c.tiles {
			f := o.frame
			if o.turned {
				f = c.frame
			}
			t, v := f.Locate(q)
			if apart := math.Abs(o.t - t); math.Abs(v) <= farOnLine && apart < nearest {
				nearest, at, x = apart, i, t
			}
		}
	}
	return at, x
}

// gathered puts the tiles of a row that lie in the line of another, longer one into that:
// a turned tile left alone, or what was found between its tiles.
func gathered(rows []row) []row {
	for i := 0; i < len(rows); i++ {
		others := slices.Delete(slices.Clone(rows), i, i+1)
		into, moved := rows[i].lineIn(others)
		if into < 0 || len(others[into].tiles) < len(rows[i].tiles) {
			continue
		}
		whole := true
		for _, t := range moved {
			whole = put(others, into, t) && whole
		}
		if whole {
			rows = others
			i = -1 // rows that were passed may have become others' neighbours
		}
	}
	return rows
}

// lineIn gives the row in whose line all tiles of a row lie, and those tiles as tiles of
// that row; -1 if there is none.
func (c *row) lineIn(rows []row) (into int, tiles []reading) {
	into = -1
	for i, t := range c.tiles {
		at, x := lineFor(rows, c.place(&c.tiles[i]))
		if at < 0 || into >= 0 && at != into {
			return -1, nil
		}
		into = at
		t.frame, t.t = t.frame.Shifted(t.t-x, 1), x
		tiles = append(tiles, t)
	}
	return into, tiles
}
