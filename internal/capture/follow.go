package capture

import (
	"context"
	"errors"
	"fmt"
	"time"

	"jantaku/models"
	"jantaku/vision/watch"
)

// Hearer is told what is seen while nobody asks. Its errors are the context's.
type Hearer interface {
	// Lies hears that a hand was laid down at a place, or taken up again.
	Lies(ctx context.Context, at models.Place, lies bool) error
	// Changes hears what has changed on the table, in order. Anew says that nothing is known
	// of what happened since the changes before.
	Changes(ctx context.Context, changes []watch.Change, anew bool) error
	// Rolled hears what two dice show that were rolled and lie still.
	Rolled(ctx context.Context, dice [2]int) error
}

const (
	// followPace is the shortest time between two frames that are followed. Five to ten
	// frames a second show every motion of a hand.
	followPace = 100 * time.Millisecond
	// longGap is how long no frame may be followed until something may have been missed: longer
	// than reading a hand takes the eye.
	longGap = 2 * time.Second
	// frameLate is how long a frame may take to come until it is said that there is none.
	frameLate = 5 * time.Second
)

// follow shows the eye the newest frames until the context ends, and tells what has
// changed. Frames that came while it looked are passed over.
func (l *Lookout) follow(ctx context.Context, hear Hearer) {
	var turn uint64
	var last time.Time // when the newest frame that was followed was taken
	var standing watch.Warning
	for ctx.Err() == nil {
		next := time.Now().Add(followPace)
		changes, taken, anew, err := l.look(ctx, &turn)
		if ctx.Err() != nil {
			return
		}
		if anew {
			standing = "" // who follows anew warns anew
		}
		if err == nil {
			if !last.IsZero() && taken.Sub(last) > longGap {
				changes = append(l.gap(last, taken, standing), changes...)
			}
			last = taken
		}
		l.course.note(l.Log, "the table cannot be followed", err)
		standing = l.warned(changes, anew, standing)
		if len(changes) > 0 || anew {
			if hear.Changes(ctx, changes, anew) != nil {
				return
			}
		}
		select {
		case <-time.After(time.Until(next)):
		case <-ctx.Done():
		}
	}
}

// gap is what is told of a time in which no frame was followed: after it the same warning
// stands as before.
func (l *Lookout) gap(from, to time.Time, standing watch.Warning) []watch.Change {
	return []watch.Change{{Kind: watch.Warned, Warning: watch.LensCovered, Told: from.Sub(l.started)},
		{Kind: watch.Warned, Warning: standing, Told: to.Sub(l.started)}}
}

// look follows the newest frame after a turn of the reel, which moves on, and says when it
// was taken.
func (l *Lookout) look(ctx context.Context, turn *uint64) (changes []watch.Change, taken time.Time, anew bool, err error) {
	limited, cancel := context.WithTimeoutCause(ctx, frameLate, &models.ReadingError{Code: "camera-lost", Message: fmt.Sprintf("no picture for %v", frameLate)})
	defer cancel()
	f, now, err := l.newest(limited, *turn)
	*turn = now
	if err != nil {
		if ctx.Err() == nil && limited.Err() != nil {
			err = context.Cause(limited)
		}
		return nil, f.Time, false, readingError(err)
	}
	changes, anew, err = l.Follower.Follow(ctx, f.Time.Sub(l.started), l.rules().Hand, f.Data)
	return changes, f.Time, anew, err
}

// warned remembers why nothing can be told of the table just now, and gives the warning that
// stands then.
func (l *Lookout) warned(changes []watch.Change, anew bool, standing watch.Warning) watch.Warning {
	if anew {
		l.guard.note(l.Log, "", nil)
	}
	for i := range changes {
		if changes[i].Kind != watch.Warned {
			continue
		}
		var err error
		if code := changes[i].Warning; code != "" {
			err = &models.ReadingError{Code: string(code), Message: warnings[code]}
		}
		standing = changes[i].Warning
		l.guard.note(l.Log, "the course of the hand is in doubt", err)
	}
	return standing
}

// warnings say in English what to do.
var warnings = map[watch.Warning]string{
	watch.CameraMoved: "the camera has moved; put it back or calibrate again",
	watch.LensCovered: "something is in front of the lens",
	watch.TooDark:     "it is too dark; switch the light on and take the cap off",
	watch.Unexplained: "much of the table shows neither cloth nor tiles; clear it",
}

// Course says why the hand on the table cannot be followed just now; nil while it is, and
// where it is not meant to be. The error is a *models.ReadingError.
func (l *Lookout) Course() error {
	if l.Follower == nil || l.Source == nil {
		return nil
	}
	if err := l.guard.err(); err != nil {
		return err
	}
	if err := l.course.err(); err != nil {
		var named *models.ReadingError
		if errors.As(err, &named) {
			return err
		}
		return &models.ReadingError{Code: "no-course", Message: err.Error()}
	}
	return nil
}
