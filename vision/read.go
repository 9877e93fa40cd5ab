package vision

import (
	"cmp"
	"context"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/locate"
	"jantaku/vision/proposal"
	"jantaku/vision/raster"
)

// Reader reads tiles with the learned faces of one set. It may be used by one
// goroutine at a time.
type Reader struct {
	// Stages, if set, is told what each step of reading a hand on a calibrated table saw.
	Stages proposal.Stages

	tiles *faces.Learned
	// locator is made for the first bare picture.
	locator *locate.Locator
	film    *raster.Film
}

// NewReader prepares a reader for the learned faces of a set. Close it after use.
func NewReader(f calibration.Faces) (*Reader, error) {
	tiles, err := faces.NewLearned(f)
	if err != nil {
		return nil, err
	}
	return &Reader{tiles: tiles, film: raster.NewFilm()}, nil
}

// Close frees what the reader holds. The reader must not be used afterwards.
func (r *Reader) Close() { r.film.Close() }

// Forget forgets what earlier pictures told of how the faces of the set were taught: the next picture is read as the first.
func (r *Reader) Forget() { r.tiles.Forget() }

// Diagnosis says what a picture was like, for people who ask why.
type Diagnosis struct {
	Width, Height int
	// Faces is how many faces were located, Planes in how many planes some were read, and Rows how many rows of tiles are the hand.
	Faces, Planes, Rows int
	// Looks is in how many poses tiles were compared with faces in all detail when planes were read.
	Looks int
}

// Read finds and reads the tiles of an encoded picture: rows top to bottom, tiles
// left to right. A last row of models.Unknown, if there is one, says where more tiles seem
// to lie that could not be read. An error about the picture is a *models.ReadingError with the
// code bad-image, too-large, too-dark, overexposed, no-tiles or other-set.
func (r *Reader) Read(ctx context.Context, image []byte) ([][]models.Sighting, Diagnosis, error) {
	p, err := raster.Decode(image, r.film)
	if err != nil {
		return nil, Diagnosis{}, err
	}
	d := Diagnosis{Width: p.Width(), Height: p.Height()}
	if err := cmp.Or(p.Exposure(), p.Shrink()); err != nil {
		return nil, d, err
	}
	rows, err := r.readBare(ctx, p, &d)
	return rows, d, err
}
