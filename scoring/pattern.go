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
	// Within, some kind among Thrice occurs three times, one among Fours four times, the
	// Families that occur are as asked, the melds as Laid asks, the hand was Won so, the
	// win has the Flags, and as many sets of the layout as this are Chows or Pungs. A zero
	// value asks for nothing. A pattern of conditions alone finds the hand, or the layout
	// where it asks for sets.
	Within   Mask
	Thrice   Mask
	Fours    Mask
	Families func(Families) bool // tried once on every mixture when a Finder is made
	Laid     func(Laid) bool     // tried once on every number of melds and kongs
	Won      Manner
	Flags    models.Flags
	Chows    int
	Pungs    int

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

// ofTiles and ofLayout say whether the pattern is answered once for a hand or once for
// each of its layouts.
func (p Pattern) ofTiles() bool {
	return p.Tiles != nil || !p.asks() && !p.ofLayout() && (p.Within|p.Thrice|p.Fours != 0 || p.Families != nil || p.Laid != nil || p.Won != 0 || p.Flags != 0)
}

func (p Pattern) ofLayout() bool { return p.Layout != nil || !p.asks() && p.Chows+p.Pungs > 0 }

func (p Pattern) asks() bool {
	return p.Tiles != nil || p.Layout != nil || p.Completed != nil || p.Sets != nil
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
	relations [4]relations // by arity less one
}

// relations are those of so many sets: the rows, and for every combination of sets,
// numbered by comboIndex, the relations that hold as bits.
type relations struct {
	rows   []uint8
	combos []uint32
	// some is combos in short, one bit that a relation holds at all: what is looked
	// up nearly always is small enough to stay near the processor.
	some []uint64
	// mixed says that a relation holds for chows and pungs together.
	mixed bool
}

// questions are those of one shape, in the order of the table. Most rows of a table cannot
// stand in most hands, and a word of bits says so of all of them at once.
type questions []sieve

// sieve is up to 64 questions, and which of them a hand can answer, one bit each: by what
// occurs in it, how it was won, what lies beside it, how many sets are pungs, how many
// kinds there are four times, and by some of its tiles.
type sieve struct {
	asked     []asked
	families  [1 << numFamilies]uint64
	manners   [1 << numManners]uint64
	laid      [numLaid]uint64
	pungs     [5]uint64
	fours     [5]uint64
	tiles     [models.Kinds]uint64 // that may be in the hand
	unflagged uint64
	settled   uint64 // these are answered when nothing above speaks against them
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
		if f&^p.Within.families() == 0 && (p.Thrice == 0 || f&p.Thrice.families() != 0) && (p.Families == nil || p.Families(f)) {
			s.families[f] |= bit
		}
	}
	for m := range s.manners {
		if Manner(m)&p.Won == p.Won {
			s.manners[m] |= bit
		}
	}
	for melds := range 5 {
		for kongs := range melds + 1 {
			for hidden := range kongs + 1 {
				if l := (Laid{melds, kongs, hidden}); p.Laid == nil || p.Laid(l) {
					s.laid[l.number()] |= bit
				}
			}
		}
	}
	for n := range 5 {
		if n >= p.Pungs && 4-n >= p.Chows {
			s.pungs[n] |= bit
		}
		if n > 0 || p.Fours == 0 {
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
	if q.where == nil && q.within == q.within.families().mask() && q.thrice == 0 && (q.fours == 0 || q.fours == AnyMask) && q.flags == 0 {
		s.settled |= bit
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
	left := s.families[h.Families] & s.manners[h.Manner] & s.laid[h.Laid.number()] & s.pungs[h.pungs()] & s.fours[h.Fours.Len()] &
		s.tiles[h.Kinds.lowest()] & s.tiles[h.Kinds.highest()] & s.tiles[h.WinTile.Index()]
	if h.Win.Flags == 0 {
		left &= s.unflagged
	}
	for settled := left & s.settled; settled != 0; settled &= settled - 1 {
		ms = append(ms, Match{s.asked[bits.TrailingZeros64(settled)].row, 1, WholeHand})
	}
	for left &^= s.settled; left != 0; left &= left - 1 {
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
			if p.ofTiles() {
				f.tiles[shape].add(row, p, p.Tiles)
			}
			if p.ofLayout() {
				f.layout[shape].add(row, p, p.Layout)
			}
			if p.Completed != nil {
				f.completed[shape].add(row, p, p.Completed)
			}
		}
		if p.Sets != nil {
			f.relations[p.Arity-1].add(uint8(row), p)
		}
	}
	return f
}

// add tries a relation on every combination of sets.
func (r *relations) add(row uint8, p Pattern) {
	if r.combos == nil {
		r.combos = make([]uint32, comboIndex(top[:p.Arity])+1)
		r.some = make([]uint64, len(r.combos)/64+1)
	}
	r.rows = append(r.rows, row)
	if len(r.rows) > maxRelations {
		panic("scoring: more relations of one arity than a lookup word holds")
	}
	bit := uint32(1) << (len(r.rows) - 1)
	sets := make([]Set, p.Arity)
	var try func(at int, from Set)
	try = func(at int, from Set) {
		if at == p.Arity {
			if p.Sets(sets) {
				i := comboIndex(sets)
				r.combos[i] |= bit
				r.some[i/64] |= 1 << (i % 64)
				r.mixed = r.mixed || sets[0].IsChow() && sets[at-1].IsPung()
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
		ms = f.relate(h, ms)
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

// relate looks up the combinations of the four sets: chows with chows and pungs with
// pungs, and both together only where a relation holds for such.
func (f *Finder) relate(h *Hand, ms []Match) []Match {
	pungs := h.pungs()
	for n := range f.relations {
		r := &f.relations[n]
		switch {
		case r.combos == nil:
		case r.mixed:
			ms = r.among(&h.Sets, choices[n].all, ms)
		default:
			ms = r.among(&h.Sets, choices[n].alike[pungs], ms)
		}
	}
	return ms
}

// choice is one way to take some of the four sets.
type choice struct {
	at   []uint8
	span Span
}

// choices are the ways to take one to four of the four sets: all of them, and those that
// take chows alone or pungs alone, by how many pungs there are.
var choices = func() (ways [4]struct {
	all   []choice
	alike [5][]choice
}) {
	for span := Span(1); span <= SetsSpan; span++ {
		c := choice{span: span}
		for i := range uint8(4) {
			if span&(1<<i) != 0 {
				c.at = append(c.at, i)
			}
		}
		w := &ways[len(c.at)-1]
		w.all = append(w.all, c)
		for pungs := range w.alike {
			if chows := SetsSpan >> pungs; span.Within(chows) || span&chows == 0 {
				w.alike[pungs] = append(w.alike[pungs], c)
			}
		}
	}
	return ways
}()

// among adds the relations that hold for the chosen sets.
func (r *relations) among(sets *[4]Set, chosen []choice, ms []Match) []Match {
	for i := range chosen {
		c := &chosen[i]
		var combo uint32
		for k, at := range c.at {
			combo += weights[k][sets[at]]
		}
		if r.some[combo/64]&(1<<(combo%64)) == 0 {
			continue
		}
		for hit := r.combos[combo]; hit != 0; hit &= hit - 1 {
			ms = append(ms, Match{r.rows[bits.TrailingZeros32(hit)], 1, c.span})
		}
	}
	return ms
}
