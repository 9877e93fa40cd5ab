package histories

import (
	"jantaku/models"
	"jantaku/vision/play/evidence"
)

// explanation collects what a sight may mean in one history.
type explanation struct {
	p     *Hands
	h     *History
	s     *evidence.Sight
	at    int
	found []*History
}

func (e *explanation) add(h *History) { e.found = append(e.found, h) }

// keep adds the history in which the sight means nothing.
func (e *explanation) keep(cost float64) { e.add(e.h.after(cost)) }

// missed is the cost of a discard that nobody saw before the sight.
func (e *explanation) missed() float64 { return e.missedBefore(e.s) }

// missedBefore is the cost of a discard that nobody saw before another sight.
func (e *explanation) missedBefore(s *evidence.Sight) float64 {
	if s.Blind {
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
	if turns <= 0 {
		then(h)
		return
	}
	p := int(h.to)
	if h.mayRiichi(e.p.Game, p) {
		bold := h.branch(log(h.declares(&e.p.Priors, p)))
		bold.discards(e.p.Game, p, unseen, e.at, true)
		e.pass(bold, turns-1, then)
		if h.mayHaveDeclared(p) {
			e.pass(e.lateRiichi(h, p, unseen), turns-1, then)
		}
	}
	h.discards(e.p.Game, p, unseen, e.at, false)
	e.pass(h, turns-1, then)
}
