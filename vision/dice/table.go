package dice

import (
	"fmt"
	"image"
	"image/color"

	"jantaku/calibration"
	"jantaku/models"
)

// rectified is the scale at which the middle of a table is drawn: about that of a camera that sees all of it.
const rectified = 2 // pixels per millimetre

// OnTable is the middle of a table as it looks from straight above: a square of across mm around the middle of the
// cloth, in the plane of the tops of dice whose edge is given in mm. The error is that of the calibration, or says that the camera
// does not see the middle.
func OnTable(img image.Image, c *calibration.Camera, edge, across float64) (Picture, error) {
	view, err := c.View(edge)
	if err != nil {
		return Picture{}, fmt.Errorf("dice: %w", err)
	}
	if b := img.Bounds(); b.Dx() != c.Width || b.Dy() != c.Height {
		return Picture{}, fmt.Errorf("dice: the picture is %d×%d pixels, the camera was calibrated for %d×%d", b.Dx(), b.Dy(), c.Width, c.Height)
	}
	n := int(across * rectified)
	out := image.NewRGBA(image.Rect(0, 0, n, n))
	for y := range n {
		for x := range n {
			at := view.Picture(models.Point{X: (float64(x)+.5)/rectified - across/2, Y: (float64(y)+.5)/rectified - across/2})
			if at.X < 0 || at.Y < 0 || at.X >= float64(c.Width-1) || at.Y >= float64(c.Height-1) {
				return Picture{}, fmt.Errorf("dice: the camera does not see %.0f mm around the middle of the cloth", across)
			}
			out.SetRGBA(x, y, sample(img, at))
		}
	}
	return Picture{out, rectified, edge}, nil
}

// sample gives the colour between four pixels.
func sample(img image.Image, at models.Point) color.RGBA {
	x, y := int(at.X), int(at.Y)
	fx, fy := at.X-float64(x), at.Y-float64(y)
	var sum [3]float64
	for k, w := range [4]float64{(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy} {
		r, g, b, _ := img.At(img.Bounds().Min.X+x+k%2, img.Bounds().Min.Y+y+k/2).RGBA()
		sum[0] += w * float64(r>>8)
		sum[1] += w * float64(g>>8)
		sum[2] += w * float64(b>>8)
	}
	return color.RGBA{uint8(sum[0] + .5), uint8(sum[1] + .5), uint8(sum[2] + .5), 255}
}
