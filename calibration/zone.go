package calibration

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"jantaku/models"
)

// Use is what a part of the table is for.
type Use string

// The uses of zones.
const (
	HandZone    Use = "hand"    // concealed tiles, laid down after a win
	MeldZone    Use = "melds"   // open sets and concealed kongs
	FlowerZone  Use = "flowers" // flowers, where they have a place of their own
	WinningZone Use = "winning" // the winning tile, where it has a place of its own
	RiverZone   Use = "river"   // discards
	DoraZone    Use = "dora"    // the dead wall with its indicators
)

// Zone is a part of the table.
type Zone struct {
	Use Use `json:"use"`
	// Place is whose it is; no place where it belongs to all.
	Place models.Place `json:"place,omitempty"`
	// Height is how high the zone lies over the cloth, mm: the rim, where a hand is
	// tipped over on it.
	Height float64 `json:"height,omitempty"`
	// Corners go round the zone, millimetres on the table.
	Corners []models.Point `json:"corners"`
}

// Contains reports whether a point of the table lies in the zone.
func (z Zone) Contains(p models.Point) bool {
	return p.Inside(z.Corners)
}

// Apart gives how far from the zone a point of the table lies, mm: zero where it lies in it.
func (z Zone) Apart(p models.Point) float64 {
	if z.Contains(p) {
		return 0
	}
	return fromBorder(z.Corners, p)
}

// fromBorder gives how far a point lies from the border that goes round corners, mm.
func fromBorder(corners []models.Point, p models.Point) float64 {
	best := math.Inf(1)
	for i, a := range corners {
		b := corners[(i+1)%len(corners)]
		dx, dy := b.X-a.X, b.Y-a.Y
		t := min(max(((p.X-a.X)*dx+(p.Y-a.Y)*dy)/max(dx*dx+dy*dy, 1e-9), 0), 1)
		best = min(best, math.Hypot(p.X-a.X-t*dx, p.Y-a.Y-t*dy))
	}
	return best
}

// Area gives the size of the zone in square millimetres.
func (z Zone) Area() float64 {
	sum := 0.0
	for i, a := range z.Corners {
		b := z.Corners[(i+1)%len(z.Corners)]
		sum += a.X*b.Y - b.X*a.Y
	}
	return math.Abs(sum) / 2
}

// ZoneAt gives the first zone that contains the point.
func ZoneAt(zones []Zone, p models.Point) (Zone, bool) {
	for _, z := range zones {
		if z.Contains(p) {
			return z, true
		}
	}
	return Zone{}, false
}

// CornerAt gives the hand's zone of the player in whose corner of the table a point lies: to the right of the zone and nearer to the rim than it begins.
// Melds are laid there, however far the zone reaches.
func CornerAt(zones []Zone, p models.Point) (Zone, bool) {
	for _, z := range zones {
		if z.Use != HandZone {
			continue
		}
		own := func(p models.Point) models.Point { return p.Turned(models.Places - z.Place.Index()) } // x to the right, y away
		right, inner := math.Inf(-1), math.Inf(-1)
		for _, c := range z.Corners {
			right, inner = max(right, own(c).X), max(inner, own(c).Y)
		}
		if at := own(p); at.X >= right && at.Y <= inner {
			return z, true
		}
	}
	return Zone{}, false
}

// tableReach bounds the points of zones, mm from the centre: larger than any table.
const tableReach = 1000

// highest bounds how high a zone may lie over the cloth, mm.
const highest = 150

// Validate tells all faults of a zone.
func (z Zone) Validate() error {
	var errs []error
	switch z.Use {
	case HandZone, MeldZone, FlowerZone, WinningZone, RiverZone:
		if z.Place < 1 || z.Place > models.Places {
			errs = append(errs, fmt.Errorf("calibration: zone %s belongs to place %d, not 1 to 4", z.Use, z.Place))
		}
	case DoraZone:
	default:
		errs = append(errs, fmt.Errorf("calibration: a zone cannot be for %q", z.Use))
	}
	if n := len(z.Corners); n < 3 || n > 32 {
		return errors.Join(append(errs, fmt.Errorf("calibration: zone %s of place %d has %d corners, not 3 to 32", z.Use, z.Place, n))...)
	}
	for _, c := range z.Corners {
		if !finite(c.X, c.Y) || math.Abs(c.X) > tableReach || math.Abs(c.Y) > tableReach {
			errs = append(errs, fmt.Errorf("calibration: zone %s of place %d has a corner at (%v, %v) mm, off the table", z.Use, z.Place, c.X, c.Y))
		}
	}
	if !(z.Height >= 0 && z.Height <= highest) {
		errs = append(errs, fmt.Errorf("calibration: zone %s of place %d lies %v mm over the cloth, not 0 to %d", z.Use, z.Place, z.Height, highest))
	}
	if crosses(z.Corners, z.Corners, true) {
		errs = append(errs, fmt.Errorf("calibration: the border of zone %s of place %d crosses itself; name its corners in order", z.Use, z.Place))
	}
	const least = 400 // mm², less than a tile
	if z.Area() < least {
		errs = append(errs, fmt.Errorf("calibration: zone %s of place %d is smaller than a tile", z.Use, z.Place))
	}
	return errors.Join(errs...)
}

// overlap reports whether two zones share more than a border.
func overlap(a, b Zone) bool {
	if crosses(a.Corners, b.Corners, false) {
		return true
	}
	inside := func(z Zone, of Zone) bool {
		c := models.Point{}
		for _, p := range z.Corners {
			c.X += p.X / float64(len(z.Corners))
			c.Y += p.Y / float64(len(z.Corners))
		}
		return of.Contains(c)
	}
	return inside(a, b) || inside(b, a)
}

// crosses reports whether a side of one border properly crosses a side of the other;
// of one and the same border, sides that follow each other do not count.
func crosses(a, b []models.Point, same bool) bool {
	for i := range a {
		for j := range b {
			if same && (i == j || (i+1)%len(a) == j || (j+1)%len(a) == i) {
				continue
			}
			p, q, r, s := a[i], a[(i+1)%len(a)], b[j], b[(j+1)%len(b)]
			if side(p, q, r)*side(p, q, s) < 0 && side(r, s, p)*side(r, s, q) < 0 {
				return true
			}
		}
	}
	return false
}

// side is positive when r lies left of the way from p to q, negative when right.
func side(p, q, r models.Point) float64 {
	return (q.X-p.X)*(r.Y-p.Y) - (q.Y-p.Y)*(r.X-p.X)
}

// DefaultZones gives every place its zones on a square cloth of the given side, mm:
// the river before the centre, the hand with its melds and flowers at the rim, as long as
// hands of the size need, and as deep as three rows of discards leave them. The melds need no
// zone of their own where claimed tiles are turned. A tile without a size is a usual one.
func DefaultZones(side float64, hand models.HandSize, tile Tile) []Zone {
	// Shares of half a side: where rivers begin, what three rows of usual tiles take, and how far a row may go.
	const river, rows, longest = 0.3, 0.27, 0.95
	wide, high := cmp.Or(tile.Width, UsualWidth)/UsualWidth, cmp.Or(tile.Height, UsualHeight)/UsualHeight
	inner, row := max(0.62, river+rows*high), 0.62*wide
	if hand == models.Sixteen {
		row = 0.75 * wide
	}
	half := side / 2
	row = max(inner, min(row, longest))
	end := max(0.6, river+rows*high)
	var zones []Zone
	for i := range models.Places {
		add := func(use Use, corners ...models.Point) {
			z := Zone{Use: use, Place: models.PlaceAt(i)}
			for _, c := range corners {
				z.Corners = append(z.Corners, models.Point{X: c.X * half, Y: -c.Y * half}.Turned(i))
			}
			zones = append(zones, z)
		}
		// The corners of the table are shared: a row reaches to the diagonal at most.
		long := []models.Point{{X: -row, Y: 1}, {X: row, Y: 1}, {X: inner, Y: inner}, {X: -inner, Y: inner}}
		if row > inner {
			long = slices.Concat(long[:2], []models.Point{{X: row, Y: row}}, long[2:], []models.Point{{X: -row, Y: row}})
		}
		add(HandZone, long...)
		add(RiverZone, models.Point{X: -river, Y: end}, models.Point{X: river, Y: end}, models.Point{X: river, Y: river}, models.Point{X: -river, Y: river})
	}
	return zones
}

// aroundUnit holds where zones lie on a table whose central unit is known, in tiles.
var aroundUnit = struct {
	// rows is how deep a river is, in heights: three rows of discards, half a one between them and the unit or the wall.
	rows float64
	// hand is how deep the zone of a hand and its melds is from the rim on, in heights. One of six heights that had the corner to the right, too, had the wall
	// and tiles of others in it: 10 of 44 drawn hands were accepted wrongly, 1 with these and the corner, none without it, as with [DefaultZones].
	hand float64
	// longer is by how many widths the zone of a hand is longer than a won hand in one row.
	longer float64
	// apart is what lies between two zones at least, mm: a corner of one may be dragged without the other.
	apart float64
}{rows: 3.5, hand: 4.3, longer: 1.4, apart: 2}

// zonesAround gives every place its zones on a square cloth of the given side, mm, about a central unit: the river from its end on, as wide as the
// diagonals let it be, and at the rim that of the hand and its melds. What lies in a corner of the cloth is in none.
func zonesAround(u *Unit, side float64, hand models.HandSize, tile Tile) []Zone {
	k, half := &aroundUnit, side/2
	wide, high := cmp.Or(tile.Width, UsualWidth), cmp.Or(tile.Height, UsualHeight)
	var ends [models.Places]float64
	most := 0.0
	for i := range models.Places {
		ends[i] = u.end(models.PlaceAt(i))
		most = max(most, ends[i]+high)
	}
	inner := max(half-k.hand*high, most)
	row := min(max(inner, (float64(hand.Won())+k.longer)*wide/2), half)
	var zones []Zone
	for i := range models.Places {
		add := func(use Use, corners ...models.Point) {
			z := Zone{Use: use, Place: models.PlaceAt(i)}
			for _, c := range corners {
				z.Corners = append(z.Corners, models.Point{X: c.X, Y: -c.Y}.Turned(i))
			}
			zones = append(zones, z)
		}
		left := func(x float64) float64 { return k.apart - x } // where the neighbour's zone ends
		long := []models.Point{{X: left(row), Y: half}, {X: row, Y: half}, {X: inner, Y: inner}, {X: left(inner), Y: inner}}
		if row > inner { // the corners are shared: a row reaches to the diagonal at most
			long = []models.Point{{X: left(row), Y: half}, {X: row, Y: half}, {X: row, Y: row}, {X: inner, Y: inner}, {X: left(inner), Y: inner}, {X: left(row), Y: row}}
		}
		add(HandZone, long...)
		deep := min(ends[i]+k.rows*high, inner-k.apart)
		add(RiverZone, models.Point{X: left(deep), Y: deep}, models.Point{X: -left(deep), Y: deep}, models.Point{X: -left(ends[i]), Y: ends[i]}, models.Point{X: left(ends[i]), Y: ends[i]})
	}
	return zones
}

// UsualZones gives the zones of the camera's table for hands of the size: by its central unit where that is known, and otherwise by [DefaultZones].
func (c *Camera) UsualZones(hand models.HandSize) []Zone {
	if c.Unit != nil {
		return zonesAround(c.Unit, c.Side, hand, c.Tile)
	}
	return DefaultZones(c.Side, hand, c.Tile)
}

// Drawn reports whether somebody has drawn the zones: they are not the usual ones of hands of any size, of its tiles or usual ones, with its unit or without.
func (c *Camera) Drawn() bool {
	for _, tile := range [...]Tile{c.Tile, {}} {
		for _, unit := range [...]*Unit{c.Unit, nil} {
			for _, hand := range [...]models.HandSize{models.Thirteen, models.Sixteen} {
				was := Camera{Side: c.Side, Tile: tile, Unit: unit}
				if c.hasZones(was.UsualZones(hand)) {
					return false
				}
			}
		}
	}
	return true
}

// hasZones reports whether the camera's zones are these.
func (c *Camera) hasZones(zones []Zone) bool {
	return slices.EqualFunc(c.Zones, zones, func(a, b Zone) bool {
		return a.Use == b.Use && a.Place == b.Place && a.Height == b.Height && slices.Equal(a.Corners, b.Corners)
	})
}

// Fit gives the camera the usual zones for hands of the size, its tiles and its central unit, where nobody has drawn others. It reports whether they changed.
func (c *Camera) Fit(hand models.HandSize) bool {
	fitting := c.UsualZones(hand)
	if c.hasZones(fitting) || c.Drawn() {
		return false
	}
	c.Zones = fitting
	return true
}

// Holds reports whether the zones are as long as hands of the size need: they are not the default ones of another size, and a won hand in
// one row is not longer than the zone of any place.
func (c *Camera) Holds(hand models.HandSize) bool {
	other := Camera{Side: c.Side, Tile: c.Tile, Unit: c.Unit, Zones: c.Zones}
	if other.Fit(hand) {
		return false
	}
	row := float64(hand.Won()) * c.Tile.Width
	return !slices.ContainsFunc(c.Zones, func(z Zone) bool {
		longest := 0.0
		for i, a := range z.Corners {
			for _, b := range z.Corners[:i] {
				longest = max(longest, math.Hypot(a.X-b.X, a.Y-b.Y))
			}
		}
		return z.Use == HandZone && longest < row
	})
}
