package scoring

import "jantaku/models"

// Shape is a way in which fourteen tiles make a winning hand; a set of shapes when
// several are meant.
type Shape uint8

// The shapes that the rule books know. Each book says which it plays.
const (
	General     Shape = 1 << iota // four sets and a pair
	SevenPairs                    // seven pairs, see the book whether four equal tiles may be two
	Unconnected                   // fourteen different tiles of a knitted 1-4-7 2-5-8 3-6-9 and honours
	Orphans                       // the thirteen terminals and honours, one of them twice
	Knitted                       // nine knitted tiles in place of three sets, a set and a pair
)

// Set is one of the 55 different sets: 21 chows, then a pung of each of the 34
// kinds. A kong is a pung of its tile; Hand says which sets are kongs.
type Set uint8

// NumSets is the number of different sets, NumChows of them chows.
const (
	NumChows = 21
	NumSets  = NumChows + models.Kinds
)

// ChowAt gives the chow that starts at a rank, 1 to 7, of a number suit.
func ChowAt(suit models.Suit, rank int) Set { return Set(int(suit)*7 + rank - 1) }

// PungOf gives the pung of a kind.
func PungOf(t models.Tile) Set { return Set(NumChows + t.Index()) }

// IsChow reports whether the set is a chow.
func (s Set) IsChow() bool { return s < NumChows }

// IsPung reports whether the set is a pung or a kong.
func (s Set) IsPung() bool { return s >= NumChows }

// First gives the lowest tile of a chow, the tile of a pung.
func (s Set) First() models.Tile { return facts[s].first }

// Suit gives the suit of the set.
func (s Set) Suit() models.Suit { return facts[s].suit }

// Rank gives the rank of the lowest tile.
func (s Set) Rank() int { return int(facts[s].rank) }

// Mask gives the kinds in the set.
func (s Set) Mask() Mask { return facts[s].mask }

// facts are what is asked of a set most often, for each of them.
var facts = func() (all [NumSets]struct {
	first models.Tile
	suit  models.Suit
	rank  uint8
	mask  Mask
}) {
	for i := range all {
		f := &all[i]
		if s := Set(i); s.IsChow() {
			f.first = models.NewTile(models.Suit(s/7), int(s%7)+1)
			f.mask = MaskOf(f.first) * 0b111
		} else {
			f.first = models.KindAt(i - NumChows)
			f.mask = MaskOf(f.first)
		}
		f.suit, f.rank = f.first.Suit(), uint8(f.first.Rank())
	}
	return all
}()

// Span is a set of groups of a hand: bits 0 to 3 for the sets, bit 4 for the pair.
type Span uint8

// The spans that need a name.
const (
	PairSpan  Span = 1 << 4
	SetsSpan  Span = 1<<4 - 1
	WholeHand Span = SetsSpan | PairSpan
)

// Within reports whether every group of s is in other.
func (s Span) Within(other Span) bool { return s&^other == 0 }

// Layout is one way in which the tiles of a hand make a winning shape.
type Layout struct {
	Shape Shape
	// Sets are the four sets in ascending order and Pair the pair, in General; in
	// Knitted only the last set is one and the first three stand for the nine tiles.
	// In Orphans Pair is the doubled tile.
	Sets [4]Set
	Pair models.Tile
	// Melded, Open and KongAt are the sets that are melds, those that took a tile
	// from another player before the win, and those that are kongs.
	Melded, Open, KongAt Span
	// Completed is the group the winning tile completes, in rule books where the
	// score depends on it; 0 elsewhere.
	Completed Span
	// Knit are the nine tiles of Knitted, and those that Unconnected is drawn from.
	Knit Mask
}

// Manner is how a hand was won, from whom and with what before it.
type Manner uint8

// The manners; each hand has one of the first two.
const (
	SelfDrawn Manner = 1 << iota
	ByDiscard        // or on the tile of a kong
	Unclaimed        // with nothing claimed before: no chow, pung or open kong

	numManners = iota
)

// Laid counts what lies beside the hand: the melds, those of four tiles, and the concealed
// ones among these.
type Laid struct{ Melds, Kongs, HiddenKongs int }

// numLaid bounds the numbers below: up to four of each.
const numLaid = 5 * 5 * 5

func (l Laid) number() int { return (5*l.Melds+l.Kongs)*5 + l.HiddenKongs }

// Hand is a win laid out in one way: everything that a rule can ask about. The
// tiles are the same in every layout; the layout differs.
type Hand struct {
	Win *models.Win
	Layout

	// The tiles, hand and melds and winning tile together; kongs count four.
	Counts   [models.Kinds]uint8
	Kinds    Mask
	Families Families
	Thrice   Mask // the kinds of which there are three or four
	Fours    Mask // the kinds of which there are four, kong or not
	// InHand are the tiles that are not in melds, the winning tile among them.
	InHand [models.Kinds]uint8
	// WinTile is the kind of the winning tile.
	WinTile models.Tile
	Laid
	// Reds counts the red fives.
	Reds int
	// Concealed says that nothing was claimed: no chow, pung or open kong.
	Concealed bool
	// Manner says how it was won.
	Manner Manner

	melds [4]meldSet
	keys  [4]uint32 // InHand by suit, three bits a rank, as the splitter wants it
	held  [4]uint8  // how many tiles of each suit are in hand
	kinds Mask      // the kinds in hand
}

// meldSet is a meld as the splitter adds it to a layout.
type meldSet struct {
	set        Set
	open, kong bool
}

// Prepare takes in a win and forgets everything about the one before. The win must
// be valid (models.Win.Validate); it is kept and not changed.
func (h *Hand) Prepare(w *models.Win) {
	*h = Hand{Win: w, WinTile: w.Tile.Kind(), Laid: Laid{Melds: len(w.Melds)}, Concealed: true}
	for _, t := range w.Concealed {
		h.hold(t)
	}
	h.hold(w.Tile)
	h.kinds = h.Kinds
	for i := range w.Melds {
		h.lay(i, &w.Melds[i])
	}
	h.Families = h.Kinds.families()
	h.Manner = ByDiscard
	if w.SelfDraw {
		h.Manner = SelfDrawn
	}
	if h.Concealed {
		h.Manner |= Unclaimed
	}
}

// hold adds a tile in hand.
func (h *Hand) hold(t models.Tile) {
	i := h.count(t)
	h.InHand[i]++
	suit := i / 9
	h.keys[suit] += 1 << (3 * (i - 9*suit))
	h.held[suit]++
}

// count adds a tile wherever it lies and gives the index of its kind.
func (h *Hand) count(t models.Tile) int {
	i := t.Index()
	if t.IsRed() {
		h.Reds++
	}
	n := h.Counts[i] + 1
	h.Counts[i] = n
	h.Kinds |= 1 << i
	h.Thrice |= Mask((n+1)>>2) << i // of the third tile and the fourth
	h.Fours |= Mask(n>>2) << i
	return i
}

// lay adds a meld.
func (h *Hand) lay(at int, m *models.Meld) {
	first := models.Kinds
	for _, t := range m.Tiles {
		first = min(first, h.count(t))
	}
	meld := meldSet{set: Set(NumChows + first), open: m.Kind.IsOpen(), kong: m.Kind.IsKong()}
	if m.Kind == models.Chow {
		meld.set = Set(first/9*7 + first%9)
	}
	if meld.kong {
		h.Kongs++
		if !meld.open {
			h.HiddenKongs++
		}
	}
	if meld.open {
		h.Concealed = false
	}
	h.melds[at] = meld
}

// Chows gives the sets that are chows; they stand before the pungs.
func (l *Layout) Chows() Span { return SetsSpan >> l.pungs() }

// pungs counts the sets that are pungs or kongs.
func (l *Layout) pungs() (n int) {
	for _, s := range l.Sets {
		if s.IsPung() {
			n++
		}
	}
	return n
}

// Completions gives the groups in hand that the winning tile can have completed,
// equal sets once; in Knitted the set and the pair beside the nine tiles. It is 0 in
// other shapes.
func (h *Hand) Completions() Span {
	from := 0
	switch h.Shape {
	case General:
	case Knitted:
		from = 3
	default:
		return 0
	}
	var s Span
	win := MaskOf(h.WinTile)
	for i := from; i < 4; i++ {
		set := h.Sets[i]
		if h.Melded&(1<<i) != 0 || set.Mask()&win == 0 {
			continue
		}
		if i == 0 || s&(1<<(i-1)) == 0 || h.Sets[i-1] != set {
			s |= 1 << i
		}
	}
	if h.Pair == h.WinTile {
		s |= PairSpan
	}
	return s
}

// HoldsAny reports whether a tile of the mask occurs.
func (h *Hand) HoldsAny(m Mask) bool { return h.Kinds&m != 0 }

// Only reports whether every tile is of the mask.
func (h *Hand) Only(m Mask) bool { return h.Kinds&^m == 0 }
