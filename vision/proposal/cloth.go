package proposal

import (
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// The cloth is darker than the tiles on it, whatever light lies on both. So what is hardly lighter than the
// darkest around it is no tile, and is compared with no face.

// ClothTuning holds how the cloth around a window is found.
type ClothTuning struct {
	// Block is how many pixels of a sheet a block measures each way, a little less than a tile is wide, and
	// Around how many blocks to each side are the surroundings of one: about 115 mm in all, of which
	// some is cloth, or a seam, even among six tiles of a river.
	Block, Around int
	// Darkest is the part of the surroundings that is the darkest.
	Darkest float64
	// Lighter is how much lighter than that a tile is at least. Of 594 tiles of rivers and melds of all
	// hardnesses (seed 1067769143) none is lost with 1.2, three with 1.4; two fifths of all windows are left out
	// with 1.2, not many more with 1.4.
	Lighter float64
	// Most is the light, of that of a white tile in the picture, of what is surely looked at: amid the rows of a river the darkest around is a tile, too.
	Most float64
}

// UsualCloth are the values in use.
var UsualCloth = ClothTuning{Block: 16, Around: 2, Darkest: .1, Lighter: 1.15, Most: .5}

// shades counts pixels by their light, four of 255 levels together.
type shades [64]int

// cloth is the least light that a tile has about each block of a sheet, 0 to 255.
type cloth struct {
	wide  int // blocks of a row
	least []float64
}

// clothOf looks at the darkest channel of the light of a sheet, in which print is filled; white is the light of a tile, 0 to 255.
func clothOf(s *plane.Sheet, white float64) cloth {
	k, strip := &UsualCloth, s.Strip
	wide, high := (strip.Width+k.Block-1)/k.Block, (strip.Height+k.Block-1)/k.Block
	counts := make([]shades, wide*high)
	for y := 0; y < strip.Height; y += raster.PoolCell {
		for x := 0; x < strip.Width; x += raster.PoolCell {
			px := strip.Light[raster.Channels*(y*strip.Width+x):][:raster.Channels]
			counts[y/k.Block*wide+x/k.Block][min(px[0], px[1], px[2])>>2]++
		}
	}
	c := cloth{wide: wide, least: make([]float64, wide*high)}
	for i := range c.least {
		x, y := i%wide, i/wide
		var around shades
		all := 0
		for v := max(y-k.Around, 0); v <= min(y+k.Around, high-1); v++ {
			for u := max(x-k.Around, 0); u <= min(x+k.Around, wide-1); u++ {
				for shade, n := range counts[v*wide+u] {
					around[shade], all = around[shade]+n, all+n
				}
			}
		}
		shade := 0
		for below := around[0]; float64(below) < k.Darkest*float64(all); below += around[shade] {
			shade++
		}
		c.least[i] = min(k.Lighter*float64(shade<<2), k.Most*white)
	}
	return c
}

// leastAt is the least light of a tile whose middle lies at a pixel.
func (c *cloth) leastAt(x, y int) float64 {
	return c.least[y/UsualCloth.Block*c.wide+x/UsualCloth.Block]
}
