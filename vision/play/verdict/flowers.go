package verdict

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/play/evidence"
)

// flowers are the ways of telling the flowers of a player; the values index the sets. There
// is one of each: two that look alike are one that was told twice, where they lie before one player, or one of them is another.
func (t *table) flowers(place int) (all []evidence.Choice, sets []models.FlowerSet) {
	// A second tile is as often any of the others; one told twice has the same face.
	twice := min(1, models.FlowerKinds*t.Priors.Doubled)
	slots := t.FlowersOf(t.h, t.moves, place)
	var elsewhere evidence.Faces
	for other := range models.Places {
		if other != place {
			for _, slot := range t.FlowersOf(t.h, t.moves, other) {
				for f, q := range t.Slots[slot].Q {
					elsewhere[f] = 1 - (1-elsewhere[f])*(1-q)
				}
			}
		}
	}
	variables := make([][]evidence.Choice, len(slots))
	for i, slot := range slots {
		variables[i] = flowerChoices(&t.Slots[slot].Q)
	}
	at := map[string]int{}
	total := math.Inf(-1)
	for pick, logp := range evidence.Combinations(variables) {
		var tiles models.Tiles
		for i, c := range pick {
			f := models.Tile(variables[i][c].Value)
			if slices.Contains(tiles, f) {
				logp += log(twice)
				continue
			}
			logp += log(1 - elsewhere[f] + t.Priors.False*elsewhere[f]) // of those before others one may be no tile of theirs
			tiles = append(tiles, f)
		}
		slices.Sort(tiles)
		total = evidence.AddLogs(total, logp)
		key := tiles.String()
		if i, known := at[key]; known {
			all[i].Logp = evidence.AddLogs(all[i].Logp, logp)
			continue
		}
		at[key] = len(all)
		all = append(all, evidence.Choice{Value: len(sets), Logp: logp})
		sets = append(sets, models.FlowersOf(tiles...))
	}
	for i := range all {
		all[i].Logp -= total
	}
	evidence.SortChoices(all)
	return t.missed(all, sets, &elsewhere, t.missedBeside(place, slots))
}

// missed adds to the ways of telling a player's flowers those with one more that nobody saw, as often as missed says of one that
// was laid: the likelier the more of the wall is drawn. Two are not weighed.
func (t *table) missed(all []evidence.Choice, sets []models.FlowerSet, elsewhere *evidence.Faces, missed float64) ([]evidence.Choice, []models.FlowerSet) {
	drawn := t.DrawnOf(t.h)
	here := drawn * missed / float64(t.Game.Players)
	nowhere := 1 - drawn*(1-missed) // it is in the wall, or was laid and not seen
	told := sets[all[0].Value].Tiles
	for f := models.Tile(1); int(f) < models.Outcomes; f++ {
		if !f.IsFlower() || slices.Contains(told, f) || t.Prior[f] == 0 {
			continue
		}
		tiles := append(slices.Clone(told), f)
		slices.Sort(tiles)
		all = append(all, evidence.Choice{Value: len(sets), Logp: log(here / nowhere * (1 - elsewhere[f]))})
		sets = append(sets, models.FlowersOf(tiles...))
	}
	total := math.Inf(-1)
	for i := range all {
		total = evidence.AddLogs(total, all[i].Logp)
	}
	for i := range all {
		all[i].Logp -= total
	}
	evidence.SortChoices(all)
	return all, sets
}

// missedBeside is how often nobody saw a flower of a player of this hand, given what else was overlooked and how those lie that
// were seen: a gap as wide as a tile is where one lies that was missed, or was left by who laid the row; where none was seen all of
// them may be hidden.
func (t *table) missedBeside(place int, slots []int) float64 {
	pr := &t.Priors
	overlooked, expected := t.Overlooked(t.moves)
	missed := pr.FlowerAlone + (pr.MissedFlower-pr.FlowerAlone)*(pr.Overlooked+overlooked)/(pr.Expected+expected)
	missed = min(missed*(1+float64(t.flowerGaps(place, slots))/pr.FlowerGap/float64(len(slots)+1)), 1)
	if len(slots) > 0 {
		return missed
	}
	odds := pr.FlowersHidden / (1 - pr.FlowersHidden) * math.Exp(pr.Flowerless[place])
	return missed + (1-missed)*odds/(1+odds)
}

// flowerGaps counts the neighbours in a player's row of flowers between which one more has room.
func (t *table) flowerGaps(place int, slots []int) (n int) {
	ahead := (place + 1) % models.Places
	row := slices.SortedFunc(slices.Values(slots), func(a, b int) int {
		return cmp.Compare(evidence.Along(t.Slots[a].At, place), evidence.Along(t.Slots[b].At, place))
	})
	for i := 1; i < len(row); i++ {
		a, b := t.Slots[row[i-1]].At, t.Slots[row[i]].At
		along := (evidence.Along(b, place) - evidence.Along(a, place)) / t.Width
		beside := math.Abs(evidence.Along(b, ahead)-evidence.Along(a, ahead)) < t.Width/2
		if beside && along > t.Priors.GapLeast && along < t.Priors.GapMost {
			n++
		}
	}
	return n
}

// flowerChoices lists the flowers that a tile may be, best first.
func flowerChoices(q *evidence.Faces) (all []evidence.Choice) {
	for t := models.Tile(1); int(t) < models.Outcomes; t++ {
		if t.IsFlower() && q[t] > 1e-9 {
			all = append(all, evidence.Choice{Value: int(t), Logp: math.Log(q[t])})
		}
	}
	evidence.SortChoices(all)
	return all
}
