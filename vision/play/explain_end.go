package play

import (
	"cmp"
	"slices"

	"jantaku/models"
)

// Reasons of a drawn game, in the words of the record format.
const (
	Exhausted     = "exhaustive"
	NineTerminals = "yao9"
	FourWinds     = "kaze4"
	FourKongs     = "kan4"
	FourRiichi    = "reach4"
	TripleRon     = "ron3"
	NagashiMangan = "nm"
)

// laid is a hand that was laid down while the hand was going on: a win, a ready hand after
// the last tile, what a rule lets a player show, or a mistake.
func (e *explanation) laid() {
	p, h := e.s.place, e.h
	if p < 0 || e.p.game.turns(int(h.to), p) < 0 {
		e.keep(log(e.p.priors.False))
		return
	}
	if h.end.wonBy(p) {
		e.opens()
		return
	}
	e.untilDrawn(p, func(h *history) { e.selfDrawn(h) })
	if h.wonOn && e.mayAlso(p) {
		e.winsToo(e.p.concealed(h, p, e.at))
	}
	if h.phase == free && h.last >= 0 && int(h.last) != p && !h.wonOn {
		e.ron(h.after(0))
	}
	if h.phase == holding && h.adding >= 0 && int(h.to) != p {
		e.robs(h.after(0))
	}
	for turns := 1; turns <= 3; turns++ {
		e.pass(h.after(float64(turns)*e.missed()), turns, func(h *history) {
			if int(h.last) != p {
				e.ron(h)
			}
		})
	}
	e.nobodyWon()
	mistake := e.h.after(log(e.p.priors.Mistake) + log(.5))
	mistake.players[p].lies = true
	e.add(mistake)
}

// taken is a hand that is taken up again.
func (e *explanation) taken() {
	p, won := e.s.place, e.h.end.wonBy(e.s.place)
	cost := log(.5)
	switch {
	case won && e.p.game.GoesOn: // hidden until the end
		cost = log(.5)
	case won:
		cost = log(.01)
	case e.h.phase != over && !e.h.players[p].lies:
		cost = log(e.p.priors.False)
	}
	t := e.h.after(cost)
	t.players[p].lies = false
	e.add(t)
}

// unexplained is the cost of hands that lie there at the end without having meant anything, and
// of those that do not lie there though their owners had to show them: after the last tile who
// has declared riichi shows that the hand waits.
func (h *history) unexplained() (cost float64) {
	const unshown = .01 // of those hands are not shown, or not seen; assumed
	for i := range h.players {
		if h.players[i].lies {
			cost += log(.02)
		}
		if h.end.how == models.DrawnGame && h.end.reason == Exhausted && h.players[i].riichi > 0 && h.end.shown[i] < 0 {
			cost += log(unshown)
		}
	}
	return cost
}

// size is how well the concealed tiles fit: want 13 or 14 less three for every meld, and in one
// row, but for melds that nobody had seen and that lie in the hand.
func (e *explanation) size(h *history, tiles []int, want int) float64 {
	me := &h.players[e.s.place]
	off, inside := len(tiles)-(want-3*int(me.melds)), 0
	if shown := off - 3*int(me.callGaps); shown*shown < off*off {
		off, inside = shown, int(me.callGaps)
	}
	cost := 0.0
	for n := e.p.setsAmong(tiles, e.s.place); n != inside; n += sign(inside - n) {
		cost += log(e.p.priors.OutOfRow)
	}
	switch off {
	case 0:
		return cost
	case 1, -1:
		return cost + log(.003)
	}
	return cost + log(1e-5)
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// setsAmong counts the melds that seem to lie among the tiles of a hand.
func (p *Play) setsAmong(tiles []int, place int) int {
	poses := make([]models.Pose, len(tiles))
	for i, slot := range tiles {
		poses[i] = models.Pose{At: p.slots[slot].at, Quarter: place}
		if p.slots[slot].side > .5 {
			poses[i].Quarter++
		}
	}
	return SetsAmong(poses, place, p.priors.Row)
}

// SetsAmong counts the melds that seem to lie among tiles before a place, told by its index:
// three or four tiles that lie farther from the others than tiles of one row, mm, or beside
// each other with one of them turned.
func SetsAmong(tiles []models.Pose, place int, apart float64) (n int) {
	row := slices.Clone(tiles)
	slices.SortStableFunc(row, func(a, b models.Pose) int { return cmp.Compare(Along(a.At, place), Along(b.At, place)) })
	turned, from := 0, 0
	for i := range row {
		if (row[i].Quarter+place)%2 != 0 {
			turned++
		}
		if i+1 < len(row) && Along(row[i+1].At, place)-Along(row[i].At, place) < apart {
			continue
		}
		switch size := i + 1 - from; {
		case turned > 0:
			n += turned
		case (size == 3 || size == 4) && size < len(row):
			n++
		}
		turned, from = 0, i+1
	}
	return n
}

func (e *explanation) selfDrawn(h *history) {
	p := e.s.place
	h.draw()
	tiles := e.p.concealed(h, p, e.at)
	h.logp += log(.33) + e.size(h, tiles, 14) + log(e.p.complete(h, p, tiles, none)/chanceComplete+1e-3)
	h.wins(e.p.game, p, e.at, int8(p), none)
	e.add(h)
}

// ron is a win on the last discard, which lies in its river or was pushed into the hand.
func (e *explanation) ron(h *history) {
	p := e.s.place
	tiles := e.p.concealed(h, p, e.at)
	h.logp += log(.2)
	won := h.branch(e.size(h, tiles, 13))
	if h.tile >= 0 {
		won.logp += log(e.p.complete(h, p, tiles, h.tile)/chanceComplete + 1e-3)
	} else {
		won.logp += log(e.waited(h, tiles) + 1e-3)
	}
	won.wins(e.p.game, p, e.at, h.last, h.tile)
	e.add(won)

	h.logp += e.size(h, tiles, 14) + log(e.p.complete(h, p, tiles, none)/chanceComplete+1e-3)
	if !h.tileGone {
		h.logp += log(.1)
	}
	if h.tile >= 0 {
		h.logp += e.among(h.tile, tiles)
	}
	h.wins(e.p.game, p, e.at, h.last, h.tile)
	h.end.won[p].pushed = true
	e.add(h)
}

// waited is how much better the tiles of a hand are explained as one that waited for a discard
// that nobody saw. It was hardly complete with the last one that was seen: that would have been won on.
func (e *explanation) waited(h *history, tiles []int) float64 {
	p, seen := e.s.place, e.h
	ready := e.p.ready(h, p, tiles)
	if seen.phase != free || seen.tile < 0 || seen.tileGone || int(seen.last) == p {
		return ready / chanceReady
	}
	with := min(ready, e.p.complete(h, p, tiles, seen.tile))
	let := e.p.priors.LetPass
	return with*let/chanceComplete + (ready-with)*(1-let)/(chanceReady-chanceComplete)
}

// among is how much better a discard is explained as one of the tiles of a hand: mostly as
// the one that lies apart, where one does.
func (e *explanation) among(tile int32, hand []int) float64 {
	if len(hand) == 0 {
		return 0
	}
	like := func(slot int) float64 { return exp(likeness(&e.p.slots[tile], &e.p.slots[slot], &e.p.prior)) }
	mean := 0.0
	for _, slot := range hand {
		mean += like(slot) / float64(len(hand))
	}
	if i := e.p.apart(hand, e.s.place); i >= 0 {
		return log(.8*like(hand[i]) + .2*mean)
	}
	return log(mean)
}

// robs is a win on the tile that somebody adds to a pung.
func (e *explanation) robs(h *history) {
	p := e.s.place
	tiles := e.p.concealed(h, p, e.at)
	h.logp += log(.3) + e.size(h, tiles, 13) + log(e.p.complete(h, p, tiles, h.tile)/chanceComplete+1e-3)
	robbing, from, tile := h.adding, h.to, h.tile
	h.kongs--
	h.draws--
	h.wins(e.p.game, p, e.at, from, tile)
	h.end.won[p].robbing = robbing
	e.add(h)
}

// wins notes a win of player p, from itself when the tile was drawn: the hand ends with it, unless
// the game goes on.
func (h *history) wins(g *Game, p, at int, from int8, tile int32) {
	h.end.how, h.phase = models.Wins, over
	nth := int8(1)
	if last := h.end.last(); last != nil {
		nth = last.nth + 1
	}
	h.end.won[p] = winner{nth: nth, from: from, tile: tile, robbing: none, beside: none, replaced: h.replaced, shot: h.shot && int(from) != p, last: h.left(g) <= 0}
	h.end.shown[p] = int16(at)
	h.did(move{do: models.Wins, place: int8(p), from: from, slot: tile, sight: int16(at), claimed: none, ends: true})
	h.goesOn(g, p)
}

// winsToo notes another win on the tile that somebody has won on.
func (h *history) winsToo(g *Game, p, at int) {
	w := *h.end.last()
	w.pushed, w.beside = false, none
	h.end.won[p] = w
	h.end.shown[p] = int16(at)
	h.did(move{do: models.Wins, place: int8(p), from: w.from, slot: w.tile, sight: int16(at), claimed: none, ends: true})
	h.goesOn(g, p)
}

// draws ends the hand without a winner.
func (h *history) endsDrawn(reason string, at int) {
	h.phase = over
	h.end.how, h.end.reason = models.DrawnGame, reason
	h.did(move{do: models.DrawnGame, place: none, slot: none, sight: int16(at), claimed: none, from: none, ends: true})
}

// nobodyWon are the endings without a winner after which hands are shown.
func (e *explanation) nobodyWon() {
	p, g := e.s.place, e.p.game
	show := func(h *history, reason string, cost float64) {
		tiles := e.p.concealed(h, p, e.at)
		h.logp += cost + log(1-e.p.complete(h, p, tiles, none)+1e-3)
		h.endsDrawn(reason, e.at)
		h.end.shown[p] = int16(e.at)
		e.add(h)
	}
	tiles := e.p.concealed(e.h, p, e.at)
	e.toLast(func(h *history) { show(h, Exhausted, e.size(h, tiles, 13)) })
	if g.Aborts.NineTerminals && e.h.calls == 0 && e.h.players[p].discards == 0 {
		e.until(p, func(h *history) {
			h.draw()
			if h.players[p].discards == 0 {
				show(h, NineTerminals, log(e.p.priors.NineTerminals)+e.size(h, tiles, 14)+log(e.p.outside(tiles)+1e-6))
			}
		})
	}
	if reason := e.p.stopped(e.h); reason != "" {
		show(e.h.after(0), reason, log(.5))
	}
}

// toLast goes on to where the last tile was drawn and discarded.
func (e *explanation) toLast(then func(h *history)) {
	h, left := e.h, e.h.left(e.p.game)
	switch {
	case h.phase == free && left <= 0:
		then(h.after(log(.5)))
	case left <= 3:
		turns := max(left, 0)
		if h.phase == holding {
			turns++
		}
		e.pass(h.after(float64(turns)*e.missed()), turns, then)
	}
}

// outside is the probability that the tiles show nine kinds of terminals and honours.
func (p *Play) outside(slots []int) float64 {
	mass := 0.0
	for tiles, prob := range p.likely(slots, 16) {
		var kinds [models.Kinds]bool
		n := 0
		for _, t := range tiles {
			if t.IsTerminalOrHonour() && !kinds[t.Index()] {
				kinds[t.Index()] = true
				n++
			}
		}
		if n >= 9 {
			mass += prob
		}
	}
	return mass
}

// stopped gives the reason for which the rules stop a hand here; empty for none.
func (p *Play) stopped(h *history) string {
	a := &p.game.Aborts
	riichi, kongs, most := 0, 0, 0
	for i := range h.players {
		if h.players[i].riichi > 0 {
			riichi++
		}
		kongs += int(h.players[i].kongs)
		most = max(most, int(h.players[i].kongs))
	}
	switch {
	case a.FourRiichi && riichi == models.Places && h.phase == free:
		return FourRiichi
	case a.FourKongs && kongs == 4 && most < 4:
		return FourKongs
	case a.FourWinds && h.calls == 0 && p.fourWinds(h):
		return FourWinds
	}
	return ""
}

// fourWinds reports whether the first four discards are most likely the same wind.
func (p *Play) fourWinds(h *history) bool {
	var mass [models.Kinds]float64
	n := 0
	for past := h; past != nil; past = past.past {
		for _, m := range past.moves {
			if m.do != models.Discarded && m.do != fill {
				continue
			}
			if m.slot < 0 {
				return false
			}
			n++
			for wind := models.EastWind; wind <= models.NorthWind; wind++ {
				mass[wind.Index()] += p.slots[m.slot].q[wind]
			}
		}
	}
	if n != models.Places || p.game.Players != models.Places {
		return false
	}
	for _, m := range mass {
		if m > 3.5 {
			return true
		}
	}
	return false
}

// swept is the end of a hand in which nobody laid a winning hand down.
func (e *explanation) swept() {
	e.toLast(func(h *history) {
		h.endsDrawn(Exhausted, e.at)
		h.logp += h.unexplained()
		e.add(h)
	})
	if reason := e.p.stopped(e.h); reason != "" {
		h := e.h.after(log(.5))
		h.endsDrawn(reason, e.at)
		e.add(h)
	}
	cost := log(.001)
	if e.h.phase == free && e.h.left(e.p.game) <= 0 {
		cost = log(1e-5) // the last tile was discarded: that is how it ended
	}
	h := e.h.after(cost + e.h.unexplained())
	h.endsDrawn("", e.at)
	e.add(h)
}

// afterwards is what happens once the hand has ended: others lay their hands down, too,
// the ura are turned, tiles are moved about.
func (e *explanation) afterwards() {
	pr, h := &e.p.priors, e.h
	switch e.s.act {
	case laidSeen:
		e.laidToo()
	case takenSeen:
		e.taken()
	case doraSeen:
		e.uraToo()
	case goneSeen:
		switch tile, last := int32(e.s.slots[0]), h.end.last(); {
		case last != nil && last.tile == tile:
			e.keep(0)
		case last != nil && last.tile == none && tile == h.lastSeen:
			e.keep(log(pr.Stray / float64(h.played()))) // somebody took it
		default:
			e.keep(log(pr.After))
		}
	case stickSeen, stickGoneSeen:
		e.keep(0) // sticks are put away, and winners take them
	case sweptSeen:
		for i := range h.end.won {
			if w := &h.end.won[i]; w.nth > 0 && w.pushed && w.tile >= 0 && !e.p.slots[w.tile].gone {
				e.keep(e.missed() + h.unexplained()) // nobody saw the discard leave that is said to lie in the hand
				return
			}
		}
		e.keep(h.unexplained() + e.withoutUra())
	case discardSeen:
		e.fills(max(e.s.place, 0), e.s.slots[0])
		e.keep(log(.03))
	default:
		e.keep(log(pr.After))
	}
}

// played counts the discards of all.
func (s *state) played() (n int) {
	for i := range s.players {
		n += int(s.players[i].discards)
	}
	return max(n, 1)
}

// laidToo is another hand that was laid down: another winner on the same discard, or a
// hand that is shown.
func (e *explanation) laidToo() {
	p, h, g := e.s.place, e.h, e.p.game
	if p < 0 {
		e.keep(log(e.p.priors.False))
		return
	}
	if h.end.wonBy(p) && h.end.shown[p] < 0 {
		e.opens()
		return
	}
	if h.end.wonBy(p) || h.end.shown[p] >= 0 { // laid anew
		k := h.after(0)
		k.end.shown[p] = int16(e.at)
		e.add(k)
		return
	}
	tiles := e.p.concealed(h, p, e.at)
	also := e.mayAlso(p)
	if also {
		e.winsToo(tiles)
	}
	often := .005
	switch {
	case g.AllShow || h.end.how == models.DrawnGame:
		often = 1
	case g.GoesOn: // the last one, who has not won
		often = .5
	}
	shown := h.after(log(often))
	if g.AllShow || h.end.how == models.DrawnGame {
		shown.logp += e.size(h, tiles, 13)
	}
	if also && h.end.last().tile >= 0 {
		shown.logp += log(1 - e.p.complete(h, p, tiles, h.end.last().tile) + .03)
	}
	shown.end.shown[p] = int16(e.at)
	e.add(shown)
}

// winsToo is another win on the tile that somebody has won on.
func (e *explanation) winsToo(tiles []int) {
	p, h := e.s.place, e.h
	also := h.after(log(.03) + e.size(h, tiles, 13))
	if tile := h.end.last().tile; tile >= 0 {
		also.logp += log(e.p.complete(h, p, tiles, tile)/chanceComplete + 1e-3)
	} else {
		also.logp += log(e.p.ready(h, p, tiles)/chanceReady + 1e-3)
	}
	also.winsToo(e.p.game, p, e.at)
	e.add(also)
}

// mayAlso reports whether p may win on the discard on which somebody has won: where several
// may, or where p comes first.
func (e *explanation) mayAlso(p int) bool {
	last, g := e.h.end.last(), e.p.game
	if last == nil || last.from < 0 || e.h.end.wonBy(int(last.from)) || int(last.from) == p {
		return false
	}
	for i := range e.h.end.won {
		if w := &e.h.end.won[i]; w.nth == last.nth && g.turns(int(last.from), p) < g.turns(int(last.from), i) {
			return true
		}
	}
	return g.Heads > 1
}

// withoutUra is the cost of a win with riichi of which nobody saw the ura.
func (e *explanation) withoutUra() float64 {
	if e.p.game.Ura && e.h.wonWithRiichi() && e.h.end.ura == 0 {
		return log(e.p.priors.Missed)
	}
	return 0
}

// wonWithRiichi reports whether a winner had declared riichi.
func (s *state) wonWithRiichi() bool {
	for i := range s.players {
		if s.end.wonBy(i) && s.players[i].riichi > 0 {
			return true
		}
	}
	return false
}

// uraToo is an indicator that is turned once the hand was won, or one that was moved from upon it: whoever turns up what lies
// below may lay the upper one anywhere.
func (e *explanation) uraToo() {
	h, tile := e.h, e.s.slots[0]
	if e.p.game.Ura && h.wonWithRiichi() && h.end.ura < h.dora {
		u := h.after(log(.9))
		u.end.ura++
		u.did(move{do: models.TurnedDora, slot: int32(tile), sight: int16(e.at), place: none, claimed: none, from: none, ends: true})
		e.add(u)
	}
	if h.dora <= h.kongs && h.kongs > 0 { // the kong's own, late
		d := h.after(log(.3))
		d.dora++
		d.did(move{do: models.TurnedDora, slot: int32(tile), sight: int16(e.at), place: none, claimed: none, from: none})
		e.add(d)
	}
	if h.end.moved < h.dora {
		for _, upper := range h.indicators() {
			if e.p.mayHaveLeft(int(upper), e.s.rest) {
				m := h.after(log(e.p.priors.IndicatorMoved) + likeness(&e.p.slots[upper], &e.p.slots[tile], &e.p.prior))
				m.end.moved++
				e.add(m)
			}
		}
	}
	e.keep(log(e.p.priors.False))
}

// indicators are the slots of the indicators that were turned while the hand went on.
func (h *history) indicators() (slots []int32) {
	for past := h; past != nil; past = past.past {
		for _, m := range past.moves {
			if m.do == models.TurnedDora && !m.ends && m.slot >= 0 {
				slots = append(slots, m.slot)
			}
		}
	}
	return slots
}

// mayHaveLeft reports whether a tile lies no more where it lay, or whether nobody knows: so soon after something came to rest
// somewhere else it is not told yet, and never when the tiles are swept away so soon.
func (p *Play) mayHaveLeft(slot int, rest float64) bool {
	const known = 4.0 // s; what leaves a side is told after two, see watch.Tuning.Sweep, and an arm may lie over it
	return p.slots[slot].gone || p.clock(len(p.sights)-1)-rest < known
}
