package histories

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/play/evidence"
)

// Hands weighs the hands that were laid down, by what a history says of their owners.
type Hands struct {
	*evidence.Seen
	masses map[string]float64 // of hands that were weighed already
}

// Concealed are the tiles of a laid hand that are neither in the melds of a history nor flowers.
func (p *Hands) Concealed(h *History, place, laid int) []int {
	var tiles []int
	for _, slot := range p.Sights[laid].Slots {
		if evidence.FlowerMass(&p.Slots[slot].Q) > .5 {
			continue
		}
		melded := false
		for i, set := range h.Players[place].sets {
			if i < int(h.Players[place].melds) && set >= 0 {
				melded = melded || p.Holds(int(set), slot)
			}
		}
		for _, set := range h.addedTo(place) {
			melded = melded || p.Holds(set, slot)
		}
		if w := &h.End.Won[place]; w.Nth > 0 && w.beside >= 0 && w.Tile != none { // it is the discard
			melded = melded || p.Holds(int(w.beside), slot)
		}
		if !melded {
			tiles = append(tiles, slot)
		}
	}
	return tiles
}

// addedTo are the sights of the added kongs of a player.
func (h *History) addedTo(place int) (sights []int) {
	for past := h; past != nil; past = past.past {
		for _, m := range past.Moves {
			if m.Do == models.MadeAdded && int(m.Place) == place {
				sights = append(sights, int(m.Sight))
			}
		}
	}
	return sights
}

// complete is the probability that the tiles, with one more from slot extra (none for
// none), are a hand that the book lets win; 1/2 where no book was given.
func (p *Hands) complete(h *History, place int, tiles []int, extra int32) float64 {
	if p.Game.Complete == nil {
		return .5
	}
	melds := p.Melds(h, place)
	key := evidence.KeyOf('c', append(slices.Clone(tiles), int(extra)), melds)
	if mass, known := p.masses[key]; known {
		return mass
	}
	all := slices.Clone(tiles)
	if extra >= 0 {
		all = append(all, int(extra))
	}
	mass := 0.0
	for _, c := range p.Winning(all, melds).Valid {
		mass += math.Exp(c.Logp)
	}
	p.masses[key] = mass
	return mass
}

// ready is the probability that the tiles lack one for a hand that the book lets win.
func (p *Hands) ready(h *History, place int, tiles []int) float64 {
	if p.Game.Complete == nil {
		return .5
	}
	melds := p.Melds(h, place)
	key := evidence.KeyOf('r', tiles, melds)
	if mass, known := p.masses[key]; known {
		return mass
	}
	mass := 0.0
	for faces, prob := range p.Likely(tiles) {
		if p.Waits(faces, melds) {
			mass += prob
		}
	}
	p.masses[key] = mass
	return mass
}

// Melds are the sets of a player in a history, each as it most likely is.
func (p *Hands) Melds(h *History, place int) (melds []models.Meld) {
	added := h.addedTo(place)
	for i, set := range h.Players[place].sets {
		if i >= int(h.Players[place].melds) || set < 0 {
			continue
		}
		at := int(set)
		for _, a := range added {
			if p.Holds(a, p.Sights[set].Slots[0]) {
				at = a
			}
		}
		if m, ok := p.LikeliestSet(at, h.Players[place].Own&(1<<i) != 0); ok {
			melds = append(melds, m)
		}
	}
	return melds
}
