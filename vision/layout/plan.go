package layout

import "jantaku/calibration"

// plan is one way to cut a group into marked melds and loose tiles.
type plan struct {
	sets  []*set
	loose [][]*tile
}

// step is what a plan does at one tile: takes it loose, or begins a set with it.
type step struct {
	cost, size int
	set        *set
}

// best finds the cheapest plan for a group, by trying at every tile a loose tile,
// three or four tiles as a marked meld. Groups are short; longer ones than any
// hand are all loose.
func best(group []*tile) plan {
	if len(group) > tuning.longest {
		return plan{loose: [][]*tile{group}}
	}
	steps := make([]step, len(group)+1)
	for i := len(group) - 1; i >= 0; i-- {
		at := step{cost: looseCost(group[i]) + steps[i+1].cost, size: 1}
		for size := 3; size <= 4 && i+size <= len(group); size++ {
			s, cost := setAt(group, i, size)
			if s != nil && cost+steps[i+size].cost < at.cost {
				at = step{cost + steps[i+size].cost, size, s}
			}
		}
		steps[i] = at
	}
	return follow(group, steps)
}

// setAt reads the tiles from i on as a set, and tells its cost; nil when they are
// none.
func setAt(group []*tile, i, size int) (s *set, cost int) {
	if s = markedSet(group[i : i+size]); s == nil {
		s = placedSet(group[i : i+size])
	}
	switch {
	case s == nil || s.odd == "":
		return s, 0
	case size == len(group):
		return s, tuning.costOddAlone
	}
	return s, tuning.costOdd
}

// follow makes the plan of the steps; loose tiles side by side are one stretch.
func follow(group []*tile, steps []step) plan {
	var p plan
	joined := false
	for i := 0; i < len(group); i += steps[i].size {
		if s := steps[i].set; s != nil {
			p.sets, joined = append(p.sets, s), false
			continue
		}
		if !joined {
			p.loose, joined = append(p.loose, nil), true
		}
		last := len(p.loose) - 1
		p.loose[last] = append(p.loose[last], group[i])
	}
	return p
}

func looseCost(t *tile) int {
	switch {
	case t.isBack():
		return tuning.costBack
	case t.turned || t.added != nil || t.use == calibration.MeldZone:
		return tuning.costTurned
	}
	return tuning.costLoose
}
