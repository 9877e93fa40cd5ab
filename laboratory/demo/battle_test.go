package demo

import (
	"bytes"
	"context"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	desks "jantaku/internal/referee"
	"jantaku/internal/sharedtest"
	"jantaku/ledger"
	"jantaku/models"
)

// TestTheBooksOfAnEveningOfBattlesBalance plays hands of Sichuan and tells the books what changes
// hands as it happens. It claims that every hand is booked as it was paid, and that nothing is
// won or lost but between the players.
func TestTheBooksOfAnEveningOfBattlesBalance(t *testing.T) {
	books, err := ledger.Open(t.Context(), filepath.Join(t.TempDir(), "club.jantaku"), ledger.WithShelf(desks.Shelf), ledger.WithLog(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	defer books.Close()
	m := models.Match{ID: "m", Rules: "sichuan", Players: []models.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}}
	for i := range m.Players {
		m.Players[i].Name = m.Players[i].ID
	}
	if _, err := books.StartMatch(t.Context(), models.Author{Source: "test"}, m); err != nil {
		t.Fatal(err)
	}
	desk := desks.Referee{Books: books, Changed: func() {}}
	table := Table{State: books.State, Request: func(ctx context.Context, op string, body []byte) ([]byte, error) {
		return desk.Request(ctx, op, body)
	}}
	hands := sharedtest.Count(12, 400)
	var out bytes.Buffer
	if err := playBattles(t.Context(), table, Options{Rules: "sichuan", Hands: hands, Seed: 52, Out: &out}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), " 0 wrong; the books balance: true") {
		t.Error(out.String())
	}
	if report, err := books.Replay(t.Context(), true); err != nil || report.Hands != hands || len(report.Faults) > 0 || report.Unscored > 0 {
		t.Errorf("replay: %+v %v", report, err)
	}
}
