package faces

import (
	"math"

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

// Numbers of one suit look alike: a 2m is up to 0.90 like the 3m, a 4p like the 5p. So a
// number has to be that much more similar where another of its suit was never learned, and a
// little where one was shown once only, which may have been seen badly.
const strangers, shownOnce = 0.1, 0.03

// StrangeSuits tells how much more similar the numbers of each suit have to be for the worst
// learned of them.
func StrangeSuits(f calibration.Faces) map[models.Suit]float64 {
	samples := map[models.Tile]int{}
	for _, face := range f.Faces {
		samples[face.Tile] = len(face.Samples)
	}
	out := map[models.Suit]float64{}
	for t := models.Tile(1); t.HasFace(); t++ {
		if !t.IsNumber() || t.IsRed() {
			continue
		}
		switch samples[t] {
		case 0:
			out[t.Suit()] = strangers
		case 1:
			out[t.Suit()] = max(out[t.Suit()], shownOnce)
		}
	}
	return out
}

// Logistic is the probability that has some logarithm of its odds.
func Logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Logit is the logarithm of the odds of a probability.
func Logit(p float64) float64 { return math.Log(p / (1 - p)) }
