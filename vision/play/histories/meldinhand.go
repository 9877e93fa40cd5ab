package histories

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/play/evidence"
)

// MeldInHand is where the meld of a call that nobody saw being laid may lie among the tiles of a hand, and how likely that is.
type MeldInHand struct {
	Slots  []int
	Chance float64
}

// MeldsInHand are the three neighbours among the tiles of a hand that may be the meld of a call, and how much better the hand is explained
// where one of them is. That three go together says little, as a hand that wins is made of such: it is the tile which was called that
// has to be among them.
func (p *Hands) MeldsInHand(tiles []int, place int, call *Move) (all []MeldInHand, fits float64) {
	row := slices.Clone(tiles)
	slices.SortStableFunc(row, func(a, b int) int {
		return cmp.Compare(evidence.Along(p.Slots[a].At, place), evidence.Along(p.Slots[b].At, place))
	})
	with, without := math.Inf(-1), math.Inf(-1)
	var logs []float64
	for i := 0; i+models.SetTiles <= len(row); i++ {
		three, lies := row[i:i+models.SetTiles], log(p.lieAsMeld(row, i, place))
		alone := p.Sameness(three, none, call.Do)
		as := lies + evidence.AddLogs(p.Sameness(three, int(call.Claimed), call.Do), alone+log(p.Priors.Missed)) // of another discard, which nobody saw
		with = evidence.AddLogs(with, as)
		without = evidence.AddLogs(without, lies+max(alone, 0))
		logs = append(logs, as)
		all = append(all, MeldInHand{Slots: slices.Clone(three)})
	}
	for i := range all {
		all[i].Chance = math.Exp(logs[i] - with)
	}
	return all, with - without
}

// lieAsMeld is how often the meld is the three neighbours that begin at tile i of a row: apart from the others, or with a turned tile.
func (p *Hands) lieAsMeld(row []int, i, place int) float64 {
	ends := func(after int) bool { // a group of tiles
		return after < 0 || after+1 == len(row) ||
			evidence.Along(p.Slots[row[after+1]].At, place)-evidence.Along(p.Slots[row[after]].At, place) >= p.RowGap()
	}
	turned := slices.ContainsFunc(row[i:i+models.SetTiles], func(slot int) bool { return p.Slots[slot].Turned() })
	if turned || ends(i-1) && ends(i+models.SetTiles-1) {
		return 1
	}
	return p.Priors.OutOfRow
}
