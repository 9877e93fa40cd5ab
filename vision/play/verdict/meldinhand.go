package verdict

import (
	"cmp"
	"slices"

	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/play/histories"
)

// meldInHand is the meld of a call that nobody saw being laid and whose tiles lie among those of its owner's hand.
type meldInHand struct {
	set   int // of the table
	slots []int
}

// way is one way in which such melds lie, and how likely it is among all of them.
type way struct {
	melds  []meldInHand
	chance float64
}

// ways are the ways in which the melds of calls that nobody saw lie among the tiles of hands, the likeliest first; one without any
// where no hand has room for one.
func (c *Course) ways(h *histories.History) []way {
	t := newTable(c.Beam, h)
	all := []way{{chance: 1}}
	for i := range t.sets {
		s := &t.sets[i]
		if len(s.slots) > 0 || !t.holdsTooMany(s.place) {
			continue
		}
		melds, _ := t.MeldsInHand(t.hands[s.place], s.place, &histories.Move{Do: s.do, Claimed: int32(s.claimed)})
		var more []way
		for _, lies := range melds {
			for _, before := range all {
				if chance := before.chance * lies.Chance; chance > worthwhile {
					more = append(more, way{append(slices.Clone(before.melds), meldInHand{i, lies.Slots}), chance})
				}
			}
		}
		all = more
	}
	slices.SortStableFunc(all, func(a, b way) int { return cmp.Compare(b.chance, a.chance) })
	return all
}

// holdsTooMany reports whether the hand of a place has the tiles of one meld that nobody saw. Of two melds nobody says which is where.
func (t *table) holdsTooMany(place int) bool {
	unseen, melds := 0, 0
	for i := range t.sets {
		if t.sets[i].place == place {
			melds++
			if len(t.sets[i].slots) == 0 {
				unseen++
			}
		}
	}
	want := t.Game.Hand.Concealed(melds)
	if w := &t.h.End.Won[place]; w.Nth > 0 && w.Inside() {
		want++
	}
	return unseen == 1 && len(t.hands[place]) == want+models.SetTiles
}

// take takes the tiles of melds out of the hands among which they lie.
func (t *table) take(melds []meldInHand) {
	for _, m := range melds {
		s := &t.sets[m.set]
		s.slots = m.slots
		s.options = t.Options(m.slots, s.claimed, s.do)
		t.hands[s.place] = slices.DeleteFunc(slices.Clone(t.hands[s.place]), func(slot int) bool { return slices.Contains(m.slots, slot) })
		t.inHand = append(t.inHand, m.set)
	}
}

// melds are the sets of a player, each as it most likely is.
func (t *table) melds(place int) []models.Meld {
	all := t.Melds(t.h, place)
	for _, i := range t.inHand {
		s := &t.sets[i]
		if s.place != place || len(s.options) == 0 {
			continue
		}
		best := slices.MaxFunc(s.options, func(a, b evidence.Option) int { return cmp.Compare(a.Logp, b.Logp) })
		all = append(all, models.Meld{Kind: evidence.MeldKinds(s.do), Tiles: best.Tiles})
	}
	return all
}
