package vision

import (
	"context"

	"jantaku/calibration"
	"jantaku/models"
)

// Reader reads tiles with the learned faces of one set. It may be used by one
// goroutine at a time.
type Reader struct {
	match *matcher
	trust calibration.Trust
}

// NewReader prepares a reader for the learned faces of a set. Close it after use.
func NewReader(f calibration.Faces) (*Reader, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	all, means, err := loadFaces(f)
	if err != nil {
		return nil, err
	}
	return &Reader{match: newMatcher(all, means), trust: f.Trust}, nil
}

// Close frees what the reader holds. The reader must not be used afterwards.
func (r *Reader) Close() { r.match = nil }

// Diagnosis says what a picture was like, for people who ask why.
type Diagnosis struct {
	Width, Height int
	// Bands is how many bands of print were proposed, Rows how many were tiles.
	Bands, Rows int
}

// row is a row of tiles that was found.
type row struct {
	frame frame
	tiles []reading
	gain  float64
}

// reading is one tile of a row.
type reading struct {
	t       float64
	frame   frame // the row's, or the tile's own where it stands crooked in the row
	tile    models.Tile
	flipped bool
	quad    [4]vec
	sim     float64    // similarity of the best face
	ranks   []rank     // the best similarity of every tile, best first
	ink     float64    // mean ink of the window, 0 to 1
	edges   [2]float64 // strength of the edges to the left and right neighbour
	light   float64    // brightness of the tile under the print, 0 to 255
}

type rank struct {
	tile    models.Tile
	flipped bool
	sim     float64
}

// Read finds and reads the tiles of an encoded picture: rows top to bottom, tiles
// left to right. An error about the picture is a *models.ReadingError with the
// code bad-image, too-large, too-dark, overexposed or no-tiles.
func (r *Reader) Read(ctx context.Context, image []byte) ([][]models.Sighting, Diagnosis, error) {
	var d Diagnosis
	p, err := decode(image)
	if err != nil {
		return nil, d, err
	}
	d.Width, d.Height = p.width(), p.height()
	if err := p.exposure(); err != nil {
		return nil, d, err
	}
	rows, err := r.readRows(ctx, p, &d)
	if err != nil {
		return nil, d, err
	}
	if len(rows) == 0 {
		return nil, d, problem("no-tiles", "no tiles were found in the picture; is the hand in view and are its faces learned?")
	}
	out := make([][]models.Sighting, len(rows))
	for i, row := range rows {
		for _, t := range row.tiles {
			out[i] = append(out[i], r.sighting(t))
		}
	}
	return out, d, nil
}

func (r *Reader) readRows(ctx context.Context, p *picture, d *Diagnosis) ([]row, error) {
	bands, err := findBands(p)
	if err != nil {
		return nil, err
	}
	d.Bands = len(bands)
	var rows []row
	bands = usable(bands)
	for tried := 0; len(bands) > 0 && tried < mostBands; tried += bandBatch {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var batch []band
		batch, bands = nextBatch(rows, bands)
		if rows, err = r.addRows(p, rows, batch); err != nil {
			return nil, err
		}
	}
	if rows, err = r.addNeighbours(ctx, p, rows); err != nil {
		return nil, err
	}
	rows = keepHand(rows)
	for i := range rows {
		if err := r.follow(p, &rows[i]); err != nil {
			return nil, err
		}
	}
	rows = parts(rows)
	topToBottom(rows)
	d.Rows = len(rows)
	return rows, nil
}

// bandBatch is how many bands are tried before the best of them are looked at
// closely. What is then known of the hand spares most of the others.
const bandBatch = 10
