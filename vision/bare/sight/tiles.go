// Package sight reads tiles in rows: what one looks like where its frame says that it stands, upright, sideways or
// face down, how it is looked at more closely, and how sure it is. A [Reading] is one tile as it was read, a
// [Row] some in a line, and a [Reader] reads them with the learned faces of a set.
package sight

import (
	"jantaku/calibration"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// Reader reads single tiles with the learned faces of one set, and tells how sure it is of them. It may
// be used by one goroutine at a time.
type Reader struct{ *faces.Learned }

// NewReader prepares a reader for the learned faces of a set.
func NewReader(f calibration.Faces) (*Reader, error) {
	learned, err := faces.NewLearned(f)
	if err != nil {
		return nil, err
	}
	return &Reader{learned}, nil
}

// ReadTiles compares every tile of a row with all samples at full resolution.
func (r *Reader) ReadTiles(p *raster.Picture, c *Row) error {
	for i := range c.Tiles {
		c.Tiles[i].Frame = c.Frame
		if err := r.ReadTile(p, &c.Tiles[i]); err != nil {
			return err
		}
	}
	DoubtBlanks(c)
	return nil
}

// ReadTile compares a tile with all samples where its frame says it stands.
func (r *Reader) ReadTile(p *raster.Picture, t *Reading) error {
	drawn := t.Frame.DrawTile(p, raster.FineRes, t.T, faces.FineMargin)
	g, err := drawn.Grid()
	if err != nil {
		return err
	}
	t.ink, t.Light = g.InkInside(faces.FineMargin/raster.PoolCell+2), drawn.Brightness(faces.FineMargin+faces.LightInset)
	t.Ranks = r.Match.RankTiles(g, t.reach())
	t.Decide()
	t.Quad = t.Frame.Quad(t.T, 0)
	t.Edges[0] = drawn.EdgeAt(faces.FineMargin - raster.FineRes.Inset())
	t.Edges[1] = drawn.EdgeAt(drawn.Width - faces.FineMargin + raster.FineRes.Inset())
	if t.Blank && min(t.Edges[0], t.Edges[1]) < t.leastOutline() {
		t.doubtBlank()
	}
	return nil
}

// leastOutline is the strength of the edges beside a blank face at least. On a tile that is enlarged to
// be read each is wider, and less strong.
func (t *Reading) leastOutline() float64 {
	return Levels.SomeOutline * min(t.Frame.Along(t.T).Length()/float64(raster.FineRes.CellW), 1)
}

// doubtBlank lowers the similarity of a blank face to that of no tile: light wood and bare table look
// as blank as a white dragon.
func (t *Reading) doubtBlank() {
	for k := range t.Ranks {
		t.Ranks[k].Sim *= BlankDoubt()
	}
	t.Decide()
}

// BlankDoubt is by what the similarity of a doubtful blank face is multiplied: bare table looks up to a
// tenth more like one than a face can, and must look less than what surely is a tile.
func BlankDoubt() float64 { return Levels.SurelyTile / 1.1 }

// DoubtBlanks doubts the blank faces without an edge to each side like the row's other tiles have, and
// those that are darker.
func DoubtBlanks(c *Row) {
	usual := UsualOf(c.Tiles)
	for i := range c.Tiles {
		t := &c.Tiles[i]
		if t.Blank && t.Sim >= Levels.SurelyTile && (min(t.Edges[0], t.Edges[1]) < raster.EdgeWhiteMin*usual.edge || usual.darker(t)) {
			t.doubtBlank()
		}
	}
}

// WithoutDarkBlanks drops from the rows of a hand the blank faces that are darker than those with
// print, of which a row may have none: so are most backs.
func WithoutDarkBlanks(rows []Row) []Row {
	var all []Reading
	for _, c := range rows {
		all = append(all, c.Tiles...)
	}
	usual := UsualOf(all)
	for i := range rows {
		rows[i].Tiles = Only(rows[i].Tiles, func(t Reading) bool { return !t.Blank || !usual.darker(&t) })
	}
	return WithTiles(rows)
}

// CoarsePerTile is how many cells of a coarse strip a tile is wide.
const CoarsePerTile = raster.CellW / raster.PoolCell / 2
