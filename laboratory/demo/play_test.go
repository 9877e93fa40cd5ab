package demo

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	desks "jantaku/internal/referee"
	"jantaku/ledger"
	"jantaku/models"
)

// TestAfterAMatchTheNextIsPlayed claims that after a match that is over the players of the demo, four or three, begin
// another by the same rules, and that they begin none while it goes on.
func TestAfterAMatchTheNextIsPlayed(t *testing.T) {
	for _, profile := range []string{"tenhou", "tenhou3"} {
		books, err := ledger.Open(t.Context(), filepath.Join(t.TempDir(), "club.jantaku"), ledger.WithShelf(desks.Shelf), ledger.WithLog(slog.New(slog.DiscardHandler)))
		if err != nil {
			t.Fatal(err)
		}
		defer books.Close()
		m := models.Match{ID: "m", Rules: "riichi", Profile: profile, Length: "open", Players: []models.Player{{ID: "a", Name: "a"}, {ID: "b", Name: "b"}, {ID: "c", Name: "c"}, {ID: "d", Name: "d"}}}
		if profile == "tenhou3" {
			m.Players = m.Players[:3]
		}
		by := models.Author{Source: "test"}
		if _, err := books.StartMatch(t.Context(), by, m); err != nil {
			t.Fatal(err)
		}
		desk := desks.Referee{Books: books, Changed: func() {}}
		table := Table{State: books.State, Waits: func() bool { return false }, Request: func(ctx context.Context, op string, body []byte) ([]byte, error) {
			return desk.Request(ctx, op, body)
		}}
		o := Options{Pace: time.Millisecond, Log: slog.New(slog.DiscardHandler)}
		first := books.State()
		if anew, err := playOn(t.Context(), table, o); anew || err != nil || books.State().Match.ID != first.Match.ID {
			t.Errorf("%s: while it is played: %v, %v", profile, anew, err)
		}
		if _, err := books.FinishMatch(t.Context(), by, ""); err != nil {
			t.Fatal(err)
		}
		anew, err := playOn(t.Context(), table, o)
		next := books.State()
		if !anew || err != nil || next.Finished || next.Match.ID == first.Match.ID || next.Match.Profile != profile || len(next.Match.Players) != len(m.Players) || next.Position.Seats != first.Position.Seats || next.Match.Length != "open" {
			t.Errorf("%s: after it: %v, %v, %+v at %v, before %v", profile, anew, err, next.Match, next.Position.Seats, first.Position.Seats)
		}
	}
}
