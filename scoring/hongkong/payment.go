package hongkong

import (
	"fmt"

	"jantaku/models"
	"jantaku/scoring"
)

// spicy are the portions of 半辣上 by fans; the association's table has four times as much.
var spicy = [mostValue + 1]int{1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384}

// portion is what the payments of so many fans are made of.
func (o Options) portion(fan int) int {
	fan = min(fan, mostValue)
	switch o.Get("table") {
	case "half-spicy":
		return o.unit * spicy[fan]
	case "full-spicy":
		return o.unit << fan
	case "laak": // 1, 2, 3 fans, 一拉 from 4, 兩拉 from 7, 三拉 from 10
		switch {
		case fan >= 10:
			return o.unit * 64
		case fan >= 7:
			return o.unit * 32
		case fan >= 4:
			return o.unit * 16
		}
		return o.unit << fan
	}
	return o.unit * 2 * spicy[fan]
}

// each is what every other player pays for a self-draw.
func (o Options) each(fan int) int {
	if o.is("table", "laak") {
		return 2 * o.portion(fan)
	}
	return o.portion(fan)
}

// discard is what the discarder pays.
func (o Options) discard(fan int) int {
	if o.is("responsibility", "half") && !o.is("table", "laak") {
		return o.portion(fan)
	}
	return 2 * o.portion(fan)
}

// others is what the two others pay for a discard.
func (o Options) others(fan int) int {
	switch {
	case o.is("table", "laak"):
		return o.portion(fan)
	case o.is("responsibility", "half"):
		return o.portion(fan) / 2
	}
	return 0
}

// checkPortions refuses payments that would be no whole numbers.
func (o Options) checkPortions() error {
	if !o.is("responsibility", "half") || o.is("table", "laak") {
		return nil
	}
	for fan := o.number("minimum"); fan <= o.number("cap"); fan++ {
		if o.portion(fan)%2 != 0 {
			return fmt.Errorf("hongkong: responsibility=half halves %d at %d fans; choose an even unit or a greater minimum", o.portion(fan), fan)
		}
	}
	return nil
}

// share is what is paid for so many fans: by each for a self-draw, by the discarder, and by the others beside him.
type share struct{ each, discard, others int }

// pay gives the payments of a win of so many fans. Whose kong was robbed, and who is liable, pays what the three would
// pay for a self-draw. It reports false when the win does not say who sits where.
func (r *Rules) pay(w *models.Win, fan int) (scoring.Payments, bool) {
	var pay scoring.Payments
	if w.Seat == models.NoSeat || !w.SelfDraw && w.Discarder == models.NoSeat {
		return pay, false
	}
	share, winner := &r.shares[fan], w.Seat.Index()
	alone := r.payer(w)
	for i := range pay {
		switch seat := models.SeatAt(i); {
		case i == winner:
			continue
		case alone == seat:
			pay[i] = -3 * share.each
		case alone != models.NoSeat:
		case w.SelfDraw:
			pay[i] = -share.each
		case w.Discarder == seat:
			pay[i] = -share.discard
		default:
			pay[i] = -share.others
		}
		pay[winner] -= pay[i]
	}
	return pay, true
}

// payer is who pays for all three, NoSeat where nobody does.
func (r *Rules) payer(w *models.Win) models.Seat {
	switch {
	case w.Flags.Has(models.RobKong):
		return w.Discarder
	case !w.SelfDraw || !r.liability || w.Flags.Any(models.KongDraw|models.DoubleKongDraw):
		return models.NoSeat
	case w.Liable != models.NoSeat:
		return w.Liable
	}
	return liable(w)
}

// The numbers of laid sets of which who fed the last one is liable (包牌).
const (
	laidSets    = 4 // any
	laidDragons = 3 // of dragons
)

// liable is who fed the third laid set of dragons, or the fourth laid set; NoSeat where there are not so many or
// nobody said. Melds stand in the order of the calls.
func liable(w *models.Win) models.Seat {
	open, dragons := 0, 0
	var last, lastDragon models.Side // who fed it
	for i := range w.Melds {
		m := &w.Melds[i]
		if !m.Kind.IsOpen() {
			continue
		}
		open, last = open+1, m.From
		if m.Tiles[0].IsDragon() {
			dragons, lastDragon = dragons+1, m.From
		}
	}
	switch {
	case dragons == laidDragons:
		return w.Seat.From(lastDragon)
	case open == laidSets:
		return w.Seat.From(last)
	}
	return models.NoSeat
}
