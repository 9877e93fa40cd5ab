package players

import (
	"math"
	"math/rand/v2"
)

// rhythm is the clock of a hand: seconds since the deal at which tiles come to rest.
// Medians are of play at a club's table, where 50 events take some 4 minutes; what people
// need spreads like a lognormal.
type rhythm struct {
	random *rand.Rand
	now    float64
}

// The medians of what people do, in seconds, and how widely they spread.
const (
	arranging  = 6.0 // before the dealer's first discard
	drawing    = 1.1
	throwing   = 1.6 // the drawn tile, at once
	thinking   = 2.6 // a tile from the hand
	calling    = 1.8
	exposing   = 2.2 // a kong, a flower and its place
	declaring  = 1.5 // riichi, above the discard
	turning    = 1.5 // dora
	showing    = 2.5 // a hand, from the winning tile
	spread     = 0.35
	ponder     = 0.06 // share of turns at which somebody thinks longer
	pondering  = 4.0
	leastPause = 0.5
)

// take lets so many seconds pass, more or less, and gives the time.
func (r *rhythm) take(median float64) *float64 {
	d := median * math.Exp(spread*r.random.NormFloat64())
	if median >= thinking && r.random.Float64() < ponder {
		d += pondering * math.Exp(spread*r.random.NormFloat64())
	}
	r.now += max(leastPause, d)
	at := math.Round(r.now*100) / 100
	return &at
}
