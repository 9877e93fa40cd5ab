package pipeline_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"jantaku/device"
	"jantaku/internal/pipeline"
	"jantaku/models"
)

// fought is a hand of Sichuan as somebody saw it who followed it: a win on a discard, then two who draw.
func fought(t *testing.T) *device.Battle {
	t.Helper()
	b := &device.Battle{Sure: .999, Record: &models.Record{ID: "seen", Rules: "sichuan", Dealer: 1}, Outcome: models.Outcome{Ending: models.Won}}
	for _, w := range []struct {
		at, from models.Place
		hand, on string
		seat     models.Seat
	}{{3, 1, "123456m1237p [999p]", "7p", models.West}, {1, 1, "345678s789m9s [111s]", "9s", models.East}, {2, 2, "234678p5566m [888m]", "5m", models.South}} {
		hand, err := models.ParseHand(w.hand)
		if err != nil {
			t.Fatal(err)
		}
		on, err := models.ParseTiles(w.on)
		if err != nil {
			t.Fatal(err)
		}
		win := models.Win{Hand: *hand, Tile: on[0], Seat: w.seat, SelfDraw: w.at == w.from}
		if !win.SelfDraw {
			win.Discarder = models.East
		}
		for _, out := range b.Wins {
			win.Out = append(win.Out, out.Seat)
		}
		b.Wins, b.Outcome.Winners = append(b.Wins, win), append(b.Outcome.Winners, w.at)
		b.Outcome.Settled = append(b.Outcome.Settled, models.Settlement{Do: models.Wins, Wins: []models.SettledWin{{Place: w.at, From: w.from}}})
	}
	return b
}

// TestAHandThatWasFollowedIsBookedWhole claims that a hand in which the game went on after a win is
// booked at once, without a question about each of its wins, where all of it was seen; that otherwise
// it is shown to the referee and nothing is booked; and that it is booked once.
func TestAHandThatWasFollowedIsBookedWhole(t *testing.T) {
	for name, c := range map[string]struct {
		needs []string
		sure  float64
		won   models.Place // of whom the table has told a win before
		hands int
	}{
		"all was seen":                        {nil, .999, 0, 1},
		"and the table told of a win":         {nil, .999, 1, 1},
		"the table told of another win":       {nil, .999, 4, 0},
		"nobody saw whether a tile was drawn": {[]string{"drawn"}, 0, 0, 0},
		"it is in doubt":                      {nil, .9, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBenchFor(t, "sichuan", pipeline.Parts{Sure: .995, Assumed: append(circumstances(), models.FactVoid, models.FactMelds)})
			b.press(device.Event{Kind: device.WallRaised})
			if c.won != 0 {
				b.sees(models.Accepted, "345678s789m99s", "[111s]")
				b.press(device.Event{Kind: device.WinPressed, Place: c.won, From: c.won, Tile: models.NewTile(models.Bamboos, 9)})
			}
			seen := fought(t)
			seen.Needs, seen.Sure = c.needs, c.sure
			for range 2 {
				if err := b.flow.Ended(t.Context(), device.Ended{Battle: seen}); err != nil {
					t.Fatal(err)
				}
			}
			if err := b.flow.Alive(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := b.store.State().Position; got.Hands != c.hands || c.hands > 0 && models.Points(got.Scores) != (models.Points{3, 0, 1, -4}) {
				t.Errorf("%d hands, scores %v", got.Hands, got.Scores)
			}
			b.screen.mu.Lock()
			defer b.screen.mu.Unlock()
			if shown := b.screen.table.Battle != nil; shown != (c.won != 4 && c.hands == 0) || (b.screen.pending != nil) != (c.won == 4) {
				t.Errorf("shown to the referee: %v; waits: %+v", shown, b.screen.pending)
			}
		})
	}
}

// TestTheNextWinOfADealGoesOnWithItsHand plays a deal of Sichuan with win buttons: a win on a
// discard, and another player who draws. It claims that both are one hand, that who has won pays
// nothing more, and that no win is booked before somebody has said that all kongs are told.
func TestTheNextWinOfADealGoesOnWithItsHand(t *testing.T) {
	b := newBenchFor(t, "sichuan", pipeline.Parts{Assumed: append(circumstances(), models.FactVoid, models.FactMelds)})
	b.press(device.Event{Kind: device.WallRaised})
	confirmed := func(hands int, want models.Points) {
		t.Helper()
		if p := b.screen.waiting(); p == nil || !slices.Equal(p.Needs, []string{"confirm"}) {
			t.Fatalf("pending %+v", p)
		}
		if _, err := b.ask("confirm", `{"by":"Mei"}`); err != nil {
			t.Fatal(err)
		}
		if got := b.store.State().Position; got.Hands != hands || models.Points(got.Scores) != want {
			t.Fatalf("%d hands, scores %v; want %d, %v", got.Hands, got.Scores, hands, want)
		}
	}
	b.sees(models.Accepted, "123456m12377p", "[999p]")
	b.press(device.Event{Kind: device.WinPressed, Place: 3, From: 1, Tile: models.NewTile(models.Dots, 7)})
	confirmed(1, models.Points{-1, 0, 1, 0})
	b.sees(models.Accepted, "345678s789m99s", "[111s]")
	b.press(device.Event{Kind: device.WinPressed, Place: 1, From: 1, Tile: models.NewTile(models.Bamboos, 9)})
	confirmed(1, models.Points{3, -2, 1, -2})
	last, _ := b.store.State().LastHand()
	if h := last.Current().Hand; len(h.Settled) != 2 || len(h.Wins[1].Win.Out) != 1 {
		t.Errorf("the hand is %+v", h.Settled)
	}
}

// TestAHandThatIsShownToTheRefereeIsShownAgain claims that a hand which went on after a win and waits to be recorded is
// shown again after a restart as it was, once; and neither where it was recorded as the program ended nor in another match.
func TestAHandThatIsShownToTheRefereeIsShownAgain(t *testing.T) {
	for name, then := range map[string]struct{ recorded, another bool }{"it waits": {}, "it was recorded": {recorded: true}, "another match was begun": {another: true}} {
		t.Run(name, func(t *testing.T) {
			drawer := pipeline.FileDrawer{Path: filepath.Join(t.TempDir(), "waiting.json")}
			b := newBenchFor(t, "sichuan", pipeline.Parts{Sure: .995, Drawer: drawer, Assumed: append(circumstances(), models.FactVoid, models.FactMelds)})
			b.press(device.Event{Kind: device.WallRaised})
			seen := fought(t)
			seen.Needs, seen.Sure, seen.Passed = []string{"drawn", "passed"}, 0, map[models.Place]models.Tile{3: models.NewTile(models.Dots, 7)}
			end := func(seen *device.Battle, hands int) {
				t.Helper()
				if err := errors.Join(b.flow.Ended(t.Context(), device.Ended{Battle: seen}), b.flow.Alive(t.Context()), b.flow.Alive(t.Context())); err != nil || b.hands() != hands {
					t.Fatalf("%d hands, want %d; %v", b.hands(), hands, err)
				}
			}
			end(seen, 0)
			if then.recorded { // and the program ended before it could note that
				before, err := os.ReadFile(drawer.Path)
				if err != nil {
					t.Fatal(err)
				}
				end(fought(t), 1)
				if err := os.WriteFile(drawer.Path, before, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if then.another {
				m := b.store.State().Match
				m.ID = ""
				_, err := b.store.FinishMatch(t.Context(), models.Author{}, "")
				if _, err2 := b.store.StartMatch(t.Context(), models.Author{}, m); err != nil || err2 != nil {
					t.Fatal(err, err2)
				}
			}
			b.screen.mu.Lock()
			b.screen.table.Battle = nil // as the screen is at a start
			b.screen.mu.Unlock()
			b.restart()
			if err := b.flow.Alive(t.Context()); err != nil {
				t.Fatal(err)
			}
			b.screen.mu.Lock()
			shown := b.screen.table.Battle
			b.screen.mu.Unlock()
			if (shown == nil) != (then.recorded || then.another) {
				t.Fatalf("shown after the restart: %+v", shown)
			}
			if shown == nil {
				return
			}
			if !slices.Equal(shown.Needs, seen.Needs) || len(shown.Wins) != 3 || shown.Passed[3] != seen.Passed[3] || !slices.EqualFunc(shown.Outcome.Settled, seen.Outcome.Settled, func(a, b models.Settlement) bool { return slices.Equal(a.Wins, b.Wins) }) {
				t.Errorf("comes back as %+v, was %+v", shown, seen)
			}
			end(seen, 0)
		})
	}
}
