package models

import "cmp"

// HandSize is how many tiles a player holds by a rule book before a win, melds counted as three. It belongs to the book;
// all that deals, follows, reads or checks a hand is told it. The zero value is that of most books, [Thirteen].
type HandSize int

// The sizes of a hand.
const (
	Thirteen HandSize = 13 // four sets and a pair with the winning tile
	Sixteen  HandSize = 16 // five sets and a pair: Taiwan
)

// Tiles is how many tiles there are before the win.
func (n HandSize) Tiles() int { return int(cmp.Or(n, Thirteen)) }

// Won is how many there are with the winning tile.
func (n HandSize) Won() int { return n.Tiles() + 1 }

// Sets is how many sets make a hand beside its pair, and so how many melds it may have.
func (n HandSize) Sets() int { return n.Tiles() / SetTiles }

// Concealed is how many tiles stand in the hand beside so many melds before the win.
func (n HandSize) Concealed(melds int) int { return n.Tiles() - SetTiles*melds }
