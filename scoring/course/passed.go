package course

import (
	"jantaku/models"
	"jantaku/scoring"
)

// LetPass gives, of a hand that goes on after a win, the winners who let a tile pass that would have won at least as
// much, with that tile: from their last discard or pung on, when another player gave it or added it to a kong, until they won on
// another's tile (顺和, 过手和). wins are the winning hands; who has won plays on no more. What was let pass is valued without
// circumstances, so that it is never thought dearer than it was.
func LetPass(book scoring.Ruleset, r *models.Record, wins map[models.Place]models.Win) map[models.Place]models.Tile {
	passed, given := map[models.Place]models.Tile{}, map[models.Place]models.Tiles{}
	var offered models.Move // a discard, or the tile of a kong that may be robbed, of which nobody has let it pass yet
	for _, m := range r.Events {
		if m.Do != models.Wins && offered.Tile.HasFace() {
			for i := range models.Places {
				if place := models.PlaceAt(i); place != offered.Place {
					given[place] = append(given[place], offered.Tile)
				}
			}
			offered = models.Move{}
		}
		switch m.Do {
		case models.Discarded, models.MadeAdded:
			given[m.Place] = nil // he has drawn before
			offered = m
		case models.CalledPung, models.CalledKong, models.MadeConcealed:
			given[m.Place] = nil
		case models.Wins:
			for _, w := range m.Wins {
				win, known := wins[w.Place]
				if !known || w.From == w.Place || w.From == 0 {
					continue
				}
				if tile, ok := dearest(book, win, given[w.Place]); ok {
					passed[w.Place] = tile
				}
			}
		}
	}
	return passed
}

// dearest gives the first of some tiles that would have won at least as much.
func dearest(book scoring.Ruleset, win models.Win, given models.Tiles) (models.Tile, bool) {
	won, err := book.Score(&win)
	if err != nil || !won.Valid {
		return 0, false
	}
	for _, tile := range given {
		other := win
		other.Tile, other.Flags = tile, 0
		if r, err := book.Score(&other); err == nil && r.Valid && r.Fan >= won.Fan {
			return tile, true
		}
	}
	return 0, false
}
