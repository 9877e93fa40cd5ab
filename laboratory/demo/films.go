package demo

import (
	"context"
	"math/rand/v2"

	"jantaku/device"
	"jantaku/laboratory/players"
	"jantaku/models"
	"jantaku/scoring/course"
)

// PlayFilms lets players play hand after hand before the camera.
func PlayFilms(ctx context.Context, t Table, simulator *device.Simulator, show *Cinema, o Options) error {
	club, manners, err := clubOf(t, o)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(o.Seed, 3))
	begin := func() error { return SayShuffle(ctx, simulator) }
	if err := begin(); err != nil {
		return err
	}
	came := filmedEvening{table: t, pace: o.Pace, out: o.Out, log: o.Log}
	defer came.report()
	for n := 0; o.Hands == 0 || n < o.Hands; n++ {
		before := t.State().Position
		play, stage := club.Play, show.club
		if n == 0 {
			play, stage = openingOf(club), show.opening
		}
		record, truth, err := play(before)
		if err != nil {
			return err
		}
		shot, err := stage.Film(record, manners.Laying)
		if err != nil {
			return err
		}
		if err := SayDealt(ctx, simulator, shot, random); err != nil {
			return err
		}
		if err := show.Play(ctx, shot, n == 0, begin); err != nil {
			return err
		}
		if err := came.settle(ctx, before, truth); err != nil {
			return err
		}
		if err := Pause(ctx, o.Pace/4); err != nil {
			return err
		}
		anew, err := playOn(ctx, t, o)
		if err != nil {
			return err
		}
		if anew {
			if club, manners, err = clubOf(t, o); err != nil {
				return err
			}
		}
	}
	return nil
}

// openingOf plays the first hand: the shortest win of some, so that who has just started the demo sees a hand counted
// within a minute.
func openingOf(club *players.Table) func(models.Position) (*models.Record, course.Ending, error) {
	return func(p models.Position) (shortest *models.Record, ending course.Ending, err error) {
		for range openings {
			r, e, err := club.Play(p)
			if err != nil {
				return nil, e, err
			}
			if (len(e.Outcome.Winners) == 1 || e.Outcome.Settled != nil) && (shortest == nil || len(r.Events) < len(shortest.Events)) {
				shortest, ending = r, e
			}
		}
		if shortest == nil {
			return club.Play(p)
		}
		return shortest, ending, nil
	}
}
