package verdict

import (
	"maps"
	"slices"

	"jantaku/models"
	"jantaku/vision/play/evidence"
)

// settled are the moments at which points change hands, in their order, where kongs are paid at
// once and several may win; the hands at the end are told apart.
func (t *table) settled(base *Verdict) (all []models.Settlement) {
	if !t.Game.GoesOn {
		return nil
	}
	end, moments := &t.h.End, int8(0)
	for _, m := range t.moves {
		switch m.Do {
		case models.CalledKong:
			all = append(all, models.Settlement{Do: m.Do, Place: models.PlaceAt(int(m.Place)), From: models.PlaceAt(int(m.From))})
		case models.MadeAdded:
			all = append(all, models.Settlement{Do: m.Do, Place: models.PlaceAt(int(m.Place)), Robbed: end.Robbed(m.Sight)})
		case models.MadeConcealed:
			all = append(all, models.Settlement{Do: m.Do, Place: models.PlaceAt(int(m.Place))})
		case models.Wins:
			if nth := end.Won[m.Place].Nth; nth > moments { // with all who won on the tile
				moments = nth
				all = append(all, t.moment(nth))
			}
		}
	}
	if base.How == models.DrawnGame {
		all = append(all, models.Settlement{Do: models.HandsEnd})
	}
	return all
}

// moment is who won at the nth moment at which somebody did.
func (t *table) moment(nth int8) models.Settlement {
	s := models.Settlement{Do: models.Wins}
	for _, place := range t.winners() {
		w := &t.h.End.Won[place]
		if w.Nth != nth {
			continue
		}
		one := models.SettledWin{Place: models.PlaceAt(place), KongDiscard: w.Shot, KongDraw: int(w.From) == place && w.Replaced}
		if w.From >= 0 {
			one.From = models.PlaceAt(int(w.From))
		}
		s.Wins = append(s.Wins, one)
	}
	return s
}

// drawnKongs tells of the added kongs of an ending whether their tile was drawn, by what is likelier, where the rows of their
// owners say so and it is paid for; with how likely that is, by the index of the settlement.
func (t *table) drawnKongs(v *Verdict) map[int]float64 {
	if !t.Game.PaidAsDrawn {
		return nil
	}
	chances, at := map[int]float64{}, 0
	for _, m := range t.moves {
		if m.Do != models.MadeAdded {
			continue
		}
		for at < len(v.Settled) && v.Settled[at].Do != models.MadeAdded {
			at++
		}
		if at == len(v.Settled) {
			break
		}
		if chance, told := t.Drawn(int(m.Sight)); told && !v.Settled[at].Robbed {
			is := chance > .5
			v.Settled[at].Drawn = &is
			chances[at] = max(chance, 1-chance)
		}
		at++
	}
	return chances
}

// orHeld tells verdicts with each of their added kongs as it is told, and as it is not.
func orHeld(all []Verdict, chances map[int]float64) []Verdict {
	for _, i := range slices.Sorted(maps.Keys(chances)) {
		var both []Verdict
		for _, v := range all {
			if i < len(v.Settled) && v.Settled[i].Drawn != nil {
				other, not := v, !*v.Settled[i].Drawn
				other.Settled = slices.Clone(v.Settled)
				other.Settled[i].Drawn = &not
				other.Chance *= 1 - chances[i]
				v.Chance *= chances[i]
				both = append(both, other)
			}
			both = append(both, v)
		}
		all = both
	}
	return all
}

// unpaid are words for what nobody saw though it is paid: whether the tile of an added kong was drawn in
// that turn, and the hands of winners and, at the end, of the others.
func (t *table) unpaid(v *Verdict) (words []string) {
	for _, s := range v.Settled {
		if s.Do == models.MadeAdded && !s.Robbed && s.Drawn == nil && t.Game.PaidAsDrawn {
			words = append(words, "drawn")
			break
		}
	}
	for place := range models.Places {
		switch won := t.h.End.WonBy(place); {
		case t.h.End.Shown[place] >= 0:
		case won && !slices.Contains(words, "hand"):
			words = append(words, "hand")
		case !won && v.How == models.DrawnGame && !slices.Contains(words, "shown"):
			words = append(words, "shown")
		}
	}
	return words
}

// out are the seats of those who had won before a place.
func (t *table) out(place int) (seats []models.Seat) {
	for _, other := range t.winners() {
		if t.Game.GoesOn && t.h.End.Won[other].Nth < t.h.End.Won[place].Nth {
			seats = append(seats, t.seat(other))
		}
	}
	return seats
}

// void is the suit that a player most likely gave up, of whom the hand shows such tiles: that of the
// first discard, which is of the suit wherever one of its tiles was dealt; where that was not seen, one of
// which the hand has none. 0 where nobody can know: the hand has all suits, or tiles of the first discard's,
// so that it keeps what it gave up, or gave up a suit of which it was dealt none.
func (t *table) void(place int, hand models.Hand) models.Void {
	if !t.Game.Void {
		return 0
	}
	for _, m := range t.moves {
		if m.Do != models.Discarded || int(m.Place) != place {
			continue
		}
		if m.Slot < 0 {
			break
		}
		if first, _ := evidence.Best(&t.Slots[m.Slot].Q); first.IsNumber() {
			v := models.VoidOf(first.Suit())
			if hand.HoldsAny(v.Has) {
				return 0
			}
			return v
		}
		break
	}
	suits := []models.Suit{models.Characters, models.Dots, models.Bamboos}
	if i := slices.IndexFunc(suits, func(s models.Suit) bool { return !hand.HoldsAny(models.VoidOf(s).Has) }); i >= 0 {
		return models.VoidOf(suits[i])
	}
	return 0
}
