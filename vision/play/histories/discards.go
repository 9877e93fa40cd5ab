package histories

import (
	"math"

	"jantaku/models"
	"jantaku/vision/play/evidence"
)

// discard is a tile that came to a river.
func (e *explanation) discard() {
	tile := e.s.Slots[0]
	e.discarded(tile)
	often := e.p.Priors.False // or one that somebody let fall
	if e.h.last < 0 && e.s.Place != int(e.h.Dealer) {
		often += e.p.Priors.WrongDealer
		if e.s.Place == e.p.Start.Dealer.Index() {
			often += e.p.Priors.Misled
		}
	}
	stray := e.h.after(log(often))
	stray.stray = int32(tile)
	e.add(stray)
}

// discarded is a tile that was discarded, now or before.
func (e *explanation) discarded(tile int) {
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

// marksLate is how often the discard after a riichi tile that was called is turned in its place. Assumed.
const marksLate = .9

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
		h.logp += turned(marksLate)
		h.Players[p].owes = false
		h.discards(g, p, int32(tile), e.at, false)
		e.add(h)
		return
	}
	if h.mayRiichi(g, p) && (side > evidence.Slight || e.p.StakedAfter(p, e.at)) {
		bold := h.branch(log(h.declares(pr, p)) + turned(1-pr.Straight))
		bold.discards(g, p, int32(tile), e.at, true)
		e.add(bold)
		if h.mayHaveDeclared(p) {
			late := e.lateRiichi(h, p, int32(tile))
			late.logp += log(side * marksLate)
			e.add(late)
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

// mayHaveDeclared reports whether the last discard of a player, which was called, may have declared riichi though that was not seen.
func (h *History) mayHaveDeclared(p int) bool {
	me := &h.Players[p]
	return me.lastCalled && me.lastSlot >= 0 // of one that nobody saw it is weighed already
}

// lateRiichi is the history in which the discard before, which was called, had declared
// riichi: the tile, which may be unseen, only marks it, and its stick is due since then.
func (e *explanation) lateRiichi(h *History, p int, tile int32) *History {
	pr := &e.p.Priors
	late := h.branch(log(h.declares(pr, p)))
	me := &late.Players[p]
	late.logp += log(pr.Straight) - log(1-e.p.Slots[me.lastSlot].Side+pr.Straight)
	since := max(e.p.DiscardOf(int(me.lastSlot)), 0)
	double := me.Discards == 1 && late.Calls <= 1
	stick := me.stick
	me.stick, me.owes = noStick, tile == unseen
	late.discards(e.p.Game, p, tile, e.at, false)
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
	call(models.CalledPung, pr.Pung/(models.Places-1))
	if e.p.Game.Chows && p == int(h.to) {
		call(models.CalledChow, 1-pr.Pung-pr.Kong)
	}
}

// fills is a tile that was told later than others that came after it. It is that of a gap which declared riichi, or was to lie
// sideways for a riichi tile that was called, as likely as that is one of the gaps: such a tile lies sideways.
func (e *explanation) fills(p, tile int) {
	me, pr := &e.h.Players[p], &e.p.Priors
	if me.gaps == 0 {
		return
	}
	next := &e.p.Sights[me.gapAt]
	cost := log(pr.Late) - e.missedBefore(next)
	switch {
	case next.Set == e.s.Set || e.s.Clear > 0 && e.s.Clear < next.Rest:
		cost = log(.5) - e.missedBefore(next) // it may have lain there, covered, before the other came
	case e.s.Clear > 0:
		cost += log(pr.ClearFalse) // its place was seen without it since
	}
	plain := int(me.gaps)
	fill := func(gaps int, sideways float64) (f *History) {
		side := e.p.Slots[tile].Side
		f = e.h.after(cost + log(float64(gaps)/float64(me.gaps)))
		if f.heap {
			f.logp += e.laidBy(p)
		} else {
			f.logp += log(side*sideways + (1-side)*(1-sideways))
		}
		return f
	}
	if me.gapRiichi {
		plain--
		f := fill(1, 1-pr.Straight)
		f.Players[p].gapRiichi = false
		e.add(f.filled(p, tile, e.at, true))
	}
	if me.gapOwes {
		plain--
		f := fill(1, marksLate)
		f.Players[p].gapOwes = false
		e.add(f.filled(p, tile, e.at, false))
	}
	if plain > 0 {
		e.add(fill(plain, pr.Crooked).filled(p, tile, e.at, false))
	}
}

// filled gives one of the discards of player p that nobody had seen its tile: that which declared riichi, or the last of the others.
func (h *History) filled(p, tile, at int, riichi bool) *History {
	me := &h.Players[p]
	if me.gaps--; me.gaps == 0 {
		me.gapAt = 0
	}
	if me.lastSlot == unseen && me.Declared == riichi { // it is the last of all that this player has discarded
		me.lastSlot = int32(tile)
		if int(h.last) == p {
			if h.tile == unseen {
				h.tile = int32(tile)
			}
			if h.lastSeen == unseen {
				h.lastSeen = int32(tile)
			}
		}
	}
	h.did(Move{Do: fill, Place: int8(p), Slot: int32(tile), Sight: int16(at), Riichi: riichi, Claimed: none, From: none})
	return h
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
	switch {
	case h.tileGone:
		cost -= log(e.p.Priors.Call)
	case h.tile < 0 || e.p.Stays(h.tile):
		cost += log(e.p.Priors.Missed)
	}
	back := h.after(cost)
	back.returned = h.tile
	me := &back.Players[p]
	me.Discards--
	if h.tile == unseen {
		me.gaps--
		me.gapRiichi = me.gapRiichi && !me.Declared
		me.gapOwes = me.gapOwes && me.gaps > 0
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
	case e.h.End.wonOn(tile): // a winner has it, though it be told after others have discarded
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
