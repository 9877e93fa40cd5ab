package models

// MeldKind says how a set was laid open.
type MeldKind uint8

// What hands are made of, in tiles; a kong stands for a set.
const (
	SetTiles  = 3
	KongTiles = 4
)

// The kinds of melds, in the words of the hand format.
const (
	NoMeld MeldKind = iota
	Chow
	Pung
	Kong          // claimed with three in hand
	AddedKong     // a pung to which the fourth tile was added
	ConcealedKong // four from one's own hand
)

var meldNames = [...]string{"", "chow", "pung", "kong", "added-kong", "concealed-kong"}

// String gives the word of the hand format.
func (k MeldKind) String() string {
	if int(k) < len(meldNames) {
		return meldNames[k]
	}
	return ""
}

// MarshalText writes the word of the hand format.
func (k MeldKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads the word of the hand format.
// The error is a *HandError with code CodeBadMeld.
func (k *MeldKind) UnmarshalText(b []byte) error {
	for i, name := range meldNames {
		if i > 0 && name == string(b) {
			*k = MeldKind(i)
			return nil
		}
	}
	return Refuse(CodeBadMeld, "%q is not one of chow pung kong added-kong concealed-kong", b)
}

// IsKong reports whether the meld holds four equal tiles.
func (k MeldKind) IsKong() bool { return k == Kong || k == AddedKong || k == ConcealedKong }

// IsOpen reports whether a tile of the meld came from another player.
func (k MeldKind) IsOpen() bool { return k != ConcealedKong && k != NoMeld }

// Meld is a set that was laid open before the win, or a concealed kong.
type Meld struct {
	Kind  MeldKind `json:"type"`
	Tiles Tiles    `json:"tiles"`
	// From is who supplied the claimed tile; NoSide for a concealed kong or when unknown.
	From Side `json:"from,omitzero"`
}

// First gives the lowest kind in the meld: the start of a chow, the tile of a
// pung or kong. NoTile for a meld of no or unknown tiles.
func (m Meld) First() Tile {
	low := NoTile
	for _, t := range m.Tiles {
		if k := t.Kind(); low == NoTile || k != NoTile && k < low {
			low = k
		}
	}
	return low
}

// Validate checks that the tiles make a set of the meld's kind.
// The error is a *HandError with code CodeBadMeld or CodeBadTile.
func (m Meld) Validate() error {
	want := 3
	if m.Kind.IsKong() {
		want = 4
	}
	if m.Kind == NoMeld || m.Kind > ConcealedKong {
		return Refuse(CodeBadMeld, "meld %v has no type", m.Tiles)
	}
	if len(m.Tiles) != want {
		return Refuse(CodeBadMeld, "%v %v has %d tiles, not %d", m.Kind, m.Tiles, len(m.Tiles), want)
	}
	first := m.First()
	var seen [3]bool
	for _, t := range m.Tiles {
		if !t.IsKind() {
			return Refuse(CodeBadTile, "%v cannot stand in %v %v", t, m.Kind, m.Tiles)
		}
		if m.Kind != Chow {
			if t.Kind() != first {
				return Refuse(CodeBadMeld, "%v %v holds different tiles", m.Kind, m.Tiles)
			}
			continue
		}
		step := int(t.Kind()) - int(first)
		if !t.IsNumber() || t.Suit() != first.Suit() || step > 2 || seen[step] {
			return Refuse(CodeBadMeld, "chow %v is not three consecutive tiles of a suit", m.Tiles)
		}
		seen[step] = true
	}
	if m.Kind == ConcealedKong && m.From != NoSide {
		return Refuse(CodeBadMeld, "concealed kong %v cannot come from the %v", m.Tiles, m.From)
	}
	if m.Kind == Chow && m.From != NoSide && m.From != Left {
		return Refuse(CodeBadMeld, "chow %v can only come from the left", m.Tiles)
	}
	return nil
}
