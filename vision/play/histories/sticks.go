package histories

import (
	"math"

	"jantaku/vision/play/evidence"
	"jantaku/vision/play/prior"
)

// Riichi sticks are a witness of riichi. In a club that lays them in view a stick follows the discard
// that declares riichi after some seconds, so that every second without one makes riichi less
// likely; in one that puts them into a tray nothing is ever seen. Which of both a club does is not
// known at first: a history is as likely as both say together, and carries on how likely each is.

// without is the probability that no stick was seen so many seconds after riichi was declared, where
// they are laid in view.
func without(pr *prior.Figures, seconds float64) float64 {
	return pr.StickMissed + (1-pr.StickMissed)*math.Exp(-max(seconds, 0)/pr.StickDelay)
}

// waitsForSticks weighs that no stick was seen until the next sight where one is due. What a riichi is
// won on needs none.
func (p *Hands) waitsForSticks(h *History, at int) *History {
	if !p.Game.Riichi || h.Phase == Over {
		return h
	}
	s, waited := &p.Sights[at], h
	for i := range h.Players {
		me := &h.Players[i]
		if me.stick != stickDue || s.Act == evidence.LaidSeen && int(h.last) == i && me.Declared && h.Phase == free {
			continue
		}
		if waited == h {
			waited = h.after(0)
		}
		if s.Blind {
			waited.Players[i].stick = stickLies // for all that anybody could see
			continue
		}
		from := p.Clock(int(me.stickFrom))
		waited.weigh(without(&p.Priors, p.Clock(at)-from)/without(&p.Priors, p.Clock(at-1)-from), 1)
	}
	return waited
}

// stick is a stick that came to lie before a player's river, or something that looks like one.
func (e *explanation) stick() {
	p, h, pr := e.s.Place, e.h, &e.p.Priors
	const is = likeAStick
	lies := func(perSecond float64) {
		l := h.after(0)
		l.weigh(is*perSecond, (1-is)*pr.StickFalse)
		l.Players[p].stick = stickLies
		e.add(l)
	}
	switch me := &h.Players[p]; {
	case me.stick == stickDue:
		seconds := max(e.p.Clock(e.at)-e.p.Clock(int(me.stickFrom)), 0)
		lies((1 - pr.StickMissed) * math.Exp(-seconds/pr.StickDelay) / pr.StickDelay / without(pr, seconds))
	case me.stick == stickLies:
		lies(pr.StickTaken)
	case int(h.to) == p && h.mayRiichi(e.p.Game, p):
		first := h.after(0)
		first.weigh(is*pr.StickFirst/pr.StickDelay, (1-is)*pr.StickFalse)
		first.Players[p].stick = stickFirst
		e.add(first)
	}
	e.keep(log((1-is)*pr.StickFalse + is*pr.StickIdle))
}

// likeAStick is how likely what is told as a stick is one: the watch tells of none that is less sure, and what else lies on
// tables nobody has counted.
const likeAStick = .99

// stickGone is a stick that lies there no more though the hand goes on.
func (e *explanation) stickGone() {
	if e.h.Players[e.s.Place].stick != stickLies {
		e.keep(0)
		return
	}
	gone := e.h.after(log(e.p.Priors.StickTaken))
	e.add(gone)
	e.riichiBack()
}

// riichiBack is a riichi that is taken back with its stick, before anything else happened: most turn the tile straight, too.
func (e *explanation) riichiBack() {
	p, h, pr := e.s.Place, e.h, &e.p.Priors
	me := &h.Players[p]
	if h.Phase != free || int(h.last) != p || !me.Declared || h.tile < 0 {
		return
	}
	side := e.p.Slots[h.tile].Side
	back := h.after(log(pr.RiichiBack) + log(side*(1-pr.TurnedBack)+(1-side)*pr.TurnedBack) - log(side*(1-pr.Straight)+(1-side)*pr.Straight))
	own := &back.Players[p]
	own.Riichi, own.OneTurn, own.Declared, own.stick = 0, false, false, noStick
	back.did(Move{Do: unRiichi, Place: int8(p), Slot: h.tile, Sight: int16(e.at), Claimed: none, From: none})
	e.add(back)
}
