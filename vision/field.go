package vision

import (
	"math"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/raster"
)

// field is the part of a table that is searched for the tiles of one place, as its
// owner sees it: x to the owner's right, y away from the owner, millimetres from
// the centre of the table.
type field struct {
	view  calibration.View // of the upper sides of the tiles
	above calibration.View // and of those of tiles upon others
	place models.Place
	// askew is by how much its tiles are turned beside the owner's view, radians
	// counter-clockwise; only fields of single places are.
	askew float64
	tile  calibration.Tile
	lies  float64 // how high the lower sides of the tiles lie over the cloth, mm
	extent
	zones extent // of the zones alone
}

// extent is a part of the table, mm.
type extent struct{ left, right, near, far float64 }

// A field reaches beyond its zones, in tiles: a row that runs out of them is seen
// whole, and what is no part of the hand is left for package layout to say.
const (
	beyondEnds = 1.6
	beyondNear = 0.5
	beyondFar  = 1.5 // flowers lie before the hand
)

// isRiver and ofHand tell which zones of a place hold its discards, and which the tiles of a
// hand.
func isRiver(z calibration.Zone) bool { return z.Use == calibration.RiverZone }
func ofHand(z calibration.Zone) bool  { return !isRiver(z) }

// fieldsOf gives the fields that hold the tiles in some zones of a place: one around those of
// each height.
func fieldsOf(c *calibration.Camera, place models.Place, some func(calibration.Zone) bool) ([]*field, error) {
	var fields []*field
	byHeight := map[float64]*field{}
	for _, z := range c.Zones {
		if z.Place != place || !some(z) {
			continue
		}
		f := byHeight[z.Height]
		if f == nil {
			view, err := c.View(z.Height + c.Tile.Depth)
			if err != nil {
				return nil, err
			}
			above, err := c.View(z.Height + 2*c.Tile.Depth)
			if err != nil {
				return nil, err
			}
			f = &field{view: view, above: above, place: place, tile: c.Tile, lies: z.Height, extent: nowhere()}
			byHeight[z.Height] = f
			fields = append(fields, f)
		}
		for _, p := range z.Corners {
			p = turned4(p, models.Places-place.Index())
			f.left, f.right = min(f.left, p.X), max(f.right, p.X)
			f.near, f.far = min(f.near, p.Y), max(f.far, p.Y)
		}
	}
	for _, f := range fields {
		f.zones = f.extent
		f.widen(beyondEnds)
		f.near, f.far = f.near-beyondNear*c.Tile.Height, f.far+beyondFar*c.Tile.Height
	}
	return fields, nil
}

// nowhere is an extent that holds nothing yet.
func nowhere() extent {
	return extent{left: math.Inf(1), right: math.Inf(-1), near: math.Inf(1), far: math.Inf(-1)}
}

// holds reports whether a point lies within.
func (e extent) holds(at models.Point) bool {
	return at.X > e.left && at.X < e.right && at.Y > e.near && at.Y < e.far
}

// widen makes a field longer by some tiles at both ends.
func (f *field) widen(tiles float64) {
	f.left, f.right = f.left-tiles*f.tile.Width, f.right+tiles*f.tile.Width
}

// quarter is the field as it is seen from the owner's left: tiles that lie with their
// top to the owner's right stand upright.
func (f *field) quarter() *field {
	q := *f
	q.place = models.PlaceAt(f.place.Index() + 3)
	q.left, q.right, q.near, q.far = -f.far, -f.near, f.left, f.right
	return &q
}

// lying is the perspective of a tile that lies sideways with its middle at a point.
func (f *field) lying(at models.Point) raster.Frame {
	at = turned4(at, 1)
	return f.quarter().frame(at.X, at.Y, 0, -1, 1)
}

// seen is the pixel at which the owner's point (x, y) is seen.
func (f *field) seen(x, y float64) models.Point {
	return f.view.Picture(f.onTheTable(models.Point{X: x, Y: y}))
}

// pixel is the size of a strip pixel in millimetres.
func (f *field) pixel(res raster.Resolution) (wide, high float64) {
	return f.tile.Width / float64(res.CellW), f.tile.Height / float64(res.CellH)
}

// step is how many picture pixels a strip pixel in the middle of the field covers.
func (f *field) step(res raster.Resolution) float64 {
	wide, high := f.pixel(res)
	x, y := (f.left+f.right)/2, (f.near+f.far)/2
	at := f.seen(x, y)
	return min(f.seen(x+wide, y).Sub(at).Length(), f.seen(x, y+high).Sub(at).Length())
}

// piece is how many pixels of a column are taken to lie evenly in the picture.
const piece = 12

// draw lays the field flat as the owner sees it: one strip for all rows in it.
func (f *field) draw(p *raster.Picture, res raster.Resolution) *raster.Strip {
	wide, high := f.pixel(res)
	s := &raster.Strip{Res: res, Width: int((f.right - f.left) / wide), Height: int((f.far - f.near) / high)}
	s.Pix = make([]byte, 3*s.Width*s.Height)
	l, k := p.LevelFor(f.step(res))
	for x := range s.Width {
		row := func(y int) models.Point {
			q := f.seen(f.left+(float64(x)+.5)*wide, f.far-(float64(y)+.5)*high)
			return models.Point{X: (q.X+.5)*k - .5, Y: (q.Y+.5)*k - .5}
		}
		from := row(0)
		for y := 0; y < s.Height; y += piece {
			to := row(y + piece)
			l.Sample(s.Pix[3*(y*s.Width+x):], 3*s.Width, min(piece, s.Height-y), from, to.Sub(from).Times(1./piece))
			from = to
		}
	}
	return s
}

// frame is the perspective of a row whose tile 0 has its centre at (x, y) and that
// rises by slope mm for each mm to the right, good for tiles from to to.
func (f *field) frame(x, y, slope, from, to float64) raster.Frame {
	const samples = 9
	ts, centres, downs := make([]float64, samples), make([]models.Point, samples), make([]models.Point, samples)
	for i := range samples {
		ts[i] = from + (to-from)*float64(i)/(samples-1)
		cx, cy := x+ts[i]*f.tile.Width, y+ts[i]*f.tile.Width*slope
		half := f.tile.Height / 2
		centres[i] = f.seen(cx, cy)
		downs[i] = f.seen(cx+half*slope, cy-half).Sub(f.seen(cx-half*slope, cy+half))
	}
	down := raster.FitLineAt(ts, downs)
	return raster.Frame{Centre: raster.FitParabola(ts, centres), Down: [2]models.Point{down[0], down[1]}}
}
