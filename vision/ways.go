package vision

import (
	"math"

	"jantaku/models"
	"jantaku/vision/raster"
)

// turned4 turns a point of the table by quarters counter-clockwise.
func turned4(p models.Point, quarters int) models.Point {
	for range quarters {
		p = models.Point{X: -p.Y, Y: p.X}
	}
	return p
}

// Ways says how the tile at a spot may be turned.
type Ways uint8

// The ways. A face is always compared both ways up.
const (
	AnyWay   Ways = iota
	Upright       // as place 1 or place 3 has it before them: quarter 0 or 2
	Sideways      // as place 2 or place 4 has it: quarter 1 or 3
)

// own turns a point of the table into one of the field.
func (f *field) own(at models.Point) models.Point {
	return rotated(turned4(at, models.Places-f.place.Index()), -f.askew)
}

// onTheTable turns a point of the field into one of the table.
func (f *field) onTheTable(at models.Point) models.Point {
	return turned4(rotated(at, f.askew), f.place.Index())
}

// rotated turns a point by an angle, radians counter-clockwise.
func rotated(p models.Point, angle float64) models.Point {
	if angle == 0 {
		return p
	}
	sin, cos := math.Sincos(angle)
	return models.Point{X: p.X*cos - p.Y*sin, Y: p.X*sin + p.Y*cos}
}

// around is the field about a point, with room for windows whose middles are up to reach from
// it and for the light around them.
func (f *field) around(at models.Point, reach float64) *field {
	const room = 8 // mm, of the light
	around := *f
	w, h := f.tile.Width/2+reach+room, f.tile.Height/2+reach+room
	around.extent = extent{left: at.X - w, right: at.X + w, near: at.Y - h, far: at.Y + h}
	return &around
}

// middleOfWindow is the middle of the coarse window whose left upper cell is (x, y), mm.
func (f *field) middleOfWindow(x, y int) models.Point {
	wide, high := f.pixel(raster.CoarseRes)
	return models.Point{
		X: f.left + (float64(raster.PoolCell*x)+float64(raster.CoarseRes.WindowW)/2)*wide,
		Y: f.far - (float64(raster.PoolCell*y)+float64(raster.CoarseRes.WindowH)/2)*high,
	}
}

// withRoom is a field with so much more around it that the windows at its border are whole.
func (f *field) withRoom() *field {
	w, room := *f, f.tile.Height
	w.left, w.right, w.near, w.far = f.left-room, f.right+room, f.near-room, f.far+room
	return &w
}
