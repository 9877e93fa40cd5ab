package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"

	"jantaku/internal/cliinput"
	"jantaku/internal/command"
	"jantaku/internal/referee"
	"jantaku/laboratory/players"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/scoring/course"
)

// watchedMatch plays hands, watches them as a camera would, and enters them into new books
// with their course. It gives the records as they were played.
func watchedMatch(t *testing.T, match models.Match, hands int) (path string, played []*models.Record) {
	t.Helper()
	ctx := context.Background()
	path = filepath.Join(t.TempDir(), "club.ledger")
	l, err := ledger.Open(ctx, path, ledger.WithShelf(cliinput.Shelf))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s, err := l.StartMatch(ctx, models.Author{Source: "test"}, match)
	if err != nil {
		t.Fatal(err)
	}
	book, err := command.OpenBook(match.Rules, match.Profile, nil)
	if err != nil {
		t.Fatal(err)
	}
	manners, err := course.MannersOf(book)
	if err != nil {
		t.Fatal(err)
	}
	table, err := players.New(book, books.All()[match.Rules].Course, s.Match, manners, 17)
	if err != nil {
		t.Fatal(err)
	}
	for range hands {
		r, ending, err := table.Play(l.State().Position)
		if err != nil {
			t.Fatal(err)
		}
		h := watchedHand(r, ending)
		if _, err := l.Append(ctx, models.Author{Source: "test"}, h, ending.Results...); err != nil {
			t.Fatal(err)
		}
		played = append(played, r)
	}
	return path, played
}

// watchedHand is a hand as the books have it that was watched from its deal on.
func watchedHand(r *models.Record, ending course.Ending) models.HandRecord {
	seen := *r
	seen.Deal, seen.Events = nil, nil
	for _, m := range r.Events {
		if m.Do != models.Draw {
			m.Drawn = nil
			seen.Events = append(seen.Events, m)
		}
	}
	h := models.HandRecord{ID: r.ID, Outcome: ending.Outcome, Course: &seen}
	for i, place := range ending.Outcome.Winners {
		h.Wins = append(h.Wins, models.WinRecord{Place: place, Win: ending.Wins[i]})
	}
	return h
}

func fourNames() []models.Player {
	return []models.Player{{ID: "Aki", Name: "Aki"}, {ID: "Bo", Name: "Bo"}, {ID: "Chun", Name: "Chun"}, {ID: "Dai", Name: "Dai"}}
}

// TestAWatchedMatchIsExportedForViewers claims that hands whose course is in the books come
// out with every discard, for viewers that count from the first dealer.
func TestAWatchedMatchIsExportedForViewers(t *testing.T) {
	path, played := watchedMatch(t, models.Match{ID: "m1", Rules: "riichi", Profile: "tenhou", Players: fourNames(), East: 2}, 5)
	discards := 0
	for _, r := range played {
		for _, m := range r.Events {
			if m.Do == models.Discarded {
				discards++
			}
		}
	}
	export := func(format string) string {
		out, err := jantaku(t, "export", "--format="+format, "--ledger="+path)
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		return out
	}
	var paipu struct {
		Player []string
		Log    [][]map[string]json.RawMessage
	}
	if err := json.Unmarshal([]byte(export("kobalab")), &paipu); err != nil {
		t.Fatal(err)
	}
	got := 0
	for i, hand := range paipu.Log {
		for _, event := range hand {
			if event["dapai"] != nil {
				got++
			}
		}
		var first struct {
			Jushu int
			Defen []int
		}
		if err := json.Unmarshal(hand[0]["qipai"], &first); err != nil {
			t.Fatal(err)
		}
		dealer := played[i].Dealer
		if models.PlaceAt(first.Jushu+1) != dealer || first.Defen[0] != played[i].Scores[dealer.Index()] {
			t.Errorf("hand %d: deal %d with %v, but place %d deals with %v", i+1, first.Jushu, first.Defen, dealer, played[i].Scores)
		}
	}
	if len(paipu.Log) != len(played) || got != discards || paipu.Player[0] != "Aki" {
		t.Errorf("kobalab: %d hands, %d discards of %d, players %v", len(paipu.Log), got, discards, paipu.Player)
	}
	var tenhou struct {
		Log       [][]json.RawMessage
		Completed []struct{ Dealt, Drawn int }
	}
	if err := json.Unmarshal([]byte(export("tenhou")), &tenhou); err != nil {
		t.Fatal(err)
	}
	got = 0
	for _, hand := range tenhou.Log {
		for i := range models.Places {
			var thrown []any
			if err := json.Unmarshal(hand[4+3*i+2], &thrown); err != nil {
				t.Fatal(err)
			}
			got += len(thrown)
		}
	}
	if got < discards || len(tenhou.Completed) != len(played) {
		t.Errorf("tenhou: %d discards of %d, %d hands said to be completed", got, discards, len(tenhou.Completed))
	}
	if out, err := jantaku(t, "export", "--format=botzone", "--ledger="+path); err == nil {
		t.Errorf("riichi is written for Botzone: %.100s", out)
	}
}

// TestACorrectedDiscardChangesWhatFollowedFromIt claims that a correction of the course
// reaches the facts of the hand that came from it, and no others.
func TestACorrectedDiscardChangesWhatFollowedFromIt(t *testing.T) {
	path, _ := watchedMatch(t, models.Match{ID: "m1", Rules: "riichi", Profile: "tenhou", Players: fourNames()}, 12)
	ctx := context.Background()
	l, err := ledger.Open(ctx, path, ledger.WithShelf(cliinput.Shelf))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	r := referee.Referee{Books: l, Changed: func() {}}
	for _, e := range l.State().Entries {
		if e.Kind != ledger.HandPlayed || len(e.Current().Hand.Wins) != 1 || e.Current().Hand.Wins[0].Win.Riichi != 1 {
			continue
		}
		winner := e.Current().Hand.Winners[0]
		at := -1
		for i, m := range e.Record().Events {
			if m.Place == winner && m.Riichi {
				at = i
			}
		}
		move := e.Record().Events[at]
		move.Riichi = false
		ask := func(fix models.Fix) error {
			body, err := json.Marshal(map[string]any{"by": "Wang", "entry": e.ID, "fix": fix})
			if err != nil {
				t.Fatal(err)
			}
			_, err = r.Request(ctx, "course", body)
			return err
		}
		if err := ask(models.Fix{At: at, Move: &move}); err != nil {
			t.Fatal(err)
		}
		again, _ := l.State().Entry(e.ID)
		win := again.Current().Hand.Wins[0].Win
		if win.Riichi != 0 || win.Flags.Has(models.Ippatsu) || again.Record().Events[at].Revision != 1 {
			t.Errorf("without its riichi the win is %+v", win)
		}
		if again.Points == e.Points {
			t.Errorf("and still pays %v", again.Points)
		}
		bad := models.Fix{At: at, Move: &models.Move{Do: models.CalledChow, Place: winner, Tile: models.EastWind}}
		if err := ask(bad); err == nil {
			t.Error("a course that cannot have happened is taken")
		}
		return
	}
	t.Fatal("nobody won with riichi in 12 hands")
}
