package models

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

// maxNotation bounds the length of a list of tiles read from outside: more than
// a whole set with flowers, so that no honest list is refused.
const maxNotation = 1024

// ParseTile reads one tile, such as "5m" or "#".
// The error is a *HandError with code CodeBadTile.
func ParseTile(s string) (Tile, error) {
	ts, err := ParseTiles(s)
	if err != nil {
		return NoTile, err
	}
	if len(ts) != 1 {
		return NoTile, badTile("%q holds %d tiles where one is expected", s, len(ts))
	}
	return ts[0], nil
}

// ParseTiles reads a list of tiles in notation, such as "123m44p?#". Digits share
// the suit letter that follows them; spaces are ignored.
// The error is a *HandError with code CodeBadTile and says which character is wrong.
func ParseTiles(s string) ([]Tile, error) {
	if len(s) > maxNotation {
		return nil, badTile("a list of %d characters is longer than any hand", len(s))
	}
	tiles := make([]Tile, 0, len(s))
	waiting := 0 // digits at the end of tiles that have no suit yet
	for i, r := range s {
		switch suit := strings.IndexRune(suitLetters, r); {
		case r >= '0' && r <= '9':
			tiles = append(tiles, Tile(r-'0'))
			waiting++
		case suit >= 0:
			if waiting == 0 {
				return nil, badTile("%q: suit %q at %d follows no digit", s, r, i)
			}
			for j := len(tiles) - waiting; j < len(tiles); j++ {
				rank := int(tiles[j])
				if tiles[j] = NewTile(Suit(suit), rank); tiles[j] == NoTile {
					return nil, badTile("%q: there is no tile %d%c", s, rank, r)
				}
			}
			waiting = 0
		case waiting > 0:
			return nil, badTile("%q: %q at %d stands where a suit letter m p s z f is expected", s, r, i)
		case r == '?':
			tiles = append(tiles, Unknown)
		case r == '#':
			tiles = append(tiles, Back)
		case r == ' ':
		default:
			return nil, badTile("%q: %q at %d is neither a digit nor a suit letter", s, r, i)
		}
	}
	if waiting > 0 {
		return nil, badTile("%q ends without a suit letter", s)
	}
	return tiles, nil
}

// FormatTiles writes tiles in notation in the order given, neighbours of one suit
// sharing the letter: "123m44p".
func FormatTiles(tiles []Tile) string {
	var b strings.Builder
	for i, t := range tiles {
		if !t.HasFace() {
			b.WriteString(t.String())
			continue
		}
		b.WriteByte(t.digit())
		if last := i == len(tiles)-1; last || !tiles[i+1].HasFace() || tiles[i+1].Suit() != t.Suit() {
			b.WriteByte(suitLetters[t.Suit()])
		}
	}
	return b.String()
}

// SortTiles puts tiles in the order of the notation: characters, dots, bamboos,
// winds, dragons, flowers, each by rank, a red five before the fives, tiles
// without a face last.
func SortTiles(tiles []Tile) {
	sort.SliceStable(tiles, func(i, j int) bool { return tiles[i].order() < tiles[j].order() })
}

// order is the sorting key: kinds by twos, so that a red five fits before a five.
func (t Tile) order() int {
	if t.IsRed() {
		return 2*int(t.Kind()) - 1
	}
	return 2 * int(t)
}

// MarshalText writes the tile in notation.
func (t Tile) MarshalText() ([]byte, error) {
	if t == NoTile {
		return []byte{}, nil
	}
	return []byte(t.String()), nil
}

// UnmarshalText reads a tile in notation; an empty text is NoTile.
func (t *Tile) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*t = NoTile
		return nil
	}
	got, err := ParseTile(string(b))
	if err != nil {
		return err
	}
	*t = got
	return nil
}

// Tiles is a list of tiles that reads and writes itself as one string of notation.
// From JSON it also takes a list of strings, such as ["5z","12m"].
type Tiles []Tile

// String gives the list in notation.
func (ts Tiles) String() string { return FormatTiles(ts) }

// MarshalJSON writes the list as one string of notation.
func (ts Tiles) MarshalJSON() ([]byte, error) { return json.Marshal(FormatTiles(ts)) }

// UnmarshalJSON reads a string of notation or a list of such strings.
func (ts *Tiles) UnmarshalJSON(b []byte) error {
	var list []string
	if len(b) > 0 && b[0] == '[' {
		if err := json.Unmarshal(b, &list); err != nil {
			return fmt.Errorf("tiles: %w", err)
		}
	} else {
		var one string
		if err := json.Unmarshal(b, &one); err != nil {
			return fmt.Errorf("tiles: %w", err)
		}
		list = []string{one}
	}
	*ts = nil
	for _, s := range list {
		tiles, err := ParseTiles(s)
		if err != nil {
			return err
		}
		*ts = append(*ts, tiles...)
	}
	return nil
}
