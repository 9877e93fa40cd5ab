package mcr

import (
	"math/bits"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/find"
)

// nothingElse stands nowhere: total.go counts the row when no other fan counts
// (无番和).
var nothingElse = scoring.Pattern{}

// The tiles that fans name together.
var (
	// 2 3 4 6 8 of bamboos and the green dragon (绿一色)
	green = scoring.BambooMask&(ranks(2, 4)|ranks(6, 6)|ranks(8, 8)) | scoring.MaskOf(models.Green)
	// 2 4 6 8 of every suit (全双刻); nothing but pungs can be made of them
	even = ranks(2, 2) | ranks(4, 4) | ranks(6, 6) | ranks(8, 8)
	// what terminal chows and the pair between them are made of (双龙会)
	terminalChowsAndFives = ranks(1, 3) | ranks(5, 5) | ranks(7, 9)
	// the tiles whose face has no up and down (推不倒)
	reversible = scoring.DotMask&(ranks(1, 5)|ranks(8, 9)) |
		scoring.BambooMask&(ranks(2, 2)|ranks(4, 6)|ranks(8, 9)) | scoring.MaskOf(models.White)
)

// ranks gives the number tiles from one rank to another.
func ranks(from, to int) scoring.Mask {
	var m scoring.Mask
	for suit := models.Characters; suit <= models.Bamboos; suit++ {
		for rank := from; rank <= to; rank++ {
			m |= scoring.MaskOf(models.NewTile(suit, rank))
		}
	}
	return m
}

// steppingByOneOrTwo: the lowest ranks rise by one or by two, without a mixture.
var steppingByOneOrTwo = find.Any(find.Stepping(1), find.Stepping(2))

// concealedKongs finds the hand with exactly n concealed kongs (双暗杠, 暗杠).
func concealedKongs(n int) scoring.Pattern {
	return find.Laid(func(l scoring.Laid) bool { return l.HiddenKongs == n })
}

// meldedKongs finds the hand with exactly n melded kongs (双明杠, 明杠).
func meldedKongs(n int) scoring.Pattern {
	return find.Laid(func(l scoring.Laid) bool { return l.Kongs-l.HiddenKongs == n })
}

// mixedKongs: one concealed and one melded kong (明暗杠).
func mixedKongs(l scoring.Laid) bool { return l.Kongs == 2 && l.HiddenKongs == 1 }

// pungsInHand is find.ConcealedPungs where a pung that another's tile completes counts.
func pungsInHand(n int) scoring.Pattern {
	p := find.Layout(func(h *scoring.Hand) bool {
		return bits.OnesCount8(uint8(scoring.SetsSpan&^h.Chows()&^h.Open)) == n
	})
	p.Pungs = n
	return p
}

// allPungs: four pungs or kongs (碰碰和).
var allPungs = scoring.Pattern{Pungs: 4}

// allChows: four chows, or the nine knitted tiles and a chow, and a pair of numbers
// (平和).
var allChows = scoring.Pattern{Chows: 4, Layout: func(h *scoring.Hand) (scoring.Span, int) {
	if h.Pair.IsNumber() {
		return scoring.WholeHand, 1
	}
	return 0, 0
}}

// pureTerminalChows: 123 123 55 789 789 of one suit (一色双龙会).
func pureTerminalChows(h *scoring.Hand) bool {
	suit := h.Pair.Suit()
	if h.Pair.Rank() != 5 || suit == models.Honours {
		return false
	}
	low, high := scoring.ChowAt(suit, 1), scoring.ChowAt(suit, 7)
	return h.Sets == [4]scoring.Set{low, low, high, high}
}

// threeSuitedTerminalChows: 123 789 of two suits and 55 of the third (三色双龙会).
func threeSuitedTerminalChows(h *scoring.Hand) bool {
	suit := h.Pair.Suit()
	if h.Pair.Rank() != 5 || suit == models.Honours {
		return false
	}
	a, b := models.Suit(0), models.Suit(2)
	switch suit {
	case a:
		a = 1
	case b:
		b = 1
	}
	return h.Sets == [4]scoring.Set{
		scoring.ChowAt(a, 1), scoring.ChowAt(a, 7), scoring.ChowAt(b, 1), scoring.ChowAt(b, 7)}
}

// knittedStraight: the nine tiles 147 258 369 of three suits, in place of three sets
// or among the tiles of 全不靠 (组合龙).
func knittedStraight(h *scoring.Hand) bool { return h.Kinds&h.Knit == h.Knit }

// oneVoidedSuit: exactly two of the three suits (缺一门).
func oneVoidedSuit(f scoring.Families) bool { return f.Suits() == 2 }

// concealed: nothing taken from others before the win on another's tile (门前清).
var concealed = find.Won(scoring.Unclaimed | scoring.ByDiscard)

// fullyConcealed: nothing taken from others at all (不求人).
var fullyConcealed = find.Won(scoring.Unclaimed | scoring.SelfDrawn)

// meldedHand: four sets taken from others, won on another's tile (全求人).
var meldedHand = find.Laid(fourClaimed).WonBy(scoring.ByDiscard)

func fourClaimed(l scoring.Laid) bool { return l.Melds == 4 && l.HiddenKongs == 0 }

// prevalentWind names the wind of the round (圈风).
func prevalentWind(h *scoring.Hand) scoring.Mask { return scoring.MaskOf(h.Win.Round.Wind()) }

// terminalsAndWinds: dragons score 箭刻 and what contains it in place of 幺九刻.
const terminalsAndWinds = scoring.TerminalMask | scoring.WindMask

// flowers counts the flowers (花牌).
func flowers(h *scoring.Hand) int { return h.Win.Flowers.Count }

// hogsUnlessPlainPairs counts the kinds with all four copies, but none in seven pairs
// that are all green or all terminals.
func hogsUnlessPlainPairs(h *scoring.Hand) int {
	if h.Shape == sevenPairs && (h.Only(green) || h.Only(scoring.TerminalMask)) {
		return 0
	}
	return find.FourUnkonged(h)
}

// A waiting is how the winning tile completes the group it stands in.
type waiting uint8

// The waitings that score when no other tile wins, in the order in which one of
// several is chosen.
const (
	edge   waiting = iota // the 3 of 123 or the 7 of 789
	closed                // the middle of a chow
	single                // the second tile of the pair
	open                  // any other
)

// waitRows are the rows of the waitings.
var waitRows = [open]string{edge: "edge-wait", closed: "closed-wait", single: "single-wait"}

// waitingOf says how the winning tile completes the group it stands in.
func waitingOf(h *scoring.Hand) waiting {
	switch h.Completed {
	case 0:
		return open
	case scoring.PairSpan:
		return single
	}
	set := h.Sets[bits.TrailingZeros8(uint8(h.Completed))]
	place := h.WinTile - set.First()
	switch {
	case set.IsPung():
		return open
	case place == 1:
		return closed
	case place == 2 && set.Rank() == 1, place == 0 && set.Rank() == 7:
		return edge
	}
	return open
}

// wait finds the layout where the winning tile completes its group so and is not one
// of nine knitted tiles; it is asked when no other tile wins (边张, 坎张, 单钓将).
func wait(how waiting) scoring.Pattern {
	return find.Completing(func(h *scoring.Hand) bool {
		return waitingOf(h) == how && !(h.Shape == knitted && h.Knit.Has(h.WinTile))
	})
}

// waitBesideKnit is wait where it is enough that the tile completes a group beside
// the nine knitted tiles, even when it is equal to one of them.
func waitBesideKnit(how waiting) scoring.Pattern {
	return find.Completing(func(h *scoring.Hand) bool { return waitingOf(h) == how })
}

// The forms a fan can stand in.
const (
	general          = scoring.General
	sevenPairs       = scoring.SevenPairs
	unconnected      = scoring.Unconnected
	orphans          = scoring.Orphans
	knitted          = scoring.Knitted
	generalOrPairs   = general | sevenPairs
	generalOrKnitted = general | knitted
	grouped          = general | sevenPairs | knitted
	anyForm          = general | sevenPairs | unconnected | orphans | knitted
)
