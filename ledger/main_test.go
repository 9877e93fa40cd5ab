package ledger

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"jantaku/models"
	"jantaku/scoring"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(victimEnv); path != "" {
		os.Exit(victim(path))
	}
	goleak.VerifyTestMain(m)
}

var referee = models.Author{Source: "test", By: "Wang", Why: "misread"}

// flatRules is a rule book for tests: every complete hand is worth 10 points plus its
// honba, paid by the discarder or by everybody, and a dealer's win is worth double. So
// a change of seats changes what hands are worth.
type flatRules struct{}

func (flatRules) ID() string { return "flat" }

func (flatRules) Score(w *models.Win) (scoring.Result, error) {
	value := 10 + w.Honba
	if w.Seat == models.East {
		value *= 2
	}
	r := scoring.Result{Rules: "flat", Win: true, Valid: true, Parts: scoring.PartPoints, Points: value, Paid: true}
	for i := range 4 {
		if seat := models.SeatAt(i); seat != w.Seat && (w.SelfDraw || seat == w.Discarder) {
			r.Payments[i] -= value
			r.Payments[w.Seat.Index()] += value
		}
	}
	return r, nil
}

func flatShelf(models.Match) (Book, error) { return Book{Rules: flatRules{}, Course: Plain{}}, nil }

// fourPlayers is a match to test with.
func fourPlayers() models.Match {
	m := models.Match{ID: "m1", Rules: "flat", Start: 100}
	for _, name := range []string{"Ann", "Bo", "Cui", "Dai"} {
		m.Players = append(m.Players, models.Player{ID: name, Name: name})
	}
	return m
}

func openTest(t testing.TB, path string, options ...Option) *Ledger {
	t.Helper()
	quiet := WithLog(slog.New(slog.DiscardHandler))
	l, err := Open(context.Background(), path, append([]Option{WithShelf(flatShelf), quiet}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

func newLedger(t testing.TB, options ...Option) *Ledger {
	t.Helper()
	return openTest(t, filepath.Join(t.TempDir(), "club.jantaku"), options...)
}

// started is a new ledger with a match.
func started(t testing.TB, options ...Option) *Ledger {
	t.Helper()
	l := newLedger(t, options...)
	if _, err := l.StartMatch(context.Background(), referee, fourPlayers()); err != nil {
		t.Fatal(err)
	}
	return l
}

// win makes a record of a win of place from another; from 0 is a self-draw.
func win(id string, place, from models.Place) models.HandRecord {
	w, err := models.ParseText("123m 456p 789s 1122z +1z")
	if err != nil {
		panic(err)
	}
	return models.HandRecord{ID: id, Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{place}, From: from},
		Wins: []models.WinRecord{{Place: place, Win: *w}}}
}

func draw(id string) models.HandRecord {
	return models.HandRecord{ID: id, Outcome: models.Outcome{Ending: models.Drawn}}
}

// play situates, scores and appends a hand as the pipeline does.
func play(t testing.TB, l *Ledger, h models.HandRecord) {
	t.Helper()
	if err := tryPlay(l, h); err != nil {
		t.Fatal(err)
	}
}

func tryPlay(l *Ledger, h models.HandRecord) error {
	h = l.Situate(h)
	var results []scoring.Result
	for i := range h.Wins {
		r, err := flatRules{}.Score(&h.Wins[i].Win)
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	_, err := l.Append(context.Background(), models.Author{Source: "test"}, h, results...)
	return err
}

// wantScores compares the scores by number of the player.
func wantScores(t testing.TB, s State, want ...int) {
	t.Helper()
	if got := fmt.Sprint(s.Position.Scores[:len(want)]); got != fmt.Sprint(want) {
		t.Errorf("scores %v, want %v", got, want)
	}
}
