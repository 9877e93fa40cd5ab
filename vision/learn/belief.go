package learn

import "math"

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
	// twins is what a tile says whose face others of its row alone show, for each of lead more than apart, and each what it says of one of those at
	// most: one pair does not tell where a row stands. Of 14 rows of two sets, looked for by drawn faces along 740 lines, those found within 0.4
	// tiles have a lead of 0.2 to 0.6 on average, and others of -0.5 to 0.2.
	twins, apart, each float64
	// unseen is what it says that no face was located at a tile's place, and held what it says then that two neighbours touch it.
	unseen, held float64
	// set are the odds that a photograph is of another set, of which at least so many of its tiles and so many other photographs tell: of 1,126 photographs and 52 of
	// another set that are found as well (seven sets, 5 to 16 photographs teach) these refuse 33 and 43.
	set          inks
	tell, photos float64
	// lacks is how often a label lacks the tile that is seen beside its own where a face is located with even odds, and none how often at least what
	// was located is none: assumed, the locator tells up to 1.
	lacks, none float64
}

// weights are those of the natural logarithm of how many times as likely a tile is that is what its label says.
type weights struct{ always, near, clear, lead float64 }

// inks are the weights of how much more unlike and of what more other colours a photograph is than the others: natural logarithms.
type inks struct{ always, unlike, colour float64 }

var believing = beliefTuning{
	doubt: .25, unsure: .15, elsewhere: .4, slips: .005, returns: .1, wrong: .03,
	lone: weights{-2.5, 2.6, 6, 4.3}, several: weights{-4.1, 2.4, 19, 4.7}, clear: .8, most: 2.5, least: -4,
	twins: 2.5, apart: .2, each: .2, unseen: -3, held: 2, set: inks{-4.1, 28, 98}, tell: 3, photos: 2, lacks: .5, none: .001,
}

// A tile is what its label says, or its label alone is wrong, or the row is beside it.
const (
	isRight = iota
	isWrong
	isBeside
	states
)

// chances are how likely the states of a tile are.
type chances [states]float64

// times is the product of two, of which the sum is one.
func (c chances) times(o chances) (both chances) {
	sum := 0.
	for s := range states {
		both[s] = c[s] * o[s]
		sum += both[s]
	}
	for s := range states {
		both[s] /= sum
	}
	return both
}

// wrongly is the probability of each tile of a row that it is not what its label says, given how much more likely
// what is seen of it is if it is: natural logarithms.
func (k *beliefTuning) wrongly(says []float64) []float64 {
	found := func(beside float64) chances {
		return chances{(1 - beside) * (1 - k.wrong), (1 - beside) * k.wrong, beside}
	}
	next := [states]chances{found(k.slips), found(k.slips), found(1 - k.returns)} // after each state
	wrong, before := make([]float64, len(says)), make([]chances, len(says))       // what those before it say of each
	at := found(k.elsewhere)
	for i := range says {
		before[i] = at
		seen := at.times(chances{math.Exp(says[i]), 1, 1})
		at = chances{}
		for s := range states {
			for t := range states {
				at[t] += seen[s] * next[s][t]
			}
		}
	}
	after := chances{1, 1, 1} // what those after it do
	for i := len(says) - 1; i >= 0; i-- {
		seen := after.times(chances{math.Exp(says[i]), 1, 1})
		wrong[i] = 1 - before[i].times(seen)[isRight]
		for s := range states {
			after[s] = seen[isRight]*next[s][isRight] + seen[isWrong]*next[s][isWrong] + seen[isBeside]*next[s][isBeside]
		}
	}
	return wrong
}

// says is how much more likely a tile looks so like others if it is what its label says: a natural logarithm.
func (k *beliefTuning) says(v view) float64 {
	if v.shown == 0 {
		return v.twins * min(max(k.twins*(v.lead-k.apart), k.least), k.each)
	}
	w := &k.several
	if v.shown == 1 {
		w = &k.lone
	}
	return min(max(w.always+w.near*v.near+w.clear*max(0, v.near-k.clear)+w.lead*(v.near-v.rival), k.least), k.most)
}

// All tiles of a photograph are of one set, the others' or another. Sets that are drawn alike are printed with other
// inks, and a photograph in poor light is less like the others. So likeness and colours count
// together, over all tiles of a photograph that are what their labels say.

// likened is how tiles compare with those of their faces in other photographs, on average.
type likened struct {
	tiles  float64
	near   float64 // how like the likest of those they are
	colour float64 // how far their ink is off the colour of those, by ink: the more there is, the surer is its colour
	ink    float64 // of their faces, in all
}

// add adds a tile.
func (k *likened) add(near, colour, ink float64) {
	k.tiles, k.ink = k.tiles+1, k.ink+ink
	k.near += (near - k.near) / k.tiles
	k.colour += (colour - k.colour) * ink / max(k.ink, 1e-9)
}

// anotherSet are the odds that the tiles of a photograph are of another set than those of the others, given how each compares.
func (k *beliefTuning) anotherSet(photo *likened, all []*likened) float64 {
	var mean, n = likened{}, -1.
	for _, p := range all {
		if p.tiles >= k.tell {
			mean.near, mean.colour, n = mean.near+p.near, mean.colour+p.colour, n+1
		}
	}
	if photo.tiles < k.tell || n < k.photos {
		return 0
	}
	near, colour := (mean.near-photo.near)/n, (mean.colour-photo.colour)/n
	return math.Exp(k.set.always + k.set.unlike*max(0, near-photo.near) + k.set.colour*max(0, photo.colour-colour))
}
