package ledger

import (
	"encoding/json"
	"fmt"
	"testing"

	"jantaku/models"
)

// FuzzFold gives Fold two events of any kind and payload after a match and two hands
// that are sound. Whatever it takes must be showable, and it must leave the state it was
// given as it was.
func FuzzFold(f *testing.F) {
	kinds := []Kind{MatchStarted, HandPlayed, PenaltyGiven, SeatsTaken, PositionSet, Corrected, Revoked, Undone, Redone, MatchFinished, "?"}
	l := started(f)
	play(f, l, win("h1", 1, 2))
	play(f, l, win("h2", 1, 0))
	base := l.State()
	first := entryOf(f, base, 1)
	if _, err := l.Correct(ctx, referee, "", Stand, HandCorrection(first.ID, win("", 3, 2))); err != nil {
		f.Fatal(err)
	}
	if _, err := l.Correct(ctx, referee, "", Replay, SeatCorrection([4]int{1, 0, 2, 3}, first.ID)); err != nil {
		f.Fatal(err)
	}
	if _, err := l.Correct(ctx, referee, "", Stand, HandCorrection(first.ID, win("", 4, 2))); err != nil {
		f.Fatal(err)
	}
	dealer, sticks := models.Place(3), 2
	if _, err := l.Correct(ctx, referee, "", Stand, PositionCorrection(Placing{Dealer: &dealer, Sticks: &sticks})); err != nil {
		f.Fatal(err)
	}
	err := l.each(ctx, "ORDER BY seq", nil, func(e Event) error {
		for i, kind := range kinds {
			if kind == e.Kind {
				f.Add(byte(i), []byte(e.Payload), byte(7), fmt.Appendf(nil, `{"event":%q}`, e.ID))
			}
		}
		return nil
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(byte(4), []byte(`{"dealer":9,"sticks":-3}`), byte(5), fmt.Appendf(nil, `{"dealt":{%q:{"round":1,"deal":1,"dealer":2,"seats":[7,1,2,3]}}}`, first.ID))
	f.Add(byte(2), []byte(`{"kind":"free","place":9,"points":[1,2,3,4]}`), byte(6), fmt.Appendf(nil, `{"entry":%q}`, first.ID))
	before, err := json.Marshal(base.View())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, kind1 byte, payload1 []byte, kind2 byte, payload2 []byte) {
		s := base
		for i, e := range []Event{{Kind: kinds[int(kind1)%len(kinds)], Payload: payload1}, {Kind: kinds[int(kind2)%len(kinds)], Payload: payload2}} {
			e.Seq, e.ID, e.Match = s.Seq+1, fmt.Sprint("fuzz", i), "m1"
			next, err := Fold(flatShelf, s, e)
			if err != nil {
				continue
			}
			next.View()
			next.Digest()
			next.Situate(models.HandRecord{Outcome: models.Outcome{Winners: []models.Place{1}}, Wins: []models.WinRecord{{Place: 1}}})
			s = next
		}
		if after, err := json.Marshal(base.View()); err != nil || string(after) != string(before) {
			t.Error("folding changed the state it was given", err)
		}
	})
}

func TestFoldingTwoWaysFromOneStateKeepsThemApart(t *testing.T) {
	l := started(t)
	for i := range 3 {
		play(t, l, win(fmt.Sprint("h", i), 2, 3))
	}
	var events []Event
	if err := l.each(ctx, "ORDER BY seq", nil, func(e Event) error { events = append(events, e); return nil }); err != nil {
		t.Fatal(err)
	}
	base, err := FoldAll(flatShelf, events[:3])
	if err != nil {
		t.Fatal(err)
	}
	undo := func(s State) Event {
		payload := fmt.Appendf(nil, `{"event":%q}`, s.log[len(s.log)-1].ID)
		return Event{ID: fmt.Sprint("undo", len(s.log)), Seq: s.Seq + 1, Match: "m1", Kind: Undone, Payload: payload}
	}
	drawn := Event{ID: "drawn", Seq: 4, Match: "m1", Kind: HandPlayed, Payload: []byte(`{"id":"d","ending":"draw"}`)}
	fold := func(s State, e Event) State {
		next, err := Fold(flatShelf, s, e)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	one := fold(base, events[3])     // a third win
	other := fold(base, drawn)       // or a draw
	undone := fold(base, undo(base)) // or the second win undone
	later := drawn
	later.ID, later.Seq = "later", 5
	penalty := Event{ID: "penalty", Seq: 5, Match: "m1", Kind: PenaltyGiven, Payload: []byte(`{"kind":"free","place":2,"points":[0,-7,0,0]}`)}
	wonAndDrawn, wonAndPenalized := fold(one, later), fold(one, penalty)
	for _, tt := range []struct {
		name  string
		state State
		hands int
		score int
	}{
		{"base", base, 2, 100 + 10 + 20}, {"with a win", one, 3, 100 + 10 + 20 + 20}, {"with a draw", other, 3, 100 + 10 + 20}, {"with an undo", undone, 1, 100 + 10},
		{"a win and a draw", wonAndDrawn, 4, 100 + 10 + 20 + 20}, {"a win and a penalty", wonAndPenalized, 3, 100 + 10 + 20 + 20 - 7},
		{"the win undone", fold(one, undo(one)), 2, 100 + 10 + 20}, {"the draw undone", fold(other, undo(other)), 2, 100 + 10 + 20},
	} {
		if p := tt.state.Position; p.Hands != tt.hands || p.Scores[1] != tt.score {
			t.Errorf("%s: %d hands, Bo has %d; want %d and %d", tt.name, p.Hands, p.Scores[1], tt.hands, tt.score)
		}
		if last := tt.state.Entries[len(tt.state.Entries)-1]; last.ID != tt.state.log[len(tt.state.Entries)-1].ID {
			t.Errorf("%s: the last entry is %s", tt.name, last.ID)
		}
		again, err := tt.state.replay(flatShelf)
		if err != nil || again.Position != tt.state.Position {
			t.Errorf("%s: replayed from its log it is %+v, not %+v (%v)", tt.name, again.Position, tt.state.Position, err)
		}
	}
}
