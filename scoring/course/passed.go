package course

import (
	"slices"

	"jantaku/models"
	"jantaku/scoring"
)

// LetPass gives, of a hand that goes on after a win, the winners who let a tile pass that would have won at least as
// much, with that tile: from their last discard or pung on, when another player gave it, until they won on a discard
// (顺和, 过手和). wins are the winning hands in the order of the record. What was let pass is valued without
// circumstances, so that it is never thought dearer than it was.
func LetPass(book scoring.Ruleset, r *models.Record, wins []models.Win) map[models.Place]models.Tile {
	passed, given := map[models.Place]models.Tile{}, map[models.Place]models.Tiles{}
	n := 0
	for _, m := range r.Events {
		switch m.Do {
		case models.Discarded:
			given[m.Place] = nil // he has drawn before
			for _, place := range places(r) {
				if place != m.Place && m.Tile.HasFace() {
					given[place] = append(given[place], m.Tile)
				}
			}
		case models.CalledPung, models.CalledKong, models.MadeAdded, models.MadeConcealed:
			given[m.Place] = nil
		case models.Wins:
			for _, w := range m.Wins {
				if n < len(wins) && w.From != w.Place && w.From != 0 {
					if tile, ok := dearest(book, wins[n], given[w.Place]); ok {
						passed[w.Place] = tile
					}
				}
				n++
			}
		}
	}
	return passed
}

// dearest gives the first of some tiles, the last of which was won on, that would have won at least as much.
func dearest(book scoring.Ruleset, win models.Win, given models.Tiles) (models.Tile, bool) {
	won, err := book.Score(&win)
	if err != nil || !won.Valid || len(given) == 0 {
		return 0, false
	}
	for _, tile := range given[:len(given)-1] {
		other := win
		other.Tile, other.Flags = tile, 0
		if r, err := book.Score(&other); err == nil && r.Valid && r.Fan >= won.Fan {
			return tile, true
		}
	}
	return 0, false
}

// places are those at which somebody plays in a record.
func places(r *models.Record) (all []models.Place) {
	for place := models.Place(1); place <= models.Places; place++ {
		if slices.ContainsFunc(r.Events, func(m models.Move) bool { return m.Place == place }) {
			all = append(all, place)
		}
	}
	return all
}
