package scoring

import "math/bits"

// OnlyWait reports whether no other kind than the winning one would have completed
// the thirteen tiles held before it: as four sets and a pair or as seven pairs when
// the hand is laid out in General, as the set and the pair beside the nine tiles in
// Knitted. The other shapes cannot be waited for by a hand that wins in these.
// A kind of which the hand already holds four counts only when dead is true.
func (sp *Splitter) OnlyWait(h *Hand, dead bool) bool {
	if h.Shape == General && h.waitsForPair() {
		return false
	}
	keys, held := h.beforeWin()
	others := AnyMask &^ MaskOf(h.WinTile)
	if !dead {
		others &^= h.Fours
	}
	// With one more tile every suit is made of sets, and one of them has the pair too:
	// the tile goes to the one suit of 3n+1 tiles, or to either of two of 3n+2.
	ones := 0
	for _, n := range held {
		if n%3 == 1 {
			ones++
		}
	}
	for suit, n := range held {
		if (n%3 == 1 || ones == 0 && n%3 == 2) && sp.waitsIn(h, suit, keys, others) {
			return false
		}
	}
	return true
}

// beforeWin gives the keys of the tiles in hand before the winning one, and how many
// of each suit, without the nine tiles of Knitted.
func (h *Hand) beforeWin() (keys [4]uint32, held [4]uint8) {
	keys, held = h.keys, h.held
	if h.Shape == Knitted {
		for i, knit := range knits {
			if knit != h.Knit {
				continue
			}
			for suit, part := range knitKeys[i] {
				keys[suit] -= part
				held[suit] -= 3
			}
		}
	}
	win := h.WinTile.Index()
	keys[win/9] -= 1 << (3 * (win % 9))
	held[win/9]--
	return keys, held
}

// waitsForPair reports whether another tile than the winning one would have made
// seven pairs.
func (h *Hand) waitsForPair() bool {
	if h.Melds > 0 {
		return false
	}
	odd := -1
	for i, n := range h.InHand {
		if i == h.WinTile.Index() {
			n--
		}
		if n&1 == 0 {
			continue
		}
		if odd >= 0 {
			return false
		}
		odd = i
	}
	return odd != h.WinTile.Index()
}

// waitsIn reports whether a tile of a suit, among others, completes the tiles in
// hand. The hand wins, so that the suits the winning tile is not of split up.
func (sp *Splitter) waitsIn(h *Hand, suit int, keys [4]uint32, others Mask) bool {
	won := h.WinTile.Index() / 9
	if suit != won && !sp.splitsUp(keys[won], won) {
		return false
	}
	for ranks := near(h.kinds, suit) & (others >> (9 * suit)); ranks != 0; ranks &= ranks - 1 {
		if sp.completes(keys[suit], suit, bits.TrailingZeros64(uint64(ranks))) {
			return true
		}
	}
	return false
}

// near gives the ranks of a suit at which a tile can join those in hand.
func near(kinds Mask, suit int) Mask {
	if suit == 3 {
		return kinds >> 27
	}
	in := kinds >> (9 * suit) & SuitMask
	return (in | in<<1 | in<<2 | in>>1 | in>>2) & SuitMask
}

// splitsUp reports whether the tiles of a suit split into sets and at most a pair.
func (sp *Splitter) splitsUp(key uint32, suit int) bool {
	switch {
	case key == 0:
		return true
	case suit == 3:
		key |= honourKey
	}
	return sp.splitsAt(key)
}

// completes reports whether the tiles of a suit split up with one more tile.
func (sp *Splitter) completes(key uint32, suit, rank int) bool {
	one := uint32(1) << (3 * rank)
	if key>>(3*rank)&7 < 4 {
		return sp.splitsUp(key+one, suit)
	}
	return sp.splitsFive(key, suit, rank)
}

// splitsFive is completes for a fifth tile of a kind, which the table of splits does
// not hold: one group with such a tile is taken away and the rest looked up.
func (sp *Splitter) splitsFive(key uint32, suit, rank int) bool {
	one := uint32(1) << (3 * rank)
	if sp.splitsUp(key-one, suit) || sp.splitsUp(key-2*one, suit) { // a pair, a pung
		return true
	}
	if suit == 3 {
		return false
	}
	for first := max(rank-2, 0); first <= min(rank, 6); first++ {
		chow := uint32(0o111) << (3 * first)
		if holds(key, chow&^(one*7)) && sp.splitsUp(key-chow+one, suit) {
			return true
		}
	}
	return false
}

// holds reports whether every rank of part, each once, is in the holding.
func holds(key, part uint32) bool {
	for ; key != 0 || part != 0; key, part = key>>3, part>>3 {
		if part&7 > key&7 {
			return false
		}
	}
	return true
}
