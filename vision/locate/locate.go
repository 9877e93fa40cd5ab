// Package locate finds where the faces of tiles are in any picture, and which of them stand in a row: on any ground,
// from any side, lying or standing, without a calibration and without knowing any set of tiles.
//
// A small network (weights.onnx, 114,000 numbers) says of every fourth pixel of a small copy of the picture how surely it is
// near the middle of a face, where that middle is and how wide and tall the face is. What a face shows it never says:
// it was trained on drawn pictures of random print, see train.
package locate

import (
	"cmp"
	_ "embed"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
)

//go:embed weights.onnx
var weights []byte

// Face is where a face is seen.
type Face struct {
	Mid models.Point // pixels
	// Wide and Tall are its axes, from the middle of one edge to that of the opposite one: Tall reaches down in the
	// picture, and Wide is to the right as one looks along it from the top.
	Wide, Tall models.Point
	Sure       float64 // that a face is there, 0 to 1
}

// Quad are the corners of the face, clockwise from the top left.
func (f *Face) Quad() [4]models.Point {
	corner := func(a, b float64) models.Point { return f.Mid.Add(f.Wide.Times(a)).Add(f.Tall.Times(b)) }
	return [4]models.Point{corner(-.5, -.5), corner(.5, -.5), corner(.5, .5), corner(-.5, .5)}
}

// Within gives how many of its widths and heights a point lies off the middle of the face.
func (f *Face) Within(q models.Point) (across, down float64) {
	k := f.Wide.Cross(f.Tall)
	if math.Abs(k) < 1e-9 {
		return math.Inf(1), math.Inf(1)
	}
	off := q.Sub(f.Mid)
	return off.Cross(f.Tall) / k, f.Wide.Cross(off) / k
}

// The planes of the network's answer, one number for every stride×stride pixels. Axes are halves, in pixels: their
// logarithm as a share of unit, and cosine and sine of twice their angle, since an axis has no sign.
const (
	stride = 4
	unit   = 8

	heat = iota - 2 // logit that the middle of a face is there
	midX            // where it is, in half widths from here
	midY
	wideLog
	tallLog
	wideCos
	wideSin
	tallCos
	tallSin
	planes
)

// slant keeps the sign of axes apart from where neighbours of an upright or lying row would have different ones.
const slant = .3

// tuning are the numbers of finding faces, from pictures that were drawn.
type tuning struct {
	sides []int   // longer sides of the copies that are looked at, pixels: small tiles are found in the large one
	least float64 // how sure the network is at least that a face is there
	apart float64 // widths and heights that the middles of two faces lie apart at least, either way
	// narrow is how wide a face is, in pixels of a copy, that a larger one shows better, several of how many a row has that tells.
	narrow  float64
	several int
	// long is how many faces a row has that may be a hand's. What lies in its reach is looked for, with wide widths and tall heights from its middle on:
	// half a tile and some of what is around it.
	long       int
	wide, tall float64
}

var finding = tuning{sides: []int{256, 512, 1024}, least: .25, apart: .7, narrow: 16, several: 3, long: 6, wide: .6, tall: .7}

// ReachTuning is how far from the nearest tile of a hand others of it lie, from middle to middle, in widths along its row and heights across it: what is
// read there belongs to it, and what is located there and not read is asked about. What lies there and is no part of the hand costs a question; what is
// left out may cost a wrong score.
type ReachTuning struct {
	// Across is how far other rows of it lie across a row, as those of flowers do, and Aside how far beyond the ends of it then.
	Across, Aside float64
	// OnLine is how far across a row something lies on its line, and Along how far beyond its ends then: melds and flowers are laid on.
	OnLine, Along float64
}

// UsualReach are the values in use, of drawn hands whose flowers, melds and winning tile lie apart, and of 152 photographs of three sets.
var UsualReach = ReachTuning{Across: 2.8, Aside: 4, OnLine: .35, Along: 8}

// Locator finds faces. Many may use it at once.
type Locator struct{ net *raster.Network }

// New makes a locator.
func New() (*Locator, error) {
	net, err := raster.NewNetwork(weights)
	if err != nil {
		return nil, err
	}
	return &Locator{net}, nil
}

// Faces gives the faces that are seen in a picture, the surest first.
func (l *Locator) Faces(p *raster.Picture) ([]Face, error) { return l.faces(p, false) }

// FacesOfHand gives the faces that are seen in a picture as Faces does, but small ones only about its long rows, where there are such: what else lies on
// the table is of no hand.
func (l *Locator) FacesOfHand(p *raster.Picture) ([]Face, error) { return l.faces(p, true) }

func (l *Locator) faces(p *raster.Picture, ofHand bool) (kept []Face, err error) {
	for _, side := range finding.sides {
		level, err := p.OfSide(side)
		if err != nil {
			return nil, err
		}
		scale := float64(p.Width()) / float64(level.Width)
		left, top, last := 0, 0, level.Side() == p.Levels[0].Side()
		if ofHand {
			level, left, top = aboutRows(level, kept, scale)
		}
		answer, err := l.net.Ask(level)
		if err != nil {
			return nil, err
		}
		all := append(kept, facesOf(&answer, models.Point{X: float64(left), Y: float64(top)}, scale)...)
		slices.SortStableFunc(all, func(a, b Face) int { return cmp.Compare(b.Sure, a.Sure) })
		kept = nil
		for _, f := range all {
			if !slices.ContainsFunc(kept, func(o Face) bool { return f.overlaps(&o) }) {
				kept = append(kept, f)
			}
		}
		if last || large(kept, finding.narrow*scale) {
			break
		}
	}
	return kept, nil
}

// aboutRows is the part of a copy, so many times smaller than the picture, that shows what may be a hand with one of the longest rows that were
// seen: the whole copy where none is long.
func aboutRows(l *raster.Level, faces []Face, scale float64) (part *raster.Level, left, top int) {
	k, beside, beyond := &finding, UsualReach.Along+finding.wide, UsualReach.Across+finding.tall
	low, high := models.Point{X: math.Inf(1), Y: math.Inf(1)}, models.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	most := 0
	for _, r := range Rows(faces) {
		n := len(r.Faces)
		if n < k.long || 2*n < most {
			break // the longest come first
		}
		most = max(most, n)
		for _, f := range r.Faces {
			for _, across := range []float64{-beside, beside} {
				for _, down := range []float64{-beyond, beyond} {
					q := f.Mid.Add(f.Wide.Times(across)).Add(f.Tall.Times(down)).Times(1 / scale)
					low, high = models.Point{X: min(low.X, q.X), Y: min(low.Y, q.Y)}, models.Point{X: max(high.X, q.X), Y: max(high.Y, q.Y)}
				}
			}
		}
	}
	if most == 0 {
		return l, 0, 0
	}
	left, top = min(max(int(low.X), 0), l.Width-1), min(max(int(low.Y), 0), l.Height-1)
	return l.Part(left, top, max(int(high.X)+1-left, 1), max(int(high.Y)+1-top, 1)), left, top
}

// large reports whether the faces of the longest row are as wide as some: a larger copy shows them no better.
func large(faces []Face, width float64) bool {
	rows := Rows(faces)
	if len(rows) == 0 || len(rows[0].Faces) < finding.several {
		return false
	}
	return slices.MinFunc(rows[0].Faces, func(a, b Face) int { return cmp.Compare(a.Wide.Length(), b.Wide.Length()) }).Wide.Length() >= width
}

// overlaps reports whether two faces cannot both be there.
func (f *Face) overlaps(o *Face) bool {
	near := func(a, b *Face) bool {
		x, y := a.Within(b.Mid)
		return math.Abs(x) < finding.apart && math.Abs(y) < finding.apart
	}
	return near(f, o) || near(o, f)
}

// facesOf are the peaks of an answer, in pixels of a picture that is scale times as large as the copy of which something was looked at, from a corner on.
func facesOf(a *raster.Answer, corner models.Point, scale float64) (faces []Face) {
	if a.Planes != planes {
		return nil
	}
	for y := range a.Height {
		for x := range a.Width {
			sure := sigmoid(a.Data[y*a.Width+x])
			if sure < finding.least || !peak(a, x, y) {
				continue
			}
			mid, v := around(a, x, y, sure)
			axis := func(log, c, s float64) models.Point {
				long, turn := unit*math.Exp(min(log, 4)), math.Atan2(s, c)/2
				return models.Point{X: math.Cos(turn), Y: math.Sin(turn)}.Times(long)
			}
			wide, tall := axis(v[wideLog], v[wideCos], v[wideSin]), axis(v[tallLog], v[tallCos], v[tallSin])
			if tall.Y+slant*tall.X < 0 {
				tall = tall.Times(-1)
			}
			if wide.Cross(tall) < 0 {
				wide = wide.Times(-1)
			}
			faces = append(faces, Face{
				Mid:  models.Point{X: (corner.X+mid.X+.5)*scale - .5, Y: (corner.Y+mid.Y+.5)*scale - .5},
				Wide: wide.Times(2 * scale), Tall: tall.Times(2 * scale), Sure: sure,
			})
		}
	}
	return faces
}

// around is what the places in and around a peak say of the face there, by how sure they are: its middle in pixels, and the
// mean of each plane.
func around(a *raster.Answer, x, y int, sure float64) (mid models.Point, v [planes]float64) {
	n, sum := a.Width*a.Height, 0.
	for j := max(y-1, 0); j <= min(y+1, a.Height-1); j++ {
		for i := max(x-1, 0); i <= min(x+1, a.Width-1); i++ {
			at := j*a.Width + i
			w := sigmoid(a.Data[at])
			if w < sure/2 { // beyond the middle of a small face
				continue
			}
			plane := func(k int) float64 { return float64(a.Data[k*n+at]) }
			long := unit * math.Exp(min(plane(wideLog), 4))
			here := models.Point{X: float64(i)*stride + (stride-1)/2., Y: float64(j)*stride + (stride-1)/2.}
			mid = mid.Add(here.Add(models.Point{X: plane(midX), Y: plane(midY)}.Times(long)).Times(w))
			for k := range v {
				v[k] += w * plane(k)
			}
			sum += w
		}
	}
	for k := range v {
		v[k] /= sum
	}
	return mid.Times(1 / sum), v
}

func sigmoid(v float32) float64 { return 1 / (1 + math.Exp(-float64(v))) }

// peak reports whether nowhere beside a place is the network surer that a face is there.
func peak(a *raster.Answer, x, y int) bool {
	top := a.Data[y*a.Width+x]
	for j := max(y-1, 0); j <= min(y+1, a.Height-1); j++ {
		for i := max(x-1, 0); i <= min(x+1, a.Width-1); i++ {
			if o := a.Data[j*a.Width+i]; o > top || o == top && (j < y || j == y && i < x) {
				return false
			}
		}
	}
	return true
}
