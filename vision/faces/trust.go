package faces

import (
	"maps"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// UsualTrust is how similarities become probabilities while nothing was fitted. The
// figures come from cross-validation over three sets of tiles (2,221 tiles): a face
// that was learned is seen with a similarity above 0.84 but for cut and unlit tiles,
// one that was not below 0.83; the one misreading of a learned face had 0.82, and
// every other right reading leads the second by 0.02 or more. A lead is a share of what the
// best face leaves unexplained: of a tile seen to 0.86, just clear, a lead of 0.02 makes
// the best face 95 % sure, and of one seen to 0.97 a lead of 0.01 makes it 99.9 %.
var UsualTrust = calibration.Trust{Known: 0.81, KnownSlope: 150, Lead: 0, LeadSlope: 20}

// LeastNoise is what is left unexplained of any tile.
const LeastNoise = 0.02

// StrangeTuning says how much more similar a number has to be for another of its suit: they look alike, a 2m up to 0.90 like the 3m, a 4p like the 5p.
type StrangeTuning struct {
	// Never is that for one that was never learned, and Once for one that was shown once only, which may have been seen badly.
	Never, Once float64
	// Unlike is by how much less alike than those of most faces the samples of one are usually at most, and Unlearned by how much less those of one
	// that counts as never learned: what was taught aslant, or is not what it is taught for, looks unlike the tile. Of 17 sets taught from 5
	// to 120 photographs the median of faces is .75 to .92, and of faces of many samples none is .15 below it; a 9s of two samples that lean
	// either way is .33 below it, was seen as .67, and as a 6s of .86.
	Unlike, Unlearned float64
}

var strangers = StrangeTuning{Never: .1, Once: .03, Unlike: .15, Unlearned: .3}

// StrangeSuits tells how much more similar the numbers of each suit have to be for the worst
// learned of them.
func StrangeSuits(f calibration.Faces, alike map[models.Tile]float64) map[models.Suit]float64 {
	k, samples := &strangers, map[models.Tile]int{}
	for _, face := range f.Faces {
		samples[face.Tile] = len(face.Samples)
	}
	usual := 1.
	if len(alike) > 0 {
		usual = slices.Sorted(maps.Values(alike))[len(alike)/2]
	}
	out := map[models.Suit]float64{}
	for t := models.Tile(1); t.HasFace(); t++ {
		if !t.IsNumber() || t.IsRed() {
			continue
		}
		more := 0.
		switch sim, several := alike[t]; {
		case samples[t] == 0:
			more = k.Never
		case samples[t] == 1:
			more = k.Once
		case several:
			more = k.Never * min(max((usual-sim-k.Unlike)/(k.Unlearned-k.Unlike), 0), 1)
		}
		out[t.Suit()] = max(out[t.Suit()], more)
	}
	return out
}

// alike is how alike the samples are of those faces of which there are several: each and the one that is most like it.
func (m *Matcher) alike() map[models.Tile]float64 {
	alike := map[models.Tile]float64{}
	for look, bank := range m.looks {
		if look.Flipped || bank.Faces < 2 {
			continue
		}
		for i := range int32(bank.Faces) {
			sims := bank.Compare(bank.vector(i), 1)
			sims[i] = 0
			alike[look.Tile] += float64(slices.Max(sims)) / float64(bank.Faces)
		}
	}
	return alike
}

// Logistic is the probability that has some logarithm of its odds.
func Logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Logit is the logarithm of the odds of a probability.
func Logit(p float64) float64 { return math.Log(p / (1 - p)) }
