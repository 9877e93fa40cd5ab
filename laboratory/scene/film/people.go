package film

import (
	"image/color"
	"math"
	"math/rand/v2"

	"jantaku/laboratory/scene"
	"jantaku/models"
)

// person is what is seen of a player.
type person struct {
	skin, sleeve, other color.RGBA
	pattern             scene.Pattern
	side                float64 // 1 plays with the right hand, -1 with the left
	sleeveEnd           float64 // how far behind the grip the sleeve ends, mm
}

var (
	skins   = []color.RGBA{{236, 196, 168, 255}, {224, 178, 144, 255}, {198, 146, 110, 255}, {150, 104, 76, 255}}
	sleeves = []struct {
		colour, other color.RGBA
		pattern       scene.Pattern
	}{
		{colour: color.RGBA{30, 32, 40, 255}},                                                                  // dark
		{colour: color.RGBA{246, 246, 244, 255}},                                                               // white
		{colour: color.RGBA{204, 52, 60, 255}},                                                                 // bright
		{colour: color.RGBA{238, 200, 70, 255}},                                                                // bright
		{color.RGBA{236, 236, 232, 255}, color.RGBA{60, 84, 140, 255}, scene.Striped},                          // striped shirt
		{color.RGBA{170, 60, 52, 255}, color.RGBA{40, 44, 60, 255}, scene.Checked},                             // checked shirt
		{color.RGBA{40, 60, 104, 255}, color.RGBA{230, 230, 230, 255}, scene.Dotted},                           // dots
		{colour: color.RGBA{112, 122, 132, 255}}, {colour: color.RGBA{70, 110, 84, 255}, pattern: scene.Plain}, // grey, green
	}
)

// longSleeves is the share of players whose sleeve ends at the wrist.
const longSleeves = 0.75

func newPerson(r *rand.Rand) person {
	s := sleeves[r.IntN(len(sleeves))]
	q := person{skin: skins[r.IntN(len(skins))], sleeve: s.colour, other: s.other, pattern: s.pattern, side: 1, sleeveEnd: 105 + 15*r.Float64()}
	if r.Float64() > longSleeves {
		q.sleeveEnd = 260 + 60*r.Float64()
	}
	if r.IntN(8) == 0 {
		q.side = -1
	}
	return q
}

// rest is where the hand rests, in the table's frame.
func (q *person) rest(p models.Place) models.Point {
	return onTable(models.Point{X: restX * q.side, Y: restY}, p)
}

// fingers are where the fingers begin and end about the grip: along the arm and across, mm.
var fingers = [4][4]float64{{-46, -27, -6, -19}, {-44, -9, 5, -7}, {-44, 9, 4, 6}, {-47, 26, -8, 17}}

// limbs are the arm of a player whose grip is at a point of the table.
func (q *person) limbs(p models.Place, grip models.Point) []scene.Limb {
	shoulder := onTable(models.Point{X: shoulderX * q.side, Y: shoulderY}, p)
	dx, dy := grip.X-shoulder.X, grip.Y-shoulder.Y
	far := math.Hypot(dx, dy)
	dx, dy = dx/far, dy/far
	at := func(along, across float64) models.Point {
		across *= q.side
		return models.Point{X: grip.X + dx*along + dy*across, Y: grip.Y + dy*along - dx*across}
	}
	limbs := []scene.Limb{
		{From: at(-q.sleeveEnd-10, 0), To: at(-78, 0), Wide: 30, Narrow: 27, Height: 52, Colour: q.skin},
		{From: shoulder, To: at(-q.sleeveEnd, 0), Wide: 72, Narrow: 40, Height: 70, Colour: q.sleeve, Other: q.other, Pattern: q.pattern},
		{From: at(-78, 0), To: at(-50, 0), Wide: 33, Narrow: 36, Height: 48, Colour: q.skin},
	}
	for _, f := range fingers {
		limbs = append(limbs, scene.Limb{From: at(f[0], f[1]), To: at(f[2], f[3]), Wide: 9.5, Narrow: 8, Height: 46, Colour: q.skin})
	}
	return append(limbs, scene.Limb{From: at(-64, -34), To: at(-12, -24), Wide: 12, Narrow: 9, Height: 44, Colour: q.skin})
}
