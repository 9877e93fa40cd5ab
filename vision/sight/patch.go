package sight

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// A back is an even patch as large as the tiles of its row, with an edge on all four
// sides, and neither white like a face nor a shadow on the cloth.
const (
	patchBorder = 18 // strip pixels around a place in which its edges are looked for
	patchOff    = 9  // by how many an edge may lie off: faces are read a little off their frame
	patchFits   = 4  // by how many a back may seem wider or higher than its neighbour
	patchInset  = 6  // of the rim, within which the colour is even
	patchBeside = 8  // beyond the rim, where the colour of the cloth is taken

	// Figures from 540 drawn and 152 photographed tables: the weakest edge of a back that
	// differs from the cloth is above 0.1 of the brightness, that of one of the cloth's
	// own colour about 0.05, that of bare cloth and wood below 0.065. Within, a back has
	// less than half of that, cloth as much, print and the rims of other tiles more.
	EdgeBack, EdgeSlope   = 0.07, 160
	innerBack, innerSlope = 0.75, 20
	whiteBack, whiteSlope = 0.9, 60 // of the light of the next face, in the darkest channel
	// A lamp mirrored in a back puts edges into it and wipes one out around it. Where the
	// three free sides together show more than what is within, it may be a back.
	leastOutline, someOutlines = 0.02, 0.08
	mostInner, maybeBack       = 0.95, 0.05
	evenOutline, mostEven      = 0.03, 0.3 // of a back that lies aslant: weak edges around what is very even
	strongEdge                 = 0.3       // an edge that needs not be stronger to lie where it does
	shadowDarker               = 0.95      // of the cloth's brightness
	shadowColour, oneColour    = 0.03, 0.05
	clothLight                 = 0.8 // by which the brightness of cloth side by side differs at most
	oneLight                   = 0.6 // by which the brightness of backs of one kong differs at most
)

// back is a place beside a tile that may hold one face down; its sim is the probability.
type back struct {
	Reading
	colour colour
}

// colour is a mean of pixels: blue, green, red, 0 to 255.
type colour [3]float64

func (c colour) sum() float64 { return c[0] + c[1] + c[2] }

// off is how far two colours differ in the share of a channel.
func (c colour) off(o colour) (most float64) {
	for i := range c {
		most = max(most, math.Abs(c[i]/max(c.sum(), 1)-o[i]/max(o.sum(), 1)))
	}
	return most
}

// like reports whether two colours are those of one cloth.
func (c colour) like(o colour) bool {
	k := c.sum() / max(o.sum(), 1)
	return c.off(o) < shadowColour && k > clothLight && k < 1/clothLight
}

// ofOneKong reports whether backs are likely and have one colour.
func ofOneKong(backs []back) bool {
	p := 1.0
	for _, b := range backs {
		a := backs[0].colour
		if k := b.colour.sum() / max(a.sum(), 1); a.off(b.colour) > oneColour || k < oneLight || k > 1/oneLight {
			return false
		}
		p *= b.Sim
	}
	return p >= bothBacks
}

// patch is a place as large as a tile, with the borders that are seen around it.
type patch struct {
	columns, lines           profile
	x, y                     []float64 // edges across the columns and the lines
	left, right, top, bottom int       // borders, strip pixels
}

// PatchAt looks at the place of the tile at t of a frame.
func PatchAt(p *raster.Picture, f *raster.Frame, at float64) patch {
	s := f.Draw(p, raster.FineRes, at-.5-float64(patchBorder)/raster.CellW, raster.CellW+2*patchBorder, patchBorder+(raster.CellH-raster.WindowH)/2)
	const in = patchInset + patchFits
	var v patch
	v.left, v.right = borders(columns(s, patchBorder+in, patchBorder+raster.CellH-in).edges(), raster.CellW)
	v.lines = lines(s, v.left+patchInset, v.right-patchInset)
	v.top, v.bottom = borders(v.lines.edges(), raster.CellH)
	v.columns = columns(s, v.top+patchInset, v.bottom-patchInset)
	v.left, v.right = borders(v.columns.edges(), raster.CellW)
	v.x, v.y = v.columns.edges(), v.lines.edges()
	return v
}

// Outline is how strong the weakest of its four borders is.
func (v *patch) Outline() float64 { return min(v.x[v.left], v.x[v.right], v.y[v.top], v.y[v.bottom]) }

// Inner is how strong the strongest edge within is.
func (v *patch) Inner() float64 {
	return max(slices.Max(v.x[v.left+patchInset:v.right-patchInset+1]), slices.Max(v.y[v.top+patchInset:v.bottom-patchInset+1]))
}

// Off is how far in the picture the middle of the patch lies from that of its place.
func (v *patch) Off(f *raster.Frame) models.Point {
	return f.Along(0).Times(float64(v.left+v.right-2*patchBorder-raster.CellW) / 2 / raster.CellW).Add(f.DownAt(0).Times(float64(v.top+v.bottom-2*patchBorder-raster.CellH) / 2 / raster.CellH))
}

// LookBeside says how likely a tile lies face down left or right of another.
func LookBeside(p *raster.Picture, t *Reading, step float64) back {
	at := t.T + step
	v := PatchAt(p, &t.Frame, at)
	columns, lines, x, y := v.columns, v.lines, v.x, v.y
	left, right, top, bottom := v.left, v.right, v.top, v.bottom
	outline, inner := v.Outline(), v.Inner()
	b := back{colour: columns.mean(left+patchInset, right-patchInset)}
	beyond := columns.mean(left-patchBeside, left-2)
	if step > 0 {
		beyond = columns.mean(right+2, right+patchBeside)
	}
	sure := faces.Logistic(EdgeSlope*(outline-EdgeBack)) * faces.Logistic(innerSlope*(innerBack-inner/max(outline, 1e-3))) *
		faces.Logistic(whiteSlope*(whiteBack-min(b.colour[0], b.colour[1], b.colour[2])/max(t.Light, 1)))
	outer := x[left]
	if step > 0 {
		outer = x[right]
	}
	free := math.Cbrt(outer * y[top] * y[bottom])
	if (outline > leastOutline && free > someOutlines && inner < mostInner*free || outline > evenOutline && inner < mostEven*outline) &&
		!(b.colour.like(beyond) && b.colour.off(lines.mean(top-patchBeside, top-2)) < shadowColour) {
		sure = max(sure, maybeBack)
	}
	if b.shades(lines.mean(top-patchBeside, top-2)) || b.shades(lines.mean(bottom+2, bottom+patchBeside)) || b.shades(beyond) {
		sure /= 2
	}
	b.Reading = Reading{T: at, Frame: t.Frame, Tile: models.Back, Sim: sure, Ranks: []faces.Rank{{Tile: models.Back, Sim: sure}}, Light: t.Light}
	off := t.Frame.Along(at).Times(float64(left+right-2*patchBorder-raster.CellW) / 2 / raster.CellW).Add(t.Frame.DownAt(at).Times(float64(top+bottom-2*patchBorder-raster.CellH) / 2 / raster.CellH))
	b.Frame.Centre[0] = b.Frame.Centre[0].Add(off)
	b.Quad = b.Frame.Quad(at, 0)
	return b
}

// shades reports whether a patch may be a shadow on something of a colour.
func (b *back) shades(cloth colour) bool {
	return b.colour.sum() < shadowDarker*cloth.sum() && b.colour.off(cloth) < shadowColour
}

// borders finds the two edges of a patch about size wide: the weaker one as strong as
// can be, and where several are strong those that lie most as expected.
func borders(edges []float64, size int) (from, to int) {
	best := -1.0
	for a := patchBorder - patchOff; a <= patchBorder+patchOff; a++ {
		for b := a + size - patchFits; b <= min(a+size+patchFits, len(edges)-patchBeside); b++ {
			off := math.Abs(float64(a-patchBorder)) + 2*math.Abs(float64(b-a-size))
			if v := min(edges[a], edges[b], strongEdge) * (1 - off/50); v > best {
				best, from, to = v, a, b
			}
		}
	}
	return from, to
}

// profile is the mean colour of every column, or every line, of a strip.
type profile []colour

// columns is the profile of some lines, lines that of some columns.
func columns(s *raster.Strip, from, to int) profile {
	return profileOf(s, s.Width, 3, from, to, 3*s.Width)
}
func lines(s *raster.Strip, from, to int) profile {
	return profileOf(s, s.Height, 3*s.Width, from, to, 3)
}

func profileOf(s *raster.Strip, n, next, from, to, across int) profile {
	out := make(profile, n)
	for i := range out {
		for k := from; k < to; k++ {
			for c := range out[i] {
				out[i][c] += float64(s.Pix[i*next+k*across+c]) / float64(to-from)
			}
		}
	}
	return out
}

// edges is how much the colour changes at every column, as a share of the brightness.
func (v profile) edges() []float64 {
	const dark = 24 // of three times 255; of less, noise is a large share
	out := make([]float64, len(v))
	for i := 2; i+1 < len(v); i++ {
		diff, sum := 0.0, 0.0
		for c := range v[i] {
			a, b := v[i-2][c]+v[i-1][c], v[i][c]+v[i+1][c]
			diff, sum = diff+math.Abs(b-a), sum+a+b
		}
		out[i] = diff / (sum/2 + dark)
	}
	return out
}

func (v profile) mean(from, to int) (m colour) {
	for _, c := range v[from:to] {
		for k := range m {
			m[k] += c[k] / float64(to-from)
		}
	}
	return m
}
