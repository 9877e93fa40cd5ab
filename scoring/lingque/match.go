package lingque

import (
	"fmt"
	"strconv"

	"jantaku/models"
	"jantaku/scoring/book"
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
	book.Paid
	Edition int
}

// rounds is how a match goes on. Edition 26 has no table of seats, and nobody moves unless agreed.
func (c Course) rounds() book.Rounds {
	r := book.Rounds{Lengths: []book.Length{{Name: "full", Rounds: 4}, {Name: "half", Rounds: 2}, {Name: "open"}}, Seats: models.SeatsByBook, Moves: book.FourTables}
	if c.Edition == 26 {
		r.Seats = models.SeatsStay
	}
	return r
}

// Next gives the position after a hand.
func (c Course) Next(m models.Match, p models.Position, o models.Outcome) models.Position {
	if c.Edition != 26 && o.WonBy(p.Dealer) {
		return p // 连庄
	}
	return c.rounds().Pass(m, p)
}

// Ranking says how results are made of scores. Option reduced=480 asks for 约化分数
// (§8 of edition 26) with that T0; otherwise the score is the result. Option alpha is its
// α, which the book leaves open (1 by default); option sign=leader, the default, gives the
// leader the highest value, sign=printed the lowest, as the book prints the difference.
func (c Course) Ranking(m models.Match) models.Ranking {
	r := models.Ranking{Unit: 1, Ties: m.SharesTies(true)}
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

// Choices are what a club decides.
func (c Course) Choices(models.Match) []models.Choice {
	return append(c.rounds().Choices(), models.Choice{Key: "reduced"},
		models.Choice{Key: "alpha", Default: "1"}, models.Choice{Key: "sign", Values: []string{"leader", "printed"}, Default: "leader"}, models.TiesChoice(true))
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
