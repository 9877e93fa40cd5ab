package table

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"jantaku/device"
	"jantaku/internal/config"
	"jantaku/internal/pipeline"
	"jantaku/internal/sharedtest"
	"jantaku/internal/tracker"
	"jantaku/laboratory/players"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
	"jantaku/scoring/course"
	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

// sightless is an eye before which somebody's arm is whenever a hand is read.
type sightless struct{}

func (sightless) Look(context.Context, models.Place) (pipeline.Sight, error) {
	return pipeline.Sight{}, &models.ReadingError{Code: "no-tiles", Message: "an arm is in the picture"}
}

// followedEvening is a table whose hands are followed by what changes on it, without a picture.
type followedEvening struct {
	table  *Table
	t      *testing.T
	ctx    context.Context
	events chan device.Event
	hear   *hearing
	game   *prior.Game
	asks   map[string]int

	hands, untouched, asked, wrong int
}

// newFollowedEvening opens a table of a club that agreed on nothing.
func newFollowedEvening(t *testing.T, rules string, tiles int) *followedEvening {
	t.Helper()
	c := config.Default()
	c.Data, c.Web.Listen, c.MQTT.Listen = t.TempDir(), "127.0.0.1:0", "127.0.0.1:0"
	c.Match.Rules, c.Match.Players, c.Match.Length = rules, []string{"Ann", "Ben", "Cho", "Dan"}, "open"
	ctx, stop := context.WithCancel(context.Background())
	table, err := Start(ctx, c, Parts{}, slog.New(slog.DiscardHandler))
	if err != nil {
		stop()
		t.Fatal(err)
	}
	known := bookkeeper{table.Ledger, func() {}}
	table.Follow = table.followHands(known)
	table.Pipeline = pipeline.New(pipeline.Parts{Eye: sightless{}, Follower: table.Follow, Books: known, Board: table.Board, Log: table.log, Sure: 1 - c.Eye.MaxError})
	e := &followedEvening{table: table, t: t, ctx: ctx, events: make(chan device.Event), hear: newHearing(table.Pipeline, table.Follow, nil, true), asks: map[string]int{}}
	done := make(chan error, 2)
	go func() { done <- table.Pipeline.Run(ctx, e.events) }()
	go func() { done <- e.hear.run(ctx) }()
	t.Cleanup(func() {
		stop()
		for range 2 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	})
	e.say(device.Event{Kind: device.TileMode, Value: tiles}, device.Event{Kind: device.ShuffleStarted})
	return e
}

// say lets the board tell events and waits until they are done.
func (e *followedEvening) say(events ...device.Event) {
	e.t.Helper()
	for _, event := range events {
		event.Time = time.Now()
		e.events <- event
	}
	if err := e.table.Pipeline.Alive(e.ctx); err != nil {
		e.t.Fatal(err)
	}
}

// shows lets changes be seen one after the other and waits until they are done.
func (e *followedEvening) shows(changes []watch.Change) {
	e.t.Helper()
	for i := range changes {
		if err := e.hear.Changes(e.ctx, changes[i:i+1], false); err != nil {
			e.t.Fatal(err)
		}
	}
	for range 2 { // once the second is taken, all before the first was told
		if err := e.hear.tell(e.ctx, sight{}); err != nil {
			e.t.Fatal(err)
		}
	}
	for len(e.hear.seen) > 0 {
		time.Sleep(time.Millisecond)
	}
	if err := e.table.Pipeline.Alive(e.ctx); err != nil {
		e.t.Fatal(err)
	}
}

// hand shows a hand and judges what came of it.
func (e *followedEvening) hand(record *models.Record, truth course.Ending, faults trial.Faults, seed uint64) {
	e.t.Helper()
	before := e.table.Ledger.State().Position
	e.say(device.Event{Kind: device.WallRaised}, device.Event{Kind: device.Dealt})
	played, err := trial.Play(e.game, record)
	if err != nil {
		e.t.Fatal(err)
	}
	e.shows(trial.Tell(e.game, played, faults, rand.New(rand.NewPCG(seed, uint64(e.hands)))).Changes)
	e.say(device.Event{Kind: device.ShuffleStarted})
	e.hands++
	booked := e.table.Ledger.State().Position.Hands > before.Hands
	waits := e.table.Board.IsWaiting()
	switch {
	case !booked || waits:
		e.asked++
		why := "how it ended"
		if waits {
			why = e.needs()
		}
		e.asks[why]++
		e.t.Logf("hand %d, %s: asked about %s, truly %v %v", e.hands, record.ID, why, truth.Outcome.Ending, truth.Outcome.Reason)
		e.help(truth)
	case e.right(truth):
		e.untouched++
	default:
		e.wrong++
		entry, _ := e.table.Ledger.State().LastHand()
		e.t.Errorf("hand %d, %s: booked %+v, truly %+v", e.hands, record.ID, entry.Current().Hand, truth)
	}
	if e.table.Ledger.State().Position.Seating != "" {
		if _, err := e.table.Pipeline.Request(e.ctx, "seats", []byte(`{"by":"test"}`)); err != nil {
			e.t.Log(err)
		}
	}
}

// needs are what the referee is asked.
func (e *followedEvening) needs() string {
	e.t.Helper()
	shown, err := e.table.Pipeline.Request(e.ctx, "amend", []byte("{}"))
	if err != nil {
		e.t.Fatal(err)
	}
	var asked struct {
		Needs []string `json:"needs"`
	}
	if err := json.Unmarshal(shown, &asked); err != nil {
		e.t.Fatal(err)
	}
	return strings.Join(asked.Needs, ", ")
}

// right compares the hand that was booked last with what was played.
func (e *followedEvening) right(truth course.Ending) bool {
	entry, _ := e.table.Ledger.State().LastHand()
	want := truth.Deltas
	for _, at := range truth.Outcome.Riichi {
		want[at.Index()] -= course.StickValue
	}
	got := entry.Current().Hand.Results
	if entry.Points != want || len(got) != len(truth.Results) {
		e.t.Logf("points %v instead of %v", entry.Points, want)
		return false
	}
	return slices.EqualFunc(got, truth.Results, func(a, b scoring.Result) bool { return scoring.Same(&a, &b) })
}

// help drops a hand that waits, and says how one ended that nobody won.
func (e *followedEvening) help(truth course.Ending) {
	e.t.Helper()
	op, body, o := "dismiss", any(map[string]string{"by": "test"}), truth.Outcome
	if !e.table.Board.IsWaiting() {
		if o.Ending == models.Won {
			return
		}
		op = "draw"
		body = map[string]any{"ready": append([]models.Ready{}, o.Ready...), "riichi": append([]models.Place{}, o.Riichi...), "nagashi": o.Nagashi, "reason": o.Reason,
			"as_shown": []models.Fact{models.FactReady}, "by": "test"}
	}
	text, err := json.Marshal(body)
	if err != nil {
		e.t.Fatal(err)
	}
	if _, err := e.table.Pipeline.Request(e.ctx, op, text); err != nil {
		e.t.Log("the referee was not heard: ", err)
	}
}

// TestHandsOfAWatchedTableAreBookedWithoutAPicture claims that what was seen of a hand from its
// beginning on is enough to book it, won or drawn, in every rule book: what an eye without
// faults tells books nearly every hand, and with faults no hand is booked wrongly.
func TestHandsOfAWatchedTableAreBookedWithoutAPicture(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole hands")
	}
	hands := 1
	if sharedtest.Night() {
		hands = 100
	}
	for _, tt := range []struct {
		rules string
		tiles int
	}{{"riichi", 136}, {"mcr", 144}, {"lingque-26", 144}, {"lingque-29", 136}, {"yuque-54", 136}} {
		for name, faults := range map[string]trial.Faults{"an eye without faults": {}, "an eye with faults": trial.Usual()} {
			t.Run(fmt.Sprintf("%s/%s", tt.rules, name), func(t *testing.T) {
				if !sharedtest.Night() && (tt.rules != "riichi" || faults != trial.Faults{}) {
					t.Skip("at night")
				}
				e := newFollowedEvening(t, tt.rules, tt.tiles)
				rules, err := books.Open(tt.rules, "", nil)
				if err != nil {
					t.Fatal(err)
				}
				manners, err := course.MannersOf(rules)
				if err != nil {
					t.Fatal(err)
				}
				manners.Flowers = tt.tiles == 144
				if e.game, err = tracker.GameOf(tt.rules, "", nil, tt.tiles); err != nil {
					t.Fatal(err)
				}
				club, err := players.New(rules, books.All()[tt.rules].Course, e.table.Ledger.State().Match, manners, 31)
				if err != nil {
					t.Fatal(err)
				}
				for range hands {
					record, truth, err := club.Play(e.table.Ledger.State().Position)
					if err != nil {
						t.Fatal(err)
					}
					e.hand(record, truth, faults, 7)
				}
				t.Logf("%d hands: %d untouched, %d asked about %v, %d wrong", e.hands, e.untouched, e.asked, e.asks, e.wrong)
				if faults == (trial.Faults{}) && e.untouched < e.hands*9/10 {
					t.Errorf("only %d of %d hands are booked", e.untouched, e.hands)
				}
			})
		}
	}
}
