package mcr

import "jantaku/models"

// Course is how a match goes on (§9): the deal passes after every hand, whoever won;
// four rounds, sixteen hands. A drawn hand pays nothing. False wins and other faults
// are the referee's.
//
// Length "full", also the default, is four rounds, "half" two, "east" one; "open" goes
// on until somebody says stop. After every round the seats change as at tournaments;
// option seats=drawn or dice leaves that to the players, fixed leaves everybody in place.
type Course struct{}

// moves are the changes of seat after rounds 1, 2, 3 and 4, by the wind a player holds:
// East and South swap, West and North swap; East goes West, South North, West South,
// North East; swap again. Whoever starts East sits E S N W. The fourth brings everybody
// back to where they started.
var moves = [4][models.Places]models.Seat{
	{models.South, models.East, models.North, models.West},
	{models.West, models.North, models.South, models.East},
	{models.South, models.East, models.North, models.West},
	{models.North, models.West, models.East, models.South},
}

// tablePoints are the ranking points of a table; players of equal score share theirs.
var tablePoints = []float64{4, 2, 1, 0}

// Begin gives the position before the first hand.
func (Course) Begin(m models.Match) models.Position { return models.Begin(m) }

// Settle gives what the win pays.
func (Course) Settle(_ models.Match, _ models.Position, o models.Outcome) models.Points {
	return o.Paid
}

// Next passes the deal, and changes the seats after a round.
func (Course) Next(m models.Match, p models.Position, _ models.Outcome) models.Position {
	next := p.PassDeal(m)
	if next.Round == p.Round {
		return next
	}
	if n := rounds(m.Length); n > 0 && p.Round >= n {
		p.Over = "length"
		return p
	}
	return next.Reseat(m, models.SeatsByBook, moves[(p.Round-1)%len(moves)])
}

// rounds gives how many rounds a length has, 0 for no end.
func rounds(length string) int {
	switch length {
	case "open":
		return 0
	case "east":
		return 1
	case "half":
		return 2
	default:
		return 4
	}
}

// Ranking gives the score as the result, and table points by rank.
func (Course) Ranking(models.Match) models.Ranking {
	return models.Ranking{Unit: 1, Ties: true, Points: tablePoints}
}

// Choices are what a club decides.
func (Course) Choices(models.Match) []models.Choice {
	return []models.Choice{{Key: "length", Values: []string{"full", "half", "east", "open"}, Default: "full"},
		models.SeatsChoice(models.SeatsByBook)}
}

// Check refuses lengths and options that the book does not know.
func (c Course) Check(m models.Match) error { return m.CheckCourse(c.Choices(m)) }
