package band

import "math"

// How tall a face is in a photograph of a lesson.
const (
	guessAspect = 1.3  // usual height to width of a face,
	guessSpread = 0.35 // and how far its logarithm strays from that
	// printWidth is how much of a face's width print usually covers.
	printWidth = 0.75
)

// PitchOf is the width of each of n tiles whose print fills a band.
func (b Band) PitchOf(n int) float64 { return b.Long() / (float64(n) - 1 + printWidth) }

// Plausible says how well a band suits a row of n tiles.
func Plausible(b Band, n int) float64 {
	off := math.Log(b.Thickness / PrintHeight / b.PitchOf(n) / guessAspect)
	return b.ink * math.Exp(-off*off/(2*guessSpread*guessSpread))
}
