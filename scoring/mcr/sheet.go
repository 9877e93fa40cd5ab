package mcr

import (
	"math/bits"

	"jantaku/scoring"
	"jantaku/scoring/book"
)

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

// line is a counted fan and how often it counts.
type line struct{ row, count uint8 }

// list is the counted fans of a layout in the order of the table.
type list struct {
	lines   []line
	rows    book.Set
	without book.Set // the fans that they leave uncounted
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

// maxRows bounds the table for the arrays below.
const maxRows = 96

// forest is the search for the dearest selection of the fans that combine sets.
type forest struct {
	plain int   // points of the other fans alone
	rest  []int // points of the fans from here on
	now   []scoring.Match

	points, repeats int
	best            []scoring.Match
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

// maxEach bounds the fans that count for each set.
const maxEach = 8
