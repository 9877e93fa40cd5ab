package play

import "jantaku/models"

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
	// Tiles is how many tiles the walls hold, Dead how many of them are never drawn.
	Tiles, Dead int
	// Players is 3 or 4; Vacant is the place where nobody sits, of three.
	Players int
	Vacant  models.Place
	Flowers bool // flowers are among the tiles
	Red     bool // red fives are
	Riichi  bool // riichi is declared by a discard that lies sideways
	Dora    bool // indicators are turned
	Ura     bool // and those below them after riichi
	KanDora bool // a kong turns one more, KanUra the one below it, too
	KanUra  bool
	Turned  bool // the claimed tile of a meld is turned toward who supplied it
	Chows   bool // a discard may be claimed for a chow
	// Heaven tells that the dealer's dealt hand counts; Earthly what an earthly hand is.
	Heaven  bool
	Earthly Earthly
	Ippatsu bool
	// LastOfKind tells that a fan asks whether the other three copies are seen (MCR).
	LastOfKind bool
	// DeadReplaces tells that replacement tiles come from the dead wall, so that none is the last tile.
	DeadReplaces bool
	// Heads is how many may win on one discard.
	Heads int
	// AllShow tells that every hand is laid down at every end (Yuque).
	AllShow bool
	Nagashi bool
	Aborts  Aborts
	// Heap tells that discards lie in no rivers of their own: only their order is known.
	Heap bool
	// Complete reports whether the tiles form a hand that the book lets win in some
	// circumstances. Nil asks nothing of a hand that was laid down.
	Complete func(*models.Win) bool
}

// Live is how many tiles can be drawn after the deal, the dealer's first among them.
func (g *Game) Live() int { return g.Tiles - g.Dead - 13*g.Players }

// next gives the index of the place that plays after i.
func (g *Game) next(i int) int {
	i = (i + 1) % models.Places
	if g.Vacant.Index() == i {
		i = (i + 1) % models.Places
	}
	return i
}

// turns counts the turns from one place to another; -1 when nobody sits there.
func (g *Game) turns(from, to int) int {
	for n := range models.Places {
		if from == to {
			return n
		}
		from = g.next(from)
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
