package capture

import (
	"context"
	"errors"
	"fmt"
	"time"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/camera"
)

const (
	// watchEvery is how often the table is looked at: a decoded picture is all it costs.
	watchEvery = 500 * time.Millisecond
	// leastLaid is how many faces are a hand that somebody laid down; standing tiles and
	// tiles face down are none.
	leastLaid = 10
)

func newLaid(areas map[models.Place][][]models.Point) *laid {
	return &laid{watcher: camera.Watcher{Areas: areas}, proposed: map[models.Place]bool{}}
}

// handAreas gives the hand zones as the camera sees them, pixels.
func handAreas(c *calibration.Camera) (map[models.Place][][]models.Point, error) {
	areas := map[models.Place][][]models.Point{}
	for _, zone := range c.Zones {
		if zone.Use != calibration.HandZone {
			continue
		}
		view, err := c.View(zone.Height)
		if err != nil {
			return nil, fmt.Errorf("hand zone of place %d: %w", zone.Place, err)
		}
		var area []models.Point
		for _, corner := range zone.Corners {
			area = append(area, view.Picture(corner))
		}
		areas[zone.Place] = append(areas[zone.Place], area)
	}
	return areas, nil
}

// watch tells of hands that are laid down and taken up until the context ends. A camera
// that gives nothing is waited for.
func (l *Lookout) watch(ctx context.Context, tell func(context.Context, models.Place, bool) error) {
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		frame, err := l.glance(ctx)
		if err == nil {
			err = l.compare(ctx, frame, tell)
		}
		if ctx.Err() != nil {
			return
		}
		if !errors.Is(err, context.DeadlineExceeded) { // the camera is slow
			l.laid.trouble.note(l.Log, "the table cannot be watched", err)
		}
	}
}

// glance gives a picture that is newer than the call.
func (l *Lookout) glance(ctx context.Context) (camera.Frame, error) {
	limited, cancel := context.WithTimeout(ctx, watchEvery)
	defer cancel()
	f, _, err := l.after(limited, l.reel.now())
	return f, err
}

// compare tells what has changed since the picture before. The error is about the
// picture, or that of tell.
func (l *Lookout) compare(ctx context.Context, frame camera.Frame, tell func(context.Context, models.Place, bool) error) error {
	came, err := l.laid.watcher.See(frame)
	if err != nil {
		return err
	}
	for at := range l.laid.proposed {
		if l.laid.watcher.Lies(at) {
			continue
		}
		delete(l.laid.proposed, at)
		if err := tell(ctx, at, false); err != nil {
			return err
		}
	}
	for _, at := range came {
		if !l.isHand(ctx, frame, at) {
			l.laid.watcher.Deny(at)
			continue
		}
		l.laid.proposed[at] = true
		if err := tell(ctx, at, true); err != nil {
			return err
		}
	}
	return nil
}

// isHand lets the eye say whether what came to rest at a place is a hand.
func (l *Lookout) isHand(ctx context.Context, frame camera.Frame, at models.Place) bool {
	rows, err := l.read(ctx, frame.Data, at)
	if err != nil {
		l.Log.Debug("what was laid down is no hand", "place", at, "err", err)
		return false
	}
	faces := 0
	for _, row := range rows {
		for _, s := range row {
			if s.Confidence > .5 {
				faces++
			}
		}
	}
	l.Log.Debug("something was laid down", "place", at, "faces", faces)
	return faces >= leastLaid
}
