package layout

import (
	"cmp"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// spread is what the places of the tiles say before their faces are weighed.
type spread struct {
	size    models.HandSize // of the hand, by the rule book
	sets    []*set
	loose   []*tile // concealed tiles, with the winning tile where it is not apart
	flowers []*tile
	win     *tile // the tile that stands apart or turned, nil when none does
	// wins are all tiles that claim to be the winning tile.
	wins []*tile
	// unclear are open sets that may be concealed ones with the winning tile turned, wedged
	// those of which nothing but the order in their line tells more.
	unclear, wedged []*set
	ignored         []*tile // walls and other rows face down
	astray          []*tile // tiles that lie off the line of their row
	stray           []*tile // flowers outside of the place of the hand, and in nobody else's
	// groups are the unmarked stretches, line by line, that loose came from.
	groups [][]*tile
	// pinched are the sets that are melds for a gap which the tiles around leave no room for.
	pinched []*set
	unsure  bool // whether the owner sits where the tiles are looked at from, or opposite
}

// understand sorts the tiles of all lines into melds, concealed tiles, flowers
// and the winning tile, by their places and by the gaps of at least so many widths.
func understand(all [][]*tile, least float64, hand models.HandSize) *spread {
	sp := &spread{size: hand}
	for _, line := range pile(sp.inside(all)) {
		if wall(line) {
			sp.ignored = append(sp.ignored, line...)
			continue
		}
		sp.astray = append(sp.astray, offLine(line)...)
		for _, group := range split(line, least) {
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

// offLine lists the tiles of a line that stand off those beside them, as the tiles of another row do.
func offLine(line []*tile) (off []*tile) {
	for i := 1; i+1 < len(line); i++ {
		a, t, b := line[i-1], line[i], line[i+1]
		share := (t.along - a.along) / max(b.along-a.along, 1e-9)
		if math.Abs(t.across-a.across-share*(b.across-a.across)) > tuning.mostOff*max(t.depth, a.depth, b.depth) {
			off = append(off, t)
		}
	}
	return off
}

// inside leaves out the tiles that lie outside of the owner's zones. A row may be
// longer than its zone: tiles that lie in no zone and continue it belong to it.
func (sp *spread) inside(all [][]*tile) [][]*tile {
	for _, line := range all {
		for i := 1; i < len(line); i++ {
			if line[i].unzoned && !line[i-1].outside && line[i].gapBefore < tuning.continues {
				line[i].outside = false
			}
		}
		for i := len(line) - 2; i >= 0; i-- {
			if line[i].unzoned && !line[i+1].outside && line[i+1].gapBefore < tuning.continues {
				line[i].outside = false
			}
		}
	}
	return linesWithout(all, func(t *tile) bool {
		if !t.outside {
			return false
		}
		sp.ignored = append(sp.ignored, t)
		if t.isFlower() && !t.foreign && t.Confidence > .5 {
			sp.stray = append(sp.stray, t)
		}
		return true
	})
}

// wall reports whether a line is a wall or another player's standing tiles: face
// down, and not the four of a concealed kong.
func wall(line []*tile) bool {
	_, backs, _, _ := marks(line)
	return backs == len(line) && backs != models.KongTiles
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
// as well be the winning tile: it stands at the end of the row, or before another set, or
// concealed tiles stand on both sides.
func (sp *spread) touching(sets []*set, group []*tile) {
	first, last := group[0], group[len(group)-1]
	concealed := func(i int) bool { return i >= 0 && i < len(group) && !inSet(sets, group[i]) }
	for _, s := range sets {
		if s.kind == models.ConcealedKong {
			continue
		}
		left, right := s.tiles[0], s.tiles[len(s.tiles)-1]
		amid := !inSet(sets, first) && !inSet(sets, last)
		switch {
		case amid || left == first && left.turned || right == last && right.turned:
			sp.unclear = append(sp.unclear, s)
		case left.turned && concealed(slices.Index(group, right)+1) || right.turned && concealed(slices.Index(group, left)-1):
			sp.wedged = append(sp.wedged, s)
		}
	}
}

func inSet(sets []*set, t *tile) bool {
	return slices.ContainsFunc(sets, func(s *set) bool { return slices.Contains(s.tiles, t) })
}

// dissolve takes a set that touches the concealed tiles back into the hand, with
// its turned tile as the winning one, where that is the only way to read it: the
// player's other melds stand apart, or the hand would be a tile short.
func (sp *spread) dissolve() {
	tiles := models.SetTiles*len(sp.sets) + len(slices.Concat(sp.groups...))
	apart := len(sp.sets) > len(sp.unclear)
	if len(sp.unclear) != 1 || !apart && tiles != sp.size.Tiles() || !sp.joins(sp.unclear[0]) {
		return
	}
	s := sp.unclear[0]
	if len(s.tiles) > models.SetTiles {
		return // the first of four may be the hand's, and the others a pung
	}
	sp.unclear = nil
	sp.sets = slices.DeleteFunc(slices.Clone(sp.sets), func(o *set) bool { return o == s })
	sp.groups = append(sp.groups, s.tiles)
}

// joins reports whether a set surely touches concealed tiles. Between it and a winning tile that was
// set apart from the others the gap may be seen too small to part them, but not as none.
func (sp *spread) joins(s *set) bool {
	return slices.ContainsFunc(slices.Concat(sp.groups...), func(t *tile) bool {
		return slices.ContainsFunc(s.tiles, func(o *tile) bool { return t.row == o.row && space(t, o) < tuning.joinedGap })
	})
}

// takeUnmarked makes melds of groups that stand apart in a line and are sets, when
// this explains the hand: one group at most may remain that is no set, and it has
// the tiles that belong beside so many melds. Otherwise the gaps mean nothing and
// all is concealed.
func (sp *spread) takeUnmarked() {
	var sets []*set
	var rest [][]*tile
	var pinched []*set
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
			if sp.pinchedAt(g) {
				pinched = append(pinched, s)
			}
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
	if want := sp.size.Concealed(melds); len(sets) == 0 || big > 1 || concealed != want && concealed != want+1 {
		return
	}
	sp.sets = append(sp.sets, sets...)
	sp.groups, sp.pinched = rest, pinched
}

// pinchedAt reports whether a gap that parts a group from those beside it in its line may be none.
func (sp *spread) pinchedAt(group []*tile) bool {
	if group[0].pinched {
		return true
	}
	last, next := group[len(group)-1], (*tile)(nil)
	for _, g := range sp.groups {
		if g[0].row == last.row && g[0].along > last.along && (next == nil || g[0].along < next.along) {
			next = g[0]
		}
	}
	return next != nil && next.pinched
}

// takeWin finds the winning tile: turned where no meld explains it, or single and
// apart from the others.
func (sp *spread) takeWin() {
	loose := len(slices.Concat(sp.groups...))
	for _, g := range sp.groups {
		for _, t := range g {
			alone := len(g) == 1 && loose > 1 && sp.apart(t)
			if (t.turned || alone || t.use == calibration.WinningZone) && !t.isBack() {
				sp.wins = append(sp.wins, t)
			}
		}
	}
	if n := len(sp.wins); n == 1 || loose == 2 && n == 2 && allEqual(sp.wins) {
		// Of an equal pair either tile may have come last.
		sp.win = slices.MaxFunc(sp.wins, func(a, b *tile) int { return cmp.Compare(a.along, b.along) })
		sp.wins = []*tile{sp.win}
	}
}

// apart reports whether no concealed tile stands near t in its line.
func (sp *spread) apart(t *tile) bool {
	return !slices.ContainsFunc(slices.Concat(sp.groups...), func(o *tile) bool { return o != t && o.row == t.row && space(o, t) < tuning.apartGap })
}
