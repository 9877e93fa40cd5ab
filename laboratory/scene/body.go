package scene

import (
	"image"
	"image/color"
	"math"

	"jantaku/models"
)

// Body is one thing on or over the table of a [Canvas]: a tile in any attitude, or a
// block of one colour such as a stick.
type Body struct {
	// Tile is the face of a tile; NoTile makes it a block.
	Tile models.Tile
	// Copy chooses one of the pictures there are of the face.
	Copy int
	// Size and Colour are those of a block; tiles have the size and back of the spec.
	Size   Size
	Colour color.RGBA
	// At is the middle on the cloth and Z the height of the lowest side, mm.
	At models.Point
	Z  float64
	// Turn is how far the face is turned clockwise seen from above, degrees, as in Placed.
	Turn float64
	// Tilt is how far it is tipped over its lower edge, degrees: 0 lies face up, 90 stands
	// with its face towards its owner, 180 lies face down.
	Tilt float64
}

// solid is a body as it is drawn: its middle, and half of each of its sides.
type solid struct {
	Body
	middle, right, up, out vec // out is where the face looks
}

func (s *Spec) solid(b Body) solid {
	if b.Tile != models.NoTile {
		b.Size = s.Size
	}
	sin, cos := math.Sincos(radians(b.Turn))
	tipped, upright := math.Sincos(radians(b.Tilt))
	right, away, above := vec{cos, -sin, 0}, vec{sin, cos, 0}, vec{0, 0, 1}
	q := solid{Body: b,
		right: right.times(b.Size.Width / 2),
		up:    away.times(upright).add(above.times(tipped)).times(b.Size.Height / 2),
		out:   above.times(upright).sub(away.times(tipped)).times(b.Size.Depth / 2),
	}
	q.middle = vec{b.At.X, b.At.Y, b.Z + math.Abs(q.up.z) + math.Abs(q.out.z)}
	return q
}

// top is the height of its highest point, mm.
func (q *solid) top() float64 { return 2*q.middle.z - q.Z }

// foot gives the parallelogram under the body, by its middle and halves of its sides.
func (q *solid) foot() (along, across vec) {
	across = vec{q.up.x, q.up.y, 0}
	deep := vec{q.out.x, q.out.y, 0}
	if across.dot(deep) < 0 {
		deep = deep.times(-1)
	}
	return vec{q.right.x, q.right.y, 0}, across.add(deep)
}

// seen gives the pixels that a body may cover.
func (e *eye) seen(q *solid) image.Rectangle {
	lo, hi := models.Point{X: math.Inf(1), Y: math.Inf(1)}, models.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for i := range 8 {
		p := q.middle
		for k, side := range [3]vec{q.right, q.up, q.out} {
			p = p.add(side.times(float64(i>>k&1*2 - 1)))
		}
		at := e.project(p)
		lo = models.Point{X: math.Min(lo.X, at.X), Y: math.Min(lo.Y, at.Y)}
		hi = models.Point{X: math.Max(hi.X, at.X), Y: math.Max(hi.Y, at.Y)}
	}
	return pixels(lo, hi)
}

// pixels gives the whole pixels between two corners.
func pixels(lo, hi models.Point) image.Rectangle {
	const most = 1 << 14 // far outside of any picture
	whole := func(v float64) int { return int(math.Max(-most, math.Min(v, most))) }
	return image.Rect(whole(math.Floor(lo.X)), whole(math.Floor(lo.Y)), whole(math.Ceil(hi.X))+1, whole(math.Ceil(hi.Y))+1)
}

// side is one side of a body: the plane, where it looks, and whether it shows the layers.
type side struct {
	plane
	outward vec
	kind    sideKind
}

type sideKind uint8

const (
	flank sideKind = iota
	front
	rear
)

// sides gives the six sides, corners and axes chosen so that a flank runs from the
// front's edge to the rear's.
func (q *solid) sides() [6]side {
	r, u, o := q.right, q.up, q.out
	deep := o.times(-2)
	make := func(kind sideKind, corner, a, b, outward vec) side {
		return side{newPlane(q.middle.add(corner), a, b), outward.unit(), kind}
	}
	return [6]side{
		make(rear, o.times(-1).sub(r).add(u), r.times(2), u.times(-2), o.times(-1)),
		make(flank, o.add(r).add(u), u.times(-2), deep, r),
		make(flank, o.sub(r).sub(u), u.times(2), deep, r.times(-1)),
		make(flank, o.sub(r).add(u), r.times(2), deep, u),
		make(flank, o.add(r).sub(u), r.times(-2), deep, u.times(-1)),
		make(front, o.sub(r).add(u), r.times(2), u.times(-2), o),
	}
}

// lit is how bright a side is that looks in a direction.
func lit(outward vec) float32 {
	return float32(0.68 + 0.14*outward.dot(vec{-0.5, -0.8, 0}) + 0.32*math.Max(outward.z, 0))
}

// drawBody draws the sides of a body that the camera sees, inside of a clip.
func (c *Canvas) drawBody(on []rgb, clip image.Rectangle, q *solid) {
	if clip = clip.Intersect(c.eye.seen(q)); clip.Empty() {
		return
	}
	for _, s := range q.sides() {
		if c.eye.at.sub(s.corner).dot(s.outward) <= 0 {
			continue // seen from behind
		}
		c.fill(on, clip, s, c.paint(q, s))
	}
}

// paint gives the colour of a side at places on it.
func (c *Canvas) paint(q *solid, s side) func(u, v float64) rgb {
	bright := lit(s.outward)
	if q.Tile == models.NoTile {
		colour := toRGB(q.Colour).scale(bright)
		return func(u, v float64) rgb { return colour }
	}
	body, layer := toRGB(c.spec.Style.Ground()).scale(bright), toRGB(c.spec.Back).scale(bright)
	switch s.kind {
	case rear:
		return func(u, v float64) rgb { return layer.scale(edge(u, v)) }
	case front:
		face := c.studio.face(printed{c.spec.Style, q.Tile, q.Copy})
		across := renderer{eye: c.eye}
		level := face.level(across.pixelsAcross(s.plane))
		return func(u, v float64) rgb { return level.at(u, v).scale(edge(u, v) * bright) }
	}
	return func(u, v float64) rgb {
		if v > 0.62 {
			return layer
		}
		return body
	}
}

// rounded is the radius of the corners of a tile's front and rear, parts of its width.
const rounded = 0.09

// fill paints a side, lit by the light there, four samples per pixel. The place on the
// side is a quotient of linear forms of the pixel.
func (c *Canvas) fill(on []rgb, clip image.Rectangle, s side, paint func(u, v float64) rgb) {
	lo, hi := models.Point{X: math.Inf(1), Y: math.Inf(1)}, models.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, corner := range s.corners() {
		p := c.eye.project(corner)
		lo = models.Point{X: math.Min(lo.X, p.X), Y: math.Min(lo.Y, p.Y)}
		hi = models.Point{X: math.Max(hi.X, p.X), Y: math.Max(hi.Y, p.Y)}
	}
	clip = clip.Intersect(pixels(lo, hi))
	fu, fv, w := c.eye.forms(&s.plane)
	aspect := math.Sqrt(s.vv / s.uu)
	for y := clip.Min.Y; y < clip.Max.Y; y++ {
		for x := clip.Min.X; x < clip.Max.X; x++ {
			var sum rgb
			covered := 0
			var at vec
			for k := range 4 {
				px, py := float64(x)+0.25+0.5*float64(k&1), float64(y)+0.25+0.5*float64(k>>1)
				inverse := 1 / w.at(px, py)
				u, v := fu.at(px, py)*inverse, fv.at(px, py)*inverse
				if u < 0 || v < 0 || u > 1 || v > 1 || s.kind != flank && cut(u, v*aspect, aspect, rounded) {
					continue
				}
				if covered == 0 {
					at = s.corner.add(s.u.times(u)).add(s.v.times(v))
				}
				sum = sum.plus(paint(u, v))
				covered++
			}
			if covered > 0 {
				px := &on[y*c.spec.Width+x]
				lit := c.light.onTile(sum.scale(1/float32(covered)), at)
				*px = px.mix(lit, float32(covered)/4)
			}
		}
	}
}

// form is a linear form of a pixel.
type form struct{ x, y, c float64 }

func (f form) at(x, y float64) float64 { return f.x*x + f.y*y + f.c }

// along is the form of the part of a pixel's ray along a direction.
func (e *eye) along(d vec) form {
	f := form{x: e.right.dot(d) / e.focal, y: e.down.dot(d) / e.focal}
	f.c = e.forward.dot(d) - f.x*e.cx - f.y*e.cy
	return f
}

// plus gives a f + b g.
func (f form) combined(a float64, g form, b float64) form {
	return form{a*f.x + b*g.x, a*f.y + b*g.y, a*f.c + b*g.c}
}

// forms gives u, v and what both are divided by.
func (e *eye) forms(p *plane) (u, v, w form) {
	w = e.along(p.normal)
	reach, from := p.corner.sub(e.at).dot(p.normal), e.at.sub(p.corner)
	u = e.along(p.u).combined(reach/p.uu, w, from.dot(p.u)/p.uu)
	v = e.along(p.v).combined(reach/p.vv, w, from.dot(p.v)/p.vv)
	return u, v, w
}
