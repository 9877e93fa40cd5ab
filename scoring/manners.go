package scoring

import "jantaku/models"

// Manners is how a rule book is played at the table, as far as neither its facts nor the
// worth of hands say it.
type Manners struct {
	// Dead is how many tiles of the wall are never drawn.
	Dead int
	// LastCalls says that the discard after the last tile may be claimed for a set, and
	// that kongs may be made when no tile is left to replace them.
	LastCalls bool
	// EarthlyOnDiscard says that 地和 is a win on the dealer's first discard, not on one's
	// own first draw.
	EarthlyOnDiscard bool
	// AllMayWin says that several players can win on one tile, see the book's Claims.
	AllMayWin bool
	// GoesOn says that the game goes on after a win until three have won, and every one may
	// win on one tile; Suits that there are number suits alone and nobody claims a chow, Void
	// that each player gives one of them up before the first discard.
	GoesOn, Suits, Void bool
	// Exchange is which three tiles everybody passes to another player before the first discard (换三张).
	Exchange Exchange
	// PaidAsDrawn says that an added kong pays only with the tile drawn in the same turn.
	PaidAsDrawn bool
	// Laying is how tiles lie.
	Laying models.Laying
	// AnyKong says that any one to three tiles of a concealed kong may lie face down.
	AnyKong bool
}

// Exchange is which three tiles are passed on.
type Exchange uint8

// The ways to exchange three tiles.
const (
	NoExchange Exchange = iota
	ExchangeOneSuit
	ExchangeAny
)

// Played is a rule book that says how it is played at the table.
type Played interface {
	Informed
	Manners() Manners
}

// LayingOf is how the tiles of a rule book lie; of one that does not say it, as they do at other tables.
func LayingOf(rules Ruleset) models.Laying {
	if book, ok := rules.(Played); ok {
		return book.Manners().Laying
	}
	return models.Laying{}
}

// Knows reports whether a rule book depends on a fact: one that does not depend on flowers
// is played without them.
func Knows(book Informed, f models.Fact) bool {
	for _, u := range book.Facts() {
		if u.Fact == f {
			return true
		}
	}
	return false
}
