package scene

import (
	"image"
	"math"
	"slices"

	"jantaku/models"
)

// Canvas is a table that is drawn again and again while things on it move. It draws
// what changed: a carried tile costs some thousand pixels, not two million. Its methods are
// for one goroutine.
//
// Three layers lie upon each other: the cloth, what rests on it, and what moves over it.
// The last is what [Canvas.Show] is told anew for every picture.
type Canvas struct {
	spec   Spec
	studio *Studio
	eye    eye
	light  lighting

	albedo []rgb   // cloth, rim and floor without light
	cell   []int32 // the square millimetre of the table under every pixel, -1 outside
	level  []float32

	bodies map[int]solid
	still  []rgb // cloth with what rests
	frame  []rgb // still with what moves
	stale  []image.Rectangle
	moving []Body // what moved in the picture before
	over   []Limb

	// Luma is 0 to 255, one sample per pixel; Cb and Cr have half as many each way. Rows are
	// as wide as the next multiple of 16 and there are as many as that of the height.
	Luma, Cb, Cr []float32
	stride       int
	kernel       []float32
	lens         blurrer
}

// blockSide is what the sizes of the planes are multiples of, as JPEG wants them.
const blockSide = 16

// NewCanvas makes a canvas without any body on it; the tiles of the spec are left out.
// The error names what cannot be drawn.
func NewCanvas(st *Studio, s Spec) (*Canvas, error) {
	s.Tiles = nil
	if err := s.Validate(); err != nil {
		return nil, err
	}
	n := s.Width * s.Height
	c := &Canvas{spec: s, studio: st, bodies: map[int]solid{}, albedo: make([]rgb, n), cell: make([]int32, n),
		still: make([]rgb, n), frame: make([]rgb, n), level: make([]float32, tableSpan*tableSpan)}
	c.stride = (s.Width + blockSide - 1) / blockSide * blockSide
	rows := (s.Height + blockSide - 1) / blockSide * blockSide
	c.Luma = make([]float32, c.stride*rows)
	c.Cb, c.Cr = make([]float32, c.stride*rows/4), make([]float32, c.stride*rows/4)
	c.kernel = gaussian(s.Sensor.Blur)
	c.Look(s.Camera)
	c.Relight(s.Light)
	return c, nil
}

// Spec is what the canvas was made of, with its present camera and light.
func (c *Canvas) Spec() Spec { return c.spec }

// Stride is how wide the rows of Luma are; those of the colours are half as wide.
func (c *Canvas) Stride() int { return c.stride }

func (c *Canvas) bounds() image.Rectangle { return image.Rect(0, 0, c.spec.Width, c.spec.Height) }

// Look moves the camera. Everything is drawn anew.
func (c *Canvas) Look(from Camera) {
	c.spec.Camera = from
	c.eye = newEye(from, c.spec.Width, c.spec.Height)
	under := renderer{Spec: c.spec, eye: c.eye}
	felt, rim := toRGB(c.spec.Table.Felt), toRGB(c.spec.Table.Rim)
	for y := range c.spec.Height {
		for x := range c.spec.Width {
			gx, gy, ok := c.eye.ground(c.eye.ray(float64(x)+0.5, float64(y)+0.5))
			i := y*c.spec.Width + x
			c.albedo[i], c.cell[i] = under.ground(felt, rim, gx, gy, ok), -1
			if ok && math.Max(math.Abs(gx), math.Abs(gy)) <= rimHalf {
				c.cell[i] = cellAt(gx, gy)
			}
		}
	}
	c.Spoil()
}

// Relight changes the light. Everything is drawn anew.
func (c *Canvas) Relight(l Light) {
	c.spec.Light = l
	lamp := c.spec
	lamp.Tiles = nil
	c.light = newLighting(lamp)
	for y := range tableSpan {
		for x := range tableSpan {
			c.level[y*tableSpan+x] = c.light.level(float64(x)-tableSpan/2+0.5, float64(y)-tableSpan/2+0.5)
		}
	}
	for _, q := range c.bodies {
		c.shade(&q)
	}
	c.Spoil()
}

// Clear takes all bodies away.
func (c *Canvas) Clear() {
	clear(c.bodies)
	clear(c.light.shadow)
	c.Spoil()
}

// Spoil lets everything be drawn anew.
func (c *Canvas) Spoil() { c.stale = append(c.stale[:0], c.bounds()) }

// Put lets a body rest on the table, in place of the one of the same number.
func (c *Canvas) Put(id int, b Body) {
	c.Take(id)
	q := c.spec.solid(b)
	c.bodies[id] = q
	c.changed(&q)
}

// Take removes a body; it may be absent.
func (c *Canvas) Take(id int) {
	if q, ok := c.bodies[id]; ok {
		delete(c.bodies, id)
		c.changed(&q)
	}
}

// changed casts the shadows around a body anew and marks what it covers.
func (c *Canvas) changed(q *solid) {
	cells := c.shade(q)
	lo, hi := models.Point{X: math.Inf(1), Y: math.Inf(1)}, models.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for i := range 4 {
		x, y := cells.Min.X, cells.Min.Y
		if i&1 == 1 {
			x = cells.Max.X
		}
		if i>>1 == 1 {
			y = cells.Max.Y
		}
		p := c.eye.project(vec{float64(x) - tableSpan/2, float64(y) - tableSpan/2, 0})
		lo = models.Point{X: math.Min(lo.X, p.X), Y: math.Min(lo.Y, p.Y)}
		hi = models.Point{X: math.Max(hi.X, p.X), Y: math.Max(hi.Y, p.Y)}
	}
	c.stale = merged(append(c.stale, pixels(lo, hi).Union(c.eye.seen(q)).Intersect(c.bounds())))
}

// cellAt is the square millimetre of the table at a point, as lighting numbers them.
func cellAt(x, y float64) int32 {
	return int32(y+tableSpan/2)*tableSpan + int32(x+tableSpan/2)
}

// Show composes the next picture: what moves is drawn over what rests, the limbs last. It
// gives the parts of the planes that changed; what stays where it was costs nothing.
func (c *Canvas) Show(moving []Body, over []Limb) []image.Rectangle {
	for _, r := range c.stale {
		c.redraw(r)
	}
	fresh := append([]image.Rectangle(nil), c.stale...)
	c.stale = c.stale[:0]
	for _, b := range differing(c.moving, moving) {
		q := c.spec.solid(b)
		fresh = append(fresh, c.eye.seen(&q).Union(c.eye.seen(c.underneath(&q))).Intersect(c.bounds()))
	}
	for _, l := range differing(c.over, over) {
		fresh = append(fresh, c.reach(&l))
	}
	c.moving, c.over = append(c.moving[:0], moving...), append(c.over[:0], over...)
	fresh = merged(fresh)
	solids := make([]solid, len(moving))
	for i, b := range moving {
		solids[i] = c.spec.solid(b)
	}
	for i, r := range fresh {
		c.compose(r, solids, over)
		fresh[i] = c.develop(r)
	}
	return fresh
}

// differing gives what is in one list only.
func differing[T comparable](before, now []T) []T {
	var list []T
	for _, v := range before {
		if !slices.Contains(now, v) {
			list = append(list, v)
		}
	}
	for _, v := range now {
		if !slices.Contains(before, v) {
			list = append(list, v)
		}
	}
	return list
}

// compose draws one part of the picture.
func (c *Canvas) compose(r image.Rectangle, moving []solid, over []Limb) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from := y*c.spec.Width + r.Min.X
		copy(c.frame[from:from+r.Dx()], c.still[from:])
	}
	for i := range moving {
		c.drawBodyShadow(c.frame, r, &moving[i])
	}
	for i := range over {
		c.drawShadow(c.frame, r, &over[i])
	}
	for _, q := range c.sorted(moving, r) {
		c.drawBody(c.frame, r, q)
	}
	for i := range over {
		c.drawLimb(c.frame, r, &over[i])
	}
}

// redraw draws what rests in one part of the picture.
func (c *Canvas) redraw(r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for i := y*c.spec.Width + r.Min.X; i < y*c.spec.Width+r.Max.X; i++ {
			k, cell := c.albedo[i], c.cell[i]
			if cell >= 0 {
				bright := c.level[cell] * (1 - 0.55*c.light.shadow[cell])
				k = rgb{k.r * bright * c.light.warm.r, k.g * bright, k.b * bright * c.light.warm.b}
			}
			c.still[i] = k
		}
	}
	ids := make([]int, 0, len(c.bodies))
	for id := range c.bodies {
		ids = append(ids, id)
	}
	slices.Sort(ids) // a map has no order, a picture has
	all := make([]solid, len(ids))
	for i, id := range ids {
		all[i] = c.bodies[id]
	}
	for _, q := range c.sorted(all, r) {
		c.drawBody(c.still, r, q)
	}
}

// sorted gives the bodies that are seen in a part of the picture, so that the nearer cover
// the farther and what lies upon others comes last.
func (c *Canvas) sorted(bodies []solid, r image.Rectangle) []*solid {
	var list []*solid
	for i := range bodies {
		if c.eye.seen(&bodies[i]).Overlaps(r) {
			list = append(list, &bodies[i])
		}
	}
	slices.SortStableFunc(list, func(a, b *solid) int {
		if a.Z != b.Z {
			return compare(a.Z, b.Z)
		}
		return compare(b.middle.sub(c.eye.at).length(), a.middle.sub(c.eye.at).length())
	})
	return list
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// merged joins rectangles that overlap, so that no pixel is drawn twice.
func merged(list []image.Rectangle) []image.Rectangle {
	list = slices.DeleteFunc(list, func(r image.Rectangle) bool { return r.Empty() })
	for again := true; again; {
		again = false
		for i := 0; i < len(list); i++ {
			for j := i + 1; j < len(list); j++ {
				if list[i].Overlaps(list[j]) {
					list[i] = list[i].Union(list[j])
					list = slices.Delete(list, j, j+1)
					again = true
					j--
				}
			}
		}
	}
	return list
}
