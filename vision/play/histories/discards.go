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
	late := h.branch(log(h.declares(pr, p)) + log(e.p.Slots[tile].Side*marksLate))
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
	call(models.CalledPung, pr.Pung/(models.Places-1))
	if e.p.Game.Chows && p == int(h.to) {
		call(models.CalledChow, 1-pr.Pung-pr.Kong)
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
