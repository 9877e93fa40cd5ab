package scoring

// OnlyWait reports whether no other kind than the winning one would have completed
// the thirteen tiles held before it: as four sets and a pair or as seven pairs when
// the hand is laid out in General, as the set and the pair beside the nine tiles in
// Knitted. The other shapes cannot be waited for by a hand that wins in these.
// A kind of which the hand already holds four counts only when dead is true.
func (sp *Splitter) OnlyWait(h *Hand, dead bool) bool {
	if h.Shape == General && sp.pairsWait(h) {
		return false
	}
	keys, held := h.keys, h.held
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
	suit := win / 9
	keys[suit] -= 1 << (3 * (win % 9))
	held[suit]--
	for s := range keys {
		if sp.waitsIn(h, s, keys, held, dead) {
			return false
		}
	}
	return true
}

// pairsWait reports whether another tile than the winning one would have made seven
// pairs.
func (sp *Splitter) pairsWait(h *Hand) bool {
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

// waitsIn reports whether a tile of a suit, other than the winning one, completes
// the tiles in hand.
func (sp *Splitter) waitsIn(h *Hand, suit int, keys [4]uint32, held [4]uint8, dead bool) bool {
	// With the tile every suit but one is made of sets, and one has the pair too.
	pairs := 0
	for s, n := range held {
		if s == suit {
			n++
		}
		switch n % 3 {
		case 1:
			return false
		case 2:
			pairs++
		}
	}
	if pairs != 1 || held[suit] == 0 {
		return false
	}
	for s, key := range keys {
		if s != suit && !sp.splitsUp(key, s) {
			return false
		}
	}
	for at := 9 * suit; at < min(9*suit+9, len(h.Counts)); at++ {
		if at == h.WinTile.Index() || h.Counts[at] == 4 && !dead {
			continue
		}
		if sp.completes(keys[suit], suit, at-9*suit) {
			return true
		}
	}
	return false
}

// splitsUp reports whether the tiles of a suit split into sets and at most a pair.
func (sp *Splitter) splitsUp(key uint32, suit int) bool {
	switch {
	case key == 0:
		return true
	case suit == 3:
		key |= honourKey
	}
	return len(sp.find(key)) > 0
}

// completes reports whether the tiles of a suit split up with one more tile.
func (sp *Splitter) completes(key uint32, suit, rank int) bool {
	one := uint32(1) << (3 * rank)
	reach := uint64(0o77777) // two ranks to either side
	if suit == 3 {
		reach = 0o00700
	}
	if uint64(key)<<6>>(3*rank)&reach == 0 {
		return false
	}
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
