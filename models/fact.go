package models

import (
	"reflect"
	"slices"
)

// Fact names something on which the worth of a win, the payments or the course of a
// match may depend, besides the tiles. Circumstances have the words of the hand format.
type Fact string

// The facts that a rule book may ask for; those of [Flags] have the words of the flags.
const (
	FactTile      Fact = "tile"          // which tile came last
	FactFrom      Fact = "from"          // who supplied it, or that it was drawn
	FactMelds     Fact = "melds"         // which sets are melds, and which kongs concealed
	FactSuppliers Fact = "suppliers"     // who supplied each meld
	FactOrder     Fact = "call-order"    // in which order the melds were called
	FactLiable    Fact = "liable"        // who answers for the last of the deciding sets
	FactFlowers   Fact = "flowers"       // how many flowers lie beside the hand
	FactRiichi    Fact = "riichi"        // who laid a riichi stick in this hand
	FactDouble    Fact = "double-riichi" // and whether with the first discard
	FactDora      Fact = "dora"          // the indicators
	FactUra       Fact = "ura"           // those under them
	FactNorths    Fact = "norths"        // norths set aside, with three players
	FactReady     Fact = "ready"         // who showed a waiting hand, and which
	FactGone      Fact = "gone"          // which of its waits are all visible from its seat
	FactNagashi   Fact = "nagashi"       // who wins by the discards at a draw
	FactReason    Fact = "reason"        // why a hand was stopped
	FactBarred    Fact = "barred"        // who may win no more in this hand
	FactSeat      Fact = "seat"          // the winner's wind
	FactRound     Fact = "round"         // the wind of the round
	FactCounters  Fact = "counters"      // repeats and sticks on the table before the hand
	FactVoid      Fact = "void"          // the suit that the winner gave up
	FactOut       Fact = "out"           // who had won before in this hand
)

// What is asked about though no rule book asks for it: it is what a hand consists of.
const (
	FactTiles Fact = "tiles" // all tiles of the hand, sorted
	FactSeen  Fact = "seen"  // which tile one of those in the photograph is
)

// FactOf gives the fact that one circumstance holds or not.
func FactOf(one Flags) Fact { return Fact(one.String()) }

// Flag gives the circumstance that the fact is about; 0 for other facts.
func (f Fact) Flag() Flags {
	flag, err := ParseFlag(string(f))
	if err != nil {
		return 0
	}
	return flag
}

// Plain reports whether "nothing special" answers for the fact: then it is as it
// mostly is, and as the hand is shown. What needs an answer of its own is not plain.
func (f Fact) Plain() bool {
	switch f {
	case FactFlowers, FactRiichi, FactDouble, FactNorths, FactReady, FactMelds, FactVoid:
		return true
	}
	return f.Flag() != 0
}

// Source says how a fact of a win is known.
type Source string

// The sources of facts.
const (
	Computed Source = "computed" // by the books, the clock, or the tiles themselves
	Board    Source = "board"    // the table told it
	Eye      Source = "eye"      // a picture shows it
	Course   Source = "course"   // somebody followed the whole hand
	Said     Source = "said"     // a referee said so
	Agreed   Source = "agreed"   // the club agreed that it never holds unless somebody says so
)

// Facts says how each fact of a win is known. A fact that is not among them is known to
// nobody; in the books that means that it made no difference.
type Facts map[Fact]Source

// Knows reports whether somebody or something told the fact.
func (fs Facts) Knows(f Fact) bool { return fs[f] != "" }

// Answer is what may be true of a fact.
type Answer struct {
	// Is it in the notation of the hand format: a tile, tiles, the number of a place or
	// several, melds, a count, yes or no.
	Is     string  `json:"is"`
	Chance float64 `json:"chance"` // 0 to 1
	// With are other facts that are in doubt, as they are where this is so.
	With map[Fact]string `json:"with,omitempty"`
}

// Differ gives the facts in which two wins differ, as far as wins hold them.
func Differ(a, b *Win) (facts []Fact) {
	for one := range (a.Flags ^ b.Flags).Each() {
		facts = append(facts, FactOf(one))
	}
	melds := !reflect.DeepEqual(a.Melds, b.Melds)
	for _, f := range []struct {
		fact   Fact
		differ bool
	}{
		{FactTile, a.Tile != b.Tile},
		{FactMelds, melds || !reflect.DeepEqual(a.Concealed, b.Concealed)},
		{FactSuppliers, melds || a.Supplied != b.Supplied || a.Liable != b.Liable},
		{FactOrder, a.Liable != b.Liable},
		{FactLiable, a.Liable != b.Liable},
		{FactFlowers, !reflect.DeepEqual(a.Flowers, b.Flowers)},
		{FactDouble, a.Riichi != b.Riichi && (a.Riichi == 2 || b.Riichi == 2)},
		{FactDora, !slices.Equal(a.DoraIndicators, b.DoraIndicators)},
		{FactUra, !slices.Equal(a.UraIndicators, b.UraIndicators)},
		{FactNorths, a.Norths != b.Norths},
		{FactVoid, a.Void != b.Void},
	} {
		if f.differ {
			facts = append(facts, f.fact)
		}
	}
	return facts
}

// Corrected gives the facts of a win after a referee changed it: what differs is said.
func (fs Facts) Corrected(was, now *Win) Facts {
	all := Facts{}
	for fact, by := range fs {
		all[fact] = by
	}
	for _, fact := range Differ(was, now) {
		all[fact] = Said
	}
	return all
}
