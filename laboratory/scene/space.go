package scene

import (
	"math"

	"jantaku/models"
)

// vec is a place or direction in the space over the table, millimetres.
type vec struct{ x, y, z float64 }

func (a vec) add(b vec) vec           { return vec{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vec) sub(b vec) vec           { return vec{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vec) times(k float64) vec     { return vec{a.x * k, a.y * k, a.z * k} }
func (a vec) dot(b vec) float64       { return a.x*b.x + a.y*b.y + a.z*b.z }
func (a vec) cross(b vec) vec         { return vec{a.y*b.z - a.z*b.y, a.z*b.x - a.x*b.z, a.x*b.y - a.y*b.x} }
func (a vec) length() float64         { return math.Sqrt(a.dot(a)) }
func (a vec) unit() vec               { return a.times(1 / a.length()) }
func radians(degrees float64) float64 { return degrees * math.Pi / 180 }

// Camera says from where the table is seen.
type Camera struct {
	// Azimuth is the side the camera stands at, degrees counter-clockwise from
	// place 1: 0 looks from place 1, 90 from place 2.
	Azimuth float64 `json:"azimuth"`
	// Elevation is the height of the line of sight, degrees: 90 is straight down.
	Elevation float64 `json:"elevation"`
	// Distance is how far the camera is from Target, mm.
	Distance float64 `json:"distance"`
	// Target is the point of the cloth in the middle of the picture, mm.
	Target models.Point `json:"target"`
	// Roll turns the picture, degrees clockwise.
	Roll float64 `json:"roll"`
	// FieldOfView is the horizontal angle of view, degrees.
	FieldOfView float64 `json:"field_of_view"`
}

// eye is a camera ready to project: its place, its axes and its focal length.
type eye struct {
	at, forward, right, down vec
	focal, cx, cy            float64 // pixels
}

func newEye(c Camera, width, height int) eye {
	sinA, cosA := math.Sincos(radians(c.Azimuth))
	sinE, cosE := math.Sincos(radians(c.Elevation))
	target := vec{c.Target.X, c.Target.Y, 0}
	e := eye{
		at:      target.add(vec{sinA * cosE, -cosA * cosE, sinE}.times(c.Distance)),
		forward: vec{-sinA * cosE, cosA * cosE, -sinE},
		focal:   float64(width) / 2 / math.Tan(radians(c.FieldOfView)/2),
		cx:      float64(width) / 2,
		cy:      float64(height) / 2,
	}
	right := vec{cosA, sinA, 0}
	down := e.forward.cross(right)
	sinR, cosR := math.Sincos(radians(c.Roll))
	e.right = right.times(cosR).add(down.times(-sinR))
	e.down = down.times(cosR).add(right.times(sinR))
	return e
}

// project gives the picture point of a place in space.
func (e *eye) project(p vec) models.Point {
	d := p.sub(e.at)
	depth := math.Max(d.dot(e.forward), 1)
	return models.Point{X: e.cx + e.focal*d.dot(e.right)/depth, Y: e.cy + e.focal*d.dot(e.down)/depth}
}

// ray gives the direction in which a picture point is seen.
func (e *eye) ray(x, y float64) vec {
	return e.forward.add(e.right.times((x - e.cx) / e.focal)).add(e.down.times((y - e.cy) / e.focal))
}

// ground gives the point of the cloth under a ray; ok is false above the horizon.
func (e *eye) ground(ray vec) (x, y float64, ok bool) {
	if ray.z > -1e-6 {
		return 0, 0, false
	}
	t := -e.at.z / ray.z
	return e.at.x + t*ray.x, e.at.y + t*ray.y, true
}

// onPlane gives the point at a height over the cloth that is seen at a pixel, mm.
func (e *eye) onPlane(p models.Point, height float64) models.Point {
	ray := e.ray(p.X, p.Y)
	t := (height - e.at.z) / ray.z
	return models.Point{X: e.at.x + t*ray.x, Y: e.at.y + t*ray.y}
}

// plane is a parallelogram in space: a corner and the two sides that leave it.
type plane struct {
	corner, u, v vec
	normal       vec
	uu, vv       float64
}

func newPlane(corner, u, v vec) plane {
	return plane{corner: corner, u: u, v: v, normal: u.cross(v).unit(), uu: u.dot(u), vv: v.dot(v)}
}

// hit gives where a ray from at meets the plane, as parts of its sides.
func (p *plane) hit(at, ray vec) (u, v float64) {
	t := p.corner.sub(at).dot(p.normal) / ray.dot(p.normal)
	d := at.add(ray.times(t)).sub(p.corner)
	return d.dot(p.u) / p.uu, d.dot(p.v) / p.vv
}

// corners gives the four corners: clockwise from the top left one on a face.
func (p *plane) corners() [4]vec {
	return [4]vec{p.corner, p.corner.add(p.u), p.corner.add(p.u).add(p.v), p.corner.add(p.v)}
}

// Project gives the pixel at which the camera of a spec sees a place of the table:
// x, y and height over the cloth, mm.
func Project(s Spec, x, y, height float64) models.Point {
	e := newEye(s.Camera, s.Width, s.Height)
	return e.project(vec{x, y, height})
}
