package lingque_test

import (
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring/lingque"
)

func matchOf(length string) models.Match {
	m := models.Match{ID: "m", Rules: "lingque-29", Length: length}
	for _, name := range strings.Fields("ann bo cui dai") {
		m.Players = append(m.Players, models.Player{ID: name, Name: name})
	}
	return m
}

// passed plays drawn hands until the match is over or n were played.
func passed(c lingque.Course, m models.Match, n int) models.Position {
	p := c.Begin(m)
	for range n {
		if p.Over != "" {
			break
		}
		p.Hands++
		p = c.Next(m, p, models.Outcome{Ending: models.Drawn})
	}
	return p
}

func TestSeatsChangeAfterEveryRoundAsPrinted(t *testing.T) {
	c, m := lingque.Course{Edition: 29}, matchOf("open")
	for number, want := range []string{"ESNWE", "SEWNS", "WNESW", "NWSEN"} { // §7; the fifth round starts anew
		got := ""
		for round := range 5 {
			p := passed(c, m, 4*round)
			if p.Round != round+1 || p.Deal != 1 {
				t.Fatalf("after %d hands round %d deal %d", 4*round, p.Round, p.Deal)
			}
			got += p.SeatOf(p.PlaceOfPlayer(number)).String()
		}
		if got != want {
			t.Errorf("player %d sits %s, want %s", number+1, got, want)
		}
	}
}

func TestTheDealerWhoWinsDealsAgain(t *testing.T) {
	m := matchOf("full")
	for _, tt := range []struct {
		name    string
		edition int
		outcome models.Outcome
		dealer  models.Place
	}{
		{"dealer wins", 29, models.Outcome{Ending: models.Won, Winners: []models.Place{1}}, 1},
		{"another wins", 29, models.Outcome{Ending: models.Won, Winners: []models.Place{3}}, 2},
		{"draw", 29, models.Outcome{Ending: models.Drawn}, 2},
		{"dealer wins in edition 26", 26, models.Outcome{Ending: models.Won, Winners: []models.Place{1}}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := lingque.Course{Edition: tt.edition}
			if p := c.Next(m, c.Begin(m), tt.outcome); p.Dealer != tt.dealer {
				t.Errorf("place %d deals, want %d", p.Dealer, tt.dealer)
			}
		})
	}
}

func TestAMatchIsOverAfterItsRounds(t *testing.T) {
	for length, hands := range map[string]int{"half": 8, "full": 16, "": 16, "open": 40} {
		p := passed(lingque.Course{Edition: 29}, matchOf(length), 40)
		if over := p.Over == "length"; p.Hands != hands || over == (length == "open") {
			t.Errorf("length %q: %d hands, over %q", length, p.Hands, p.Over)
		}
	}
}

func TestUnknownLengthsAndOptionsAreRefused(t *testing.T) {
	c := lingque.Course{Edition: 29}
	if err := c.Check(matchOf("half")); err != nil {
		t.Error(err)
	}
	if err := c.Check(matchOf("hlaf")); err == nil {
		t.Error("length hlaf is taken without complaint")
	}
	m := matchOf("")
	m.Course = map[string]string{"seats": "fixed", "chairs": "fixed"}
	if err := c.Check(m); err == nil || !strings.Contains(err.Error(), `"chairs"`) {
		t.Errorf("option chairs: %v", err)
	}
}
