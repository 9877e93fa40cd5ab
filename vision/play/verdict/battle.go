package verdict

import (
	"maps"
	"slices"

	"jantaku/models"
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
	for i, m := range t.moves {
		if m.Do != models.MadeAdded {
			continue
		}
		for at < len(v.Settled) && v.Settled[at].Do != models.MadeAdded {
			at++
		}
		if at == len(v.Settled) {
			break
		}
		if chance, told := t.Drawn(int(m.Sight), t.drawsFirst(i)); told && !v.Settled[at].Robbed {
			is := chance > .5
			v.Settled[at].Drawn = &is
			chances[at] = max(chance, 1-chance)
		}
		at++
	}
	return chances
}

// drawsFirst reports whether the owner of an added kong, a move, has drawn once since the pung.
func (t *table) drawsFirst(kong int) bool {
	m, draws := &t.moves[kong], 0
	for i := kong - 1; i >= 0; i-- {
		o := &t.moves[i]
		if o.Place != m.Place {
			continue
		}
		switch o.Do {
		case models.Discarded, models.MadeConcealed, models.MadeAdded: // after which the next turn begins, or a replacement is drawn
			draws++
		case models.CalledPung:
			if o.Sight >= 0 && m.Sight >= 0 && t.Holds(int(m.Sight), t.Sights[o.Sight].Slots[0]) {
				return draws <= 1
			}
			draws-- // nobody draws for it
		}
	}
	return true
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
