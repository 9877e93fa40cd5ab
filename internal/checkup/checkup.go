// Package checkup looks at a table as its camera sees it, with tiles in the rivers, and says what of room and camera costs tiles: each
// finding is green, yellow or red by the share of tiles that is not read where it is so, as the laboratory measured it on drawn
// tables (curves.json, by "jantaku scene curves --out internal/checkup/curves.json").
package checkup

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// Look tells what is so, the worst first. The error says what keeps it from looking.
func Look(r Room) ([]Finding, error) {
	if len(r.Pictures) == 0 || r.Camera == nil {
		return nil, fmt.Errorf("checkup: there is no picture of a calibrated camera")
	}
	first := r.Pictures[0]
	if b := first.Bounds(); b.Dx() != r.Camera.Width || b.Dy() != r.Camera.Height {
		return nil, fmt.Errorf("checkup: the picture is %d×%d pixels, the camera was calibrated for %d×%d", b.Dx(), b.Dy(), r.Camera.Width, r.Camera.Height)
	}
	wide, err := tileWide(r.Camera)
	if err != nil {
		return nil, fmt.Errorf("checkup: %w", err)
	}
	costs := measured()
	var all []Finding
	say := func(code Code, value float64) {
		cost := costs.of(code, value)
		all = append(all, Finding{Code: code, Value: value, Cost: cost, Grade: gradeOf(cost)})
	}
	say(Pixels, wide)
	if _, steep, err := r.Camera.Stands(); err == nil {
		say(Angle, steep)
	}
	grey := greyOf(first)
	say(Blur, grey.blur()/wide)
	say(Noise, grey.noise())
	if len(r.Pictures) > 1 {
		say(Bands, grey.bands(greyOf(r.Pictures[1])))
	}
	if faces := facesOf(first, r.Tiles); len(faces) >= leastTiles {
		say(Uneven, uneven(faces))
		all = append(all, lamps(faces, r.Ink, costs)...)
	}
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(slices.Index(worst[:], a.Grade), slices.Index(worst[:], b.Grade)), cmp.Compare(b.Cost, a.Cost))
	})
	return all, nil
}

// tileWide is how many pixels wide a tile in the middle is seen.
func tileWide(c *calibration.Camera) (float64, error) {
	a, err := c.ToPicture(models.Point{X: -c.Tile.Width / 2})
	if err != nil {
		return 0, err
	}
	b, err := c.ToPicture(models.Point{X: c.Tile.Width / 2})
	return math.Hypot(b.X-a.X, b.Y-a.Y), err
}
