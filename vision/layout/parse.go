package layout

import (
	"jantaku/calibration"
	"jantaku/models"
)

// spread is what the places of the tiles say before their faces are weighed.
type spread struct {
	sets    []*set
	loose   []*tile // concealed tiles, with the winning tile where it is not apart
	flowers []*tile
	win     *tile // the tile that stands apart or turned, nil when none does
	// wins are all tiles that claim to be the winning tile.
	wins []*tile
	// unclear are open sets that may be concealed ones with the winning tile turned.
	unclear []*set
	ignored []*tile // walls and other rows face down
	// groups are the unmarked stretches, line by line, that loose came from.
	groups [][]*tile
}

const (
	// partGap is the gap, in tile widths beyond the usual one, that parts melds.
	partGap = 0.3
	// apartGap is the gap that sets a single tile apart as the winning tile.
	apartGap = 0.6
)

// understand sorts the tiles of all lines into melds, concealed tiles, flowers
// and the winning tile, by their places.
func understand(all [][]*tile) *spread {
	sp := &spread{}
	for _, line := range pile(sp.inside(all)) {
		if wall(line) {
			sp.ignored = append(sp.ignored, line...)
			continue
		}
		for _, group := range split(line, partGap) {
			sp.group(group)
		}
	}
	sp.dissolve()
	sp.takeUnmarked()
	sp.takeWin()
	for _, g := range sp.groups {
		sp.loose = append(sp.loose, g...)
	}
	return sp
}

// inside leaves out the tiles that lie outside of the owner's zones. A row may be
// longer than its zone: tiles that lie in no zone and continue it belong to it.
func (sp *spread) inside(all [][]*tile) [][]*tile {
	const reach = 1.6 // tile widths between a row and what continues it
	var out [][]*tile
	for _, line := range all {
		for i := 1; i < len(line); i++ {
			if line[i].unzoned && !line[i-1].outside && line[i].gapBefore < reach {
				line[i].outside = false
			}
		}
		for i := len(line) - 2; i >= 0; i-- {
			if line[i].unzoned && !line[i+1].outside && line[i+1].gapBefore < reach {
				line[i].outside = false
			}
		}
		var kept []*tile
		for _, t := range line {
			if t.outside {
				sp.ignored = append(sp.ignored, t)
				continue
			}
			kept = append(kept, t)
		}
		for i := 1; i < len(kept); i++ {
			kept[i].gapBefore = gap(kept[i-1], kept[i])
		}
		if len(kept) > 0 {
			out = append(out, kept)
		}
	}
	return out
}

// wall reports whether a line is a wall or another player's standing tiles: face
// down, and not the four of a concealed kong.
func wall(line []*tile) bool {
	_, backs, _, _ := marks(line)
	return backs == len(line) && backs != 4
}

// group takes the flowers and the marked melds out of one group; what remains is
// kept as stretches of concealed tiles.
func (sp *spread) group(group []*tile) {
	var rest []*tile
	for _, t := range group {
		if t.isFlower() {
			sp.flowers = append(sp.flowers, t)
			continue
		}
		rest = append(rest, t)
	}
	if len(rest) == 0 {
		return
	}
	plan := best(rest)
	sp.sets = append(sp.sets, plan.sets...)
	if len(plan.loose) > 0 {
		sp.touching(plan.sets, rest)
	}
	for _, stretch := range plan.loose {
		if stretch[0] != group[0] && len(plan.sets) == 0 {
			stretch[0].gapBefore = 0 // the gap was a flower's
		}
		sp.groups = append(sp.groups, stretch)
	}
}

// touching notes open sets that touch concealed tiles and whose turned tile could
// as well be the winning tile: it stands at the end of the row, or concealed tiles
// stand on both sides.
func (sp *spread) touching(sets []*set, group []*tile) {
	first, last := group[0], group[len(group)-1]
	for _, s := range sets {
		if s.kind == models.ConcealedKong {
			continue
		}
		left, right := s.tiles[0], s.tiles[len(s.tiles)-1]
		amid := !inSet(sets, first) && !inSet(sets, last)
		if amid || left == first && left.turned || right == last && right.turned {
			sp.unclear = append(sp.unclear, s)
		}
	}
}

func inSet(sets []*set, t *tile) bool {
	for _, s := range sets {
		for _, other := range s.tiles {
			if other == t {
				return true
			}
		}
	}
	return false
}

// dissolve takes a set that touches the concealed tiles back into the hand, with
// its turned tile as the winning one, where that is the only way to read it: the
// player's other melds stand apart, or the hand would be a tile short.
func (sp *spread) dissolve() {
	tiles := 3 * len(sp.sets)
	for _, g := range sp.groups {
		tiles += len(g)
	}
	apart := len(sp.sets) > len(sp.unclear)
	if len(sp.unclear) != 1 || !apart && tiles != 13 {
		return
	}
	s := sp.unclear[0]
	sp.unclear = nil
	for i, other := range sp.sets {
		if other == s {
			sp.sets = append(sp.sets[:i:i], sp.sets[i+1:]...)
			break
		}
	}
	sp.groups = append(sp.groups, s.tiles)
}

// plan is one way to cut a group into marked melds and loose tiles.
type plan struct {
	sets  []*set
	loose [][]*tile
	cost  int
}

// Costs of what a plan leaves unexplained. A loose tile costs little, so that
// marked melds are preferred; a turned tile outside of a meld can only be the
// winning tile; a tile face down outside of a kong is nothing.
const (
	costLoose  = 1
	costTurned = 6
	costBack   = 20
	costOdd    = 9
	// A group that is nothing but three or four tiles with a mark is a meld even if
	// its faces disagree.
	costOddAlone = 5
)

// best finds the cheapest plan for a group, by trying at every tile a loose tile,
// three or four tiles as a marked meld. Groups are short; longer ones than any
// hand are all loose.
func best(group []*tile) plan {
	const longest = 40
	if len(group) > longest {
		return plan{loose: [][]*tile{group}}
	}
	type step struct {
		cost, size int
		set        *set
	}
	steps := make([]step, len(group)+1)
	for i := len(group) - 1; i >= 0; i-- {
		at := step{cost: looseCost(group[i]) + steps[i+1].cost, size: 1}
		for size := 3; size <= 4 && i+size <= len(group); size++ {
			s := markedSet(group[i : i+size])
			if s == nil {
				s = placedSet(group[i : i+size])
			}
			if s == nil {
				continue
			}
			cost := steps[i+size].cost
			switch {
			case s.odd != "" && size == len(group):
				cost += costOddAlone
			case s.odd != "":
				cost += costOdd
			}
			if cost < at.cost {
				at = step{cost, size, s}
			}
		}
		steps[i] = at
	}
	p := plan{cost: steps[0].cost}
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
		return costBack
	case t.turned || t.added != nil || t.use == calibration.MeldZone:
		return costTurned
	}
	return costLoose
}

// takeUnmarked makes melds of groups that stand apart in a line and are sets, when
// this explains the hand: one group at most may remain that is no set, and it has
// the tiles that belong beside so many melds. Otherwise the gaps mean nothing and
// all is concealed.
func (sp *spread) takeUnmarked() {
	var sets []*set
	var rest [][]*tile
	perLine := map[int]int{}
	for _, g := range sp.groups {
		perLine[g[0].row]++
	}
	for _, s := range sp.sets {
		perLine[s.tiles[0].row]++
	}
	for _, g := range sp.groups {
		if s := unmarkedSet(g); s != nil && perLine[g[0].row] > 1 {
			sets = append(sets, s)
			continue
		}
		rest = append(rest, g)
	}
	concealed, big := 0, 0
	for _, g := range rest {
		concealed += len(g)
		if len(g) > 1 {
			big++
		}
	}
	melds := len(sets) + len(sp.sets)
	if want := 14 - 3*melds; len(sets) == 0 || big > 1 || concealed != want && concealed != want-1 {
		return
	}
	sp.sets = append(sp.sets, sets...)
	sp.groups = rest
}

// takeWin finds the winning tile: turned where no meld explains it, or single and
// apart from the others.
func (sp *spread) takeWin() {
	loose := 0
	for _, g := range sp.groups {
		loose += len(g)
	}
	for _, g := range sp.groups {
		for _, t := range g {
			alone := len(g) == 1 && loose > 1 && sp.apart(t)
			if (t.turned || alone || t.use == calibration.WinningZone) && !t.isBack() {
				sp.wins = append(sp.wins, t)
			}
		}
	}
	if n := len(sp.wins); n == 1 || loose == 2 && n == 2 && allEqual(sp.wins) {
		sp.wins = sp.wins[n-1:] // of an equal pair either tile may have come last
		sp.win = sp.wins[0]
	}
}

// apart reports whether no concealed tile stands near t in its line.
func (sp *spread) apart(t *tile) bool {
	for _, g := range sp.groups {
		for _, other := range g {
			if other == t || other.row != t.row {
				continue
			}
			reach := (t.width + other.width) / 2
			if d := abs(other.along-t.along) - reach; d < apartGap*(t.upright()+other.upright())/2 {
				return false
			}
		}
	}
	return true
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}

// kongs tells how many of the loose fours of a kind must be kongs, because there
// are more tiles than a hand has, and takes them out when there is no choice.
// It returns what was concluded, empty when nothing was.
func (sp *spread) kongs() string {
	extra := len(sp.loose) + 3*len(sp.sets) - 14
	if extra <= 0 {
		return ""
	}
	var count [models.Kinds]int
	for _, t := range sp.loose {
		if i := t.Tile.Index(); i >= 0 {
			count[i]++
		}
	}
	var fours []int
	for i, n := range count {
		if n == 4 {
			fours = append(fours, i)
		}
	}
	if len(fours) != extra {
		return ""
	}
	for _, i := range fours {
		sp.takeKong(models.KindAt(i))
	}
	return "more tiles than a hand without kongs: fours of a kind are kongs"
}

// takeKong moves the four loose tiles of a kind into a kong.
func (sp *spread) takeKong(kind models.Tile) {
	s := &set{kind: models.Kong}
	rest := sp.loose[:0:0]
	for _, t := range sp.loose {
		if t.Tile.Kind() == kind && t != sp.win {
			s.tiles = append(s.tiles, t)
			continue
		}
		rest = append(rest, t)
	}
	if len(s.tiles) == 4 {
		sp.loose = rest
		sp.sets = append(sp.sets, s)
	}
}
