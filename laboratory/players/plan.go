package players

import (
	"jantaku/models"
	"jantaku/scoring"
)

// shape is the form a plan aims at.
type shape int

const (
	sets shape = iota // sets and a pair
	sevenPairs
	thirteenOrphans
	notConnected
	fiveTypes // one group each of three suits, winds and dragons
)

// plan is a hand to aim at.
type plan struct {
	shape shape
	// fixed are the sets that the plan wants, three tiles each by Tile.Index; knit says
	// that they are knitted and cannot be called.
	fixed [][3]int
	knit  bool
	// allowed are the kinds it is made of, pungs that it has no chows.
	allowed scoring.Mask
	pungs   bool
	// open says that tiles may be called for it.
	open bool
	// worth is how many tiles farther away the plan may be and still be followed.
	worth float64
}

const anyKind = scoring.Mask(1<<models.Kinds - 1)

// suitMask are the kinds of a suit.
func suitMask(suit int) scoring.Mask { return 0x1ff << (9 * suit) }

const honourMask = scoring.Mask(0x7f) << 27

// chow is the chow at a rank, from 0, of a suit.
func chow(suit, rank int) [3]int {
	first := 9*suit + rank
	return [3]int{first, first + 1, first + 2}
}

// pung is three of a kind.
func pung(kind int) [3]int { return [3]int{kind, kind, kind} }

// orders are the ways to give three things to three suits.
var orders = knits

// plansOf lists what players of a taste aim at, for a seat and a round.
func plansOf(t scoring.Taste, seat, round models.Seat) (plans []plan) {
	add := func(p plan) {
		if p.worth <= scoring.Never {
			return
		}
		if p.allowed == 0 {
			p.allowed = anyKind
		}
		plans = append(plans, p)
	}
	add(plan{worth: t.Plain})
	add(plan{worth: t.PlainOpen, open: true})
	add(plan{worth: t.AllPungs, open: true, pungs: true})
	add(plan{worth: t.Pairs, shape: sevenPairs})
	add(plan{worth: t.Orphans, shape: thirteenOrphans})
	add(plan{worth: t.Unconnected, shape: notConnected})
	add(plan{worth: t.Types, shape: fiveTypes, open: true})
	add(plan{worth: t.Simple, open: true, allowed: anyKind &^ scoring.OrphanMask})
	for suit := range 3 {
		add(plan{worth: t.HalfFlush, open: true, allowed: suitMask(suit) | honourMask})
		add(plan{worth: t.FullFlush, open: true, allowed: suitMask(suit)})
		add(plan{worth: t.Straight, open: true, fixed: [][3]int{chow(suit, 0), chow(suit, 3), chow(suit, 6)}})
	}
	for rank := range 7 {
		add(plan{worth: t.Triple, open: true, fixed: [][3]int{chow(0, rank), chow(1, rank), chow(2, rank)}})
	}
	for _, o := range orders {
		add(plan{worth: t.Mixed, open: true, fixed: [][3]int{chow(0, 3*o[0]), chow(1, 3*o[1]), chow(2, 3*o[2])}})
		for rank := range 5 {
			add(plan{worth: t.Shifted, open: true, fixed: [][3]int{chow(0, rank+o[0]), chow(1, rank+o[1]), chow(2, rank+o[2])}})
		}
		knit := plan{worth: t.Knitted, open: true, knit: true}
		for suit, rank := range o {
			knit.fixed = append(knit.fixed, [3]int{9*suit + rank, 9*suit + rank + 3, 9*suit + rank + 6})
		}
		add(knit)
	}
	for _, tile := range valued(t, seat, round) {
		add(plan{worth: t.Value, open: true, fixed: [][3]int{pung(tile.Index())}})
	}
	return plans
}

// withoutSuit are the plans that can do without a suit.
func withoutSuit(plans []plan, suit models.Suit) (kept []plan) {
	for _, p := range plans {
		if p.allowed &^= suitMask(int(suit)); p.allowed != 0 {
			kept = append(kept, p)
		}
	}
	return kept
}

// valued are the honours of which a pung counts.
func valued(t scoring.Taste, seat, round models.Seat) []models.Tile {
	tiles := []models.Tile{models.White, models.Green, models.Red, seat.Wind()}
	if t.RoundWind && round != models.NoSeat && round != seat {
		tiles = append(tiles, round.Wind())
	}
	return tiles
}

// lacks gives how many tiles lack to a plan, never when its melds are of another hand.
// left are how many tiles of each kind the player has not seen.
func (m *measure) lacks(p *plan, c *counts, melds []models.Meld, left *counts) int {
	for _, meld := range melds {
		if !p.takes(meld) {
			return never
		}
	}
	switch p.shape {
	case sevenPairs:
		return pairs(c)
	case thirteenOrphans:
		return orphans(c)
	case notConnected:
		return unconnected(c)
	case fiveTypes:
		return m.types(c, melds)
	}
	return m.sets(p, c, melds, left)
}

// takes reports whether a meld may be part of the plan.
func (p *plan) takes(meld models.Meld) bool {
	if p.shape != sets && p.shape != fiveTypes || meld.Kind.IsOpen() && !p.open || p.pungs && meld.Kind == models.Chow {
		return false
	}
	for _, t := range meld.Tiles {
		if p.allowed>>t.Index()&1 == 0 {
			return false
		}
	}
	return true
}

// sets gives how many tiles lack to the fixed sets and the others.
func (m *measure) sets(p *plan, c *counts, melds []models.Meld, left *counts) int {
	free := m.whole - len(p.fixed)
	var done [mostSets]bool
	for _, meld := range melds {
		if at := p.fits(meld, &done); at >= 0 {
			done[at] = true
			continue
		}
		if free--; free < 0 {
			return never
		}
	}
	rest, need := *c, 0
	for i, set := range p.fixed {
		if done[i] {
			continue
		}
		for _, t := range set {
			switch {
			case rest[t] > 0:
				rest[t]--
			case left[t] == 0:
				return never
			default:
				need++
			}
		}
	}
	return need + m.general(&rest, free, p.allowed, p.pungs)
}

// fits gives the fixed set that a meld is, -1 for none.
func (p *plan) fits(meld models.Meld, done *[mostSets]bool) int {
	for i, set := range p.fixed {
		if done[i] || p.knit || meld.First().Index() != set[0] || (meld.Kind == models.Chow) != (set[0] != set[1]) {
			continue
		}
		return i
	}
	return -1
}

// types gives how many tiles lack to one group of each of the five types.
func (m *measure) types(c *counts, melds []models.Meld) int {
	var filled [5]bool
	for _, meld := range melds {
		at := typeOf(meld.First().Index())
		if filled[at] {
			return never
		}
		filled[at] = true
	}
	total, open := 0, 0
	gain := never // the least that a pair instead of a set costs more
	for at := range filled {
		if filled[at] {
			continue
		}
		open++
		group := m.group(c, at)
		total += int(group[1][0])
		gain = min(gain, int(group[0][1])-int(group[1][0]))
	}
	if open == 0 {
		return never
	}
	return total + gain
}

// typeOf is 0 to 2 for the suits, 3 for winds, 4 for dragons.
func typeOf(kind int) int {
	switch {
	case kind < 27:
		return kind / 9
	case kind < 31:
		return 3
	default:
		return 4
	}
}

// group gives what lacks in one of the five types.
func (m *measure) group(c *counts, at int) *lacking {
	switch at {
	case 3:
		return m.suit(c[27:31], 0xf, true)
	case 4:
		return m.suit(c[31:34], 0x7, true)
	}
	return m.suit(c[9*at:9*at+9], 0x1ff, false)
}
