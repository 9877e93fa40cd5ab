package eye

import (
	"context"
	"errors"
	"io"

	"jantaku/models"
)

// Reader reads the tiles of an encoded picture: those of a place, where the camera
// is calibrated and a place is given. An error about the picture is a
// *models.ReadingError.
type Reader interface {
	Read(ctx context.Context, picture []byte, place models.Place) ([][]models.Sighting, error)
}

// Serve answers questions from in on out until in ends, which is no error, or ctx is
// done; a blocked read of in ends only when its other side closes.
func Serve(ctx context.Context, r Reader, in io.Reader, out io.Writer) error {
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
		if q.what == readHand {
			a = look(ctx, r, q.picture, q.place)
		}
		if err := writeAnswer(out, a); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func look(ctx context.Context, r Reader, picture []byte, place models.Place) answer {
	rows, err := r.Read(ctx, picture, place)
	var unreadable *models.ReadingError
	switch {
	case errors.As(err, &unreadable):
		return answer{Unreadable: unreadable}
	case err != nil:
		return answer{Fault: err.Error()}
	}
	return answer{Rows: rows}
}
