package scoring

import "jantaku/models"

// Unconnected reports whether the hand is fourteen different tiles of a knitted
// 1-4-7, 2-5-8, 3-6-9 in three suits and honours, and lays it out so.
func (h *Hand) Unconnected() bool {
	if h.Melds > 0 || h.Kinds.Len() != 14 {
		return false
	}
	for _, knit := range knits {
		if h.Only(knit | HonourMask) {
			h.special(Unconnected)
			h.Knit = knit
			return true
		}
	}
	return false
}

// Knitted calls yield for every way to lay the hand out as nine knitted tiles in
// hand, one set, which may be a meld, and a pair; with the layout set in h.
func (sp *Splitter) Knitted(h *Hand, yield func()) {
	if h.Melds > 1 || (h.Kinds&NumberMask).Len() < 9 {
		return
	}
	var held Mask
	for i, n := range h.InHand[:27] {
		if n > 0 {
			held |= 1 << i
		}
	}
	for i, knit := range knits {
		if held&knit == knit {
			keys := h.keys
			for suit, part := range knitKeys[i] {
				keys[suit] -= part
			}
			sp.besideKnit(h, knit, keys, yield)
		}
	}
}

// besideKnit lays out what stands beside the nine tiles.
func (sp *Splitter) besideKnit(h *Hand, knit Mask, keys [4]uint32, yield func()) {
	sp.each(keys, func(suits [4]*suitSplit) {
		l := Layout{Shape: Knitted, Knit: knit}
		sets, pairs := h.Melds, 0
		for i, s := range suits {
			if s.n > 0 {
				l.Sets[3] = inSuit(s.sets[0], i)
				sets += int(s.n)
			}
			if s.pair >= 0 {
				l.Pair = models.KindAt(9*i + int(s.pair))
				pairs++
			}
		}
		if sets != 1 || pairs != 1 {
			return
		}
		if h.Melds == 1 {
			m := h.melds[0]
			l.Sets[3], l.Melded = m.set, 1<<3
			if m.open {
				l.Open = 1 << 3
			}
			if m.kong {
				l.KongAt = 1 << 3
			}
		}
		h.Layout = l
		yield()
	})
}

// knits are the six knitted sets of nine tiles: 1-4-7 in one suit, 2-5-8 in
// another, 3-6-9 in the third.
var knits = [6]Mask{
	knit(0, 1, 2), knit(0, 2, 1), knit(1, 0, 2), knit(1, 2, 0), knit(2, 0, 1), knit(2, 1, 0),
}

// knit gives the nine tiles with 1-4-7 in suit a, 2-5-8 in b and 3-6-9 in c.
func knit(a, b, c int) Mask {
	const threes Mask = 0b001001001
	return threes<<(9*a) | threes<<1<<(9*b) | threes<<2<<(9*c)
}

// knitKeys are the knitted sets as the splitter's keys of the three suits.
var knitKeys = func() (keys [6][3]uint32) {
	for i, knit := range knits {
		for at := range 27 {
			if knit&(1<<at) != 0 {
				keys[i][at/9] += 1 << (3 * (at % 9))
			}
		}
	}
	return keys
}()
