package proposal

import (
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/outline"
	"jantaku/vision/raster"
)

// The cloth is darker than the tiles on it, whatever light lies on both. So what is hardly lighter than the cloth below is no tile,
// and is compared with no face. Most of a table is cloth, and the light of a room changes evenly over it.

// ClothTuning holds how the light of a cloth is found.
type ClothTuning struct {
	// Block is how wide a square is that has one light, mm, and Samples at how many points each way it is looked at.
	Block   float64
	Samples int
	// Off is by how much, as a logarithm, a square that is cloth differs from an even light, in turn: at first no more is known than the light that is most
	// common, and the dark end of a table may have half of that of the light one.
	Off [6]float64
	// Lighter is how much lighter than the cloth a tile is at least. Of 594 tiles of rivers and melds of all
	// hardnesses (seed 1067769143) none is lost with 1.2, three with 1.4; two fifths of all windows are left out
	// with 1.2, not many more with 1.4.
	Lighter float64
}

// UsualCloth are the values in use.
var UsualCloth = ClothTuning{Block: 24, Samples: 3, Off: [6]float64{.4, .3, .2, .1, .1, .1}, Lighter: 1.15}

// cloth is the light of a table's cloth.
type cloth struct {
	half  float64        // of the table's side, mm
	light raster.Surface // its logarithm, by places in halves of the side
	white float64        // the light of a tile, 0 to 255
	// colour is the most common one, as shares of its three channels.
	colour outline.Colour
}

// clothOf looks at the darkest channel of the light of a table's cloth; white is the light of a tile, 0 to 255. Where next to nothing of the
// cloth is seen it is thought to be black.
func clothOf(view *calibration.View, side float64, p *raster.Picture, white float64) *cloth {
	k := &UsualCloth
	c := &cloth{half: side / 2, white: white}
	var all []raster.Sample
	var shares [raster.Channels][]float64
	step := k.Block / float64(k.Samples)
	for y := k.Block/2 - c.half; y < c.half; y += k.Block {
		for x := k.Block/2 - c.half; x < c.half; x += k.Block {
			if q := view.Picture(models.Point{X: x, Y: y}); p.Shows(q) {
				for channel, share := range raster.ShadeOf(p.ColourAt(q)).Share {
					shares[channel] = append(shares[channel], share)
				}
			}
			var light []float64
			for i := range k.Samples * k.Samples {
				off := models.Point{X: float64(i%k.Samples-k.Samples/2) * step, Y: float64(i/k.Samples-k.Samples/2) * step}
				if q := view.Picture(models.Point{X: x, Y: y}.Add(off)); p.Shows(q) {
					light = append(light, p.LeastAt(q))
				}
			}
			if len(light) == k.Samples*k.Samples {
				slices.Sort(light)
				all = append(all, raster.Sample{At: c.place(models.Point{X: x, Y: y}), Value: math.Log(max(light[len(light)/2], 1))})
			}
		}
	}
	for channel, all := range shares {
		if slices.Sort(all); len(all) > 0 {
			c.colour[channel] = all[len(all)/2]
		}
	}
	if surface, ok := raster.FitSurface(all, k.Off[:]); ok {
		c.light = surface
	}
	return c
}

// place is a point of the table in halves of its side; what lies beyond the cloth has the light of its border.
func (c *cloth) place(at models.Point) models.Point {
	return models.Point{X: min(max(at.X/c.half, -1), 1), Y: min(max(at.Y/c.half, -1), 1)}
}

// leastAt is the least light of a tile at a point of the table; what is half way to a white tile surely is one.
func (c *cloth) leastAt(at models.Point) float64 {
	light := math.Exp(c.light.At(c.place(at)))
	return min(UsualCloth.Lighter*light, math.Sqrt(light*c.white))
}
