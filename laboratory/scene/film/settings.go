package film

import (
	"fmt"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
)

// Settings say how hands are filmed. The zero value is no use: begin with [Defaults].
type Settings struct {
	// Seed decides the camera, the light, the people and all chance.
	Seed uint64
	// Hardness is 0 for good light from above to 1 for the worst a club would play in; see
	// scene.RandomOver.
	Hardness float64
	// FPS is frames a second, 2 to 30.
	FPS float64
	// Brisk plays at the pace of the fastest clubs.
	Brisk bool
	Style artwork.Style
	// Tile is the size of the tiles. Where people lay them follows from it.
	Tile calibration.Tile
	// Prints are the faces of a real set; nil draws those of the style.
	Prints scene.Prints
	// Width and Height are of the picture, pixels.
	Width, Height int
	// Rivers are how discards lie.
	Rivers Rivers
	// Mode is a failure mode to be filmed by itself, see [Modes]; empty for none.
	Mode string
	// Mix is how often, per hand in which it can be seen, each mode happens besides that is an incident, see [Mode.Incident].
	Mix    float64
	Sensor Sensor
}

// Sensor is what happens between the table and the JPEG besides blur and noise, which
// belong to the hardness.
type Sensor struct {
	// Refresh is the share of the picture that is given fresh noise, and the light of the
	// moment, in every frame, besides what changed. Where nothing changes and it is not yet
	// its turn the picture stays the same to the bit, as it does in cameras that filter noise
	// over time; 1 is a raw sensor, at the price of encoding every frame whole.
	Refresh float64
	// Drift is how far the light swings, part of its level, and DriftPeriod how long a
	// swing takes, s: clouds, and the control of exposure.
	Drift, DriftPeriod float64
}

// Rivers are ways to discard.
type Rivers string

// The rivers: rows of six; rows as long as they happen to get; a heap in the middle.
const (
	Sixes    Rivers = "sixes"
	FreeRows Rivers = "free"
	Heap     Rivers = "heap"
)

// Defaults are full HD pictures, eight a second, of a careful club.
func Defaults() Settings {
	return Settings{Seed: 1, Hardness: 0.3, FPS: 8, Style: artwork.StyleA, Tile: calibration.UsualTile(), Width: 1920, Height: 1080, Rivers: Sixes,
		Sensor: Sensor{Refresh: 1. / 8, Drift: 0.01, DriftPeriod: 40}}
}

// briskFPS are the fewest frames that still show every motion at the brisk pace, whose
// shortest motion takes 0.2 s.
const briskFPS = 5

// InBrisk is the settings at the pace of the fastest clubs, with the fewest frames.
func (s Settings) InBrisk() Settings {
	s.Brisk, s.FPS = true, briskFPS
	return s
}

// Validate tells what cannot be filmed.
func (s Settings) Validate() error {
	switch {
	case !(s.Tile.Width > 0 && s.Tile.Height > 0 && s.Tile.Depth > 0):
		return fmt.Errorf("film: tiles of %v mm cannot be drawn", s.Tile)
	case s.FPS < 2 || s.FPS > 30:
		return fmt.Errorf("film: %v frames a second, not 2 to 30", s.FPS)
	case s.Hardness < 0 || s.Hardness > 1:
		return fmt.Errorf("film: hardness %v is not 0 to 1", s.Hardness)
	case s.Rivers != Sixes && s.Rivers != FreeRows && s.Rivers != Heap:
		return fmt.Errorf("film: there are no rivers %q", s.Rivers)
	case s.Mix < 0 || s.Mix > 1:
		return fmt.Errorf("film: an incident in %v of all hands is no share", s.Mix)
	}
	if s.Mode != "" {
		if _, err := modeNamed(s.Mode); err != nil {
			return err
		}
	}
	return nil
}

// fitted is a record as a set of tiles can play it: a set without red fives plays with
// black ones.
func fitted(r *models.Record, prints scene.Prints) *models.Record {
	if prints == nil {
		return r
	}
	all := func(tiles models.Tiles) models.Tiles {
		var out models.Tiles
		for _, t := range tiles {
			out = append(out, prints.Of(t))
		}
		return out
	}
	f := *r
	f.Dora, f.Deal, f.Events = all(r.Dora), nil, nil
	for _, hand := range r.Deal {
		f.Deal = append(f.Deal, all(hand))
	}
	for _, m := range r.Events {
		m.Tile, m.With, m.Tiles, m.Ura = prints.Of(m.Tile), all(m.With), all(m.Tiles), all(m.Ura)
		wins := m.Wins
		m.Wins = nil
		for _, w := range wins {
			w.Tile = prints.Of(w.Tile)
			m.Wins = append(m.Wins, w)
		}
		f.Events = append(f.Events, m)
	}
	return &f
}

// habits are how the players of a hand lay their tiles.
type habits struct {
	rivers Rivers
	// rows is how many rows a river gets before its last grows longer than the others.
	rows int
	// turned tells whether melds show their supplier by a turned tile.
	turned bool
	// upon tells whether the fourth tile of an added kong is put upon the pung.
	upon bool
	// kong is how concealed kongs lie, X for face down.
	kong string
	// opens tells whether a concealed kong is shown in full first.
	opens bool
	// takes tells whether a winner takes the claimed tile from the river.
	takes bool
	// crooked is how far from neat a discard lies: mm, and degrees for each.
	crooked float64
	// pushes is the share of discards that are dropped anyhow and then pushed straight.
	pushes float64
	// upsideDown is the share of discards that lie the wrong way up.
	upsideDown float64
	// sorted tells whether hands are kept sorted.
	sorted [models.Places]bool
	// tucks is the share of drawn tiles that a player puts into the row at once, instead of beside it.
	tucks [models.Places]float64
	// tidies is how often a row out of which a kong was completed is closed again before the tile that replaces it is
	// drawn, and closesAtOnce how often it is while the kong is laid.
	tidies, closesAtOnce float64
	troubles
	// lays tells whether all four hands are shown at the end of every hand.
	lays bool
	// goesOn tells whether the others play on after a win, and show their hands after the last tile.
	goesOn bool
	// voidTile tells whether a suit is given up by a tile that lies face down before the hand until it is discarded first.
	voidTile bool
	// voidCard tells whether a card before the hand names the suit that is given up.
	voidCard bool
	// closes tells whether winners keep their hands closed then until the end, and lay one tile beside them.
	closes bool
}
