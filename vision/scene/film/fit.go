package film

import (
	"jantaku/models"
	"jantaku/vision/scene"
)

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
