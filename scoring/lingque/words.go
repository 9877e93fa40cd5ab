package lingque

import (
	"math/bits"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/find"
)

// concealed: no chow, pung or open kong; the last tile may come from anybody (门前清).
func concealed(h *scoring.Hand) bool { return h.Concealed }

// guestWind: a wind that is not the winner's own (客风刻).
func guestWind(h *scoring.Hand) scoring.Mask { return scoring.WindMask &^ find.SeatWind(h) }

// oneSuitMissing: only number tiles, of at most two suits (缺一门).
func oneSuitMissing(f scoring.Families) bool { return f&scoring.Honours == 0 && f.Suits() < 3 }

// twoNumbers: only number tiles, of exactly two numbers (二数).
func twoNumbers(h *scoring.Hand) bool {
	return h.Only(scoring.NumberMask) && bits.OnesCount16(h.Kinds.Ranks()) == 2
}

// adjacentNumbers: only number tiles, of exactly n consecutive numbers (三聚, 四聚).
func adjacentNumbers(n int) func(h *scoring.Hand) bool {
	return func(h *scoring.Hand) bool {
		ranks := h.Kinds.Ranks()
		return h.Only(scoring.NumberMask) && ranks>>bits.TrailingZeros16(ranks) == 1<<n-1
	}
}

// nineNumbersThrough: only number tiles, and the numbers 1 to 9 divide among the
// sets and the pair without overlap (九数贯通).
func nineNumbersThrough(h *scoring.Hand) bool {
	if !h.Only(scoring.NumberMask) {
		return false
	}
	seen := scoring.MaskOf(h.Pair).Ranks()
	for _, s := range h.Sets {
		ranks := s.Mask().Ranks()
		if seen&ranks != 0 {
			return false
		}
		seen |= ranks
	}
	return seen == 1<<9-1
}

// identicalChows finds the layout in which some chow occurs exactly n times
// (三同顺, 一般高).
func identicalChows(n int) func(h *scoring.Hand) bool {
	return func(h *scoring.Hand) bool { return find.Repeated(h) == n }
}

// mirrorNumbers: only number tiles, and replacing every number n by 2q−n in each
// set and in the pair gives a layout of the same tiles that keeps the melds (镜数).
//
// The numbers of the fourteen tiles, kongs as pungs, sum to 14q, so q is known.
func mirrorNumbers(h *scoring.Hand) bool {
	if !h.Only(scoring.NumberMask) {
		return false
	}
	sum := 2 * h.Pair.Rank()
	for _, s := range h.Sets {
		sum += 3 * s.Rank()
		if s.IsChow() {
			sum += 3
		}
	}
	if sum%7 != 0 {
		return false
	}
	twice := sum / 7
	pair, ok := mirrorTile(h.Pair, twice)
	if !ok {
		return false
	}
	var image [4]scoring.Set
	for i, s := range h.Sets {
		if image[i], ok = mirrorSet(s, twice); !ok {
			return false
		}
	}
	return keepsMelds(h, image) && tilesOf(h.Sets, h.Pair) == tilesOf(image, pair)
}

// mirrorTile gives the tile of number 2q−n in the suit of t.
func mirrorTile(t models.Tile, twice int) (models.Tile, bool) {
	m := models.NewTile(t.Suit(), twice-t.Rank())
	return m, m != models.NoTile && !m.IsRed()
}

// mirrorSet gives the image of a set: a chow n, n+1, n+2 becomes 2q−n−2 and so on.
func mirrorSet(s scoring.Set, twice int) (scoring.Set, bool) {
	if s.IsPung() {
		t, ok := mirrorTile(s.First(), twice)
		return scoring.PungOf(t), ok
	}
	rank := twice - s.Rank() - 2
	if rank < 1 || rank > 7 {
		return 0, false
	}
	return scoring.ChowAt(s.Suit(), rank), true
}

// keepsMelds says whether every meld is among the sets of the image.
func keepsMelds(h *scoring.Hand, image [4]scoring.Set) bool {
	used := [4]bool{}
melds:
	for i, s := range h.Sets {
		if h.Melded&(1<<i) == 0 {
			continue
		}
		for j, m := range image {
			if m == s && !used[j] {
				used[j] = true
				continue melds
			}
		}
		return false
	}
	return true
}

// tilesOf counts the tiles of sets and a pair, kongs as pungs, three bits a kind.
func tilesOf(sets [4]scoring.Set, pair models.Tile) (suits [3]uint64) {
	add := func(t models.Tile, n uint64) { suits[t.Suit()] += n << (3 * t.Rank()) }
	add(pair, 2)
	for _, s := range sets {
		if s.IsPung() {
			add(s.First(), 3)
			continue
		}
		for step := range models.Tile(3) {
			add(s.First()+step, 1)
		}
	}
	return suits
}

// mirrorPairs: pairs of numbers that an integer n maps to themselves by k → 2n−k in
// every suit (镜数对).
func mirrorPairs(h *scoring.Hand) bool {
	if !h.Only(scoring.NumberMask) {
		return false
	}
centres:
	for n := 2; n <= 8; n++ {
		for suit := range 3 {
			if !symmetric(suitRanks(h, suit), n) {
				continue centres
			}
		}
		return true
	}
	return false
}

// symmetric says whether k → 2n−k maps the set of ranks to itself.
func symmetric(ranks uint16, n int) bool {
	for k := 1; k <= 9; k++ {
		image := 2*n - k
		if ranks&(1<<(k-1)) != 0 && (image < 1 || image > 9 || ranks&(1<<(image-1)) == 0) {
			return false
		}
	}
	return true
}

// suitRanks gives the numbers that occur in one suit.
func suitRanks(h *scoring.Hand, suit int) uint16 {
	return uint16(h.Kinds >> (9 * suit) & scoring.SuitMask)
}

// threeSuitPairs: two numbers whose pairs occur in all three suits (三同二对).
func threeSuitPairs(h *scoring.Hand) bool {
	return bits.OnesCount16(suitRanks(h, 0)&suitRanks(h, 1)&suitRanks(h, 2)) >= 2
}

// mirrorSuitPairs: two suits with pairs of at least three common numbers (镜同对).
func mirrorSuitPairs(h *scoring.Hand) bool {
	common := func(a, b int) bool { return bits.OnesCount16(suitRanks(h, a)&suitRanks(h, b)) >= 3 }
	return common(0, 1) || common(0, 2) || common(1, 2)
}
