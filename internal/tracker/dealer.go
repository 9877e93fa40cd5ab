package tracker

import (
	"context"
	"math"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/play"
	"jantaku/vision/play/prior"
	"jantaku/vision/watch"
)

// What the first discards tell of who dealt: by two of them at the earliest, and not any more after so many that
// a tile missed at the start would be as old as any other.
const (
	firstDiscards, lastDiscards = 2, 8
	// openingMissed is how often the eye does not tell of a discard: 10 of 20,397 events of drawn films were
	// missed (docs/films.md), and real tables are harder. What a score depends on is believed ten times less
	// (prior.Figures): here a question is the worst that comes of it.
	openingMissed = .001
	// brokenElsewhere is how often the first dora indicator is not turned where the dice say, by the one who deals: players
	// count wrongly, or break the wall as they like. Assumed.
	brokenElsewhere = .05
)

// hears counts a discard, and notes in whose wall the first indicator lies.
func (o *opening) hears(c *watch.Change) {
	if c.Kind != watch.Added {
		return
	}
	if c.Area.Use == watch.WallZone && o.count == 0 && o.wall == 0 {
		o.wall = c.Area.Place
	}
	if c.Area.Use != calibration.RiverZone {
		return
	}
	if o.count == 0 {
		o.first = c.Area.Place
	}
	o.count++
}

// SetUp reports whether a hand is being set up: since the one before nobody has played a tile.
func (f *Follow) SetUp() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return !f.hand.played
}

// Rolled hears what dice show that were rolled while a hand is set up. It implements pipeline.Follower.
func (f *Follow) Rolled(_ context.Context, dice [2]int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.hand.played {
		f.hand.opening.dice = append(f.hand.opening.dice, dice)
	}
}

// broken is how likely the first indicator is turned in the wall where it was seen, if the dice that were rolled are those of a
// dealer; 1 where dice or indicator are not known.
func (f *Follow) broken(dealer models.Place) float64 {
	o, rule := &f.hand.opening, f.hand.rules.Wall
	if o.wall == 0 || rule.Indicator == 0 || rule.Seats != 0 { // of four walls alone it is known before whom each stands
		return 1
	}
	b, err := rule.Break(o.dice)
	if err != nil { // not rolled often enough
		return 1
	}
	if models.PlaceAt(dealer.Index()+b.Indicator.Seat.Index()) == o.wall {
		return 1 - brokenElsewhere
	}
	return brokenElsewhere / (models.Places - 1)
}

// dealer is the likeliest other dealer of the hand that is on, where the first discard was not that of the books'
// dealer: what was seen is explained with each player as the dealer, and how well that goes is compared, and so is where the wall
// was broken by the dice. One discard is enough where these tell of the same dealer.
func (f *Follow) dealer() (likeliest Dealer) {
	h := &f.hand
	o := &h.opening
	least := firstDiscards
	if own := f.broken(h.start.Dealer); own < f.broken(o.first) {
		least--
	}
	if h.play == nil || !h.whole || o.count < least || o.count > lastDiscards || o.first == h.start.Dealer {
		return likeliest
	}
	state, playing := f.Books.Table()
	if !playing {
		return likeliest
	}
	own := f.fits(h.start)
	for i := range models.Places {
		start := h.start
		if start.Dealer = models.PlaceAt(i); start.Dealer == h.start.Dealer || state.Position.At(start.Dealer) == models.Empty {
			continue
		}
		if odds := math.Exp(f.fits(start)-own) * f.broken(start.Dealer) / f.broken(h.start.Dealer); odds > likeliest.Odds {
			likeliest = Dealer{start.Dealer, odds}
		}
	}
	return likeliest
}

// fits is how well a start explains what was seen of the hand.
func (f *Follow) fits(start prior.Start) float64 {
	priors := f.learned.Figures(prior.Standard())
	priors.Missed = openingMissed
	// Which of the two it is, is asked here; who discards too early takes it back, and the dealer is seen to discard next.
	priors.WrongDealer = 0
	p := play.New(f.hand.rules.Game, start, priors)
	for i := range f.hand.changes {
		p.Hear(&f.hand.changes[i])
	}
	return p.Fit()
}
