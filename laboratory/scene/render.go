package scene

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"sort"
	"sync"

	"jantaku/models"
	"jantaku/vision/artwork"
)

// Render draws the picture of a spec and tells what is in it. The same spec gives
// the same picture. The error names what cannot be drawn.
func Render(s Spec) (image.Image, Truth, error) { return new(Studio).Render(s) }

// Studio renders scene after scene and draws every face of a set once. Its zero value is
// ready, for several goroutines as well.
type Studio struct {
	// Prints are the faces of a real set, drawn in place of those of the style; nil for none.
	Prints Prints

	mu    sync.Mutex
	faces map[printed]pyramid
}

// printed is a face of a set, and which of its pictures.
type printed struct {
	style artwork.Style
	tile  models.Tile
	copy  int
}

// Render is [Render].
func (st *Studio) Render(s Spec) (image.Image, Truth, error) {
	if err := s.Validate(); err != nil {
		return nil, Truth{}, err
	}
	r := &renderer{Spec: s, eye: newEye(s.Camera, s.Width, s.Height), studio: st,
		random: rand.New(rand.NewPCG(s.Seed, 0x6a616e74616b75))}
	r.light = newLighting(s)
	r.out = make([]rgb, s.Width*s.Height)
	r.drawTable()
	for _, t := range r.backToFront() {
		r.drawTile(t)
	}
	img := r.develop()
	if s.Sensor.JPEG > 0 {
		var err error
		if img, err = throughJPEG(img, s.Sensor.JPEG); err != nil {
			return nil, Truth{}, fmt.Errorf("scene: %w", err)
		}
	}
	return img, r.truth(), nil
}

// Photograph draws a scene and compresses the picture once, as its camera does: as a JPEG of the
// quality of its sensor, or of a good one where it has none.
func (st *Studio) Photograph(s Spec) ([]byte, Truth, error) {
	const good = 95
	quality := s.Sensor.JPEG
	if quality == 0 {
		quality = good
	}
	s.Sensor.JPEG = 0
	img, truth, err := st.Render(s)
	if err != nil {
		return nil, truth, err
	}
	data, err := Encode(img, quality)
	if err != nil {
		return nil, truth, fmt.Errorf("scene: %w", err)
	}
	return data, truth, nil
}

// rgb is light, 0 to 1 and more where it is too bright.
type rgb struct{ r, g, b float32 }

func (c rgb) scale(k float32) rgb { return rgb{c.r * k, c.g * k, c.b * k} }
func (c rgb) plus(d rgb) rgb      { return rgb{c.r + d.r, c.g + d.g, c.b + d.b} }
func (c rgb) mix(d rgb, k float32) rgb {
	return rgb{c.r + (d.r-c.r)*k, c.g + (d.g-c.g)*k, c.b + (d.b-c.b)*k}
}

type renderer struct {
	Spec
	eye    eye
	light  lighting
	studio *Studio
	random *rand.Rand
	out    []rgb
}

// backToFront orders the tiles so that the nearer cover the farther, and what lies
// upon others comes last.
func (r *renderer) backToFront() []Placed {
	tiles := append([]Placed(nil), r.Tiles...)
	away := func(t Placed) float64 { return vec{t.At.X, t.At.Y, t.Z}.sub(r.eye.at).length() }
	sort.SliceStable(tiles, func(i, j int) bool {
		if tiles[i].Z != tiles[j].Z {
			return tiles[i].Z < tiles[j].Z
		}
		return away(tiles[i]) > away(tiles[j])
	})
	return tiles
}

// box gives the axes of a tile as it lies: the corner that is top left on the
// upper side, the way along its width and down its height.
func (r *renderer) box(t Placed) (corner, u, v vec) {
	sin, cos := math.Sincos(radians(t.Turn))
	right, up := vec{cos, -sin, 0}, vec{sin, cos, 0}
	u, v = right.times(r.Size.Width), up.times(-r.Size.Height)
	centre := vec{t.At.X, t.At.Y, t.Z + r.Size.Depth}
	return centre.sub(u.times(0.5)).sub(v.times(0.5)), u, v
}

// drawTile draws the sides of a tile that the camera sees, then its upper side.
func (r *renderer) drawTile(t Placed) {
	corner, u, v := r.box(t)
	deep := vec{0, 0, -r.Size.Depth}
	body, layer := toRGB(r.Style.Ground()), toRGB(r.Back)
	for _, side := range []plane{
		newPlane(corner.add(v), u, deep), newPlane(corner.add(u), u.times(-1), deep),
		newPlane(corner.add(u).add(v), v.times(-1), deep), newPlane(corner, v, deep),
	} {
		outward := side.normal.times(-1)
		if side.corner.sub(r.eye.at).dot(outward) >= 0 {
			continue // seen from behind
		}
		lit := float32(0.68 + 0.14*outward.dot(vec{-0.5, -0.8, 0}))
		r.fill(side, 0, func(u, v float64) rgb {
			if (v > 0.62) != t.Down {
				return layer.scale(lit)
			}
			return body.scale(lit)
		})
	}
	top := newPlane(corner, u, v)
	if t.Down {
		r.fill(top, 0.09, func(u, v float64) rgb { return layer.scale(edge(u, v)) })
		return
	}
	face := r.studio.face(printed{r.Style, t.Tile, r.copyOf(t.Tile)})
	level := face.level(r.pixelsAcross(top))
	r.fill(top, 0.09, func(u, v float64) rgb { return level.at(u, v).scale(edge(u, v)) })
}

// copyOf chooses one of the pictures that there are of a face.
func (r *renderer) copyOf(t models.Tile) int {
	if n := len(r.studio.Prints[t]); n > 1 {
		return r.random.IntN(n)
	}
	return 0
}

// pixelsAcross tells how many pixels wide the plane is seen.
func (r *renderer) pixelsAcross(p plane) float64 {
	c := p.corners()
	a, b := r.eye.project(c[0]), r.eye.project(c[1])
	d, e := r.eye.project(c[3]), r.eye.project(c[2])
	return (math.Hypot(b.X-a.X, b.Y-a.Y) + math.Hypot(e.X-d.X, e.Y-d.Y)) / 2
}

// edge darkens the rounded edge of a tile.
func edge(u, v float64) float32 {
	d := min(u, 1-u, (v)*1.3, (1-v)*1.3)
	if d < 0.05 {
		return 0.84 + 0.16*float32(d/0.05)
	}
	return 1
}

// fill paints a plane with a colour that depends on the place on it, lit by the
// light there, four samples per pixel. round is the radius of its corners as a
// part of its width.
func (r *renderer) fill(p plane, round float64, paint func(u, v float64) rgb) {
	x0, y0, x1, y1 := r.bounds(p)
	aspect := math.Sqrt(p.vv / p.uu)
	for y := y0; y < y1; y++ {
		for x := x0; x < x1; x++ {
			var sum rgb
			covered := float32(0)
			for s := 0; s < 4; s++ {
				ray := r.eye.ray(float64(x)+0.25+0.5*float64(s&1), float64(y)+0.25+0.5*float64(s>>1))
				u, v := p.hit(r.eye.at, ray)
				if u < 0 || v < 0 || u > 1 || v > 1 || round > 0 && cut(u, v*aspect, aspect, round) {
					continue
				}
				at := p.corner.add(p.u.times(u)).add(p.v.times(v))
				sum = sum.plus(r.light.onTile(paint(u, v), at))
				covered++
			}
			if covered > 0 {
				px := &r.out[y*r.Width+x]
				*px = px.scale(1 - covered/4).plus(sum.scale(0.25))
			}
		}
	}
}

// cut reports whether a point lies outside of a rounded corner of a rectangle one
// wide and aspect high.
func cut(u, v, aspect, radius float64) bool {
	du := max(radius-min(u, 1-u), 0)
	dv := max(radius-min(v, aspect-v), 0)
	return du*du+dv*dv > radius*radius
}

// bounds gives the pixels that a plane may cover.
func (r *renderer) bounds(p plane) (x0, y0, x1, y1 int) {
	loX, loY, hiX, hiY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, c := range p.corners() {
		q := r.eye.project(c)
		loX, hiX = math.Min(loX, q.X), math.Max(hiX, q.X)
		loY, hiY = math.Min(loY, q.Y), math.Max(hiY, q.Y)
	}
	clip := func(v float64, most int) int { return int(math.Max(0, math.Min(v, float64(most)))) }
	return clip(loX, r.Width), clip(loY, r.Height), clip(hiX+1, r.Width), clip(hiY+1, r.Height)
}
