package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/camera"
)

// watching looks at the table between the hands and tells where one is laid down.
type watching struct {
	eye      *seeing
	watcher  camera.Watcher
	proposed map[models.Place]bool
	trouble  string // why nothing can be watched, as it was logged last
	log      *slog.Logger
}

const (
	// watchEvery is how often the table is looked at: a decoded picture is all it costs.
	watchEvery = 500 * time.Millisecond
	// glancePatience is how long a picture may take to come. A win button waits so long
	// at most, because the camera is asked by one at a time.
	glancePatience = watchEvery
	// leastLaid is how many faces are a hand that somebody laid down; standing tiles and
	// tiles face down are none.
	leastLaid = 10
)

// watch makes the watching of a calibrated camera.
func watch(eye *seeing, c *calibration.Camera) (*watching, error) {
	if c == nil {
		return nil, errors.New("eye.watch needs a calibrated camera; name it in eye.calibration")
	}
	areas, err := handAreas(c)
	if err != nil {
		return nil, fmt.Errorf("eye.watch: %w", err)
	}
	return &watching{eye: eye, watcher: camera.Watcher{Areas: areas}, proposed: map[models.Place]bool{}, log: eye.log}, nil
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

// run tells of hands that are laid down and taken up until the context ends, which is
// no error. A camera that gives nothing is waited for.
func (w *watching) run(ctx context.Context, tell func(context.Context, models.Place, bool) error) error {
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		if err := w.look(ctx, tell); err != nil {
			return nil // the context has ended
		}
	}
}

// look takes a picture, unless a hand is being read just now, and tells what has
// changed. Its error is that of tell.
func (w *watching) look(ctx context.Context, tell func(context.Context, models.Place, bool) error) error {
	frame, err := w.glance(ctx)
	var laid []models.Place
	if err == nil {
		laid, err = w.watcher.See(frame)
	}
	w.note(err)
	if err != nil {
		return nil
	}
	for at := range w.proposed {
		if !w.watcher.Lies(at) {
			delete(w.proposed, at)
			if err := tell(ctx, at, false); err != nil {
				return err
			}
		}
	}
	for _, at := range laid {
		if !w.isHand(ctx, frame, at) {
			w.watcher.Deny(at)
			continue
		}
		w.proposed[at] = true
		if err := tell(ctx, at, true); err != nil {
			return err
		}
	}
	return nil
}

// errBusy says that a hand is being read.
var errBusy = errors.New("a hand is being read")

// glance takes a picture.
func (w *watching) glance(ctx context.Context) (camera.Frame, error) {
	if !w.eye.turn.TryLock() {
		return camera.Frame{}, errBusy
	}
	defer w.eye.turn.Unlock()
	limited, cancel := context.WithTimeout(ctx, glancePatience)
	defer cancel()
	return w.eye.source.Next(limited)
}

// isHand lets the eye say whether what came to rest at a place is a hand.
func (w *watching) isHand(ctx context.Context, frame camera.Frame, at models.Place) bool {
	w.eye.turn.Lock() // for one place alone: a win button is not to wait for all four
	rows, err := w.eye.reader.Read(ctx, frame.Data, at)
	w.eye.turn.Unlock()
	if err != nil {
		w.log.Debug("what was laid down is no hand", "place", at, "err", err)
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
	w.log.Debug("something was laid down", "place", at, "faces", faces)
	return faces >= leastLaid
}

// note logs why nothing can be watched, once.
func (w *watching) note(err error) {
	switch {
	case err == nil:
		w.trouble = ""
	case errors.Is(err, errBusy), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		// Nothing is wrong, or the camera is slow.
	case err.Error() != w.trouble:
		w.trouble = err.Error()
		w.log.Warn("the table cannot be watched", "err", err)
	}
}
