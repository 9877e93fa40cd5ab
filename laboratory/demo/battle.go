package demo

import (
	"context"
	"encoding/json"
	"fmt"

	"jantaku/models"
	"jantaku/scoring/course"
)

// playBattles lets players play hand after hand by a rule book in which the game goes on after
// a win. Their hands stay closed until a hand is over, so that no picture shows them: what
// changes hands is told as a referee at the console tells it, and at the end of each hand the
// books are compared with what was played.
func playBattles(ctx context.Context, t Table, o Options) error {
	club, _, err := clubOf(t, o)
	if err != nil {
		return err
	}
	hands, right, balanced := 0, 0, true
	if o.Hands > 0 {
		defer func() {
			fmt.Fprintf(o.Out, "%d hands: %d right, %d wrong; the books balance: %v\n", hands, right, hands-right, balanced)
		}()
	}
	for ; o.Hands == 0 || hands < o.Hands; hands++ {
		before := t.State().Position
		_, truth, err := club.Play(before)
		if err != nil {
			return err
		}
		if err := tellBattle(ctx, t, truth, o); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
		after := t.State().Position
		sum := 0
		for i, score := range after.Scores {
			sum += score - before.Scores[i]
		}
		balanced = balanced && sum == 0
		if last, ok := t.State().LastHand(); ok && last.Points == truth.Deltas && after.Hands == before.Hands+1 {
			right++
		} else {
			fmt.Fprintf(o.Out, "hand %d is booked as %v, and paid %v\n", hands+1, last.Points, truth.Deltas)
		}
	}
	return nil
}

// tellBattle tells the settlements of a hand one by one.
func tellBattle(ctx context.Context, t Table, truth course.Ending, o Options) error {
	pause := o.Pace / 3
	n := 0
	for _, one := range truth.Outcome.Settled {
		if err := Pause(ctx, pause); err != nil {
			return nil // the demo ends
		}
		wish := struct {
			By      string              `json:"by"`
			Settled []models.Settlement `json:"settled"`
			Wins    []models.Win        `json:"wins"`
		}{"demo", []models.Settlement{one}, truth.Wins[n : n+len(one.Wins)]}
		n += len(one.Wins)
		body, err := json.Marshal(wish)
		if err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		if _, err := t.Request(ctx, "settle", body); err != nil && ctx.Err() == nil {
			return fmt.Errorf("demo: %w", err)
		}
	}
	return nil
}
