package calibration

import (
	"errors"

	"jantaku/models"
)

// View maps between the picture and a plane over the cloth.
type View struct {
	lens     *Lens
	to, back Homography
}

// View gives the view of the plane that lies height mm over the cloth. Where a camera
// that looks straight down, without a calibrated lens, does not tell how far away it
// is, that is the view of the cloth itself: tiles are then taken to lie a few
// millimetres farther from the middle of the picture than they do.
func (c *Camera) View(height float64) (View, error) {
	to, err := c.Plane(height)
	if errors.Is(err, ErrCamera) {
		to, err = c.Table, nil
	}
	if err != nil {
		return View{}, err
	}
	back, err := to.Inverse()
	return View{lens: c.Lens, to: to, back: back}, err
}

// Table gives the point of the plane that is seen at a pixel, mm.
func (v *View) Table(p models.Point) models.Point {
	if v.lens != nil {
		p = v.lens.Undistort(p)
	}
	return v.to.Apply(p)
}

// Picture gives the pixel at which a point of the plane is seen.
func (v *View) Picture(p models.Point) models.Point {
	p = v.back.Apply(p)
	if v.lens != nil {
		p = v.lens.Distort(p)
	}
	return p
}
