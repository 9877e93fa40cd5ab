package histories

import (
	"math"

	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/play/prior"
)

// explain gives the histories in which sight number at follows h, but not all of those whose
// log-probability is below floor.
func (p *Beam) explain(h *History, at int, floor float64) []*History {
	s := &p.Sights[at]
	if s.Act == evidence.NothingSeen {
		return []*History{h.after(0)}
	}
	e := explanation{p: p, h: p.waitsForSticks(h, at), s: s, at: at, floor: floor}
	if s.Unread {
		e.keep(log(p.Priors.UnreadFalse))
		unread := p.Priors.Unread
		if s.Apart {
			unread *= p.Priors.FlowerApart
		}
		e.h = e.h.after(log(unread))
	}
	switch {
	case h.Phase == Over:
		e.afterwards()
		return e.found
	case e.givesUp():
		e.keep(0)
		return e.found
	}
	switch s.Act {
	case evidence.DiscardSeen:
		e.discard()
	case evidence.GoneSeen:
		e.gone()
	case evidence.MeldSeen:
		e.meld()
	case evidence.AddedSeen:
		e.added()
	case evidence.FlowerSeen:
		e.flower()
	case evidence.DoraSeen:
		e.dora()
	case evidence.LaidSeen:
		e.laid()
	case evidence.TakenSeen:
		e.taken()
	case evidence.StickSeen:
		e.stick()
	case evidence.StickGoneSeen:
		e.stickGone()
	case evidence.SweptSeen:
		e.swept()
	}
	return e.found
}

// explanation collects what a sight may mean in one history.
type explanation struct {
	p     *Beam
	h     *History
	s     *evidence.Sight
	at    int
	floor float64
	found []*History
}

func (e *explanation) add(h *History) { e.found = append(e.found, h) }

// keep adds the history in which the sight means nothing.
func (e *explanation) keep(cost float64) { e.add(e.h.after(cost)) }

// missed is the cost of a discard that nobody saw.
func (e *explanation) missed() float64 {
	if e.s.Blind {
		return log(e.p.Priors.Blind)
	}
	return log(e.p.Priors.Missed)
}

// gaps gives the histories in which so many turns passed unseen that player p is on turn.
// The first is h itself where p is on turn. A tile that left the river meanwhile was not
// really taken then.
func (e *explanation) until(p int, then func(h *History)) {
	turns := e.h.Turns(e.p.Game, int(e.h.to), p)
	if turns < 0 {
		return
	}
	for ; turns < 2*models.Places; turns += e.h.playing(e.p.Game) {
		if turns > 0 && e.h.Left(e.p.Game) < turns {
			return
		}
		h := e.h.after(float64(turns) * e.missed())
		if h.Phase == free && h.tileGone {
			h.logp += log(e.p.Priors.FalseGone / float64(h.played()) / e.p.Priors.Call)
		}
		e.pass(h, turns, then)
	}
}

// untilDrawn is until for what only who has drawn a tile may do.
func (e *explanation) untilDrawn(p int, then func(h *History)) {
	e.until(p, func(h *History) {
		if h.Phase == free || !h.undrawn {
			then(h)
		}
	})
}

// pass lets turns pass unseen. Each of them may have declared riichi.
func (e *explanation) pass(h *History, turns int, then func(h *History)) {
	const gain = 16 // that a set which fits may still bring
	if h.logp+gain < e.floor {
		return
	}
	if turns <= 0 {
		then(h)
		return
	}
	p := int(h.to)
	if may := h.mayRiichi(e.p.Game, p); may {
		bold := h.branch(log(h.declares(&e.p.Priors, p)))
		bold.discards(e.p.Game, p, unseen, e.at, true)
		bold.Players[p].gapAt = int16(e.at)
		e.pass(bold, turns-1, then)
	}
	h.discards(e.p.Game, p, unseen, e.at, false)
	h.Players[p].gapAt = int16(e.at)
	e.pass(h, turns-1, then)
}

// branch copies a history that is still being made.
func (h *History) branch(cost float64) *History {
	c := *h
	c.Moves = append([]Move(nil), h.Moves...)
	c.logp += cost
	return &c
}

// declares is how often the next discard of a player declares riichi.
func (h *History) declares(pr *prior.Figures, place int) float64 {
	return pr.Riichi[min(int(h.Players[place].Discards), len(pr.Riichi)-1)]
}

// mayRiichi reports whether a player may declare riichi with the next discard.
func (s *State) mayRiichi(g *prior.Game, p int) bool {
	me := &s.Players[p]
	return g.Riichi && !me.open && me.Riichi == 0 && s.Left(g) >= 1
}

// discard is a tile that came to a river.
func (e *explanation) discard() {
	tile := e.s.Slots[0]
	from, to := e.s.Place, e.s.Place
	if e.s.Place < 0 || e.h.heap {
		from, to = 0, models.Places-1
	}
	for p := from; p <= to; p++ {
		if e.p.Game.Turns(int(e.h.to), p) < 0 {
			continue
		}
		e.until(p, func(h *History) { e.lies(h, p, tile) })
		e.afterUnseenCall(p, tile)
		e.fills(p, tile)
		e.again(p, tile)
		e.putBack(p, tile)
	}
	often := e.p.Priors.False // or one that somebody let fall
	if e.h.last < 0 && e.s.Place != int(e.h.Dealer) {
		often += e.p.Priors.TooEarly
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
	b := h.after(evidence.Likeness(&e.p.Slots[h.tile], &e.p.Slots[tile], &e.p.Prior))
	b.did(Move{Do: putBack, Place: int8(p), Slot: int32(tile), Sight: int16(e.at), Claimed: h.tile, From: none})
	b.Players[p].lastSlot, b.lastSeen, b.tile, b.tileGone, b.offered = int32(tile), int32(tile), int32(tile), false, none
	e.add(b)
}

// lies ends the turn of p with the tile, which may lie sideways.
func (e *explanation) lies(h *History, p, tile int) {
	g, side := e.p.Game, e.p.Slots[tile].Side
	me, pr := &h.Players[p], &e.p.Priors
	if h.heap { // a tile lies anyhow
		side = .5
		h.logp += e.laidBy(p)
	}
	turned := func(often float64) float64 { return log(side*often + (1-side)*(1-often)) }
	if me.owes {
		h.logp += turned(.9)
		h.Players[p].owes = false
		h.discards(g, p, int32(tile), e.at, false)
		e.add(h)
		return
	}
	if h.mayRiichi(g, p) && (side > 1e-4 || e.p.StakedAfter(p, e.at)) {
		bold := h.branch(log(h.declares(pr, p)) + turned(1-pr.Straight))
		bold.discards(g, p, int32(tile), e.at, true)
		e.add(bold)
		if me.lastCalled && me.Discards > 0 {
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
	pr := &e.p.Priors
	switch {
	case e.s.Before < 0:
	case e.s.Before == p:
		logp += log(1 - pr.Elsewhere)
	default:
		logp += log(pr.Elsewhere / (models.Places - 1))
	}
	seen := 0.0
	for _, share := range e.s.By {
		seen += share
	}
	if seen > 0 { // another arm was over it as well, or was taken for it
		logp += log((1-pr.OtherArm)*e.s.By[p] + pr.OtherArm*(1-e.s.By[p])/(models.Places-1))
	}
	return logp
}

// lateRiichi is the history in which the discard before, which was called, had declared
// riichi: the tile that lies sideways only marks it, and its stick is due since then.
func (e *explanation) lateRiichi(h *History, p, tile int) *History {
	pr := &e.p.Priors
	late := h.branch(log(h.declares(pr, p)) + log(e.p.Slots[tile].Side*.9))
	since := e.at
	if before := late.Players[p].lastSlot; before >= 0 {
		late.logp += log(pr.Straight) - log(1-e.p.Slots[before].Side+pr.Straight)
		since = max(e.p.DiscardOf(int(before)), 0)
	}
	me := &late.Players[p]
	double := me.Discards == 1 && late.Calls <= 1
	stick := me.stick
	me.stick = noStick
	late.discards(e.p.Game, p, int32(tile), e.at, false)
	if me.stick = stick; stick == noStick {
		late.weigh(without(pr, e.p.Clock(e.at)-e.p.Clock(since)), 1)
	}
	late.stakes(p, since, true)
	me.Riichi = 1
	if double {
		me.Riichi = 2
	}
	late.Moves[len(late.Moves)-1].Late = true
	return late
}

// afterUnseenCall is a discard after a call whose meld nobody saw yet.
func (e *explanation) afterUnseenCall(p, tile int) {
	h, pr := e.h, &e.p.Priors
	if h.Phase != free || h.last < 0 || int(h.last) == p || h.Players[p].Riichi > 0 || int(h.Players[p].melds) >= e.p.Game.Hand.Sets() || h.wonOn || h.End.WonBy(p) {
		return
	}
	cost := log(pr.MissedMeld) + log(pr.Call)
	if h.tileGone {
		cost -= log(pr.Call)
	}
	call := func(do models.Deed, share float64) {
		c := h.after(cost + log(share))
		c.claims(e.p.Game, p, do, unseen)
		c.Players[p].CallGaps++
		e.lies(c, p, tile)
	}
	call(models.CalledPung, pr.Pung/3)
	if e.p.Game.Chows && p == int(h.to) {
		call(models.CalledChow, pr.Chow)
	}
}

// fills is a tile that was told later than others that came after it.
func (e *explanation) fills(p, tile int) {
	me := &e.h.Players[p]
	if me.gaps == 0 {
		return
	}
	cost := log(e.p.Priors.Late) - e.missed()
	switch next := &e.p.Sights[me.gapAt]; {
	case next.Set == e.s.Set || e.s.Clear > 0 && e.s.Clear < next.Rest:
		cost = log(.5) - e.missed() // it may have lain there, covered, before the other came
	case e.s.Clear > 0:
		cost += log(e.p.Priors.ClearFalse) // its place was seen without it since
	}
	f := e.h.after(cost)
	if f.Players[p].gaps--; f.Players[p].gaps == 0 {
		f.Players[p].gapAt = 0
	}
	if f.tile == unseen && int(f.last) == p {
		f.tile = int32(tile)
	}
	if f.Players[p].lastSlot == unseen {
		f.Players[p].lastSlot = int32(tile)
	}
	if f.lastSeen == unseen && int(f.last) == p {
		f.lastSeen = int32(tile)
	}
	f.did(Move{Do: fill, Place: int8(p), Slot: int32(tile), Sight: int16(e.at), Claimed: none, From: none})
	if f.heap {
		f.logp += e.laidBy(p)
	} else {
		side := e.p.Slots[tile].Side
		f.logp += log(side*e.p.Priors.Crooked + (1-side)*(1-e.p.Priors.Crooked))
	}
	e.add(f)
}

// again is the last discard told twice, or taken back and another one played.
func (e *explanation) again(p, tile int) {
	h := e.h
	if int(h.last) != p || h.Phase != free || h.wonOn {
		return
	}
	if h.tile >= 0 && math.Hypot(e.p.Slots[h.tile].At.X-e.p.Slots[tile].At.X, e.p.Slots[h.tile].At.Y-e.p.Slots[tile].At.Y) < e.p.Width {
		e.keep(log(e.p.Priors.Doubled) + evidence.Likeness(&e.p.Slots[h.tile], &e.p.Slots[tile], &e.p.Prior))
	}
	cost := log(e.p.Priors.TakeBack)
	if h.tileGone {
		cost -= log(e.p.Priors.Call)
	} else {
		cost += log(.1)
	}
	back := h.after(cost)
	back.returned = h.tile
	me := &back.Players[p]
	me.Discards--
	if h.tile == unseen {
		me.gaps--
	}
	back.did(Move{Do: takeBack, Place: int8(p), Slot: h.tile, Sight: int16(e.at), Claimed: none, From: none})
	back.Phase, back.to, back.Replaced = holding, int8(p), false
	if me.OneTurn { // what was taken back had declared riichi
		me.Riichi, me.OneTurn = 0, false
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
	tile, pr := int32(e.s.Slots[0]), &e.p.Priors
	switch {
	case e.h.wonOn && e.h.tile == tile: // a winner has it
		e.keep(0)
		return
	case e.h.Phase == free && e.h.tile == tile && !e.h.tileGone:
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
	p, h, pr := e.s.Place, e.h, &e.p.Priors
	e.winsClosed()
	if h.Players[p].melds < 4 && !h.End.WonBy(p) {
		if h.Phase == free && h.last >= 0 && int(h.last) != p && !h.wonOn {
			e.claim(h.after(0))
		}
		for turns := 1; turns <= 3; turns++ { // a discard that nobody saw is claimed
			c := h.after(float64(turns) * e.missed())
			e.pass(c, turns, func(h *History) {
				if int(h.last) != p {
					e.claim(h)
				}
			})
		}
		if e.mayBeOwn() {
			e.untilDrawn(p, func(h *History) {
				if e.s.Left > 0 {
					h.logp += log(pr.FalseGone) * float64(min(len(e.s.Slots), 2))
				}
				h.logp += log(pr.OwnKong) + e.shows(models.MadeConcealed) + e.p.Sameness(e.s.Slots, none, models.MadeConcealed)
				h.concealed(p, e.at)
				e.add(h)
			})
			e.lateKong(p)
		}
	}
	if h.Players[p].CallGaps > 0 {
		f := h.after(log(pr.Late) - log(pr.MissedMeld))
		f.Players[p].CallGaps--
		for i := range f.Players[p].sets {
			if f.Players[p].sets[i] == unseen {
				f.Players[p].sets[i] = int16(e.at)
				break
			}
		}
		f.did(Move{Do: fillMeld, Place: int8(p), Slot: none, Sight: int16(e.at), Claimed: none, From: none})
		if call := h.unseenCall(p); call != nil {
			f.logp += e.shows(call.Do) + e.p.Sameness(e.s.Slots, int(call.Claimed), call.Do) + e.turning(int(call.From))
		}
		e.add(f)
	}
	e.exposed()
}

// exposed are tiles of a hand that are no meld: shown, for a moment or until the end, or laid for a call that was withdrawn.
func (e *explanation) exposed() {
	p, h, pr := e.s.Place, e.h, &e.p.Priors
	n := min(len(e.s.Slots), 2)
	switch {
	case e.p.AnyBack(e.s.Slots):
		e.keep(log(pr.False) * float64(n))
	case e.s.Left == 0:
		e.keep(evidence.AddLogs(log(pr.False)*float64(n), log(pr.Exposed)))
	default:
		e.keep(evidence.AddLogs(log(pr.False)*float64(n), log(pr.Exposed)))
		if h.Phase == free && h.last >= 0 && int(h.last) != p && h.Players[p].Riichi == 0 {
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
	if h.Phase != free || int(h.last) != p || h.undrawn || h.wonOn {
		return
	}
	cost := log(e.p.Priors.Late)
	if tile := h.lastSeen; tile >= 0 && e.s.Clear > 0 && e.s.Clear < e.p.Slots[tile].Rest {
		cost = log(.5) // it may have lain there, covered, before the discard came
	}
	late := h.after(cost + log(e.p.Priors.OwnKong) + e.shows(models.MadeConcealed) + e.p.Sameness(e.s.Slots, none, models.MadeConcealed))
	late.concealedBefore(e.p.Game, p, e.at)
	e.add(late)
}

// mayBeOwn reports whether a set may be a concealed kong, some of which the eye did not tell of: one to three faces, of
// riichi more than one, or all four, or any number of tiles of which one lies face down.
func (e *explanation) mayBeOwn() bool {
	switch n := len(e.s.Slots); {
	case n == 4, e.p.AnyBack(e.s.Slots):
		return true
	default:
		return n > 1 || n == 1 && !e.p.Game.Riichi
	}
}

// shows is how likely so many tiles of a set are told, so far apart where two faces are.
func (e *explanation) shows(do models.Deed) (logp float64) {
	pr, n := &e.p.Priors, len(e.s.Slots)
	switch {
	case do == models.CalledKong || n > 3:
		return 0
	case do == models.MadeConcealed:
		logp = log(pr.BacksUnseen)
		if n == 3 && !e.p.AnyBack(e.s.Slots) {
			logp += log(pr.ThreeShown)
		}
	default:
		logp = float64(3-n) * log(pr.FaceUnseen)
	}
	if n == 2 && !e.p.AnyBack(e.s.Slots) {
		logp += e.p.ApartBy(e.s, do)
	}
	return logp
}

// claim adds the calls of the last discard that the set may be. The player was charged for
// the tile that left the river already.
func (e *explanation) claim(h *History) {
	p, pr := e.s.Place, &e.p.Priors
	if h.Players[p].Riichi > 0 || int(h.Players[p].melds) >= e.p.Game.Hand.Sets() || h.Left(e.p.Game) < 0 {
		return
	}
	cost := log(pr.Call)
	switch {
	case h.tileGone:
		cost = 0
	case h.tile >= 0 && !e.p.Slots[h.tile].Gone:
		cost += log(pr.GoneUnseen)
	}
	if e.s.Left > 0 { // it was told that the meld lies there no more
		cost += log(pr.FalseGone) * float64(min(len(e.s.Slots), 2))
	}
	try := func(do models.Deed, share float64) {
		c := h.branch(cost + log(share) + e.shows(do) + e.p.Sameness(e.s.Slots, int(h.tile), do) + e.turning(int(h.last)))
		c.claims(e.p.Game, p, do, e.at)
		e.add(c)
	}
	switch n := len(e.s.Slots); {
	case n == 4:
		try(models.CalledKong, pr.Kong)
	default:
		try(models.CalledPung, pr.Pung/2)
		if e.p.Game.Chows && p == e.p.Game.Next(int(h.last)) { // no book has both chows and winners that are out
			try(models.CalledChow, pr.Chow)
		}
	}
}

// unseenCall is the last call of a player whose meld nobody has seen yet; nil for none.
func (h *History) unseenCall(p int) *Move {
	filled := 0
	for past := h; past != nil; past = past.past {
		for i := len(past.Moves) - 1; i >= 0; i-- {
			switch m := &past.Moves[i]; {
			case int(m.Place) != p:
			case m.Do == fillMeld:
				filled++
			case m.Sight != unseen || m.Do != models.CalledPung && m.Do != models.CalledChow:
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
	shown, p := e.p.TurnedAt(e.s)
	if !e.p.Game.Turned || shown == models.NoSide {
		return 0
	}
	side := models.Side(e.p.Game.Turns(e.s.Place, from))
	pr := &e.p.Priors
	right, wrong := 1-pr.Unturned-pr.Misturned, pr.Misturned/2
	if shown == side {
		return log(p*right + (1-p)*wrong)
	}
	return log(p*wrong + (1-p)*right)
}

// added is a tile upon or beside a pung.
func (e *explanation) added() {
	p, tile := e.s.Place, e.s.Slots[len(e.s.Slots)-1]
	alike := e.p.Sameness(e.s.Slots, none, models.MadeAdded)
	known := false
	for _, set := range e.h.Players[p].sets {
		known = known || set >= 0 && e.p.Holds(int(set), e.s.Slots[0])
	}
	if known {
		e.untilDrawn(p, func(h *History) {
			h.logp += log(e.p.Priors.OwnKong*(1-e.s.Doubt)) + alike
			h.adds(e.p.Game, p, e.at, int32(tile))
			e.add(h)
		})
	}
	e.keep(evidence.AddLogs(log(e.p.Priors.False), log(e.p.Priors.Pushed*e.s.Doubt)+alike))
}

// flower is a flower beside a hand. In the deal everybody may have one; later it is the
// turn of whoever lays it.
func (e *explanation) flower() {
	p, tile := e.s.Place, int32(e.s.Slots[0])
	if !e.p.Game.Flowers || p < 0 {
		e.keep(log(e.p.Priors.False))
		return
	}
	if e.h.last < 0 && e.h.Calls == 0 { // nobody has discarded: dealt, and replaced at once
		f := e.h.after(0)
		f.Players[p].Flowers++
		f.draws++
		f.did(Move{Do: models.LaidFlower, Place: int8(p), Slot: tile, Sight: int16(e.at), Claimed: none, From: none})
		e.add(f)
		return
	}
	e.until(p, func(h *History) {
		h.logp += log(.04)
		h.flower(p, e.at, tile)
		e.add(h)
	})
	e.lateFlower(p, tile)
}

// lateFlower is a flower that is told after its owner has discarded.
func (e *explanation) lateFlower(p int, tile int32) {
	late := e.h.after(log(e.p.Priors.Late))
	late.Players[p].Flowers++
	late.draws++
	late.did(Move{Do: models.LaidFlower, Place: int8(p), Slot: tile, Sight: int16(e.at), Claimed: none, From: none, Late: true})
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
	if d.Dora > d.Kongs || d.Dora >= 5 {
		d.logp += log(noKong) // see replaces
	}
	d.Dora++
	d.did(Move{Do: models.TurnedDora, Slot: int32(e.s.Slots[0]), Sight: int16(e.at), Place: none, Claimed: none, From: none})
	e.add(d)
	e.keep(log(e.p.Priors.False))
}
