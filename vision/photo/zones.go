package photo

import (
	"fmt"
	"math"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/annotate"
)

// TileWidth is how many pixels wide a tile of place 1 is seen by a camera; 0 where it is not.
func TileWidth(c *calibration.Camera) float64 {
	y := -.8 * c.Side / 2
	a, errA := c.ToPicture(models.Point{X: -c.Tile.Width / 2, Y: y})
	b, errB := c.ToPicture(models.Point{X: c.Tile.Width / 2, Y: y})
	if errA != nil || errB != nil {
		return 0
	}
	return math.Hypot(b.X-a.X, b.Y-a.Y)
}

// DrawZones draws the borders of the zones over a photograph.
func DrawZones(path string, photo []byte, c *calibration.Camera) error {
	canvas, err := annotate.OnEncoded(photo)
	if err != nil {
		return fmt.Errorf("draw zones: %w", err)
	}
	for _, z := range c.Zones {
		view, err := c.View(z.Height)
		if err != nil {
			return fmt.Errorf("draw zones: %w", err)
		}
		for i, p := range z.Corners {
			q := z.Corners[(i+1)%len(z.Corners)]
			canvas.Line(view.Picture(p), view.Picture(q), annotate.Orange)
		}
		at := view.Picture(z.Corners[0])
		canvas.Write(int(at.X)+4, int(at.Y)-6, fmt.Sprintf("%s %d", z.Use, z.Place), annotate.Orange)
	}
	return savePNG(path, canvas)
}
