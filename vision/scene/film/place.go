package film

import (
	"math"

	"jantaku/models"
	"jantaku/vision/scene"
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
	handLeft   = -245.0 // left end of the hand
	meldRight  = 245.0  // right end of the first meld
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
