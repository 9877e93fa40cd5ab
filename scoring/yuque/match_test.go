package yuque_test

import (
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring/yuque"
)

func yuqueMatch(length string) models.Match {
	m := models.Match{ID: "m", Rules: "yuque-54", Length: length}
	for _, name := range strings.Fields("ann bo cui dai") {
		m.Players = append(m.Players, models.Player{ID: name})
	}
	return m
}

func TestSeatsChangeByTheNumberOfTheRound(t *testing.T) {
	c, m := yuque.Course{}, yuqueMatch("open")
	p := c.Begin(m)
	seats := [4]string{}
	for hand := range 36 { // nine rounds: the ninth sits like the first
		if hand%4 == 0 {
			for n := range seats {
				seats[n] += p.SeatOf(p.PlaceOfPlayer(n)).String()
			}
		}
		p = c.Next(m, p, models.Outcome{Ending: models.Drawn})
	}
	// By hand: after round 1 E↔S W↔N, after 2 E→N S→W W→E N→S, after 3 as after 1,
	// after 4 E→W S→N W→S N→E: everybody is back where they started.
	if want := [4]string{"ESWNESWNE", "SENWSENWS", "WNSEWNSEW", "NWESNWESN"}; seats != want {
		t.Errorf("seats %v, want %v", seats, want)
	}
}

func TestAMatchEndsWithAGapAfterFourRounds(t *testing.T) {
	c := yuque.Course{}
	for _, tt := range []struct {
		name, length string
		round, deal  int
		scores       [4]int
		want         string
	}{
		{"all six gaps", "", 4, 4, [4]int{300, 200, 100, 0}, "gap"},
		{"one gap of 99", "", 4, 4, [4]int{300, 200, 101, 0}, ""},
		{"third round", "", 3, 4, [4]int{300, 200, 100, 0}, ""},
		{"middle of a round", "", 5, 2, [4]int{300, 200, 100, 0}, ""},
		{"fifth round", "", 5, 4, [4]int{300, 200, 100, -50}, "gap"},
		{"four rounds agreed", "full", 4, 4, [4]int{}, "length"},
		{"no end agreed", "open", 4, 4, [4]int{300, 200, 100, 0}, ""},
	} {
		p := c.Begin(yuqueMatch(tt.length))
		p.Round, p.Deal, p.Dealer, p.Scores = tt.round, tt.deal, models.Place(tt.deal), tt.scores
		if got := c.Next(yuqueMatch(tt.length), p, models.Outcome{Ending: models.Drawn}).Over; got != tt.want {
			t.Errorf("%s: over %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestWaitingHandsAreHalfPaid(t *testing.T) {
	c, m := yuque.Course{}, yuqueMatch("")
	o := models.Outcome{Ending: models.Won, Winners: []models.Place{1}, From: 2, Paid: models.Points{100, -50, 0, 0},
		Ready: []models.Ready{{Place: 1, Points: 400}, {Place: 2, Points: 9}, {Place: 3, Points: 25}}}
	// 9/2 = 4.5 and 25/2 = 12.5 round to even; the winner's own waiting hand pays nothing.
	if got, want := c.Settle(m, c.Begin(m), o), (models.Points{100, -46, 12, 0}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestEveryPenaltyOfTheTableCosts(t *testing.T) {
	c, m := yuque.Course{}, yuqueMatch("")
	for _, kind := range c.Penalties(m) {
		p, err := c.Penalty(m, c.Begin(m), kind, 3)
		if err != nil || p.Points.Sum() > 0 || p.Points[2] != p.Points.Sum() {
			t.Errorf("%s: %+v %v", kind, p, err)
		}
	}
	if p, err := c.Penalty(m, c.Begin(m), "false-win", 3); err != nil || p.Points[2] != -120 {
		t.Errorf("冲和: %+v %v", p, err)
	}
}
