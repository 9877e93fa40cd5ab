package demo

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/scoring"
)

// Dealer makes up the hands that the demo plays: hands that win by the rules.
type Dealer struct {
	Random *rand.Rand
	Rules  scoring.Ruleset
	Plain  bool // no melds, as a camera without calibration takes unturned ones for sets in hand
}

// Deal is a hand of the demo: who wins what, from whom.
type Deal struct {
	Place, From models.Place // equal on a self-draw
	Hand        models.Hand
	Win         models.Tile
	Vacant      models.Place // where nobody sits; 0 where four play
}

// maxTries bounds the search for a hand that wins; a concealed one comes up now and then.
const maxTries = 5000

// Next makes up a hand that the rules let win, for a position.
func (d *Dealer) Next(position models.Position) (Deal, error) {
	for range maxTries {
		hand, tile := scene.RandomWin(d.Random, scoring.HandSize(d.Rules))
		one := Deal{Place: models.PlaceAt(d.Random.IntN(models.Places)), From: models.PlaceAt(d.Random.IntN(models.Places)),
			Hand: Plain(hand), Win: tile.Kind()}
		win := models.Win{Hand: one.Hand, Tile: one.Win, Seat: position.SeatOf(one.Place), Round: position.RoundWind(),
			SelfDraw: one.Place == one.From}
		if !win.SelfDraw {
			win.Discarder = position.SeatOf(one.From)
		}
		if position.At(one.Place) == models.Empty || position.At(one.From) == models.Empty {
			continue
		}
		one.Vacant = vacant(position)
		if d.Plain && len(hand.Melds) > 0 || scoring.Validate(d.Rules, &win) != nil {
			continue
		}
		if result, err := d.Rules.Score(&win); err == nil && result.Valid {
			return one, nil
		}
	}
	return Deal{}, fmt.Errorf("demo: no winning hand in %d tries", maxTries)
}

// vacant is the place where nobody sits; 0 where four play.
func vacant(position models.Position) models.Place {
	if at := slices.Index(position.Seats[:], models.Empty); at >= 0 {
		return models.PlaceAt(at)
	}
	return 0
}

// leftOut reports the tiles that three players play without.
func leftOut(t models.Tile) bool {
	return t.Suit() == models.Characters && t.Rank() > 1 && t.Rank() < 9
}

// Plain replaces red fives, which not every rule book has.
func Plain(h models.Hand) models.Hand {
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

// Is reports whether a hand in the books is the one that was dealt.
func (d Deal) Is(h models.HandRecord) bool {
	from := d.From
	if from == d.Place {
		from = 0
	}
	if len(h.Wins) != 1 || h.Wins[0].Place != d.Place || h.From != from || h.Wins[0].Win.Tile.Kind() != d.Win {
		return false
	}
	want, got := slices.Clone(d.Hand.Concealed), slices.Clone(Plain(h.Wins[0].Win.Hand).Concealed)
	slices.Sort(want)
	slices.Sort(got)
	return slices.Equal(want, got)
}
