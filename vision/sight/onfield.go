package sight

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// Wider is the field with more room at the ends of its rows; nil where none of them
// reaches so far.
func Wider(f *plane.Field, rows []Row) *plane.Field {
	reach := atEnds * f.Tile.Width
	for _, c := range rows {
		if Middle(f, &c.Tiles[0]).X < f.Left+reach || Middle(f, &c.Tiles[len(c.Tiles)-1]).X > f.Right-reach {
			w := *f
			w.Widen(goesOn)
			return &w
		}
	}
	return nil
}

// Lay tells where in the field a tile lies.
func Lay(s *plane.Sheet, t *Reading) plane.Laid {
	l := plane.Laid{At: Middle(s.Field, t), Turned: t.Turned, Sim: t.Sim}
	l.Light = s.LightOf(l)
	return l
}

// Middle is where in the field the middle of a tile lies, mm.
func Middle(f *plane.Field, t *Reading) models.Point {
	return plane.Turned(f.View.Table(t.Frame.At(t.T)), models.Places-f.Place.Index())
}

// offLine is how far, in heights, a tile may lie off the line of its row.
const offLine = 0.3

// PutInField adds a tile that lies sideways to the row in whose line it lies, or as a row of
// its own. The edges of a row towards the owner are in one line.
func PutInField(f *plane.Field, rows []Row, t Reading) []Row {
	at := Middle(f, &t)
	nearest, best := -1, offLine*f.Tile.Height
	for i, c := range rows {
		o := slices.MinFunc(c.Tiles, func(a, b Reading) int {
			return cmp.Compare(math.Abs(Middle(f, &a).X-at.X), math.Abs(Middle(f, &b).X-at.X))
		})
		if off := math.Abs(edgeOn(f, &o) - edgeOn(f, &t)); off < best {
			nearest, best = i, off
		}
	}
	if nearest < 0 {
		return append(rows, Row{Frame: t.Frame, Tiles: []Reading{t}})
	}
	c := &rows[nearest]
	c.Tiles = append(slices.Clone(c.Tiles), t)
	SortTiles(f, c.Tiles)
	return rows
}

// edgeOn is where a tile's edge towards the owner lies, mm.
func edgeOn(f *plane.Field, t *Reading) float64 {
	_, across := f.Spans(t.Turned)
	return Middle(f, t).Y - across/2
}

// SortTiles orders tiles from the owner's left to the right.
func SortTiles(f *plane.Field, tiles []Reading) {
	slices.SortStableFunc(tiles, func(a, b Reading) int { return cmp.Compare(Middle(f, &a).X, Middle(f, &b).X) })
}

// InLines joins the rows that lie on one line: tiles of one may have been found in two
// searches.
func InLines(f *plane.Field, rows []Row) (out []Row) {
	for _, c := range rows {
		k := slices.IndexFunc(out, func(o Row) bool { return onOneLine(f, &o, &c) })
		if k < 0 {
			out = append(out, c)
			continue
		}
		out[k].Tiles = slices.Concat(out[k].Tiles, c.Tiles)
		SortTiles(f, out[k].Tiles)
	}
	return out
}

// onOneLine reports whether the tiles of two rows that lie nearest to each other are on
// one line.
func onOneLine(f *plane.Field, a, b *Row) bool {
	var off float64
	best := math.Inf(1)
	for i := range a.Tiles {
		for k := range b.Tiles {
			x, y := &a.Tiles[i], &b.Tiles[k]
			if along := math.Abs(Middle(f, x).X - Middle(f, y).X); along < best {
				best, off = along, math.Abs(edgeOn(f, x)-edgeOn(f, y))
			}
		}
	}
	return off < offLine*f.Tile.Height
}

// ReadAnew reads a tile where it was seen, and looks closely at one that is not clear: each of its
// likely faces has the same chance then.
func (r *Reader) ReadAnew(p *raster.Picture, t *Reading) error {
	t.Found = true
	if err := r.ReadTile(p, t); err != nil || t.Plain(Levels.OffLead) {
		return err
	}
	if err := r.CentreFaces(p, t); err != nil {
		return err
	}
	if t.Plain(Levels.OffLead) || t.Sim >= Levels.InPlace && t.Plain(Levels.PlainLead) {
		return nil
	}
	return r.LookCloser(p, t)
}

// QuarterTurn is how far what points along in the picture is turned clockwise: 0, 90, 180 or 270 degrees.
func QuarterTurn(along models.Point) int {
	return (int(math.Round(math.Atan2(along.Y, along.X)/(math.Pi/2)))*90 + 360) % 360
}

// OnTable is a sighting with its millimetres, and turned as the picture shows it.
func (r *Reader) OnTable(f *plane.Field, t Reading) models.Sighting {
	s := r.Sighting(t)
	s.Table, s.Raised = new([4]models.Point), t.Raised
	for i, q := range s.Quad {
		s.Table[i] = f.View.Table(q)
	}
	s.Facing = QuarterTurn(s.Quad[1].Sub(s.Quad[0]))
	return s
}

// atEnds is of the field: a row that reaches so far may go on.
const atEnds = 2.0

const goesOn = 6.0
