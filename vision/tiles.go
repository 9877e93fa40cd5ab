package vision

import (
	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// tileReader reads single tiles with the learned faces of one set, and tells how sure it is of them. It may
// be used by one goroutine at a time.
type tileReader struct {
	match *faces.Matcher
	trust calibration.Trust
	// strange is how much more similar the numbers of a suit have to be.
	strange map[models.Suit]float64
}

// newTileReader prepares a reader for the learned faces of a set.
func newTileReader(f calibration.Faces) (*tileReader, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	all, means, err := faces.Load(f)
	if err != nil {
		return nil, err
	}
	return &tileReader{match: faces.NewMatcher(all, means), trust: f.Trust, strange: faces.StrangeSuits(f)}, nil
}

// readTiles compares every tile of a row with all samples at full resolution.
func (r *tileReader) readTiles(p *raster.Picture, c *row) error {
	for i := range c.tiles {
		c.tiles[i].frame = c.frame
		if err := r.readTile(p, &c.tiles[i]); err != nil {
			return err
		}
	}
	doubtBlanks(c)
	return nil
}

// readTile compares a tile with all samples where its frame says it stands.
func (r *tileReader) readTile(p *raster.Picture, t *reading) error {
	drawn := t.frame.DrawTile(p, raster.FineRes, t.t, faces.FineMargin)
	g, err := drawn.Grid()
	if err != nil {
		return err
	}
	t.ink, t.light = g.InkInside(faces.FineMargin/raster.PoolCell+2), drawn.Brightness(faces.FineMargin+faces.LightInset)
	t.ranks = r.match.RankTiles(g, t.reach())
	t.decide()
	t.quad = t.frame.Quad(t.t, 0)
	t.edges[0] = drawn.EdgeAt(faces.FineMargin - raster.FineRes.Inset())
	t.edges[1] = drawn.EdgeAt(drawn.Width - faces.FineMargin + raster.FineRes.Inset())
	if t.blank && min(t.edges[0], t.edges[1]) < t.leastOutline() {
		t.doubtBlank()
	}
	return nil
}

// leastOutline is the strength of the edges beside a blank face at least. On a tile that is enlarged to
// be read each is wider, and less strong.
func (t *reading) leastOutline() float64 {
	return someOutline * min(t.frame.Along(t.t).Length()/float64(raster.FineRes.CellW), 1)
}

// doubtBlank lowers the similarity of a blank face to that of no tile: light wood and bare table look
// as blank as a white dragon.
func (t *reading) doubtBlank() {
	for k := range t.ranks {
		t.ranks[k].Sim *= surelyTile / 1.1
	}
	t.decide()
}

// doubtBlanks doubts the blank faces without an edge to each side like the row's other tiles have, and
// those that are darker.
func doubtBlanks(c *row) {
	usual := usualOf(c.tiles)
	for i := range c.tiles {
		t := &c.tiles[i]
		if t.blank && t.sim >= surelyTile && (min(t.edges[0], t.edges[1]) < raster.EdgeWhiteMin*usual.edge || usual.darker(t)) {
			t.doubtBlank()
		}
	}
}

// withoutDarkBlanks drops from the rows of a hand the blank faces that are darker than those with
// print, of which a row may have none: so are most backs.
func withoutDarkBlanks(rows []row) []row {
	var all []reading
	for _, c := range rows {
		all = append(all, c.tiles...)
	}
	usual := usualOf(all)
	for i := range rows {
		rows[i].tiles = only(rows[i].tiles, func(t reading) bool { return !t.blank || !usual.darker(&t) })
	}
	return withTiles(rows)
}
