package film

import (
	"math"
	"math/rand/v2"

	"jantaku/models"
)

// habits are how the players of a hand lay their tiles.
type habits struct {
	rivers Rivers
	// rows is how many rows a river gets before its last grows longer than the others.
	rows int
	// turned tells whether melds show their supplier by a turned tile.
	turned bool
	// upon tells whether the fourth tile of an added kong is put upon the pung.
	upon bool
	// kong is how concealed kongs lie, X for face down.
	kong string
	// opens tells whether a concealed kong is shown in full first.
	opens bool
	// takes tells whether a winner takes the claimed tile from the river.
	takes bool
	// crooked is how far from neat a discard lies: mm, and degrees for each.
	crooked float64
	// pushes is the share of discards that are dropped anyhow and then pushed straight.
	pushes float64
	// upsideDown is the share of discards that lie the wrong way up.
	upsideDown float64
	// sorted tells whether hands are kept sorted.
	sorted [models.Places]bool
	// tucks is the share of drawn tiles that a player puts into the row at once, instead of beside it.
	tucks [models.Places]float64
	// tidies is how often a row out of which a kong was completed is closed again before the tile that replaces it is
	// drawn, and closesAtOnce how often it is while the kong is laid.
	tidies, closesAtOnce float64
	troubles
	// lays tells whether all four hands are shown at the end of every hand.
	lays bool
	// goesOn tells whether the others play on after a win, and show their hands after the last tile.
	goesOn bool
	// voidTile tells whether a suit is given up by a tile that lies face down before the hand until it is discarded first.
	voidTile bool
	// voidCard tells whether a card before the hand names the suit that is given up.
	voidCard bool
	// closes tells whether winners keep their hands closed then until the end, and lay one tile beside them.
	closes bool
}

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
