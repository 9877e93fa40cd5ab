package scoring

import (
	"math/bits"

	"jantaku/models"
)

// Mask is a set of kinds of tiles: bit i stands for the kind whose Index is i.
type Mask uint64

// The kinds that rules name together.
const (
	SuitMask Mask = 1<<9 - 1 // the nine ranks of the first suit; shift by 9 for the next

	CharacterMask = SuitMask
	DotMask       = SuitMask << 9
	BambooMask    = SuitMask << 18
	NumberMask    = CharacterMask | DotMask | BambooMask
	WindMask      = Mask(0b1111) << 27
	DragonMask    = Mask(0b111) << 31
	HonourMask    = WindMask | DragonMask
	AnyMask       = NumberMask | HonourMask
	TerminalMask  = Mask(0b100000001) * (1 | 1<<9 | 1<<18)
	OrphanMask    = TerminalMask | HonourMask // the thirteen terminals and honours
)

// Families are the families of tiles that occur in a hand: the number suits, bit 0 for
// characters to bit 2 for bamboos, winds and dragons.
type Families uint8

// The families, by themselves and together.
const (
	Winds   Families = 1 << 3
	Dragons Families = 1 << 4

	AllSuits    Families = 0b111
	Honours              = Winds | Dragons
	AllFamilies          = AllSuits | Honours

	numFamilies = 5
)

// mask gives the kinds of the families.
func (f Families) mask() (m Mask) {
	for i, kinds := range [numFamilies]Mask{CharacterMask, DotMask, BambooMask, WindMask, DragonMask} {
		if f&(1<<i) != 0 {
			m |= kinds
		}
	}
	return m
}

// Suits counts the number suits.
func (f Families) Suits() int { return bits.OnesCount8(uint8(f & AllSuits)) }

// MaskOf gives the set of the kinds of the tiles; tiles without a kind are left out.
func MaskOf(tiles ...models.Tile) Mask {
	var m Mask
	for _, t := range tiles {
		if i := t.Index(); i >= 0 {
			m |= 1 << i
		}
	}
	return m
}

// Has reports whether the kind is in the set.
func (m Mask) Has(t models.Tile) bool { return m&MaskOf(t) != 0 }

// lowest and highest give the first and the last of the kinds; there is one.
func (m Mask) lowest() int  { return bits.TrailingZeros64(uint64(m)) }
func (m Mask) highest() int { return bits.Len64(uint64(m)) - 1 }

// Len counts the kinds.
func (m Mask) Len() int { return bits.OnesCount64(uint64(m)) }

// Suits gives the number suits that occur, bit 0 for characters to bit 2 for bamboos.
func (m Mask) Suits() uint8 {
	var s uint8
	for i := range 3 {
		if m&(SuitMask<<(9*i)) != 0 {
			s |= 1 << i
		}
	}
	return s
}

// families gives the families that occur.
func (m Mask) families() Families {
	f := Families(m.Suits())
	if m&WindMask != 0 {
		f |= Winds
	}
	if m&DragonMask != 0 {
		f |= Dragons
	}
	return f
}

// Ranks gives the numbers that occur in any suit, bit 0 for 1 to bit 8 for 9.
func (m Mask) Ranks() uint16 { return uint16((m | m>>9 | m>>18) & SuitMask) }

// tiles gives the kinds in ascending order.
func (m Mask) tiles() models.Tiles {
	var tiles models.Tiles
	for ; m != 0; m &= m - 1 {
		tiles = append(tiles, models.KindAt(bits.TrailingZeros64(uint64(m))))
	}
	return tiles
}
