// Package find holds the words that rule tables are written in: where chows,
// pungs, pairs and tiles stand in a hand. A word enters when two rule books need it.
//
//	When: find.Sets(3, find.Chows, find.SameRank, find.ThreeSuits)
//
// reads: three sets that are chows, of the same rank, in three suits.
package find

import (
	"jantaku/models"
	"jantaku/scoring"
)

// Relation is a test on sets that are given in ascending order.
type Relation func(sets []scoring.Set) bool

// Sets finds every n sets for which all relations hold.
func Sets(n int, all ...Relation) scoring.Pattern {
	return scoring.Pattern{Arity: n, Sets: func(sets []scoring.Set) bool {
		for _, holds := range all {
			if !holds(sets) {
				return false
			}
		}
		return true
	}}
}

// Chows holds when every set is a chow.
func Chows(sets []scoring.Set) bool { return sets[len(sets)-1].IsChow() }

// Pungs holds when every set is a pung or a kong.
func Pungs(sets []scoring.Set) bool { return sets[0].IsPung() }

// Of makes a relation that holds when the first tile of every set is as asked, such
// as models.Tile.IsWind.
func Of(is func(models.Tile) bool) Relation {
	return func(sets []scoring.Set) bool {
		for _, s := range sets {
			if !is(s.First()) {
				return false
			}
		}
		return true
	}
}

// Numbers holds when every set is of a number suit.
func Numbers(sets []scoring.Set) bool { return Of(models.Tile.IsNumber)(sets) }

// Identical holds when the sets are all the same.
func Identical(sets []scoring.Set) bool { return sets[0] == sets[len(sets)-1] }

// OneSuit holds when all sets are of one number suit.
func OneSuit(sets []scoring.Set) bool { return Numbers(sets) && suits(sets) == 1 }

// TwoSuits holds when the sets are of exactly two number suits.
func TwoSuits(sets []scoring.Set) bool { return Numbers(sets) && suits(sets) == 2 }

// ThreeSuits holds when the sets are of all three number suits.
func ThreeSuits(sets []scoring.Set) bool { return Numbers(sets) && suits(sets) == 3 }

func suits(sets []scoring.Set) int {
	seen := [5]bool{}
	n := 0
	for _, s := range sets {
		if suit := s.Suit(); !seen[suit] {
			seen[suit] = true
			n++
		}
	}
	return n
}

// SameRank holds when the sets start at the same number.
func SameRank(sets []scoring.Set) bool {
	for _, s := range sets {
		if s.Rank() != sets[0].Rank() {
			return false
		}
	}
	return true
}

// Stepping makes a relation that holds when the sets, ordered by rank, start at
// numbers that rise by step each time.
func Stepping(step int) Relation {
	return func(sets []scoring.Set) bool {
		r := ranks(sets)
		for i := 1; i < len(sets); i++ {
			if r[i] != r[i-1]+step {
				return false
			}
		}
		return true
	}
}

// Ranks makes a relation that holds when the sets, ordered by rank, start at
// exactly these numbers.
func Ranks(want ...int) Relation {
	return func(sets []scoring.Set) bool {
		r := ranks(sets)
		for i, n := range want {
			if r[i] != n {
				return false
			}
		}
		return len(sets) == len(want)
	}
}

// ranks gives the ranks of up to four sets in ascending order.
func ranks(sets []scoring.Set) (r [4]int) {
	for n, s := range sets {
		i, rank := n, s.Rank()
		for ; i > 0 && r[i-1] > rank; i-- {
			r[i] = r[i-1]
		}
		r[i] = rank
	}
	return r
}

// TwoPairs makes a relation of four sets that holds when they fall into two pairs of
// sets, in each of which all the given relations hold.
func TwoPairs(all ...Relation) Relation {
	pairing := [3][4]int{{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2}}
	holds := func(a, b scoring.Set) bool {
		for _, r := range all {
			if !r([]scoring.Set{a, b}) {
				return false
			}
		}
		return true
	}
	return func(sets []scoring.Set) bool {
		for _, p := range pairing {
			if holds(sets[p[0]], sets[p[1]]) && holds(sets[p[2]], sets[p[3]]) {
				return true
			}
		}
		return false
	}
}

// Any makes a relation that holds when one of the given ones does.
func Any(of ...Relation) Relation {
	return func(sets []scoring.Set) bool {
		for _, r := range of {
			if r(sets) {
				return true
			}
		}
		return false
	}
}

// Not makes a relation that holds when the given one does not.
func Not(r Relation) Relation {
	return func(sets []scoring.Set) bool { return !r(sets) }
}

// Tiles finds the whole hand when the tiles and circumstances are as asked; the
// answer may not depend on the layout.
func Tiles(is func(h *scoring.Hand) bool) scoring.Pattern {
	return scoring.Pattern{Tiles: whole(is)}
}

// Layout finds the whole hand when one layout of it is as asked.
func Layout(is func(h *scoring.Hand) bool) scoring.Pattern {
	return scoring.Pattern{Layout: whole(is)}
}

// Completing finds the whole hand when the group that the winning tile completes is
// as asked.
func Completing(is func(h *scoring.Hand) bool) scoring.Pattern {
	return scoring.Pattern{Completed: whole(is)}
}

func whole(is func(h *scoring.Hand) bool) func(h *scoring.Hand) (scoring.Span, int) {
	return func(h *scoring.Hand) (scoring.Span, int) {
		if is(h) {
			return scoring.WholeHand, 1
		}
		return 0, 0
	}
}

// Times finds the hand as often as the number says; the answer may not depend on
// the layout.
func Times(count func(h *scoring.Hand) int) scoring.Pattern {
	return scoring.Pattern{Tiles: func(h *scoring.Hand) (scoring.Span, int) { return scoring.WholeHand, count(h) }}
}

// Mixture finds the hand when the families of tiles that occur are as asked.
func Mixture(is func(scoring.Families) bool) scoring.Pattern { return scoring.Pattern{Families: is} }

// Won finds the hand when it was won so.
func Won(so scoring.Manner) scoring.Pattern { return scoring.Pattern{Won: so} }

// Only finds the hand when every tile is of the mask.
func Only(m scoring.Mask) scoring.Pattern {
	return scoring.Pattern{Within: m}
}

// Laid finds the hand when its melds are as asked.
func Laid(is func(scoring.Laid) bool) scoring.Pattern { return scoring.Pattern{Laid: is} }

// Kongs finds the hand with exactly n kongs of any kind.
func Kongs(n int) scoring.Pattern {
	return Laid(func(l scoring.Laid) bool { return l.Kongs == n })
}

// Flag finds the hand when a circumstance holds.
func Flag(f models.Flags) scoring.Pattern {
	return scoring.Pattern{Flags: f}
}

// SelfDraw finds the hand when the winning tile was drawn.
func SelfDraw() scoring.Pattern { return Won(scoring.SelfDrawn) }

// Group finds the sets and the pair of the kinds that a hand names, in every shape that
// has groups: in seven pairs the pair, in thirteen orphans the doubled tile. The
// span tells which group it is; a pair in seven pairs has the span of the pair.
func Group(of func(h *scoring.Hand) scoring.Mask) scoring.Pattern {
	return scoring.Pattern{Layout: func(h *scoring.Hand) (span scoring.Span, n int) {
		kinds := of(h)
		switch h.Shape {
		case scoring.General, scoring.Knitted:
			span, n = pungsOf(h, kinds)
			if kinds.Has(h.Pair) {
				span |= scoring.PairSpan
				n++
			}
		case scoring.SevenPairs:
			for i, count := range h.Counts {
				if count >= 2 && kinds&(1<<i) != 0 {
					span, n = scoring.PairSpan, n+1
				}
			}
		case scoring.Orphans:
			if kinds.Has(h.Pair) {
				span, n = scoring.PairSpan, 1
			}
		}
		return span, n
	}}
}

// pungsOf gives the pungs and kongs of some kinds, and counts them.
func pungsOf(h *scoring.Hand, kinds scoring.Mask) (span scoring.Span, n int) {
	for i := 3; i >= 0 && h.Sets[i].IsPung(); i-- {
		if h.Sets[i].Mask()&kinds != 0 {
			span |= 1 << i
			n++
		}
	}
	return span, n
}

// Always finds every hand; the shapes of the row say which.
func Always() scoring.Pattern { return Tiles(func(*scoring.Hand) bool { return true }) }

// All finds the hand when every kind of the mask occurs.
func All(m scoring.Mask) scoring.Pattern {
	return Tiles(func(h *scoring.Hand) bool { return h.Kinds&m == m })
}

// EachPung finds every pung and kong of the kinds that a hand names, counting them.
func EachPung(of func(h *scoring.Hand) scoring.Mask) scoring.Pattern {
	return scoring.Pattern{Pungs: 1, Layout: func(h *scoring.Hand) (scoring.Span, int) { return pungsOf(h, of(h)) }}
}

// PungsAndPair finds exactly n pungs and the pair when their tiles are as asked,
// such as three winds and the pair of the fourth.
func PungsAndPair(n int, is func(models.Tile) bool) scoring.Pattern {
	var kinds scoring.Mask
	for i := range models.Kinds {
		if t := models.KindAt(i); is(t) {
			kinds |= scoring.MaskOf(t)
		}
	}
	return scoring.Pattern{Thrice: kinds, Pungs: n, Layout: func(h *scoring.Hand) (scoring.Span, int) {
		if span, found := pungsOf(h, kinds); found == n && kinds.Has(h.Pair) {
			return span | scoring.PairSpan, 1
		}
		return 0, 0
	}}
}

// These names the same kinds in every hand.
func These(kinds scoring.Mask) func(*scoring.Hand) scoring.Mask {
	return func(*scoring.Hand) scoring.Mask { return kinds }
}

// Is names one kind in every hand.
func Is(kind models.Tile) func(*scoring.Hand) scoring.Mask { return These(scoring.MaskOf(kind)) }

// SeatWind names the winner's seat wind.
func SeatWind(h *scoring.Hand) scoring.Mask { return scoring.MaskOf(h.Win.Seat.Wind()) }
