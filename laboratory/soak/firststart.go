package soak

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"jantaku/laboratory/demo"
)

// powerCut is the name of that fault.
const powerCut = "power cut"

// firstStarts is how many first starts lose power before any hand is played.
const firstStarts = 6

// cutFirstStarts has a daemon start on an empty disk and lose power at any moment until it is ready, or as long
// after: what it writes once in its life is damaged then or never. It must be ready after that. The hands are
// played on what the last cut has left.
func (s *Soak) cutFirstStarts(ctx context.Context) error {
	random := rand.New(rand.NewPCG(s.Faults, 5)) // not that of the faults, which are the same with a disk and without
	began := time.Now()
	if err := s.until(ctx, func() bool { return s.isReady(ctx) }); err != nil {
		return fmt.Errorf("the first start: %w", err)
	}
	takes := time.Since(began)
	for n := range firstStarts {
		if n > 0 {
			s.kill()
			if err := errors.Join(empty(s.data), s.start()); err != nil {
				return err
			}
			if err := demo.Pause(ctx, time.Duration(random.Int64N(int64(2*takes)))); err != nil {
				return err
			}
		}
		if err := s.powerCut(ctx); err != nil {
			return err
		}
		s.faults[earlyCut]++
		if err := s.until(ctx, func() bool { return s.isReady(ctx) }); err != nil {
			return fmt.Errorf("after a power cut at a first start: %w", err)
		}
	}
	return nil
}

// earlyCut is how a report calls them.
const earlyCut = "power cut at a first start"

// empty removes what lies in a folder.
func empty(folder string) error {
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(folder, e.Name())))
	}
	return err
}

// powerCut ends disk and programs at once, and starts them as the box does when power is back.
func (s *Soak) powerCut(ctx context.Context) error {
	err := s.disk.cut()
	s.kill()
	return errors.Join(err, s.disk.again(context.WithoutCancel(ctx)), s.start())
}
