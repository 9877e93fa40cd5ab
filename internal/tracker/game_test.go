package tracker

import (
	"fmt"
	"slices"
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

// TestWhoSitsNowIsFollowed claims that of three players the place at which nobody sits is the one that the books have now: they
// change seats in the course of a match.
func TestWhoSitsNowIsFollowed(t *testing.T) {
	f, b := newFollow(t)
	three, err := GameOf("riichi", "", map[string]string{"players": "3"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.Rules = func(models.Match) (Rules, error) { return Rules{Game: three}, nil }
	for _, seats := range [][models.Places]int{{0, 1, 2, models.Empty}, {0, models.Empty, 2, 1}} {
		b.state.Position = models.Position{Round: 1, Deal: 1, Dealer: models.PlaceAt(slices.Index(seats[:], 1)), Seats: seats}
		f.again()
		if vacant := f.hand.rules.Game.Vacant; b.state.Position.At(vacant) != models.Empty {
			t.Errorf("seats %v: place %d is followed as vacant", seats, vacant)
		}
	}
}
