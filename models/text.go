package models

import (
	"strconv"
	"strings"
)

// ParseText reads a win as a person types it, words apart by spaces:
//
//	[123m] [111z<] (9999p) 456s 7s +7s self-draw seat=S round=E from=W flowers=2
//
// [..] is a chow, a pung or an open kong, [111+1z] an added kong, (..) a concealed
// kong; <, ^ or > before the closing bracket says that the left, opposite or right
// player supplied the tile. +7s is the winning tile. The other words are
// self-draw, the flags of the hand format, riichi, double-riichi, and key=value
// with seat, round, from (the discarder), flowers, dora, ura, honba, sticks,
// liable, dealer, streak, norths, void (m, p or s), out (seats with commas). Everything else is concealed tiles. The result is validated.
// The error is a *HandError.
func ParseText(text string) (*Win, error) { return ParseTextOf(Thirteen, text) }

// ParseTextOf is ParseText of a rule book whose hands have another size.
func ParseTextOf(size HandSize, text string) (*Win, error) {
	w, said := &Win{}, map[string]bool{}
	for _, word := range strings.Fields(text) {
		if key, _, isPair := strings.Cut(word, "="); isPair {
			if said[key] {
				return nil, Refuse(twice(key), "%s= is said twice", key)
			}
			said[key] = true
		}
		if err := w.addWord(word); err != nil {
			return nil, err
		}
	}
	return w, w.ValidateOf(size)
}

// twice is what is wrong where a key of a typed hand is said twice.
func twice(key string) Code {
	if key == "void" {
		return CodeBadVoid
	}
	return CodeBadFlags
}

// ParseHand reads a hand of thirteen tiles, kongs counted as three, in the words of
// ParseText for tiles and melds. The error is a *HandError.
func ParseHand(text string) (*Hand, error) {
	w := &Win{}
	for _, word := range strings.Fields(text) {
		if word[0] == '+' || strings.Contains(word, "=") || word[0] >= 'a' && word[0] <= 'z' {
			return nil, Refuse(CodeTileCount, "%q has no place in a hand that did not win", word)
		}
		if err := w.addWord(word); err != nil {
			return nil, err
		}
	}
	return &w.Hand, w.Hand.Validate()
}

// Validate checks a hand that did not win: thirteen tiles with faces, kongs counted as
// three, melds that are sets, at most four of a kind. The error is a *HandError.
func (h *Hand) Validate() error {
	w := Win{Hand: *h}
	if bad := w.checkHand(Thirteen); bad != nil {
		return bad
	}
	if bad := w.checkCopies(); bad != nil {
		return bad
	}
	return nil
}

func (w *Win) addWord(word string) error {
	switch key, value, isPair := strings.Cut(word, "="); {
	case isPair:
		return w.setKey(key, value)
	case word[0] == '[' || word[0] == '(':
		meld, err := ParseMeld(word)
		w.Melds = append(w.Melds, meld)
		return err
	case word[0] == '+':
		tile, err := ParseTile(word[1:])
		w.Tile = tile
		return err
	case word == "self-draw":
		w.SelfDraw = true
	case word == "riichi":
		w.Riichi = 1
	case word == "double-riichi":
		w.Riichi = 2
	case word[0] >= 'a' && word[0] <= 'z':
		flag, err := ParseFlag(word)
		if err != nil {
			return Refuse(CodeBadFlags, "%q is not one of self-draw riichi double-riichi %s, and neither tiles nor a meld", word, strings.Join(flagNames[:], " "))
		}
		w.Flags |= flag
	default:
		tiles, err := ParseTiles(word)
		w.Concealed = append(w.Concealed, tiles...)
		return err
	}
	return nil
}

func (w *Win) setKey(key, value string) (err error) {
	switch key {
	case "seat":
		return w.Seat.UnmarshalText([]byte(value))
	case "round":
		return w.Round.UnmarshalText([]byte(value))
	case "from":
		return w.Discarder.UnmarshalText([]byte(value))
	case "dealer":
		return w.Dealer.UnmarshalText([]byte(value))
	case "streak":
		return parseCounter(&w.Streak, key, value)
	case "liable":
		return w.Liable.UnmarshalText([]byte(value))
	case "flowers":
		if n, err := strconv.Atoi(value); err == nil {
			w.Flowers = FlowerSet{Count: n}
			return nil
		}
		tiles, err := ParseTiles(value)
		w.Flowers = FlowersOf(tiles...)
		return err
	case "dora":
		w.DoraIndicators, err = ParseTiles(value)
	case "ura":
		w.UraIndicators, err = ParseTiles(value)
	case "honba":
		return parseCounter(&w.Honba, key, value)
	case "sticks":
		return parseCounter(&w.Sticks, key, value)
	case "norths":
		return parseCounter(&w.Norths, key, value)
	case "void":
		return w.Void.UnmarshalText([]byte(value))
	case "out":
		for letter := range strings.SplitSeq(value, ",") {
			var seat Seat
			if err := seat.UnmarshalText([]byte(letter)); err != nil {
				return err
			}
			w.Out = append(w.Out, seat)
		}
	default:
		return Refuse(CodeBadFlags, "%q is not one of seat round from flowers dora ura honba sticks liable dealer streak norths void out", key)
	}
	return err
}

func parseCounter(n *int, key, value string) (err error) {
	if *n, err = strconv.Atoi(value); err != nil {
		return Refuse(CodeBadCounter, "%s=%s is not a number", key, value)
	}
	return nil
}

// arrows mark in a meld's text who supplied the tile.
var arrows = map[byte]Side{'<': Left, '^': Across, '>': Right}

// ParseMeld reads a meld as ParseText describes it. It does not check that the
// tiles make a set; Validate does.
func ParseMeld(word string) (Meld, error) {
	var m Meld
	closing := map[byte]string{'[': "]", '(': ")"}[word[0]]
	if len(word) < 3 || closing == "" || !strings.HasSuffix(word, closing) {
		return m, Refuse(CodeBadMeld, "%q is not of the form [123m] or (1111m)", word)
	}
	inner := word[1 : len(word)-1]
	if side, ok := arrows[inner[len(inner)-1]]; ok {
		m.From, inner = side, inner[:len(inner)-1]
	}
	tiles, err := ParseTiles(strings.Replace(inner, "+", "", 1))
	if err != nil {
		return m, err
	}
	m.Tiles = tiles
	switch {
	case word[0] == '(':
		m.Kind = ConcealedKong
	case strings.Contains(inner, "+"):
		m.Kind = AddedKong
	case len(tiles) == 4:
		m.Kind = Kong
	case len(tiles) == 3 && tiles[0].Kind() == tiles[1].Kind():
		m.Kind = Pung
	default:
		m.Kind = Chow
	}
	return m, nil
}

// Text writes the meld as ParseMeld reads it.
func (m Meld) Text() string {
	var arrow string
	for mark, side := range arrows {
		if side == m.From {
			arrow = string(mark)
		}
	}
	switch m.Kind {
	case ConcealedKong:
		return "(" + m.Tiles.String() + ")"
	case AddedKong:
		text := m.Tiles.String()
		return "[" + text[:len(text)-2] + "+" + text[len(text)-2:] + arrow + "]"
	default:
		return "[" + m.Tiles.String() + arrow + "]"
	}
}

// Text writes the tiles and melds of the win as ParseText reads them, without the
// circumstances.
func (w *Win) Text() string {
	var words []string
	for _, m := range w.Melds {
		words = append(words, m.Text())
	}
	concealed := append(Tiles(nil), w.Concealed...)
	SortTiles(concealed)
	if len(concealed) > 0 {
		words = append(words, concealed.String())
	}
	return strings.Join(append(words, "+"+w.Tile.String()), " ")
}
