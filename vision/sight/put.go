package sight

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

// Where a tile that was found belongs: into the row in whose line it lies, in place of what is seen
// worse there.

// PutApart puts a tile that lies in no row's line into one of its own, and reports whether it
// was added: another's it would cut in two.
func PutApart(rows []Row, t Reading) (_ []Row, added bool) {
	t.Frame, t.T = t.Frame.Shifted(t.T, 1), 0
	more := append(slices.Clone(rows), Row{Frame: t.Stood(), Gain: t.Sim - MinGain})
	if !Put(more, len(rows), t) {
		return rows, false
	}
	return more, true
}

// apartInRow is the space, in tiles, that makes two rows of what lies on one line.
const apartInRow = 1.0

// parts splits rows where their tiles lie far apart: flowers often lie on the line
// of the hand.
func parts(rows []Row) (out []Row) {
	for _, c := range rows {
		from := 0
		for i := 1; i < len(c.Tiles); i++ {
			if c.Steps(i) > (c.Tiles[i-1].Wide()+c.Tiles[i].Wide())/2+apartInRow {
				out = append(out, c.Part(from, i))
				from = i
			}
		}
		out = append(out, c.Part(from, len(c.Tiles)))
	}
	return out
}

// InOrder gives rows as a person lists them: pieces of one line as one, what lies far apart
// on a line as several, top to bottom.
func InOrder(rows []Row) []Row {
	rows = parts(Joined(rows))
	topToBottom(rows)
	return rows
}

// Joined makes one row of rows that lie on one line with less than a tile between.
func Joined(rows []Row) []Row {
	rows = slices.Clone(rows)
	for i := 0; i < len(rows); i++ {
		k := slices.IndexFunc(rows, func(b Row) bool { return continues(&rows[i], &b) })
		if k < 0 {
			continue
		}
		rows[i].Tiles = slices.Concat(rows[i].Tiles, rows[k].Tiles)
		rows = slices.Delete(rows, k, k+1)
		i = -1 // what was joined may go on elsewhere
	}
	return rows
}

// continues reports whether row b goes on where row a ends.
func continues(a, b *Row) bool {
	end := &a.Tiles[len(a.Tiles)-1]
	along, _ := end.Sides()
	off := b.Place(&b.Tiles[0]).Sub(a.Place(end))
	steps := off.Dot(along) / max(along.Dot(along), 1)
	return steps > .5 && steps < 1+apartInRow && math.Abs(end.Rise(off)) < MostRise
}

// oneLine is by how much, in heights of a tile, the middles of rows on one line differ.
const oneLine = 0.1

// topToBottom sorts rows as a person lists them: top to bottom, and left to right
// what lies on one line.
func topToBottom(rows []Row) {
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(a.Middle().Y, b.Middle().Y) })
	for i := 1; i < len(rows); i++ {
		a, b := rows[i-1].Middle(), rows[i].Middle()
		if b.Y-a.Y < oneLine*rows[i].Size() && b.X < a.X {
			rows[i-1], rows[i] = rows[i], rows[i-1]
		}
	}
}

// WithoutDoubles keeps of tiles of any rows that lie upon each other the better one.
func WithoutDoubles(rows []Row) (out []Row) {
	for _, c := range rows {
		kept := c
		kept.Tiles = nil
		for _, t := range c.Tiles {
			if !t.beaten(rows) {
				kept.Tiles = append(kept.Tiles, t)
			}
		}
		if len(kept.Tiles) > 0 {
			out = append(out, kept)
		}
	}
	return out
}

// beaten reports whether tiles that are seen better lie where this one does, one of
// them or, for a tile that looks like no face, several together.
func (t *Reading) beaten(rows []Row) bool {
	taken := 0.0
	for _, c := range rows {
		for _, o := range c.Tiles {
			if o.Sim <= t.Sim {
				continue
			}
			if o.clash(t) {
				return true
			}
			taken += raster.Overlap(t.Quad, o.Quad)
		}
	}
	return t.Sim < Levels.TurnedSim && taken > someOverlap/2
}

// OnLine is how far, in heights, the middle of a row on the line of another lies off it, farOnLine
// that of a tile of it, which may lie sideways and be seen a little off its place, and of a row
// that is seen well.
const OnLine, FarOnLine = 0.25, 0.35

// farthest is how far, in tiles, a turned tile lies from the next of its row.
const farthest = 1.2 + Slender/2 + apartInRow

// Put adds a tile to a row if nothing that is seen better lies there, and takes out
// what is seen worse.
func Put(rows []Row, at int, t Reading) bool {
	for _, c := range rows {
		if slices.ContainsFunc(c.Tiles, func(o Reading) bool { return o.Sim >= t.Sim && t.clash(&o) }) {
			return false
		}
	}
	for i := range rows {
		rows[i].Tiles = Only(rows[i].Tiles, func(o Reading) bool { return !t.clash(&o) })
	}
	c := &rows[at]
	k := slices.IndexFunc(c.Tiles, func(o Reading) bool { return !c.after(&t, &o) })
	if k < 0 {
		k = len(c.Tiles)
	}
	c.Tiles = slices.Insert(c.Tiles, k, t)
	return true
}

// after reports whether a tile lies farther along a row than another: of rows that were joined
// each part counts t from elsewhere.
func (c *Row) after(t, o *Reading) bool {
	along, _ := o.Sides()
	return c.Place(t).Sub(c.Place(o)).Dot(along) > 0
}

// PutInLine puts a tile into the row in whose line it lies, and reports whether it lies in one
// and was added.
func PutInLine(rows []Row, t Reading) (lies, added bool) {
	at, x := lineFor(rows, t.Frame.At(t.T))
	if at < 0 {
		return false, false
	}
	t.Frame, t.T = t.Frame.Shifted(t.T-x, 1), x
	return true, Put(rows, at, t)
}

// lineFor gives the row in whose line a point lies, with the nearest neighbour there,
// and its t in that row; -1 if it lies in no line.
func lineFor(rows []Row, q models.Point) (at int, x float64) {
	at = -1
	nearest := farthest
	for i, c := range rows {
		for _, o := range c.Tiles {
			f := o.Frame
			if o.Turned {
				f = c.Frame
			}
			t, v := f.Locate(q)
			if apart := math.Abs(o.T - t); math.Abs(v) <= FarOnLine && apart < nearest {
				nearest, at, x = apart, i, t
			}
		}
	}
	return at, x
}

// Gathered puts the tiles of a row that lie in the line of another, longer one into that:
// a turned tile left alone, or what was found between its tiles.
func Gathered(rows []Row) []Row {
	for i := 0; i < len(rows); i++ {
		others := slices.Delete(slices.Clone(rows), i, i+1)
		into, moved := rows[i].lineIn(others)
		if into < 0 || len(others[into].Tiles) < len(rows[i].Tiles) {
			continue
		}
		whole := true
		for _, t := range moved {
			whole = Put(others, into, t) && whole
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
func (c *Row) lineIn(rows []Row) (into int, tiles []Reading) {
	into = -1
	for i, t := range c.Tiles {
		at, x := lineFor(rows, c.Place(&c.Tiles[i]))
		if at < 0 || into >= 0 && at != into {
			return -1, nil
		}
		into = at
		t.Frame, t.T = t.Frame.Shifted(t.T-x, 1), x
		tiles = append(tiles, t)
	}
	return into, tiles
}
