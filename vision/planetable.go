package vision

import (
	"fmt"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/raster"
)

// fits checks that a picture has the size for which its camera was calibrated.
func (t *Table) fits(image []byte) error {
	width, height, err := raster.SizeOf(image)
	if err == nil && (width != t.width || height != t.height) {
		err = raster.Problem("wrong-size", "the picture is %d×%d pixels, the camera was calibrated for %d×%d; set its mode or calibrate again", width, height, t.width, t.height)
	}
	return err
}

// Table gives, in millimetres, the point over which the middle of a tile's body is seen at a pixel,
// for a tile that lies on something height mm over the cloth. The middle of what changes in the
// picture when a tile comes to lie somewhere is such a pixel: its flank is seen beside its face.
func (t *Table) Table(pixel models.Point, height float64) (models.Point, error) {
	view, err := t.camera.View(height + t.camera.Tile.Depth/2)
	if err != nil {
		return models.Point{}, err
	}
	return view.Table(pixel), nil
}

// facing is the field that sees tiles of a way as upright ones. It has no extent.
func (t *Table) facing(way Ways, height float64) (*field, error) {
	view, err := t.camera.View(height + t.camera.Tile.Depth)
	if err != nil {
		return nil, err
	}
	return &field{view: view, place: models.PlaceAt(int(way - Upright)), tile: t.camera.Tile}, nil
}

// byHeight sorts zones by how high they lie over the cloth, mm. Without any it gives the cloth.
func (t *Table) byHeight(zones []calibration.Zone) map[float64][]calibration.Zone {
	if len(zones) == 0 {
		half := t.camera.Side / 2
		zones = []calibration.Zone{{Corners: []models.Point{{X: -half, Y: -half}, {X: half, Y: -half}, {X: half, Y: half}, {X: -half, Y: half}}}}
	}
	out := map[float64][]calibration.Zone{}
	for _, z := range zones {
		out[z.Height] = append(out[z.Height], z)
	}
	return out
}

// Table is a table as a calibrated camera sees it. It is known there where the hands
// lie and how large a tile is, so that nothing has to be searched for but the rows.
type Table struct {
	width, height int  // of its pictures
	fine          bool // a strip pixel covers so many of theirs that smaller copies are needed
	fields        [models.Places][]*field
	rivers        []*field
	camera        *calibration.Camera
}

// skippedPixels is how many picture pixels may lie between those of a strip before
// print is lost.
const skippedPixels = 2.2

// NewTable prepares a calibrated camera for reading. Errors are about the
// calibration.
func NewTable(c *calibration.Camera) (*Table, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	t := &Table{width: c.Width, height: c.Height, camera: c}
	for i := range t.fields {
		var err error
		if t.fields[i], err = fieldsOf(c, models.PlaceAt(i), ofHand); err != nil {
			return nil, fmt.Errorf("place %d: %w", i+1, err)
		}
		river, err := fieldsOf(c, models.PlaceAt(i), isRiver)
		if err != nil {
			return nil, fmt.Errorf("river of place %d: %w", i+1, err)
		}
		t.rivers = append(t.rivers, river...)
		for _, f := range t.fields[i] {
			t.fine = t.fine || f.step(raster.CoarseRes) > skippedPixels
		}
	}
	return t, nil
}
