package mcr

import (
	"jantaku/models"
	"jantaku/scoring"
)

// base is what everybody pays besides the points.
const base = 8

// Pay gives the payments of a win worth points, flowers included: on a self-draw
// each of the others pays 8 and the points; otherwise the supplier of the tile, who
// may be the one whose kong was robbed, pays 8 and the points and the two others 8.
//
// It reports false when the win does not say who sits where.
func Pay(w *models.Win, points int) (scoring.Payments, bool) {
	var pay scoring.Payments
	if w.Seat == models.NoSeat || !w.SelfDraw && w.Discarder == models.NoSeat {
		return pay, false
	}
	winner := w.Seat.Index()
	for i := range pay {
		if i == winner {
			continue
		}
		pay[i] = -base
		if w.SelfDraw || i == w.Discarder.Index() {
			pay[i] -= points
		}
		pay[winner] -= pay[i]
	}
	return pay, true
}
