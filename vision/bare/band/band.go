// Package band finds bands of print in a bare picture, which may be rows of tiles, and fits the perspective of
// a row to what lies in one. Under a calibrated camera nothing of it is needed: there the plane is known.
package band

import (
	"slices"

	"jantaku/models"
)

// Band is a hypothesis: a straight band of print that may be a row of tiles.
type Band struct {
	From, To  models.Point // the middle line, in picture pixels
	Thickness float64      // of the print at the ends, across the line, in picture pixels
	ink       float64      // how much print it holds
}

// Long is the length of a band, pixels.
func (b Band) Long() float64 { return b.To.Sub(b.From).Length() }

// PrintHeight is of the face, that print usually covers.
const PrintHeight = 0.78

// Usable keeps the bands that are as long as half a tile at least.
func Usable(bands []Band) []Band {
	return slices.DeleteFunc(bands, func(b Band) bool { return b.Thickness < 14 || b.Long() < .5*b.Thickness })
}

// ScanMargin is how many coarse strip pixels above and below a band are drawn, for rows that bend.
const ScanMargin = 4
