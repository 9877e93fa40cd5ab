package dice

import (
	"fmt"
	"image"
	"image/color"

	"jantaku/calibration"
	"jantaku/models"
)

// rectified is the scale at which that square is drawn: about that of a camera that sees all of it.
const rectified = 2 // pixels per millimetre

// OnTable is where dice come to rest as it looks from straight above, in the plane of their tops. The error is that of the
// calibration, or says that the camera does not see that square.
func OnTable(img image.Image, c *calibration.Camera, d calibration.Dice) (Picture, error) {
	view, err := c.View(d.Edge)
	if err != nil {
		return Picture{}, fmt.Errorf("dice: %w", err)
	}
	if b := img.Bounds(); b.Dx() != c.Width || b.Dy() != c.Height {
		return Picture{}, fmt.Errorf("dice: the picture is %d×%d pixels, the camera was calibrated for %d×%d", b.Dx(), b.Dy(), c.Width, c.Height)
	}
	n := int(d.Across * rectified)
	out := image.NewRGBA(image.Rect(0, 0, n, n))
	for y := range n {
		for x := range n {
			at := view.Picture(models.Point{X: d.At.X + (float64(x)+.5)/rectified - d.Across/2, Y: d.At.Y + (float64(y)+.5)/rectified - d.Across/2})
			if at.X < 0 || at.Y < 0 || at.X >= float64(c.Width-1) || at.Y >= float64(c.Height-1) {
				return Picture{}, fmt.Errorf("dice: the camera does not see %.0f mm around (%.0f, %.0f) mm", d.Across, d.At.X, d.At.Y)
			}
			out.SetRGBA(x, y, sample(img, at))
		}
	}
	return Picture{out, rectified, d.Edge}, nil
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
