package play

import (
	"math"

	"jantaku/vision/watch"
)

// Riichi sticks are a witness of riichi. In a club that lays them in view a stick follows the discard
// that declares riichi after some seconds, so that every second without one makes riichi less
// likely; in one that puts them into a tray nothing is ever seen. Which of both a club does is not
// known at first: a history is as likely as both say together, and carries on how likely each is.

// stake is what is known of a player's riichi stick.
type stake uint8

const (
	noStick    stake = iota
	stickDue         // riichi was declared, and no stick was seen yet
	stickFirst       // it lies there, and the next discard declares riichi
	stickLies
)

// staked is a stick that came to lie before a player's river. What was discarded there last may have
// declared riichi though it does not lie sideways, so that it is weighed anew.
func (p *Play) staked(c *watch.Change) int {
	place := c.Area.Place.Index()
	if place < 0 || !p.game.Riichi || p.game.turns(p.start.Dealer.Index(), place) < 0 {
		return -1
	}
	at := p.sees(sight{act: stickSeen, place: place, stick: c.Stick}, c)
	for i := at - 1; i >= 0; i-- {
		if p.sights[i].act == discardSeen && p.sights[i].place == place {
			return i
		}
	}
	return at
}

// stakedAfter reports whether a stick came to lie before a place's river after a sight and before
// the next discard there.
func (p *Play) stakedAfter(place, at int) bool {
	for i := at + 1; i < len(p.sights); i++ {
		switch s := &p.sights[i]; {
		case s.place != place:
		case s.act == stickSeen:
			return true
		case s.act == discardSeen:
			return false
		}
	}
	return false
}

// stakes notes what a discard means for the player's stick.
func (h *history) stakes(p, at int, riichi bool) {
	me := &h.players[p]
	switch {
	case riichi && me.stick == stickFirst:
		me.stick = stickLies
	case riichi:
		me.stick, me.stickFrom = stickDue, int16(at)
	case me.stick == stickFirst:
		h.logp += log(0) // it was taken for that of a riichi, which was not declared
		me.stick = noStick
	}
}

// weigh takes in what is so likely in a club that lays its sticks in view, and so likely in another.
func (h *history) weigh(inView, tray float64) {
	both := h.inView*inView + (1-h.inView)*tray
	h.logp += log(both)
	h.inView = min(max(h.inView*inView/max(both, math.SmallestNonzeroFloat64), 0), 1)
}

// without is the probability that no stick was seen so many seconds after riichi was declared, where
// they are laid in view.
func (p *Priors) without(seconds float64) float64 {
	return p.StickMissed + (1-p.StickMissed)*exp(-max(seconds, 0)/p.StickDelay)
}

// clock is the time up to which something was seen with a sight and those before it, s.
func (p *Play) clock(at int) float64 {
	now := 0.0
	for i := range at + 1 {
		now = max(now, p.sights[i].rest)
	}
	return now
}

// waitsForSticks weighs that no stick was seen until the next sight where one is due. What a riichi is
// won on needs none.
func (p *Play) waitsForSticks(h *history, at int) *history {
	if !p.game.Riichi || h.phase == over {
		return h
	}
	s, waited := &p.sights[at], h
	for i := range h.players {
		me := &h.players[i]
		if me.stick != stickDue || s.act == laidSeen && int(h.last) == i && me.declared && h.phase == free {
			continue
		}
		if waited == h {
			waited = h.after(0)
		}
		if s.blind {
			waited.players[i].stick = stickLies // for all that anybody could see
			continue
		}
		from := p.clock(int(me.stickFrom))
		waited.weigh(p.priors.without(p.clock(at)-from)/p.priors.without(p.clock(at-1)-from), 1)
	}
	return waited
}

// stick is a stick that came to lie before a player's river, or something that looks like one.
func (e *explanation) stick() {
	p, h, pr := e.s.place, e.h, &e.p.priors
	is := min(max(e.s.stick, likeAStick), 1-likeAStick)
	lies := func(perSecond float64) {
		l := h.after(0)
		l.weigh(is*perSecond, (1-is)*pr.StickFalse)
		l.players[p].stick = stickLies
		e.add(l)
	}
	switch me := &h.players[p]; {
	case me.stick == stickDue:
		seconds := max(e.p.clock(e.at)-e.p.clock(int(me.stickFrom)), 0)
		lies((1 - pr.StickMissed) * exp(-seconds/pr.StickDelay) / pr.StickDelay / pr.without(seconds))
	case me.stick == stickLies:
		lies(pr.StickTaken)
	case int(h.to) == p && h.mayRiichi(e.p.game, p):
		first := h.after(0)
		first.weigh(is*pr.StickFirst/pr.StickDelay, (1-is)*pr.StickFalse)
		first.players[p].stick = stickFirst
		e.add(first)
	}
	e.keep(log((1-is)*pr.StickFalse + is*pr.StickIdle))
}

// likeAStick is the least probability that what is told as a stick is one, or none: what else lies on
// tables nobody has counted.
const likeAStick = .01

// stickGone is a stick that lies there no more though the hand goes on.
func (e *explanation) stickGone() {
	if e.h.players[e.s.place].stick != stickLies {
		e.keep(0)
		return
	}
	gone := e.h.after(log(e.p.priors.StickTaken))
	e.add(gone)
	e.riichiBack()
}

// riichiBack is a riichi that is taken back with its stick, before anything else happened: most turn the tile straight, too.
func (e *explanation) riichiBack() {
	p, h, pr := e.s.place, e.h, &e.p.priors
	me := &h.players[p]
	if h.phase != free || int(h.last) != p || !me.declared || h.tile < 0 {
		return
	}
	side := e.p.slots[h.tile].side
	back := h.after(log(pr.RiichiBack) + log(side*(1-pr.TurnedBack)+(1-side)*pr.TurnedBack) - log(side*(1-pr.Straight)+(1-side)*pr.Straight))
	own := &back.players[p]
	own.riichi, own.oneTurn, own.declared, own.stick = 0, false, false, noStick
	back.did(move{do: unRiichi, place: int8(p), slot: h.tile, sight: int16(e.at), claimed: none, from: none})
	e.add(back)
}

// InView is how likely this club lays its riichi sticks where the camera sees them, after this hand: the
// next begins with it as [Priors.InView].
func (p *Play) InView() float64 {
	beam, weights := p.now()
	sum := 0.0
	for i, h := range beam {
		sum += weights[i] * h.inView
	}
	return min(max(sum, p.priors.LearnedInView), 1-p.priors.LearnedInView)
}
