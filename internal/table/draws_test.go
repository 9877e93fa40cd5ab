package table

import (
	"context"
	"strings"
	"testing"

	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
)

// TestHandsWithoutAWinnerReachTheBooks asks a running table, as the console does, for
// every way in which a hand of riichi ends without a win.
func TestHandsWithoutAWinnerReachTheBooks(t *testing.T) {
	c := fourOfRiichi(t.TempDir())
	c.Table.Assume = config.NothingSpecial()
	c.Match.Course = map[string]string{"bust": "no"}
	table, end := starts(t, c, Parts{}, nil)
	defer end()
	ask := func(op, body string) error {
		ctx, cancel := context.WithTimeout(t.Context(), sharedtest.Patience)
		defer cancel()
		_, err := table.Pipeline.Request(ctx, op, []byte(body))
		return err
	}
	for _, step := range []struct {
		op, body      string
		scores        [4]int
		honba, sticks int
		dealer        int
	}{
		{"draw", `{"ready":[{"place":1},{"place":4}],"riichi":[4]}`, [4]int{26500, 23500, 23500, 25500}, 1, 1, 1},
		{"draw", `{"nagashi":[3]}`, [4]int{22500, 21500, 31500, 23500}, 2, 1, 2}, // 4000 of the dealer, 2000 of the others
		{"draw", `{"reason":"nine-terminals"}`, [4]int{22500, 21500, 31500, 23500}, 3, 1, 2},
		{"draw", `{"reason":"four-riichi","riichi":[1,2,3,4]}`, [4]int{21500, 20500, 30500, 22500}, 4, 5, 2},
		{"draw", `{}`, [4]int{21500, 20500, 30500, 22500}, 5, 5, 3}, // nobody waits
		{"undo", `{}`, [4]int{21500, 20500, 30500, 22500}, 4, 5, 2},
		{"redo", `{}`, [4]int{21500, 20500, 30500, 22500}, 5, 5, 3},
		{"enter", `{"place":4,"from":3,"win":{"concealed":"123m456p234s55p78s","melds":[],"win":"9s"}}`, [4]int{21500, 20500, 30500, 22500}, 5, 5, 3},
		{"confirm", `{}`, [4]int{21500, 20500, 28000, 30000}, 0, 0, 4}, // 1000 and 1500 for the honba, 5000 from the table
	} {
		if err := ask(step.op, step.body); err != nil {
			t.Fatalf("%s %s: %v", step.op, step.body, err)
		}
		p := table.Ledger.State().Position
		if p.Scores != step.scores || p.Honba != step.honba || p.Sticks != step.sticks || int(p.Dealer) != step.dealer {
			t.Fatalf("%s %s: %+v, want %+v", step.op, step.body, p, step)
		}
	}
	for _, body := range []string{`{"reason":"boredom"}`, `{"ready":[{"place":7}]}`, `{"riichi":[0]}`} {
		if err := ask("draw", body); err == nil || strings.Contains(err.Error(), "panic") {
			t.Errorf("draw %s: %v", body, err)
		}
	}
	if hands := table.Ledger.State().Position.Hands; hands != 6 {
		t.Errorf("%d hands, want 6", hands)
	}
}
