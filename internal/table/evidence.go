package table

import (
	"context"
	"errors"
	"log/slog"

	"jantaku/calibration"
	"jantaku/internal/capture"
	"jantaku/internal/tablestate"
	"jantaku/internal/tracker"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/vision/camera"
	"jantaku/vision/watch"
)

// evidence keeps the pictures that show the events of a course, before and after, while the
// lookout goes on watching.
type evidence struct {
	lookout *capture.Lookout
	camera  *calibration.Camera
	ledger  *ledger.Ledger
	follow  *tracker.Follow
	log     *slog.Logger
	news    chan happened
}

// happened are changes of a hand with the frames of their moment, which are shared.
type happened struct {
	hand    int
	changes []watch.Change
	frames  []camera.Frame
}

// evidenceQueue is how many moments wait to be kept: some of them hold all frames of three seconds.
const evidenceQueue = 4

// album has the photographs of hands, also of the one that waits, and the pictures of moves.
type album struct {
	*tablestate.Board
	*ledger.Ledger
}

// Photo gives a photograph of a hand.
func (a album) Photo(ctx context.Context, sum string) (models.Photo, error) {
	return a.Board.Photo(ctx, sum)
}

// note lets changes wait for their pictures to be made. A machine that is too slow for that
// keeps those of other moments.
func (e *evidence) note(heard *tracker.Heard) {
	if e == nil || len(heard.News) == 0 {
		return
	}
	select {
	case e.news <- happened{heard.Hand, heard.News, e.lookout.Recent()}:
	default:
		e.log.Debug("no time for the pictures of a moment", "changes", len(heard.News))
	}
}

// run keeps pictures until the context ends, which is no error.
func (e *evidence) run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case h := <-e.news:
			if err := e.keep(ctx, h); err != nil && ctx.Err() == nil {
				e.log.Warn("a move has no pictures", "err", err)
			}
		}
	}
}

// keep keeps the pictures of a moment, and tells the hand of them.
func (e *evidence) keep(ctx context.Context, h happened) error {
	all, err := e.lookout.Show(e.camera, h.changes, h.frames)
	for _, one := range all {
		var sums []string
		for _, picture := range [][]byte{one.Before, one.After} {
			if picture == nil {
				continue
			}
			sum, bad := e.ledger.KeepEvidence(ctx, models.Photo{Type: "image/jpeg", Data: picture})
			if bad != nil {
				return errors.Join(err, bad)
			}
			sums = append(sums, sum)
		}
		e.follow.Shown(ctx, h.hand, one.Spot, sums)
	}
	return err
}
