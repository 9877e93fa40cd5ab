package lingque

import (
	"jantaku/models"
	"jantaku/scoring"
)

// The number of supplied tiles that makes a player liable (§6).
const (
	halfLiable = 4 // 半包牌
	fullLiable = 5 // 全包牌
)

// Pay gives the payments of a win worth points, flowers included (§6): on a
// self-draw each of the others owes 3/2 of the points; otherwise the supplier of
// the tile owes twice the points and the two others the points each. A player who
// supplied four tiles of the hand takes over half of what the two others owe,
// rounded up; one who supplied five takes over all of it.
//
// It reports false when the win does not say who sits where.
func Pay(w *models.Win, points int) (scoring.Payments, bool) {
	var pay scoring.Payments
	if w.Seat == models.NoSeat || !w.SelfDraw && w.Discarder == models.NoSeat {
		return pay, false
	}
	winner := w.Seat.Index()
	for i := range pay {
		switch {
		case i == winner:
		case w.SelfDraw:
			pay[i] = -points * 3 / 2
		case i == w.Discarder.Index():
			pay[i] = -2 * points
		default:
			pay[i] = -points
		}
	}
	shiftLiability(&pay, winner, supplied(w))
	for i, p := range pay {
		if i != winner {
			pay[winner] -= p
		}
	}
	return pay, true
}

// shiftLiability moves what the other losers owe to the liable player.
func shiftLiability(pay *scoring.Payments, winner int, tiles [4]int) {
	for liable, n := range tiles {
		if liable == winner || n < halfLiable {
			continue
		}
		for i := range pay {
			if i == winner || i == liable {
				continue
			}
			share := pay[i]
			if n < fullLiable {
				share = -((1 - pay[i]) / 2)
			}
			pay[i] -= share
			pay[liable] += share
		}
		return // at most one player can be liable
	}
}

// supplied counts the tiles that each seat gave to the winner: the tile won on and
// one tile per claimed meld.
func supplied(w *models.Win) [4]int {
	tiles := w.Supplied
	if tiles != [4]int{} {
		return tiles
	}
	for _, m := range w.Melds {
		side := m.From
		if m.Kind == models.Chow {
			side = models.Left // nobody else can feed one, whatever the picture shows
		}
		if from := w.Seat.From(side); from != models.NoSeat {
			tiles[from.Index()]++
		}
	}
	if w.Discarder != models.NoSeat {
		tiles[w.Discarder.Index()]++
	}
	return tiles
}
