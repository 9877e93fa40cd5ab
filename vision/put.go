package vision

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

// Where a tile that was found belongs: into the row in whose line it lies, in place of what is seen
// worse there.

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

// apartInRow is the space, in tiles, that makes two rows of what lies on one line.
const apartInRow = 1.0

// parts splits rows where their tiles lie far apart: flowers often lie on the line
// of the hand.
func parts(rows []row) (out []row) {
	for _, c := range rows {
		from := 0
		for i := 1; i < len(c.tiles); i++ {
			if c.steps(i) > (c.tiles[i-1].wide()+c.tiles[i].wide())/2+apartInRow {
				out = append(out, c.part(from, i))
				from = i
			}
		}
		out = append(out, c.part(from, len(c.tiles)))
	}
	return out
}

// inOrder gives rows as a person lists them: pieces of one line as one, what lies far apart
// on a line as several, top to bottom.
func inOrder(rows []row) []row {
	rows = parts(joined(rows))
	topToBottom(rows)
	return rows
}

// joined makes one row of rows that lie on one line with less than a tile between.
func joined(rows []row) []row {
	rows = slices.Clone(rows)
	for i := 0; i < len(rows); i++ {
		k := slices.IndexFunc(rows, func(b row) bool { return continues(&rows[i], &b) })
		if k < 0 {
			continue
		}
		rows[i].tiles = slices.Concat(rows[i].tiles, rows[k].tiles)
		rows = slices.Delete(rows, k, k+1)
		i = -1 // what was joined may go on elsewhere
	}
	return rows
}

// continues reports whether row b goes on where row a ends.
func continues(a, b *row) bool {
	end := &a.tiles[len(a.tiles)-1]
	along, _ := end.sides()
	off := b.place(&b.tiles[0]).Sub(a.place(end))
	steps := off.Dot(along) / max(along.Dot(along), 1)
	return steps > .5 && steps < 1+apartInRow && math.Abs(end.rise(off)) < mostRise
}

// oneLine is by how much, in heights of a tile, the middles of rows on one line differ.
const oneLine = 0.1

// topToBottom sorts rows as a person lists them: top to bottom, and left to right
// what lies on one line.
func topToBottom(rows []row) {
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.middle().Y, b.middle().Y) })
	for i := 1; i < len(rows); i++ {
		a, b := rows[i-1].middle(), rows[i].middle()
		if b.Y-a.Y < oneLine*rows[i].size() && b.X < a.X {
			rows[i-1], rows[i] = rows[i], rows[i-1]
		}
	}
}

// withoutDoubles keeps of tiles of any rows that lie upon each other the better one.
func withoutDoubles(rows []row) (out []row) {
	for _, c := range rows {
		kept := c
		kept.tiles = nil
		for _, t := range c.tiles {
			if !t.beaten(rows) {
				kept.tiles = append(kept.tiles, t)
			}
		}
		if len(kept.tiles) > 0 {
			out = append(out, kept)
		}
	}
	return out
}

// beaten reports whether tiles that are seen better lie where this one does, one of
// them or, for a tile that looks like no face, several together.
func (t *reading) beaten(rows []row) bool {
	taken := 0.0
	for _, c := range rows {
		for _, o := range c.tiles {
			if o.sim <= t.sim {
				continue
			}
			if o.clash(t) {
				return true
			}
			taken += raster.Overlap(t.quad, o.quad)
		}
	}
	return t.sim < turnedSim && taken > someOverlap/2
}

// onLine is how far, in heights, the middle of a row on the line of another lies off it, farOnLine
// that of a tile of it, which may lie sideways and be seen a little off its place, and of a row
// that is seen well.
const onLine, farOnLine = 0.25, 0.35

// farthest is how far, in tiles, a turned tile lies from the next of its row.
const farthest = 1.2 + slender/2 + apartInRow

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
