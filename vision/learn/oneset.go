package learn

import (
	"math"

	"jantaku/vision/raster"
)

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

// colour is the mean ink of each colour in a window.
type colour [raster.Channels]float64

// colourOf is that of a window.
func colourOf(v raster.Vector) (ink colour) {
	for i := 0; i < len(v); i += raster.Planes {
		for c := range ink {
			ink[c] += float64(v[i+c]) / raster.Full / float64(len(v)/raster.Planes)
		}
	}
	return ink
}

// all is the ink of all colours.
func (c *colour) all() (sum float64) {
	for _, ink := range c {
		sum += ink
	}
	return sum
}

// off is how far apart two colours are as shares of their ink: haze leaves less of each.
func (c *colour) off(o *colour) float64 {
	const some = .003 // ink that is none but noise
	sum := 0.
	for i := range c {
		off := c[i]/(c.all()+some) - o[i]/(o.all()+some)
		sum += off * off
	}
	return math.Sqrt(sum)
}

// inks compares the ink of a tile with the mean of its face in other photographs: how far it is off, and how much there is.
func (l *learner) inks(s *sighted) (off, ink float64) {
	var face colour
	n := l.elsewhere(s)
	for _, o := range l.byTile[s.tile] {
		if o.row.picture != s.row.picture {
			for c, k := range l.closely[o].ink {
				face[c] += k / float64(n)
			}
		}
	}
	own := l.closely[s].ink
	return own.off(&face), face.all()
}
