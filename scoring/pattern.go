package scoring

import (
	"math/bits"

	"jantaku/models"
)

// Pattern says where a fan stands in a hand. It is written with the words of
// package find and asks one of four things:
//
//   - Sets: which Arity sets stand in a relation. The relation is tried once on
//     every combination of the 55 sets when a Finder is made, and looked up later,
//     so it may be written for reading and not for speed.
//   - Tiles: a question about the tiles and the circumstances, whose answer is the
//     same for every layout of the hand.
//   - Layout: a question about one layout that is not a relation of sets alone.
//   - Completed: a question about which group of the layout the winning tile
//     completes, asked only in General.
//
// The questions answer where: the span of groups the fan is made of, 0 for
// nowhere. They answer how often through the number beside it.
type Pattern struct {
	Arity  int
	Sets   func(sets []Set) bool
	Tiles  func(h *Hand) (Span, int)
	Layout func(h *Hand) (Span, int)

	Completed func(h *Hand) (Span, int)

	// What must hold for the question to be asked at all: every tile is of the kinds
	// Within, some kind among Thrice occurs three times, one among Fours four times, as
	// many kinds as Triples three times or more, the Families that occur are as asked,
	// the hand was Won so, the win has the Flags. A zero value asks for nothing. A
	// pattern of conditions alone finds the hand.
	Within   Mask
	Thrice   Mask
	Fours    Mask
	Triples  int
	Families func(Families) bool // tried once on every mixture when a Finder is made
	Won      Manner
	Flags    models.Flags

	// Shapes are the shapes the pattern is asked in; General when zero.
	Shapes Shape
}

// In gives the pattern asked in other shapes than General alone.
func (p Pattern) In(shapes Shape) Pattern {
	p.Shapes = shapes
	return p
}

// Only gives the pattern asked only when every tile is of the mask.
func (p Pattern) Only(m Mask) Pattern {
	p.Within = m
	return p
}

// WonBy gives the pattern asked only when the hand was won so.
func (p Pattern) WonBy(m Manner) Pattern {
	p.Won = m
	return p
}

// Among gives the pattern asked only when a kind of the mask occurs three times.
func (p Pattern) Among(m Mask) Pattern {
	p.Thrice = m
	return p
}

func (p Pattern) conditionsOnly() bool {
	asks := p.Tiles != nil || p.Layout != nil || p.Completed != nil || p.Sets != nil
	return !asks && (p.Within|p.Thrice|p.Fours != 0 || p.Triples > 0 || p.Families != nil || p.Won != 0 || p.Flags != 0)
}

// Match is one place where one row of a table stands.
type Match struct {
	Row   uint8 // index into the table
	Count uint8 // how often, for patterns that count
	Span  Span
}

// maxRelations bounds the rows of one arity, one bit each in the lookup tables.
const maxRelations = 32

// Finder finds where the rows of one table stand. It never changes after NewFinder
// and may be shared between goroutines.
type Finder struct {
	tiles     [5]questions // by shape number
	layout    [5]questions
	completed [5]questions
	// Relations by arity less one: the rows, and for every combination of that many
	// sets, numbered by comboIndex, the relations that hold as bits.
	rows   [4][]uint8
	combos [4][]uint32
	// some is combos in short, one bit that a relation holds at all: what is looked
	// up nearly always is small enough to stay near the processor.
	some [4][]uint64
}

// questions are those of one shape, in the order of the table. Most rows of a table cannot
// stand in most hands, and a word of bits says so of all of them at once.
type questions []sieve

// sieve is up to 64 questions, and which of them a hand can answer, one bit each: by what
// occurs in it, how it was won, how many kinds there are three and four times, and by one
// of its tiles.
type sieve struct {
	asked     []asked
	families  [1 << numFamilies]uint64
	manners   [1 << numManners]uint64
	triples   [5]uint64
	fours     [5]uint64
	tiles     [models.Kinds]uint64 // that may be in the hand
	unflagged uint64
}

// asked is a question of a row with those of its conditions that a sieve does not settle;
// without where the conditions are all there is to ask.
type asked struct {
	within, thrice, fours Mask
	flags                 models.Flags
	row                   uint8
	where                 func(h *Hand) (Span, int)
}

const sieveSize = 64

func (qs *questions) add(row int, p Pattern, where func(h *Hand) (Span, int)) {
	if n := len(*qs); n == 0 || len((*qs)[n-1].asked) == sieveSize {
		*qs = append(*qs, sieve{})
	}
	if p.Within == 0 {
		p.Within = AnyMask
	}
	(*qs)[len(*qs)-1].add(asked{p.Within, p.Thrice, p.Fours, p.Flags, uint8(row), where}, p)
}

func (s *sieve) add(q asked, p Pattern) {
	bit := uint64(1) << len(s.asked)
	s.asked = append(s.asked, q)
	for f := range s.families {
		f := Families(f)
		if f&^p.Within.families() == 0 && (p.Families == nil || p.Families(f)) {
			s.families[f] |= bit
		}
	}
	for m := range s.manners {
		if Manner(m)&p.Won == p.Won {
			s.manners[m] |= bit
		}
	}
	triples, fours := p.Triples, 0
	if p.Thrice != 0 {
		triples = max(triples, 1)
	}
	if p.Fours != 0 {
		fours = 1
	}
	for n := range s.triples {
		if n >= triples {
			s.triples[n] |= bit
		}
		if n >= fours {
			s.fours[n] |= bit
		}
	}
	for i := range s.tiles {
		if p.Within&(1<<i) != 0 {
			s.tiles[i] |= bit
		}
	}
	if p.Flags == 0 {
		s.unflagged |= bit
	}
}

// answers adds the matches of the questions that the hand answers.
func (qs questions) answers(h *Hand, ms []Match) []Match {
	for i := range qs {
		ms = qs[i].answers(h, ms)
	}
	return ms
}

func (s *sieve) answers(h *Hand, ms []Match) []Match {
	left := s.families[h.Families] & s.manners[h.Manner] & s.tiles[h.WinTile.Index()] &
		s.triples[h.Thrice.Len()] & s.fours[h.Fours.Len()]
	if h.Win.Flags == 0 {
		left &= s.unflagged
	}
	for ; left != 0; left &= left - 1 {
		q := &s.asked[bits.TrailingZeros64(left)]
		if q.fails(h) {
			continue
		}
		if q.where == nil {
			ms = append(ms, Match{q.row, 1, WholeHand})
			continue
		}
		if span, n := q.where(h); n > 0 {
			ms = append(ms, Match{q.row, uint8(n), span})
		}
	}
	return ms
}

// fails reports whether a condition does not hold that the sieve leaves open.
func (q *asked) fails(h *Hand) bool {
	return h.Kinds&^q.within != 0 || !h.Win.Flags.Has(q.flags) ||
		q.thrice != 0 && h.Thrice&q.thrice == 0 || q.fours != 0 && h.Fours&q.fours == 0
}

// NewFinder compiles the patterns of a table, one per row in order. Tables have at
// most 256 rows and 32 relations of each arity; more is a fault of the program and
// panics when the table is made.
func NewFinder(patterns []Pattern) *Finder {
	f := &Finder{}
	for row, p := range patterns {
		if p.Shapes == 0 {
			p.Shapes = General
		}
		for shape := range f.tiles {
			if p.Shapes&(1<<shape) == 0 {
				continue
			}
			if p.Tiles != nil || p.conditionsOnly() {
				f.tiles[shape].add(row, p, p.Tiles)
			}
			if p.Layout != nil {
				f.layout[shape].add(row, p, p.Layout)
			}
			if p.Completed != nil {
				f.completed[shape].add(row, p, p.Completed)
			}
		}
		if p.Sets != nil {
			f.tabulate(uint8(row), p)
		}
	}
	return f
}

// tabulate tries a relation on every combination of sets.
func (f *Finder) tabulate(row uint8, p Pattern) {
	n := p.Arity - 1
	if f.combos[n] == nil {
		f.combos[n] = make([]uint32, comboIndex(top[:p.Arity])+1)
		f.some[n] = make([]uint64, len(f.combos[n])/64+1)
	}
	f.rows[n] = append(f.rows[n], row)
	if len(f.rows[n]) > maxRelations {
		panic("scoring: more relations of one arity than a lookup word holds")
	}
	bit := uint32(1) << (len(f.rows[n]) - 1)
	sets := make([]Set, p.Arity)
	var try func(at int, from Set)
	try = func(at int, from Set) {
		if at == p.Arity {
			if p.Sets(sets) {
				i := comboIndex(sets)
				f.combos[n][i] |= bit
				f.some[n][i/64] |= 1 << (i % 64)
			}
			return
		}
		for s := from; s < NumSets; s++ {
			sets[at] = s
			next := s
			if s.IsPung() {
				next++ // no hand holds six of a tile
			}
			try(at+1, next)
		}
	}
	try(0, 0)
}

// top is the last combination of sets.
var top = [4]Set{NumSets - 1, NumSets - 1, NumSets - 1, NumSets - 1}

// weights[k][s] is the binomial C(s+k, k+1), which numbers ascending combinations
// of sets without gaps (the combinatorial number system).
var weights = func() (w [4][NumSets]uint32) {
	for s := range NumSets {
		c := uint32(1)
		for k := range 4 {
			c = c * uint32(s+k) / uint32(k+1)
			w[k][s] = c
		}
	}
	return w
}()

// comboIndex numbers the combinations of up to four sets in ascending order.
func comboIndex(sets []Set) uint32 {
	var i uint32
	for k, s := range sets {
		i += weights[k][s]
	}
	return i
}

// Tiles adds the matches that depend on the tiles and circumstances alone, in the
// shape the hand is laid out in.
func (f *Finder) Tiles(h *Hand, ms []Match) []Match {
	return f.tiles[h.shape()].answers(h, ms)
}

// Layout adds the matches of this layout: relations of sets and questions about the
// layout.
func (f *Finder) Layout(h *Hand, ms []Match) []Match {
	if h.Shape == General {
		ms = f.relations(h, ms)
	}
	return f.layout[h.shape()].answers(h, ms)
}

// Completed adds the matches that depend on the group the winning tile completes.
// The caller sets Hand.Completed to one of Hand.Completions.
func (f *Finder) Completed(h *Hand, ms []Match) []Match {
	return f.completed[h.shape()].answers(h, ms)
}

// shape numbers the shape the hand is laid out in.
func (l *Layout) shape() int { return bits.TrailingZeros8(uint8(l.Shape)) }

// relations looks up every combination of the four sets.
func (f *Finder) relations(h *Hand, ms []Match) []Match {
	s := &h.Sets
	if f.combos[0] != nil {
		for i := range 4 {
			ms = f.found(0, weights[0][s[i]], 1<<i, ms)
		}
	}
	if f.combos[1] != nil {
		for i := range 3 {
			low := weights[0][s[i]]
			for j := i + 1; j < 4; j++ {
				ms = f.found(1, low+weights[1][s[j]], 1<<i|1<<j, ms)
			}
		}
	}
	if f.combos[2] != nil {
		for _, t := range triples {
			i := weights[0][s[t[0]]] + weights[1][s[t[1]]] + weights[2][s[t[2]]]
			ms = f.found(2, i, SetsSpan&^(1<<t[3]), ms)
		}
	}
	if f.combos[3] != nil {
		ms = f.found(3, comboIndex(s[:]), SetsSpan, ms)
	}
	return ms
}

// triples are the four ways to take three of four sets, the one left out last.
var triples = [4][4]uint8{{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}}

// found adds the relations that hold for the combination of this number.
func (f *Finder) found(arity int, combo uint32, span Span, ms []Match) []Match {
	if f.some[arity][combo/64]&(1<<(combo%64)) == 0 {
		return ms
	}
	for hit := f.combos[arity][combo]; hit != 0; hit &= hit - 1 {
		ms = append(ms, Match{f.rows[arity][bits.TrailingZeros32(hit)], 1, span})
	}
	return ms
}
