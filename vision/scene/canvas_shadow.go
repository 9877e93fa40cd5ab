package scene

import (
	"image"
	"math"
)

// softness is how far the edge of a shadow is smeared, mm: the half widths of the two
// boxes it is softened by.
var softness = [2]int{3, 4}

// shade casts anew the shadows on the square millimetres whose light a body may change
// and gives them.
func (c *Canvas) shade(q *solid) image.Rectangle {
	smear := softness[0] + softness[1] + 1
	cells := c.cast(q).Inset(-smear).Intersect(image.Rect(0, 0, tableSpan, tableSpan))
	if cells.Empty() {
		return cells
	}
	// What lies outside still reaches in over the width of the boxes.
	wide := cells.Inset(-smear)
	mask := newPatch(wide)
	for _, other := range c.bodies {
		if c.cast(&other).Overlaps(wide) {
			c.stamp(mask, &other)
		}
	}
	for _, half := range softness {
		mask.soften(half)
	}
	for y := cells.Min.Y; y < cells.Max.Y; y++ {
		copy(c.light.shadow[y*tableSpan+cells.Min.X:y*tableSpan+cells.Max.X], mask.row(y)[cells.Min.X-wide.Min.X:])
	}
	return cells
}

// sweep is in how many steps a shadow runs from the foot of a body to where its top falls.
const sweep = 4

// fall is where the shadow of a point of a body at a height falls.
func (c *Canvas) fall(height float64) vec {
	return vec{c.spec.Light.Lean.X * height, c.spec.Light.Lean.Y * height, 0}
}

// cast gives the square millimetres a body's shadow may reach.
func (c *Canvas) cast(q *solid) image.Rectangle {
	along, across := q.foot()
	half := vec{math.Abs(along.x) + math.Abs(across.x), math.Abs(along.y) + math.Abs(across.y), 0}
	var r image.Rectangle
	for _, height := range [2]float64{q.Z, q.top()} {
		at := q.middle.add(c.fall(height)).add(vec{tableSpan / 2, tableSpan / 2, 0})
		r = r.Union(image.Rect(int(math.Floor(at.x-half.x)), int(math.Floor(at.y-half.y)), int(at.x+half.x)+2, int(at.y+half.y)+2))
	}
	return r
}

// stamp marks what a body keeps the light from.
func (c *Canvas) stamp(mask patch, q *solid) {
	along, across := q.foot()
	aa, bb := along.dot(along), across.dot(across)
	for i := range sweep + 1 {
		height := q.Z + (q.top()-q.Z)*float64(i)/sweep
		at := q.middle.add(c.fall(height))
		reach := vec{math.Abs(along.x) + math.Abs(across.x), math.Abs(along.y) + math.Abs(across.y), 0}
		lo, hi := at.sub(reach), at.add(reach)
		r := image.Rect(int(lo.x+tableSpan/2), int(lo.y+tableSpan/2), int(hi.x+tableSpan/2)+1, int(hi.y+tableSpan/2)+1).Intersect(mask.Rectangle)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			row := mask.row(y)
			for x := r.Min.X; x < r.Max.X; x++ {
				d := vec{float64(x) - tableSpan/2 - at.x, float64(y) - tableSpan/2 - at.y, 0}
				if math.Abs(d.dot(along)) <= aa && math.Abs(d.dot(across)) <= bb {
					row[x-mask.Min.X] = 1
				}
			}
		}
	}
}

// underneath is a body as its shadow lies on the cloth: for how many pixels it darkens.
func (c *Canvas) underneath(q *solid) *solid {
	s := *q
	s.middle = s.middle.add(c.fall(q.Z))
	s.middle.z = 0
	grow := 1 + q.Z/60
	s.right, s.up, s.out = s.right.times(grow), s.up.times(grow), s.out.times(grow)
	return &s
}

// drawBodyShadow darkens what lies under a carried body, the softer the higher it is.
func (c *Canvas) drawBodyShadow(on []rgb, clip image.Rectangle, q *solid) {
	s := c.underneath(q)
	along, across := s.foot()
	aa, bb := along.dot(along), across.dot(across)
	clip = clip.Intersect(c.eye.seen(s))
	fx, fy, w := c.eye.level(0)
	for y := clip.Min.Y; y < clip.Max.Y; y++ {
		for x := clip.Min.X; x < clip.Max.X; x++ {
			px, py := float64(x)+0.5, float64(y)+0.5
			inverse := 1 / w.at(px, py)
			d := vec{fx.at(px, py)*inverse - s.middle.x, fy.at(px, py)*inverse - s.middle.y, 0}
			off := max(math.Abs(d.dot(along))/aa, math.Abs(d.dot(across))/bb)
			if k := 4 * (1 - off); k > 0 {
				p := &on[y*c.spec.Width+x]
				*p = p.scale(1 - 0.4*float32(min(k, 1)))
			}
		}
	}
}

// patch is a rectangle of square millimetres with a value each.
type patch struct {
	image.Rectangle
	values []float32
	spare  []float32
}

func newPatch(r image.Rectangle) patch {
	return patch{r, make([]float32, r.Dx()*r.Dy()), make([]float32, r.Dx()*r.Dy())}
}

func (p patch) row(y int) []float32 {
	return p.values[(y-p.Min.Y)*p.Dx() : (y-p.Min.Y+1)*p.Dx()]
}

// soften blurs with a box of the given half width, first along, then across; beyond the
// edge there is nothing.
func (p patch) soften(half int) {
	w, h := p.Dx(), p.Dy()
	run(p.values, p.spare, h, w, w, 1, half)
	run(p.spare, p.values, w, 1, h, w, half)
}

// run averages runs of 2×half+1 values: lines that begin next apart, of n values that lie
// step apart.
func run(in, out []float32, lines, next, n, step, half int) {
	for line := range lines {
		base, sum := line*next, float32(0)
		for i := 0; i < min(half, n); i++ {
			sum += in[base+i*step]
		}
		for i := range n {
			if i+half < n {
				sum += in[base+(i+half)*step]
			}
			if i-half-1 >= 0 {
				sum -= in[base+(i-half-1)*step]
			}
			out[base+i*step] = sum / float32(2*half+1)
		}
	}
}
