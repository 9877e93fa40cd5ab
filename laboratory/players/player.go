package players

import (
	"math/rand/v2"
	"slices"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/course"
)

// player decides for one place.
type player struct {
	place   models.Place
	plans   []plan
	measure *measure
	random  *rand.Rand
	rules   scoring.Ruleset
	habits  habits
	taste   scoring.Taste
	bold    int // how many tiles the hand may lack that plays on against riichi
	// waits are the kinds that complete the hand while it waits.
	waits []models.Tile
	// passed says that a tile it waited for went by since its last draw, or for good
	// after riichi: furiten.
	passed bool
}

// keep is how many of the nearest plans are weighed for each discard: more change little
// and cost time.
const keep = 4

// weighed is how far a hand is from the best of some plans: tiles lacking less what the
// plan is worth, and which plan it is.
type weighed struct {
	value float64
	lacks int
	plan  *plan
}

// left gives how many tiles of each kind the player has not seen.
func (p *player) left(h *course.Hand) *counts {
	var left counts
	for i := range left {
		left[i] = models.Copies
	}
	see := func(tiles models.Tiles) {
		for _, t := range tiles {
			if i := t.Index(); i >= 0 && left[i] > 0 {
				left[i]--
			}
		}
	}
	see(h.Visible(p.place))
	side := h.Side(p.place)
	see(side.Concealed)
	for _, m := range side.Melds {
		see(m.Tiles)
	}
	return &left
}

// nearest gives the plans that a hand is nearest to.
func (p *player) nearest(c *counts, melds []models.Meld, left *counts) []*plan {
	type ranked struct {
		plan  *plan
		value float64
	}
	var all []ranked
	for i := range p.plans {
		plan := &p.plans[i]
		if lacks := p.measure.lacks(plan, c, melds, left); lacks < never {
			all = append(all, ranked{plan, float64(lacks) - plan.worth})
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		switch {
		case a.value < b.value:
			return -1
		case a.value > b.value:
			return 1
		}
		return 0
	})
	var plans []*plan
	for _, r := range all[:min(keep, len(all))] {
		plans = append(plans, r.plan)
	}
	return plans
}

// weigh gives the best of some plans for a hand.
func (p *player) weigh(plans []*plan, c *counts, melds []models.Meld, left *counts) weighed {
	best := weighed{value: never, lacks: never}
	for _, plan := range plans {
		lacks := p.measure.lacks(plan, c, melds, left)
		if value := float64(lacks) - plan.worth; value < best.value {
			best = weighed{value, lacks, plan}
		}
	}
	return best
}

// useful counts the unseen tiles that bring a hand nearer to a plan.
func (p *player) useful(w weighed, c *counts, melds []models.Meld, left *counts) (n int) {
	if w.plan == nil {
		return 0
	}
	for kind := range c {
		if left[kind] == 0 || c[kind] >= models.Copies {
			continue
		}
		c[kind]++
		if p.measure.lacks(w.plan, c, melds, left) < w.lacks {
			n += int(left[kind])
		}
		c[kind]--
	}
	return n
}

// choice is a discard and what remains after it.
type choice struct {
	tile   models.Tile
	after  weighed
	useful int
}

// discard chooses what to discard of the tiles in hand, which are one too many. What is
// forbidden after a call is not discarded if anything else can be.
func (p *player) discard(h *course.Hand, forbidden []models.Tile) choice {
	side := h.Side(p.place)
	c, left := countsOf(side.Concealed), p.left(h)
	plans := p.nearest(&c, side.Melds, left)
	var best choice
	for _, tile := range choices(side.Concealed, forbidden) {
		kind := tile.Index()
		c[kind]--
		one := choice{tile: tile, after: p.weigh(plans, &c, side.Melds, left)}
		if best.tile == models.NoTile || one.after.value <= best.after.value {
			one.useful = p.useful(one.after, &c, side.Melds, left)
		}
		c[kind]++
		if best.tile == models.NoTile || better(one, best) {
			best = one
		}
	}
	if safe := p.safe(h, best, forbidden); safe != models.NoTile {
		best.tile, best.after.lacks = safe, never
	}
	return best
}

// better says whether a discard leaves more than another. Of equal ones the outer tile goes.
func better(one, other choice) bool {
	switch {
	case one.after.value != other.after.value:
		return one.after.value < other.after.value
	case one.useful != other.useful:
		return one.useful > other.useful
	}
	return outer(one.tile) > outer(other.tile)
}

// outer is larger for tiles that fit fewer sets; a red five is kept.
func outer(t models.Tile) int {
	switch {
	case t.IsRed():
		return -1
	case t.IsHonour():
		return 5
	}
	return max(5-t.Rank(), t.Rank()-5)
}

// choices are the different tiles of a hand that may be discarded.
func choices(hand models.Tiles, forbidden []models.Tile) (tiles []models.Tile) {
	for _, allowed := range [][]models.Tile{forbidden, nil} {
		for _, t := range hand {
			if !t.IsFlower() && !slices.Contains(tiles, t) && !slices.Contains(allowed, t.Kind()) {
				tiles = append(tiles, t)
			}
		}
		if len(tiles) > 0 {
			return tiles
		}
	}
	return tiles
}

// safe gives a tile that gives nobody in riichi a win, for a player far from one.
func (p *player) safe(h *course.Hand, best choice, forbidden []models.Tile) models.Tile {
	if best.after.lacks <= p.bold {
		return models.NoTile
	}
	var against []models.Place
	for i := range h.Sides {
		if at := models.PlaceAt(i); at != p.place && h.Sides[i].Riichi > 0 {
			against = append(against, at)
		}
	}
	if len(against) == 0 {
		return models.NoTile
	}
	safest, most := models.NoTile, -1
	for _, tile := range choices(h.Side(p.place).Concealed, forbidden) {
		safety := 0
		for _, at := range against {
			for _, t := range h.Side(at).River {
				if t.Tile.Kind() == tile.Kind() {
					safety += 10
					break
				}
			}
		}
		if safety += outer(tile); safety > most {
			safest, most = tile, safety
		}
	}
	return safest
}

// think notes what the hand waits for, after a discard or a call.
func (p *player) think(h *course.Hand, round models.Seat) {
	side := h.Side(p.place)
	c := countsOf(side.Concealed)
	p.waits = nil
	if !p.near(&c, side.Melds) {
		return
	}
	p.waits = h.Waits(p.rules, p.place, round)
}

// near reports whether a hand may wait for one; the rule book says which.
func (p *player) near(c *counts, melds []models.Meld) bool {
	if p.measure.general(c, p.measure.whole-len(melds), anyKind, false) <= 1 {
		return true
	}
	if len(melds) == 0 && (pairs(c) <= 1 || orphans(c) <= 1 || unconnected(c) <= 1) {
		return true
	}
	if len(melds) > 1 {
		return false
	}
	knitted := plan{allowed: anyKind, knit: true, open: true}
	for _, o := range orders {
		knitted.fixed = knitted.fixed[:0]
		for suit, rank := range o {
			knitted.fixed = append(knitted.fixed, [3]int{9*suit + rank, 9*suit + rank + 3, 9*suit + rank + 6})
		}
		if p.measure.sets(&knitted, c, melds, fourOfEach()) <= 1 {
			return true
		}
	}
	return false
}

func fourOfEach() *counts {
	var left counts
	for i := range left {
		left[i] = models.Copies
	}
	return &left
}

// furiten reports whether the player may not win on a discard: only riichi knows that.
func (p *player) furiten(h *course.Hand) bool {
	if h.Manners.Riichi == nil {
		return false
	}
	if p.passed {
		return true
	}
	for _, t := range h.Side(p.place).River {
		if slices.Contains(p.waits, t.Tile.Kind()) {
			return true
		}
	}
	return false
}

// declares says whether the player declares riichi with a discard.
func (p *player) declares(h *course.Hand, c choice) bool {
	side := h.Side(p.place)
	if h.Manners.Riichi == nil || side.Riichi > 0 || h.Left < models.Places || c.after.lacks != 1 || c.after.plan == nil {
		return false
	}
	for _, m := range side.Melds {
		if m.Kind.IsOpen() {
			return false
		}
	}
	return c.useful > 0 && p.random.Float64() < p.habits.riichi
}

// call gives the call that a player makes of a discard, and whether it makes one.
func (p *player) call(h *course.Hand, from models.Place, tile models.Tile) (models.Move, bool) {
	side := h.Side(p.place)
	if side.Riichi > 0 || p.random.Float64() > p.habits.calls {
		return models.Move{}, false
	}
	c, left := countsOf(side.Concealed), p.left(h)
	plans := p.nearest(&c, side.Melds, left)
	now := p.weigh(plans, &c, side.Melds, left)
	var best models.Move
	bestValue := now.value - p.habits.callGain
	for _, m := range p.calls(h, from, tile) {
		if value := p.afterCall(h, m, left); value <= bestValue {
			best, bestValue = m, value
		}
	}
	return best, best.Do != ""
}

// calls lists what could be called.
func (p *player) calls(h *course.Hand, from models.Place, tile models.Tile) (moves []models.Move) {
	hand := h.Side(p.place).Concealed
	add := func(do models.Deed, with ...models.Tile) {
		if own, ok := pick(hand, with...); ok {
			moves = append(moves, models.Move{Do: do, Place: p.place, Tile: tile, With: own, From: from})
		}
	}
	kind := tile.Kind()
	add(models.CalledPung, kind, kind)
	if h.Left > 0 && p.random.Float64() < p.taste.OpenKong {
		add(models.CalledKong, kind, kind, kind)
	}
	if h.Manners.Suits || models.PlaceAt(from.Index()+1) != p.place || !tile.IsNumber() || p.random.Float64() > p.taste.Chows {
		return moves
	}
	for first := max(1, kind.Rank()-2); first <= min(7, kind.Rank()); first++ {
		var with []models.Tile
		for rank := first; rank < first+3; rank++ {
			if rank != kind.Rank() {
				with = append(with, models.NewTile(kind.Suit(), rank))
			}
		}
		add(models.CalledChow, with...)
	}
	return moves
}

// pick takes tiles of these kinds out of a hand, plain ones before red fives.
func pick(hand models.Tiles, kinds ...models.Tile) (own models.Tiles, ok bool) {
	rest := slices.Clone(hand)
	for _, kind := range kinds {
		at := slices.Index(rest, kind)
		if at < 0 {
			at = slices.IndexFunc(rest, func(t models.Tile) bool { return t.Kind() == kind })
		}
		if at < 0 {
			return nil, false
		}
		own = append(own, rest[at])
		rest = slices.Delete(rest, at, at+1)
	}
	return own, true
}

// afterCall weighs the hand after a call and its best discard, or after a kong.
func (p *player) afterCall(h *course.Hand, m models.Move, left *counts) float64 {
	side := h.Side(p.place)
	c := countsOf(side.Concealed)
	for _, t := range m.With {
		c[t.Index()]--
	}
	meld := models.Meld{Kind: models.Pung, Tiles: append(slices.Clone(m.With), m.Tile), From: models.Left}
	switch m.Do {
	case models.CalledChow:
		meld.Kind = models.Chow
	case models.CalledKong:
		meld.Kind = models.Kong
	}
	melds := append(slices.Clone(side.Melds), meld)
	plans := p.nearest(&c, melds, left)
	if m.Do == models.CalledKong {
		return p.weigh(plans, &c, melds, left).value
	}
	best := float64(never)
	forbidden := swaps(m)
	for kind := range c {
		if c[kind] == 0 || slices.Contains(forbidden, models.KindAt(kind)) {
			continue
		}
		c[kind]--
		best = min(best, p.weigh(plans, &c, melds, left).value)
		c[kind]++
	}
	return best
}

// swaps are the kinds that are not discarded right after a call: the called one, and the
// one that would have made a chow at its other end.
func swaps(m models.Move) []models.Tile {
	kind := m.Tile.Kind()
	forbidden := []models.Tile{kind}
	if m.Do != models.CalledChow {
		return forbidden
	}
	low, high := min(m.With[0].Kind(), m.With[1].Kind()), max(m.With[0].Kind(), m.With[1].Kind())
	switch {
	case high-low != 1: // called in the middle
	case kind < low && high.Rank() < 9:
		forbidden = append(forbidden, high+1)
	case kind > high && low.Rank() > 1:
		forbidden = append(forbidden, low-1)
	}
	return forbidden
}

// kong gives the kong that a player makes of the tiles in hand, if any.
func (p *player) kong(h *course.Hand) (models.Move, bool) {
	side := h.Side(p.place)
	if h.Left == 0 || side.Drawn == models.NoTile || p.random.Float64() > p.taste.Kong {
		return models.Move{}, false
	}
	c, left := countsOf(side.Concealed), p.left(h)
	plans := p.nearest(&c, side.Melds, left)
	now := p.weigh(plans, &c, side.Melds, left).value
	for _, meld := range side.Melds {
		kind := meld.First()
		if meld.Kind != models.Pung || c[kind.Index()] == 0 || side.Riichi > 0 {
			continue
		}
		own, _ := pick(side.Concealed, kind)
		c[kind.Index()]--
		after := p.weigh(plans, &c, side.Melds, left).value
		c[kind.Index()]++
		if after <= now+1 { // the replacement may bring back what the tile was for
			return models.Move{Do: models.MadeAdded, Place: p.place, Tile: own[0]}, true
		}
	}
	for i, n := range c {
		if n < models.Copies {
			continue
		}
		kind := models.KindAt(i)
		if side.Riichi > 0 && side.Drawn.Kind() != kind {
			continue
		}
		tiles, _ := pick(side.Concealed, kind, kind, kind, kind)
		melds := append(slices.Clone(side.Melds), models.Meld{Kind: models.ConcealedKong, Tiles: tiles})
		rest := c
		rest[i] = 0
		if side.Riichi > 0 {
			if !p.sameWaits(h, rest, melds) {
				continue
			}
		} else if after := p.weigh(p.nearest(&rest, melds, left), &rest, melds, left).value; after > now+1 {
			continue
		}
		return models.Move{Do: models.MadeConcealed, Place: p.place, Tiles: tiles}, true
	}
	return models.Move{}, false
}

// sameWaits reports whether a kong after riichi leaves the waits as they were.
func (p *player) sameWaits(h *course.Hand, rest counts, melds []models.Meld) bool {
	for kind := range rest {
		was := slices.Contains(p.waits, models.KindAt(kind))
		if rest[kind] >= models.Copies {
			if was {
				return false
			}
			continue
		}
		rest[kind]++
		is := p.measure.general(&rest, p.measure.whole-len(melds), anyKind, false) == 0
		rest[kind]--
		if is != was {
			return false
		}
	}
	return true
}
