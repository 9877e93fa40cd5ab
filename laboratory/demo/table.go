package demo

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"time"

	"jantaku/device"
	"jantaku/laboratory/players"
	"jantaku/laboratory/scene/film"
	"jantaku/ledger"
	"jantaku/scoring/books"
	"jantaku/scoring/course"
)

// Options say how a demo plays.
type Options struct {
	Rules, Profile string
	Pace           time.Duration // between two hands
	Hands          int           // how many hands to play; 0 for ever
	Seed           uint64
	// Referee plays at a table that tells only shuffle, dice and win buttons, of a club that
	// agreed on nothing, and answers what is asked.
	Referee bool
	Out     io.Writer
	Log     *slog.Logger
}

// Table is what the demo sees of the table that it plays at.
type Table struct {
	State      func() ledger.State
	Waits      func() bool // a hand waits for the referee
	Undeclared func() bool // the referee is asked how a hand ended that went in unsaid
	// Request asks the table for something, as its console does.
	Request func(ctx context.Context, op string, body []byte) ([]byte, error)
}

// goOn leaves a hand in doubt to whoever plays the referee on the console, and drops
// it after a while, so that the demo goes on by itself.
func goOn(ctx context.Context, t Table, before int, o Options) error {
	limit, cancel := context.WithTimeout(ctx, handPatience)
	defer cancel()
	for t.State().Position.Hands == before && !t.Waits() {
		if err := Pause(limit, 50*time.Millisecond); err != nil {
			return ctx.Err() // it was told of nothing
		}
	}
	if !t.Waits() {
		_, err := playOn(ctx, t, o)
		return err
	}
	if err := Pause(ctx, o.Pace); err != nil {
		return err
	}
	if t.Waits() {
		if _, err := t.Request(ctx, "dismiss", []byte(`{"by":"demo"}`)); err != nil && ctx.Err() == nil {
			o.Log.Info("nothing to dismiss", "err", err)
		}
	}
	_, err := playOn(ctx, t, o)
	return err
}

// takeSeats lets the players of the demo change seats as the rule book has it, once the
// display has told them to.
func takeSeats(ctx context.Context, t Table, o Options) error {
	if t.State().Position.Seating == "" {
		return nil
	}
	if err := Pause(ctx, o.Pace/4); err != nil {
		return err
	}
	if _, err := t.Request(ctx, "seats", []byte(`{"by":"demo"}`)); err != nil && ctx.Err() == nil {
		return err
	}
	return ctx.Err()
}

// Pause waits for d; the error is that of the context when it ends before.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// clubOf are players of the match at a table who know its rule book, and what that expects of them.
func clubOf(t Table, o Options) (*players.Table, course.Manners, error) {
	rules, err := books.Open(o.Rules, o.Profile, nil)
	if err != nil {
		return nil, course.Manners{}, err
	}
	manners, err := course.MannersOf(rules)
	if err != nil {
		return nil, manners, err
	}
	club, err := players.New(rules, books.All()[o.Rules].Course, t.State().Match, manners, o.Seed)
	return club, manners, err
}

// SayShuffle says what a table says when the tiles have gone in.
func SayShuffle(ctx context.Context, simulator *device.Simulator) error {
	return sayAll(ctx, simulator, device.Event{Kind: device.StateIs, State: device.Open}, device.Event{Kind: device.ShuffleStarted})
}

// SayDealt says what a table says until the hand of a film begins.
func SayDealt(ctx context.Context, simulator *device.Simulator, f *film.Film, random *rand.Rand) error {
	events := []device.Event{{Kind: device.TileMode, Value: f.Start.Tiles}, {Kind: device.ShuffleDone}, {Kind: device.StateIs, State: device.Raising}, {Kind: device.WallRaised}}
	rolls := f.Start.Dice
	if len(rolls) == 0 {
		rolls = [][2]int{{1 + random.IntN(6), 1 + random.IntN(6)}}
	}
	for _, roll := range rolls {
		events = append(events, device.Event{Kind: device.DicePressed, Place: f.Start.Dealer}, device.Event{Kind: device.DiceRolled, Dice: roll})
	}
	return sayAll(ctx, simulator, append(events, device.Event{Kind: device.StateIs, State: device.InHand})...)
}

func sayAll(ctx context.Context, simulator *device.Simulator, events ...device.Event) error {
	for _, e := range events {
		if err := simulator.Say(e); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		if err := Pause(ctx, sayPace); err != nil {
			return err
		}
	}
	return nil
}
