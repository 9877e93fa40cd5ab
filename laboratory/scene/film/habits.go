package film

import (
	"math"
	"math/rand/v2"

	"jantaku/models"
)

func newHabits(r *rand.Rand, l models.Laying, rivers Rivers, hardness float64) habits {
	ways := l.Kongs
	if len(ways) == 0 {
		ways = models.AnyKong()
	}
	h := habits{rivers: rivers, rows: 3 + r.IntN(2), turned: l.Turned == models.Always || r.IntN(2) == 0 && l.Turned != models.Never, upon: r.IntN(2) == 0,
		kong: ways[r.IntN(len(ways))], opens: r.Float64() < l.KongsShown, takes: r.IntN(2) == 0,
		crooked: 0.3 + 1.0*hardness*r.Float64(), pushes: 0.25 * r.Float64(),
		upsideDown: 0.06 * r.Float64(), lays: l.Hands, goesOn: l.GoesOn}
	if !l.Upright {
		h.upsideDown *= 5 // clubs elsewhere do not mind
	}
	for i := range h.sorted {
		h.sorted[i] = r.IntN(5) > 0
	}
	return h
}

// standing draws how players keep the rows of their standing tiles. Nobody has counted it: one player of six puts most
// drawn tiles into the row at once, and the others few.
func (h *habits) standing(r *rand.Rand) {
	for i := range h.tucks {
		h.tucks[i] = .05
		if r.IntN(6) == 0 {
			h.tucks[i] = .6
		}
	}
	h.tidies, h.closesAtOnce = .4, .03
}

// rhythm is how long the parts of a turn take, s.
type rhythm struct {
	reach  float64 // the hand goes to a tile
	carry  float64 // a tile goes to its place
	leave  float64 // the hand goes home
	think  float64 // median time before a discard
	spread float64 // of the logarithm of that time
	react  float64 // before a call or a win
	show   float64 // a concealed kong lies open before some of it is turned face down
	next   float64 // between a discard and the next draw
	settle float64 // between the end of a hand and its tiles being pushed away
	sweep  float64 // the machine swallows the tiles
	after  float64 // the empty table
}

// leisurely is club play: recorded matches take 3 to 6 s from discard to discard.
var leisurely = rhythm{reach: .45, carry: .5, leave: .4, think: 1.9, spread: .55, react: .8, show: 1.2, next: .55, settle: 5, sweep: 1.4, after: 1.5}

// brisk is the fastest play at clubs, about 1.2 s from discard to discard. Every motion
// lasts as long as one frame at least, see briskFPS, and a discard lies alone for 0.4 s. A hand
// that was shown lies for 4 s even there: the others look at it and count.
var brisk = rhythm{reach: .2, carry: .2, leave: .2, think: .2, spread: 0, react: .4, show: .6, next: .4, settle: 4, sweep: .8, after: .8}

// thought draws a time of thinking.
func (r rhythm) thought(random *rand.Rand) float64 {
	const longest = 4 // times the median
	return r.think * min(math.Exp(r.spread*random.NormFloat64()), longest)
}
