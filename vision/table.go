package vision

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// Table is a table as a calibrated camera sees it. It is known there where the hands
// lie and how large a tile is, so that nothing has to be searched for but the rows.
type Table struct {
	width, height int  // of its pictures
	fine          bool // a strip pixel covers so many of theirs that smaller copies are needed
	fields        [models.Places][]*field
}

// skippedPixels is how many picture pixels may lie between those of a strip before
// print is lost.
const skippedPixels = 2.2

// NewTable prepares a calibrated camera for reading. Errors are about the
// calibration.
func NewTable(c *calibration.Camera) (*Table, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	t := &Table{width: c.Width, height: c.Height}
	for i := range t.fields {
		var err error
		if t.fields[i], err = fieldsOf(c, models.PlaceAt(i)); err != nil {
			return nil, fmt.Errorf("place %d: %w", i+1, err)
		}
		for _, f := range t.fields[i] {
			t.fine = t.fine || f.step(coarseRes) > skippedPixels
		}
	}
	return t, nil
}

// ReadTable finds and reads the tiles that lie in the zones of a place: rows away
// from the owner first, tiles left to right for the owner, each with its millimetres.
// Without a place it looks at all four and gives the one that shows a hand.
//
// An error about the picture is a *models.ReadingError with a code of [Reader.Read],
// wrong-size, or which-hand where more than one place shows a hand.
func (r *Reader) ReadTable(ctx context.Context, image []byte, t *Table, place models.Place) ([][]models.Sighting, models.Place, error) {
	p, err := decode(image, r.film)
	if err != nil {
		return nil, 0, err
	}
	if p.width() != t.width || p.height() != t.height {
		return nil, 0, problem("wrong-size", "the picture is %d×%d pixels, the camera was calibrated for %d×%d; set its mode or calibrate again", p.width(), p.height(), t.width, t.height)
	}
	if err := p.exposure(); err != nil {
		return nil, 0, err
	}
	if t.fine {
		if err := p.shrink(); err != nil {
			return nil, 0, err
		}
	}
	if place != 0 {
		rows, err := r.readPlace(ctx, p, t, place)
		if err == nil && len(rows) == 0 {
			err = problem("no-tiles", "no tiles were found in the hand zone of place %d; is the hand in it, and does the calibration still fit?", place)
		}
		return rows, place, err
	}
	return r.readAnyPlace(ctx, p, t)
}

// leastHand is how many faces are a hand that somebody laid down: tiles face down are
// none.
const leastHand = 10

func (r *Reader) readAnyPlace(ctx context.Context, p *picture, t *Table) (best [][]models.Sighting, at models.Place, err error) {
	most, hands := 0, 0
	for i := range t.fields {
		rows, err := r.readPlace(ctx, p, t, models.PlaceAt(i))
		if err != nil {
			return nil, 0, err
		}
		n := 0
		for _, row := range rows {
			for _, s := range row {
				if s.Confidence > .5 {
					n++
				}
			}
		}
		if n >= leastHand {
			hands++
		}
		if n > most {
			best, at, most = rows, models.PlaceAt(i), n
		}
	}
	switch {
	case most == 0:
		return nil, 0, problem("no-tiles", "no tiles were found in any hand zone; is the hand in view, and does the calibration still fit?")
	case hands > 1:
		return nil, 0, problem("which-hand", "%d hands lie open on the table; say whose is to be read", hands)
	}
	return best, at, nil
}

// readPlace reads the rows in the fields of a place.
func (r *Reader) readPlace(ctx context.Context, p *picture, t *Table, place models.Place) ([][]models.Sighting, error) {
	var out [][]models.Sighting
	for _, f := range t.fields[place.Index()] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rows, err := r.readField(p, f)
		if err != nil {
			return nil, err
		}
		for _, c := range rows {
			row := make([]models.Sighting, len(c.tiles))
			for i, tile := range c.tiles {
				row[i] = r.onTable(f, tile)
			}
			out = append(out, row)
		}
	}
	return out, nil
}

// readField finds the rows of a field, farthest from the owner first, and reads them.
func (r *Reader) readField(p *picture, f *field) ([]row, error) {
	s := f.draw(p, coarseRes)
	found, err := r.findLines(s)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, l := range found {
		c := l.row(f)
		if err := r.readFound(p, &c); err != nil {
			return nil, err
		}
		c.tiles = dropSqueezed(onlyTiles(c.tiles))
		if err := r.lookAgain(p, &c); err != nil {
			return nil, err
		}
		if len(c.tiles) > 0 {
			rows = append(rows, c)
		}
	}
	return rows, nil
}

// onTable is a sighting with its millimetres, and turned as the picture shows it.
func (r *Reader) onTable(f *field, t reading) models.Sighting {
	s := r.sighting(t)
	s.Table = new([4]models.Point)
	for i, q := range s.Quad {
		s.Table[i] = f.view.Table(q)
	}
	across := sub(s.Quad[1], s.Quad[0])
	s.Facing = (int(math.Round(math.Atan2(across.Y, across.X)/(math.Pi/2)))*90 + 360) % 360
	return s
}

// lineOf is a row of tiles in the strip of a field: where its windows begin, in cells.
type lineOf struct {
	xs, ys []int
}

// Rows of tiles in a field.
const (
	mostLines = 6
	lineReach = 3 // cells that a window may stand off its row's line, each way
	lineApart = 9 // cells that the lines of two rows lie apart at least

	someFace = 0.55 // similarity that one window of a row has at least, a cell off its place
)

// findLines finds the rows of tiles in a strip of a whole field.
func (r *Reader) findLines(s *strip) ([]lineOf, error) {
	g, err := s.grid()
	if err != nil {
		return nil, err
	}
	wide, high := g.width-coarseW+1, g.height-coarseH+1
	if wide < 1 || high < 1 {
		return nil, nil
	}
	profile, best := r.profile(s, g, wide, high)
	var lines []lineOf
	for range mostLines {
		y, v := argmax(profile)
		if v < leastRow {
			break
		}
		if slices.Max(best[max(y-2, 0):min(y+3, high)]) >= someFace {
			if l, ok := r.alongLine(s, g, y, wide); ok {
				lines = append(lines, l)
			}
		}
		clear(profile[max(y-lineApart, 0):min(y+lineApart+1, high)])
	}
	slices.SortStableFunc(lines, func(a, b lineOf) int { return cmp.Compare(a.ys[0], b.ys[0]) })
	return lines, nil
}

// profile says for every line of cells how much the windows along it look like
// faces, all together and the best of them. Every other cell is looked at, and only where the light is a tile's.
func (r *Reader) profile(s *strip, g *grid, wide, high int) (sums, best []float32) {
	var places [][2]int
	least := tileBright * brightLevel(s.light)
	for y := 0; y < high; y += 2 {
		for x := 0; x < wide; x += 2 {
			if s.lit(poolCell*x, poolCell*y, least) {
				places = append(places, [2]int{x, y})
			}
		}
	}
	sums, best = make([]float32, high), make([]float32, high)
	n := len(r.match.means)
	sims := r.match.matchCoarse(g, places)
	for i, p := range places {
		_, v := argmax(sims[i*n : (i+1)*n])
		sums[p[1]] += max(v-minGain, 0)
		best[p[1]] = max(best[p[1]], v)
	}
	return sums, best
}

// tileBright is how bright the light on a tile is at least, of the brightest in a
// field.
const tileBright = 0.4

// lit reports whether the light under the window at a pixel may be a tile's.
func (s *strip) lit(x, y int, least float64) bool {
	if y < 0 || y+s.res.windowH > s.height {
		return false
	}
	for _, i := range [3]int{1, 3, 5} {
		k := 3 * ((y+s.res.windowH/2)*s.width + x + s.res.windowW*i/6)
		if float64(max(s.light[k], s.light[k+1], s.light[k+2])) < least {
			return false
		}
	}
	return true
}

// alongLine finds the tiles along the line of cells y, if any of them is one.
func (r *Reader) alongLine(s *strip, g *grid, y, wide int) (lineOf, bool) {
	const each = 2*lineReach + 1
	n := len(r.match.means)
	least := tileBright * brightLevel(s.light)
	var places [][2]int
	var at []int // of the place among all along the line
	for x := range wide {
		for k := range each {
			if dark := !s.lit(poolCell*x, poolCell*(y+k-lineReach), least); !dark {
				places, at = append(places, [2]int{x, y + k - lineReach}), append(at, x*each+k)
			}
		}
	}
	sims := make([]float32, wide*each*n)
	for i, v := range r.match.matchCoarse(g, places) {
		sims[at[i/n]*n+i%n] = v
	}
	along := *s
	along.margin = poolCell * y
	gain := r.gains(&along, sims, wide, each)
	if slices.Max(gain) < refSimilar-minGain {
		return lineOf{}, false
	}
	l := lineOf{xs: pick(gain)}
	for _, x := range l.xs {
		k, _ := argmax(sims[x*each*n : (x+1)*each*n])
		l.ys = append(l.ys, y+k/n-lineReach)
	}
	return l, true
}

// pick chooses windows along a row, those most like faces first. No two lie nearer to
// each other than tiles that touch: their size is known.
func pick(gain []float32) (xs []int) {
	order := make([]int, 0, len(gain))
	for x, v := range gain {
		if v > 0 {
			order = append(order, x)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(gain[b], gain[a]) })
	for _, x := range order {
		if !slices.ContainsFunc(xs, func(o int) bool { return x-o < coarsePerTile-1 && o-x < coarsePerTile-1 }) {
			xs = append(xs, x)
		}
	}
	slices.Sort(xs)
	return xs
}

// readFound is readTiles for tiles that were found to a cell. What is not seen well
// there may stand a cell farther.
func (r *Reader) readFound(p *picture, c *row) error {
	for i := range c.tiles {
		t := &c.tiles[i]
		if err := r.readTile(p, t); err != nil {
			return err
		}
		if t.found = false; t.sim >= clearSim {
			continue
		}
		if err := r.readTile(p, t); err != nil {
			return err
		}
	}
	r.doubtBlanks(c)
	return nil
}

// lookAgain looks closely at the tiles of a row that are not clear at once. Where most
// look like no face, as tiles that lie face down do, no second look makes them one.
func (r *Reader) lookAgain(p *picture, c *row) error {
	sure := 0
	for _, t := range c.tiles {
		if t.sim >= surelyTile {
			sure++
		}
	}
	for i := range c.tiles {
		if t := &c.tiles[i]; !t.plain() && 2*sure > len(c.tiles) {
			if err := r.lookCloser(p, t); err != nil {
				return err
			}
		}
	}
	return nil
}

// plainLead is by how much the best face leads where a second look cannot help: the
// tile stands where it was found, in a perspective that is known.
const plainLead = 0.03

// plain reports whether a tile of a calibrated table needs no second look.
func (t *reading) plain() bool {
	return len(t.ranks) < 2 || t.sim >= clearSim && t.sim-t.ranks[1].sim >= plainLead
}

// onlyTiles keeps what looks like a face, and what has the print, light and edges of
// the row's tiles: a face that was never learned.
func onlyTiles(tiles []reading) []reading {
	usual := usualOf(tiles)
	if from, to := surest(tiles); from == to {
		return nil
	}
	return slices.DeleteFunc(tiles, func(t reading) bool {
		return t.sim < surelyTile && !(t.sim >= leastLike && usual.printed(&t) && usual.between(&t))
	})
}

// leastSpace is the room between two tiles that a third one needs, in tiles.
const leastSpace = 0.9

// dropSqueezed drops what was taken for a tile, looks like none, and has no room
// between those that surely are.
func dropSqueezed(tiles []reading) []reading {
	var kept []reading
	for i, t := range tiles {
		between := i > 0 && i+1 < len(tiles) && tiles[i+1].t-tiles[i-1].t < 1+leastSpace
		if t.sim >= surelyTile || !between {
			kept = append(kept, t)
		}
	}
	return kept
}

// row is a line as a row in the picture.
func (l lineOf) row(f *field) row {
	wide, high := f.pixel(coarseRes)
	ts, pts := make([]float64, len(l.xs)), make([]vec, len(l.xs))
	x0 := f.left + (float64(poolCell*l.xs[0])+float64(coarseRes.windowW)/2)*wide
	for i, x := range l.xs {
		ts[i] = float64(x-l.xs[0]) / coarsePerTile
		pts[i] = vec{Y: f.far - (float64(poolCell*l.ys[i])+float64(coarseRes.windowH)/2)*high}
	}
	line := fitLineAt(ts, pts)
	slope := max(min(line[1].Y/f.tile.Width, mostSlope), -mostSlope)
	last := ts[len(ts)-1]
	c := row{frame: f.frame(x0, line[0].Y, slope, -1, last+1)}
	for i, t := range ts {
		own := c.frame
		down := (line[0].Y + slope*f.tile.Width*t - pts[i].Y) / f.tile.Height
		own.centre[0] = add(own.centre[0], mul(own.downAt(t), down))
		c.tiles = append(c.tiles, reading{t: t, frame: own, found: true})
	}
	return c
}

// mostSlope is how much a row may be turned against the edge of the table.
const mostSlope = 0.1
