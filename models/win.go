package models

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Hand is what one player has: concealed tiles, melds and flowers.
type Hand struct {
	// Concealed are the tiles in hand before the winning tile, see [HandSize.Concealed].
	Concealed Tiles     `json:"concealed"`
	Melds     []Meld    `json:"melds"`
	Flowers   FlowerSet `json:"flowers,omitzero"`
}

// LacksOne reports whether the tiles are one short of sets and a pair, as they are before the winning tile: by whatever
// rule book, 3n + 1 stand beside the melds.
func (h *Hand) LacksOne() bool { return len(h.Concealed)%SetTiles == 1 }

// Canonical writes a hand and its winning tile so that equal hands give equal texts,
// however their tiles and melds are ordered.
func (h Hand) Canonical(win Tile) string {
	var words []string
	for _, m := range h.Melds {
		tiles := slices.Clone(m.Tiles)
		SortTiles(tiles)
		words = append(words, fmt.Sprint(m.Kind, tiles, m.From))
	}
	slices.Sort(words)
	for _, list := range []Tiles{h.Concealed, h.Flowers.Tiles} {
		tiles := slices.Clone(list)
		SortTiles(tiles)
		words = append(words, tiles.String())
	}
	return strings.Join(append(words, win.String()), " ")
}

// Win is a hand with its winning tile and the circumstances: one line of the hand
// format. The score of a win depends on nothing else but the rule book.
type Win struct {
	ID string `json:"id,omitempty"`
	Hand
	Tile      Tile  `json:"win"`
	SelfDraw  bool  `json:"self_draw"`
	Seat      Seat  `json:"seat,omitzero"`
	Round     Seat  `json:"round,omitzero"`
	Discarder Seat  `json:"discarder,omitzero"`
	Flags     Flags `json:"flags"`
	// Riichi is 0 for none, 1 for riichi, 2 for double riichi.
	Riichi         int   `json:"riichi,omitempty"`
	DoraIndicators Tiles `json:"dora_indicators,omitempty"`
	UraIndicators  Tiles `json:"ura_indicators,omitempty"`
	// Honba and Sticks are the counters on the table before the hand.
	Honba  int `json:"honba,omitempty"`
	Sticks int `json:"sticks,omitempty"`
	// Supplied counts the tiles each seat, by Index, supplied to the winner, for
	// liability (Lingque 半包 and 全包). When it is zero the count is taken from
	// Discarder and the From of the melds.
	Supplied [4]int `json:"supplied,omitzero"`
	// Liable names, for liability that follows a single claim (riichi pao), the
	// seat that fed the deciding set; NoSeat when nobody is liable.
	Liable Seat `json:"liable,omitzero"`
	// Dealer is who deals, and Streak how often he has stayed (Taiwan, 連莊); East where nobody says.
	Dealer Seat `json:"dealer,omitzero"`
	Streak int  `json:"streak,omitempty"`
	// Norths counts the north winds set aside for bonus, with three players.
	Norths int `json:"norths,omitempty"`
	// Void is the suit that the winner gave up (Sichuan); the zero value where nobody told it.
	Void Void `json:"void,omitzero"`
	// Out are the seats that had won before in this hand, where the game goes on after a win.
	Out []Seat `json:"out,omitempty"`
}

// Flags are the circumstances of a win, one bit each.
type Flags uint16

// The circumstances the hand format knows.
const (
	Heavenly       Flags = 1 << iota // the dealer's dealt hand
	Earthly                          // on the very first discard or draw, see the rule book
	KongDraw                         // on the replacement tile of a kong
	RobKong                          // on the tile another player adds to a pung
	LastDraw                         // self-drawn, the last tile of the wall
	LastDiscard                      // another player's tile after the wall is exhausted
	LastOfKind                       // the other three copies are visible to all
	Ippatsu                          // within one turn after riichi
	KongDiscard                      // on a tile that a player gives right after a kong of his own
	DoubleKongDraw                   // on the replacement tile of the second of two kongs in a row
	FlowerDraw                       // on the replacement tile of a flower
	Human                            // on a discard before the own first draw
	HeavenlyReady                    // ready with the dealt hand, declared
	EarthlyReady                     // ready at the own first discard, declared
	flagsEnd
)

// Regional are the circumstances that only some of the books of Sichuan, Hong Kong and Taiwan know.
const Regional = KongDiscard | DoubleKongDraw | FlowerDraw | Human | HeavenlyReady | EarthlyReady

// AllFlags are all circumstances the hand format knows.
const AllFlags = flagsEnd - 1

var flagNames = [...]string{"heavenly", "earthly", "kong-draw", "rob-kong", "last-draw",
	"last-discard", "last-of-kind", "ippatsu", "kong-discard",
	"double-kong-draw", "flower-draw", "human", "heavenly-ready", "earthly-ready"}

// Has reports whether all of the given circumstances hold.
func (f Flags) Has(all Flags) bool { return f&all == all }

// Any reports whether one of the given circumstances holds.
func (f Flags) Any(of Flags) bool { return f&of != 0 }

// Names gives the words of the hand format, in their fixed order.
func (f Flags) Names() []string {
	names := []string{}
	for i, name := range flagNames {
		if f&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// String gives the words with commas.
func (f Flags) String() string { return strings.Join(f.Names(), ",") }

// Each gives the circumstances one by one.
func (f Flags) Each() iter.Seq[Flags] {
	return func(yield func(Flags) bool) {
		for one := Flags(1); one < flagsEnd; one <<= 1 {
			if f.Has(one) && !yield(one) {
				return
			}
		}
	}
}

// ParseFlags reads words with commas between them.
// The error is a *HandError with code CodeBadFlags.
func ParseFlags(s string) (all Flags, err error) {
	for word := range strings.SplitSeq(s, ",") {
		one, err := ParseFlag(word)
		if err != nil {
			return 0, err
		}
		all |= one
	}
	return all, nil
}

// ParseFlag reads one word of the hand format.
// The error is a *HandError with code CodeBadFlags.
func ParseFlag(s string) (Flags, error) {
	for i, name := range flagNames {
		if name == s {
			return 1 << i, nil
		}
	}
	return 0, Refuse(CodeBadFlags, "%q is not one of %s", s, strings.Join(flagNames[:], " "))
}

// MarshalJSON writes the list of words.
func (f Flags) MarshalJSON() ([]byte, error) { return json.Marshal(f.Names()) }

// UnmarshalJSON reads a list of words.
func (f *Flags) UnmarshalJSON(b []byte) error {
	var names []string
	if err := json.Unmarshal(b, &names); err != nil {
		return fmt.Errorf("flags: %w", err)
	}
	*f = 0
	for _, name := range names {
		flag, err := ParseFlag(name)
		if err != nil {
			return err
		}
		*f |= flag
	}
	return nil
}

// FlowerSet counts flowers, and names them when they are known.
type FlowerSet struct {
	Count int   // 0 to 8
	Tiles Tiles // the faces, empty when only counted
}

// FlowersOf makes the set of named flowers.
func FlowersOf(tiles ...Tile) FlowerSet { return FlowerSet{Count: len(tiles), Tiles: tiles} }

// MarshalJSON writes the tiles when they are known, otherwise the count.
func (f FlowerSet) MarshalJSON() ([]byte, error) {
	if len(f.Tiles) > 0 {
		return json.Marshal(f.Tiles)
	}
	return json.Marshal(f.Count)
}

// UnmarshalJSON reads a count or tiles.
// The error is a *HandError with code CodeBadFlowers or CodeBadTile.
func (f *FlowerSet) UnmarshalJSON(b []byte) error {
	*f = FlowerSet{}
	if len(b) > 0 && (b[0] == '"' || b[0] == '[') {
		if err := f.Tiles.UnmarshalJSON(b); err != nil {
			return err
		}
		f.Count = len(f.Tiles)
		return nil
	}
	if err := json.Unmarshal(b, &f.Count); err != nil {
		return Refuse(CodeBadFlowers, "flowers %s is neither a count nor tiles", b)
	}
	return nil
}

// ParseWin reads one line of the hand format and validates it. Unknown fields are
// ignored. The error is always a *HandError; the Win beside it holds the ID when
// the line gave one.
func ParseWin(line []byte) (*Win, error) { return ParseWinOf(Thirteen, line) }

// ParseWinOf is ParseWin of a rule book whose hands have another size.
func ParseWinOf(size HandSize, line []byte) (*Win, error) {
	w := &Win{}
	if id, err := ParseLine(line, w); err != nil {
		return &Win{ID: id}, err
	}
	return w, w.ValidateOf(size)
}

// ParseLine reads one line of JSON into a hand, or what has the fields of one. The error is
// always a *HandError; id is then that of the line when it gave one.
func ParseLine(line []byte, into any) (id string, err error) {
	dec := json.NewDecoder(bytes.NewReader(line))
	if err := dec.Decode(into); err != nil {
		var bad *HandError
		if !errors.As(err, &bad) {
			bad = Refuse(CodeBadJSON, "%v", err)
		}
		return lineID(line), bad
	}
	if dec.More() {
		return lineID(line), Refuse(CodeBadJSON, "text follows the hand")
	}
	return "", nil
}

// lineID rescues the id of a line that is otherwise not a hand.
func lineID(line []byte) string {
	var only struct {
		ID string `json:"id"`
	}
	_ = json.Unmarshal(line, &only) // no id is a fine answer
	return only.ID
}

// Validate checks what every rule book requires of a win: the number of tiles, at
// most four of a kind, melds that are sets, seats, flags and counters that can be.
// The error is a *HandError.
func (w *Win) Validate() error { return w.ValidateOf(Thirteen) }

// ValidateOf is Validate of a rule book whose hands have another size.
func (w *Win) ValidateOf(size HandSize) error {
	if bad := w.checkTiles(size); bad != nil {
		return bad
	}
	for _, step := range []func() *HandError{w.checkCopies, w.checkFlowers, w.checkSeats, w.checkFlags} {
		if bad := step(); bad != nil {
			return bad
		}
	}
	return nil
}

func (w *Win) checkTiles(size HandSize) *HandError {
	if bad := w.checkHand(size); bad != nil {
		return bad
	}
	if !w.Tile.IsKind() {
		return Refuse(CodeBadTile, "the winning tile is missing or has no kind")
	}
	return nil
}

// checkHand checks the tiles that were there before the winning one.
func (w *Win) checkHand(size HandSize) *HandError {
	if most := size.Sets(); len(w.Melds) > most {
		return Refuse(CodeTileCount, "%d melds are more than %d", len(w.Melds), most)
	}
	for _, m := range w.Melds {
		if err := m.Validate(); err != nil {
			return err.(*HandError)
		}
	}
	for _, t := range w.Concealed {
		if !t.IsKind() {
			return Refuse(CodeBadTile, "%v cannot stand among the concealed tiles", t)
		}
	}
	if want := size.Concealed(len(w.Melds)); len(w.Concealed) != want {
		return Refuse(CodeTileCount, "%d concealed tiles where %d belong beside %d melds and the winning tile",
			len(w.Concealed), want, len(w.Melds))
	}
	return nil
}

func (w *Win) checkCopies() *HandError {
	var copies [Kinds + 1]int
	count := func(t Tile) { copies[t.Kind()]++ }
	for _, t := range w.Concealed {
		count(t)
	}
	for _, m := range w.Melds {
		for _, t := range m.Tiles {
			count(t)
		}
	}
	count(w.Tile)
	copies[NorthWind] += w.Norths
	for k, n := range copies {
		if n > Copies {
			return Refuse(CodeFiveOfAKind, "%d copies of %v", n, Tile(k))
		}
	}
	return nil
}

func (w *Win) checkFlowers() *HandError {
	f := w.Flowers
	if f.Count < 0 || f.Count > 8 {
		return Refuse(CodeBadFlowers, "%d flowers are not 0 to 8", f.Count)
	}
	seen := map[Tile]bool{}
	for _, t := range f.Tiles {
		if !t.IsFlower() || seen[t] {
			return Refuse(CodeBadFlowers, "%v is no flower or stands twice", t)
		}
		seen[t] = true
	}
	return nil
}

func (w *Win) checkSeats() *HandError {
	switch {
	case w.SelfDraw && w.Discarder != NoSeat:
		return Refuse(CodeBadSeat, "a self-draw has no discarder, yet %v is named", w.Discarder)
	case w.Discarder != NoSeat && w.Discarder == w.Seat:
		return Refuse(CodeBadSeat, "%v cannot supply the tile to itself", w.Seat)
	case w.Liable != NoSeat && w.Liable == w.Seat:
		return Refuse(CodeBadSeat, "%v cannot be liable to itself", w.Seat)
	case w.Riichi < 0 || w.Riichi > 2:
		return Refuse(CodeBadCounter, "riichi %d is not 0, 1 or 2", w.Riichi)
	case w.Honba < 0 || w.Honba > 1000 || w.Sticks < 0 || w.Sticks > 1000:
		return Refuse(CodeBadCounter, "honba %d or sticks %d is out of range", w.Honba, w.Sticks)
	case w.Streak < 0 || w.Streak > 1000:
		return Refuse(CodeBadCounter, "streak %d is out of range", w.Streak)
	case w.Norths < 0 || w.Norths > 4:
		return Refuse(CodeBadCounter, "%d norths set aside are not 0 to 4", w.Norths)
	case len(w.DoraIndicators) > 5 || len(w.UraIndicators) > 5:
		return Refuse(CodeBadCounter, "more than five dora indicators")
	}
	if bad := w.checkOut(); bad != nil {
		return bad
	}
	for _, t := range append(w.DoraIndicators[:len(w.DoraIndicators):len(w.DoraIndicators)], w.UraIndicators...) {
		if !t.IsKind() {
			return Refuse(CodeBadTile, "%v cannot be a dora indicator", t)
		}
	}
	return nil
}

// checkOut refuses players who had won before and still take part, and a win after the hand
// is over: the one who is left has nobody to win from.
func (w *Win) checkOut() *HandError {
	for i, seat := range w.Out {
		switch {
		case seat == NoSeat:
			return Refuse(CodeBadSeat, "somebody without a seat is out")
		case slices.Contains(w.Out[:i], seat):
			return Refuse(CodeBadSeat, "%v is out twice", seat)
		case seat == w.Seat:
			return Refuse(CodeBadSeat, "%v has won before and cannot win again", seat)
		case seat == w.Discarder:
			return Refuse(CodeBadSeat, "%v has won before and cannot supply the tile", seat)
		}
	}
	if len(w.Out) >= Places-1 {
		return Refuse(CodeBadSeat, "%d players have won before: the hand is over", len(w.Out))
	}
	return nil
}

// checkFlags refuses what cannot happen at any table; what depends on the rule
// book is refused by the rule book.
func (w *Win) checkFlags() *HandError {
	f := w.Flags
	switch {
	case f&^AllFlags != 0:
		return Refuse(CodeBadFlags, "%#x are no circumstances", uint16(f&^AllFlags))
	case f.Has(KongDraw) && !w.SelfDraw:
		return Refuse(CodeBadFlags, "kong-draw needs a self-draw")
	case f.Any(DoubleKongDraw|FlowerDraw) && !w.SelfDraw:
		return Refuse(CodeBadFlags, "double-kong-draw and flower-draw need a self-draw")
	case f.Any(KongDraw|DoubleKongDraw) && f.Has(FlowerDraw):
		return Refuse(CodeBadFlags, "the tile replaces one of a kong or a flower, not both")
	case f.Has(Human) && w.SelfDraw:
		return Refuse(CodeBadFlags, "human cannot be a self-draw")
	case f.Has(KongDraw) && !w.hasKong() && w.Norths == 0:
		return Refuse(CodeBadFlags, "kong-draw needs a kong, or a north that was set aside")
	case f.Has(LastDraw) && !w.SelfDraw:
		return Refuse(CodeBadFlags, "last-draw needs a self-draw")
	case f.Has(LastDiscard) && w.SelfDraw:
		return Refuse(CodeBadFlags, "last-discard cannot be a self-draw")
	case f.Has(RobKong) && w.SelfDraw:
		return Refuse(CodeBadFlags, "rob-kong cannot be a self-draw")
	case f.Has(KongDiscard) && w.SelfDraw:
		return Refuse(CodeBadFlags, "kong-discard cannot be a self-draw")
	}
	return nil
}

// Holds reports whether the hand had a tile of the kind before the win, concealed or
// in a meld.
func (h *Hand) Holds(t Tile) bool {
	return h.HoldsAny(func(o Tile) bool { return o.Kind() == t.Kind() })
}

// HoldsRed reports whether a red five is among the concealed tiles or in a meld.
func (h *Hand) HoldsRed() bool { return h.HoldsAny(Tile.IsRed) }

// Copies counts the tiles of a kind, concealed or in melds.
func (h *Hand) Copies(of Tile) (n int) {
	h.HoldsAny(func(t Tile) bool {
		if t.Kind() == of.Kind() {
			n++
		}
		return false
	})
	return n
}

// HoldsAny reports whether a concealed tile or one of a meld is as asked.
func (h *Hand) HoldsAny(is func(Tile) bool) bool {
	for _, m := range h.Melds {
		if slices.ContainsFunc(m.Tiles, is) {
			return true
		}
	}
	return slices.ContainsFunc(h.Concealed, is)
}

// MayBeKongDraw reports whether the tile was drawn beside a kong or a north set aside and nobody has said
// that it was the replacement tile: no picture shows that.
func (w *Win) MayBeKongDraw() bool {
	return w.SelfDraw && (w.hasKong() || w.Norths > 0) && !w.Flags.Has(KongDraw)
}

func (w *Win) hasKong() bool {
	for _, m := range w.Melds {
		if m.Kind.IsKong() {
			return true
		}
	}
	return false
}
