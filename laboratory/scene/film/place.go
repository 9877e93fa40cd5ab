package film

import (
	"math"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
)

// Where things lie in the frame of their owner, mm. All of it keeps clear of the rest: the
// centre unit has a radius of 75, the cloth ends at 410.
const (
	stickY     = -87.0  // riichi sticks, before the river
	riverTop   = -100.0 // upper edge of the first row of discards
	riverLeft  = -80.0  // left edge of the rows
	wallY      = -275.0 // middle of the wall
	uraY       = -312.0 // middle of the hidden dora, beside the wall
	flowerY    = -327.0 // middle of the row of flowers
	standingY  = -374.0 // middle of the standing hand
	baseline   = -398.0 // the owner's edge of melds and of a hand that is laid down
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

// reach is how far the row of a player goes to both sides of the middle, mm: the hand stands at its left end and melds are
// laid from its right. A fifth meld takes as much more as a kong with the room beside it does.
func reach(hand models.HandSize) float64 {
	const four, fifth = 490.0, 115.0
	return (four + fifth*float64(hand.Sets()-4)) / 2
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
var riverZone = []models.Point{{X: -90, Y: -92}, {X: 90, Y: -92}, {X: 244, Y: -246}, {X: -244, Y: -246}}

// Camera is the calibration of the club's camera, made by clicking the corners of the cloth,
// with the rivers where this club has them, and zones for hands of the size.
func (c *Club) Camera(hand models.HandSize) (*calibration.Camera, error) {
	camera, err := c.spec.Calibration()
	if err != nil {
		return nil, err
	}
	camera.Fit(hand)
	for i, z := range camera.Zones {
		if z.Use != calibration.RiverZone {
			continue
		}
		camera.Zones[i].Corners = nil
		for _, corner := range riverZone {
			camera.Zones[i].Corners = append(camera.Zones[i].Corners, onTable(corner, z.Place))
		}
	}
	return camera, camera.Validate()
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
