package plane

import (
	"math"

	"jantaku/models"
	"jantaku/vision/raster"
)

// Ways says how the tile at a spot may be turned.
type Ways uint8

// The ways. A face is always compared both ways up.
const (
	AnyWay   Ways = iota
	Upright       // as place 1 or place 3 has it before them: quarter 0 or 2
	Sideways      // as place 2 or place 4 has it: quarter 1 or 3
)

// Own turns a point of the table into one of the field.
func (f *Field) Own(at models.Point) models.Point {
	return rotated(at.Turned(models.Places-f.Place.Index()), -f.Askew)
}

// OnTheTable turns a point of the field into one of the table.
func (f *Field) OnTheTable(at models.Point) models.Point {
	return rotated(at, f.Askew).Turned(f.Place.Index())
}

// rotated turns a point by an angle, radians counter-clockwise.
func rotated(p models.Point, angle float64) models.Point {
	if angle == 0 {
		return p
	}
	sin, cos := math.Sincos(angle)
	return models.Point{X: p.X*cos - p.Y*sin, Y: p.X*sin + p.Y*cos}
}

// Around is the field about a point, with room for windows whose middles are up to reach from
// it and for the light around them.
func (f *Field) Around(at models.Point, reach float64) *Field {
	const room = 8 // mm, of the light
	around := *f
	w, h := f.Tile.Width/2+reach+room, f.Tile.Height/2+reach+room
	around.Extent = Extent{Left: at.X - w, Right: at.X + w, Near: at.Y - h, Far: at.Y + h}
	return &around
}

// MiddleOfWindow is the middle of the coarse window whose left upper cell is (x, y), mm.
func (f *Field) MiddleOfWindow(x, y int) models.Point {
	wide, high := f.Pixel(raster.CoarseRes)
	return models.Point{
		X: f.Left + (float64(raster.PoolCell*x)+float64(raster.CoarseRes.WindowW)/2)*wide,
		Y: f.Far - (float64(raster.PoolCell*y)+float64(raster.CoarseRes.WindowH)/2)*high,
	}
}

// WithRoom is a field with so much more around it that the windows at its border are whole.
func (f *Field) WithRoom() *Field {
	w, room := *f, f.Tile.Height
	w.Left, w.Right, w.Near, w.Far = f.Left-room, f.Right+room, f.Near-room, f.Far+room
	return &w
}

// QuarterTurn is how far what points along in the picture is turned clockwise: 0, 90, 180 or 270 degrees.
func QuarterTurn(along models.Point) int {
	return (int(math.Round(math.Atan2(along.Y, along.X)/(math.Pi/2)))*90 + 360) % 360
}
