package vision

import "math"

// How tall a face is in a photograph of a lesson.
const (
	guessAspect = 1.3  // usual height to width of a face,
	guessSpread = 0.35 // and how far its logarithm strays from that
	// printWidth is how much of a face's width print usually covers.
	printWidth = 0.75
)

// pitchOf is the width of each of n tiles whose print fills a band.
func (b band) pitchOf(n int) float64 { return b.long() / (float64(n) - 1 + printWidth) }

// plausible says how well a band suits a row of n tiles.
func plausible(b band, n int) float64 {
	off := math.Log(b.thickness / printHeight / b.pitchOf(n) / guessAspect)
	return b.ink * math.Exp(-off*off/(2*guessSpread*guessSpread))
}
