package vision

import (
	"slices"

	"jantaku/models"
)

// band is a hypothesis: a straight band of print that may be a row of tiles.
type band struct {
	from, to  models.Point // the middle line, in picture pixels
	thickness float64      // of the print at the ends, across the line, in picture pixels
	ink       float64      // how much print it holds
}

func (b band) long() float64 { return b.to.Sub(b.from).Length() }

// printHeight is of the face, that print usually covers.
const printHeight = 0.78

// usable keeps the bands that are as long as half a tile at least.
func usable(bands []band) []band {
	return slices.DeleteFunc(bands, func(b band) bool { return b.thickness < 14 || b.long() < .5*b.thickness })
}
