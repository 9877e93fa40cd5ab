package play

import (
	"math"
	"slices"

	"jantaku/models"
)

// explain gives the histories in which sight number at follows h, but not all of those whose
// log-probability is below floor.
func (p *Play) explain(h *history, at int, floor float64) []*history {
	s := &p.sights[at]
	if s.act == nothingSeen {
		return []*history{h.after(0)}
	}
	e := explanation{p: p, h: p.waitsForSticks(h, at), s: s, at: at, floor: floor}
	if s.unread {
		e.keep(log(p.priors.UnreadFalse))
		unread := p.priors.Unread
		if s.apart {
			unread *= p.priors.FlowerApart
		}
		e.h = e.h.after(log(unread))
	}
	if h.phase == over {
		e.afterwards()
		return e.found
	}
	switch s.act {
	case discardSeen:
		e.discard()
	case goneSeen:
		e.gone()
	case meldSeen:
		e.meld()
	case addedSeen:
		e.added()
	case flowerSeen:
		e.flower()
	case doraSeen:
		e.dora()
	case laidSeen:
		e.laid()
	case takenSeen:
		e.taken()
	case stickSeen:
		e.stick()
	case stickGoneSeen:
		e.stickGone()
	case sweptSeen:
		e.swept()
	}
	return e.found
}

// explanation collects what a sight may mean in one history.
type explanation struct {
	p     *Play
	h     *history
	s     *sight
	at    int
	floor float64
	found []*history
}

func (e *explanation) add(h *history) { e.found = append(e.found, h) }

// keep adds the history in which the sight means nothing.
func (e *explanation) keep(cost float64) { e.add(e.h.after(cost)) }

// missed is the cost of a discard that nobody saw.
func (e *explanation) missed() float64 {
	if e.s.blind {
		return log(e.p.priors.Blind)
	}
	return log(e.p.priors.Missed)
}

// gaps gives the histories in which so many turns passed unseen that player p is on turn.
// The first is h itself where p is on turn. A tile that left the river meanwhile was not
// really taken then.
func (e *explanation) until(p int, then func(h *history)) {
	turns := e.h.turns(e.p.game, int(e.h.to), p)
	if turns < 0 {
		return
	}
	for ; turns < 2*models.Places; turns += e.h.playing(e.p.game) {
		if turns > 0 && e.h.left(e.p.game) < turns {
			return
		}
		h := e.h.after(float64(turns) * e.missed())
		if h.phase == free && h.tileGone {
			h.logp += log(e.p.priors.FalseGone / float64(h.played()) / e.p.priors.Call)
		}
		e.pass(h, turns, then)
	}
}

// untilDrawn is until for what only who has drawn a tile may do.
func (e *explanation) untilDrawn(p int, then func(h *history)) {
	e.until(p, func(h *history) {
		if h.phase == free || !h.undrawn {
			then(h)
		}
	})
}

// pass lets turns pass unseen. Each of them may have declared riichi.
func (e *explanation) pass(h *history, turns int, then func(h *history)) {
	const gain = 16 // that a set which fits may still bring
	if h.logp+gain < e.floor {
		return
	}
	if turns <= 0 {
		then(h)
		return
	}
	p := int(h.to)
	if may := h.mayRiichi(e.p.game, p); may {
		bold := h.branch(log(e.p.priors.riichi(h, p)))
		bold.discards(e.p.game, p, unseen, e.at, true)
		bold.players[p].gapAt = int16(e.at)
		e.pass(bold, turns-1, then)
	}
	h.discards(e.p.game, p, unseen, e.at, false)
	h.players[p].gapAt = int16(e.at)
	e.pass(h, turns-1, then)
}

// branch copies a history that is still being made.
func (h *history) branch(cost float64) *history {
	c := *h
	c.moves = append([]move(nil), h.moves...)
	c.logp += cost
	return &c
}

// riichi is how often the next discard of a player declares it.
func (p *Priors) riichi(h *history, place int) float64 {
	return p.Riichi[min(int(h.players[place].discards), len(p.Riichi)-1)]
}

// mayRiichi reports whether a player may declare riichi with the next discard.
func (s *state) mayRiichi(g *Game, p int) bool {
	me := &s.players[p]
	return g.Riichi && !me.open && me.riichi == 0 && s.left(g) >= 1
}

// discard is a tile that came to a river.
func (e *explanation) discard() {
	tile := e.s.slots[0]
	from, to := e.s.place, e.s.place
	if e.s.place < 0 || e.h.heap {
		from, to = 0, models.Places-1
	}
	for p := from; p <= to; p++ {
		if e.p.game.turns(int(e.h.to), p) < 0 {
			continue
		}
		e.until(p, func(h *history) { e.lies(h, p, tile) })
		e.afterUnseenCall(p, tile)
		e.fills(p, tile)
		e.again(p, tile)
		e.putBack(p, tile)
	}
	often := e.p.priors.False // or one that somebody let fall
	if e.h.last < 0 && e.s.place != int(e.h.dealer) {
		often += e.p.priors.TooEarly
	}
	stray := e.h.after(log(often))
	stray.stray = int32(tile)
	e.add(stray)
}

// putBack is the last discard, which lay in a meld that was withdrawn, in its river again.
func (e *explanation) putBack(p, tile int) {
	h := e.h
	if h.offered < 0 || h.offered != h.tile || int(h.last) != p || !h.tileGone {
		return
	}
	b := h.after(likeness(&e.p.slots[h.tile], &e.p.slots[tile], &e.p.prior))
	b.did(move{do: putBack, place: int8(p), slot: int32(tile), sight: int16(e.at), claimed: h.tile, from: none})
	b.players[p].lastSlot, b.lastSeen, b.tile, b.tileGone, b.offered = int32(tile), int32(tile), int32(tile), false, none
	e.add(b)
}

// lies ends the turn of p with the tile, which may lie sideways.
func (e *explanation) lies(h *history, p, tile int) {
	g, side := e.p.game, e.p.slots[tile].side
	me, pr := &h.players[p], &e.p.priors
	if h.heap { // a tile lies anyhow
		side = .5
		h.logp += e.laidBy(p)
	}
	turned := func(often float64) float64 { return log(side*often + (1-side)*(1-often)) }
	if me.owes {
		h.logp += turned(.9)
		h.players[p].owes = false
		h.discards(g, p, int32(tile), e.at, false)
		e.add(h)
		return
	}
	if h.mayRiichi(g, p) && (side > 1e-4 || e.p.stakedAfter(p, e.at)) {
		bold := h.branch(log(pr.riichi(h, p)) + turned(1-pr.Straight))
		bold.discards(g, p, int32(tile), e.at, true)
		e.add(bold)
		if me.lastCalled && me.discards > 0 {
			e.add(e.lateRiichi(h, p, tile))
		}
	}
	h.logp += turned(pr.Crooked)
	h.discards(g, p, int32(tile), e.at, false)
	e.add(h)
}

// laidBy is how likely a tile of a heap was laid by a player: mostly it lies before its owner,
// whose arm was over it.
func (e *explanation) laidBy(p int) (logp float64) {
	pr := &e.p.priors
	switch {
	case e.s.before < 0:
	case e.s.before == p:
		logp += log(1 - pr.Elsewhere)
	default:
		logp += log(pr.Elsewhere / (models.Places - 1))
	}
	seen := 0.0
	for _, share := range e.s.by {
		seen += share
	}
	if seen > 0 { // another arm was over it as well, or was taken for it
		logp += log((1-pr.OtherArm)*e.s.by[p] + pr.OtherArm*(1-e.s.by[p])/(models.Places-1))
	}
	return logp
}

// lateRiichi is the history in which the discard before, which was called, had declared
// riichi: the tile that lies sideways only marks it, and its stick is due since then.
func (e *explanation) lateRiichi(h *history, p, tile int) *history {
	pr := &e.p.priors
	late := h.branch(log(pr.riichi(h, p)) + log(e.p.slots[tile].side*.9))
	since := e.at
	if before := late.players[p].lastSlot; before >= 0 {
		late.logp += log(pr.Straight) - log(1-e.p.slots[before].side+pr.Straight)
		since = max(e.p.discardOf(int(before)), 0)
	}
	me := &late.players[p]
	double := me.discards == 1 && late.calls <= 1
	stick := me.stick
	me.stick = noStick
	late.discards(e.p.game, p, int32(tile), e.at, false)
	if me.stick = stick; stick == noStick {
		late.weigh(pr.without(e.p.clock(e.at)-e.p.clock(since)), 1)
	}
	late.stakes(p, since, true)
	me.riichi = 1
	if double {
		me.riichi = 2
	}
	late.moves[len(late.moves)-1].late = true
	return late
}

// discardOf is the sight of a discard by its tile; -1 for none.
func (p *Play) discardOf(slot int) int {
	return slices.IndexFunc(p.sights, func(s sight) bool { return s.act == discardSeen && s.slots[0] == slot })
}

// afterUnseenCall is a discard after a call whose meld nobody saw yet.
func (e *explanation) afterUnseenCall(p, tile int) {
	h, pr := e.h, &e.p.priors
	if h.phase != free || h.last < 0 || int(h.last) == p || h.players[p].riichi > 0 || h.players[p].melds > 3 || h.wonOn || h.end.wonBy(p) {
		return
	}
	cost := log(pr.MissedMeld) + log(pr.Call)
	if h.tileGone {
		cost -= log(pr.Call)
	}
	call := func(do models.Deed, share float64) {
		c := h.after(cost + log(share))
		c.claims(e.p.game, p, do, unseen)
		c.players[p].callGaps++
		e.lies(c, p, tile)
	}
	call(models.CalledPung, pr.Pung/3)
	if e.p.game.Chows && p == int(h.to) {
		call(models.CalledChow, pr.Chow)
	}
}

// fills is a tile that was told later than others that came after it.
func (e *explanation) fills(p, tile int) {
	me := &e.h.players[p]
	if me.gaps == 0 {
		return
	}
	cost := log(e.p.priors.Late) - e.missed()
	switch next := &e.p.sights[me.gapAt]; {
	case next.set == e.s.set || e.s.clear > 0 && e.s.clear < next.rest:
		cost = log(.5) - e.missed() // it may have lain there, covered, before the other came
	case e.s.clear > 0:
		cost += log(e.p.priors.ClearFalse) // its place was seen without it since
	}
	f := e.h.after(cost)
	if f.players[p].gaps--; f.players[p].gaps == 0 {
		f.players[p].gapAt = 0
	}
	if f.tile == unseen && int(f.last) == p {
		f.tile = int32(tile)
	}
	if f.players[p].lastSlot == unseen {
		f.players[p].lastSlot = int32(tile)
	}
	if f.lastSeen == unseen && int(f.last) == p {
		f.lastSeen = int32(tile)
	}
	f.did(move{do: fill, place: int8(p), slot: int32(tile), sight: int16(e.at), claimed: none, from: none})
	if f.heap {
		f.logp += e.laidBy(p)
	} else {
		side := e.p.slots[tile].side
		f.logp += log(side*e.p.priors.Crooked + (1-side)*(1-e.p.priors.Crooked))
	}
	e.add(f)
}

// again is the last discard told twice, or taken back and another one played.
func (e *explanation) again(p, tile int) {
	h := e.h
	if int(h.last) != p || h.phase != free || h.wonOn {
		return
	}
	if h.tile >= 0 && math.Hypot(e.p.slots[h.tile].at.X-e.p.slots[tile].at.X, e.p.slots[h.tile].at.Y-e.p.slots[tile].at.Y) < e.p.width {
		e.keep(log(e.p.priors.Doubled) + likeness(&e.p.slots[h.tile], &e.p.slots[tile], &e.p.prior))
	}
	cost := log(e.p.priors.TakeBack)
	if h.tileGone {
		cost -= log(e.p.priors.Call)
	} else {
		cost += log(.1)
	}
	back := h.after(cost)
	back.returned = h.tile
	me := &back.players[p]
	me.discards--
	if h.tile == unseen {
		me.gaps--
	}
	back.did(move{do: takeBack, place: int8(p), slot: h.tile, sight: int16(e.at), claimed: none, from: none})
	back.phase, back.to, back.replaced = holding, int8(p), false
	if me.oneTurn { // what was taken back had declared riichi
		me.riichi, me.oneTurn = 0, false
		if me.stick == stickDue {
			me.stick = noStick
		} else if me.stick == stickLies {
			me.stick = stickFirst
		}
	}
	e.lies(back, p, tile)
}

// gone is a tile that left a river.
func (e *explanation) gone() {
	tile, pr := int32(e.s.slots[0]), &e.p.priors
	switch {
	case e.h.wonOn && e.h.tile == tile: // a winner has it
		e.keep(0)
		return
	case e.h.phase == free && e.h.tile == tile && !e.h.tileGone:
		cost := log(pr.Call)
		if e.h.offered == tile { // for a call that was withdrawn
			cost = 0
		}
		g := e.h.after(cost)
		g.tileGone = true
		e.add(g)
	case e.h.claimed == tile, e.h.returned == tile: // told after what was done with it
		e.keep(0)
		return
	case e.h.stray == tile:
		k := e.h.after(0)
		k.stray = none
		e.add(k)
		return
	}
	e.keep(log(pr.FalseGone / float64(e.h.played()))) // any tile may be told so, at any time
}

// meld is a set that came to rest on a player's side.
func (e *explanation) meld() {
	p, h, pr := e.s.place, e.h, &e.p.priors
	e.winsClosed()
	if h.players[p].melds < 4 && !h.end.wonBy(p) {
		if h.phase == free && h.last >= 0 && int(h.last) != p && !h.wonOn {
			e.claim(h.after(0))
		}
		for turns := 1; turns <= 3; turns++ { // a discard that nobody saw is claimed
			c := h.after(float64(turns) * e.missed())
			e.pass(c, turns, func(h *history) {
				if int(h.last) != p {
					e.claim(h)
				}
			})
		}
		if e.mayBeOwn() {
			e.untilDrawn(p, func(h *history) {
				if e.s.left > 0 {
					h.logp += log(pr.FalseGone) * float64(min(len(e.s.slots), 2))
				}
				h.logp += log(pr.OwnKong) + e.shows(models.MadeConcealed) + e.p.sameness(e.s.slots, none, models.MadeConcealed)
				h.concealed(p, e.at)
				e.add(h)
			})
			e.lateKong(p)
		}
	}
	if h.players[p].callGaps > 0 {
		f := h.after(log(pr.Late) - log(pr.MissedMeld))
		f.players[p].callGaps--
		for i := range f.players[p].sets {
			if f.players[p].sets[i] == unseen {
				f.players[p].sets[i] = int16(e.at)
				break
			}
		}
		f.did(move{do: fillMeld, place: int8(p), slot: none, sight: int16(e.at), claimed: none, from: none})
		if call := h.unseenCall(p); call != nil {
			f.logp += e.shows(call.do) + e.p.sameness(e.s.slots, int(call.claimed), call.do) + e.turning(int(call.from))
		}
		e.add(f)
	}
	e.exposed()
}

// exposed are tiles of a hand that are no meld: shown, for a moment or until the end, or laid for a call that was withdrawn.
func (e *explanation) exposed() {
	p, h, pr := e.s.place, e.h, &e.p.priors
	n := min(len(e.s.slots), 2)
	switch {
	case e.p.anyBack(e.s.slots):
		e.keep(log(pr.False) * float64(n))
	case e.s.left == 0:
		e.keep(addLogs(log(pr.False)*float64(n), log(pr.Exposed)))
	default:
		e.keep(addLogs(log(pr.False)*float64(n), log(pr.Exposed)))
		if h.phase == free && h.last >= 0 && int(h.last) != p && h.players[p].riichi == 0 {
			w := h.after(log(pr.Withdrawn))
			if h.tileGone {
				w.logp -= log(pr.Call) // it was taken for that
			}
			w.offered = h.tile
			e.add(w)
		}
	}
}

// lateKong is a concealed kong that is told after the discard with which its owner ended that turn: the arm
// that laid one lay over the other.
func (e *explanation) lateKong(p int) {
	h := e.h
	if h.phase != free || int(h.last) != p || h.undrawn || h.wonOn {
		return
	}
	cost := log(e.p.priors.Late)
	if tile := h.lastSeen; tile >= 0 && e.s.clear > 0 && e.s.clear < e.p.slots[tile].rest {
		cost = log(.5) // it may have lain there, covered, before the discard came
	}
	late := h.after(cost + log(e.p.priors.OwnKong) + e.shows(models.MadeConcealed) + e.p.sameness(e.s.slots, none, models.MadeConcealed))
	late.concealedBefore(e.p.game, p, e.at)
	e.add(late)
}

// mayBeOwn reports whether a set may be a concealed kong, some of which the eye did not tell of: one to three faces, of
// riichi more than one, or all four, or any number of tiles of which one lies face down.
func (e *explanation) mayBeOwn() bool {
	switch n := len(e.s.slots); {
	case n == 4, e.p.anyBack(e.s.slots):
		return true
	default:
		return n > 1 || n == 1 && !e.p.game.Riichi
	}
}

// shows is how likely so many tiles of a set are told, so far apart where two faces are.
func (e *explanation) shows(do models.Deed) (logp float64) {
	pr, n := &e.p.priors, len(e.s.slots)
	switch {
	case do == models.CalledKong || n > 3:
		return 0
	case do == models.MadeConcealed:
		logp = log(pr.BacksUnseen)
		if n == 3 && !e.p.anyBack(e.s.slots) {
			logp += log(pr.ThreeShown)
		}
	default:
		logp = float64(3-n) * log(pr.FaceUnseen)
	}
	if n == 2 && !e.p.anyBack(e.s.slots) {
		logp += e.p.apartBy(e.s, do)
	}
	return logp
}

// anyBack reports whether one of the tiles lies face down.
func (p *Play) anyBack(slots []int) bool {
	return slices.ContainsFunc(slots, func(i int) bool { return p.slots[i].back })
}

// claim adds the calls of the last discard that the set may be. The player was charged for
// the tile that left the river already.
func (e *explanation) claim(h *history) {
	p, pr := e.s.place, &e.p.priors
	if h.players[p].riichi > 0 || h.players[p].melds > 3 || h.left(e.p.game) < 0 {
		return
	}
	cost := log(pr.Call)
	switch {
	case h.tileGone:
		cost = 0
	case h.tile >= 0 && !e.p.slots[h.tile].gone:
		cost += log(pr.GoneUnseen)
	}
	if e.s.left > 0 { // it was told that the meld lies there no more
		cost += log(pr.FalseGone) * float64(min(len(e.s.slots), 2))
	}
	try := func(do models.Deed, share float64) {
		c := h.branch(cost + log(share) + e.shows(do) + e.p.sameness(e.s.slots, int(h.tile), do) + e.turning(int(h.last)))
		c.claims(e.p.game, p, do, e.at)
		e.add(c)
	}
	switch n := len(e.s.slots); {
	case n == 4:
		try(models.CalledKong, pr.Kong)
	default:
		try(models.CalledPung, pr.Pung/2)
		if e.p.game.Chows && p == e.p.game.next(int(h.last)) { // no book has both chows and winners that are out
			try(models.CalledChow, pr.Chow)
		}
	}
}

// unseenCall is the last call of a player whose meld nobody has seen yet; nil for none.
func (h *history) unseenCall(p int) *move {
	filled := 0
	for past := h; past != nil; past = past.past {
		for i := len(past.moves) - 1; i >= 0; i-- {
			switch m := &past.moves[i]; {
			case int(m.place) != p:
			case m.do == fillMeld:
				filled++
			case m.sight != unseen || m.do != models.CalledPung && m.do != models.CalledChow:
			case filled > 0:
				filled--
			default:
				return m
			}
		}
	}
	return nil
}

// turning is how well the turned tile of a set shows that it was supplied from a place.
func (e *explanation) turning(from int) float64 {
	shown, p := e.p.turnedAt(e.s)
	if !e.p.game.Turned || shown == models.NoSide {
		return 0
	}
	side := models.Side(e.p.game.turns(e.s.place, from))
	pr := &e.p.priors
	right, wrong := 1-pr.Unturned-pr.Misturned, pr.Misturned/2
	if shown == side {
		return log(p*right + (1-p)*wrong)
	}
	return log(p*wrong + (1-p)*right)
}

// added is a tile upon or beside a pung.
func (e *explanation) added() {
	p, tile := e.s.place, e.s.slots[len(e.s.slots)-1]
	alike := e.p.sameness(e.s.slots, none, models.MadeAdded)
	known := false
	for _, set := range e.h.players[p].sets {
		known = known || set >= 0 && e.p.holds(int(set), e.s.slots[0])
	}
	if known {
		e.untilDrawn(p, func(h *history) {
			h.logp += log(e.p.priors.OwnKong*(1-e.s.doubt)) + alike
			h.adds(e.p.game, p, e.at, int32(tile))
			e.add(h)
		})
	}
	e.keep(addLogs(log(e.p.priors.False), log(e.p.priors.Pushed*e.s.doubt)+alike))
}

// flower is a flower beside a hand. In the deal everybody may have one; later it is the
// turn of whoever lays it.
func (e *explanation) flower() {
	p, tile := e.s.place, int32(e.s.slots[0])
	if !e.p.game.Flowers || p < 0 {
		e.keep(log(e.p.priors.False))
		return
	}
	if e.h.last < 0 && e.h.calls == 0 { // nobody has discarded: dealt, and replaced at once
		f := e.h.after(0)
		f.players[p].flowers++
		f.draws++
		f.did(move{do: models.LaidFlower, place: int8(p), slot: tile, sight: int16(e.at), claimed: none, from: none})
		e.add(f)
		return
	}
	e.until(p, func(h *history) {
		h.logp += log(.04)
		h.flower(p, e.at, tile)
		e.add(h)
	})
	e.lateFlower(p, tile)
}

// lateFlower is a flower that is told after its owner has discarded.
func (e *explanation) lateFlower(p int, tile int32) {
	late := e.h.after(log(e.p.priors.Late))
	late.players[p].flowers++
	late.draws++
	late.did(move{do: models.LaidFlower, place: int8(p), slot: tile, sight: int16(e.at), claimed: none, from: none, late: true})
	e.add(late)
}

// Indicators of kongs.
const (
	// noKong is how often an indicator is turned for no reason that was seen.
	noKong = .01
	// beforeKong is how often that of a kong is told before its tiles are: both come to rest
	// within a second, and the hand is over the kong. Assumed.
	beforeKong = .3
)

// dora is an indicator that was turned.
func (e *explanation) dora() {
	d := e.h.after(0)
	if d.dora > d.kongs || d.dora >= 5 {
		d.logp += log(noKong) // see replaces
	}
	d.dora++
	d.did(move{do: models.TurnedDora, slot: int32(e.s.slots[0]), sight: int16(e.at), place: none, claimed: none, from: none})
	e.add(d)
	e.keep(log(e.p.priors.False))
}
