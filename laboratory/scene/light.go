package scene

import (
	"image"
	"math"
	"math/rand/v2"

	"jantaku/models"
)

// lighting tells how bright every place of the table is.
type lighting struct {
	Light
	warm   rgb
	mirror []Spot // what faces show of the lamps
	// shadow is how much of the light the tiles keep from the cloth, one value per
	// square millimetre, tableSpan wide.
	shadow []float32
}

const (
	// tableSpan is the side of the square that is lit and drawn, mm.
	tableSpan = 1000
	clothHalf = 410.0 // from the centre to the rim, mm
	rimHalf   = 450.0 // to the outer edge, mm
)

func newLighting(s Spec) lighting {
	l := lighting{Light: s.Light, warm: rgb{float32(1 + s.Light.Warmth/2), 1, float32(1 - s.Light.Warmth/2)}}
	eye := newEye(s.Camera, s.Width, s.Height)
	for _, lamp := range s.Light.Lamps {
		l.mirror = append(l.mirror, lamp.mirrored(eye.at, s.Size.Depth)...)
	}
	mask := make([]float32, tableSpan*tableSpan)
	r := renderer{Spec: s}
	for _, t := range s.Tiles {
		corner, u, v := r.box(t)
		// The shadow is swept from the foot of the tile to where its top falls.
		for i := 0.0; i <= 4; i++ {
			h := (t.Z + s.Size.Depth) * i / 4
			stamp(mask, corner.add(vec{s.Light.Lean.X * h, s.Light.Lean.Y * h, 0}), u, v)
		}
	}
	l.shadow = soften(soften(mask, 3), 4)
	return l
}

// stamp marks the square millimetres under a parallelogram.
func stamp(mask []float32, corner, u, v vec) {
	p := newPlane(vec{corner.x, corner.y, 0}, u, v)
	lo, hi := p.corner, p.corner
	for _, c := range p.corners() {
		lo = vec{math.Min(lo.x, c.x), math.Min(lo.y, c.y), 0}
		hi = vec{math.Max(hi.x, c.x), math.Max(hi.y, c.y), 0}
	}
	const half = tableSpan / 2
	for y := max(0, int(lo.y)+half); y <= min(tableSpan-1, int(hi.y)+half); y++ {
		for x := max(0, int(lo.x)+half); x <= min(tableSpan-1, int(hi.x)+half); x++ {
			d := vec{float64(x) - half, float64(y) - half, 0}.sub(p.corner)
			a, b := d.dot(p.u)/p.uu, d.dot(p.v)/p.vv
			if a >= 0 && a <= 1 && b >= 0 && b <= 1 {
				mask[y*tableSpan+x] = 1
			}
		}
	}
}

// soften blurs with a box of the given half width, first along, then across.
func soften(in []float32, half int) []float32 {
	whole := patch{image.Rect(0, 0, tableSpan, tableSpan), in, make([]float32, len(in))}
	whole.soften(half)
	return whole.values
}

// level is the light at a place without the shadows of tiles.
func (l *lighting) level(x, y float64) float32 {
	v := l.Level * (1 + l.Slope.X*x/1000 + l.Slope.Y*y/1000)
	for _, s := range l.Shade {
		v *= 1 - s.Amount*soft(s, x, y)
	}
	return float32(max(v, 0.02))
}

// soft is 1 in the middle of a spot and falls to 0 over its radius and a half.
func soft(s Spot, x, y float64) float64 {
	if far := 1.6 * s.Radius; math.Abs(x-s.At.X) > far || math.Abs(y-s.At.Y) > far {
		return 0
	}
	d := math.Hypot(x-s.At.X, y-s.At.Y) / s.Radius
	if d > 1.6 {
		return 0
	}
	return math.Exp(-d * d * 1.8)
}

// onTile lights a colour of a tile; glossy faces mirror the lamps.
func (l *lighting) onTile(c rgb, at vec) rgb {
	k := l.level(at.x, at.y)
	c = rgb{c.r * k * l.warm.r, c.g * k, c.b * k * l.warm.b}
	for _, s := range l.Glare {
		if g := soft(s, at.x, at.y); g > 0 {
			c = c.mix(rgb{1.05, 1.05, 1.05}, float32(math.Min(g*s.Amount, 1)))
		}
	}
	for _, s := range l.mirror {
		if g := float32(soft(s, at.x, at.y) * s.Amount); g > 0 {
			c = c.plus(rgb{g * l.warm.r, g, g * l.warm.b})
		}
	}
	return c
}

// mirrored is what faces at a height show of a lamp to an eye: its image, and the haze around it.
func (l Lamp) mirrored(eye vec, height float64) []Spot {
	over, above := eye.z-height, l.Height-height
	if over <= 0 || above <= 0 {
		return nil
	}
	share := over / (over + above) // of the way to the lamp's image below the table at which the ray meets the face
	at := models.Point{X: eye.x + share*(l.At.X-eye.x), Y: eye.y + share*(l.At.Y-eye.y)}
	radius := share * l.Radius
	return []Spot{{At: at, Radius: radius, Amount: l.Strength * (1 - l.Haze)}, {At: at, Radius: 3 * radius, Amount: l.Strength * l.Haze}}
}

// HangLamp hangs a lamp so that the camera sees it in faces that lie at a point of the table: of a size, strength and
// roughness of the faces between a spot that hides a tile's print and a veil over a whole river.
func (s *Spec) HangLamp(r *rand.Rand, at models.Point) {
	eye := newEye(s.Camera, s.Width, s.Height).at
	l := Lamp{Height: 1400 + 800*r.Float64(), Strength: .25 + .9*r.Float64(), Haze: .2 + .6*r.Float64()}
	out := (eye.z - s.Size.Depth + l.Height - s.Size.Depth) / (eye.z - s.Size.Depth)
	l.At = models.Point{X: eye.x + out*(at.X-eye.x), Y: eye.y + out*(at.Y-eye.y)}
	l.Radius = out * (20 + 40*r.Float64())
	s.Light.Lamps = append(s.Light.Lamps, l)
}

// onCloth lights a colour of the table.
func (l *lighting) onCloth(c rgb, x, y float64) rgb {
	k := l.level(x, y) * (1 - 0.55*l.shade(x, y))
	return rgb{c.r * k * l.warm.r, c.g * k, c.b * k * l.warm.b}
}

func (l *lighting) shade(x, y float64) float32 {
	i, j := int(x+tableSpan/2), int(y+tableSpan/2)
	if i < 0 || j < 0 || i >= tableSpan || j >= tableSpan {
		return 0
	}
	return l.shadow[j*tableSpan+i]
}

// drawTable paints what lies under the tiles: cloth, rim, floor and centre unit.
func (r *renderer) drawTable() {
	felt, rim := toRGB(r.Table.Felt), toRGB(r.Table.Rim)
	for y := 0; y < r.Height; y++ {
		for x := 0; x < r.Width; x++ {
			gx, gy, ok := r.eye.ground(r.eye.ray(float64(x)+0.5, float64(y)+0.5))
			c := r.ground(felt, rim, gx, gy, ok)
			if ok && max(math.Abs(gx), math.Abs(gy)) <= rimHalf {
				c = r.light.onCloth(c, gx, gy)
			}
			r.out[y*r.Width+x] = c
		}
	}
}

// ground is the colour of what lies under the tiles at a place, without light; ok is false
// above the horizon.
func (r *renderer) ground(felt, rim rgb, x, y float64, ok bool) rgb {
	floor := rgb{0.16, 0.15, 0.15}
	switch d := max(math.Abs(x), math.Abs(y)); {
	case !ok || d > rimHalf:
		return floor.scale(float32(0.8 + 0.3*noise(x/40, y/40, r.Seed)))
	case d > clothHalf:
		return rim.scale(float32(0.85 + 0.3*noise(x/60, y/3, r.Seed)))
	}
	return r.cloth(felt, x, y)
}

// cloth is the felt with its weave, and the centre unit.
func (r *renderer) cloth(felt rgb, x, y float64) rgb {
	if r.Table.Centre {
		switch d := math.Hypot(x, y); {
		case d < 32:
			return rgb{0.35, 0.36, 0.4}
		case d <= 70:
			return rgb{0.12, 0.12, 0.14}
		case d < 75:
			return rgb{0.6, 0.6, 0.62}
		}
	}
	if r.Table.Ground != Felt {
		return r.Table.Ground.at(x, y, r.Seed)
	}
	grain := noise(x/1.5, y/1.5, r.Seed)*0.5 + noise(x/9, y/9, r.Seed+1)*0.3 + 0.2*math.Sin(x*2.1)*math.Sin(y*2.1)
	return felt.scale(float32(1 + r.Table.Weave*(grain-0.4)))
}

// noise is smooth random relief, 0 to 1, the same for the same seed.
func noise(x, y float64, seed uint64) float64 {
	if math.Abs(x) > 1e9 || math.Abs(y) > 1e9 || math.IsNaN(x+y) {
		return 0.5
	}
	x0, y0 := math.Floor(x), math.Floor(y)
	fx, fy := x-x0, y-y0
	fx, fy = fx*fx*(3-2*fx), fy*fy*(3-2*fy)
	i, j := int64(x0), int64(y0)
	left, leftLow := lattice(i, j, seed), lattice(i, j+1, seed)
	top := left + (lattice(i+1, j, seed)-left)*fx
	low := leftLow + (lattice(i+1, j+1, seed)-leftLow)*fx
	return top + (low-top)*fy
}

func lattice(x, y int64, seed uint64) float64 {
	h := uint64(x)*0x9e3779b97f4a7c15 ^ uint64(y)*0xc2b2ae3d27d4eb4f ^ seed*0x165667b19e3779f9
	h ^= h >> 31
	h *= 0xd6e8feb86659fd93
	h ^= h >> 32
	return float64(h>>40) / (1 << 24)
}

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
	w, h, n := p.Dx(), p.Dy(), float32(2*half+1)
	for y := range h {
		in, out, sum := p.values[y*w:][:w], p.spare[y*w:][:w], float32(0)
		for _, v := range in[:min(half, w)] {
			sum += v
		}
		for x := range in {
			if x+half < w {
				sum += in[x+half]
			}
			if x-half-1 >= 0 {
				sum -= in[x-half-1]
			}
			out[x] = sum / n
		}
	}
	sums := make([]float32, w) // of all columns, so that the lines are gone through as they lie in memory
	line := func(y int) []float32 { return p.spare[y*w:][:w] }
	for y := range min(half, h) {
		for x, v := range line(y) {
			sums[x] += v
		}
	}
	for y := range h {
		if y+half < h {
			for x, v := range line(y + half) {
				sums[x] += v
			}
		}
		if y-half-1 >= 0 {
			for x, v := range line(y - half - 1) {
				sums[x] -= v
			}
		}
		for x, sum := range sums {
			p.values[y*w+x] = sum / n
		}
	}
}
