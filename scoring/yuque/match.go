package yuque

import (
	"fmt"
	"maps"
	"strconv"

	"jantaku/models"
	"jantaku/scoring/book"
)

// Course is how a match goes on. The book names no dealer who stays: the deal
// passes after every hand, unless option renchan=win keeps it with a dealer who wins, as in
// 古典麻雀. A match is four rounds, nobody moves, and there is no table of penalties.
//
// The book calls its own course 特别规则, special rules that usually are not used: option
// formal=true. With it the seats change after every round by the number of the round, there is a
// table of penalties, and without a length, or with "gap", a match is over after the fourth or a later round as
// soon as every two players differ by at least 100 points (option gap=100), which is the
// book's rule where ranks matter; "full" is four rounds, "half" two, "open" goes on until somebody says stop.
// 停和陪打 keeps an offender from calling and winning; whether a waiting hand of his is paid the book
// does not say: option barred-ready=unpaid for a club that does not.
//
// Option seats=drawn or dice leaves the change to the players, fixed leaves everybody in place.
type Course struct{ book.Paid }

// minRounds are the rounds that are always played, rankGap is what must then lie
// between any two players.
const (
	minRounds = 4
	rankGap   = 100
)

// moveAfter gives where the winds E S W N go after a round.
func moveAfter(round int) [models.Places]models.Seat {
	switch {
	case round%2 == 1: // E↔S, W↔N
		return [models.Places]models.Seat{models.South, models.East, models.North, models.West}
	case round%4 == 0: // E→W, S→N, W→S, N→E
		return [models.Places]models.Seat{models.West, models.North, models.South, models.East}
	default: // E→N, S→W, W→E, N→S
		return [models.Places]models.Seat{models.North, models.West, models.East, models.South}
	}
}

// Settle gives what the win pays and, to everybody else who shows a waiting hand, half
// of what that is worth: the discarder too, and when the hand is drawn. It comes from
// the bank.
func (Course) Settle(_ models.Match, _ models.Position, o models.Outcome) models.Points {
	points := o.Paid
	for _, r := range o.Ready {
		if !o.WonBy(r.Place) {
			points[r.Place.Index()] += Half(r.Points)
		}
	}
	return points
}

// Next passes the deal, and changes the seats after a round.
func (Course) Next(m models.Match, p models.Position, o models.Outcome) models.Position {
	if m.Option("renchan", "none") == "win" && o.WonBy(p.Dealer) {
		return p // 连庄
	}
	next := p.PassDeal(m)
	if next.Round == p.Round {
		return next
	}
	if why := over(m, p); why != "" {
		p.Over = why
		return p
	}
	return next.Reseat(m, seats(m), moveAfter(p.Round))
}

// over says whether the match ends after the round of p.
func over(m models.Match, p models.Position) string {
	switch length(m) {
	case "open":
		return ""
	case "half":
		return map[bool]string{true: "length"}[p.Round >= 2]
	case "full":
		return map[bool]string{true: "length"}[p.Round >= minRounds]
	}
	if p.Round < minRounds {
		return ""
	}
	wide := gapOf(m)
	for i := range m.Players {
		for j := range i {
			if gap := p.Scores[i] - p.Scores[j]; gap > -wide && gap < wide {
				return ""
			}
		}
	}
	return "gap"
}

// Penalties are the kinds of the book's table.
func (Course) Penalties(m models.Match) []string {
	if !formal(m) {
		return nil
	}
	var kinds []string
	for _, p := range Penalties() {
		kinds = append(kinds, p.ID)
	}
	return kinds
}

// Penalty takes the points of a fault from the offender; nobody gets them.
func (Course) Penalty(_ models.Match, _ models.Position, kind string, offender models.Place) (models.Penalty, error) {
	for _, p := range Penalties() {
		if p.ID == kind {
			penalty := models.Penalty{Kind: kind, Place: offender, NoWin: p.NoWin}
			penalty.Points[offender.Index()] = -p.Points
			return penalty, nil
		}
	}
	return models.Penalty{}, fmt.Errorf("yuque: there is no penalty %q", kind)
}

// Choices are what a club decides; the length "gap" is the book's own.
func (Course) Choices(m models.Match) []models.Choice {
	informal := m
	informal.Length = ""
	return []models.Choice{{Key: "formal", Values: []string{"true", "false"}, Default: "false"},
		{Key: "length", Values: []string{"gap", "half", "full", "open"}, Default: length(informal)},
		{Key: "gap", Default: strconv.Itoa(rankGap)}, models.SeatsChoice(seats(m)),
		{Key: "renchan", Values: []string{"none", "win"}, Default: "none"},
		{Key: "barred-ready", Values: []string{"paid", "unpaid"}, Default: "paid"}, models.TiesChoice(true)}
}

// Ranking gives the score as the result. The book asks for ranks that differ and names no tie; equal
// scores share theirs unless option ties=seat ranks who sat earlier higher.
func (Course) Ranking(m models.Match) models.Ranking {
	return models.Ranking{Unit: 1, Ties: m.SharesTies(true)}
}

// Named implements ledger.Naming: a new match says whether 特别规则 is played.
func (Course) Named(m models.Match) models.Match {
	if _, said := m.Course["formal"]; !said {
		course := maps.Clone(m.Course)
		if course == nil {
			course = map[string]string{}
		}
		course["formal"] = "false"
		m.Course = course
	}
	return m
}

// formal reports whether 特别规则 is played. Matches in books of old, which do not say, were played
// by it.
func formal(m models.Match) bool { return m.Option("formal", "true") == "true" }

// length is what the match plays.
func length(m models.Match) string {
	switch {
	case m.Length != "":
		return m.Length
	case formal(m):
		return "gap"
	}
	return "full"
}

// seats is how everybody moves where the match does not say.
func seats(m models.Match) string {
	if formal(m) {
		return models.SeatsByBook
	}
	return models.SeatsStay
}

// Check refuses lengths and options that the book does not know.
func (c Course) Check(m models.Match) error {
	if n, err := strconv.Atoi(m.Option("gap", "0")); err != nil || n < 0 {
		return fmt.Errorf("yuque: gap=%s is not a number of points", m.Option("gap", ""))
	}
	return m.CheckCourse(c.Choices(m))
}

// gapOf is what must lie between any two players at the end.
func gapOf(m models.Match) int {
	if n, err := strconv.Atoi(m.Option("gap", "")); err == nil {
		return n
	}
	return rankGap
}
