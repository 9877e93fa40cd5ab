package mcr_test

import (
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring/mcr"
)

func TestSeatsAndDealsOfAMatch(t *testing.T) {
	m := models.Match{ID: "m", Rules: "mcr"}
	for _, name := range strings.Fields("ann bo cui dai") {
		m.Players = append(m.Players, models.Player{ID: name})
	}
	c := mcr.Course{}
	p := c.Begin(m)
	seats := [4]string{}
	for hand := range 16 {
		if p.Over != "" {
			t.Fatalf("over after %d hands", hand)
		}
		if p.Round != hand/4+1 || p.Deal != hand%4+1 {
			t.Errorf("hand %d is round %d deal %d", hand+1, p.Round, p.Deal)
		}
		if p.Deal == 1 {
			for n := range seats {
				seats[n] += p.SeatOf(p.PlaceOfPlayer(n)).String()
			}
		}
		// A dealer who wins passes the deal all the same.
		p = c.Next(m, p, models.Outcome{Ending: models.Won, Winners: []models.Place{p.Dealer}})
	}
	if p.Over != "length" {
		t.Errorf("after 16 hands over is %q", p.Over)
	}
	if want := [4]string{"ESNW", "SEWN", "WNES", "NWSE"}; seats != want {
		t.Errorf("seats in the four rounds %v, want %v", seats, want)
	}
}
