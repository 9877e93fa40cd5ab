package vision

import (
	"context"
	"errors"
	"time"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/plane"
	"jantaku/vision/proposal"
	"jantaku/vision/raster"
	"jantaku/vision/watch"
)

// Follower tells what changes on the table of a calibrated camera from picture to picture.
// It shares its reader's restriction to one goroutine.
type Follower struct {
	reader *Reader
	table  *plane.Table
	watch  *watch.Watch
	small  *raster.Film
	moved  calibration.Homography // by which the camera has moved
	now    *plane.Table           // as it sees the table since
	lit    []proposal.Lit         // how light lay upon the tiles that were read last
	// Read counts the pictures that were decoded at full size, and Places what was read in them.
	Read, Places int
}

// NewFollower begins to follow a table; close it after use. The error is about the
// calibration.
func NewFollower(r *Reader, c *calibration.Camera, tuning watch.Tuning) (*Follower, error) {
	t, err := plane.NewTable(c)
	if err != nil {
		return nil, err
	}
	w, err := watch.New(c, tuning)
	if err != nil {
		return nil, err
	}
	return &Follower{reader: r, table: t, watch: w, small: raster.NewFilm(), moved: w.Moved(), now: t}, nil
}

// Close frees what the follower holds, but not its reader.
func (f *Follower) Close() { f.small.Close() }

// Follow takes the next picture, when it was taken, on a clock that runs on, and how large hands are by the rule book that is played.
// It gives what has changed on the table. An error about the picture is a *models.ReadingError with
// the code bad-image, too-large or wrong-size; the next picture may be shown after it.
func (f *Follower) Follow(ctx context.Context, at time.Duration, hand models.HandSize, image []byte) ([]watch.Change, error) {
	if err := f.table.Fits(image); err != nil {
		return nil, err
	}
	small, err := f.small.Quarter(image)
	if err != nil {
		return nil, raster.Problem("bad-image", "the picture is damaged: %v", err)
	}
	plane := watch.Plane(small).Cut(f.table.Width/watch.Quarter, f.table.Height/watch.Quarter)
	changes, err := f.watch.See(ctx, at, hand, plane, &glimpse{follower: f, image: image})
	f.sees(f.watch.Moved())
	return changes, err
}

// sees takes in how the camera has moved. Where nothing usable would be seen of the table then, it is read as
// before, and what is read is asked about; what changes on it is told all the same.
func (f *Follower) sees(moved calibration.Homography) {
	if moved == f.moved {
		return
	}
	f.moved = moved
	c, err := f.table.Camera.Moved(moved)
	if err != nil {
		return
	}
	if t, err := plane.NewTable(c); err == nil {
		f.now = t
	}
}

// Table is the table as the camera sees it now, which may have moved since it was calibrated.
func (f *Follower) Table() *plane.Table { return f.now }

// glimpse reads places of a picture, which it decodes when it is asked first.
type glimpse struct {
	follower *Follower
	image    []byte
	picture  *proposal.Picture
	err      error
}

// Look reads one place.
func (g *glimpse) Look(ctx context.Context, start models.Pose, mayMove, mayTurn float64) (models.Evidence, error) {
	if err := g.open(ctx); err != nil {
		return models.Evidence{}, err
	}
	g.follower.Places++
	ways := plane.Upright
	if start.Quarter%2 != 0 {
		ways = plane.Sideways
	}
	e, err := g.picture.ReadPlace(proposal.Spot{At: start.At, MayMove: mayMove, Height: start.Height, Ways: ways, Turn: start.Turn, MayTurn: mayTurn})
	g.follower.lit = g.picture.Lit
	return e, err
}

// Sweep reads the whole table.
func (g *glimpse) Sweep(ctx context.Context) ([]models.Evidence, error) {
	if err := g.open(ctx); err != nil {
		return nil, err
	}
	found, err := g.picture.Sweep(ctx)
	if err != nil {
		return nil, err
	}
	g.follower.reader.Forget() // flanks of walls and standing tiles look like faces, too, and are stretched otherwise than what lies
	g.follower.Places += len(found)
	all := make([]models.Evidence, len(found))
	for i := range found {
		all[i] = found[i].Doubted()
	}
	return all, nil
}

// open decodes the picture when something is asked about it first.
func (g *glimpse) open(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if g.picture == nil && g.err == nil {
		g.follower.Read++
		if g.picture, g.err = g.follower.reader.Open(g.image, g.follower.table); g.err == nil {
			g.picture.Lit = g.follower.lit
		}
	}
	if unreadable := (*models.ReadingError)(nil); errors.As(g.err, &unreadable) {
		return watch.ErrUnseen // too dark or bright: the next picture may be better
	}
	return g.err
}
