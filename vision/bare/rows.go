package bare

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/bare/sight"
	"jantaku/vision/raster"
)

// Splitting a row: tiles touch, so each begins about one cell after the one
// before; where they do not touch there is a gap of any width.

// chain finds the tiles of a row. gain[x] says how much a tile whose cell begins at
// x is worth (similarity minus minGain); perTile is the cell's width in the same
// steps, slack how much closer or farther than perTile neighbours may touch. It
// gives the positions with the greatest sum and that sum.
func chain(gain []float32, perTile, slack int, squeeze float64) ([]int, float64) {
	n := len(gain)
	best := make([]float64, n+1) // best[x]: greatest sum of tiles that begin at x or before and the last begins exactly at x
	from := make([]int, n)
	free := make([]float64, n+1) // free[x]: greatest sum over tiles that begin before x
	freeAt := make([]int, n+1)
	for i := range freeAt {
		freeAt[i] = -1
	}
	for x := 0; x < n; x++ {
		best[x], from[x] = 0, -1
		if far := x - perTile - slack; far >= 0 && free[far+1] > gapCost {
			best[x], from[x] = free[far+1]-gapCost, freeAt[far+1]
		}
		for d := perTile - slack; d <= perTile+slack; d++ {
			if x-d < 0 {
				break
			}
			off := float64(d-perTile) / float64(perTile)
			if s := best[x-d] - squeeze*off*off; s > best[x] {
				best[x], from[x] = s, x-d
			}
		}
		best[x] += float64(gain[x])
		free[x+1], freeAt[x+1] = free[x], freeAt[x]
		if best[x] > free[x+1] {
			free[x+1], freeAt[x+1] = best[x], x
		}
	}
	var places []int
	for x := freeAt[n]; x >= 0; x = from[x] {
		places = append(places, x)
	}
	for i, j := 0, len(places)-1; i < j; i, j = i+1, j-1 {
		places[i], places[j] = places[j], places[i]
	}
	return places, free[n]
}

// gapCost is what a break in the row costs, in similarity.
const gapCost = 0.3

// Where a tile that was found belongs: into the row in whose line it lies, in place of what is seen
// worse there.

// putApart puts a tile that lies in no row's line into one of its own, and reports whether it
// was added: another's it would cut in two.
func putApart(rows []sight.Row, t sight.Reading) (_ []sight.Row, added bool) {
	t.Frame, t.T = t.Frame.Shifted(t.T, 1), 0
	more := append(slices.Clone(rows), sight.Row{Frame: stood(&t), Gain: t.Sim - minGain})
	if !put(more, len(rows), t) {
		return rows, false
	}
	return more, true
}

// apartInRow is the space, in tiles, that makes two rows of what lies on one line.
const apartInRow = 1.0

// parts splits rows where their tiles lie far apart: flowers often lie on the line
// of the hand.
func parts(rows []sight.Row) (out []sight.Row) {
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

// inOrder gives rows as a person lists them: pieces of one line as one, what lies far apart
// on a line as several, top to bottom.
func inOrder(rows []sight.Row) []sight.Row {
	rows = parts(joined(rows))
	topToBottom(rows)
	return rows
}

// joined makes one row of rows that lie on one line with less than a tile between.
func joined(rows []sight.Row) []sight.Row {
	rows = slices.Clone(rows)
	for i := 0; i < len(rows); i++ {
		k := slices.IndexFunc(rows, func(b sight.Row) bool { return continues(&rows[i], &b) })
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
func continues(a, b *sight.Row) bool {
	end := &a.Tiles[len(a.Tiles)-1]
	along, _ := end.Sides()
	off := b.Place(&b.Tiles[0]).Sub(a.Place(end))
	steps := off.Dot(along) / max(along.Dot(along), 1)
	return steps > .5 && steps < 1+apartInRow && math.Abs(riseOf(end, off)) < mostRise
}

// oneLine is by how much, in heights of a tile, the middles of rows on one line differ.
const oneLine = 0.1

// topToBottom sorts rows as a person lists them: top to bottom, and left to right
// what lies on one line.
func topToBottom(rows []sight.Row) {
	slices.SortStableFunc(rows, func(a, b sight.Row) int { return cmp.Compare(a.Middle().Y, b.Middle().Y) })
	for i := 1; i < len(rows); i++ {
		a, b := rows[i-1].Middle(), rows[i].Middle()
		if b.Y-a.Y < oneLine*rows[i].Size() && b.X < a.X {
			rows[i-1], rows[i] = rows[i], rows[i-1]
		}
	}
}

// onLine is how far, in heights, the middle of a row on the line of another lies off it, farOnLine
// that of a tile of it, which may lie sideways and be seen a little off its place, and of a row
// that is seen well.
const onLine, farOnLine = 0.25, 0.35

// farthest is how far, in tiles, a turned tile lies from the next of its row.
const farthest = 1.2 + sight.Slender/2 + apartInRow

// putInLine puts a tile into the row in whose line it lies, and reports whether it lies in one
// and was added.
func putInLine(rows []sight.Row, t sight.Reading) (lies, added bool) {
	at, x := lineFor(rows, t.Frame.At(t.T))
	if at < 0 {
		return false, false
	}
	t.Frame, t.T = t.Frame.Shifted(t.T-x, 1), x
	return true, put(rows, at, t)
}

// lineFor gives the row in whose line a point lies, with the nearest neighbour there,
// and its t in that row; -1 if it lies in no line.
func lineFor(rows []sight.Row, q models.Point) (at int, x float64) {
	at = -1
	nearest := farthest
	for i, c := range rows {
		for _, o := range c.Tiles {
			f := o.Frame
			if o.Turned {
				f = c.Frame
			}
			t, v := f.Locate(q)
			if apart := math.Abs(o.T - t); math.Abs(v) <= farOnLine && apart < nearest {
				nearest, at, x = apart, i, t
			}
		}
	}
	return at, x
}

// gathered puts the tiles of a row that lie in the line of another, longer one into that:
// a turned tile left alone, or what was found between its tiles.
func gathered(rows []sight.Row) []sight.Row {
	for i := 0; i < len(rows); i++ {
		others := slices.Delete(slices.Clone(rows), i, i+1)
		into, moved := lineIn(&rows[i], others)
		if into < 0 || len(others[into].Tiles) < len(rows[i].Tiles) {
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
func lineIn(c *sight.Row, rows []sight.Row) (into int, tiles []sight.Reading) {
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

// touching is how far apart, in tiles, the middles of tiles that touch may be.
const touching = 1.4

// pitchOf is how far, in pixels, the middles of upright tiles lie apart that touch: the
// t of a row bends with what was found in it.
func pitchOf(tiles []sight.Reading) float64 { return touchingStep(tiles, (*sight.Reading).Apart) }

// touchingStep is the step from one upright tile to the next that touches it, in any
// measure.
func touchingStep(tiles []sight.Reading, step func(a, b *sight.Reading) float64) float64 {
	var steps []float64
	for i := 1; i < len(tiles); i++ {
		if a, b := &tiles[i-1], &tiles[i]; !a.Turned && !b.Turned && min(a.Sim, b.Sim) >= sight.Levels.TurnedSim {
			steps = append(steps, step(a, b))
		}
	}
	if len(steps) == 0 {
		next := tiles[0]
		next.T++
		return step(&tiles[0], &next)
	}
	slices.Sort(steps)
	return steps[len(steps)/4]
}

// refit gives a row the frame that its tiles show, each of which was read in its own.
func refit(c *sight.Row) {
	ts, pts := make([]float64, len(c.Tiles)), make([]models.Point, len(c.Tiles))
	downs := make([]models.Point, len(c.Tiles))
	for i := range c.Tiles {
		t := &c.Tiles[i]
		pts[i], downs[i] = c.Place(t), t.Frame.DownAt(t.T)
		if i > 0 {
			d := c.Steps(i)
			if d < touching {
				d = 1
			}
			ts[i] = ts[i-1] + d
		}
	}
	for i := range c.Tiles {
		t := &c.Tiles[i]
		t.Frame, t.T = t.Frame.Shifted(t.T-ts[i], 1), ts[i]
	}
	if len(pts) < 3 {
		c.Frame = c.Tiles[0].Frame
		return
	}
	c.Frame.Centre = raster.FitCurve(ts, pts)
	down := raster.FitLineAt(ts, downs)
	c.Frame.Down = [2]models.Point{down[0], down[1]}
}

// withoutDoubles keeps of tiles of any rows that lie upon each other the better one.
func withoutDoubles(rows []sight.Row) (out []sight.Row) {
	for _, c := range rows {
		kept := c
		kept.Tiles = nil
		for _, t := range c.Tiles {
			if !beaten(&t, rows) {
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
func beaten(t *sight.Reading, rows []sight.Row) bool {
	taken := 0.0
	for _, c := range rows {
		for _, o := range c.Tiles {
			if o.Sim <= t.Sim {
				continue
			}
			if o.Clashes(t) {
				return true
			}
			taken += raster.Overlap(t.Quad, o.Quad)
		}
	}
	return t.Sim < sight.Levels.TurnedSim && taken > sight.SomeOverlap/2
}

// put adds a tile to a row if nothing that is seen better lies there, and takes out
// what is seen worse.
func put(rows []sight.Row, at int, t sight.Reading) bool {
	for _, c := range rows {
		if slices.ContainsFunc(c.Tiles, func(o sight.Reading) bool { return o.Sim >= t.Sim && t.Clashes(&o) }) {
			return false
		}
	}
	for i := range rows {
		rows[i].Tiles = sight.Only(rows[i].Tiles, func(o sight.Reading) bool { return !t.Clashes(&o) })
	}
	c := &rows[at]
	k := slices.IndexFunc(c.Tiles, func(o sight.Reading) bool { return !after(c, &t, &o) })
	if k < 0 {
		k = len(c.Tiles)
	}
	c.Tiles = slices.Insert(c.Tiles, k, t)
	return true
}

// after reports whether a tile lies farther along a row than another: of rows that were joined
// each part counts t from elsewhere.
func after(c *sight.Row, t, o *sight.Reading) bool {
	along, _ := o.Sides()
	return c.Place(t).Sub(c.Place(o)).Dot(along) > 0
}

// goodTile is weight of each tile of a row that is surely right.
const goodTile = 0.2

// good are the rows whose tiles are seen so well that nothing else can lie there.
func good(rows []sight.Row) (out []sight.Row) {
	for _, c := range rows {
		if weightOf(&c) > goodTile*float64(len(c.Tiles)) {
			out = append(out, c)
		}
	}
	return out
}

// taken reports whether most tiles of a row lie on tiles of the rows before.
func taken(rows []sight.Row, c sight.Row) bool {
	hit := 0
	for i := range c.Tiles {
		if sight.Covered(rows, c.Place(&c.Tiles[i])) {
			hit++
		}
	}
	return 3*hit >= len(c.Tiles)
}

// reversed are tiles the other way round.
func reversed(tiles []sight.Reading) []sight.Reading {
	out := slices.Clone(tiles)
	slices.Reverse(out)
	return out
}

// exceptTile are rows without one of their tiles.
func exceptTile(rows []sight.Row, at, i int) []sight.Row {
	rows = slices.Clone(rows)
	rows[at].Tiles = slices.Delete(slices.Clone(rows[at].Tiles), i, i+1)
	return rows
}

// sureTiles are the tiles of rows that certainly are some.
func sureTiles(rows []sight.Row) []sight.Row {
	out := make([]sight.Row, len(rows))
	for i, c := range rows {
		out[i] = c
		out[i].Tiles = sight.Only(c.Tiles, func(t sight.Reading) bool { return t.Sim >= sight.Levels.TurnedSim })
	}
	return out
}

// settledAround gives tiles with one of them and those next to it moved to where their faces
// are seen best.
func (r *Reader) settledAround(p *raster.Picture, tiles []sight.Reading, i int) []sight.Reading {
	tiles = slices.Clone(tiles)
	r.SettleTiles(p, tiles[max(i-1, 0):min(i+2, len(tiles))])
	return tiles
}

// follow looks again at the tiles of a row that are not clear, from the surest
// stretch outwards: a row that bends is followed tile by tile.
func (r *Reader) follow(p *raster.Picture, tiles []sight.Reading) error {
	from, to := surest(tiles)
	step := func(i, neighbour int) error {
		t := &tiles[i]
		if t.Clear() {
			return nil
		}
		if neighbour < 0 || neighbour >= len(tiles) || tiles[neighbour].Sim < sight.Levels.SurelyTile {
			return r.LookCloser(p, t)
		}
		return r.LookCloser(p, t, tiles[neighbour].Frame)
	}
	middle := (from + to) / 2
	for i := middle; i < len(tiles); i++ {
		if err := step(i, i-1); err != nil {
			return err
		}
	}
	for i := middle - 1; i >= 0; i-- {
		if err := step(i, i+1); err != nil {
			return err
		}
	}
	return nil
}
