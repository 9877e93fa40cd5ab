package scene

import (
	"image"
	"image/color"
	"math"

	"jantaku/models"
)

// Pattern is what a sleeve looks like.
type Pattern uint8

// The patterns. Striped runs across the arm.
const (
	Plain Pattern = iota
	Striped
	Checked
	Dotted
)

// Limb is part of a person over the table, or another round thing: a capsule that may
// taper, seen from above, all of it at one height. A hand with its sleeve is half a dozen.
type Limb struct {
	From, To models.Point // mm
	// Wide and Narrow are half the thickness at From and To, mm.
	Wide, Narrow float64
	// Height is how high over the cloth its outline is, mm.
	Height  float64
	Pattern Pattern
	Colour  color.RGBA
	Other   color.RGBA // of the pattern
	// Flat tells that it is no roll but a disc, such as a cup's rim.
	Flat bool
}

// patternStep is the length after which a pattern repeats, mm.
const patternStep = 24.0

// limbShadow is how much light a limb takes from what lies under it.
const limbShadow = 0.3

// capsule measures how far a point lies from the outline.
type capsule struct {
	a, ab      models.Point
	length2    float64
	wide, slim float64
}

func (l Limb) capsule() capsule {
	ab := models.Point{X: l.To.X - l.From.X, Y: l.To.Y - l.From.Y}
	return capsule{a: l.From, ab: ab, length2: max(ab.X*ab.X+ab.Y*ab.Y, 1e-9), wide: l.Wide, slim: l.Narrow}
}

// at gives how far along the middle line a point is, 0 to 1, how far from it (signed), and
// the radius there.
func (c *capsule) at(x, y float64) (along, off, radius float64) {
	dx, dy := x-c.a.X, y-c.a.Y
	along = max(0, min((dx*c.ab.X+dy*c.ab.Y)/c.length2, 1))
	ox, oy := dx-along*c.ab.X, dy-along*c.ab.Y
	off = math.Sqrt(ox*ox + oy*oy)
	if c.ab.X*dy-c.ab.Y*dx < 0 {
		off = -off
	}
	return along, off, c.wide + (c.slim-c.wide)*along
}

// seenAt gives the pixels that a capsule may cover when it is drawn at a height.
func (e *eye) seenAt(c *capsule, height, margin float64) image.Rectangle {
	lo, hi := models.Point{X: math.Inf(1), Y: math.Inf(1)}, models.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	r := max(c.wide, c.slim) + margin
	for _, end := range [2]models.Point{c.a, {X: c.a.X + c.ab.X, Y: c.a.Y + c.ab.Y}} {
		for i := range 4 {
			p := e.project(vec{end.X + r*float64(i&1*2-1), end.Y + r*float64(i>>1*2-1), height})
			lo = models.Point{X: math.Min(lo.X, p.X), Y: math.Min(lo.Y, p.Y)}
			hi = models.Point{X: math.Max(hi.X, p.X), Y: math.Max(hi.Y, p.Y)}
		}
	}
	return pixels(lo, hi)
}

// level gives the forms of the point of a level plane that a pixel sees.
func (e *eye) level(height float64) (x, y, w form) {
	w = e.along(vec{0, 0, 1})
	fall := height - e.at.z
	x = e.along(vec{1, 0, 0}).combined(fall, w, e.at.x)
	y = e.along(vec{0, 1, 0}).combined(fall, w, e.at.y)
	return x, y, w
}

// shadowOf is where a limb's shadow falls, which is soft by as much as it is high.
func (c *Canvas) shadowOf(l *Limb) (capsule, float64) {
	s := l.capsule()
	s.a.X += c.spec.Light.Lean.X * l.Height
	s.a.Y += c.spec.Light.Lean.Y * l.Height
	return s, 4 + l.Height/4
}

// reach gives the pixels that a limb or its shadow may change.
func (c *Canvas) reach(l *Limb) image.Rectangle {
	body := l.capsule()
	shadow, soft := c.shadowOf(l)
	return c.eye.seenAt(&body, l.Height, 2).Union(c.eye.seenAt(&shadow, 0, soft+2)).Intersect(c.bounds())
}

// drawShadow darkens what lies under a limb.
func (c *Canvas) drawShadow(on []rgb, clip image.Rectangle, l *Limb) {
	s, soft := c.shadowOf(l)
	clip = clip.Intersect(c.eye.seenAt(&s, 0, soft+2))
	fx, fy, w := c.eye.level(0)
	for y := clip.Min.Y; y < clip.Max.Y; y++ {
		for x := clip.Min.X; x < clip.Max.X; x++ {
			px, py := float64(x)+0.5, float64(y)+0.5
			inverse := 1 / w.at(px, py)
			_, off, r := s.at(fx.at(px, py)*inverse, fy.at(px, py)*inverse)
			if k := (r + soft - math.Abs(off)) / (2 * soft); k > 0 {
				p := &on[y*c.spec.Width+x]
				*p = p.scale(1 - limbShadow*float32(min(k, 1)))
			}
		}
	}
}

// drawLimb draws a limb inside of a clip.
func (c *Canvas) drawLimb(on []rgb, clip image.Rectangle, l *Limb) {
	s := l.capsule()
	clip = clip.Intersect(c.eye.seenAt(&s, l.Height, 2))
	fx, fy, w := c.eye.level(l.Height)
	length := math.Sqrt(s.length2)
	colour, other := toRGB(l.Colour), toRGB(l.Other)
	scale := c.eye.focal / (c.eye.at.z - l.Height) // pixels per mm, nearly
	for y := clip.Min.Y; y < clip.Max.Y; y++ {
		for x := clip.Min.X; x < clip.Max.X; x++ {
			px, py := float64(x)+0.5, float64(y)+0.5
			inverse := 1 / w.at(px, py)
			mx, my := fx.at(px, py)*inverse, fy.at(px, py)*inverse
			along, off, r := s.at(mx, my)
			cover := (r-math.Abs(off))*scale + 0.5
			if cover <= 0 {
				continue
			}
			shade := float32(1)
			if !l.Flat {
				round := min(math.Abs(off)/r, 1)
				shade = float32(0.5 + 0.5*math.Sqrt(1-round*round))
			}
			k := colour
			if l.Pattern.second(along*length, off) {
				k = other
			}
			p := &on[y*c.spec.Width+x]
			*p = p.mix(c.light.onSkin(k.scale(shade), mx, my), float32(min(cover, 1)))
		}
	}
}

// second reports whether a place on a limb has the pattern's other colour.
func (p Pattern) second(along, off float64) bool {
	part := func(v float64) float64 { return v/patternStep - math.Floor(v/patternStep) }
	phase := func(v float64) bool { return part(v) < 0.5 }
	switch p {
	case Striped:
		return phase(along)
	case Checked:
		return phase(along) != phase(off)
	case Dotted:
		dx, dy := part(along)-0.5, part(off)-0.5
		return dx*dx+dy*dy < 1./14
	}
	return false
}

// onSkin lights a colour that is not glossy.
func (l *lighting) onSkin(c rgb, x, y float64) rgb {
	k := l.level(x, y)
	return rgb{c.r * k * l.warm.r, c.g * k, c.b * k * l.warm.b}
}
