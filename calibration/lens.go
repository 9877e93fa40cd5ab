package calibration

import (
	"errors"
	"fmt"
	"math"

	"jantaku/models"
)

// Lens is a camera's inside: focal lengths and principal point in pixels, and the
// distortion of its lens in the model of Brown and Conrady as OpenCV writes it.
type Lens struct {
	FX float64 `json:"fx"`
	FY float64 `json:"fy"`
	CX float64 `json:"cx"`
	CY float64 `json:"cy"`
	// Radial are k1, k2, k3 and Tangential p1, p2.
	Radial     [3]float64 `json:"radial"`
	Tangential [2]float64 `json:"tangential"`
}

// Validate checks the lens against the picture it makes, width × height pixels.
func (l Lens) Validate(width, height int) error {
	var errs []error
	w, h := float64(width), float64(height)
	if !finite(l.FX, l.FY, l.CX, l.CY) || !finite(l.Radial[:]...) || !finite(l.Tangential[:]...) {
		return errors.New("calibration: the lens holds values that are no numbers")
	}
	if l.FX < w/10 || l.FX > 20*w || l.FY < l.FX/2 || l.FY > l.FX*2 {
		errs = append(errs, fmt.Errorf("calibration: focal lengths %.0f and %.0f pixels do not fit a picture %d pixels wide", l.FX, l.FY, width))
	}
	if l.CX < 0 || l.CX > w || l.CY < 0 || l.CY > h {
		errs = append(errs, fmt.Errorf("calibration: principal point (%.0f, %.0f) lies outside of the picture", l.CX, l.CY))
	}
	if math.Abs(l.Radial[0]) > 2 || math.Abs(l.Tangential[0]) > 0.5 || math.Abs(l.Tangential[1]) > 0.5 {
		errs = append(errs, fmt.Errorf("calibration: distortion %v %v is larger than any lens has", l.Radial, l.Tangential))
	}
	return errors.Join(errs...)
}

// Distort gives the pixel at which a point is seen that a perfect lens would show
// at p.
func (l Lens) Distort(p models.Point) models.Point {
	x, y := (p.X-l.CX)/l.FX, (p.Y-l.CY)/l.FY
	dx, dy := l.bend(x, y)
	return models.Point{X: dx*l.FX + l.CX, Y: dy*l.FY + l.CY}
}

// Undistort gives the pixel at which a perfect lens would show what is seen at p.
func (l Lens) Undistort(p models.Point) models.Point {
	u, v := (p.X-l.CX)/l.FX, (p.Y-l.CY)/l.FY
	x, y := u, v
	for range 30 { // fixed point; lenses that bend the picture by a tenth need about ten
		dx, dy := l.bend(x, y)
		ex, ey := u-dx, v-dy
		x, y = x+ex, y+ey
		if math.Abs(ex)+math.Abs(ey) < 1e-12 {
			break
		}
	}
	return models.Point{X: x*l.FX + l.CX, Y: y*l.FY + l.CY}
}

// bend applies the distortion to a point in units of the focal length.
func (l Lens) bend(x, y float64) (float64, float64) {
	r2 := x*x + y*y
	k := 1 + r2*(l.Radial[0]+r2*(l.Radial[1]+r2*l.Radial[2]))
	p1, p2 := l.Tangential[0], l.Tangential[1]
	return x*k + 2*p1*x*y + p2*(r2+2*x*x), y*k + p1*(r2+2*y*y) + 2*p2*x*y
}
