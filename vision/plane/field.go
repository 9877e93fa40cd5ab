package plane

import (
	"math"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/raster"
)

// Field is the part of a table that is searched for the tiles of one place, as its
// owner sees it: x to the owner's right, y away from the owner, millimetres from
// the centre of the table.
type Field struct {
	View  calibration.View // of the upper sides of the tiles
	Above calibration.View // and of those of tiles upon others
	Place models.Place
	// Askew is by how much its tiles are turned beside the owner's view, radians
	// counter-clockwise; only fields of single places are.
	Askew float64
	// Wide and Tall are by what share the faces of its tiles were taught wider and taller than a tile.
	Wide, Tall float64
	Tile       calibration.Tile
	Lies       float64 // how high the lower sides of the tiles lie over the cloth, mm
	Extent
	Zones Extent // of the zones alone
}

// Extent is a part of the table, mm.
type Extent struct{ Left, Right, Near, Far float64 }

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
func fieldsOf(c *calibration.Camera, place models.Place, some func(calibration.Zone) bool) ([]*Field, error) {
	var fields []*Field
	byHeight := map[float64]*Field{}
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
			f = &Field{View: view, Above: above, Place: place, Tile: c.Tile, Lies: z.Height, Extent: Nowhere()}
			byHeight[z.Height] = f
			fields = append(fields, f)
		}
		for _, p := range z.Corners {
			p = p.Turned(models.Places - place.Index())
			f.Left, f.Right = min(f.Left, p.X), max(f.Right, p.X)
			f.Near, f.Far = min(f.Near, p.Y), max(f.Far, p.Y)
		}
	}
	for _, f := range fields {
		f.Zones = f.Extent
		f.Widen(beyondEnds)
		f.Near, f.Far = f.Near-beyondNear*c.Tile.Height, f.Far+beyondFar*c.Tile.Height
	}
	return fields, nil
}

// Nowhere is an extent that holds nothing yet.
func Nowhere() Extent {
	return Extent{Left: math.Inf(1), Right: math.Inf(-1), Near: math.Inf(1), Far: math.Inf(-1)}
}

// Holds reports whether a point lies within.
func (e Extent) Holds(at models.Point) bool {
	return at.X > e.Left && at.X < e.Right && at.Y > e.Near && at.Y < e.Far
}

// Widen makes a field longer by some tiles at both ends.
func (f *Field) Widen(tiles float64) {
	f.Left, f.Right = f.Left-tiles*f.Tile.Width, f.Right+tiles*f.Tile.Width
}

// Quarter is the field as it is seen from the owner's left: tiles that lie with their
// top to the owner's right stand upright.
func (f *Field) Quarter() *Field {
	q := *f
	q.Place = models.PlaceAt(f.Place.Index() + 3)
	q.Left, q.Right, q.Near, q.Far = -f.Far, -f.Near, f.Left, f.Right
	return &q
}

// seen is the pixel at which the owner's point (x, y) is seen.
func (f *Field) seen(x, y float64) models.Point {
	return f.View.Picture(f.OnTheTable(models.Point{X: x, Y: y}))
}

// Pixel is the size of a strip pixel in millimetres: a strip shows a tile as its face was taught.
func (f *Field) Pixel(res raster.Resolution) (wide, high float64) {
	return f.Tile.Width * (1 + f.Wide) / float64(res.CellW), f.Tile.Height * (1 + f.Tall) / float64(res.CellH)
}

// step is how many picture pixels a strip pixel in the middle of the field covers.
func (f *Field) step(res raster.Resolution) float64 {
	wide, high := f.Pixel(res)
	x, y := (f.Left+f.Right)/2, (f.Near+f.Far)/2
	at := f.seen(x, y)
	return min(f.seen(x+wide, y).Sub(at).Length(), f.seen(x, y+high).Sub(at).Length())
}

// piece is how many pixels of a column are taken to lie evenly in the picture.
const piece = 12

// Draw lays the field flat as the owner sees it: one strip for all rows in it.
func (f *Field) Draw(p *raster.Picture, res raster.Resolution) *raster.Strip {
	wide, high := f.Pixel(res)
	s := &raster.Strip{Res: res, Width: int((f.Right - f.Left) / wide), Height: int((f.Far - f.Near) / high)}
	s.Pix = make([]byte, 3*s.Width*s.Height)
	l, k := p.LevelFor(f.step(res))
	lines, from := raster.Into(s.Pix, raster.Channels*s.Width, s.Width*(s.Height/piece+1)), make([]models.Point, s.Width)
	for y := -piece; y < s.Height; y += piece {
		for x := range s.Width {
			q := f.seen(f.Left+(float64(x)+.5)*wide, f.Far-(float64(y+piece)+.5)*high)
			to := models.Point{X: (q.X+.5)*k - .5, Y: (q.Y+.5)*k - .5}
			if y >= 0 {
				lines.Add(l, raster.Channels*(y*s.Width+x), min(piece, s.Height-y), from[x], to.Sub(from[x]).Times(1./piece))
			}
			from[x] = to
		}
	}
	s.Sample(&lines)
	return s
}

// Frame is the perspective of a row whose tile 0 has its centre at (x, y) and that
// rises by slope mm for each mm to the right, good for tiles from to to.
func (f *Field) Frame(x, y, slope, from, to float64) raster.Frame {
	const samples = 9
	ts, centres, downs := make([]float64, samples), make([]models.Point, samples), make([]models.Point, samples)
	for i := range samples {
		ts[i] = from + (to-from)*float64(i)/(samples-1)
		cx, cy := x+ts[i]*f.Tile.Width, y+ts[i]*f.Tile.Width*slope
		half := f.Tile.Height / 2
		centres[i] = f.seen(cx, cy)
		downs[i] = f.seen(cx+half*slope, cy-half).Sub(f.seen(cx-half*slope, cy+half))
	}
	down := raster.FitLineAt(ts, downs)
	return raster.Frame{Centre: raster.FitParabola(ts, centres), Down: [2]models.Point{down[0], down[1]}}
}
