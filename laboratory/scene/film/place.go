package film

import (
	"fmt"
	"math"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
)

// Where things lie in the frame of their owner, mm, whatever the size of the tiles: the rest follows from it, see
// placesFor. All of it keeps clear of the rest: the cloth is seen to 410.
const (
	centre     = 75.0   // radius of the centre unit
	rim        = 400.0  // half a side of the cloth
	baseline   = -398.0 // the owner's edge of melds and of a hand that is laid down
	standingY  = -374.0 // middle of the standing hand
	restX      = 110.0  // where a hand rests, on the rim
	restY      = -480.0
	shoulderX  = 190.0
	shoulderY  = -950.0
	tileGap    = 0.5  // between tiles of a row
	parting    = 9.0  // between melds
	apart      = 12.0 // between the hand and the drawn tile
	riverRow   = 6    // tiles in a row of a river
	rowGap     = 1.0  // between rows of a river
	carryLift  = 55.0 // how high a tile is carried
	pushLift   = 0.0
	faceUp     = 0.0 // tilts
	standing   = 90.0
	faceDown   = 180.0
	quarterway = 90.0
)

// places are where things lie in the frame of their owner, mm, by the size of the tiles.
type places struct {
	stickY      float64 // riichi sticks, before the river
	riverTop    float64 // upper edge of the first row of discards
	riverLeft   float64 // left edge of the rows
	deep        int     // rows of discards that fit before the wall, 4 at most
	wallY       float64 // middle of the wall
	uraY        float64 // middle of the hidden dora, beside the wall
	flowerY     float64 // middle of the row of flowers, behind the wall
	behind      bool    // whether there is room for that row
	before      bool    // whether there is room between melds and the wall for the added tile of a kong
	left, right float64 // ends of the row of a player: the hand stands at the left one, melds are laid from the right one
	size        scene.Size
}

// placesFor derives the places of tiles of a size and hands of another. Six discards fill a row and meet those of the next
// player at the diagonal; the wall stands as far out as a row of flowers behind it leaves it, and where three rows of
// discards need that room directly before the hands. A row of four kongs that is longer than the lane between the
// neighbours' hands goes on to the right, where the neighbour's own row begins later.
func placesFor(size scene.Size, hand models.HandSize) places {
	const (
		beside   = 25.0        // between the centre unit and the discards
		toStick  = 13.0        // from the discards to the middle of a stick
		flowers  = 18.5        // between hands and flowers
		toWall   = 17.0        // between flowers and the wall
		kongRoom = 2 + parting // what four tiles of a kong need besides their widths
		pairRoom = 4.0
		usual    = 3 // rows of discards
	)
	p := places{size: size, riverLeft: -(riverRow*(size.Width+tileGap) + rowGap) / 2}
	p.riverTop = min(-centre-beside, p.riverLeft-rowGap)
	p.stickY = p.riverTop + toStick
	row := size.Height + rowGap
	hands := baseline + size.Height
	p.flowerY = hands + flowers + size.Height/2
	p.wallY = p.flowerY + size.Height + toWall
	p.wallY = min(p.wallY, p.riverTop-usual*row-size.Height/2)
	p.behind = p.wallY-size.Height/2 >= p.flowerY+size.Height/2
	p.before = baseline+2*size.Width+tileGap <= p.wallY-size.Height/2
	p.uraY = p.wallY - size.Height - 2
	p.deep = max(1, min(int((p.riverTop-p.wallY-size.Height/2+rowGap)/row), 4))
	sets := float64(hand.Sets())
	long := sets*(4*size.Width+kongRoom) + size.Width + pairRoom
	aside := max(0, long/2+hands+rowGap)
	p.left, p.right = aside-long/2, aside+long/2
	return p
}

// fits tells why tiles do not fit the table: walls of so many stacks stand in each other's way, a row reaches beyond the
// cloth, or hands lie on the wall.
func (p places) fits(stacks int, flowers bool) error {
	switch {
	case p.wallY-p.size.Height/2 < baseline+p.size.Height:
		return fmt.Errorf("no wall of tiles of %v mm has room between three rows of discards and the hands", calibration.Tile(p.size))
	case float64(stacks)*(p.size.Width+tileGap/2)/2 > -p.wallY-p.size.Height/2:
		return fmt.Errorf("walls of %d stacks of tiles of %v mm meet in the corners of the table", stacks, calibration.Tile(p.size))
	case p.right > rim:
		return fmt.Errorf("four kongs of tiles of %v mm are longer than the table", calibration.Tile(p.size))
	case flowers && !p.behind:
		return fmt.Errorf("no flowers of %v mm have room behind the wall", calibration.Tile(p.size))
	}
	return nil
}

// stick is a riichi stick.
var stick = scene.Size{Width: 88, Height: 7, Depth: 4}

// seated turns a body from its owner's frame into the table's.
func seated(b scene.Body, p models.Place) scene.Body {
	b.At = onTable(b.At, p)
	b.Turn -= 90 * float64(p.Index())
	return b
}

// onTable turns a point from its owner's frame into the table's.
func onTable(at models.Point, p models.Place) models.Point {
	sin, cos := math.Sincos(float64(p.Index()) * math.Pi / 2)
	return models.Point{X: at.X*cos - at.Y*sin, Y: at.X*sin + at.Y*cos}
}

// quarter gives a turn in quarters, as models.Pose counts them.
func quarter(turn float64) int { return (int(math.Round(turn/90))%4 + 4) % 4 }

// riverZone is where discards lie before their player, mm in their frame: as wide as the
// diagonals of the table let it be, from the sticks to the wall.
func (p places) riverZone() []models.Point {
	const before, after, diagonal = 8.0, 2.0, 2.0
	top := p.riverTop + before
	bottom := max(p.riverTop-float64(p.deep)*(p.size.Height+rowGap)-after, p.wallY+p.size.Height/2)
	return []models.Point{{X: top + diagonal, Y: top}, {X: -top - diagonal, Y: top}, {X: -bottom - diagonal, Y: bottom}, {X: bottom + diagonal, Y: bottom}}
}

// footprint is the rectangle a body takes on the table and from where to where it is high.
type footprint struct {
	at           models.Point
	along        models.Point // unit vector of its width
	wide, deep   float64      // half
	bottom, high float64
}

func (d *director) footprint(b scene.Body) footprint {
	size := b.Size
	if b.Tile != models.NoTile {
		size = d.spec.Size
	}
	sin, cos := math.Sincos(b.Turn * math.Pi / 180)
	f := footprint{at: b.At, along: models.Point{X: cos, Y: -sin}, wide: size.Width / 2, deep: size.Height / 2, bottom: b.Z, high: b.Z + size.Depth}
	if b.Tilt == standing {
		f.deep, f.high = size.Depth/2, b.Z+size.Height
	}
	return f
}

// into is how deep two footprints are in each other, mm; 0 or less when they are apart.
func (f footprint) into(g footprint) float64 {
	if f.bottom >= g.high || g.bottom >= f.high {
		return 0
	}
	least := math.Inf(1)
	for _, q := range [2]footprint{f, g} {
		for _, axis := range [2]models.Point{q.along, {X: -q.along.Y, Y: q.along.X}} {
			reach := func(h footprint) float64 {
				return h.wide*math.Abs(h.along.X*axis.X+h.along.Y*axis.Y) + h.deep*math.Abs(-h.along.Y*axis.X+h.along.X*axis.Y)
			}
			apart := math.Abs((f.at.X-g.at.X)*axis.X + (f.at.Y-g.at.Y)*axis.Y)
			least = min(least, reach(f)+reach(g)-apart)
		}
	}
	return least
}

// quad gives the corners of the upper side of a lying tile in the picture.
func (d *director) quad(b scene.Body) (q [4]models.Point) {
	sin, cos := math.Sincos(b.Turn * math.Pi / 180)
	w, h := d.spec.Size.Width/2, d.spec.Size.Height/2
	for i, c := range [4][2]float64{{-w, h}, {w, h}, {w, -h}, {-w, -h}} {
		q[i] = scene.Project(d.spec, b.At.X+c[0]*cos+c[1]*sin, b.At.Y-c[0]*sin+c[1]*cos, b.Z+d.spec.Size.Depth)
		q[i] = models.Point{X: math.Round(q[i].X*10) / 10, Y: math.Round(q[i].Y*10) / 10}
	}
	return q
}
