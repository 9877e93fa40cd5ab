package vision

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

// wider is the field with more room at the ends of its rows; nil where none of them
// reaches so far.
func (f *field) wider(rows []row) *field {
	reach := atEnds * f.tile.Width
	for _, c := range rows {
		if f.middle(&c.tiles[0]).X < f.left+reach || f.middle(&c.tiles[len(c.tiles)-1]).X > f.right-reach {
			w := *f
			w.widen(goesOn)
			return &w
		}
	}
	return nil
}

// lay tells where in the field a tile lies.
func (s *sheet) lay(t *reading) laid {
	l := laid{at: s.field.middle(t), turned: t.turned, sim: t.sim}
	l.light = s.lightOf(l)
	return l
}

// middle is where in the field the middle of a tile lies, mm.
func (f *field) middle(t *reading) models.Point {
	return turned4(f.view.Table(t.frame.At(t.t)), models.Places-f.place.Index())
}

// offLine is how far, in heights, a tile may lie off the line of its row.
const offLine = 0.3

// putIn adds a tile that lies sideways to the row in whose line it lies, or as a row of
// its own. The edges of a row towards the owner are in one line.
func (f *field) putIn(rows []row, t reading) []row {
	at := f.middle(&t)
	nearest, best := -1, offLine*f.tile.Height
	for i, c := range rows {
		o := slices.MinFunc(c.tiles, func(a, b reading) int {
			return cmp.Compare(math.Abs(f.middle(&a).X-at.X), math.Abs(f.middle(&b).X-at.X))
		})
		if off := math.Abs(f.edge(&o) - f.edge(&t)); off < best {
			nearest, best = i, off
		}
	}
	if nearest < 0 {
		return append(rows, row{frame: t.frame, tiles: []reading{t}})
	}
	c := &rows[nearest]
	c.tiles = append(slices.Clone(c.tiles), t)
	f.sort(c.tiles)
	return rows
}

// edge is where a tile's edge towards the owner lies, mm.
func (f *field) edge(t *reading) float64 {
	_, across := f.spans(t.turned)
	return f.middle(t).Y - across/2
}

// sort orders tiles from the owner's left to the right.
func (f *field) sort(tiles []reading) {
	slices.SortStableFunc(tiles, func(a, b reading) int { return cmp.Compare(f.middle(&a).X, f.middle(&b).X) })
}

// together joins the rows that lie on one line: tiles of one may have been found in two
// searches.
func (f *field) together(rows []row) (out []row) {
	for _, c := range rows {
		k := slices.IndexFunc(out, func(o row) bool { return f.oneLine(&o, &c) })
		if k < 0 {
			out = append(out, c)
			continue
		}
		out[k].tiles = slices.Concat(out[k].tiles, c.tiles)
		f.sort(out[k].tiles)
	}
	return out
}

// oneLine reports whether the tiles of two rows that lie nearest to each other are on
// one line.
func (f *field) oneLine(a, b *row) bool {
	var off float64
	best := math.Inf(1)
	for i := range a.tiles {
		for k := range b.tiles {
			x, y := &a.tiles[i], &b.tiles[k]
			if along := math.Abs(f.middle(x).X - f.middle(y).X); along < best {
				best, off = along, math.Abs(f.edge(x)-f.edge(y))
			}
		}
	}
	return off < offLine*f.tile.Height
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
func (r *tileReader) onTable(f *field, t reading) models.Sighting {
	s := r.sighting(t)
	s.Table, s.Raised = new([4]models.Point), t.raised
	for i, q := range s.Quad {
		s.Table[i] = f.view.Table(q)
	}
	s.Facing = quarterTurn(s.Quad[1].Sub(s.Quad[0]))
	return s
}

// atEnds is of the field: a row that reaches so far may go on.
const atEnds = 2.0

const goesOn = 6.0
