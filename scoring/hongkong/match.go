package hongkong

import (
	"jantaku/models"
	"jantaku/scoring/book"
)

// Course is how a match goes on. In the association's matches the deal passes after every hand; at most tables, and
// in popular-13, the dealer stays after a win of his own and after a drawn hand (option dealer=rotate or stay).
// A drawn hand pays nothing.
//
// Length "full", also the default, is four rounds, "half" two, "east" one; "open" goes on until somebody says stop.
// Option winners=first lets the first in turn order win alone, all everybody who can.
type Course struct{ book.Paid }

var rounds = book.Rounds{Lengths: []book.Length{{Name: "full", Rounds: 4}, {Name: "half", Rounds: 2}, {Name: "east", Rounds: 1}, {Name: "open"}},
	Seats: models.SeatsStay, Moves: book.FourTables}

// Next gives the position after a hand.
func (Course) Next(m models.Match, p models.Position, o models.Outcome) models.Position {
	if stays(m) && (o.WonBy(p.Dealer) || o.Ending != models.Won) {
		return p
	}
	return rounds.Pass(m, p)
}

// stays reports whether a winning dealer keeps the deal.
func stays(m models.Match) bool { return m.Option("dealer", dealerOf(m.Profile)) == "stay" }

func dealerOf(profile string) string {
	if profile == Popular13 {
		return "stay"
	}
	return "rotate"
}

// Claims lets the first in turn order win alone (截糊), or everybody.
func (Course) Claims(m models.Match, _ models.Position, _ models.Place, claimants []models.Place) ([]models.Place, string) {
	if m.Option("winners", "first") == "all" {
		return claimants, ""
	}
	return claimants[:1], ""
}

// Ranking gives the score as the result.
func (Course) Ranking(models.Match) models.Ranking { return models.Ranking{Unit: 1, Ties: true} }

// Choices are what a club decides.
func (Course) Choices(m models.Match) []models.Choice {
	return append(rounds.Choices(), models.Choice{Key: "dealer", Values: []string{"rotate", "stay"}, Default: dealerOf(m.Profile)},
		models.Choice{Key: "winners", Values: []string{"first", "all"}, Default: "first"})
}

// Check refuses lengths and options that the book does not know.
func (c Course) Check(m models.Match) error { return m.CheckCourse(c.Choices(m)) }
