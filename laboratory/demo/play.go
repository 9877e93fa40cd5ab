package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
)

// Play deals hand after hand: the picture is laid under the camera, then the table
// says what a table would say. Nothing else tells the daemon what was dealt, but for
// who supplied the winning tile and which it was, which no picture shows.
func Play(ctx context.Context, t Table, simulator *device.Simulator, studio *Studio, o Options) error {
	random := rand.New(rand.NewPCG(o.Seed, 1))
	rules, err := books.Open(o.Rules, o.Profile, nil)
	if err != nil {
		return err
	}
	if played, ok := rules.(scoring.Played); ok && played.Manners().GoesOn {
		return playBattles(ctx, t, o)
	}
	house := Dealer{Random: random, Rules: rules}
	judge := &referee{table: t, rules: rules, out: o.Out, asked: map[string]int{}}
	if o.Referee {
		defer judge.report()
	}
	for n := 0; o.Hands == 0 || n < o.Hands; n++ {
		state := t.State()
		hand, err := house.Next(state.Position)
		if err != nil {
			return err
		}
		if err := studio.Lay(hand); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		roll := func() [2]int { return [2]int{1 + random.IntN(6), 1 + random.IntN(6)} }
		rolls := [][2]int{roll(), roll()}
		if hand.Vacant != 0 { // the place that the first names throws the second, and nobody may sit there
			rolls = rolls[:1]
		}
		told := device.Play{Rolls: rolls, Roller: state.Position.Dealer,
			Winner: hand.Place, From: hand.From, Tile: hand.Win, Pace: o.Pace / 12}
		if o.Referee {
			told.From, told.Tile, told.Silent = 0, models.NoTile, true
		}
		err = simulator.PlayHand(ctx, told)
		if err == nil && o.Referee {
			err = judge.settle(ctx, judge.truth(hand, random.IntN(models.Kinds)))
		}
		if err == nil {
			err = Pause(ctx, o.Pace/2)
		}
		if err == nil {
			err = goOn(ctx, t, state.Position.Hands, o)
		}
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("demo: %w", err)
		}
	}
	return Pause(ctx, o.Pace/4) // the last hand is still on its way
}

// playOn lets the players of the demo sit down for the next hand: as the rule book has it, and in a match of its own after
// one that is over by its rules, whose ranking is looked at for some seconds.
func playOn(ctx context.Context, t Table, o Options) (newMatch bool, err error) {
	if !t.State().Finished {
		return false, takeSeats(ctx, t, o)
	}
	if err := Pause(ctx, 2*o.Pace); err != nil {
		return false, err
	}
	state := t.State()
	if !state.Finished { // somebody at the console goes on with it
		return false, takeSeats(ctx, t, o)
	}
	m := state.Match
	wish := struct {
		By      string   `json:"by"`
		Rules   string   `json:"rules"`
		Profile string   `json:"profile,omitempty"`
		Length  string   `json:"length"`
		Dealer  string   `json:"dealer"`
		Players []string `json:"players"`
	}{By: "demo", Rules: m.Rules, Profile: m.Profile, Length: m.Length, Dealer: "1"}
	for _, p := range m.Players {
		wish.Players = append(wish.Players, p.Name)
	}
	body, err := json.Marshal(wish)
	if err != nil {
		return false, fmt.Errorf("demo: %w", err)
	}
	if _, err := t.Request(ctx, "match-new", body); err != nil && ctx.Err() == nil {
		return false, fmt.Errorf("demo: the next match: %w", err)
	}
	return true, ctx.Err()
}

// openings is of how many hands the shortest is the first that is filmed.
const openings = 40

// sayPace is how long the table takes between two events: keys that are pressed faster are
// taken for one that bounces.
const sayPace = 750 * time.Millisecond
