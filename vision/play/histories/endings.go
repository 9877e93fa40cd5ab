package histories

import (
	"math"

	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/play/prior"
)

// opens is the hand of a winner that is laid down, for the first time where it was closed until then.
func (e *explanation) opens() {
	p := e.s.Place
	k := e.h.after(0)
	if e.h.End.Shown[p] < 0 {
		want, w := e.p.Game.Hand.Tiles(), &e.h.End.Won[p]
		if w.Inside() {
			want = e.p.Game.Hand.Won()
		}
		tiles := e.p.Concealed(k, p, e.at)
		k.logp += e.size(k, tiles, want) + e.completes(k, tiles, w.Tile)
	}
	k.End.Shown[p] = int16(e.at)
	e.add(k)
}

// laid is a hand that was laid down while the hand was going on: a win, a ready hand after
// the last tile, what a rule lets a player show, or a mistake.
func (e *explanation) laid() {
	p, h := e.s.Place, e.h
	if p < 0 || e.p.Game.Turns(int(h.to), p) < 0 {
		e.keep(log(e.p.Priors.False))
		return
	}
	if h.End.WonBy(p) {
		e.opens()
		return
	}
	e.untilDrawn(p, func(h *History) { e.selfDrawn(h) })
	if e.mayAlso(p) {
		e.winsToo(e.p.Concealed(h, p, e.at))
	}
	if h.Phase == free && h.last >= 0 && int(h.last) != p && !h.wonOn {
		e.ron(h.after(0))
	}
	if h.Phase == holding && h.adding >= 0 && int(h.to) != p {
		e.robs(h.after(0))
	}
	for turns := 1; turns <= 3; turns++ {
		e.pass(h.after(float64(turns)*e.missed()), turns, func(h *History) {
			if int(h.last) != p {
				e.ron(h)
			}
		})
	}
	e.nobodyWon()
	mistake := e.h.after(log(e.p.Priors.Mistake) + log(.5))
	mistake.Players[p].lies = true
	e.add(mistake)
}

// taken is a hand that is taken up again.
func (e *explanation) taken() {
	p, won := e.s.Place, e.h.End.WonBy(e.s.Place)
	cost := log(.5)
	switch {
	case won && e.p.Game.GoesOn: // hidden until the end
		cost = log(.5)
	case won:
		cost = log(e.p.Priors.Mistake)
	case e.h.Phase != Over && !e.h.Players[p].lies:
		cost = log(e.p.Priors.False)
	}
	t := e.h.after(cost)
	t.Players[p].lies = false
	e.add(t)
}

// size is how well the concealed tiles fit: want 13 or 14 less three for every meld, and in one
// row, but for melds that nobody had seen and that lie in the hand.
func (e *explanation) size(h *History, tiles []int, want int) float64 {
	me := &h.Players[e.s.Place]
	off, inside := len(tiles)-(want-models.SetTiles*int(me.melds)), 0
	if shown := off - models.SetTiles*int(me.CallGaps); shown*shown < off*off {
		off, inside = shown, int(me.CallGaps)
	}
	cost := 0.0
	if call := h.unseenCall(e.s.Place); call != nil && inside == 1 {
		_, cost = e.p.MeldsInHand(tiles, e.s.Place, call)
	}
	for n := e.p.SetsAmong(tiles, e.s.Place); n != inside; n += sign(inside - n) {
		cost += log(e.p.Priors.OutOfRow)
	}
	return cost + float64(max(off, -off))*log(e.p.Priors.Missed)
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// completes is how much better the tiles of a hand are explained as one that the book lets win, with one more from slot
// extra, than as one of which nothing is known.
func (e *explanation) completes(h *History, tiles []int, extra int32) float64 {
	return log(e.p.complete(h, e.s.Place, tiles, extra)/evidence.ChanceComplete + e.p.Priors.Misread)
}

func (e *explanation) selfDrawn(h *History) {
	p := e.s.Place
	h.draw()
	tiles := e.p.Concealed(h, p, e.at)
	h.logp += log(e.p.Priors.BySelf) + e.size(h, tiles, e.p.Game.Hand.Won()) + e.completes(h, tiles, none)
	h.wins(e.p.Game, p, e.at, int8(p), none)
	e.add(h)
}

// ron is a win on the last discard, which lies in its river or was pushed into the hand.
func (e *explanation) ron(h *History) {
	p := e.s.Place
	tiles := e.p.Concealed(h, p, e.at)
	h.logp += log(e.p.Priors.OnDiscard)
	won := h.branch(e.size(h, tiles, e.p.Game.Hand.Tiles()))
	if h.tile >= 0 {
		won.logp += e.completes(h, tiles, h.tile)
	} else {
		won.logp += log(e.waited(h, tiles) + e.p.Priors.Misread)
	}
	won.wins(e.p.Game, p, e.at, h.last, h.tile)
	e.add(won)

	h.logp += e.size(h, tiles, e.p.Game.Hand.Won()) + e.completes(h, tiles, none)
	if !h.tileGone {
		h.logp += log(.1)
	}
	if h.tile >= 0 {
		h.logp += e.among(h.tile, tiles)
	}
	h.wins(e.p.Game, p, e.at, h.last, h.tile)
	h.End.Won[p].Pushed = true
	e.add(h)
}

// waited is how much better the tiles of a hand are explained as one that waited for a discard
// that nobody saw. It was hardly complete with the last one that was seen: that would have been won on.
func (e *explanation) waited(h *History, tiles []int) float64 {
	p, seen := e.s.Place, e.h
	ready := e.p.ready(h, p, tiles)
	if seen.Phase != free || seen.tile < 0 || seen.tileGone || int(seen.last) == p {
		return ready / evidence.ChanceReady
	}
	with := min(ready, e.p.complete(h, p, tiles, seen.tile))
	let := e.p.Priors.LetPass
	return with*let/evidence.ChanceComplete + (ready-with)*(1-let)/(evidence.ChanceReady-evidence.ChanceComplete)
}

// among is how much better a discard is explained as one of the tiles of a hand: mostly as
// the one that lies apart, where one does.
func (e *explanation) among(tile int32, hand []int) float64 {
	if len(hand) == 0 {
		return 0
	}
	like := func(slot int) float64 {
		return math.Exp(evidence.Likeness(&e.p.Slots[tile], &e.p.Slots[slot], &e.p.Prior))
	}
	mean := 0.0
	for _, slot := range hand {
		mean += like(slot) / float64(len(hand))
	}
	if i := e.p.Apart(hand, e.s.Place); i >= 0 {
		return log((like(hand[i]) + mean) / 2)
	}
	return log(mean)
}

// robs is a win on the tile that somebody adds to a pung.
func (e *explanation) robs(h *History) {
	p := e.s.Place
	tiles := e.p.Concealed(h, p, e.at)
	h.logp += log(e.p.Priors.OnDiscard) + e.size(h, tiles, e.p.Game.Hand.Tiles()) + e.completes(h, tiles, h.tile)
	robbing, from, tile := h.adding, h.to, h.tile
	h.Kongs--
	h.draws--
	h.wins(e.p.Game, p, e.at, from, tile)
	h.End.Won[p].Robbing = robbing
	e.add(h)
}

// nobodyWon are the endings without a winner after which hands are shown.
func (e *explanation) nobodyWon() {
	p, g := e.s.Place, e.p.Game
	show := func(h *History, reason string, cost float64) {
		tiles := e.p.Concealed(h, p, e.at)
		h.logp += cost + log(1-e.p.complete(h, p, tiles, none)+e.p.Priors.Misread)
		if e.mayWinLast(h) {
			h.logp += e.letsPass(h, tiles)
		}
		h.endsDrawn(reason, e.at)
		h.End.Shown[p] = int16(e.at)
		e.add(h)
	}
	tiles := e.p.Concealed(e.h, p, e.at)
	e.toLast(func(h *History) { show(h, prior.Exhausted, e.size(h, tiles, e.p.Game.Hand.Tiles())) })
	if g.Aborts.NineTerminals && e.h.Calls == 0 && e.h.Players[p].Discards == 0 {
		e.until(p, func(h *History) {
			h.draw()
			if h.Players[p].Discards == 0 {
				show(h, prior.NineTerminals, log(e.p.Priors.NineTerminals)+e.size(h, tiles, e.p.Game.Hand.Won())+log(e.p.Outside(tiles)+1e-6))
			}
		})
	}
	if reason := e.p.stopped(e.h); reason != "" {
		show(e.h.after(0), reason, log(.5))
	}
}

// mayWinLast reports whether the hand that is laid down may win on the last discard, where no rule forbids it and all show their
// hands when nobody wins.
func (e *explanation) mayWinLast(h *History) bool {
	return (e.p.Game.GoesOn || e.p.Game.AllShow) && h.tile >= 0 && int(h.last) != e.s.Place && !h.End.WonBy(e.s.Place)
}

// letsPass is how much less likely a hand is shown after the last discard than one of which nothing is known: of those which are
// complete with it LetPass have not won, see ron. A hand that waits for something dearer may be paid more than one that wins.
func (e *explanation) letsPass(h *History, tiles []int) float64 {
	let := e.p.Priors.LetPass
	with := min(1, e.p.complete(h, e.s.Place, tiles, h.tile))
	return log(1 - with + with*let/(1-let)*e.p.Priors.OnDiscard/evidence.ChanceComplete/e.p.Priors.AfterLast)
}

// toLast goes on to where the last tile was drawn and discarded.
func (e *explanation) toLast(then func(h *History)) {
	h, left := e.h, e.h.Left(e.p.Game)
	switch {
	case h.Phase == free && left <= 0:
		then(h.after(log(e.p.Priors.AfterLast)))
	case left < models.Places:
		turns := max(left, 0)
		if h.Phase == holding {
			turns++
		}
		e.pass(h.after(float64(turns)*e.missed()), turns, then)
	}
}

// stopped gives the reason for which the rules stop a hand here; empty for none.
func (p *Hands) stopped(h *History) string {
	a := &p.Game.Aborts
	riichi, kongs, most := 0, 0, 0
	for i := range h.Players {
		if h.Players[i].Riichi > 0 {
			riichi++
		}
		kongs += int(h.Players[i].kongs)
		most = max(most, int(h.Players[i].kongs))
	}
	switch {
	case a.FourRiichi && riichi == models.Places && h.Phase == free:
		return prior.FourRiichi
	case a.FourKongs && kongs == 4 && most < 4:
		return prior.FourKongs
	case a.FourWinds && h.Calls == 0 && p.fourWinds(h):
		return prior.FourWinds
	}
	return ""
}

// fourWinds reports whether the first four discards are most likely the same wind.
func (p *Hands) fourWinds(h *History) bool {
	var mass [models.Kinds]float64
	n := 0
	for past := h; past != nil; past = past.past {
		for _, m := range past.Moves {
			if m.Do != models.Discarded && m.Do != fill {
				continue
			}
			if m.Slot < 0 {
				return false
			}
			n++
			for wind := models.EastWind; wind <= models.NorthWind; wind++ {
				mass[wind.Index()] += p.Slots[m.Slot].Q[wind]
			}
		}
	}
	if n != models.Places || p.Game.Players != models.Places {
		return false
	}
	for _, m := range mass {
		if m > models.Places-.5 {
			return true
		}
	}
	return false
}

// swept is the end of a hand in which nobody laid a winning hand down.
func (e *explanation) swept() {
	e.toLast(func(h *History) {
		h.endsDrawn(prior.Exhausted, e.at)
		h.logp += h.unexplained()
		e.add(h)
	})
	if reason := e.p.stopped(e.h); reason != "" {
		h := e.h.after(log(.5))
		h.endsDrawn(reason, e.at)
		e.add(h)
	}
	h := e.h.after(log(e.p.Priors.GivenUp) + e.h.unexplained())
	h.endsDrawn("", e.at)
	e.add(h)
}

// afterwards is what happens once the hand has ended: others lay their hands down, too,
// the ura are turned, tiles are moved about.
func (e *explanation) afterwards() {
	pr, h := &e.p.Priors, e.h
	switch e.s.Act {
	case evidence.LaidSeen:
		e.laidToo()
	case evidence.TakenSeen:
		e.taken()
	case evidence.DoraSeen:
		e.uraToo()
		if e.s.Place >= 0 {
			e.fills(e.s.Place, e.s.Slots[0])
		}
	case evidence.GoneSeen:
		switch tile, last := int32(e.s.Slots[0]), h.End.Last(); {
		case h.End.wonOn(tile):
			e.keep(0)
		case last != nil && last.Tile == none && tile == h.lastSeen:
			e.keep(log(pr.Stray / float64(h.played()))) // somebody took it
		default:
			e.keep(log(pr.After))
		}
	case evidence.StickSeen, evidence.StickGoneSeen:
		e.keep(0) // sticks are put away, and winners take them
	case evidence.SweptSeen:
		for i := range h.End.Won {
			if w := &h.End.Won[i]; w.Nth > 0 && w.Pushed && w.Tile >= 0 && e.p.Stays(w.Tile) {
				e.keep(e.missed() + h.unexplained()) // nobody saw the discard leave that is said to lie in the hand
				return
			}
		}
		e.keep(h.unexplained() + e.withoutUra())
	case evidence.AddedSeen:
		e.addedBefore()
		e.keep(log(pr.After))
	case evidence.DiscardSeen:
		e.fills(max(e.s.Place, 0), e.s.Slots[0])
		e.keep(log(.03))
	default:
		e.keep(log(pr.After))
	}
}

// laidToo is another hand that was laid down: another winner on the same discard, or a
// hand that is shown.
func (e *explanation) laidToo() {
	p, h, g := e.s.Place, e.h, e.p.Game
	if p < 0 {
		e.keep(log(e.p.Priors.False))
		return
	}
	if h.End.WonBy(p) && h.End.Shown[p] < 0 {
		e.opens()
		return
	}
	if h.End.WonBy(p) || h.End.Shown[p] >= 0 { // laid anew
		k := h.after(0)
		k.End.Shown[p] = int16(e.at)
		e.add(k)
		return
	}
	tiles := e.p.Concealed(h, p, e.at)
	also := e.mayAlso(p)
	if also {
		e.winsToo(tiles)
	}
	often := .005
	switch {
	case g.AllShow || h.End.How == models.DrawnGame:
		often = 1
	case g.GoesOn: // the last one, who has not won
		often = .5
	}
	shown := h.after(log(often))
	if g.AllShow || h.End.How == models.DrawnGame {
		shown.logp += e.size(h, tiles, e.p.Game.Hand.Tiles())
	}
	if also && h.End.Last().Tile >= 0 { // hardly anybody lets it pass
		shown.logp += log(1 - e.p.complete(h, p, tiles, h.End.Last().Tile)*(1-e.p.Priors.LetPass))
	}
	if h.End.Reason == prior.Exhausted && !h.wonOn && e.mayWinLast(h) {
		shown.logp += e.letsPass(h, tiles)
		won := h.after(log(e.p.Priors.ShownBefore))
		won.Phase = free
		e.ron(won)
	}
	shown.End.Shown[p] = int16(e.at)
	e.add(shown)
}

// winsToo is another win on the tile that somebody has won on.
func (e *explanation) winsToo(tiles []int) {
	p, h := e.s.Place, e.h
	also := h.after(log(.03) + e.size(h, tiles, e.p.Game.Hand.Tiles()))
	if tile := h.End.Last().Tile; tile >= 0 {
		also.logp += e.completes(h, tiles, tile)
	} else {
		also.logp += log(e.p.ready(h, p, tiles)/evidence.ChanceReady + e.p.Priors.Misread)
	}
	also.winsToo(e.p.Game, p, e.at)
	e.add(also)
}

// mayAlso reports whether p may win on the discard on which somebody has won, before anybody has drawn: where several
// may, or where p comes first.
func (e *explanation) mayAlso(p int) bool {
	last, g := e.h.End.Last(), e.p.Game
	if !e.h.wonOn || last == nil || last.From < 0 || e.h.End.WonBy(int(last.From)) || int(last.From) == p {
		return false
	}
	for i := range e.h.End.Won {
		if w := &e.h.End.Won[i]; w.Nth == last.Nth && g.Turns(int(last.From), p) < g.Turns(int(last.From), i) {
			return true
		}
	}
	return g.Heads > 1
}

// withoutUra is the cost of a win with riichi of which nobody saw the ura.
func (e *explanation) withoutUra() float64 {
	if e.p.Game.Ura && e.h.wonWithRiichi() && e.h.End.ura == 0 {
		return log(e.p.Priors.Missed)
	}
	return 0
}

// uraToo is an indicator that is turned once the hand was won, or one that was moved from upon it: whoever turns up what lies
// below may lay the upper one anywhere.
func (e *explanation) uraToo() {
	h, tile := e.h, e.s.Slots[0]
	if e.p.Game.Ura && h.wonWithRiichi() && h.End.ura < h.Dora {
		u := h.after(0)
		u.End.ura++
		u.did(Move{Do: models.TurnedDora, Slot: int32(tile), Sight: int16(e.at), Place: none, Claimed: none, From: none, Ends: true})
		e.add(u)
	}
	if h.Dora <= h.Kongs && h.Kongs > 0 { // the kong's own, late
		d := h.after(log(earlyOrLate))
		d.Dora++
		d.did(Move{Do: models.TurnedDora, Slot: int32(tile), Sight: int16(e.at), Place: none, Claimed: none, From: none})
		e.add(d)
	}
	if h.End.moved < h.Dora {
		for _, upper := range h.indicators() {
			if e.p.MayHaveLeft(int(upper), e.s.Rest) {
				m := h.after(log(e.p.Priors.IndicatorMoved) + evidence.Likeness(&e.p.Slots[upper], &e.p.Slots[tile], &e.p.Prior))
				m.End.moved++
				e.add(m)
			}
		}
	}
	e.keep(log(e.p.Priors.False))
}
