package calibration

import (
	"fmt"
	"math"

	"jantaku/models"
)

// Unit is the central unit of a table: what stands in the middle of the cloth with dice and displays. Rivers begin at its end,
// and no tile is laid down on it.
type Unit struct {
	// Corners go round it, mm on the table.
	Corners []models.Point `json:"corners"`
	// Drawn tells that somebody has drawn it: it is not looked for in pictures any more.
	Drawn bool `json:"drawn,omitempty"`
}

// Bears reports whether the unit bears something whose middle is at a point of the table and that reaches so far from there, mm, all of it: what stands
// higher than the cloth seems to lie beside its place, and so does the end of the unit. One that is not known bears nothing.
func (u *Unit) Bears(p models.Point, reach float64) bool {
	return u != nil && p.Inside(u.Corners) && fromBorder(u.Corners, p) >= reach
}

// end is how far the unit reaches from the centre towards a place, mm.
func (u *Unit) end(place models.Place) (far float64) {
	for _, c := range u.Corners {
		far = max(far, -c.Turned(models.Places-place.Index()).Y)
	}
	return far
}

// farthestUnit bounds how far a unit reaches from the centre, as a share of half a side of the cloth: rivers and hands need the rest.
const farthestUnit = .6

// nearestUnit bounds how near its border comes to the centre, mm: rivers begin there, and less bears neither dice nor displays.
const nearestUnit = 20

// Validate tells what is wrong with the unit of a cloth whose sides are so long.
func (u *Unit) Validate(side float64) error {
	z := Zone{Use: DoraZone, Corners: u.Corners}
	if err := z.Validate(); err != nil {
		return fmt.Errorf("the central unit: %w", err)
	}
	for _, c := range u.Corners {
		if max(math.Abs(c.X), math.Abs(c.Y)) > farthestUnit*side/2 {
			return fmt.Errorf("the central unit reaches to (%.0f, %.0f) mm of a cloth of %.0f mm", c.X, c.Y, side)
		}
	}
	if !u.Bears(models.Point{}, nearestUnit) {
		return fmt.Errorf("the central unit has the middle of the cloth not %v mm inside its border", nearestUnit)
	}
	return nil
}
