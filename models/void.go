package models

import "strings"

// Void is the number suit that a player gave up for the hand (定缺, Sichuan). The zero value
// says that nobody told it.
type Void uint8

// VoidOf gives up a number suit; any other suit is none.
func VoidOf(s Suit) Void {
	if s > Bamboos {
		return 0
	}
	return Void(s) + 1
}

// Suit is the suit given up, NoSuit where nobody told it.
func (v Void) Suit() Suit {
	if v == 0 {
		return NoSuit
	}
	return Suit(v - 1)
}

// Has reports whether a tile is of the suit given up.
func (v Void) Has(t Tile) bool { return v != 0 && t.Suit() == v.Suit() }

// String gives m, p or s, and the empty string where nobody told it.
func (v Void) String() string {
	if v == 0 || int(v) > int(Bamboos)+1 {
		return ""
	}
	return suitLetters[v-1 : v]
}

// MarshalJSON writes the letter.
func (v Void) MarshalJSON() ([]byte, error) { return []byte(`"` + v.String() + `"`), nil }

// UnmarshalJSON reads the letter; nobody gives up two suits.
// The error is a *HandError with code CodeBadVoid.
func (v *Void) UnmarshalJSON(b []byte) error { return v.UnmarshalText(trimQuotes(b)) }

// UnmarshalText reads m, p, s or nothing.
// The error is a *HandError with code CodeBadVoid.
func (v *Void) UnmarshalText(b []byte) error {
	*v = 0
	if len(b) == 0 || string(b) == "null" {
		return nil
	}
	suit := strings.Index(suitLetters, string(b))
	if len(b) != 1 || suit < 0 || suit > int(Bamboos) {
		return Refuse(CodeBadVoid, "the void suit %s is not one of m p s", b)
	}
	*v = VoidOf(Suit(suit))
	return nil
}

func trimQuotes(b []byte) []byte {
	if len(b) >= 2 && b[0] == '"' && b[len(b)-1] == '"' {
		return b[1 : len(b)-1]
	}
	return b
}
