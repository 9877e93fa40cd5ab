package tracker

import (
	"cmp"
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
)

// opening is what the rivers tell of who dealt.
type opening struct {
	first models.Place // whose discard was seen first
	count int          // of discards that were seen
}

// hears counts a discard.
func (o *opening) hears(c *watch.Change) {
	if c.Kind != watch.Added || c.Area.Use != calibration.RiverZone {
		return
	}
	if o.count == 0 {
		o.first = c.Area.Place
	}
	o.count++
}

// Dealer is somebody who may have dealt, and how many times likelier what was seen is then than with the dealer
// of the books.
type Dealer struct {
	At   models.Place // 0 for nobody
	Odds float64
}

// dealer is the likeliest other dealer of the hand that is on, where the first discard was not that of the books'
// dealer: what was seen is explained with each player as the dealer, and how well that goes is compared.
func (f *Follow) dealer() (likeliest Dealer) {
	h := &f.hand
	o := &h.opening
	if h.play == nil || !h.whole || o.count < firstDiscards || o.count > lastDiscards || o.first == h.start.Dealer {
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
		if odds := math.Exp(f.fits(start) - own); odds > likeliest.Odds {
			likeliest = Dealer{start.Dealer, odds}
		}
	}
	return likeliest
}

// fits is how well a start explains what was seen of the hand.
func (f *Follow) fits(start prior.Start) float64 {
	priors := prior.Standard()
	priors.InView, priors.Missed = cmp.Or(f.inView, priors.InView), openingMissed
	// Which of the two it is, is asked here; who discards too early takes it back, and the dealer is seen to discard next.
	priors.WrongDealer, priors.TooEarly = 0, 0
	p := play.New(f.hand.rules.Game, start, priors)
	for i := range f.hand.changes {
		p.Hear(&f.hand.changes[i])
	}
	return p.Fit()
}
