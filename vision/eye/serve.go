package eye

import (
	"bytes"
	"context"
	"errors"
	"image"
	"io"
	"os"
	"runtime/debug"
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
	// Follow takes the next picture, when it was taken, on a clock that runs on, and how large hands are by the rule book
	// that is played. An error about the picture is a *models.ReadingError.
	Follow(ctx context.Context, at time.Duration, hand models.HandSize, picture []byte) ([]watch.Change, error)
}

// Serve answers questions from in on out until in ends, which is no error, or ctx is
// done; a blocked read of in ends only when its other side closes. A nil f follows
// nothing.
func Serve(ctx context.Context, r Reader, f Follower, in io.Reader, out io.Writer) error {
	anew, percent := true, 0
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
		if p := percentFor(q.picture); p != percent && q.what != ping && os.Getenv("GOGC") == "" {
			percent = p
			debug.SetGCPercent(p)
		}
		a := answer{}
		switch {
		case q.what == readHand:
			a.Rows, err = r.Read(ctx, q.picture, q.place)
		case q.what == follow && f == nil:
			err = errors.New("the camera is not calibrated, so nothing can be followed")
		case q.what == follow:
			a.Changes, err = f.Follow(ctx, q.at, q.hand, q.picture)
			a.Anew, anew = anew, false
		}
		a.failed(err)
		if err := writeAnswer(out, a); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// percentFor is by how many percent the memory of an eye grows before what is not used any more is collected
// (GOGC), for a picture of that size. Smaller copies of a picture are most of what is made, anew for each: of a
// large one little may be left lying about, and of a small one collecting all the time takes a sixth of
// the processor for 20 MB.
func percentFor(picture []byte) int {
	const large, sparing, usual = 4_000_000, 30, 100
	if size, _, err := image.DecodeConfig(bytes.NewReader(picture)); err == nil && size.Width*size.Height > large {
		return sparing
	}
	return usual
}

// failed writes an error into an answer.
func (a *answer) failed(err error) {
	if err != nil && !errors.As(err, &a.Unreadable) {
		a.Fault = err.Error()
	}
}
