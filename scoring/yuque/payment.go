package yuque

import (
	"jantaku/models"
	"jantaku/scoring"
)

// halfEven divides and rounds to the nearest whole number, a half to the even one
// (四舍五入凑偶). n is not negative.
func halfEven(n, by int) int {
	quotient, rest := n/by, n%by
	if 2*rest > by || 2*rest == by && quotient%2 == 1 {
		quotient++
	}
	return quotient
}

// Points are the points p of a hand: the square of its fan.
func Points(fan int) int { return fan * fan }

// Half is what a discarder loses, and what a waiting hand gains, of p points: p/2.
func Half(p int) int { return halfEven(p, 2) }

// Sixth is what each of the three others loses on a self-draw worth p points: p/6.
func Sixth(p int) int { return halfEven(p, 6) }

// SevenSixths is what the winner gets for a self-draw of p points in the variant in
// which nobody loses: 7p/6, rounded as a whole.
func SevenSixths(p int) int { return halfEven(7*p, 6) }

// Pay gives what a win of so many fan brings: the winner gets its points; who
// discarded loses half of them; on a self-draw each of the others loses a sixth, or in
// the variant nobody loses and the winner gets 7/6. Points come from and go to the
// bank: they do not sum to zero.
//
// It reports false when the win does not say who sits where.
func (r *Rules) Pay(w *models.Win, fan int) (scoring.Payments, bool) {
	if w.Seat == models.NoSeat || !w.SelfDraw && w.Discarder == models.NoSeat {
		return scoring.Payments{}, false
	}
	return r.Settle(Ending{Winner: w.Seat, Discarder: w.Discarder, Fan: fan}), true
}

// Ending is how a hand ended, for its settlement.
type Ending struct {
	// Winner is NoSeat when the wall was exhausted, Discarder NoSeat on a self-draw.
	Winner, Discarder models.Seat
	// Fan is what the win was worth.
	Fan int
	// Tenpai are the waiting hands that were shown, as Rules.Tenpai scores them. The
	// winner's does not count.
	Tenpai map[models.Seat]Tenpai
}

// Settle gives the points of all four seats at the end of a hand: those of the win,
// and half of what a waiting hand is worth to everybody who shows one, the discarder
// too. Who does not wait has no points, and a quarter of them is nothing.
func (r *Rules) Settle(e Ending) (pay scoring.Payments) {
	for seat, t := range e.Tenpai {
		if seat != models.NoSeat {
			pay[seat.Index()] += t.Gain()
		}
	}
	if e.Winner == models.NoSeat {
		return pay
	}
	p := Points(e.Fan)
	winner := e.Winner.Index()
	pay[winner] = p // and nothing for waiting
	switch {
	case e.Discarder != models.NoSeat:
		pay[e.Discarder.Index()] -= Half(p)
	case r.options.WinnerBonus:
		pay[winner] = SevenSixths(p)
	default:
		for i := range pay {
			if i != winner {
				pay[i] -= Sixth(p)
			}
		}
	}
	return pay
}
