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

// DrawZones draws the borders of the zones and of the central unit over a photograph.
func DrawZones(path string, photo []byte, c *calibration.Camera) error {
	canvas, err := annotate.OnEncoded(photo)
	if err != nil {
		return fmt.Errorf("draw zones: %w", err)
	}
	drawn := func(corners []models.Point, height float64, name string) error {
		view, err := c.View(height)
		if err != nil {
			return fmt.Errorf("draw zones: %w", err)
		}
		for i, p := range corners {
			canvas.Line(view.Picture(p), view.Picture(corners[(i+1)%len(corners)]), annotate.Orange)
		}
		at := view.Picture(corners[0])
		canvas.Write(int(at.X)+4, int(at.Y)-6, name, annotate.Orange)
		return nil
	}
	for _, z := range c.Zones {
		if err := drawn(z.Corners, z.Height, fmt.Sprintf("%s %d", z.Use, z.Place)); err != nil {
			return err
		}
	}
	if c.Unit != nil {
		if err := drawn(c.Unit.Corners, 0, "unit"); err != nil {
			return err
		}
	}
	return savePNG(path, canvas)
}
