package learn

import (
	"math"

	"jantaku/models"
)

// Whether a row that was looked for is learned from is one probability: that its tiles are what its label says, in this order, against all
// that may be wrong instead. A row may stand elsewhere or slip by a tile, which makes all tiles from there on others; one label
// may be wrong; the label may lack a tile; the photograph may be of another set. Every tile says something of the first two, by how like it
// is to tiles of its face in other photographs and by how much less to those of any other face; all of a row count together, as the states of a chain.

// beliefTuning are the probabilities and likelihoods by which rows are believed. The weights were fitted (logistic regression) to 9,700 tiles in 120
// teachings of 5 to 12 photographs of seven sets, 49 of them with a mistake in their labels.
type beliefTuning struct {
	// doubt is with what probability at most something is wrong with a row that is learned, and unsure with what probability one of its tiles is.
	// A row of which nothing is known has more.
	doubt, unsure float64
	// elsewhere is how often a row is not found where it stands, slips how often it leaves its tiles from one to the next, and returns how often it comes
	// back to them; wrong is how often a label is.
	elsewhere, slips, returns, wrong float64
	// lone and several are what a tile says whose face one other tile shows, and one whose face several do.
	lone, several weights
	// clear is from how like it on a tile is clearly of a face, most and least what a tile says for and against it: natural logarithms.
	clear, most, least float64
	// twins is what a tile says that others of its face in its row are like, for each of lead more than apart, and pair what it says at most: one
	// pair does not tell where a row stands.
	twins, apart, pair float64
	// unseen is what it says that no face was located at a tile's place, held where two neighbours touch it.
	unseen, held float64
	// set are the odds that a photograph is of another set, of which at least so many of its tiles and so many other photographs tell: of 1,126 photographs and 52 of
	// another set that are found as well (seven sets, 5 to 16 photographs teach) these refuse 33 and 43.
	set          inks
	tell, photos float64
	// lacks is how often a label lacks the tile that is seen beside its own where a face is located with even odds.
	lacks float64
}

// weights are those of the natural logarithm of how many times as likely a tile is that is what its label says.
type weights struct{ always, near, clear, lead float64 }

// inks are the weights of how much more unlike and of what more other colours a photograph is than the others: natural logarithms.
type inks struct{ always, unlike, colour float64 }

var believing = beliefTuning{
	doubt: .25, unsure: .1, elsewhere: .4, slips: .005, returns: .1, wrong: .03,
	lone: weights{-2.5, 2.6, 6, 4.3}, several: weights{-4.1, 2.4, 19, 4.7}, clear: .8, most: 2.5, least: -4,
	twins: 2.5, apart: .2, pair: .2, unseen: -3, held: -1, set: inks{-4.1, 28, 98}, tell: 3, photos: 2, lacks: .5,
}

// chance of the states of a tile: it is what its label says; its label alone is wrong; the row is beside it.
const (
	isRight = iota
	isWrong
	isBeside
	states
)

// wrongly is the probability of each tile of a row that it is not what its label says, given how much more likely
// what is seen of it is if it is: natural logarithms.
func (k *beliefTuning) wrongly(says []float64) []float64 {
	n := len(says)
	first := [states]float64{(1 - k.elsewhere) * (1 - k.wrong), (1 - k.elsewhere) * k.wrong, k.elsewhere}
	stay, back := 1-k.slips, k.returns
	on := [states][states]float64{
		{stay * (1 - k.wrong), stay * k.wrong, k.slips},
		{stay * (1 - k.wrong), stay * k.wrong, k.slips},
		{back * (1 - k.wrong), back * k.wrong, 1 - back},
	}
	seen := func(i, s int) float64 {
		if s == isRight {
			return math.Exp(says[i])
		}
		return 1
	}
	ahead := make([][states]float64, n)
	for i := range n {
		sum := 0.
		for s := range states {
			before := first[s]
			if i > 0 {
				before = 0
				for r := range states {
					before += ahead[i-1][r] * on[r][s]
				}
			}
			ahead[i][s] = before * seen(i, s)
			sum += ahead[i][s]
		}
		for s := range states {
			ahead[i][s] /= sum
		}
	}
	wrong := make([]float64, n)
	rest := [states]float64{1, 1, 1}
	for i := n - 1; i >= 0; i-- {
		sum := 0.
		for s := range states {
			sum += ahead[i][s] * rest[s]
		}
		wrong[i] = 1 - ahead[i][isRight]*rest[isRight]/sum
		var next [states]float64
		sum = 0
		for r := range states {
			for s := range states {
				next[r] += on[r][s] * seen(i, s) * rest[s]
			}
			sum += next[r]
		}
		for r := range states {
			rest[r] = next[r] / sum
		}
	}
	return wrong
}

// says is how much more likely a tile looks so like others if it is what its label says: a natural logarithm.
func (k *beliefTuning) says(v view) float64 {
	if v.shown == 0 {
		if math.IsNaN(v.twins) {
			return 0
		}
		return min(max(k.twins*(v.twins-k.apart), k.least), k.pair)
	}
	w := &k.several
	if v.shown == 1 {
		w = &k.lone
	}
	return min(max(w.always+w.near*v.near+w.clear*max(0, v.near-k.clear)+w.lead*(v.near-v.rival), k.least), k.most)
}

// view is how a tile compares with others.
type view struct {
	shown       int     // tiles of its face in other photographs
	near, rival float64 // how like it the likest of those is, and the likest of another face
	like        models.Tile
	twins       float64 // by how much more alike tiles of its face in its row are than others of it; not a number where there are none
}

// hidden is what it says of a tile that no face was located where it is, held in place by its neighbours or not.
func (k *beliefTuning) hidden(held bool) float64 {
	if held {
		return k.held
	}
	return k.unseen
}
