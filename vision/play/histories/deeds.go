package histories

import (
	"slices"

	"jantaku/models"
)

// Deeds are the moves of a history in order: gaps that were filled have their tiles, what
// was taken back is gone.
func (h *History) Deeds() []Move {
	var past []*History
	for at := h; at != nil; at = at.past {
		past = append(past, at)
	}
	var all []Move
	for i := len(past) - 1; i >= 0; i-- {
		for _, m := range past[i].Moves {
			all = settle(all, m)
		}
	}
	return all
}

// settle adds a move to those before it.
func settle(all []Move, m Move) []Move {
	last := func(is func(o *Move) bool) int {
		for i := len(all) - 1; i >= 0; i-- {
			if all[i].Place == m.Place && is(&all[i]) {
				return i
			}
		}
		return -1
	}
	switch m.Do {
	case fill:
		if i := last(func(o *Move) bool { return o.Do == models.Discarded && o.Slot == unseen && o.Riichi == m.Riichi }); i >= 0 {
			all[i].Slot, all[i].Sight = m.Slot, m.Sight
			for j := range all[i+1:] { // a call of it knows its tile now
				if o := &all[i+1+j]; o.Claimed == unseen && o.From == m.Place {
					o.Claimed = m.Slot
					break
				}
			}
		}
		return all
	case fillMeld:
		if i := last(func(o *Move) bool {
			return (o.Do == models.CalledPung || o.Do == models.CalledChow) && o.Sight == unseen
		}); i >= 0 {
			all[i].Sight = m.Sight
		}
		return all
	case completed, widened:
		if i := last(func(o *Move) bool {
			return o.Do == models.CalledPung || o.Do == models.CalledChow || o.Do == models.MadeConcealed
		}); i >= 0 {
			all[i].whole = m.Sight
			if m.Do == widened {
				all[i].Do = models.CalledKong
			}
		}
		return all
	case unRiichi:
		if i := last(func(o *Move) bool { return o.Do == models.Discarded && o.Slot == m.Slot }); i >= 0 {
			all[i].Riichi = false
		}
		return all
	case putBack:
		if i := last(func(o *Move) bool { return o.Do == models.Discarded && o.Slot == m.Claimed }); i >= 0 {
			all[i].Slot = m.Slot
		}
		return all
	case takeBack:
		if i := last(func(o *Move) bool { return o.Do == models.Discarded }); i >= 0 {
			return slices.Delete(all, i, i+1)
		}
		return all
	case models.Wins, models.DrawnGame: // hands that were shown before did not end it
		all = slices.DeleteFunc(all, func(o Move) bool { return o.Do == models.DrawnGame })
	}
	switch {
	case m.Late && m.Do != models.Discarded:
		return slices.Insert(all, turnBefore(all, m.Place), m)
	case m.Late:
		if i := last(func(o *Move) bool { return o.Do == models.Discarded }); i >= 0 {
			all[i].Riichi = true
		}
	}
	return append(all, m)
}

// turnBefore is where a deed belongs that was done in a player's last turn: before the discard that ended it, or
// among what came with the deal where that player had none yet.
func turnBefore(all []Move, place int8) int {
	for i := len(all) - 1; i >= 0; i-- {
		if m := &all[i]; m.Place == place && m.Do == models.Discarded {
			return i
		}
	}
	i := slices.IndexFunc(all, func(m Move) bool { return m.Do == models.Discarded })
	if i < 0 {
		return len(all)
	}
	return i
}
