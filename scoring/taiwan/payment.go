package taiwan

import (
	"jantaku/models"
	"jantaku/scoring"
)

// dealer is who deals; East where the hand does not say.
func dealer(w *models.Win) models.Seat {
	if w.Dealer == models.NoSeat {
		return models.East
	}
	return w.Dealer
}

// dealerTai are the tai that are paid besides where the dealer is the winner or pays: one, and two for each time that he has
// stayed (連莊拉莊). The books count that as repeats.
func dealerTai(w *models.Win) int { return streakTai(max(w.Streak, w.Honba)) }

func streakTai(streak int) int { return 2*streak + 1 }

// share is what a payer pays for so many tai without the dealer's.
func (r *Rules) share(tai int) int { return r.options.base + r.options.unit*tai }

// pay gives the payments of a win of so many tai: the discarder, or whose kong was robbed, pays alone, for a self-draw
// everybody. It reports false when the win does not say who sits where.
func (r *Rules) pay(w *models.Win, tai int) (scoring.Payments, bool) {
	var pay scoring.Payments
	if w.Seat == models.NoSeat || !w.SelfDraw && w.Discarder == models.NoSeat {
		return pay, false
	}
	for i := range pay {
		seat := models.SeatAt(i)
		if seat == w.Seat || !w.SelfDraw && seat != w.Discarder {
			continue
		}
		pay[i] = -r.share(tai)
		if seat == dealer(w) || w.Seat == dealer(w) {
			pay[i] -= r.options.unit * dealerTai(w)
		}
		pay[w.Seat.Index()] -= pay[i]
	}
	return pay, true
}
