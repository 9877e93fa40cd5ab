package mcr

import (
	"cmp"

	"jantaku/models"
	"jantaku/scoring/book"
)

// Course is how a match goes on (§9): the deal passes after every hand, whoever won;
// four rounds, sixteen hands. A drawn hand pays nothing. False wins and other faults
// are the referee's.
//
// Length "full", also the default, is four rounds, "half" two, "east" one; "open" goes
// on until somebody says stop. After every round the seats change as at tournaments;
// option seats=drawn or dice leaves that to the players, fixed leaves everybody in place.
type Course struct{ book.Paid }

var rounds = book.Rounds{Lengths: []book.Length{{Name: "full", Rounds: 4}, {Name: "half", Rounds: 2}, {Name: "east", Rounds: 1}, {Name: "open"}},
	Seats: models.SeatsByBook, Moves: book.FourTables}

// tablePoints are the ranking points of a table; players of equal score share theirs (§9), unless
// option ties=seat ranks who sat earlier higher.
var tablePoints = []float64{4, 2, 1, 0}

// Next passes the deal, and changes the seats after a round.
func (Course) Next(m models.Match, p models.Position, _ models.Outcome) models.Position {
	return rounds.Pass(m, p)
}

// Ranking gives the score as the result, and table points by rank.
func (Course) Ranking(m models.Match) models.Ranking {
	return models.Ranking{Unit: 1, Ties: m.SharesTies(true), Points: tablePoints}
}

// Named implements ledger.Naming: a new match says its profile.
func (Course) Named(m models.Match) models.Match {
	m.Profile = cmp.Or(m.Profile, DefaultProfile)
	return m
}

// Choices are what a club decides.
func (Course) Choices(models.Match) []models.Choice {
	return append(rounds.Choices(), models.TiesChoice(true))
}

// Check refuses lengths and options that the book does not know.
func (c Course) Check(m models.Match) error { return m.CheckCourse(c.Choices(m)) }
