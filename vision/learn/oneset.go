package learn

import (
	"math"

	"jantaku/vision/raster"
)

// All tiles of a photograph are of one set, the others' or another. Sets that are drawn alike are printed with other
// inks, and a photograph in poor light is less like the others in the colours that it has. So likeness and colours count
// together, over all tiles of a photograph, each for what is usual between the other photographs.

// oneSetTuning are the numbers of telling another set. Of 324 rows of photographs, each with eleven others of its own
// set, they refuse ten, of five photographs that somebody recoloured, and none of the rest; of 1,052 with twelve of
// another set, six sets in all, four pass, 104 by likeness alone.
type oneSetTuning struct {
	likeness float64 // share of the usual likeness that tiles of usual colours lack that are of another set
	// colours is how far tiles of usual likeness that are of another set are off the colours of their faces, more than
	// is usual: a length in the shares of ink that swallow blue, green and red.
	colours float64
}

var oneSet = oneSetTuning{likeness: .1, colours: .015}

// witness is how a tile compares with those of its face in other photographs.
type witness struct {
	near   float64 // how like the likest of them it is
	colour float64 // how far its ink is off the colour of theirs
	ink    float64 // of its face, 0 to 1: the more there is, the surer is its colour
}

// compared is how tiles compare with those of the same faces in other photographs, and how those do with the rest.
type compared struct {
	tiles      int
	own, usual witness // on average, colours by ink
}

// and is how the tiles of both compare.
func (c compared) and(o compared) compared {
	if c.tiles+o.tiles == 0 {
		return compared{}
	}
	byTiles := float64(o.tiles) / float64(c.tiles+o.tiles)
	byInk := byTiles
	if sum := float64(c.tiles)*c.own.ink + float64(o.tiles)*o.own.ink; sum > 0 {
		byInk = float64(o.tiles) * o.own.ink / sum
	}
	between := func(a, b, k float64) float64 { return (1-k)*a + k*b }
	mean := func(a, b witness) witness {
		return witness{between(a.near, b.near, byTiles), between(a.colour, b.colour, byInk), between(a.ink, b.ink, byTiles)}
	}
	return compared{c.tiles + o.tiles, mean(c.own, o.own), mean(c.usual, o.usual)}
}

// offColours is how far the colours are off, as a share of what another set's are.
func (c *compared) offColours() float64 {
	return max(0, c.own.colour-c.usual.colour) / oneSet.colours
}

// least is how like their faces tiles with these colours have to be to be of the same set.
func (c *compared) least() float64 { return c.usual.near * (1 - oneSet.likeness*(1-c.offColours())) }

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
func (l *learner) inks(s *sighted, colours map[*sighted]colour) (off, ink float64) {
	var face colour
	n := l.elsewhere(s)
	for _, o := range l.byTile[s.tile] {
		if o.row.picture != s.row.picture {
			for c, k := range colours[o] {
				face[c] += k / float64(n)
			}
		}
	}
	own := colours[s]
	return own.off(&face), face.all()
}

// compare compares the tiles of a row with those of other photographs, and those with the rest: some faces are drawn
// finely, or in two ways, and less like each other than others are.
func (l *learner) compare(r *labelledRow, seen map[*sighted]witness) (c compared) {
	for _, s := range r.tiles {
		var usual witness
		n := 0.
		for _, o := range l.byTile[s.tile] {
			if w, shown := seen[o]; shown && o.row.picture != r.picture {
				usual.near, usual.colour, n = usual.near+w.near, usual.colour+w.colour, n+1
			}
		}
		if n > 0 {
			c = c.and(compared{1, seen[s], witness{usual.near / n, usual.colour / n, seen[s].ink}})
		}
	}
	return c
}
