package pipeline

import (
	"context"
	"slices"
	"time"

	"jantaku/device"
	"jantaku/models"
	"jantaku/scoring"
)

// lying says that a hand was laid down at a place, or that none lies there any more.
type lying struct {
	at   models.Place
	lies bool
}

// Lies tells that somebody laid a hand down at a place, or took it up again, as a
// camera sees it while no button says who won. It only proposes: the referee calls the
// hand or lets it lie. It may be called from any goroutine and waits for its turn; its
// error is the context's.
func (p *Pipeline) Lies(ctx context.Context, at models.Place, lies bool) error {
	select {
	case p.lying <- lying{at, lies}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Won tells that a hand lies at a place which has surely won, as somebody saw who followed
// it, at a table where nobody says so, and what is known of that win. Again says that the same
// hand was seen to have a winner before. It is read like one that was called. It may be called
// from any goroutine and waits for its turn; its error is the context's.
func (p *Pipeline) Won(ctx context.Context, at models.Place, again bool, c *device.Course) error {
	select {
	case p.won <- won{at, again, c}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// won is a win that was seen, in a hand that had a winner before or not.
type won struct {
	at     models.Place
	again  bool
	course *device.Course
}

// claim reads a hand that was seen to win, while it may be a win.
func (p *Pipeline) claim(ctx context.Context, w won) error {
	if w.again && p.ended != nil {
		p.ended.at = time.Now() // the tiles of that deal lie there still
	}
	if !p.mayWin(w.at) {
		return nil
	}
	e := device.Event{Kind: device.WinPressed, Place: w.at, Time: time.Now(), Course: w.course}
	p.log.Info("a hand was seen to win", "place", w.at, "again", w.again)
	p.openHand(e)
	p.declared = true
	return p.win(ctx, e)
}

// propose shows that a hand lies at a place while it may be a win.
func (p *Pipeline) propose(l lying) {
	if proposed := slices.Contains(slices.Concat(p.table.Laid, p.table.Shown), l.at); !l.lies || proposed || !p.mayWin(l.at) {
		if !l.lies && proposed {
			p.withdraw(l.at)
		}
		return
	}
	p.log.Info("a hand was laid down", "place", l.at)
	into := &p.table.Laid
	if p.ended != nil && p.paysReady() {
		into = &p.table.Shown
	}
	*into = append(slices.Clone(*into), l.at)
	p.board.ShowTable(p.table)
}

// showOthers makes waiting hands of what was laid down beside a win, where the rule book
// pays for those and the first in turn order wins alone.
func (p *Pipeline) showOthers(winner models.Place) {
	if p.paysReady() {
		p.table.Shown = slices.DeleteFunc(slices.Concat(p.table.Shown, p.table.Laid), func(at models.Place) bool { return at == winner })
		p.table.Laid = nil
		p.board.ShowTable(p.table)
	}
}

// paysReady reports whether the rule book of the match pays for waiting hands.
func (p *Pipeline) paysReady() bool {
	_, playing := p.books.Table()
	_, pays := p.books.Rules().(scoring.PaysReady)
	return playing && pays
}

// mayWin reports whether a hand at a place would be news: a match is on, somebody sits
// there, and nobody said yet how that hand of the deal ended.
func (p *Pipeline) mayWin(at models.Place) bool {
	state, playing := p.books.Table()
	if !playing || state.Position.At(at) == models.Empty {
		return false
	}
	if slices.ContainsFunc(p.waiting, func(hand *Pending) bool { return hand.Place == at }) {
		return false
	}
	if p.ended != nil && p.paysReady() { // as long as the hand of this deal waits, for who is ready
		return p.ended.place != at && slices.ContainsFunc(p.waiting, func(hand *Pending) bool { return hand.ID == p.ended.id })
	}
	return p.ended == nil || p.ended.place != 0 && p.ended.place != at || !p.shuffles && time.Since(p.ended.at) > nextDeal
}

// withdraw takes back the proposals of a place, or all for none.
func (p *Pipeline) withdraw(at models.Place) {
	gone := func(laid models.Place) bool { return at == 0 || laid == at }
	laid, shown := slices.DeleteFunc(slices.Clone(p.table.Laid), gone), slices.DeleteFunc(slices.Clone(p.table.Shown), gone)
	if len(laid) != len(p.table.Laid) || len(shown) != len(p.table.Shown) {
		p.table.Laid, p.table.Shown = laid, shown
		p.board.ShowTable(p.table)
	}
}
