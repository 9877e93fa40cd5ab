package sichuan

import (
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

// pay gives the payments of a win of so many fans (art. 10.2 (4), (5)): the player who
// supplied the tile pays alone, for a self-draw everybody who has not won yet.
//
// It reports false when the win does not say who sits where.
func (r *Rules) pay(w *models.Win, fan int) (scoring.Payments, bool) {
	var pay scoring.Payments
	if w.Seat == models.NoSeat {
		return pay, false
	}
	alone := w.Discarder
	if w.SelfDraw && r.fed(w) {
		if alone = feeder(w); alone == models.NoSeat {
			return pay, false
		}
	}
	switch {
	case alone != models.NoSeat:
		pay[alone.Index()] = -r.options.points(fan)
	case !w.SelfDraw:
		return pay, false
	default:
		for i := range pay {
			if seat := models.SeatAt(i); seat != w.Seat && !slices.Contains(w.Out, seat) {
				pay[i] = -r.options.share(fan)
			}
		}
	}
	for i, points := range pay {
		if i != w.Seat.Index() {
			pay[w.Seat.Index()] -= points
		}
	}
	return pay, true
}

// fed reports whether the one who fed the kong pays for its replacement tile alone (点杠花).
func (r *Rules) fed(w *models.Win) bool {
	return r.options.is("exposed_kong_draw", "feeder-pays") && w.Flags.Has(models.KongDraw) && lastKong(w).Kind == models.Kong
}

// lastKong is the kong that the hand made last: melds stand in the order of their calls.
func lastKong(w *models.Win) (last models.Meld) {
	for _, m := range w.Melds {
		if m.Kind.IsKong() {
			last = m
		}
	}
	return last
}

// feeder is who fed that kong, NoSeat where nobody said.
func feeder(w *models.Win) models.Seat {
	if w.Liable != models.NoSeat {
		return w.Liable
	}
	return w.Seat.From(lastKong(w).From)
}
