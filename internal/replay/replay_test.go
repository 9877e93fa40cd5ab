package replay_test

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"reflect"
	"testing"

	"jantaku/internal/cliinput"
	"jantaku/internal/replay"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/players"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoring/books"
	"jantaku/scoring/course"
)

// club is a ledger with hands that were played by the program's players and watched.
func club(t testing.TB, match models.Match, hands int, seed uint64) (*ledger.Ledger, []*models.Record) {
	t.Helper()
	ctx := context.Background()
	l, err := ledger.Open(ctx, filepath.Join(t.TempDir(), "club.ledger"), ledger.WithShelf(cliinput.Shelf))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	for _, name := range []string{"Aki", "Bo", "Chun", "Dai"} {
		match.Players = append(match.Players, models.Player{ID: name, Name: name})
	}
	s, err := l.StartMatch(ctx, models.Author{Source: "test"}, match)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := books.Open(match.Rules, match.Profile, nil)
	if err != nil {
		t.Fatal(err)
	}
	manners, err := course.MannersOf(rules)
	if err != nil {
		t.Fatal(err)
	}
	table, err := players.New(rules, books.All()[match.Rules].Course, s.Match, manners, seed)
	if err != nil {
		t.Fatal(err)
	}
	var played []*models.Record
	for range hands {
		r, ending, err := table.Play(l.State().Position)
		if err != nil {
			t.Fatal(err)
		}
		seen := *r
		seen.Deal, seen.Events = nil, nil
		for _, m := range r.Events {
			if m.Do != models.Draw {
				seen.Events = append(seen.Events, m)
			}
		}
		h := models.HandRecord{ID: r.ID, Outcome: ending.Outcome, Course: &seen}
		for i, place := range ending.Outcome.Winners {
			h.Wins = append(h.Wins, models.WinRecord{Place: place, Win: ending.Wins[i]})
		}
		if h.Ready == nil {
			h.Ready = []models.Ready{}
		}
		for i := range h.Ready {
			h.Ready[i].Gone = &models.Tiles{} // as a referee says of a hand all of whose waits are left
		}
		if _, err := l.Append(ctx, models.Author{Source: "test"}, h, ending.Results...); err != nil {
			t.Fatal(err)
		}
		if seating := l.State().Position.Seating; seating != "" {
			if _, err := l.Correct(ctx, models.Author{Source: "test"}, "", ledger.Replay, ledger.SeatCorrection(l.State().Position.Seats, "")); err != nil {
				t.Fatal(err)
			}
		}
		played = append(played, r)
	}
	return l, played
}

// last gives the table as the page has it after all steps: each side as it was told last.
func last(steps []replay.Step) map[models.Place]mqtt.CourseSide {
	sides := map[models.Place]mqtt.CourseSide{}
	for _, step := range steps {
		for _, side := range step.Sides {
			sides[side.Place] = side
		}
	}
	return sides
}

// TestReplaysEndWhereTheBooksSay claims that hands of all five rule books, played again move by move, end with the
// winner, tile, melds and payments that the books have, and that nothing of them is left out.
func TestReplaysEndWhereTheBooksSay(t *testing.T) {
	hands := 8
	if sharedtest.Night() {
		hands = 40
	}
	all := 0
	for _, rules := range []string{"lingque-26", "lingque-29", "yuque-54", "mcr", "riichi"} {
		t.Run(rules, func(t *testing.T) {
			l, played := club(t, models.Match{ID: "m", Rules: rules, Length: "open"}, hands, 23)
			n := 0
			for _, e := range l.State().Entries {
				if e.Kind != ledger.HandPlayed {
					continue
				}
				r, err := replay.Of(t.Context(), l, e.ID)
				if err != nil {
					t.Fatal(err)
				}
				compare(t, r, e, played[n])
				n++
			}
			if all += n; n != hands {
				t.Errorf("%d hands of %d", n, hands)
			}
		})
	}
	t.Log(all, "hands")
}

func compare(t *testing.T, r replay.Replay, e ledger.Entry, played *models.Record) {
	t.Helper()
	end := r.Steps[len(r.Steps)-1]
	if r.Broken > 0 || r.Seen != nil || end.Status != mqtt.CourseEnded || r.Steps[0].At != -1 || len(r.Steps[0].Sides) != 4 {
		t.Fatalf("%s: broken %d, seen %d, ends %s", played.ID, r.Broken, len(r.Seen), end.Status)
	}
	discards := 0
	for _, m := range played.Events {
		if m.Do == models.Discarded {
			discards++
		}
	}
	sides := last(r.Steps)
	for _, side := range sides {
		discards -= len(side.River)
	}
	if discards != 0 {
		t.Errorf("%s: %d discards are missing", played.ID, discards)
	}
	if (end.Move.Do == models.Wins) != (r.Hand.Kind == string(models.Won)) || len(end.Move.Wins) != len(r.Hand.Wins) {
		t.Fatalf("%s ends with %+v, in the books with %s and %d wins", played.ID, end.Move, r.Hand.Kind, len(r.Hand.Wins))
	}
	for i, w := range end.Move.Wins {
		booked := r.Hand.Wins[i]
		if booked.Winner.Place != w.Place || booked.Win.Tile != w.Tile || !reflect.DeepEqual(sides[w.Place].Melds, booked.Win.Melds) && len(booked.Win.Melds) > 0 {
			t.Errorf("%s: %+v with %v, in the books %+v", played.ID, w, sides[w.Place].Melds, booked)
		}
		if from := booked.Discarder; (from == nil) != (w.From == w.Place) || from != nil && from.Place != w.From {
			t.Errorf("%s: won from %v, in the books %+v", played.ID, w.From, from)
		}
	}
	for _, p := range r.Hand.Payments {
		if p.Delta != e.Points[p.Place.Index()] {
			t.Errorf("%s: pays %+v, in the books %v", played.ID, p, e.Points)
		}
	}
	for _, p := range r.Score.Players {
		if p.Score != played.Scores[p.Place.Index()] {
			t.Errorf("%s: begins with %+v, not %v", played.ID, p, played.Scores)
		}
	}
}

// TestACorrectedHandIsPlayedAsSeenAndAsItStands claims that a course which a referee corrected can be seen both ways,
// and that a hand without a course, or none at all, says that there is nothing to play.
func TestACorrectedHandIsPlayedAsSeenAndAsItStands(t *testing.T) {
	l, played := club(t, models.Match{ID: "m", Rules: "riichi", Length: "open"}, 1, 5)
	e, _ := l.State().LastHand()
	course := e.Record()
	at := 0
	for course.Events[at].Do != models.Discarded {
		at++
	}
	move := course.Events[at]
	move.Tile = models.NewTile(models.Characters, 9)
	if played[0].Events[at].Tile == move.Tile {
		move.Tile = models.NewTile(models.Characters, 1)
	}
	if _, err := l.Correct(t.Context(), models.Author{Source: "console"}, "", ledger.Replay, ledger.CourseCorrection(e.ID, models.Fix{At: at, Move: &move}, nil)); err != nil {
		t.Fatal(err)
	}
	r, err := replay.Of(t.Context(), l, e.ID)
	if err != nil {
		t.Fatal(err)
	}
	tile := func(steps []replay.Step) models.Tile {
		for _, s := range steps {
			if s.At == at {
				return s.Move.Tile
			}
		}
		return models.NoTile
	}
	if tile(r.Steps) != move.Tile || tile(r.Seen) != course.Events[at].Tile || r.Hand.Status != mqtt.Corrected {
		t.Errorf("as it stands %v, as seen %v, status %s; want %v and %v", tile(r.Steps), tile(r.Seen), r.Hand.Status, move.Tile, course.Events[at].Tile)
	}
	if _, err := replay.Of(t.Context(), l, "nothing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a hand that is not there: %v", err)
	}
	if _, err := l.Append(t.Context(), models.Author{Source: "test"}, l.State().Situate(models.HandRecord{ID: "typed", Outcome: models.Outcome{Ending: models.Drawn}})); err != nil {
		t.Fatal(err)
	}
	typedHand, _ := l.State().LastHand()
	if _, err := replay.Of(t.Context(), l, typedHand.ID); !errors.Is(err, replay.ErrNone) {
		t.Errorf("a hand that nobody watched: %v", err)
	}
}
