package vision

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// wider is the field with more room at the ends of its rows; nil where none of them
// reaches so far.
func wider(f *plane.Field, rows []row) *plane.Field {
	reach := atEnds * f.Tile.Width
	for _, c := range rows {
		if middleOn(f, &c.tiles[0]).X < f.Left+reach || middleOn(f, &c.tiles[len(c.tiles)-1]).X > f.Right-reach {
			w := *f
			w.Widen(goesOn)
			return &w
		}
	}
	return nil
}

// layTile tells where in the field a tile lies.
func layTile(s *plane.Sheet, t *reading) plane.Laid {
	l := plane.Laid{At: middleOn(s.Field, t), Turned: t.turned, Sim: t.sim}
	l.Light = s.LightOf(l)
	return l
}

// middleOn is where in the field the middle of a tile lies, mm.
func middleOn(f *plane.Field, t *reading) models.Point {
	return plane.Turned(f.View.Table(t.frame.At(t.t)), models.Places-f.Place.Index())
}

// offLine is how far, in heights, a tile may lie off the line of its row.
const offLine = 0.3

// putInField adds a tile that lies sideways to the row in whose line it lies, or as a row of
// its own. The edges of a row towards the owner are in one line.
func putInField(f *plane.Field, rows []row, t reading) []row {
	at := middleOn(f, &t)
	nearest, best := -1, offLine*f.Tile.Height
	for i, c := range rows {
		o := slices.MinFunc(c.tiles, func(a, b reading) int {
			return cmp.Compare(math.Abs(middleOn(f, &a).X-at.X), math.Abs(middleOn(f, &b).X-at.X))
		})
		if off := math.Abs(edgeOn(f, &o) - edgeOn(f, &t)); off < best {
			nearest, best = i, off
		}
	}
	if nearest < 0 {
		return append(rows, row{frame: t.frame, tiles: []reading{t}})
	}
	c := &rows[nearest]
	c.tiles = append(slices.Clone(c.tiles), t)
	sortTiles(f, c.tiles)
	return rows
}

// edgeOn is where a tile's edge towards the owner lies, mm.
func edgeOn(f *plane.Field, t *reading) float64 {
	_, across := f.Spans(t.turned)
	return middleOn(f, t).Y - across/2
}

// sortTiles orders tiles from the owner's left to the right.
func sortTiles(f *plane.Field, tiles []reading) {
	slices.SortStableFunc(tiles, func(a, b reading) int { return cmp.Compare(middleOn(f, &a).X, middleOn(f, &b).X) })
}

// inLines joins the rows that lie on one line: tiles of one may have been found in two
// searches.
func inLines(f *plane.Field, rows []row) (out []row) {
	for _, c := range rows {
		k := slices.IndexFunc(out, func(o row) bool { return onOneLine(f, &o, &c) })
		if k < 0 {
			out = append(out, c)
			continue
		}
		out[k].tiles = slices.Concat(out[k].tiles, c.tiles)
		sortTiles(f, out[k].tiles)
	}
	return out
}

// onOneLine reports whether the tiles of two rows that lie nearest to each other are on
// one line.
func onOneLine(f *plane.Field, a, b *row) bool {
	var off float64
	best := math.Inf(1)
	for i := range a.tiles {
		for k := range b.tiles {
			x, y := &a.tiles[i], &b.tiles[k]
			if along := math.Abs(middleOn(f, x).X - middleOn(f, y).X); along < best {
				best, off = along, math.Abs(edgeOn(f, x)-edgeOn(f, y))
			}
		}
	}
	return off < offLine*f.Tile.Height
}

// readAnew reads a tile where it was seen, and looks closely at one that is not clear: each of its
// likely faces has the same chance then.
func (r *tileReader) readAnew(p *raster.Picture, t *reading) error {
	t.found = true
	if err := r.readTile(p, t); err != nil || t.plain(offLead) {
		return err
	}
	if err := r.centreFaces(p, t); err != nil {
		return err
	}
	if t.plain(offLead) || t.sim >= inPlace && t.plain(plainLead) {
		return nil
	}
	return r.lookCloser(p, t)
}

// quarterTurn is how far what points along in the picture is turned clockwise: 0, 90, 180 or 270 degrees.
func quarterTurn(along models.Point) int {
	return (int(math.Round(math.Atan2(along.Y, along.X)/(math.Pi/2)))*90 + 360) % 360
}

// onTable is a sighting with its millimetres, and turned as the picture shows it.
func (r *tileReader) onTable(f *plane.Field, t reading) models.Sighting {
	s := r.sighting(t)
	s.Table, s.Raised = new([4]models.Point), t.raised
	for i, q := range s.Quad {
		s.Table[i] = f.View.Table(q)
	}
	s.Facing = quarterTurn(s.Quad[1].Sub(s.Quad[0]))
	return s
}

// atEnds is of the field: a row that reaches so far may go on.
const atEnds = 2.0

const goesOn = 6.0
