package yuque

import (
	"math/bits"

	"jantaku/scoring"
)

// lay enters the matches of the layout as places in the order of counting.
func (s *sheet) lay() {
	pungs := scoring.SetsSpan &^ s.Hand.Chows()
	s.present, s.several, s.lent, s.size = 0, 0, 0, 0
	for _, m := range s.Matches {
		bit := rowBit(m.Row)
		s.several |= s.present & bit
		s.present |= bit
		f := &s.rules.fans[m.Row]
		p := place{row: m.Row, level: uint8(f.Priority), rank: s.rules.rank[m.Row], span: m.Span}
		if f.Pungs {
			p.pungs = m.Span & pungs
			s.lent |= p.pungs
		}
		at := s.size
		for ; at > 0 && s.places[at-1].rank > p.rank; at-- {
			s.places[at] = s.places[at-1]
		}
		s.places[at] = p
		s.size++
	}
	s.free = 0
	for _, p := range s.places[:s.size] {
		bit := rowBit(p.row)
		if !s.rules.touches[p.row].Meets(s.present) && !s.several.Meets(bit) && s.rules.fans[p.row].Value > 0 {
			s.free |= bit
		}
	}
}

// search tries the choices and keeps the best.
func (s *sheet) search() {
	n := &s.nodes[0]
	*n = node{}
	for i := range s.size {
		n.left[i] = whole
	}
	if !s.hopeless(0, n) {
		s.choose(0, 0)
	}
}

// choose decides the places from i on, in the node at this depth: counted, or left out
// where that may pay. A fan that has nothing to do with any other is always counted.
func (s *sheet) choose(i, depth int) {
	n := &s.nodes[depth]
	for ; ; i++ {
		if n.from < n.size && (i == s.size || s.places[i].level != s.places[n.chosen[n.from]].level) {
			s.closeLevel(n)
		}
		if i == s.size {
			s.compare(n)
			return
		}
		switch bit := rowBit(s.places[i].row); {
		case n.barred.Meets(bit):
		case s.free.Meets(bit):
			s.count(i, n)
		default:
			with := &s.nodes[depth+1]
			*with = *n
			s.count(i, with)
			s.choose(i+1, depth+1)
			if s.hopeless(i+1, n) {
				return
			}
		}
	}
}

// count chooses place i.
func (s *sheet) count(i int, n *node) {
	p := &s.places[i]
	n.total += int(s.worth[p.row][n.left[i]])
	n.chosen[n.size] = uint8(i)
	n.size++
	n.rows |= rowBit(p.row)
	n.barred |= s.rules.conflicts[p.row]
	n.pungs |= p.pungs
	for j := i + 1; j < s.size; j++ {
		if q := &s.places[j]; q.level > p.level && q.span&p.span != 0 {
			n.left[j] = min(n.left[j], s.rules.left[q.row][p.row])
		}
	}
}

// hopeless says that no choice among the places from i on can reach the best total,
// however the order within the priorities falls out.
func (s *sheet) hopeless(i int, n *node) bool {
	total, pungs := n.total, n.pungs
	for ; i < s.size; i++ {
		p := &s.places[i]
		if n.barred.Meets(rowBit(p.row)) {
			continue
		}
		pungs |= p.pungs
		most := s.worth[p.row][n.left[i]]
		for ; i+1 < s.size && s.places[i+1].row == p.row; i++ {
			pungs |= s.places[i+1].pungs
			most = max(most, s.worth[p.row][n.left[i+1]])
		}
		total += max(int(most), 0)
	}
	return total+s.bonus(pungs) < s.best.total
}

// bonus is what 番刻 adds.
func (s *sheet) bonus(pungs scoring.Span) int {
	if !s.fanKe {
		return 0
	}
	return 2 * bits.OnesCount8(uint8(pungs))
}

// closeLevel puts the chosen fans of one priority into their order: 优先级相同的番种,
// 取总番数最低的计番顺序. Of equal orders the first by the table is taken.
func (s *sheet) closeLevel(n *node) {
	level := n.chosen[n.from:n.size]
	n.from = n.size
	if len(level) < 2 || !s.rules.unequal[s.places[level[0]].level] {
		return
	}
	o := ordering{sheet: s, left: &n.left, of: level, cost: 1 << 16}
	o.extend(0, 0)
	for _, i := range level {
		n.total -= int(s.worth[s.places[i].row][n.left[i]])
	}
	n.total += o.cost
	copy(level, o.best[:len(level)])
}

// ordering looks for the cheapest order of fans of one priority.
type ordering struct {
	sheet    *sheet
	left     *[maxPlaces]uint8
	of       []uint8
	used     uint32
	at, best [maxChosen]uint8
	cost     int
}

// extend tries every fan that is not used as number k, in the order of the table.
func (o *ordering) extend(k, cost int) {
	if k == len(o.of) {
		if cost < o.cost {
			o.cost, o.best = cost, o.at
		}
		return
	}
	s := o.sheet
	for i, at := range o.of {
		if o.used&(1<<i) != 0 {
			continue
		}
		ratio := s.after(at, o.at[:k], o.left[at])
		o.at[k] = at
		o.used |= 1 << i
		o.extend(k+1, cost+int(s.worth[s.places[at].row][ratio]))
		o.used &^= 1 << i
	}
}

// after gives the ratio of a place when others are counted before it: the least of the
// ratios to those it shares a group with, at most limit.
func (s *sheet) after(at uint8, before []uint8, limit uint8) uint8 {
	p := &s.places[at]
	for _, b := range before {
		if q := &s.places[b]; q.span&p.span != 0 {
			limit = min(limit, s.rules.left[p.row][q.row])
		}
	}
	return limit
}

// compare keeps a finished choice when it is better than the best one so far: a larger
// total, then more 番刻, fewer fans, the earlier fans, and at last the smaller list of
// fans and values. Only the first is a rule of the game; the others make the answer
// unique.
func (s *sheet) compare(n *node) {
	if s.fanKe && n.pungs == 0 && s.present.Meets(s.rules.dearer) {
		return // no 番刻, and yet at the values with 番刻
	}
	c := &s.trial
	c.total = n.total + s.bonus(n.pungs)
	b := &s.best
	if c.total < b.total {
		return
	}
	c.size, c.rows, c.fanKe = int(n.size), n.rows, 0
	if s.fanKe {
		c.fanKe = bits.OnesCount8(uint8(n.pungs))
	}
	if c.total == b.total && !s.wins(n) {
		return
	}
	s.write(n)
	s.best, s.trial = s.trial, s.best
	s.best.layout, s.best.present = s.Hand.Layout, s.present
}

// wins breaks a tie of totals.
func (s *sheet) wins(n *node) bool {
	c, b := &s.trial, &s.best
	switch {
	case c.fanKe != b.fanKe:
		return c.fanKe > b.fanKe
	case c.size != b.size:
		return c.size < b.size
	case c.rows != b.rows:
		return c.rows.Before(b.rows)
	}
	s.write(n)
	for i := range c.size {
		x, y := c.counted[i], b.counted[i]
		if x.row != y.row {
			return x.row < y.row
		}
		if x.value != y.value {
			return x.value < y.value
		}
	}
	return false
}

// write lists the chosen fans with their values.
func (s *sheet) write(n *node) {
	for k, i := range n.chosen[:n.size] {
		p := &s.places[i]
		ratio := s.after(i, n.chosen[:k], whole)
		s.trial.counted[k] = counted{row: p.row, span: p.span, ratio: ratio, value: s.worth[p.row][ratio]}
	}
}
