package eye

import (
	"context"
	"errors"
	"io"
	"time"

	"jantaku/models"
	"jantaku/vision/watch"
)

// Reader reads the tiles of an encoded picture: those of a place, where the camera
// is calibrated and a place is given. An error about the picture is a
// *models.ReadingError.
type Reader interface {
	Read(ctx context.Context, picture []byte, place models.Place) ([][]models.Sighting, error)
}

// Follower tells what changes on a table from picture to picture.
type Follower interface {
	// Follow takes the next picture, and when it was taken on a clock that runs on. An error
	// about the picture is a *models.ReadingError.
	Follow(ctx context.Context, at time.Duration, picture []byte) ([]watch.Change, error)
}

// Serve answers questions from in on out until in ends, which is no error, or ctx is
// done; a blocked read of in ends only when its other side closes. A nil f follows
// nothing.
func Serve(ctx context.Context, r Reader, f Follower, in io.Reader, out io.Writer) error {
	anew := true
	for ctx.Err() == nil {
		body, err := readMessage(in)
		if errors.Is(err, io.EOF) && !errors.Is(err, ErrMessage) {
			return nil
		}
		if err != nil {
			return err
		}
		q, err := parseQuestion(body)
		if err != nil {
			return err
		}
		a := answer{}
		switch {
		case q.what == readHand:
			a.Rows, err = r.Read(ctx, q.picture, q.place)
		case q.what == follow && f == nil:
			err = errors.New("the camera is not calibrated, so nothing can be followed")
		case q.what == follow:
			a.Changes, err = f.Follow(ctx, q.at, q.picture)
			a.Anew, anew = anew, false
		}
		a.failed(err)
		if err := writeAnswer(out, a); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// failed writes an error into an answer.
func (a *answer) failed(err error) {
	if err != nil && !errors.As(err, &a.Unreadable) {
		a.Fault = err.Error()
	}
}
