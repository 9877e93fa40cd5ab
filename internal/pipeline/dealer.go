package pipeline

import (
	"log/slog"

	"jantaku/device"
	"jantaku/models"
)

// A dealer whom the books do not have, and tiles that the board counts otherwise than it is configured, are
// told and never corrected: a referee sets the position, and the club says what its board counts.

// throws is who threw the dice first in the hands of which the table told it.
type throws struct{ dealer, other int }

const (
	// wrongDealer is the share of hands that somebody else deals than the books have it; assumed.
	wrongDealer = .005
	// Before anything was seen, somebody else than the dealer throws the dice in half a hand of twenty-one. It
	// is assumed, and gives way to what the table's own hands show.
	throwsAtFirst, handsAtFirst = .5, 20.
	// likelyDealt is how likely somebody else dealt before it is said. Who threw the dice is a weak witness:
	// alone it takes some eighty hands in which the dealer threw them.
	likelyDealt = .5
)

// others is how often somebody else than the dealer throws the dice.
func (h throws) others() float64 {
	return (throwsAtFirst + float64(h.other)) / (throwsAtFirst + handsAtFirst + float64(h.dealer+h.other))
}

// rolls notes who throws the dice first in a deal, and compares that with the dealer of the books where they
// are certain.
func (l *Life) rolls(e device.Event) {
	d := &l.deal
	if e.Kind != device.DicePressed || e.Replayed || d.roller != 0 || !l.sits(e.Place) || !l.knowsDealer() || !d.playing {
		return
	}
	d.roller = e.Place
	state, _ := l.books.Table()
	if e.Place != state.Position.Dealer {
		l.dealtBy(DealtBy{e.Place, 1})
		l.habit.other++
		return
	}
	l.habit.dealer++
}

// knowsDealer reports whether the books know who deals the hand that is on: nothing before it is open.
func (l *Life) knowsDealer() bool {
	return l.plays() && len(l.waiting) == 0 && l.table.Notice == "" && l.unseated() == nil
}

// dealtBy shows that another player deals the hand that is on than the books say, where that is likelier than
// not by the discards and by who threw the dice.
func (l *Life) dealtBy(e DealtBy) {
	if !l.knowsDealer() {
		return
	}
	state, _ := l.books.Table()
	players := 0
	for i := range models.Places {
		if l.sits(models.PlaceAt(i)) {
			players++
		}
	}
	if e.At == state.Position.Dealer || e.At == l.table.Dealt || players < 2 {
		return
	}
	odds := e.Odds * wrongDealer / (1 - wrongDealer) / float64(players-1)
	others := l.habit.others()
	each := others / float64(players-1) // of those who do not deal
	switch l.deal.roller {
	case 0:
	case e.At:
		odds *= (1 - others) / each
	case state.Position.Dealer:
		odds *= each / (1 - others)
	}
	if odds/(1+odds) < likelyDealt {
		return
	}
	l.do(Note{slog.LevelWarn, "another player deals than the books say", []any{"books", state.Position.Dealer, "seen", e.At, "odds", odds}})
	l.table.Dealt = e.At
	l.show()
}

// counts compares the tiles that a board counts in the wall with those that can be there.
func (l *Life) counts(e device.Event) {
	dead := l.deadWall()
	if e.Kind != device.WallLeft || dead == 0 || l.table.Miscounted {
		return
	}
	tiles := l.table.Tiles
	if tiles == 0 {
		tiles = usualTiles
	}
	switch {
	case l.club.standing && e.Value < dead-models.Copies: // fewer than ever stand there: four of them replace kongs at most
	case !l.club.standing && l.deal.clock.all && e.Value > tiles-dealt-dead: // more than anybody can draw
	default:
		return
	}
	l.miscounts(e.Value)
}

// drawnOut looks at what the table counted when the wall was empty: the dead wall stands there still.
func (l *Life) drawnOut(h models.HandRecord) {
	c, dead := l.deal.clock, l.deadWall()
	if h.Ending == models.Drawn && dead > 0 && !l.club.standing && c.counted && c.left <= dead && c.left >= dead-models.Copies {
		l.miscounts(c.left)
	}
}

// miscounts tells that table.wall is not what the board does. What it counts is believed no more.
func (l *Life) miscounts(count int) {
	l.do(Note{slog.LevelWarn, "the table counts other tiles of the wall than table.wall says", []any{"count", count, "standing", l.club.standing}})
	l.table.Miscounted, l.deal.clock.counted = true, false
	l.show()
}
