package histories

import (
	"math"

	"jantaku/models"
	"jantaku/vision/play/evidence"
)

// meld is a set that came to rest on a player's side.
func (e *explanation) meld() {
	p, h, pr := e.s.Place, e.h, &e.p.Priors
	e.winsClosed()
	if int(h.Players[p].melds) < e.p.Game.Hand.Sets() && !h.End.WonBy(p) {
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
				h.concealed(e.p.Game, p, e.at)
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
	case n == models.KongTiles, e.p.AnyBack(e.s.Slots):
		return true
	default:
		return n > 1 || n == 1 && !e.p.Game.Riichi
	}
}

// shows is how likely so many tiles of a set are told, so far apart where two faces are.
func (e *explanation) shows(do models.Deed) (logp float64) {
	pr, n := &e.p.Priors, len(e.s.Slots)
	switch {
	case do == models.CalledKong || n > models.SetTiles:
		return 0
	case do == models.MadeConcealed:
		logp = log(pr.BacksUnseen)
		if n == models.SetTiles && !e.p.AnyBack(e.s.Slots) {
			logp += log(pr.ThreeShown)
		}
	default:
		logp = float64(models.SetTiles-n) * log(pr.Missed)
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
	case h.tile >= 0 && e.p.Stays(h.tile):
		cost += log(pr.Missed)
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
	case n == models.KongTiles:
		try(models.CalledKong, pr.Kong)
	default:
		try(models.CalledPung, pr.Pung/2)
		if e.p.Game.Chows && p == e.p.Game.Next(int(h.last)) { // no book has both chows and winners that are out
			try(models.CalledChow, 1-pr.Pung-pr.Kong)
		}
	}
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
	if e.s.Unread {
		e.joins()
	}
	e.keep(evidence.AddLogs(log(e.p.Priors.False), log(e.p.Priors.Pushed*e.s.Doubt)+alike))
}

// joins is a tile that nobody can read and that came with the last set of a player: the set has one tile more, and a pung is a kong.
func (e *explanation) joins() {
	h, p := e.h, e.s.Place
	me := &h.Players[p]
	if me.melds == 0 || me.sets[me.melds-1] < 0 {
		return
	}
	at := int(me.sets[me.melds-1])
	set := &e.p.Sights[at]
	call := h.lastCall(p)
	if call == nil || len(e.s.Slots) != len(set.Slots)+1 || e.s.Slots[0] != set.Slots[0] {
		return
	}
	before := explanation{p: e.p, s: set}
	as := func(do models.Deed, often float64) *History {
		c := h.after(log(often*e.p.Beside(set, e.s)) + e.shows(do) - before.shows(call.Do) +
			e.p.Sameness(e.s.Slots, int(call.Claimed), do) - e.p.Sameness(set.Slots, int(call.Claimed), call.Do))
		c.Players[p].sets[me.melds-1] = int16(e.at)
		e.add(c)
		return c
	}
	switch {
	case len(e.s.Slots) <= models.SetTiles || call.Do == models.MadeConcealed:
		as(call.Do, 1).did(Move{Do: completed, Place: int8(p), Slot: none, Sight: int16(e.at), Claimed: none, From: none})
	case call.Do == models.CalledPung:
		as(models.CalledKong, e.p.Priors.Kong/(e.p.Priors.Pung/2)).widens(e.p.Game, p, e.at)
	}
}

// flower is a flower beside a hand. In the deal everybody may have one; later it is the
// turn of whoever lays it.
func (e *explanation) flower(slot int) {
	p, tile := e.s.Place, int32(slot)
	if !e.p.Game.Flowers || p < 0 {
		e.keep(log(e.p.Priors.False))
		return
	}
	if e.s.Apart {
		h := e.h
		defer func() { e.h = h }()
		e.h = h.after(log(e.p.Priors.FlowerApart))
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
		h.logp += log(models.FlowerKinds / float64(e.p.Game.Tiles))
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

// dora is an indicator that was turned, or a discard that lies about where one would.
func (e *explanation) dora() {
	if h := e.h; e.s.Place >= 0 {
		e.h = h.after(log(e.p.Priors.BeforeWall))
		e.discarded(e.s.Slots[0])
		e.h = h
	}
	d := e.h.after(0)
	if d.Dora > d.Kongs {
		d.logp += log(noKong) // see replaces
	}
	d.Dora++
	d.did(Move{Do: models.TurnedDora, Slot: int32(e.s.Slots[0]), Sight: int16(e.at), Place: none, Claimed: none, From: none})
	e.add(d)
	e.keep(log(e.p.Priors.False))
}

// addedBefore is a tile beside a pung that is told once the hand has ended and may have made it a kong in any turn of its owner
// since: most likely where it lay there before the hand that ended it.
func (e *explanation) addedBefore() {
	h, p, pr, tile := e.h, e.s.Place, &e.p.Priors, int32(e.s.Slots[len(e.s.Slots)-1])
	turns, known := h.turnsWith(p, func(sight int16) bool { return e.p.Holds(int(sight), e.s.Slots[0]) })
	if !known || h.End.Robbed(none) {
		return
	}
	pung := e.s.Slots[:len(e.s.Slots)-1]
	cost := log(pr.OwnKong*(1-e.s.Doubt)/pr.Beside) + e.p.Sameness(e.s.Slots, none, models.MadeAdded) - e.p.Sameness(pung, none, models.CalledPung)
	if e.s.Rest >= e.p.endedAt(h) {
		cost += log(pr.Late)
	}
	if turns > 0 {
		late := h.after(cost + log(float64(turns)))
		late.addsBefore(e.p.Game, p, e.at, tile)
		e.add(late)
	}
	if w := &h.End.Won[p]; w.Nth > 0 && int(w.From) == p && !w.Replaced { // or the tile that it won with replaced one of that kong
		last := h.after(cost)
		last.addsBefore(e.p.Game, p, e.at, tile)
		last.End.Won[p].Replaced = true
		e.add(last)
	}
}

// endedAt is when the first of the hands came to rest that were laid down as the hand ended, s.
func (p *Hands) endedAt(h *History) float64 {
	at := math.Inf(1)
	for _, laid := range h.End.Shown {
		if laid >= 0 {
			at = min(at, p.Sights[laid].Rest)
		}
	}
	return at
}
