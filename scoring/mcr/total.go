package mcr

import (
	"math/bits"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/book"
)

// line is a counted fan and how often it counts.
type line struct{ row, count uint8 }

// list is the counted fans of a layout in the order of the table.
type list struct {
	lines   []line
	rows    book.Set
	without book.Set // the fans that they leave uncounted
}

// maxRows bounds the table for the arrays below.
const maxRows = 96

// sheet is where one hand is scored.
type sheet struct {
	rules *Rules
	hand  scoring.Hand

	matches []scoring.Match
	fixed   int      // the first matches hold for every layout of four sets and a pair
	always  book.Set // and are these
	alone   answer

	// The fans that stand in the layout at hand: those of single sets and of the
	// whole hand by row, and those that combine sets in the order of the table.
	present  book.Set
	at       [maxRows]scoring.Span
	times    [maxRows]uint8
	combined []scoring.Match

	plain, trial list
	tree         forest
	best         choice
	room         book.Room
}

// answer is to a question that is asked at most once for a hand.
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

// Score implements scoring.Ruleset.
func (r *Rules) Score(w *models.Win) (res scoring.Result, err error) {
	s := r.sheets.Get().(*sheet)
	defer r.sheets.Put(s)
	s.hand.Prepare(w)
	if err := check(&s.hand); err != nil {
		return res, err
	}
	s.highest()
	s.write(&res)
	return res, nil
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
		s.present = book.Set{}
		s.matches = s.rules.finder.Tiles(&s.hand, s.matches[:0])
		s.enter(s.matches)
		s.fixed, s.always = len(s.matches), s.present
	}
	s.present, s.combined = s.always, s.combined[:0]
	s.matches = s.layout(s.matches[:s.fixed])
	s.enter(s.matches[s.fixed:])
	s.weigh()
}

// other weighs a layout of another form.
func (s *sheet) other() {
	s.present, s.combined = book.Set{}, s.combined[:0]
	s.matches = s.layout(s.rules.finder.Tiles(&s.hand, s.matches[:0]))
	s.enter(s.matches)
	s.weigh()
}

// layout adds what stands in the layout at hand with the winning tile in its place.
func (s *sheet) layout(ms []scoring.Match) []scoring.Match {
	waited := s.place()
	ms = s.rules.finder.Layout(&s.hand, ms)
	if waited && s.onlyWait() {
		ms = s.rules.finder.Completed(&s.hand, ms)
	}
	return ms
}

// place puts the winning tile into the group where it is worth most: where it may be
// 边张, 坎张 or 单钓将, otherwise rather into a chow than into a pung, because a pung
// that another's tile completes is not concealed. It says whether it is the first.
func (s *sheet) place() bool {
	h := &s.hand
	places := h.Completions()
	at, how := places&-places, open // the lowest is a chow when there is one
	for left := places; left != 0; left &= left - 1 {
		h.Completed = left & -left
		if w := waitingOf(h); w < how && s.rules.waitForms[w]&h.Shape != 0 {
			at, how = h.Completed, w
		}
	}
	h.Completed = at
	return how != open
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

// enter sorts what stands in the layout: fans that are made of several groups of the
// hand but not of all combine sets; the others stand by themselves.
func (s *sheet) enter(ms []scoring.Match) {
	for _, m := range ms {
		r := &s.rules.rows[m.Row]
		switch {
		case r.bonus:
		case r.each || m.Span == scoring.WholeHand:
			s.present.Add(int(m.Row))
			s.at[m.Row], s.times[m.Row] = m.Span, m.Count
		default:
			i := len(s.combined)
			s.combined = append(s.combined, m)
			for ; i > 0 && s.combined[i-1].Row > m.Row; i-- {
				s.combined[i] = s.combined[i-1]
			}
			s.combined[i] = m
		}
	}
}

// weigh finds the dearest selection of the fans of the layout at hand and keeps it
// when it is better than the best one so far: more points, then no set twice in a
// fan, then the earlier fans of the table.
func (s *sheet) weigh() {
	plain := s.tally(nil, &s.plain)
	s.plant(plain)
	t, b := &s.tree, &s.best
	if b.any && (t.points < b.points || t.points == b.points && t.repeats > b.repeats) {
		return
	}
	counted := s.listed()
	if b.any && t.points == b.points && t.repeats == b.repeats && !earlier(counted.lines, b.lines) {
		return
	}
	b.any, b.points, b.repeats = true, t.points, t.repeats
	b.lines = append(b.lines[:0], counted.lines...)
	b.layout = s.hand.Layout
}

// tally counts the fans of the layout together with a selection of those that
// combine sets, dearest first, and gives the points.
//
// It is the principle 不重复: 当某个番种,由于组牌的条件所决定,在其成立的同时,必然
// 并存着其他番种,则其他番种不重复计分. What a counted fan implies is not counted: a fan
// of the whole hand altogether, a fan of single sets where they are sets of it.
func (s *sheet) tally(selected []scoring.Match, l *list) (points int) {
	left := s.present
	for _, m := range selected {
		left.Add(int(m.Row))
		s.at[m.Row], s.times[m.Row] = 0, 0
	}
	for _, m := range selected {
		s.at[m.Row] |= m.Span
		s.times[m.Row]++
	}
	var taken [maxEach]scoring.Span
	var less [maxEach]int
	l.lines, l.rows, l.without = l.lines[:0], book.Set{}, book.Set{}
	for i := range left {
		for left[i] != 0 {
			at := i<<6 | bits.TrailingZeros64(left[i])
			left[i] &= left[i] - 1
			r := &s.rules.rows[at]
			count := int(s.times[at])
			if r.each {
				count = bits.OnesCount8(uint8(s.at[at]&^taken[r.place])) - less[r.place]
			}
			if count <= 0 {
				continue
			}
			points += count * r.points
			l.lines = append(l.lines, line{uint8(at), uint8(count)})
			l.rows.Add(at)
			l.without.AddAll(r.without)
			left[0] &^= r.without[0]
			left[1] &^= r.without[1]
			for _, other := range r.absorbs {
				taken[other] |= s.at[at]
			}
			for _, other := range r.lessOne {
				less[other]++
			}
		}
	}
	return points
}

// listed gives the list of the best selection. A selection that leaves none of the
// other fans uncounted is added to their list.
func (s *sheet) listed() *list {
	if s.costs(s.tree.best) {
		s.tally(s.tree.best, &s.trial)
		return &s.trial
	}
	l := &s.plain
	for _, m := range s.tree.best {
		l.insert(m.Row)
	}
	return l
}

// insert counts a fan once more.
func (l *list) insert(row uint8) {
	i := len(l.lines)
	for i > 0 && l.lines[i-1].row >= row {
		i--
	}
	if i < len(l.lines) && l.lines[i].row == row {
		l.lines[i].count++
		return
	}
	l.lines = append(l.lines, line{})
	copy(l.lines[i+1:], l.lines[i:])
	l.lines[i] = line{row, 1}
}

// earlier says whether a list stands before another one: its first difference is a
// fan further up in the table, or more of the same.
func earlier(a, b []line) bool {
	for i, l := range a {
		if i == len(b) {
			return false
		}
		if l.row != b[i].row {
			return l.row < b[i].row
		}
		if l.count != b[i].count {
			return l.count > b[i].count
		}
	}
	return false
}

const parts = scoring.PartBasePoints | scoring.PartPoints

// write writes the best choice down, with 无番和 for a hand without other fans and
// the flowers, which are no part of the minimum.
func (s *sheet) write(res *scoring.Result) {
	w, b := s.hand.Win, &s.best
	res.ID, res.Rules, res.Parts, res.Win = w.ID, s.rules.ID(), parts, b.any
	if !b.any {
		return
	}
	if b.points == 0 {
		b.lines = append(b.lines, line{uint8(s.rules.rest), 1})
		b.points = s.rules.rows[s.rules.rest].points
	}
	res.BasePoints, res.Points = b.points, b.points
	res.Valid = b.points >= s.rules.minimum
	res.Layout = b.layout
	for _, m := range s.matches {
		if r := &s.rules.rows[m.Row]; r.bonus {
			b.lines = append(b.lines, line{m.Row, m.Count})
			res.Points += int(m.Count) * r.points
		}
	}
	res.Fans = s.room.Fans(len(b.lines))
	for i, l := range b.lines {
		fan := &res.Fans[i]
		*fan = s.rules.rows[l.row].one
		fan.Count, fan.Value = int(l.count), int(l.count)*fan.Value
	}
	if res.Valid {
		res.Payments, res.Paid = Pay(w, res.Points)
	}
}
