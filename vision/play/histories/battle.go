package histories

import (
	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/play/prior"
)

// Where the game goes on after a win, winners are out: they draw and claim nothing more, and the
// others play on to the right of the last of them.

// next gives the index of the place that plays after i.
func (s *State) next(g *prior.Game, i int) int {
	for range models.Places {
		if i = g.Next(i); !g.GoesOn || !s.End.WonBy(i) {
			return i
		}
	}
	return i
}

// Turns counts the turns from one place to another; -1 when nobody plays there.
func (s *State) Turns(g *prior.Game, from, to int) int {
	if !g.GoesOn {
		return g.Turns(from, to)
	}
	for n := range models.Places {
		if from == to {
			if s.End.WonBy(to) {
				return -1
			}
			return n
		}
		from = s.next(g, from)
	}
	return -1
}

// playing is how many still play.
func (s *State) playing(g *prior.Game) int {
	n := g.Players
	for i := range s.End.Won {
		if g.GoesOn && s.End.WonBy(i) {
			n--
		}
	}
	return n
}

// goesOn lets the others play on after player p has won, while more than one is left.
func (h *History) goesOn(g *prior.Game, p int) {
	if !g.GoesOn || h.playing(g) < 2 {
		return
	}
	last := &h.End.Won[p]
	from, to := int(last.From), p
	if from < 0 {
		from = p
	}
	for i := range h.End.Won { // several on one tile: the last of them in turn order
		if w := &h.End.Won[i]; w.Nth == last.Nth && g.Turns(from, i) > g.Turns(from, to) {
			to = i
		}
	}
	h.End.How, h.Phase, h.to = "", free, int8(h.next(g, to))
	h.Replaced, h.undrawn, h.tileGone, h.adding = false, false, false, none
	h.last, h.tile, h.wonOn = last.From, last.Tile, from != p
	if !h.wonOn {
		h.last, h.tile = none, none
	}
}

// givesUp reports whether the sight is a tile by which a suit is given up: it lies face down from before the first
// discard on, until its owner discards it.
func (e *explanation) givesUp() bool {
	s := e.s
	return e.p.Game.Void && e.h.last < 0 && e.h.Calls == 0 && (s.Act == evidence.MeldSeen || s.Act == evidence.DiscardSeen) &&
		len(s.Slots) == 1 && e.p.Slots[s.Slots[0]].Back
}

// winsClosed is a win whose hand stays closed until the end: one tile is laid beside it, the discard face up or the
// drawn one face down.
func (e *explanation) winsClosed() {
	p, h, g := e.s.Place, e.h, e.p.Game
	if !g.GoesOn || len(e.s.Slots) != 1 || p < 0 || h.End.WonBy(p) {
		return
	}
	tile := e.s.Slots[0]
	lies := func(h *History, from int8, on int32) {
		h.wins(g, p, e.at, from, on)
		h.End.Won[p].beside, h.End.Shown[p] = int16(e.at), none
		e.add(h)
	}
	if e.p.Slots[tile].Back {
		e.untilDrawn(p, func(h *History) {
			h.draw()
			h.logp += log(e.p.Priors.Closed * .33)
			lies(h, int8(p), none)
		})
		return
	}
	if h.Phase == free && h.last >= 0 && int(h.last) != p && !h.wonOn {
		won := h.after(log(e.p.Priors.Closed * .2))
		if h.tile >= 0 {
			won.logp += evidence.Likeness(&e.p.Slots[h.tile], &e.p.Slots[tile], &e.p.Prior)
		}
		lies(won, h.last, h.tile)
	}
}

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
		k.logp += e.size(k, tiles, want) + log(e.p.complete(k, p, tiles, w.Tile)/evidence.ChanceComplete+1e-3)
	}
	k.End.Shown[p] = int16(e.at)
	e.add(k)
}
