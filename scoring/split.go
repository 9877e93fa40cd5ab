package scoring

import (
	"sort"

	"jantaku/models"
)

// Splitter splits tiles into sets and a pair. It knows every way to split the tiles
// of one suit in advance: about 24,000 holdings have one. It never changes after
// NewSplitter and may be shared between goroutines.
//
// Method: a hand splits suit by suit, because no set spans two suits; each suit's
// holding, three bits a rank, is looked up in a hash table with linear probing.
type Splitter struct {
	slots  []slot
	splits []suitSplit
	// maybe has a bit for every holding that splits, by a hash, so that most of those
	// that do not are known without looking for them.
	maybe []uint64
}

// slot says where the splits of one holding stand: the index of the first above
// their number, in sizeBits. A key of 0 is an empty slot: an empty suit needs no table.
type slot struct{ key, at uint32 }

// suitSplit is one way to split the tiles of one suit.
type suitSplit struct {
	sets [4]Set // relative to the first suit for number suits
	n    uint8
	pair int8 // kind index relative to the suit's first; -1 for no pair
}

const (
	slotBits  = 16
	maybeBits = 18
	sizeBits  = 8
	honourKey = 1 << 31 // tells holdings of honours from those of number suits
)

// NewSplitter tabulates the splits. It takes a few milliseconds.
func NewSplitter() *Splitter {
	all := map[uint32][]suitSplit{}
	for _, s := range suitSets() {
		s.addAll(all)
	}
	keys := make([]uint32, 0, len(all))
	for key := range all {
		keys = append(keys, key)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	sp := &Splitter{slots: make([]slot, 1<<slotBits), maybe: make([]uint64, 1<<maybeBits/64)}
	for _, key := range keys {
		bit := hash(key, maybeBits)
		sp.maybe[bit/64] |= 1 << (bit % 64)
		at := hash(key, slotBits)
		for sp.slots[at].key != 0 {
			at = (at + 1) & (1<<slotBits - 1)
		}
		sp.slots[at] = slot{key, uint32(len(sp.splits)<<sizeBits | len(all[key]))}
		sp.splits = append(sp.splits, all[key]...)
	}
	return sp
}

// builder lists the sets and pairs that one suit offers.
type builder struct {
	sets  []Set
	holds []uint32 // the holding of each set
	kinds int
	mark  uint32
}

// suitSets gives a builder for number suits and one for honours.
func suitSets() [2]builder {
	number, honours := builder{kinds: 9}, builder{kinds: 7, mark: honourKey}
	for rank := 1; rank <= 7; rank++ {
		number.sets = append(number.sets, ChowAt(models.Characters, rank))
		number.holds = append(number.holds, 0o111<<(3*(rank-1)))
	}
	for i := range 9 {
		number.sets = append(number.sets, PungOf(models.KindAt(i)))
		number.holds = append(number.holds, 3<<(3*i))
	}
	for i := range 7 {
		honours.sets = append(honours.sets, PungOf(models.KindAt(27+i)))
		honours.holds = append(honours.holds, 3<<(3*i))
	}
	return [2]builder{number, honours}
}

// addAll adds every choice of up to four sets, in ascending order, alone and with
// every pair.
func (b builder) addAll(all map[uint32][]suitSplit) {
	var choose func(from int, s suitSplit, key uint32)
	choose = func(from int, s suitSplit, key uint32) {
		if s.n > 0 {
			all[key|b.mark] = append(all[key|b.mark], s)
		}
		for i := range b.kinds {
			if withPair := key + 2<<(3*i); fits(withPair) {
				t := s
				t.pair = int8(i)
				all[withPair|b.mark] = append(all[withPair|b.mark], t)
			}
		}
		if s.n == 4 {
			return
		}
		for i := from; i < len(b.sets); i++ {
			if next := key + b.holds[i]; fits(next) {
				t := s
				t.sets[t.n] = b.sets[i]
				t.n++
				choose(i, t, next)
			}
		}
	}
	choose(0, suitSplit{pair: -1}, 0)
}

// fits reports whether no rank of the holding has more than four tiles. Adding a
// set to a holding that fits gives at most seven of a rank, so no digit overflows.
func fits(key uint32) bool {
	for ; key != 0; key >>= 3 {
		if key&7 > 4 {
			return false
		}
	}
	return true
}

// hash spreads the keys over so many bits.
func hash(key uint32, bits int) uint32 { return key * 2654435769 >> (32 - bits) }

// splitsAt reports whether a holding that is not empty splits.
func (sp *Splitter) splitsAt(key uint32) bool {
	bit := hash(key, maybeBits)
	return sp.maybe[bit/64]&(1<<(bit%64)) != 0 && len(sp.find(key)) > 0
}

// find gives the ways to split a holding; none when there is no way.
func (sp *Splitter) find(key uint32) []suitSplit {
	for at := hash(key, slotBits); ; at = (at + 1) & (1<<slotBits - 1) {
		switch s := &sp.slots[at]; s.key {
		case key:
			first, size := s.at>>sizeBits, s.at&(1<<sizeBits-1)
			return sp.splits[first : first+size]
		case 0:
			return nil
		}
	}
}

// nothing is how an empty suit splits.
var nothing = []suitSplit{{pair: -1}}

// General calls yield for every way to lay the hand out as four sets and a pair,
// each once, with the layout set in h. The order is fixed.
func (sp *Splitter) General(h *Hand, yield func()) {
	sp.each(h.keys, func(suits [4]*suitSplit) {
		if h.layOut(suits) {
			yield()
		}
	})
}

// each calls yield for every choice of one split for each suit.
func (sp *Splitter) each(keys [4]uint32, yield func(suits [4]*suitSplit)) {
	var suits [4][]suitSplit
	for i, key := range keys {
		switch {
		case key == 0:
			suits[i] = nothing
		case i == 3:
			suits[i] = sp.find(key | honourKey)
		default:
			suits[i] = sp.find(key)
		}
		if len(suits[i]) == 0 {
			return
		}
	}
	for a := range suits[0] {
		for b := range suits[1] {
			for c := range suits[2] {
				for d := range suits[3] {
					yield([4]*suitSplit{&suits[0][a], &suits[1][b], &suits[2][c], &suits[3][d]})
				}
			}
		}
	}
}

// layOut joins the splits of the suits with the melds. It reports false when they
// do not make four sets and one pair.
func (h *Hand) layOut(suits [4]*suitSplit) bool {
	n := 0
	pair := -1
	var sets [4]Set
	var melded, open, kong Span
	add := func(s Set) int {
		i := n
		for ; i > 0 && sets[i-1] > s; i-- {
			sets[i] = sets[i-1]
		}
		sets[i] = s
		n++
		return i
	}
	for i, s := range suits {
		if int(s.n)+n > 4-h.Melds {
			return false
		}
		for _, set := range s.sets[:s.n] {
			add(inSuit(set, i))
		}
		if s.pair >= 0 {
			if pair >= 0 {
				return false
			}
			pair = 9*i + int(s.pair)
		}
	}
	if pair < 0 || n+h.Melds != 4 {
		return false
	}
	for _, m := range h.melds[:h.Melds] {
		at := add(m.set)
		low := Span(1)<<at - 1
		widen := func(s Span, set bool) Span {
			s = s&low | s&^low<<1
			if set {
				s |= 1 << at
			}
			return s
		}
		melded, open, kong = widen(melded, true), widen(open, m.open), widen(kong, m.kong)
	}
	h.Layout = Layout{Shape: General, Sets: sets, Pair: models.KindAt(pair), Melded: melded, Open: open, KongAt: kong}
	return true
}

// inSuit moves a set of the first suit to another one. Honours stand where they are.
func inSuit(s Set, suit int) Set {
	switch {
	case suit == 3:
		return s
	case s.IsChow():
		return s + Set(7*suit)
	default:
		return s + Set(9*suit)
	}
}

// Pairs reports whether the hand is seven pairs and lays it out so; four equal
// tiles count as two pairs only where the book allows it.
func (h *Hand) Pairs(fourAsTwo bool) bool {
	if h.Melds > 0 {
		return false
	}
	for _, n := range h.Counts {
		if n&1 != 0 || n == 4 && !fourAsTwo {
			return false
		}
	}
	h.special(SevenPairs)
	return true
}

// Orphans reports whether the hand is the thirteen terminals and honours with one
// of them twice, and lays it out so; Pair is the doubled tile.
func (h *Hand) Orphans() bool {
	if h.Melds > 0 || h.Kinds != OrphanMask {
		return false
	}
	h.special(Orphans)
	for i, n := range h.Counts {
		if n == 2 {
			h.Pair = models.KindAt(i)
		}
	}
	return true
}

// special sets a layout without sets.
func (h *Hand) special(s Shape) { h.Layout = Layout{Shape: s} }
