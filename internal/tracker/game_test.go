package tracker

import (
	"fmt"
	"testing"

	"jantaku/models"
)

// TestTheLastTileIsKnownWhereTheSetIs claims that a table that has not told how many tiles it has is asked about the last
// one where the book may be played with flowers and without, and nowhere else.
func TestTheLastTileIsKnownWhereTheSetIs(t *testing.T) {
	for _, c := range []struct {
		rules   string
		told    int
		flowers bool
		counted bool
	}{
		{"lingque-29", 0, true, false}, {"lingque-29", 136, false, true}, {"lingque-29", 144, true, true}, {"lingque-26", 0, true, false},
		{"mcr", 0, true, true}, {"mcr", 144, true, true}, {"mcr", 136, false, true},
		{"yuque-54", 0, false, true}, {"riichi", 0, false, true},
	} {
		t.Run(fmt.Sprint(c.rules, " told ", c.told), func(t *testing.T) {
			r, err := RulesOf(models.Match{Rules: c.rules}, c.told)
			if err != nil {
				t.Fatal(err)
			}
			if r.Counted != c.counted || r.Game.Flowers != c.flowers {
				t.Errorf("counted %t, flowers %t", r.Counted, r.Game.Flowers)
			}
		})
	}
}
