package mcr

import (
	"math/bits"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/book"
)

// relations are the fans that combine sets of number suits, written down a second
// time and in another way: as a function of the sets' kinds, suits and ranks.
func relations(sets []scoring.Set) (points int) {
	chows, suits, ranks := 0, map[models.Suit]int{}, map[int]int{}
	low, high := 9, 0
	for _, s := range sets {
		if s.IsChow() {
			chows++
		}
		suits[s.Suit()]++
		ranks[s.Rank()]++
		low, high = min(low, s.Rank()), max(high, s.Rank())
	}
	n := len(sets)
	one, each, same := len(suits) == 1, len(suits) == n, len(ranks) == 1
	steps := func(by int) bool { // ranks low, low+by, ...
		for i := range n {
			if ranks[low+i*by] != 1 {
				return false
			}
		}
		return true
	}
	thirds := ranks[1] == 1 && ranks[4] == 1 && ranks[7] == 1
	type form struct {
		n, chows int
		holds    bool
		points   int
	}
	for _, f := range []form{
		{4, 4, one && same, 48}, {4, 4, one && (steps(1) || steps(2)), 32}, {4, 0, one && steps(1), 48},
		{3, 3, one && same, 24}, {3, 3, one && thirds, 16}, {3, 3, one && (steps(1) || steps(2)), 16},
		{3, 3, each && thirds, 8}, {3, 3, each && same, 8}, {3, 3, each && steps(1), 6},
		{3, 0, one && steps(1), 24}, {3, 0, each && same, 16}, {3, 0, each && steps(1), 8},
		{2, 2, one && same, 1}, {2, 2, each && same, 1}, {2, 2, one && high-low == 3, 1}, {2, 2, one && low == 1 && high == 7, 1},
		{2, 0, each && same, 2},
	} {
		if n == f.n && chows == f.chows && f.holds {
			points = max(points, f.points)
		}
	}
	return points
}

// dearest tries every family of fans on the four sets. A family is legal when it has
// no cycle: every fan of n sets lessens the number of separate parts by n−1.
func dearest(sets [4]scoring.Set) int {
	type fan struct {
		span   scoring.Span
		points int
	}
	var fans []fan
	for span := scoring.Span(1); span <= scoring.SetsSpan; span++ {
		var chosen []scoring.Set
		for i, s := range sets {
			if span&(1<<i) != 0 {
				chosen = append(chosen, s)
			}
		}
		if p := relations(chosen); p > 0 {
			fans = append(fans, fan{span, p})
		}
	}
	best := 0
	for family := range 1 << len(fans) {
		parts, points, drop := [4]int{0, 1, 2, 3}, 0, 0
		for i, f := range fans {
			if family&(1<<i) == 0 {
				continue
			}
			points += f.points
			drop += bits.OnesCount8(uint8(f.span)) - 1
			into := parts[bits.TrailingZeros8(uint8(f.span))]
			for at := range 4 {
				if f.span&(1<<at) != 0 {
					was := parts[at]
					for j := range parts {
						if parts[j] == was {
							parts[j] = into
						}
					}
				}
			}
		}
		left := map[int]bool{}
		for _, p := range parts {
			left[p] = true
		}
		if 4-len(left) == drop {
			best = max(best, points)
		}
	}
	return best
}

// eachFour calls yield for every four of the sets of number suits that four copies
// of each tile allow.
func eachFour(is func(scoring.Set) bool, yield func([4]scoring.Set)) {
	var sets []scoring.Set
	for s := range scoring.Set(scoring.NumSets) {
		if s.Suit() != models.Honours && is(s) {
			sets = append(sets, s)
		}
	}
	for i, a := range sets {
		for j, b := range sets[i:] {
			for k, c := range sets[i+j:] {
				for _, d := range sets[i+j+k:] {
					if a.IsPung() && (a == b || b == c || c == d) {
						continue
					}
					yield([4]scoring.Set{a, b, c, d})
				}
			}
		}
	}
}

// TestForestAgreesWithTryingEveryFamily checks the principles 不拆移 and 套算一次 on
// every four chows and every four pungs of simples, and that 不得相同 costs nothing:
// the selection that is printed has no set twice in one fan.
func TestForestAgreesWithTryingEveryFamily(t *testing.T) {
	rules, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &sheet{rules: rules}
	tried := 0
	check := func(sets [4]scoring.Set) {
		tried++
		s.hand = scoring.Hand{Win: &models.Win{}, WinTile: models.Red, Kinds: scoring.MaskOf(models.Red)}
		s.hand.Layout = scoring.Layout{Shape: scoring.General, Sets: sets, Pair: models.Red}
		s.present, s.combined = book.Set{}, s.combined[:0]
		s.plain = list{}
		for _, m := range rules.finder.Layout(&s.hand, nil) {
			if m.Span != scoring.WholeHand && !rules.rows[m.Row].each {
				s.enter([]scoring.Match{m})
			}
		}
		s.plant(0)
		if want := dearest(sets); s.tree.points != want {
			t.Errorf("%v: selected %d points, %d are possible", sets, s.tree.points, want)
		}
		seen := map[uint8]scoring.Span{}
		for _, m := range s.tree.best {
			if seen[m.Row]&m.Span != 0 {
				t.Errorf("%v: a set stands twice in %s", sets, rules.fans[m.Row].Name)
			}
			seen[m.Row] |= m.Span
		}
	}
	eachFour(scoring.Set.IsChow, check)
	if sharedtest.Night() {
		eachFour(func(s scoring.Set) bool { return s.IsPung() && s.Rank() > 1 && s.Rank() < 9 }, check)
	}
	if tried < 10626 { // the ways to choose four of 21 chows
		t.Errorf("only %d families were tried", tried)
	}
}

func TestIdenticalCountsSetsThatStandTwiceInOneFan(t *testing.T) {
	const row, other = 70, 71
	for _, tt := range []struct {
		selected []scoring.Match
		want     int
	}{
		{[]scoring.Match{{Row: row, Span: 0b0011}, {Row: row, Span: 0b1100}}, 0},
		{[]scoring.Match{{Row: row, Span: 0b0011}, {Row: other, Span: 0b0110}}, 0},
		{[]scoring.Match{{Row: row, Span: 0b0011}, {Row: row, Span: 0b0110}}, 1},
	} {
		if got := identical(tt.selected); got != tt.want {
			t.Errorf("identical(%v) = %d, want %d", tt.selected, got, tt.want)
		}
	}
}
