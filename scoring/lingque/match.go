package lingque

import (
	"fmt"
	"strconv"

	"jantaku/models"
)

// Course is how a match goes on (§7): who deals, who sits where, when it is over. A
// drawn hand changes no scores, and the payments of a win are complete, so nothing is
// added to them.
//
// Edition 26 passes the deal after every hand and changes no seats. Edition 29 keeps a
// winning dealer; a round (圈) is over when all four have lost the deal, and then the
// seats change. That a draw passes the deal follows from the book's 庄家和牌时连庄,
// which names the win alone.
//
// Length "half" is two rounds (半庄), "full", also the default, four (全庄); "open" goes
// on until somebody says stop. Option seats says how everybody moves after a round: table
// (the book's; the default of edition 29), drawn (摸风), dice (掷骰) or fixed.
type Course struct {
	Edition int
}

// moves are the changes of seat after rounds 1, 2, 3 and 4, by the wind a player holds:
// whoever starts East sits E S N W in the four rounds, South S E W N, West W N E S,
// North N W S E. After the fourth everybody is back where they started.
var moves = [4][models.Places]models.Seat{
	{models.South, models.East, models.North, models.West},
	{models.West, models.North, models.South, models.East},
	{models.South, models.East, models.North, models.West},
	{models.North, models.West, models.East, models.South},
}

// Begin gives the position before the first hand.
func (c Course) Begin(m models.Match) models.Position { return models.Begin(m) }

// Settle gives what the wins pay.
func (c Course) Settle(_ models.Match, _ models.Position, o models.Outcome) models.Points {
	return o.Paid
}

// Next gives the position after a hand.
func (c Course) Next(m models.Match, p models.Position, o models.Outcome) models.Position {
	if c.Edition != 26 && o.WonBy(p.Dealer) {
		return p // 连庄
	}
	next := p.PassDeal(m)
	if next.Round == p.Round {
		return next
	}
	if rounds := rounds(m.Length); rounds > 0 && p.Round >= rounds {
		p.Over = "length"
		return p
	}
	return next.Reseat(m, c.seats(), moves[(p.Round-1)%len(moves)])
}

// rounds gives how many rounds a length has, 0 for no end.
func rounds(length string) int {
	switch length {
	case "half":
		return 2
	case "open":
		return 0
	default:
		return 4
	}
}

// Ranking says how results are made of scores. Option reduced=480 asks for 约化分数
// (§8 of edition 26) with that T0; otherwise the score is the result. Option alpha is its
// α, which the book leaves open (1 by default); option sign=leader, the default, gives the
// leader the highest value, sign=printed the lowest, as the book prints the difference.
func (c Course) Ranking(m models.Match) models.Ranking {
	r := models.Ranking{Unit: 1, Ties: true}
	if m.Option("reduced", "") != "" {
		r.Tanh, r.Alpha = t0(m.Option("reduced", "")), alpha(m.Option("alpha", "1"))
		if m.Option("sign", "leader") == "printed" {
			r.Alpha = -r.Alpha
		}
	}
	return r
}

// t0 reads the scale of 约化分数; what is no positive number is the book's own 480.
func t0(text string) float64 {
	if n, err := strconv.ParseFloat(text, 64); err == nil && n > 0 {
		return n
	}
	return 480
}

// alpha reads the α of 约化分数; what is no positive number is 1.
func alpha(text string) float64 {
	if n, err := strconv.ParseFloat(text, 64); err == nil && n > 0 {
		return n
	}
	return 1
}

// Choices are what a club decides. Edition 26 has no table, and nobody moves unless agreed.
func (c Course) Choices(models.Match) []models.Choice {
	return []models.Choice{{Key: "length", Values: []string{"full", "half", "open"}, Default: "full"},
		models.SeatsChoice(c.seats()), {Key: "reduced"},
		{Key: "alpha", Default: "1"}, {Key: "sign", Values: []string{"leader", "printed"}, Default: "leader"}}
}

// seats is how everybody moves where the match does not say.
func (c Course) seats() string {
	if c.Edition == 26 {
		return models.SeatsStay
	}
	return models.SeatsByBook
}

// Check refuses lengths and options that the book does not know.
func (c Course) Check(m models.Match) error {
	if text := m.Option("reduced", ""); text != "" {
		if n, err := strconv.ParseFloat(text, 64); err != nil || n <= 0 {
			return fmt.Errorf("lingque: reduced=%s is not a scale such as 480", text)
		}
	}
	if n, err := strconv.ParseFloat(m.Option("alpha", "1"), 64); err != nil || n <= 0 {
		return fmt.Errorf("lingque: alpha=%s is not a factor such as 1", m.Option("alpha", ""))
	}
	return m.CheckCourse(c.Choices(m))
}
