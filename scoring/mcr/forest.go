package mcr

import (
	"math/bits"

	"jantaku/scoring"
)

// plant searches the selections of the layout at hand.
func (s *sheet) plant(plain int) {
	t := &s.tree
	t.plain, t.points, t.repeats = plain, plain, 0
	t.now, t.best = t.now[:0], t.best[:0]
	if s.keepAllowed(); len(s.combined) > 0 {
		s.grow(0, 0, separate)
	}
}

// keepAllowed drops the fans that a fan of the whole hand leaves uncounted.
func (s *sheet) keepAllowed() {
	t := &s.tree
	t.rest = t.rest[:0]
	kept, sum := s.combined[:0], 0
	for _, m := range s.combined {
		if !s.plain.without.Has(int(m.Row)) {
			kept = append(kept, m)
			sum += s.rules.rows[m.Row].points
		}
	}
	s.combined = kept
	for _, m := range kept {
		t.rest = append(t.rest, sum)
		sum -= s.rules.rows[m.Row].points
	}
}

// grow tries the selections that add fans from here on. A fan never adds more than
// its points.
func (s *sheet) grow(from, points int, ties groups) {
	t := &s.tree
	for i := from; i < len(s.combined); i++ {
		if most := t.plain + points + t.rest[i]; most < t.points || most == t.points && t.repeats == 0 {
			return
		}
		m := s.combined[i]
		tied, ok := ties.tie(m.Span)
		if !ok {
			continue
		}
		t.now = append(t.now, m)
		more := points + s.rules.rows[m.Row].points
		s.judge(more)
		s.grow(i+1, more, tied)
		t.now = t.now[:len(t.now)-1]
	}
}

// judge keeps the selection at hand when it is dearer than the best one so far.
func (s *sheet) judge(points int) {
	t := &s.tree
	total := t.plain + points
	if s.costs(t.now) {
		total = s.tally(t.now, &s.trial)
	}
	if total < t.points {
		return
	}
	repeats := identical(t.now)
	if total > t.points || repeats < t.repeats {
		t.points, t.repeats = total, repeats
		t.best = append(t.best[:0], t.now...)
	}
}

// costs says whether a selection leaves other counted fans uncounted.
func (s *sheet) costs(selected []scoring.Match) bool {
	for _, m := range selected {
		if r := &s.rules.rows[m.Row]; len(r.absorbs) > 0 || r.without.Meets(s.plain.rows) {
			return true
		}
	}
	return false
}

// groups says of each group of the hand which others are tied to it by the fans
// selected so far, itself among them.
type groups [5]scoring.Span

var separate = groups{1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4}

// tie is the principles 不拆移 and 套算一次: 确定一个番种后,不能将其自身再拆开互相组成
// 新的番种计分; 有尚未组合过的一副牌,只可同已组合过的相应的一副牌套算一次.
// Groups that a fan combined are one from then on: another fan may tie them to
// groups outside and never combines two of them again.
func (g groups) tie(span scoring.Span) (groups, bool) {
	var together scoring.Span
	for left := span; left != 0; left &= left - 1 {
		tied := g[bits.TrailingZeros8(uint8(left))]
		if tied&together != 0 {
			return g, false
		}
		together |= tied
	}
	for left := together; left != 0; left &= left - 1 {
		g[bits.TrailingZeros8(uint8(left))] = together
	}
	return g, true
}

// identical is the principle 不得相同: 凡已经组合过某一番种的牌,不能再同其他一副牌组成
// 相同的番种计分. It counts the sets that stand in one fan twice. No total needs such a
// set, so of equal totals the selection with the fewest is the one to print.
func identical(selected []scoring.Match) int {
	n := 0
	for i, m := range selected {
		for _, other := range selected[:i] {
			if m.Row == other.Row && m.Span&other.Span != 0 {
				n++
			}
		}
	}
	return n
}
