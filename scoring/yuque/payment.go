package yuque

import (
	"jantaku/models"
	"jantaku/scoring"
)

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

// Wait is a tile that completes a waiting hand.
type Wait = scoring.Wait

// Tenpai is what a hand of thirteen tiles is worth at the end of a hand (听牌算番).
type Tenpai struct {
	// Waits are the tiles that complete it, in the order of the kinds. It waits for
	// nothing without them.
	Waits []Wait `json:"waits"`
	// Empty are tiles that would complete it if the hand itself did not hold all four
	// of them (虚听); they are no waits.
	Empty models.Tiles `json:"empty_waits"`
	// AllDead says that no copy of any wait is left, seen from the own seat.
	AllDead bool `json:"all_dead"`
	// Fan is that of the dearest wait of which a copy is left; of the cheapest wait
	// when none is.
	Fan int `json:"fan"`
	// Fans are what that wait is counted with, as they are announced (报番).
	Fans []scoring.Fan `json:"fans,omitempty"`

	counted [][]scoring.Fan // of each of Waits
}

// Ready reports whether the hand waits.
func (t Tenpai) Ready() bool { return len(t.Waits) > 0 }

// Points are the points of the waiting hand, of which half are paid; 0 when it does
// not wait.
func (t Tenpai) Points() int { return Points(t.Fan) }

// Gain is what the waiting hand is paid.
func (t Tenpai) Gain() int { return Half(t.Points()) }
