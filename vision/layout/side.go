package layout

import (
	"math"

	"jantaku/models"
)

// side is where the owner of a hand sits, as the picture shows it.
type side struct {
	// view is how far an upright tile of the owner is turned clockwise in the picture: 0, 90,
	// 180 or 270 degrees.
	view int
	// unsure tells that the owner may as well sit opposite, where left is right.
	unsure bool
}

// Which way up the faces stand tells where the owner sits, but players lay some down upside
// down. Circles and most bamboos look the same either way and tell nothing.
// ownersSide is the side that the options name. The tiles are followed where most of them stand a
// quarter turned from there, as in the picture of a side seat's hand, or all upside down, as from
// across the table.
func ownersSide(rows [][]models.Sighting, o Options) side {
	var votes, telling [4]int
	inMillimetres := false
	for _, row := range rows {
		for _, s := range row {
			inMillimetres = inMillimetres || s.Table != nil
			if f := facing(s); f%90 == 0 && s.Tile != models.Back {
				quarter := quarters(f / 90)
				votes[quarter]++
				if hasRightWayUp(s.Tile) {
					telling[quarter]++
				}
			}
		}
	}
	if inMillimetres && o.Place != 0 { // there the place tells it
		return side{view: quarters(-o.Place.Index()) * 90}
	}
	at := quarters(o.View / 90)
	left, back, right := quarters(at+1), quarters(at+2), quarters(at-1)
	if votes[left]+votes[right] > votes[at]+votes[back] {
		if telling[right] > telling[left] {
			left, right = right, left
		}
		tell := telling[left] + telling[right]
		return side{left * 90, tell < tuning.fewTell || float64(telling[left]) < tuning.mostTell*float64(tell)}
	}
	tell := telling[at] + telling[back]
	if tell >= tuning.allTell && telling[at] == 0 {
		return side{view: back * 90}
	}
	return side{at * 90, tell >= tuning.fewTell && float64(telling[back]) >= tuning.mostTell*float64(tell)}
}

// quarters takes whole turns out of a number of quarter turns.
func quarters(n int) int { return (n%models.Places + models.Places) % models.Places }

// hasRightWayUp reports whether the face of a tile looks otherwise upside down, in every set.
func hasRightWayUp(t models.Tile) bool {
	switch t.Suit() {
	case models.Characters, models.Flowers:
		return true
	case models.Honours:
		return t != models.White
	case models.Dots:
		return t.Rank() == 6 || t.Rank() == 7
	case models.Bamboos:
		return t.Rank() == 1 || t.Rank() == 3 || t.Rank() == 7
	}
	return false
}

// facing gives how far the tile is turned clockwise: on the table where that is
// known, otherwise in the picture.
func facing(s models.Sighting) int {
	if s.Table == nil {
		return s.Facing
	}
	dx, dy := s.Table[1].X-s.Table[0].X, s.Table[1].Y-s.Table[0].Y
	quarters := math.Round(math.Atan2(-dy, dx) / (math.Pi / 2))
	if math.IsNaN(quarters) {
		return s.Facing
	}
	return (int(quarters)*90 + 360) % 360
}
