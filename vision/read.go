package vision

import (
	"cmp"
	"context"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// Reader reads tiles with the learned faces of one set. It may be used by one
// goroutine at a time.
type Reader struct {
	// Stages, if set, is told what each step of reading a hand on a calibrated table saw.
	Stages Stages

	match *faces.Matcher
	trust calibration.Trust
	film  *raster.Film
	// strange is how much more similar the numbers of a suit have to be.
	strange map[models.Suit]float64
}

// NewReader prepares a reader for the learned faces of a set. Close it after use.
func NewReader(f calibration.Faces) (*Reader, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	all, means, err := faces.Load(f)
	if err != nil {
		return nil, err
	}
	return &Reader{match: faces.NewMatcher(all, means), trust: f.Trust, film: raster.NewFilm(), strange: faces.StrangeSuits(f)}, nil
}

// Close frees what the reader holds. The reader must not be used afterwards.
func (r *Reader) Close() { r.film.Close() }

// Diagnosis says what a picture was like, for people who ask why.
type Diagnosis struct {
	Width, Height int
	// Bands is how many bands of print were proposed, Rows how many were tiles.
	Bands, Rows int
}

// row is a row of tiles that was found.
type row struct {
	frame raster.Frame
	tiles []reading
	gain  float64
	// searched tells that its surroundings were.
	searched bool
}

// reading is one tile of a row.
type reading struct {
	t     float64
	frame raster.Frame // the row's, or the tile's own where it stands crooked in the row
	found bool         // to a cell, so that no wide search is needed
	// distorts is how far its sides may lean or stretch otherwise than its frame has it, in
	// tiles; 0 for rowDistorts.
	distorts float64
	least    float64 // similarity below which its shape is not searched
	tile     models.Tile
	flipped  bool
	blank    bool    // its face bears hardly any print
	turned   bool    // lies sideways in its row, its frame a quarter clockwise from the row's
	raised   bool    // may lie upon another tile
	twin     bool    // a five that may be red or black
	open     float64 // probability that it does not lie so, by what else may lie there
	misfit   bool    // stands otherwise than a tile of its face and hand would
	quad     [4]models.Point
	sim      float64      // similarity of the best face
	ranks    []faces.Rank // the best similarity of every tile, best first
	ink      float64      // mean ink of the window, 0 to 1
	edges    [2]float64   // strength of the edges to the left and right neighbour
	light    float64      // brightness of the tile under the print, 0 to 255
}

// Read finds and reads the tiles of an encoded picture: rows top to bottom, tiles
// left to right. A last row of models.Unknown, if there is one, says where more tiles seem
// to lie that could not be read. An error about the picture is a *models.ReadingError with the
// code bad-image, too-large, too-dark, overexposed or no-tiles.
func (r *Reader) Read(ctx context.Context, image []byte) ([][]models.Sighting, Diagnosis, error) {
	var d Diagnosis
	p, err := raster.Decode(image, r.film)
	if err != nil {
		return nil, d, err
	}
	d.Width, d.Height = p.Width(), p.Height()
	if err := cmp.Or(p.Exposure(), p.Shrink()); err != nil {
		return nil, d, err
	}
	found, err := r.uprightRows(ctx, p, &d)
	if err != nil {
		return nil, d, err
	}
	rows, err := r.completed(ctx, p, found)
	if err != nil {
		return nil, d, err
	}
	rows, unread, err := r.readLeftovers(p, withTiles(withoutGaps(p, rows, rows)))
	if err != nil {
		return nil, d, err
	}
	if err := r.turnedHalves(p, rows); err != nil {
		return nil, d, err
	}
	halves, err := r.halves(p, rows)
	if err != nil {
		return nil, d, err
	}
	rows, unread = inOrder(rows), append(unread, halves...) // whole ones may touch again
	d.Rows = len(rows)
	unread = append(unread, goingOn(p, rows)...)
	if gone := vanished(withoutGaps(p, found, rows), rows, unread); len(gone) > 0 {
		settled := r.settled(p, rows) // one may have been read a little off its place
		unread = append(unread, only(gone, func(s models.Sighting) bool { return !covered(settled, raster.MiddleOf(s.Quad)) })...)
	}
	if len(rows) == 0 {
		return nil, d, raster.Problem("no-tiles", "no tiles were found in the picture; is the hand in view and are its faces learned?")
	}
	if err := r.markTwins(p, rows); err != nil {
		return nil, d, err
	}
	markMisshapen(rows)
	markReachingOut(p, rows)
	out, turns := make([][]models.Sighting, len(rows)), turnsInPicture(rows)
	for i, row := range rows {
		for _, t := range row.tiles {
			s := r.sighting(t)
			s.Facing = (s.Facing + turns[i]) % 360
			out[i] = append(out[i], s)
		}
	}
	if len(unread) > 0 {
		out = append(out, unread)
	}
	return out, d, nil
}

// turnsInPicture gives how far the upright tiles of each row are turned clockwise in the picture, in
// whole quarters: those of one hand alike, or opposite where a row was found from its other end.
func turnsInPicture(rows []row) []int {
	along := make([]models.Point, len(rows))
	var all models.Point
	for i, c := range rows {
		for _, t := range c.tiles {
			side, _ := t.sides()
			along[i] = along[i].Add(side.Unit())
		}
		if along[i].Dot(all) < 0 {
			all = all.Sub(along[i])
		} else {
			all = all.Add(along[i])
		}
	}
	turns := make([]int, len(rows))
	for i := range rows {
		turns[i] = quarterTurn(all)
		if along[i].Dot(all) < 0 {
			turns[i] = (turns[i] + 180) % 360
		}
	}
	return turns
}

// quarterTurn is how far what points along in the picture is turned clockwise: 0, 90, 180 or 270 degrees.
func quarterTurn(along models.Point) int {
	return (int(math.Round(math.Atan2(along.Y, along.X)/(math.Pi/2)))*90 + 360) % 360
}

// uprightRows finds and reads the rows of upright tiles that make up the hand.
func (r *Reader) uprightRows(ctx context.Context, p *raster.Picture, d *Diagnosis) ([]row, error) {
	rows, untried, err := r.rowsOfBands(ctx, p, nil, inkLevels, d)
	if err == nil && !mainWeighs(rows, shortRow) {
		var dense []band
		rows, dense, err = r.rowsOfBands(ctx, p, rows, denseInk, d)
		untried = append(untried, dense...)
	}
	if err != nil {
		return nil, err
	}
	if rows, err = r.addRows(ctx, p, rows, nearerBands(rows, untried)); err != nil {
		return nil, err
	}
	if rows, err = r.addAround(ctx, p, rows); err != nil {
		return nil, err
	}
	rows = withoutDarkBlanks(keepHand(rows))
	for i := range rows {
		if err := r.follow(p, rows[i].tiles); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// rowsOfBands adds the rows that bands of print show, until the hand's main one is among them. It
// also gives the bands that were not tried.
func (r *Reader) rowsOfBands(ctx context.Context, p *raster.Picture, rows []row, levels []byte, d *Diagnosis) ([]row, []band, error) {
	bands, err := findBands(p, levels)
	if err != nil {
		return nil, nil, err
	}
	d.Bands += len(bands)
	bands = usable(bands)
	for tried := 0; len(bands) > 0 && tried < mostBands && !enough(rows, tried); tried += bandBatch {
		n := min(bandBatch, len(bands))
		if rows, err = r.addRows(ctx, p, rows, bands[:n]); err != nil {
			return nil, nil, err
		}
		bands = bands[n:]
	}
	return rows, bands, nil
}

// completed are the rows of a hand, top to bottom, with what lies sideways, apart or face
// down added to its upright tiles.
func (r *Reader) completed(ctx context.Context, p *raster.Picture, upright []row) ([]row, error) {
	rows := slices.Clone(upright)
	for i := range rows {
		rows[i].tiles = slices.Clone(rows[i].tiles)
	}
	rows, err := r.addTurned(ctx, p, rows)
	if err != nil {
		return nil, err
	}
	if rows, err = r.beyondEnds(p, rows); err != nil {
		return nil, err
	}
	if rows, err = r.addBacks(p, rows); err != nil {
		return nil, err
	}
	return inOrder(rows), nil
}

// bandBatch is how many bands are tried before the best of them are looked at
// closely.
const bandBatch = 10

// enough reports whether the bands tried so far showed the hand's main row: what
// else belongs to the hand lies around it and is found better from there.
func enough(rows []row, tried int) bool {
	return mainWeighs(rows, longRow) || tried >= someBands && mainWeighs(rows, 0)
}

// mainWeighs reports whether there is a main row of a hand and it weighs as much as some.
func mainWeighs(rows []row, least float64) bool {
	main := mainRow(rows)
	return main >= 0 && rows[main].weight() >= least
}

const (
	longRow   = 2    // weight of a row that is longer than what lies about in a river
	shortRow  = 0.75 // and of three tiles that are seen well
	someBands = 30   // bands after which a shorter row will do
)
