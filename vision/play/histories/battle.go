package histories

import (
	"jantaku/vision/play/evidence"
)

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
			h.logp += log(e.p.Priors.Closed * e.p.Priors.BySelf)
			lies(h, int8(p), none)
		})
		return
	}
	if h.Phase == free && h.last >= 0 && int(h.last) != p && !h.wonOn {
		won := h.after(log(e.p.Priors.Closed * e.p.Priors.OnDiscard))
		if h.tile >= 0 {
			won.logp += evidence.Likeness(&e.p.Slots[h.tile], &e.p.Slots[tile], &e.p.Prior)
		}
		lies(won, h.last, h.tile)
	}
}
