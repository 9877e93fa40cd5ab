package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"time"

	"jantaku/device"
	"jantaku/laboratory/players"
	"jantaku/laboratory/scene/film"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
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
			err = goOn(ctx, t, o)
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

// goOn leaves a hand in doubt to whoever plays the referee on the console, and drops
// it after a while, so that the demo goes on by itself.
func goOn(ctx context.Context, t Table, o Options) error {
	if _, err := playOn(ctx, t, o); err != nil {
		return err
	}
	if !t.Waits() {
		return nil
	}
	if err := Pause(ctx, o.Pace); err != nil {
		return err
	}
	if t.Waits() {
		if _, err := t.Request(ctx, "dismiss", []byte(`{"by":"demo"}`)); err != nil && ctx.Err() == nil {
			o.Log.Info("nothing to dismiss", "err", err)
		}
	}
	return ctx.Err()
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
	if !state.Finished || t.Waits() { // somebody at the console goes on with it, or answers first
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

// openings is of how many hands the shortest is the first that is filmed.
const openings = 40

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

// sayPace is how long the table takes between two events: keys that are pressed faster are
// taken for one that bounces.
const sayPace = 750 * time.Millisecond

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
