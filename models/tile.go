package models

import "fmt"

// Tile is one tile as it can lie on the table: one of the 34 kinds, a flower, a
// red five, a tile that was seen but not read, or a tile face down. The zero
// value is no tile at all.
type Tile uint8

// The tiles that rules call by name. The 34 kinds are numbered 1 to 34 in the
// order characters, dots, bamboos, winds, dragons; NewTile makes any of them.
const (
	NoTile Tile = 0

	EastWind  Tile = 28
	SouthWind Tile = 29
	WestWind  Tile = 30
	NorthWind Tile = 31
	White     Tile = 32
	Green     Tile = 33
	Red       Tile = 34

	// Unknown is a tile that was seen but not read.
	Unknown Tile = 46
	// Back is a tile that lies face down.
	Back Tile = 47

	firstFlower Tile = 35
	lastFlower  Tile = 42
	firstRed    Tile = 43
	lastRed     Tile = 45
)

// Kinds is the number of kinds of tiles that make up sets and pairs.
const Kinds = 34

// Copies is how many tiles of each kind a set has.
const Copies = 4

// FlowerKinds is how many flowers there are, one of each.
const FlowerKinds = 8

// Suit is the family a tile belongs to.
type Suit uint8

// The suits in the order of the notation. Honours holds winds and dragons.
const (
	Characters Suit = iota
	Dots
	Bamboos
	Honours
	Flowers
	NoSuit
)

// suitLetters are the letters of the notation, indexed by Suit.
const suitLetters = "mpszf"

// NewTile makes the tile of a rank in a suit: 1-9 in the number suits (0 for the
// red five), 1-7 in Honours, 1-8 in Flowers. Any other rank gives NoTile.
func NewTile(s Suit, rank int) Tile {
	switch {
	case s <= Bamboos && rank >= 1 && rank <= 9:
		return Tile(int(s)*9 + rank)
	case s <= Bamboos && rank == 0:
		return firstRed + Tile(s)
	case s == Honours && rank >= 1 && rank <= 7:
		return EastWind + Tile(rank-1)
	case s == Flowers && rank >= 1 && rank <= 8:
		return firstFlower + Tile(rank-1)
	}
	return NoTile
}

// KindAt gives the tile whose Index is i, 0 to 33.
func KindAt(i int) Tile { return Tile(i + 1) }

// Index gives the place of the tile's kind among the 34 kinds, 0 to 33, and -1
// for flowers and for tiles without a face. A red five counts as a five.
func (t Tile) Index() int {
	switch i := uint(t) - 1; {
	case i < Kinds:
		return int(i)
	case t.IsRed():
		return int(t-firstRed)*9 + 4
	default:
		return -1
	}
}

// Kind gives the tile as the rules of sets see it: a red five is a five, every
// other tile is itself.
func (t Tile) Kind() Tile {
	if t.IsRed() {
		return Tile(int(t-firstRed)*9 + 5)
	}
	return t
}

// Suit gives the family of the tile; NoSuit for a tile without a face.
func (t Tile) Suit() Suit {
	switch k := t.Kind(); {
	case k == NoTile || k > lastFlower:
		return NoSuit
	case k >= firstFlower:
		return Flowers
	case k >= EastWind:
		return Honours
	default:
		return Suit((k - 1) / 9)
	}
}

// Rank gives the number on the tile: 1-9 in a number suit, 1-7 for honours in
// the order E S W N White Green Red, 1-8 for flowers, 0 without a face. The rank
// of a red five is 5.
func (t Tile) Rank() int {
	switch k := t.Kind(); k.Suit() {
	case NoSuit:
		return 0
	case Flowers:
		return int(k-firstFlower) + 1
	case Honours:
		return int(k-EastWind) + 1
	default:
		return int(k-1)%9 + 1
	}
}

// IsKind reports whether the tile is of one of the 34 kinds; red fives are.
func (t Tile) IsKind() bool { return t.Index() >= 0 }

// IsNumber reports whether the tile is of a number suit.
func (t Tile) IsNumber() bool { return t.Suit() <= Bamboos }

// IsFive reports whether the tile is a five of a number suit, red or not.
func (t Tile) IsFive() bool { return t.IsNumber() && t.Rank() == 5 }

// IsHonour reports whether the tile is a wind or a dragon.
func (t Tile) IsHonour() bool { return t >= EastWind && t <= Red }

// IsWind reports whether the tile is a wind.
func (t Tile) IsWind() bool { return t >= EastWind && t <= NorthWind }

// IsDragon reports whether the tile is a dragon.
func (t Tile) IsDragon() bool { return t >= White && t <= Red }

// IsTerminal reports whether the tile is a 1 or a 9 of a number suit.
func (t Tile) IsTerminal() bool {
	return t.IsNumber() && (t.Rank() == 1 || t.Rank() == 9)
}

// IsTerminalOrHonour reports whether the tile is a 1, a 9, a wind or a dragon.
func (t Tile) IsTerminalOrHonour() bool { return t.IsTerminal() || t.IsHonour() }

// IsFlower reports whether the tile is a season (1-4) or a plant (5-8).
func (t Tile) IsFlower() bool { return t >= firstFlower && t <= lastFlower }

// IsRed reports whether the tile is a red five.
func (t Tile) IsRed() bool { return t >= firstRed && t <= lastRed }

// HasFace reports whether the tile's face was seen and read.
func (t Tile) HasFace() bool { return t >= 1 && t <= lastRed }

// String gives the tile in notation, such as "5m", "0p", "7z", "3f", "?" or "#".
func (t Tile) String() string {
	switch {
	case t == Unknown:
		return "?"
	case t == Back:
		return "#"
	case !t.HasFace():
		return fmt.Sprintf("Tile(%d)", uint8(t))
	}
	return string([]byte{t.digit(), suitLetters[t.Suit()]})
}

// digit is the notation's digit, which is 0 for a red five.
func (t Tile) digit() byte {
	if t.IsRed() {
		return '0'
	}
	return byte('0' + t.Rank())
}
