package yuque

import (
	"math/bits"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/find"
)

// exactly finds the groups that at gives when they are n: 共n个 is exact.
func exactly(n int, at func(h *scoring.Hand) scoring.Span) scoring.Pattern {
	return scoring.Pattern{Layout: func(h *scoring.Hand) (scoring.Span, int) {
		if span := at(h); bits.OnesCount8(uint8(span)) == n {
			return span, 1
		}
		return 0, 0
	}}
}

// concealedPungs finds exactly n concealed triplets; a triplet that a discard
// completed is none (暗刻).
func concealedPungs(n int) scoring.Pattern { return exactly(n, find.ConcealedAt) }

// kongs finds exactly n kongs of any kind (杠).
func kongs(n int) scoring.Pattern {
	return exactly(n, func(h *scoring.Hand) scoring.Span { return h.KongAt })
}

// orphanPungs finds exactly three triplets of terminals or honours (幺九三刻), or four
// whose pair is a number from 2 to 8 (幺九四刻).
func orphanPungs(n int) scoring.Pattern {
	return exactly(n, func(h *scoring.Hand) (span scoring.Span) {
		if n == 4 && scoring.OrphanMask.Has(h.Pair) {
			return 0
		}
		for i, s := range h.Sets {
			if s.IsPung() && scoring.OrphanMask.Has(s.First()) {
				span |= 1 << i
			}
		}
		return span
	})
}

// concealed finds the hand without open melds, which are its four sets (门前清).
func concealed() scoring.Pattern {
	return scoring.Pattern{Tiles: func(h *scoring.Hand) (scoring.Span, int) {
		if h.Concealed {
			return scoring.SetsSpan, 1
		}
		return 0, 0
	}}
}

// halfFlush finds the hand of one suit and honours, both of which occur (混一色).
func halfFlush(suit scoring.Mask) scoring.Pattern {
	return find.Tiles(func(h *scoring.Hand) bool {
		return h.Only(suit|scoring.HonourMask) && h.HoldsAny(suit) && h.HoldsAny(scoring.HonourMask)
	})
}

// everyGroup finds the layout in which every set and the pair hold a tile of the mask;
// unlike elsewhere no chow is needed (清带幺, 混带幺).
func everyGroup(m scoring.Mask) scoring.Pattern {
	return find.Layout(func(h *scoring.Hand) bool {
		for _, s := range h.Sets {
			if s.Mask()&m == 0 {
				return false
			}
		}
		return m.Has(h.Pair)
	})
}

// twoDragons holds for four chows that are two runs of six (双龙会).
var twoDragons = find.TwoPairs(find.OneSuit, find.Stepping(3))

// straight holds when three of four chows are 123, 456 and 789 of one suit (一气贯通).
func straight(sets []scoring.Set) bool {
	for out := range sets {
		three := make([]scoring.Set, 0, 3)
		for i, s := range sets {
			if i != out {
				three = append(three, s)
			}
		}
		if find.OneSuit(three) && find.Ranks(1, 4, 7)(three) {
			return true
		}
	}
	return false
}

// mirrorNumbers says whether the layout has no honours and in every suit is its own
// mirror image about n, the number of the pair: chows starting at s are as many as
// those starting at 2n−2−s, triplets of a as many as those of 2n−a (数同).
func mirrorNumbers(h *scoring.Hand) bool {
	if !h.Only(scoring.NumberMask) {
		return false
	}
	n := h.Pair.Rank()
	var image [4]scoring.Set
	for i, s := range h.Sets {
		var ok bool
		if image[i], ok = mirrored(s, n); !ok {
			return false
		}
	}
	return sameSets(h.Sets, image)
}

// mirrored gives the image of a set of numbers about n, false when it leaves 1 to 9.
func mirrored(s scoring.Set, n int) (scoring.Set, bool) {
	if s.IsChow() {
		rank := 2*n - 2 - s.Rank()
		return scoring.ChowAt(s.Suit(), rank), rank >= 1 && rank <= 7
	}
	rank := 2*n - s.Rank()
	return scoring.PungOf(models.NewTile(s.Suit(), rank)), rank >= 1 && rank <= 9
}

// sameSets says whether two lists hold the same sets, each as often.
func sameSets(a, b [4]scoring.Set) bool {
	var used scoring.Span
each:
	for _, s := range a {
		for j, t := range b {
			if s == t && used&(1<<j) == 0 {
				used |= 1 << j
				continue each
			}
		}
		return false
	}
	return true
}
