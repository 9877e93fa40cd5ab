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
	kinds := []Kind{MatchStarted, HandPlayed, PenaltyGiven, SeatsTaken, Corrected, Revoked, Undone, Redone, MatchFinished, "?"}
	l := started(f)
	play(f, l, win("h1", 1, 2))
	play(f, l, win("h2", 1, 0))
	base := l.State()
	first := entryOf(f, base, 1)
	if _, err := l.CorrectHand(ctx, referee, "", first.ID, win("", 3, 2)); err != nil {
		f.Fatal(err)
	}
	if _, err := l.Seat(ctx, referee, "", [4]int{1, 0, 2, 3}, first.ID); err != nil {
		f.Fatal(err)
	}
	err := l.each(ctx, "ORDER BY seq", nil, func(e Event) error {
		for i, kind := range kinds {
			if kind == e.Kind {
				f.Add(byte(i), []byte(e.Payload), byte(6), fmt.Appendf(nil, `{"event":%q}`, e.ID))
			}
		}
		return nil
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(byte(2), []byte(`{"kind":"free","place":9,"points":[1,2,3,4]}`), byte(5), fmt.Appendf(nil, `{"entry":%q}`, first.ID))
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
			next.digest()
			next.Situate(models.HandRecord{Outcome: models.Outcome{Winners: []models.Place{1}}, Wins: []models.WinRecord{{Place: 1}}})
			s = next
		}
		if after, err := json.Marshal(base.View()); err != nil || string(after) != string(before) {
			t.Error("folding changed the state it was given", err)
		}
	})
}
