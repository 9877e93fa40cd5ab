package artwork

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// pen draws filled shapes on a face, in the face's own units: 100 wide and 136
// high whatever the resolution.
type pen struct {
	img   *image.RGBA
	scale float64 // pixels per unit
	ink   color.RGBA
}

const (
	faceUnitsX = 100.0
	faceUnitsY = 136.0
)

// path fills a closed polygon given as x, y, x, y ...
func (p *pen) path(points ...float64) {
	if len(points) < 6 {
		return
	}
	b := p.img.Bounds()
	r := vector.NewRasterizer(b.Dx(), b.Dy())
	r.MoveTo(p.at(points[0]), p.at(points[1]))
	for i := 2; i+1 < len(points); i += 2 {
		r.LineTo(p.at(points[i]), p.at(points[i+1]))
	}
	r.ClosePath()
	r.DrawOp = draw.Over
	r.Draw(p.img, b, image.NewUniform(p.ink), image.Point{})
}

func (p *pen) at(v float64) float32 { return float32(v * p.scale) }

// ellipse fills an ellipse.
func (p *pen) ellipse(cx, cy, rx, ry float64) {
	points := make([]float64, 0, 96)
	for i := 0; i < 48; i++ {
		sin, cos := math.Sincos(float64(i) * math.Pi / 24)
		points = append(points, cx+rx*cos, cy+ry*sin)
	}
	p.path(points...)
}

// rect fills a rectangle given by its corners.
func (p *pen) rect(x0, y0, x1, y1 float64) { p.path(x0, y0, x1, y0, x1, y1, x0, y1) }

// line draws a straight stroke with round ends.
func (p *pen) line(x0, y0, x1, y1, width float64) { p.taper(stroke{x0, y0, x1, y1}, width, width) }

// stroke is a straight one, from a point to another.
type stroke struct{ x0, y0, x1, y1 float64 }

// taper draws a straight stroke whose width goes from w0 to w1.
func (p *pen) taper(s stroke, w0, w1 float64) {
	x0, y0, x1, y1 := s.x0, s.y0, s.x1, s.y1
	dx, dy := x1-x0, y1-y0
	if n := math.Hypot(dx, dy); n > 0 {
		dx, dy = dx/n/2, dy/n/2
	}
	p.path(x0-dy*w0, y0+dx*w0, x1-dy*w1, y1+dx*w1, x1+dy*w1, y1-dx*w1, x0+dy*w0, y0-dx*w0)
	p.ellipse(x0, y0, w0/2, w0/2)
	p.ellipse(x1, y1, w1/2, w1/2)
}

// glyph draws a character into a box. A brush starts heavy and ends light.
func (p *pen) glyph(r rune, b box, brush bool) {
	for _, line := range glyphs[r] {
		n := len(line)/2 - 1
		at := func(i int) (x, y float64) { return b.x + line[2*i]*b.w/100, b.y + line[2*i+1]*b.h/100 }
		for i := 0; i < n; i++ {
			w0, w1 := b.stroke, b.stroke
			if brush {
				w0 = b.stroke * (1.25 - 0.5*float64(i)/float64(n))
				w1 = b.stroke * (1.25 - 0.5*float64(i+1)/float64(n))
			}
			x0, y0 := at(i)
			x1, y1 := at(i + 1)
			p.taper(stroke{x0, y0, x1, y1}, w0, w1)
		}
	}
}
