package capture

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"jantaku/vision/camera"
)

// New makes a lookout.
func New(c Config) (*Lookout, error) {
	l := &Lookout{Config: c, live: c.Source != nil && camera.Live(c.Source), reel: newReel(), started: time.Now()}
	l.tended.Store(l.started.UnixNano())
	if c.Calibrated != nil {
		l.shown = shownWhole(c.Calibrated)
	}
	if c.Source != nil && camera.Album(c.Source) { // each photograph is kept for the hand that is called
		l.Follower, c.Watched = nil, nil
	}
	if c.Watched != nil && c.Source != nil {
		areas, err := handAreas(c.Watched)
		if err != nil {
			return nil, err
		}
		l.laid = newLaid(areas)
	}
	return l, c.Layout.Validate()
}

// Run takes the pictures, looks after camera and eye, and tells what is seen while nobody
// asks, until the context ends, which is no error.
func (l *Lookout) Run(ctx context.Context, hear Hearer) error {
	if l.Source == nil {
		return nil
	}
	group, ctx := errgroup.WithContext(ctx)
	if l.live {
		group.Go(func() error { l.roll(ctx); return nil })
	}
	group.Go(func() error { l.tend(ctx); return nil })
	if l.laid != nil {
		group.Go(func() error { l.watch(ctx, hear.Lies); return nil })
	}
	if l.Follower != nil {
		group.Go(func() error { l.follow(ctx, hear); return nil })
	}
	if l.Calibrated != nil && l.Calibrated.Dice != nil && !camera.Album(l.Source) {
		group.Go(func() error { l.rolls(ctx, hear.Rolled); return nil })
	}
	return group.Wait()
}

const (
	// tendEvery is how often camera and eye are looked after.
	tendEvery = 5 * time.Second
	// stuckAfter is how long a part may do nothing at all: longer than the limits of all that
	// it waits for, of which two attempts at reading and two at following a large picture before
	// those of a ping are the longest.
	stuckAfter = 65 * time.Second
)

// tend asks the eye whether it answers, and looks whether the camera's pictures can be
// read, until the context ends.
func (l *Lookout) tend(ctx context.Context) {
	ticker := time.NewTicker(tendEvery)
	defer ticker.Stop()
	for {
		if pinger, ok := l.Eye.(Pinger); ok {
			err := pinger.Ping(ctx)
			if ctx.Err() != nil {
				return
			}
			l.eye.note(l.Log, "the eye does not answer", err)
		}
		if l.live {
			l.examine()
		}
		l.tended.Store(time.Now().UnixNano())
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

// examine looks whether the newest picture could be read.
func (l *Lookout) examine() {
	frames := l.reel.recent()
	if len(frames) == 0 || l.reel.away() != nil {
		return
	}
	_, err := camera.Inspect(frames[len(frames)-1], l.Limits)
	l.health.note(l.Log, "the camera's pictures cannot be read", err)
}

// Stuck says which part has not moved for so long that it hangs; nil while all do.
func (l *Lookout) Stuck() error {
	if l.Source == nil {
		return nil
	}
	now := time.Now()
	if idle := l.reel.idle(now); l.live && idle > stuckAfter {
		return fmt.Errorf("nothing was heard of the camera for %v", idle.Round(time.Second))
	}
	if idle := now.Sub(time.Unix(0, l.tended.Load())); idle > stuckAfter {
		return fmt.Errorf("the eye was not looked after for %v", idle.Round(time.Second))
	}
	return nil
}
