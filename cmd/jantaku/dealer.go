package main

import (
	"fmt"
	"math/rand/v2"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/vision/scene"
)

// dealer makes up the hands that the demo plays: hands that win by the rules.
type dealer struct {
	random *rand.Rand
	rules  scoring.Ruleset
	plain  bool // no melds, as a camera without calibration takes unturned ones for sets in hand
}

// deal is a hand of the demo: who wins what, from whom.
type deal struct {
	place, from models.Place // equal on a self-draw
	hand        models.Hand
	win         models.Tile
}

// maxTries bounds the search for a hand that wins; a concealed one comes up now and then.
const maxTries = 1000

// next makes up a hand that the rules let win, for a position.
func (d *dealer) next(position models.Position) (deal, error) {
	for range maxTries {
		hand, tile := scene.RandomWin(d.random)
		one := deal{place: models.PlaceAt(d.random.IntN(models.Places)), from: models.PlaceAt(d.random.IntN(models.Places)),
			hand: plain(hand), win: tile.Kind()}
		win := models.Win{Hand: one.hand, Tile: one.win, Seat: position.SeatOf(one.place), Round: position.RoundWind(),
			SelfDraw: one.place == one.from}
		if !win.SelfDraw {
			win.Discarder = position.SeatOf(one.from)
		}
		if d.plain && len(hand.Melds) > 0 || win.Validate() != nil {
			continue
		}
		if result, err := d.rules.Score(&win); err == nil && result.Valid {
			return one, nil
		}
	}
	return deal{}, fmt.Errorf("demo: no winning hand in %d tries", maxTries)
}

// plain replaces red fives, which not every rule book has.
func plain(h models.Hand) models.Hand {
	kinds := func(tiles models.Tiles) models.Tiles {
		out := make(models.Tiles, len(tiles))
		for i, t := range tiles {
			out[i] = t.Kind()
		}
		return out
	}
	h.Concealed = kinds(h.Concealed)
	melds := make([]models.Meld, len(h.Melds))
	for i, m := range h.Melds {
		m.Tiles = kinds(m.Tiles)
		melds[i] = m
	}
	h.Melds = melds
	return h
}
