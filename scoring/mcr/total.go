package mcr

import (
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/book"
)

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
