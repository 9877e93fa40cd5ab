package vision

import (
	"math"

	"jantaku/models"
)

// Cells of a strip, in strip pixels: each tile's face is drawn cellW wide and
// cellH high, whatever its size in the picture.
const (
	cellW = 36
	cellH = 48
)

// frame is a row's own perspective: where the centre of the tile at t lies, and
// which way and how far the face reaches down from top to bottom. Both are
// polynomials in t, which is all that perspective and a crooked row need.
type frame struct {
	centre [3]models.Point // centre(t) = c0 + c1·t + c2·t²
	down   [2]models.Point // down(t) = d0 + d1·t
}

func (f *frame) at(t float64) models.Point {
	return f.centre[0].Add(f.centre[1].Times(t).Add(f.centre[2].Times(t * t)))
}

// along is the direction of the row at t, one tile long.
func (f *frame) along(t float64) models.Point { return f.centre[1].Add(f.centre[2].Times(2 * t)) }

// downAt is the direction from the top of the face at t to its bottom.
func (f *frame) downAt(t float64) models.Point { return f.down[0].Add(f.down[1].Times(t)) }

// point is the place in the picture of (t, v).
func (f *frame) point(t, v float64) models.Point { return f.at(t).Add(f.downAt(t).Times(v)) }

// shifted is the frame with t counted from another tile, and tiles wider by scale.
func (f *frame) shifted(origin, scale float64) frame {
	c := f.centre
	return frame{
		centre: [3]models.Point{f.at(origin), c[1].Add(c[2].Times(2 * origin)).Times(scale), c[2].Times(scale * scale)},
		down:   [2]models.Point{f.downAt(origin), f.down[1].Times(scale)},
	}
}

// quad is the face of the tile at t, half a tile to each side.
func (f *frame) quad(t, v float64) [4]models.Point {
	a, d, c := f.along(t), f.downAt(t), f.point(t, v)
	corner := func(ka, kd float64) models.Point { return c.Add(a.Times(ka).Add(d.Times(kd))) }
	return [4]models.Point{corner(-.5, -.5), corner(.5, -.5), corner(.5, .5), corner(-.5, .5)}
}

// locate gives the t and v at which a frame shows a point of the picture.
func (f *frame) locate(q models.Point) (t, v float64) {
	for range 8 {
		a, d := f.along(t), f.downAt(t)
		off := q.Sub(f.point(t, v))
		k := a.Cross(d)
		if math.Abs(k) < 1e-6 {
			break
		}
		t, v = t+off.Cross(d)/k, v+a.Cross(off)/k
	}
	return t, v
}

// resolution says how finely a row is drawn: fine for reading faces, coarse, half
// as large, for searching.
type resolution struct {
	cellW, cellH     int // strip pixels per tile
	windowW, windowH int // the printed part of the face
	kernel           int // of the closing that finds the light
}

var (
	fineRes   = resolution{cellW, cellH, windowW, windowH, closeKernel}
	coarseRes = resolution{cellW / 2, cellH / 2, windowW / 2, windowH / 2, closeKernel/2 + 1}
)

// inset is how many strip pixels the window lies inside the cell, left and right.
func (r resolution) inset() int { return (r.cellW - r.windowW) / 2 }

// insetT and insetV are how far the window lies inside the cell, in tiles.
const (
	insetT = float64(cellW-windowW) / 2 / cellW
	insetV = float64(cellH-windowH) / 2 / cellH
)

// strip is a row laid flat: width×height pixels of blue, green, red. Column x
// shows t = from + x/cellW; row margin is the top of the windows.
type strip struct {
	res           resolution
	width, height int
	from          float64
	margin        int
	pix           []byte
	light         []byte // what lies under the print; nil until ratio was called
}

// draw lays width columns of a row flat, from t on, with margin pixels above and
// below the windows of the faces.
func (f *frame) draw(p *picture, res resolution, from float64, width, margin int) *strip {
	s := &strip{res: res, width: width, height: res.windowH + 2*margin, from: from, margin: margin}
	s.pix = make([]byte, 3*s.width*s.height)
	for x := 0; x < s.width; x++ {
		t := from + (float64(x)+.5)/float64(res.cellW)
		c, d := f.at(t), f.downAt(t)
		l, k := p.levelFor(min(f.along(t).Length()/float64(res.cellW), d.Length()/float64(res.cellH)))
		q := c.Add(d.Times(insetV - .5 + (.5-float64(margin))/float64(res.cellH)))
		q = models.Point{X: (q.X+.5)*k - .5, Y: (q.Y+.5)*k - .5}
		l.sample(s.pix[3*x:], 3*s.width, s.height, q, d.Times(k/float64(res.cellH)))
	}
	return s
}

// drawTile draws the window of the tile at t with margin pixels around it.
func (f *frame) drawTile(p *picture, res resolution, t float64, margin int) *strip {
	from := t - .5 + insetT - float64(margin)/float64(res.cellW)
	return f.draw(p, res, from, res.windowW+2*margin, margin)
}

// levelFor gives the copy of the picture to sample where one strip pixel covers
// step picture pixels, and the factor from full coordinates to its own.
func (p *picture) levelFor(step float64) (*level, float64) {
	i := 0
	for ; i+1 < len(p.levels) && step > 1.6; i++ {
		step /= 2
	}
	l := &p.levels[i]
	return l, float64(l.width) / float64(p.levels[0].width)
}

// locate gives the t and v of a pixel of a strip.
func (s *strip) locate(x, y int) (t, v float64) {
	return s.from + (float64(x)+.5)/float64(s.res.cellW), (float64(y-s.margin)+.5)/float64(s.res.cellH) + insetV - .5
}

// pixel is the pixel of a strip at (t, v).
func (s *strip) pixel(t, v float64) (x, y int) {
	return int((t - s.from) * float64(s.res.cellW)), s.margin + int((v+.5-insetV)*float64(s.res.cellH))
}
