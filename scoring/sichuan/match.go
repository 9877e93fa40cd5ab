package sichuan

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"jantaku/models"
)

// Course is how a match goes on (art. 9.2 (5), 12): there are no rounds and nobody moves. The
// first winner of a hand deals the next; where several won first on one discard, who supplied
// it; the dealer stays when nobody won. Option dealer=rotate of the book lets the deal go round.
//
// A match is open until somebody says stop, which is how one that is played by the clock ends;
// option hands=N of the course ends it after so many hands. Table points are 4, 3, 2 and 1 by
// score, shared by those who are equal.
type Course struct{}

// Begin gives the position before the first hand.
func (Course) Begin(m models.Match) models.Position { return models.Begin(m) }

// optionsOf are the options of the book that a match is played with.
func optionsOf(m models.Match) (Options, error) {
	o, err := Profile(m.Profile)
	for key, value := range m.Options {
		err = errors.Join(err, o.Set(key, value))
	}
	return o, err
}

// Steps gives what every settlement of a hand moves, in their order. The error names the one
// that cannot follow those before it.
func (Course) Steps(m models.Match, p models.Position, o models.Outcome) ([]models.Points, error) {
	options, err := optionsOf(m)
	if err != nil {
		return nil, err
	}
	settled, err := options.settle(p.Dealer, o.Settled)
	return settled.Steps, err
}

// Settle gives what all settlements of a hand move; nothing where they contradict each other,
// which Steps says.
func (c Course) Settle(m models.Match, p models.Position, o models.Outcome) (points models.Points) {
	moved, err := c.Steps(m, p, o)
	if err != nil {
		return points
	}
	for _, step := range moved {
		points = points.Plus(step)
	}
	return points
}

// Next gives the deal to whom the hand gives it.
func (c Course) Next(m models.Match, p models.Position, o models.Outcome) models.Position {
	p.Dealer = nextDealer(m, p, o)
	if n := handsOf(m); n > 0 && p.Hands >= n {
		p.Over = "length"
	}
	return p
}

// nextDealer is who deals after a hand. A hand whose points a referee fixed has its winners too.
func nextDealer(m models.Match, p models.Position, o models.Outcome) models.Place {
	options, err := optionsOf(m)
	switch {
	case err == nil && options.is("dealer", "rotate"):
		return p.After(p.Dealer)
	case len(o.Winners) == 0:
		return p.Dealer
	}
	for _, s := range o.Settlements() {
		if len(s.Wins) > 1 {
			return s.Wins[0].From
		}
		if len(s.Wins) > 0 {
			break
		}
	}
	return o.Winners[0]
}

// Claims lets everybody win who claims the tile (art. 9.2 (2)).
func (Course) Claims(_ models.Match, _ models.Position, _ models.Place, claimants []models.Place) ([]models.Place, string) {
	return claimants, ""
}

// Ranking gives table points by score.
func (Course) Ranking(models.Match) models.Ranking {
	return models.Ranking{Unit: 1, Points: []float64{4, 3, 2, 1}, Ties: true}
}

// The penalties of the book (art. 11.3): points of the hand, which nobody gets.
const (
	ActivePig = "active-pig" // discarding another suit while tiles of the void suit are left (活花猪)
	FalseWin  = "false-win"  // 诈和
	BarredWin = "barred-win" // a win on a tile no dearer than one that was let pass (过手和)
	Warning   = "warning"    // class 4
)

// foul is what false wins and barred wins cost.
const foul = 24

// Penalties are the kinds of the book; those of class 3, of 1 to 8 points, are free ones.
func (Course) Penalties(models.Match) []string {
	return []string{ActivePig, FalseWin, BarredWin, Warning}
}

// Penalty takes the points of a fault from the offender; nobody gets them. Who committed one of
// the graver faults plays on and cannot win (停和陪打).
func (c Course) Penalty(m models.Match, _ models.Position, kind string, offender models.Place) (models.Penalty, error) {
	if !slices.Contains(c.Penalties(m), kind) {
		return models.Penalty{}, fmt.Errorf("sichuan: there is no penalty %q", kind)
	}
	penalty := models.Penalty{Kind: kind, Place: offender, NoWin: kind != Warning}
	points := map[string]int{FalseWin: foul, BarredWin: foul}[kind]
	if kind == ActivePig {
		options, err := optionsOf(m)
		if err != nil {
			return models.Penalty{}, err
		}
		points = options.fine()
	}
	penalty.Points[offender.Index()] = -points
	return penalty, nil
}

// Choices are what a club decides.
func (Course) Choices(models.Match) []models.Choice {
	return []models.Choice{{Key: "length", Values: []string{"open"}, Default: "open"}, {Key: "hands", Default: "0"}}
}

// Check refuses lengths and options that the book does not know, and fewer than four players.
func (c Course) Check(m models.Match) error {
	if len(m.Players) != models.Places {
		return fmt.Errorf("sichuan: four play, not %d", len(m.Players))
	}
	if n, err := strconv.Atoi(m.Option("hands", "0")); err != nil || n < 0 {
		return fmt.Errorf("sichuan: hands=%s is not a number of hands", m.Option("hands", ""))
	}
	if _, err := optionsOf(m); err != nil {
		return err
	}
	return m.CheckCourse(c.Choices(m))
}

// handsOf is after how many hands a match is over, 0 for never.
func handsOf(m models.Match) int {
	n, err := strconv.Atoi(m.Option("hands", "0"))
	if err != nil {
		return 0
	}
	return n
}
