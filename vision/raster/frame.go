package raster

import (
	"math"

	"jantaku/models"
)

// Cells of a strip, in strip pixels: each tile's face is drawn cellW wide and
// cellH high, whatever its size in the picture.
const (
	CellW = 36
	CellH = 48
)

// Frame is a row's own perspective: where the centre of the tile at t lies, and
// which way and how far the face reaches down from top to bottom. Both are
// polynomials in t, which is all that perspective and a crooked row need.
type Frame struct {
	Centre [3]models.Point // centre(t) = c0 + c1·t + c2·t²
	Down   [2]models.Point // down(t) = d0 + d1·t
}

// At is the middle of the tile at t.
func (f *Frame) At(t float64) models.Point {
	return f.Centre[0].Add(f.Centre[1].Times(t).Add(f.Centre[2].Times(t * t)))
}

// Along is the direction of the row at t, one tile long.
func (f *Frame) Along(t float64) models.Point { return f.Centre[1].Add(f.Centre[2].Times(2 * t)) }

// DownAt is the direction from the top of the face at t to its bottom.
func (f *Frame) DownAt(t float64) models.Point { return f.Down[0].Add(f.Down[1].Times(t)) }

// Point is the place in the picture of (t, v).
func (f *Frame) Point(t, v float64) models.Point { return f.At(t).Add(f.DownAt(t).Times(v)) }

// Shifted is the frame with t counted from another tile, and tiles wider by scale.
func (f *Frame) Shifted(origin, scale float64) Frame {
	c := f.Centre
	return Frame{
		Centre: [3]models.Point{f.At(origin), c[1].Add(c[2].Times(2 * origin)).Times(scale), c[2].Times(scale * scale)},
		Down:   [2]models.Point{f.DownAt(origin), f.Down[1].Times(scale)},
	}
}

// Quad is the face of the tile at t, half a tile to each side.
func (f *Frame) Quad(t, v float64) [4]models.Point {
	a, d, c := f.Along(t), f.DownAt(t), f.Point(t, v)
	corner := func(ka, kd float64) models.Point { return c.Add(a.Times(ka).Add(d.Times(kd))) }
	return [4]models.Point{corner(-.5, -.5), corner(.5, -.5), corner(.5, .5), corner(-.5, .5)}
}

// Locate gives the t and v at which a frame shows a point of the picture.
func (f *Frame) Locate(q models.Point) (t, v float64) {
	for range 8 {
		a, d := f.Along(t), f.DownAt(t)
		off := q.Sub(f.Point(t, v))
		k := a.Cross(d)
		if math.Abs(k) < 1e-6 {
			break
		}
		t, v = t+off.Cross(d)/k, v+a.Cross(off)/k
	}
	return t, v
}

// Resolution says how finely a row is drawn: fine for reading faces, coarse, half
// as large, for searching.
type Resolution struct {
	CellW, CellH     int // strip pixels per tile
	WindowW, WindowH int // the printed part of the face
	kernel           int // of the closing that finds the light
}

var (
	// FineRes is for reading faces, CoarseRes for searching them.
	FineRes   = Resolution{CellW, CellH, WindowW, WindowH, closeKernel}
	CoarseRes = Resolution{CellW / 2, CellH / 2, WindowW / 2, WindowH / 2, closeKernel/2 + 1}
)

// CoarsePerTile is how many cells of a coarse strip a tile is wide.
const CoarsePerTile = CellW / PoolCell / 2

// Inset is how many strip pixels the window lies inside the cell, left and right.
func (r Resolution) Inset() int { return (r.CellW - r.WindowW) / 2 }

// InsetT and InsetV are how far the window lies inside the cell, in tiles.
const (
	InsetT = float64(CellW-WindowW) / 2 / CellW
	InsetV = float64(CellH-WindowH) / 2 / CellH
)

// Strip is a row laid flat: width×height pixels of blue, green, red. Column x
// shows t = from + x/cellW; row margin is the top of the windows.
type Strip struct {
	Res           Resolution
	Width, Height int
	From          float64
	Margin        int
	Pix           []byte
	Light         []byte // what lies under the print; nil until ratio was called
	beyond        []bool // pixels that lie outside of the picture; nil where none does
}

// Draw lays width columns of a row flat, from t on, with margin pixels above and
// below the windows of the faces.
func (f *Frame) Draw(p *Picture, res Resolution, from float64, width, margin int) *Strip {
	s := &Strip{Res: res, Width: width, Height: res.WindowH + 2*margin, From: from, Margin: margin}
	s.Pix = make([]byte, 3*s.Width*s.Height)
	lines := Into(s.Pix, Channels*s.Width, s.Width)
	for x := 0; x < s.Width; x++ {
		t := from + (float64(x)+.5)/float64(res.CellW)
		c, d := f.At(t), f.DownAt(t)
		l, k := p.LevelFor(min(f.Along(t).Length()/float64(res.CellW), d.Length()/float64(res.CellH)))
		q := c.Add(d.Times(InsetV - .5 + (.5-float64(margin))/float64(res.CellH)))
		q = models.Point{X: (q.X+.5)*k - .5, Y: (q.Y+.5)*k - .5}
		lines.Add(l, Channels*x, s.Height, q, d.Times(k/float64(res.CellH)))
	}
	s.Sample(&lines)
	return s
}

// Sample samples lines into a strip, which knows from then on what of it lies outside of the picture.
func (s *Strip) Sample(lines *Lines) {
	lines.Sample()
	s.beyond = lines.beyond
}

// DrawTile draws the window of the tile at t with margin pixels around it.
func (f *Frame) DrawTile(p *Picture, res Resolution, t float64, margin int) *Strip {
	from := t - .5 + InsetT - float64(margin)/float64(res.CellW)
	return f.Draw(p, res, from, res.WindowW+2*margin, margin)
}

// LevelFor gives the copy of the picture to sample where one strip pixel covers
// step picture pixels, and the factor from full coordinates to its own.
func (p *Picture) LevelFor(step float64) (*Level, float64) {
	i := 0
	for ; i+1 < len(p.Levels) && step > 1.6; i++ {
		step /= 2
	}
	l := &p.Levels[i]
	return l, float64(l.Width) / float64(p.Levels[0].Width)
}

// Locate gives the t and v of a pixel of a strip.
func (s *Strip) Locate(x, y int) (t, v float64) {
	return s.From + (float64(x)+.5)/float64(s.Res.CellW), (float64(y-s.Margin)+.5)/float64(s.Res.CellH) + InsetV - .5
}

// Pixel is the pixel of a strip at (t, v).
func (s *Strip) Pixel(t, v float64) (x, y int) {
	return int((t - s.From) * float64(s.Res.CellW)), s.Margin + int((v+.5-InsetV)*float64(s.Res.CellH))
}
