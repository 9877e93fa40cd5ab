// Package outline tells what has the outline of a tile, whatever its face shows: an even patch with an edge on all four
// sides. So are tiles face down, and faces without print.
package outline

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// BackTuning tells backs from cloth: a back is an even patch as large as the tiles of its row, with an edge on
// all four sides, and neither white like a face nor a shadow on the cloth.
//
// Figures from 540 drawn and 152 photographed tables: the weakest edge of a back that differs from the cloth is
// above 0.1 of the brightness, that of one of the cloth's own colour about 0.05, that of bare cloth and wood
// below 0.065. Within, a back has less than half of that, cloth as much, print and the rims of other tiles more.
type BackTuning struct {
	Border int // strip pixels around a place in which its edges are looked for
	Off    int // by how many an edge may lie off: faces are read a little off their frame
	Fits   int // by how many a back may seem wider or higher than its neighbour
	Inset  int // of the rim, within which the colour is even
	Beside int // beyond the rim, where the colour of the cloth is taken
	// An edge off its place counts less, to nothing at so many strip pixels.
	Nowhere float64
	Dark    float64 // sum of three channels that is added to the brightness: of less, noise is a large share

	// A back is one with even odds where its weakest edge is EdgeBack of the brightness, what is within InnerBack
	// of that edge, and its darkest channel WhiteBack of the light of the next face; the slopes are those of
	// the log odds.
	EdgeBack, EdgeSlope   float64
	InnerBack, InnerSlope float64
	WhiteBack, WhiteSlope float64
	// A lamp mirrored in a back puts edges into it and wipes one out around it. Where the three free sides
	// together show more than what is within, it may be a back, with the probability MaybeBack.
	LeastOutline, SomeOutlines float64 // shares of the brightness, of the weakest side and of the free ones
	MostInner, MaybeBack       float64
	EvenOutline, MostEven      float64 // of a back that lies aslant: weak edges around what is very even
	StrongEdge                 float64 // an edge that needs not be stronger to lie where it does
	ShadowDarker               float64 // of the cloth's brightness
	ShadowColour, OneColour    float64 // by which a channel's share differs at most, of a shadow and of two backs
	ClothLight                 float64 // by which the brightness of cloth side by side differs at most
	OneLight                   float64 // by which the brightness of backs of one kong differs at most
	// Tint is by how much the share of a channel usually differs between two backs of a set, a standard deviation: a lamp over one adds white. MostTint is
	// what that may say at most, as a logarithm, and Surely the probability of a back that tells the colour of others.
	Tint, MostTint, Surely float64
}

// Backs are the figures with which the eye reads.
var Backs = BackTuning{
	Border: 18, Off: 9, Fits: 4, Inset: 6, Beside: 8, Nowhere: 50, Dark: 24,
	EdgeBack: .07, EdgeSlope: 160, InnerBack: .75, InnerSlope: 20, WhiteBack: .9, WhiteSlope: 60,
	LeastOutline: .02, SomeOutlines: .08, MostInner: .95, MaybeBack: .05, EvenOutline: .03, MostEven: .3,
	StrongEdge: .3, ShadowDarker: .95, ShadowColour: .03, OneColour: .05, ClothLight: .8, OneLight: .6, Tint: .03, MostTint: 6, Surely: .9,
}

// Back is a place that may hold a tile face down.
type Back struct {
	// T is where in its frame it is seen, and Quad its corners in the picture.
	T      float64
	Frame  raster.Frame
	Quad   [4]models.Point
	Sim    float64 // the probability that one lies there
	Colour Colour
}

// Colour is a mean of pixels: blue, green, red, 0 to 255.
type Colour [3]float64

func (c Colour) sum() float64 { return c[0] + c[1] + c[2] }

// off is how far two colours differ in the share of a channel.
func (c Colour) off(o Colour) (most float64) {
	for i := range c {
		most = max(most, math.Abs(c[i]/max(c.sum(), 1)-o[i]/max(o.sum(), 1)))
	}
	return most
}

// like reports whether two colours are those of one cloth.
func (c Colour) like(o Colour) bool {
	k := c.sum() / max(o.sum(), 1)
	return c.off(o) < Backs.ShadowColour && k > Backs.ClothLight && k < 1/Backs.ClothLight
}

// Patch is a place as large as a tile, with the borders that are seen around it.
type Patch struct {
	columns, lines           profile
	x, y                     []float64 // edges across the columns and the lines
	left, right, top, bottom int       // borders, strip pixels
}

// At looks at the place of the tile at t of a frame.
func At(p *raster.Picture, f *raster.Frame, at float64) Patch {
	s := f.Draw(p, raster.FineRes, at-.5-float64(Backs.Border)/raster.CellW, raster.CellW+2*Backs.Border, Backs.Border+(raster.CellH-raster.WindowH)/2)
	in := Backs.Inset + Backs.Fits
	var v Patch
	v.left, v.right = borders(columns(s, Backs.Border+in, Backs.Border+raster.CellH-in).edges(), raster.CellW)
	v.lines = lines(s, v.left+Backs.Inset, v.right-Backs.Inset)
	v.top, v.bottom = borders(v.lines.edges(), raster.CellH)
	v.columns = columns(s, v.top+Backs.Inset, v.bottom-Backs.Inset)
	v.left, v.right = borders(v.columns.edges(), raster.CellW)
	v.x, v.y = v.columns.edges(), v.lines.edges()
	return v
}

// Outline is how strong the weakest of its four borders is.
func (v *Patch) Outline() float64 { return min(v.x[v.left], v.x[v.right], v.y[v.top], v.y[v.bottom]) }

// Inner is how strong the strongest edge within is.
func (v *Patch) Inner() float64 {
	return max(slices.Max(v.x[v.left+Backs.Inset:v.right-Backs.Inset+1]), slices.Max(v.y[v.top+Backs.Inset:v.bottom-Backs.Inset+1]))
}

// Off is how far in the picture the middle of the patch lies from that of its place.
func (v *Patch) Off(f *raster.Frame) models.Point {
	return f.Along(0).Times(float64(v.left+v.right-2*Backs.Border-raster.CellW) / 2 / raster.CellW).Add(f.DownAt(0).Times(float64(v.top+v.bottom-2*Backs.Border-raster.CellH) / 2 / raster.CellH))
}

// InWall is where any number of tiles may lie face down side by side.
const InWall = 0

// Beside says how likely a tile lies face down at t of a frame, in the light of one to the left of it, where step is
// positive, or to the right. It is one of so many at most that lie side by side from there on, or of any number [InWall].
func Beside(p *raster.Picture, f *raster.Frame, at, step, light float64, most int) Back {
	v := At(p, f, at)
	columns, lines, x, y := v.columns, v.lines, v.x, v.y
	left, right, top, bottom := v.left, v.right, v.top, v.bottom
	outline, inner := v.Outline(), v.Inner()
	b := Back{T: at, Frame: *f, Colour: columns.mean(left+Backs.Inset, right-Backs.Inset)}
	beyond := columns.mean(left-Backs.Beside, left-2)
	if step > 0 {
		beyond = columns.mean(right+2, right+Backs.Beside)
	}
	b.Sim = faces.Logistic(Backs.EdgeSlope*(outline-Backs.EdgeBack)) * faces.Logistic(Backs.InnerSlope*(Backs.InnerBack-inner/max(outline, 1e-3))) *
		faces.Logistic(Backs.WhiteSlope*(Backs.WhiteBack-min(b.Colour[0], b.Colour[1], b.Colour[2])/max(light, 1)))
	outer := x[left]
	if step > 0 {
		outer = x[right]
	}
	free := math.Cbrt(outer * y[top] * y[bottom])
	if (outline > Backs.LeastOutline && free > Backs.SomeOutlines && inner < Backs.MostInner*free || outline > Backs.EvenOutline && inner < Backs.MostEven*outline) &&
		!(b.Colour.like(beyond) && (b.Colour.off(lines.mean(top-Backs.Beside, top-2)) < Backs.ShadowColour || most != InWall && b.goesOn(p, f, at+step*float64(most)))) {
		b.Sim = max(b.Sim, Backs.MaybeBack)
	}
	if b.shades(lines.mean(top-Backs.Beside, top-2)) || b.shades(lines.mean(bottom+2, bottom+Backs.Beside)) || b.shades(beyond) {
		b.Sim /= 2
	}
	off := f.Along(at).Times(float64(left+right-2*Backs.Border-raster.CellW) / 2 / raster.CellW).Add(f.DownAt(at).Times(float64(top+bottom-2*Backs.Border-raster.CellH) / 2 / raster.CellH))
	b.Frame.Centre[0] = b.Frame.Centre[0].Add(off)
	b.Quad = b.Frame.Quad(at, 0)
	return b
}

// goesOn reports whether what is seen has the colour of what lies at t of a frame, where no back of the same kong can: it is the cloth, however dark that is
// beside tiles. False where the picture does not show that.
func (b *Back) goesOn(p *raster.Picture, f *raster.Frame, at float64) bool {
	if quad := f.Quad(at, 0); slices.ContainsFunc(quad[:], func(q models.Point) bool { return !p.Shows(q) }) {
		return false
	}
	s := f.DrawTile(p, raster.CoarseRes, at, 0)
	return b.Colour.off(columns(s, 0, s.Height).mean(0, s.Width)) < Backs.ShadowColour
}

// CommonColour is the one that most of some backs have that surely are some; false where there is none.
func CommonColour(backs []Back) (common Colour, ok bool) {
	most := 0
	for _, b := range backs {
		n := 0
		for _, o := range backs {
			if o.Sim >= Backs.Surely && o.Colour.off(b.Colour) < Backs.OneColour {
				n++
			}
		}
		if b.Sim >= Backs.Surely && n > most {
			common, most, ok = b.Colour, n, true
		}
	}
	return common, ok
}

// Tints are the colours of the backs of a set and of the cloth below them.
type Tints struct{ Set, Cloth Colour }

// Tinted is a back where those of its set have one colour and the cloth another: what is more like them than like the cloth needs less of an outline.
func (b Back) Tinted(t Tints) Back {
	own, other := b.Colour.off(t.Set), b.Colour.off(t.Cloth)
	if tells := min((other*other-own*own)/(2*Backs.Tint*Backs.Tint), Backs.MostTint); tells > 0 {
		b.Sim = faces.Logistic(faces.Logit(min(max(b.Sim, 1e-9), 1-1e-9)) + tells)
	}
	return b
}

// shades reports whether a patch may be a shadow on something of a colour.
func (b *Back) shades(cloth Colour) bool {
	return b.Colour.sum() < Backs.ShadowDarker*cloth.sum() && b.Colour.off(cloth) < Backs.ShadowColour
}

// borders finds the two edges of a patch about size wide: the weaker one as strong as
// can be, and where several are strong those that lie most as expected.
func borders(edges []float64, size int) (from, to int) {
	best := -1.0
	for a := Backs.Border - Backs.Off; a <= Backs.Border+Backs.Off; a++ {
		for b := a + size - Backs.Fits; b <= min(a+size+Backs.Fits, len(edges)-Backs.Beside); b++ {
			off := math.Abs(float64(a-Backs.Border)) + 2*math.Abs(float64(b-a-size))
			if v := min(edges[a], edges[b], Backs.StrongEdge) * (1 - off/Backs.Nowhere); v > best {
				best, from, to = v, a, b
			}
		}
	}
	return from, to
}

// profile is the mean colour of every column, or every line, of a strip.
type profile []Colour

// columns is the profile of some lines, lines that of some columns.
func columns(s *raster.Strip, from, to int) profile {
	return profileOf(s, s.Width, from, to, func(x, y int) int { return y*s.Width + x })
}
func lines(s *raster.Strip, from, to int) profile {
	return profileOf(s, s.Height, from, to, func(y, x int) int { return y*s.Width + x })
}

// profileOf averages for each of n columns, or lines, what lies across from one index to another; at is the pixel of both.
func profileOf(s *raster.Strip, n, from, to int, at func(i, across int) int) profile {
	out := make(profile, n)
	for i := range out {
		var sum [raster.Channels]int
		for k := from; k < to; k++ {
			px := s.Pix[raster.Channels*at(i, k):][:raster.Channels]
			for c := range sum {
				sum[c] += int(px[c])
			}
		}
		for c := range sum {
			out[i][c] = float64(sum[c]) / float64(to-from)
		}
	}
	return out
}

// edges is how much the colour changes at every column, as a share of the brightness.
func (v profile) edges() []float64 {
	out := make([]float64, len(v))
	for i := 2; i+1 < len(v); i++ {
		diff, sum := 0.0, 0.0
		for c := range v[i] {
			a, b := v[i-2][c]+v[i-1][c], v[i][c]+v[i+1][c]
			diff, sum = diff+math.Abs(b-a), sum+a+b
		}
		out[i] = diff / (sum/2 + Backs.Dark)
	}
	return out
}

func (v profile) mean(from, to int) (m Colour) {
	for _, c := range v[from:to] {
		for k := range m {
			m[k] += c[k] / float64(to-from)
		}
	}
	return m
}
