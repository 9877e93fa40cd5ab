package demo

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/course"
)

// TestTheDemosRefereeLosesNoHand claims that a hand which is asked about is answered as it was played and never dropped:
// a win with its tiles and indicators, what was taken for a win of a drawn hand, and a hand that went in undeclared.
func TestTheDemosRefereeLosesNoHand(t *testing.T) {
	win, err := models.ParseText("123m456p777s555z2p +2p seat=S from=E")
	if err != nil {
		t.Fatal(err)
	}
	won := course.Ending{Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{2}, From: 1}, Wins: []models.Win{*win}, Results: []scoring.Result{{}}}
	drawn := course.Ending{Outcome: models.Outcome{Ending: models.Drawn}}
	for _, tt := range []struct {
		name              string
		truth             course.Ending
		waits, undeclared bool
		ends              string // the operation with which the hand is in the books
		want              string
	}{
		{"a win in doubt", won, true, false, "confirm", "amend amend confirm"},
		{"a win that nobody declared", won, false, true, "enter", "enter"},
		{"a drawn hand that was taken for a win", drawn, true, false, "draw", "dismiss draw"},
		{"a drawn hand that nobody declared", drawn, false, true, "draw", "draw"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			hands, waits, undeclared := 0, tt.waits, tt.undeclared
			var ops []string
			var said map[string]any
			e := filmedEvening{pace: time.Millisecond, out: io.Discard, log: slog.New(slog.DiscardHandler), table: Table{
				State: func() ledger.State {
					return ledger.State{MatchState: models.MatchState{Position: models.Position{Hands: hands}}}
				},
				Waits: func() bool { return waits }, Undeclared: func() bool { return undeclared },
				Request: func(_ context.Context, op string, body []byte) ([]byte, error) {
					ops = append(ops, op)
					if err := json.Unmarshal(body, &said); err != nil {
						t.Error(err)
					}
					if op == tt.ends {
						hands, waits, undeclared = 1, false, false
					}
					return []byte(`{"needs":["dora","ippatsu"]}`), nil
				}}}
			if err := e.help(t.Context(), models.Position{}, tt.truth); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(ops, " "); got != tt.want || e.lost != 0 {
				t.Errorf("asked %q, %d lost; want %q", got, e.lost, tt.want)
			}
			if slices.Contains(ops, "confirm") && !slices.Equal(said["as_shown"].([]any), []any{"ippatsu"}) {
				t.Errorf("confirmed with %v", said)
			}
		})
	}
}
