package mcr

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"jantaku/models"
	"jantaku/scoring"
)

// rowSet is a set of rows of the table, which has fewer than 128.
type rowSet [2]uint64

func (s *rowSet) add(row int)            { s[row>>6] |= 1 << (row & 63) }
func (s *rowSet) addAll(other rowSet)    { s[0] |= other[0]; s[1] |= other[1] }
func (s rowSet) has(row int) bool        { return s[row>>6]&(1<<(row&63)) != 0 }
func (s rowSet) meets(other rowSet) bool { return s[0]&other[0]|s[1]&other[1] != 0 }
func (s rowSet) and(other rowSet) rowSet { return rowSet{s[0] & other[0], s[1] & other[1]} }

// next gives the first row from at on, or -1.
func (s rowSet) next(at int) int {
	for ; at < 128; at = (at | 63) + 1 {
		if rest := s[at>>6] >> (at & 63); rest != 0 {
			return at + bits.TrailingZeros64(rest)
		}
	}
	return -1
}

// line is a counted fan and how often it counts.
type line struct{ row, count uint8 }

// maxRows bounds the table for the arrays below.
const maxRows = 96

// sheet is where one hand is scored.
type sheet struct {
	rules *Rules
	hand  scoring.Hand

	matches []scoring.Match
	fixed   int // the first matches hold for every layout of four sets and a pair
	alone   answer

	// The fans that stand in the layout at hand: those of single sets and of the
	// whole hand by row, and those that combine sets.
	present  rowSet
	at       [maxRows]scoring.Span
	times    [maxRows]uint8
	combined []scoring.Match

	tree forest
	// What tally counted last.
	lines  []line
	counts rowSet

	best choice
}

// answer is a question that is asked at most once for a hand.
type answer uint8

const (
	notAsked answer = iota
	yes
	no
)

// choice is what a hand scores in one layout with one selection of its fans.
type choice struct {
	any     bool
	points  int // without flowers
	repeats int // sets that stand twice in the same fan
	lines   []line
	layout  scoring.Layout
}

func newSheet(r *Rules) *sheet { return &sheet{rules: r} }

// Score implements scoring.Ruleset.
func (r *Rules) Score(w *models.Win) (scoring.Result, error) {
	s := r.sheets.Get().(*sheet)
	defer r.sheets.Put(s)
	s.hand.Prepare(w)
	if err := check(&s.hand); err != nil {
		return scoring.Result{}, err
	}
	s.highest()
	return s.result(w), nil
}

// highest is the principle 就高不就低: 有两种以上的番种可供选择计分时,可选择高分的
// 番种计分. Every form, every layout, every place of the winning tile and every
// selection of the fans is tried, and the dearest kept.
func (s *sheet) highest() {
	h := &s.hand
	s.fixed, s.alone, s.best.any = 0, notAsked, false
	s.rules.splitter.General(h, s.general)
	s.rules.splitter.Knitted(h, s.other)
	if h.Pairs(true) {
		s.other()
	}
	if h.Orphans() {
		s.other()
	}
	if h.Unconnected() {
		s.other()
	}
}

// general weighs a layout of four sets and a pair.
func (s *sheet) general() {
	if s.fixed == 0 {
		s.matches = s.rules.finder.Tiles(&s.hand, s.matches[:0])
		s.fixed = len(s.matches)
	}
	s.place()
	s.matches = s.rules.finder.Layout(&s.hand, s.matches[:s.fixed])
	s.weigh()
}

// other weighs a layout of another form.
func (s *sheet) other() {
	s.place()
	s.matches = s.rules.finder.Layout(&s.hand, s.rules.finder.Tiles(&s.hand, s.matches[:0]))
	s.weigh()
}

// place puts the winning tile into the group where it is worth most: where it may be
// 边张, 坎张 or 单钓将, otherwise into a chow or the pair, because a pung that
// another's tile completes is not concealed.
func (s *sheet) place() {
	h := &s.hand
	h.OnlyWait, h.Completed = false, 0
	places := h.Completions()
	for i, row := range s.rules.waits {
		if s.rules.fans[row].Forms&h.Shape == 0 {
			continue
		}
		for left := places; left != 0; left &= left - 1 {
			if h.Completed = left & -left; waitings[i].how(h) {
				h.OnlyWait = s.onlyWait()
				return
			}
		}
	}
	if chows := places & h.Chows(); chows != 0 {
		places = chows
	}
	h.Completed = places & -places
}

// onlyWait says whether the winning tile was the only one waited for.
func (s *sheet) onlyWait() bool {
	if s.hand.Shape == knitted {
		return s.rules.splitter.OnlyWait(&s.hand, s.rules.deadWait)
	}
	if s.alone == notAsked {
		s.alone = no
		if s.rules.splitter.OnlyWait(&s.hand, s.rules.deadWait) {
			s.alone = yes
		}
	}
	return s.alone == yes
}

// weigh finds the dearest selection of the fans of the layout at hand.
func (s *sheet) weigh() {
	s.present, s.combined = rowSet{}, s.combined[:0]
	for _, m := range s.matches {
		if row := int(m.Row); combines(m.Span) && !s.rules.each.has(row) {
			s.combined = append(s.combined, m)
		} else if !s.rules.fans[row].Bonus {
			s.present.add(row)
			s.at[row], s.times[row] = m.Span, m.Count
		}
	}
	plain := s.tally(nil)
	s.plant(plain)
	s.compare()
}

// combines says whether a fan is made of several groups of the hand but not all.
func combines(span scoring.Span) bool { return span&(span-1) != 0 && span != scoring.WholeHand }

// tally counts the fans of the layout together with a selection of those that
// combine sets, dearest first, and gives the points.
//
// It is the principle 不重复: 当某个番种,由于组牌的条件所决定,在其成立的同时,必然
// 并存着其他番种,则其他番种不重复计分. What a counted fan implies is not counted: a fan
// of the whole hand altogether, a fan of single sets where they are sets of it.
func (s *sheet) tally(selected []scoring.Match) int {
	rules := s.rules
	rows := s.present
	for _, m := range selected {
		rows.add(int(m.Row))
		s.at[m.Row], s.times[m.Row] = 0, 0
	}
	for _, m := range selected {
		s.at[m.Row] |= m.Span
		s.times[m.Row]++
	}
	var without, less rowSet
	var taken [maxRows]scoring.Span
	points := 0
	s.lines, s.counts = s.lines[:0], rowSet{}
	for row := rows.next(0); row >= 0; row = rows.next(row + 1) {
		count := int(s.times[row])
		switch {
		case rules.each.has(row):
			count = bits.OnesCount8(uint8(s.at[row] &^ taken[row]))
			if less.has(row) {
				count--
			}
		case without.has(row):
			continue
		}
		if count <= 0 {
			continue
		}
		points += count * rules.fans[row].Points
		s.lines = append(s.lines, line{uint8(row), uint8(count)})
		s.counts.add(row)
		without.addAll(rules.without[row].all)
		less.addAll(rules.without[row].one)
		each := rules.without[row].all.and(rules.each)
		for other := each.next(0); other >= 0; other = each.next(other + 1) {
			taken[other] |= s.at[row]
		}
	}
	return points
}

// forest is the search for the dearest selection of the fans that combine sets.
type forest struct {
	plain  int // points of the other fans alone
	counts rowSet
	rest   []int // points of the fans from here on
	now    []scoring.Match

	points, repeats int
	best            []scoring.Match
}

// plant searches the selections.
func (s *sheet) plant(plain int) {
	t := &s.tree
	t.plain, t.counts = plain, s.counts
	t.points, t.repeats = -1, 0
	t.now, t.best = t.now[:0], t.best[:0]
	s.allowed()
	s.grow(0, 0, separate)
}

// allowed keeps of the fans that combine sets those that no fan of the whole hand
// leaves uncounted, in the order of the table.
func (s *sheet) allowed() {
	var without rowSet
	for _, l := range s.lines {
		without.addAll(s.rules.without[l.row].all)
	}
	s.combined = slices.DeleteFunc(s.combined, func(m scoring.Match) bool { return without.has(int(m.Row)) })
	slices.SortFunc(s.combined, func(a, b scoring.Match) int { return int(a.Row) - int(b.Row) })
	t := &s.tree
	t.rest = append(t.rest[:0], 0)
	sum := 0
	for i := len(s.combined) - 1; i >= 0; i-- {
		sum += s.rules.fans[s.combined[i].Row].Points
		t.rest = append(t.rest, sum)
	}
	slices.Reverse(t.rest)
}

// grow tries the selections that add fans from here on.
func (s *sheet) grow(from, points int, ties groups) {
	t := &s.tree
	s.judge(points)
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
		s.grow(i+1, points+s.rules.fans[m.Row].Points, tied)
		t.now = t.now[:len(t.now)-1]
	}
}

// judge keeps the selection at hand when it is dearer than the best one so far.
func (s *sheet) judge(points int) {
	t := &s.tree
	total := t.plain + points
	for _, m := range t.now {
		if s.rules.without[m.Row].all.meets(t.counts) {
			total = s.tally(t.now)
			break
		}
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

// compare keeps the selection of this layout when it is better than the best one so
// far: more points, then no set twice in a fan, then the earlier fans of the table.
func (s *sheet) compare() {
	t, b := &s.tree, &s.best
	if b.any && (t.points < b.points || t.points == b.points && t.repeats > b.repeats) {
		return
	}
	s.tally(t.best)
	if b.any && t.points == b.points && t.repeats == b.repeats && !s.earlier() {
		return
	}
	b.any, b.points, b.repeats = true, t.points, t.repeats
	b.lines = append(b.lines[:0], s.lines...)
	b.layout = s.hand.Layout
}

// earlier says whether the list at hand stands before the best one.
func (s *sheet) earlier() bool {
	for i, mine := range s.lines {
		if i == len(s.best.lines) {
			return false
		}
		theirs := s.best.lines[i]
		if mine.row != theirs.row {
			return mine.row < theirs.row
		}
		if mine.count != theirs.count {
			return mine.count > theirs.count
		}
	}
	return false
}

const parts = scoring.PartBasePoints | scoring.PartPoints

// result writes the best choice down, with 无番和 for a hand without other fans and
// the flowers, which are no part of the minimum.
func (s *sheet) result(w *models.Win) scoring.Result {
	res := scoring.Result{ID: w.ID, Rules: s.rules.ID(), Parts: parts, Win: s.best.any}
	b := &s.best
	if !b.any {
		return res
	}
	if b.points == 0 {
		b.lines = append(b.lines, line{uint8(s.rules.rest), 1})
		b.points = s.rules.fans[s.rules.rest].Points
	}
	res.BasePoints, res.Points = b.points, b.points
	res.Valid = b.points >= MinPoints
	res.Layout = b.layout
	for _, m := range s.matches {
		if f := &s.rules.fans[m.Row]; f.Bonus {
			b.lines = append(b.lines, line{m.Row, m.Count})
			res.Points += int(m.Count) * f.Points
		}
	}
	res.Fans = make([]scoring.Fan, len(b.lines))
	for i, l := range b.lines {
		f := &s.rules.fans[l.row]
		res.Fans[i] = scoring.Fan{ID: f.ID, Name: f.Name, Count: int(l.count), Value: int(l.count) * f.Points}
	}
	if res.Valid {
		res.Payments, res.Paid = Pay(w, res.Points)
	}
	return res
}

// Explain implements scoring.Explainer.
func (r *Rules) Explain(w *models.Win, res *scoring.Result) []scoring.Step {
	var sum []string
	for _, f := range res.Fans {
		if r.fans[r.row(f.ID)].Bonus {
			continue
		}
		part := fmt.Sprint(f.Value / f.Count)
		if f.Count > 1 {
			part = fmt.Sprintf("%d × %d", f.Count, f.Value/f.Count)
		}
		sum = append(sum, part)
	}
	steps := []scoring.Step{{Code: "base-points", Detail: strings.Join(sum, " + "), Value: res.BasePoints}}
	if n := w.Flowers.Count; n > 0 {
		steps = append(steps, scoring.Step{Code: "flowers", Detail: fmt.Sprintf("%d + %d", res.BasePoints, n), Value: res.Points})
	}
	if !res.Valid {
		steps = append(steps, scoring.Step{Code: "below-minimum", Detail: fmt.Sprintf("%d < %d", res.BasePoints, MinPoints), Value: MinPoints})
	}
	return steps
}
