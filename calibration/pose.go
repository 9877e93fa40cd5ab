package calibration

import (
	"fmt"
	"math"
)

// Plane gives the homography from pixels without distortion to millimetres on the
// plane that lies height mm over the cloth: the upper sides of tiles that lie flat
// are seen there, not on the cloth. Without a calibrated lens the focal length is
// taken from the view of the cloth itself, with square pixels and the principal
// point in the middle; a camera that looks straight down does not tell its focal
// length that way, and the error is ErrCamera.
//
// Method: Zhang, A Flexible New Technique for Camera Calibration (2000), §2.
func (c *Camera) Plane(height float64) (Homography, error) {
	p, err := c.pose()
	if err != nil {
		return Homography{}, err
	}
	centre := p.centre
	for k := range centre {
		centre[k] += height * p.up[k]
	}
	var raised Homography
	for k, a := range [3][3]float64{p.x, p.y, centre} {
		raised[k], raised[3+k], raised[6+k] = p.fx*a[0]+p.cx*a[2], p.fy*a[1]+p.cy*a[2], a[2]
	}
	back, err := raised.Inverse()
	if err != nil {
		return Homography{}, err
	}
	return back.scaled(), nil
}

// pose is where the table lies as the camera has it: its axes, each a millimetre long, its middle and what is up, and the camera matrix.
type pose struct {
	x, y, up, centre [3]float64
	fx, fy, cx, cy   float64
}

func (c *Camera) pose() (p pose, err error) {
	h, err := c.Table.Inverse() // millimetres to pixels
	if err != nil {
		return p, err
	}
	if p.fx, p.fy, p.cx, p.cy, err = c.inside(h); err != nil {
		return p, err
	}
	// Columns of K⁻¹H: two axes of the table and the way to its centre.
	var col [3][3]float64
	for k := range 3 {
		u, v, w := h[k], h[3+k], h[6+k]
		col[k] = [3]float64{(u - p.cx*w) / p.fx, (v - p.cy*w) / p.fy, w}
	}
	scale := 2 / (norm(col[0]) + norm(col[1]))
	if col[2][2] < 0 {
		scale = -scale // the table lies before the camera
	}
	p.x, p.y, p.centre = times(col[0], scale), times(col[1], scale), times(col[2], scale)
	p.up = cross(p.x, p.y)
	return p, nil
}

// Stands tells how high over the cloth the camera is, mm, and how steeply it looks at the middle, degrees: 90 is straight down. The
// errors are those of Plane.
func (c *Camera) Stands() (height, steep float64, err error) {
	p, err := c.pose()
	if err != nil {
		return 0, 0, err
	}
	along := 0.0
	for k := range p.up {
		along -= p.up[k] * p.centre[k] / norm(p.up)
	}
	height = math.Abs(along)
	return height, math.Asin(min(1, height/norm(p.centre))) * 180 / math.Pi, nil
}

// inside gives the camera matrix: of the lens, or estimated from the homography.
func (c *Camera) inside(h Homography) (fx, fy, cx, cy float64, err error) {
	if c.Lens != nil {
		return c.Lens.FX, c.Lens.FY, c.Lens.CX, c.Lens.CY, nil
	}
	cx, cy = float64(c.Width)/2, float64(c.Height)/2
	// The axes of the table are at right angles and of one length: two equations for
	// the focal length, of which the better conditioned one counts.
	u1, v1, w1 := h[0]-cx*h[6], h[3]-cy*h[6], h[6]
	u2, v2, w2 := h[1]-cx*h[7], h[4]-cy*h[7], h[7]
	right, length := w1*w2, w1*w1-w2*w2
	f2 := -(u1*u2 + v1*v2) / right
	if math.Abs(length) > math.Abs(right) {
		f2 = -(u1*u1 + v1*v1 - u2*u2 - v2*v2) / length
	}
	f := math.Sqrt(f2)
	if w := float64(c.Width); !(f > w/10 && f < 20*w) {
		return 0, 0, 0, 0, fmt.Errorf("%w: the view of the table does not tell the focal length; calibrate the lens", ErrCamera)
	}
	return f, f, cx, cy, nil
}

func norm(a [3]float64) float64 { return math.Sqrt(a[0]*a[0] + a[1]*a[1] + a[2]*a[2]) }

func times(a [3]float64, k float64) [3]float64 { return [3]float64{a[0] * k, a[1] * k, a[2] * k} }

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
