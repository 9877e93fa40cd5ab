package book

import "jantaku/models"

// Paid is a course of which the payments of the wins are complete: a drawn hand changes no scores.
type Paid struct{}

// Begin gives the position before the first hand.
func (Paid) Begin(m models.Match) models.Position { return models.Begin(m) }

// Settle gives what the wins pay.
func (Paid) Settle(_ models.Match, _ models.Position, o models.Outcome) models.Points { return o.Paid }

// Length is how long a match may be: a name and a number of rounds, 0 for no end.
type Length struct {
	Name   string
	Rounds int
}

// Rounds is how a match goes on from round to round.
type Rounds struct {
	// Lengths are those that may be chosen, the default first.
	Lengths []Length
	// Seats is how everybody moves after a round where the match does not say.
	Seats string
	// Moves are where the winds E S W N go after rounds 1, 2, 3 and 4, and again.
	Moves [4][models.Places]models.Seat
}

// FourTables are the changes of seat after rounds 1, 2, 3 and 4 at tournaments, by the wind a player holds: East and
// South swap, West and North swap; East goes West, South North, West South, North East; swap again. Whoever starts
// East sits E S N W, South S E W N, West W N E S, North N W S E. The fourth brings everybody back to where they
// started.
var FourTables = [4][models.Places]models.Seat{
	{models.South, models.East, models.North, models.West},
	{models.West, models.North, models.South, models.East},
	{models.South, models.East, models.North, models.West},
	{models.North, models.West, models.East, models.South},
}

// Pass passes the deal; after a round the seats change, or the match is over.
func (r Rounds) Pass(m models.Match, p models.Position) models.Position {
	next := p.PassDeal(m)
	if next.Round == p.Round {
		return next
	}
	if n := r.rounds(m.Length); n > 0 && p.Round >= n {
		p.Over = "length"
		return p
	}
	return next.Reseat(m, r.Seats, r.Moves[(p.Round-1)%len(r.Moves)])
}

// rounds gives how many rounds a length has; an unknown one is the default.
func (r Rounds) rounds(length string) int {
	for _, l := range r.Lengths {
		if l.Name == length {
			return l.Rounds
		}
	}
	return r.Lengths[0].Rounds
}

// Choices are the length of a match and how everybody moves.
func (r Rounds) Choices() []models.Choice {
	return []models.Choice{
		{Key: "length", Values: LengthNames(r.Lengths), Default: r.Lengths[0].Name},
		models.SeatsChoice(r.Seats),
	}
}

// LengthNames are the names of lengths.
func LengthNames(lengths []Length) []string {
	names := make([]string, len(lengths))
	for i, l := range lengths {
		names[i] = l.Name
	}
	return names
}
