package plane

import (
	"fmt"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/raster"
)

// Fits checks that a picture has the size for which its camera was calibrated.
func (t *Table) Fits(image []byte) error {
	width, height, err := raster.SizeOf(image)
	if err == nil && (width != t.Width || height != t.Height) {
		err = raster.Problem("wrong-size", "the picture is %d×%d pixels, the camera was calibrated for %d×%d; set its mode or calibrate again", width, height, t.Width, t.Height)
	}
	return err
}

// Table gives, in millimetres, the point over which the middle of a tile's body is seen at a pixel,
// for a tile that lies on something height mm over the cloth. The middle of what changes in the
// picture when a tile comes to lie somewhere is such a pixel: its flank is seen beside its face.
func (t *Table) Table(pixel models.Point, height float64) (models.Point, error) {
	view, err := t.Camera.View(height + t.Camera.Tile.Depth/2)
	if err != nil {
		return models.Point{}, err
	}
	return view.Table(pixel), nil
}

// Facing is the field that sees tiles of a way as upright ones. It has no extent.
func (t *Table) Facing(way Ways, height float64) (*Field, error) {
	view, err := t.Camera.View(height + t.Camera.Tile.Depth)
	if err != nil {
		return nil, err
	}
	return &Field{View: view, Place: models.PlaceAt(int(way - Upright)), Tile: t.Camera.Tile}, nil
}

// ByHeight sorts zones by how high they lie over the cloth, mm. Without any it gives the cloth.
func (t *Table) ByHeight(zones []calibration.Zone) map[float64][]calibration.Zone {
	if len(zones) == 0 {
		half := t.Camera.Side / 2
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
	Width, Height int  // of its pictures
	Fine          bool // a strip pixel covers so many of theirs that smaller copies are needed
	Fields        [models.Places][]*Field
	Rivers        []*Field
	Camera        *calibration.Camera
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
	t := &Table{Width: c.Width, Height: c.Height, Camera: c}
	for i := range t.Fields {
		var err error
		if t.Fields[i], err = fieldsOf(c, models.PlaceAt(i), ofHand); err != nil {
			return nil, fmt.Errorf("place %d: %w", i+1, err)
		}
		river, err := fieldsOf(c, models.PlaceAt(i), isRiver)
		if err != nil {
			return nil, fmt.Errorf("river of place %d: %w", i+1, err)
		}
		t.Rivers = append(t.Rivers, river...)
		for _, f := range t.Fields[i] {
			t.Fine = t.Fine || f.step(raster.CoarseRes) > skippedPixels
		}
	}
	return t, nil
}

// AnyTile is the size that a tile has where nobody told how large those of its set are, mm: its corners and its print say how large it is seen. By what
// share a set is otherwise is its stretch, see vision/faces.
var AnyTile = calibration.Tile{Width: calibration.UsualWidth, Height: calibration.UsualHeight}

// OfTile is a table on which one tile lies, whose corners are seen at some pixels, from the left upper one clockwise. The error is about
// corners that are those of no tile.
func OfTile(width, height int, quad [4]models.Point) (*Table, error) {
	x, y := AnyTile.Width/2, AnyTile.Height/2
	h, err := calibration.Fit(quad[:], []models.Point{{X: -x, Y: y}, {X: x, Y: y}, {X: x, Y: -y}, {X: -x, Y: -y}})
	if err != nil {
		return nil, err
	}
	return &Table{Width: width, Height: height, Camera: &calibration.Camera{Width: width, Height: height, Table: h, Tile: AnyTile, Side: 1}}, nil
}
