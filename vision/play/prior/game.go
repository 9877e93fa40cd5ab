// Package prior is what is known before a hand is seen: the rules of play of the table ([Game]), what the books
// know of its start ([Start]), and how often things happen at a table and in the eye ([Figures]), with the
// evidence for each figure.
package prior

import (
	"jantaku/models"
)

// Reasons of a drawn game, in the words of the record format.
const (
	Exhausted     = "exhaustive"
	NineTerminals = "yao9"
	FourWinds     = "kaze4"
	FourKongs     = "kan4"
	FourRiichi    = "reach4"
	TripleRon     = "ron3"
	NagashiMangan = "nm"
)

// Earthly says which wins of the first round are earthly hands.
type Earthly uint8

// The meanings of an earthly hand.
const (
	NoEarthly Earthly = iota
	// FirstDiscard is a win on the dealer's first discard (Lingque, Yuque).
	FirstDiscard
	// FirstTurn is a win before the first own discard while nobody has called (riichi).
	FirstTurn
)

// Aborts are the ways in which a rule book stops a hand, in the words of the record format.
type Aborts struct {
	FourWinds, FourRiichi, FourKongs, NineTerminals, TripleRon bool
}

// Game is what the rules of play of a table are, as far as a course depends on them.
type Game struct {
	Rules   string
	Profile string
	Hand    models.HandSize // by the rule book
	// Players is 3 or 4; Vacant is the place where nobody sits, of three.
	Players int
	Vacant  models.Place
	Wall
	Indicators
	Calls
	Ends
	Riichi bool // riichi is declared by a discard that lies sideways
	Void   bool // every player gives up a suit
	// Exchange tells that everybody passes three tiles to another before that.
	Exchange bool
	// Heap tells that discards are known to lie in no rivers of their own: only their order is known.
	Heap bool
	// Complete reports whether the tiles form a hand that the book lets win in some
	// circumstances. Nil asks nothing of a hand that was laid down.
	Complete func(*models.Win) bool
}

// Wall is what the walls are made of.
type Wall struct {
	// Tiles is how many tiles the walls hold, Dead how many of them are never drawn.
	Tiles, Dead int
	// Width is that of a tile, mm; 0 for the usual 26. Their length grows with it.
	Width   float64
	Flowers bool // flowers are among the tiles
	Red     bool // red fives are
	Suits   bool // there are no honours
	// DeadReplaces tells that replacement tiles come from the dead wall, so that none is the last tile.
	DeadReplaces bool
}

// Indicators are those of dora that are turned.
type Indicators struct {
	Dora    bool // one in the deal
	Ura     bool // and those below them after riichi
	KanDora bool // a kong turns one more, KanUra the one below it, too
	KanUra  bool
}

// Calls are how a discard is claimed, and kongs are paid.
type Calls struct {
	Turned bool // the claimed tile of a meld is turned toward who supplied it
	Chows  bool // a discard may be claimed for a chow
	// PaidAsDrawn tells that an added kong pays only with the tile drawn in the same turn.
	PaidAsDrawn bool
}

// Ends are how a hand ends, and what of it counts.
type Ends struct {
	// Heaven tells that the dealer's dealt hand counts; Earthly what an earthly hand is.
	Heaven  bool
	Earthly Earthly
	Ippatsu bool
	// LastOfKind tells that a fan asks whether the other three copies are seen (MCR).
	LastOfKind bool
	// Heads is how many may win on one discard.
	Heads int
	// GoesOn tells that the game goes on after a win, without its winners, until so many have won that
	// one player is left, or no tile is; kongs are paid at once, and all hands are shown at the end.
	GoesOn bool
	// AllShow tells that every hand is laid down at every end (Yuque).
	AllShow bool
	Nagashi bool
	Aborts  Aborts
}

// Live is how many tiles can be drawn after the deal, the dealer's first among them.
func (g *Game) Live() int { return g.Tiles - g.Dead - g.Hand.Tiles()*g.Players }

// Next gives the index of the place that plays after i.
func (g *Game) Next(i int) int {
	i = (i + 1) % models.Places
	if g.Vacant.Index() == i {
		i = (i + 1) % models.Places
	}
	return i
}

// Turns counts the turns from one place to another; -1 when nobody sits there.
func (g *Game) Turns(from, to int) int {
	for n := range models.Places {
		if from == to {
			return n
		}
		from = g.Next(from)
	}
	return -1
}

// Start is what the books know before a hand.
type Start struct {
	ID            string
	Dealer        models.Place
	Round         models.Seat
	Honba, Sticks int
	Scores        models.Points
}
