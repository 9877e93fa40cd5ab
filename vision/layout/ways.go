package layout

import (
	"slices"

	"jantaku/models"
	"jantaku/vision/layout/shape"
)

// Way is one way to understand a reading that leaves something open.
type Way struct {
	Hand models.Hand // the concealed tiles without the winning one
	Win  models.Tile
	// Differs says what is taken otherwise than in the reading; empty for the winning
	// tile alone.
	Differs string
	// Odds are how likely it is so against the reading as it stands, by how people lay their
	// tiles; 1 where nothing speaks for either.
	Odds float64
}

// Ways lists how the tiles of a reading can be understood where the picture leaves
// it open: which tile came last, whether an unmarked kong was concealed, whether
// sets that stand apart or in a row of their own are melds. The first ways are
// those of the reading as it stands. A caller scores all of them and asks a person
// only when the scores differ. hand is the size by which the reading was made; the list is
// empty when it holds no hand of it.
func Ways(r models.Reading, hand models.HandSize) []Way {
	if r.Hand == nil {
		return nil
	}
	var ways []Way
	for _, v := range variants(r, hand) {
		ways = append(ways, v.withWin(r.WinTile, hand)...)
	}
	return ways
}

// variant is a hand with all its concealed tiles, the winning one among them where
// it is not known.
type variant struct {
	hand    models.Hand
	differs string
	odds    float64
}

// withWin gives the ways that differ in the winning tile.
func (v variant) withWin(win models.Tile, hand models.HandSize) (ways []Way) {
	want := hand.Concealed(len(v.hand.Melds))
	if win != models.NoTile {
		if len(v.hand.Concealed) != want {
			return nil
		}
		return []Way{{v.hand, win, v.differs, v.odds}}
	}
	if len(v.hand.Concealed) != want+1 {
		return nil
	}
	for i, t := range v.hand.Concealed {
		if slices.Contains(v.hand.Concealed[:i], t) {
			continue
		}
		h := v.hand
		h.Concealed = slices.Delete(slices.Clone(v.hand.Concealed), i, i+1)
		ways = append(ways, Way{h, t, v.differs, v.odds})
	}
	return ways
}

// variants lists the hands that differ in what is a meld.
func variants(r models.Reading, hand models.HandSize) []variant {
	list := []variant{{hand: *r.Hand, odds: 1}}
	if h, ok := withoutUnmarked(*r.Hand); ok {
		list = append(list, variant{h, "the sets that stand apart are concealed", 1})
	}
	if h, ok := setsALittleApart(r, hand); ok {
		list = append(list, variant{h, "the sets that stand a little apart are melds", 1})
	}
	for _, h := range rowsAsMelds(r) {
		list = append(list, variant{h, "the sets in a row of their own are melds", 1})
	}
	for _, h := range endsAsMelds(r, hand) {
		list = append(list, variant{h, "sets at the end of the row are melds", evenly(*r.Hand)})
	}
	for _, v := range list[:len(list):len(list)] {
		if h, ok := kongsConcealed(v.hand); ok {
			differs := "the kongs are concealed"
			if v.differs != "" {
				differs = v.differs + ", " + differs
			}
			list = append(list, variant{h, differs, v.odds})
		}
	}
	return list
}

// unmarked reports whether nothing but the place of a meld showed that it is one.
func unmarked(m models.Meld) bool { return m.From == models.NoSide && m.Kind != models.ConcealedKong }

// withoutUnmarked puts chows and pungs of unknown supplier back among the concealed
// tiles.
func withoutUnmarked(h models.Hand) (models.Hand, bool) {
	out := h
	out.Melds, out.Concealed = []models.Meld{}, append(models.Tiles(nil), h.Concealed...)
	changed := false
	for _, m := range h.Melds {
		if unmarked(m) && !m.Kind.IsKong() {
			out.Concealed = append(out.Concealed, m.Tiles...)
			changed = true
			continue
		}
		out.Melds = append(out.Melds, m)
	}
	return out, changed
}

// kongsConcealed makes open kongs of unknown supplier concealed ones.
func kongsConcealed(h models.Hand) (models.Hand, bool) {
	out := h
	out.Melds = append([]models.Meld(nil), h.Melds...)
	changed := false
	for i, m := range out.Melds {
		if m.Kind == models.Kong && unmarked(m) {
			out.Melds[i].Kind = models.ConcealedKong
			changed = true
		}
	}
	return out, changed
}

// setsALittleApart gives the hand in which the sets that narrow gaps part are melds, too; false where there
// are none.
func setsALittleApart(r models.Reading, hand models.HandSize) (models.Hand, bool) {
	rows, _ := withoutUnread(r.Rows)
	o := DefaultOptions()
	sp := understand(lines(rows, ownersSide(rows, o).view, o), tuning.narrowGap, hand)
	h, win := sp.hand()
	if h == nil || win != r.WinTile || len(h.Melds) <= len(r.Hand.Melds) || sp.judge() != complete {
		return models.Hand{}, false
	}
	return *h, true
}

// rowsAsMelds gives, for every row of the picture that is nothing but sets of
// concealed tiles as they stand, the hand with that row as melds.
func rowsAsMelds(r models.Reading) (hands []models.Hand) {
	if len(r.Rows) < 2 {
		return nil
	}
	for _, row := range r.Rows {
		var tiles models.Tiles
		for _, s := range row {
			if !s.Tile.IsFlower() {
				tiles = append(tiles, s.Tile)
			}
		}
		melds := consecutiveSets(tiles)
		rest, ok := without(r.Hand.Concealed, tiles)
		if len(melds) == 0 || !ok || len(rest) == 0 {
			continue
		}
		h := *r.Hand
		h.Concealed = rest
		h.Melds = slices.Concat(r.Hand.Melds, melds)
		hands = append(hands, h)
	}
	return hands
}

// evenly is how likely some claimed sets touch the hand with no tile turned, against that none does: who
// turns a claimed tile, or lays a meld apart, mostly does so with every one, and with each that is seen this
// is likelier (the mean of a beta distribution).
func evenly(h models.Hand) float64 {
	marked := 0
	for _, m := range h.Melds {
		if m.Kind.IsOpen() {
			marked++
		}
	}
	if marked == 0 {
		return 1
	}
	return tuning.uneven / (tuning.uneven + 1 + float64(marked))
}

// endsAsMelds gives, for a hand whose concealed tiles lie in one touching row, the hands in which one or
// more sets at an end of them are melds, as players lay them who turn no claimed tile and leave no gap.
func endsAsMelds(r models.Reading, hand models.HandSize) (hands []models.Hand) {
	tiles := onlyRow(r)
	for _, left := range []bool{true, false} {
		for n := 3; n < len(tiles); n += 3 {
			end := tiles[len(tiles)-n:]
			if left {
				end = tiles[:n]
			}
			melds := consecutiveSets(end)
			rest, ok := without(r.Hand.Concealed, end)
			if melds == nil || !ok {
				break
			}
			all := slices.Clone(rest)
			if r.WinTile != models.NoTile {
				all = append(all, r.WinTile)
			}
			if shape.Complete(all, len(r.Hand.Melds)+len(melds), hand) {
				h := *r.Hand
				h.Concealed, h.Melds = rest, append(slices.Clone(r.Hand.Melds), melds...)
				hands = append(hands, h)
			}
		}
	}
	return hands
}

// onlyRow gives the tiles of the one row in which all concealed tiles lie; none when they
// lie in several.
func onlyRow(r models.Reading) models.Tiles {
	for _, row := range r.Rows {
		tiles := inHand(withoutMelds(row, r.Hand.Melds), r.WinTile)
		if _, all := without(tiles, r.Hand.Concealed); all {
			return tiles
		}
	}
	return nil
}

// withoutMelds gives a row without the open melds that lie in it: of several places where the tiles of one lie,
// the one with most tiles turned.
func withoutMelds(row []models.Sighting, melds []models.Meld) []models.Sighting {
	for _, m := range melds {
		n, best, turned := len(m.Tiles), -1, -1
		for i := 0; i+n <= len(row); i++ {
			var tiles models.Tiles
			sideways := 0
			for _, s := range row[i : i+n] {
				tiles = append(tiles, s.Tile)
				if s.Facing%180 != row[len(row)/2].Facing%180 {
					sideways++
				}
			}
			if rest, ok := without(m.Tiles, tiles); ok && len(rest) == 0 && sideways > turned {
				best, turned = i, sideways
			}
		}
		if best >= 0 {
			row = slices.Delete(slices.Clone(row), best, best+n)
		}
	}
	return row
}

// inHand gives the tiles of a row as they stand, without flowers and the winning tile.
func inHand(row []models.Sighting, win models.Tile) (tiles models.Tiles) {
	at := -1
	for _, s := range row {
		if !s.Tile.IsFlower() {
			if s.Tile == win {
				at = len(tiles)
			}
			tiles = append(tiles, s.Tile)
		}
	}
	if at >= 0 {
		tiles = slices.Delete(tiles, at, at+1)
	}
	return tiles
}

// consecutiveSets cuts tiles into chows and pungs as they stand; nil when they are
// not.
func consecutiveSets(tiles models.Tiles) (melds []models.Meld) {
	if len(tiles)%models.SetTiles != 0 {
		return nil
	}
	for i := 0; i < len(tiles); i += 3 {
		m := models.Meld{Kind: models.Pung, Tiles: tiles[i : i+3]}
		if m.Validate() != nil {
			m.Kind = models.Chow
		}
		if m.Validate() != nil {
			return nil
		}
		melds = append(melds, m)
	}
	return melds
}

// without takes tiles out of a list; false when one of them is not there.
func without(list, take models.Tiles) (models.Tiles, bool) {
	rest := slices.Clone(list)
	for _, t := range take {
		i := slices.Index(rest, t)
		if i < 0 {
			return nil, false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return rest, true
}
