package find

import (
	"math/bits"

	"jantaku/scoring"
)

// FullFlush says whether all tiles are of one number suit.
func FullFlush(f scoring.Families) bool { return f&scoring.Honours == 0 && f.Suits() == 1 }

// HalfFlush says whether all tiles are of one number suit and honours, both of
// which occur.
func HalfFlush(f scoring.Families) bool { return f&scoring.Honours != 0 && f.Suits() == 1 }

// AllTypes says whether winds, dragons and all three number suits occur.
func AllTypes(f scoring.Families) bool { return f == scoring.AllFamilies }

// MixedTerminals finds the hand when there are only terminals and honours, and both.
func MixedTerminals() scoring.Pattern {
	p := Tiles(func(h *scoring.Hand) bool { return h.HoldsAny(scoring.TerminalMask) && h.HoldsAny(scoring.HonourMask) })
	p.Within = scoring.OrphanMask
	return p
}

// SevenConsecutive says whether the kinds are seven consecutive numbers of one suit.
func SevenConsecutive(h *scoring.Hand) bool {
	ranks := h.Kinds.Ranks()
	return FullFlush(h.Families) && ranks>>bits.TrailingZeros16(ranks) == 1<<7-1
}

// NineGates finds the hand whose thirteen tiles before the winning one were exactly
// 1112345678999 of one suit, all in hand.
func NineGates() scoring.Pattern {
	p := Tiles(nineGates)
	p.Families, p.Laid = FullFlush, nothingLaid
	return p
}

func nothingLaid(l scoring.Laid) bool { return l.Melds == 0 }

func nineGates(h *scoring.Hand) bool {
	first := bits.TrailingZeros64(uint64(h.Kinds))
	first -= first % 9
	for rank, want := range [9]uint8{3, 1, 1, 1, 1, 1, 1, 1, 3} {
		had := h.InHand[first+rank]
		if first+rank == h.WinTile.Index() {
			had--
		}
		if had != want {
			return false
		}
	}
	return true
}

// Outside finds the layouts in which every set and the pair hold a tile of the mask
// and at least one set is a chow.
func Outside(m scoring.Mask) scoring.Pattern {
	p := Layout(func(h *scoring.Hand) bool { return outside(h, m) })
	p.Chows = 1
	for s := range scoring.Set(scoring.NumSets) {
		if s.Mask()&m != 0 {
			p.Within |= s.Mask()
		}
	}
	return p
}

// MixedOutside finds the layouts in which every set and the pair hold a terminal or
// an honour, both occur in the hand, and at least one set is a chow.
func MixedOutside() scoring.Pattern {
	p := Layout(func(h *scoring.Hand) bool {
		return h.HoldsAny(scoring.HonourMask) && h.HoldsAny(scoring.TerminalMask) && outside(h, scoring.OrphanMask)
	})
	p.Chows = 1
	return p
}

func outside(h *scoring.Hand, m scoring.Mask) bool {
	for _, s := range h.Sets {
		if s.Mask()&m == 0 {
			return false
		}
	}
	return m.Has(h.Pair)
}

// ConcealedPungs finds the layouts with exactly n concealed pungs; see ConcealedAt.
func ConcealedPungs(n int) scoring.Pattern {
	p := Layout(func(h *scoring.Hand) bool { return Concealed(h) == n })
	p.Pungs = n
	return p
}

// Concealed counts the concealed pungs of the layout; see ConcealedAt.
func Concealed(h *scoring.Hand) int { return bits.OnesCount8(uint8(ConcealedAt(h))) }

// ConcealedAt gives the pungs and kongs that are made of the winner's own tiles. A
// pung that the winning tile completed counts only when the tile was drawn. Where the
// book does not say which group that is, all four copies in hand mean that the
// winning tile stands in a chow instead.
func ConcealedAt(h *scoring.Hand) scoring.Span {
	span := scoring.SetsSpan &^ h.Open
	for i, s := range h.Sets {
		bit := scoring.Span(1) << i
		if s.IsChow() || h.Melded&bit == 0 && !h.Win.SelfDraw && completes(h, s, bit) {
			span &^= bit
		}
	}
	return span
}

// completes says whether the winning tile completed the pung.
func completes(h *scoring.Hand, pung scoring.Set, bit scoring.Span) bool {
	if h.Completed != 0 {
		return h.Completed == bit
	}
	return pung.First() == h.WinTile && h.InHand[h.WinTile.Index()] == 3
}

// MirrorSuits holds when the sets of one suit are those of the other: the same
// kinds of sets at the same ranks. It expects four sets of two suits.
func MirrorSuits(sets []scoring.Set) bool {
	var sides [2][]scoring.Set
	for _, s := range sets {
		side := 1
		if s.Suit() == sets[0].Suit() {
			side = 0
		}
		sides[side] = append(sides[side], s)
	}
	if len(sides[0]) != 2 || len(sides[1]) != 2 {
		return false
	}
	for i, a := range sides[0] {
		b := sides[1][i]
		if a.IsChow() != b.IsChow() || a.Rank() != b.Rank() {
			return false
		}
	}
	return true
}

// Repeated gives how often the most frequent chow of the layout occurs, 0 without
// chows. Sets stand in ascending order, so equal chows are neighbours.
func Repeated(h *scoring.Hand) int {
	most, run := 0, 0
	for i, s := range h.Sets {
		switch {
		case !s.IsChow():
			return most
		case i > 0 && s == h.Sets[i-1]:
			run++
		default:
			run = 1
		}
		most = max(most, run)
	}
	return most
}

// FourUnkonged counts the kinds of which the hand holds all four copies without a
// kong of them.
func FourUnkonged(h *scoring.Hand) int { return h.Fours.Len() - h.Kongs }

// Unkonged finds the hand as often as there is a kind with all four copies and no
// kong of it.
func Unkonged() scoring.Pattern {
	p := Times(FourUnkonged)
	p.Fours = scoring.AnyMask
	return p
}
