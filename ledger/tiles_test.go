package ledger_test

import (
	"errors"
	"testing"

	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoring"
)

// TestTwoWinnersHoldNoFiveCopies: several winners of one discard are refused where a tile would be
// there five times in all, with the indicators and the norths.
func TestTwoWinnersHoldNoFiveCopies(t *testing.T) {
	for _, tt := range []struct {
		profile, first, second string
		fits                   bool
	}{
		{"majsoul", onTile, onTileToo, true},
		{"majsoul", onTile, onTile, false},
		{"majsoul", onTile, "456m 789p 234p 22m 78s +9s dora=9s", true},
		{"majsoul", onTile + " dora=2s2s", "456m 789p 111s 22s 78s +9s dora=2s2s", false},
		{"majsoul3", "111p 222p 333p 44z 78s +9s norths=1", "999p 111z 555z 44z 78s +9s", false},
	} {
		l := table(t, "riichi", tt.profile)
		h := models.HandRecord{ID: "h", Outcome: models.Outcome{Ending: models.Won, Winners: []models.Place{2, 3}, From: 1}}
		for i, text := range []string{tt.first, tt.second} {
			w, err := models.ParseText(text + " riichi")
			if err != nil {
				t.Fatal(err)
			}
			h.Wins = append(h.Wins, models.WinRecord{Place: models.Place(2 + i), Win: *w})
		}
		h = l.Situate(h)
		var results []scoring.Result
		for i := range h.Wins {
			result, err := l.State().Score(&h.Wins[i].Win)
			if err != nil {
				t.Fatal(tt.first, tt.second, err)
			}
			results = append(results, result)
		}
		_, err := l.Append(ctx, referee, h, results...)
		if fits := err == nil; fits != tt.fits || !fits && !errors.Is(err, ledger.ErrBadHand) {
			t.Errorf("%s: %s and %s: %v", tt.profile, tt.first, tt.second, err)
		}
	}
}
