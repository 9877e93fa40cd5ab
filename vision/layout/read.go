package layout

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/layout/shape"
)

// Read reconstructs the hand from rows of sightings: rows top to bottom, tiles
// left to right in the picture, each with its calibrated probability, its quad
// (pixels, or millimetres in Table) and facing. The rows are not changed.
//
// The reading holds the rows as decided, the hand where one can be reconstructed,
// the winning tile where its place tells it, and every doubt. A failed reading
// holds an Error that says what to do.
func Read(rows [][]models.Sighting, o Options) models.Reading {
	rows, unread := withoutUnread(rows)
	r := models.Reading{Status: models.Review, Rows: rows}
	if n := len(slices.Concat(rows...)); n == 0 || n > tuning.mostSightings {
		return failed(r, n)
	}
	sp := own(rows, o)
	if note := sp.kongs(); note != "" {
		r.Inferred = append(r.Inferred, note)
	}
	v := sp.decide(sp.tiles(), o)
	for _, t := range sp.tiles() {
		rows[t.row][t.index].Candidate, rows[t.row][t.index].Alternatives = t.Candidate, t.Alternatives
	}
	if len(sp.tiles()) == 0 {
		return failed(r, 0)
	}
	r.Confidence = v.confidence
	r.Inferred = append(append(r.Inferred, v.inferred...), sp.notes()...)
	r.Doubts = append(unread, sp.doubts(v, o)...)
	r.Hand, r.WinTile = sp.hand()
	if !v.wholly(o) {
		r.Doubts = append(r.Doubts, sp.uncertain(v, o)...)
	}
	if len(r.Doubts) == 0 {
		r.Status = models.Accepted
	}
	return r
}

// wholly reports whether the hand is as certain as the operator asks.
func (v verdict) wholly(o Options) bool { return v.confidence >= 1-o.MaxError }

// withoutUnread copies the rows but for those of tiles that were seen and not read at
// all, each of which is a doubt.
func withoutUnread(rows [][]models.Sighting) (kept [][]models.Sighting, doubts []models.Doubt) {
	read := func(s models.Sighting) bool { return s.Tile != models.Unknown }
	for _, row := range rows {
		if len(row) == 0 || slices.ContainsFunc(row, read) {
			kept = append(kept, append([]models.Sighting{}, row...))
			continue
		}
		for _, s := range row {
			if s.Beyond {
				doubts = append(doubts, doubt(DoubtBorder, nil, "the border of the picture cuts a tile off, and one more may lie beyond it, about %.0f, %.0f", s.Quad[0].X, s.Quad[0].Y))
				continue
			}
			doubts = append(doubts, doubt(DoubtUnread, nil, "something like a tile lies at %.0f, %.0f in the picture and was not read", s.Quad[0].X, s.Quad[0].Y))
		}
	}
	return kept, doubts
}

func failed(r models.Reading, n int) models.Reading {
	r.Status = models.Failed
	r.Error = &models.ReadingError{Code: "no-tiles", Message: "no tile was found; check that the hand lies in view and is lit, then take the picture again"}
	if n > 0 {
		r.Error = &models.ReadingError{Code: "too-many-tiles", Message: fmt.Sprintf("%d tiles are more than two whole sets; cover all but the hand and take the picture again", n)}
	}
	return r
}

// tiles gives all tiles that belong to the hand, without those ignored.
func (sp *spread) tiles() []*tile {
	list := append(append([]*tile(nil), sp.flowers...), sp.loose...)
	for _, s := range sp.sets {
		list = append(list, s.all()...)
	}
	return list
}

// hand gives the reconstruction and the winning tile; nil when a tile has no face
// or the number of tiles is no hand's.
func (sp *spread) hand() (*models.Hand, models.Tile) {
	h := &models.Hand{Melds: []models.Meld{}}
	win := models.NoTile
	for _, t := range sp.loose {
		if t == sp.win {
			win = t.Tile
			continue
		}
		h.Concealed = append(h.Concealed, t.Tile)
	}
	for _, s := range sp.inOrder() {
		h.Melds = append(h.Melds, sp.asIs(s))
	}
	flowers := make([]models.Tile, 0, len(sp.flowers))
	for _, t := range sp.flowers {
		flowers = append(flowers, t.Tile)
	}
	h.Flowers = models.FlowersOf(flowers...)
	if n := sp.amount(); n > sp.size.Won() || n < sp.size.Tiles() {
		return nil, models.NoTile
	}
	return h, win
}

// inOrder gives the melds in the order in which they lie.
func (sp *spread) inOrder() []*set {
	sets := slices.Clone(sp.sets)
	slices.SortStableFunc(sets, func(a, b *set) int {
		return cmp.Or(cmp.Compare(a.tiles[0].row, b.tiles[0].row), cmp.Compare(a.tiles[0].along, b.tiles[0].along))
	})
	return sets
}

// notes says what was concluded from places alone.
func (sp *spread) notes() (notes []string) {
	if n := len(sp.ignored); n > 0 {
		notes = append(notes, fmt.Sprintf("%d tiles of walls, rivers or other places are no part of the hand", n))
	}
	for _, s := range sp.inOrder() {
		m := sp.asIs(s)
		switch {
		case !s.marked && m.Kind.IsKong():
			notes = append(notes, fmt.Sprintf("%v: taken for an open kong, nothing shows whether it was concealed", m.Tiles))
		case !s.marked:
			notes = append(notes, fmt.Sprintf("%v stands apart: taken for a meld of unknown supplier", m.Tiles))
		case m.Kind == models.Chow && supplier(s.tiles) != models.Left:
			notes = append(notes, fmt.Sprintf("%v: a chow comes from the left, wherever its tile is turned", m.Tiles))
		}
	}
	return notes
}

// doubts lists what contradicts itself, whatever the confidence.
func (sp *spread) doubts(v verdict, o Options) (ds []models.Doubt) {
	for _, t := range sp.tiles() {
		if t.Tile == models.Unknown || t.Tile == models.NoTile {
			ds = append(ds, doubt(DoubtUnread, t, "row %d tile %d was not read", t.row+1, t.index+1))
		}
	}
	for _, t := range sp.loose {
		if t.isBack() {
			ds = append(ds, doubt(DoubtFaceDown, t, "row %d tile %d lies face down outside of a kong", t.row+1, t.index+1))
		}
	}
	for _, s := range sp.sets {
		if s.check(); s.kind == models.ConcealedKong {
			s = reread(s)
		}
		if o.AnyKong && s.unusual {
			continue
		}
		if m := sp.asIs(s); s.odd != "" && (m.Validate() != nil || s.kind == models.ConcealedKong) {
			code := DoubtMeld
			if m.First() == models.Back {
				code = DoubtFaceDown
			}
			ds = append(ds, doubt(code, s.tiles[0], "%v: %s", m.Tiles, s.odd))
		}
	}
	for _, s := range sp.sets {
		if !o.AddedBeside && s.raised() {
			ds = append(ds, doubt(DoubtMeld, s.tiles[0], "the picture does not show that all three of %v lie on the cloth: is one upon a fourth?", sp.asIs(s).Tiles))
		}
	}
	for _, s := range sp.sets {
		if back := s.onlyBack(); back != nil && sp.between(s, back) {
			ds = append(ds, doubt(DoubtMeld, back, "three of a kind lie on both sides of row %d tile %d: whose fourth is it?", back.row+1, back.index+1))
		}
	}
	for _, t := range sp.loose {
		if !o.AddedBeside && t.Raised {
			ds = append(ds, doubt(DoubtMeld, t, "the picture does not show that row %d tile %d lies on the cloth: is it upon another?", t.row+1, t.index+1))
		}
	}
	if sp.maybeClaimed() {
		ds = append(ds, doubt(DoubtWinning, sp.win, "%v lies turned beside two tiles that it makes a set with: did it come last, or was it claimed?", sp.win.Tile))
	}
	for _, s := range sp.pinched {
		ds = append(ds, doubt(DoubtMeld, s.tiles[0], "%v seems to stand apart, and the row is no longer for it: is it a meld?", sp.asIs(s).Tiles))
	}
	for _, s := range sp.sidesOpen() {
		ds = append(ds, doubt(DoubtMeld, s.tiles[0], "most tiles stand upside down, as if seen from across the table: was %v claimed from the left or from the right?", sp.asIs(s).Tiles))
	}
	for _, s := range sp.unturned() {
		ds = append(ds, doubt(DoubtMeld, s.tiles[0], "claimed tiles lie sideways here, but none does in %v: was it claimed, and from whom?", sp.asIs(s).Tiles))
	}
	for _, s := range sp.sets {
		if t := sp.fourthOutside(s); t != nil {
			ds = append(ds, doubt(DoubtMeld, t, "another %v lies beside %v, outside of the hand's place: does it make it a kong?", t.Tile, sp.asIs(s).Tiles))
		}
	}
	for _, t := range sp.astray {
		ds = append(ds, doubt(DoubtPosture, t, "row %d tile %d lies off its row: does it belong to another?", t.row+1, t.index+1))
	}
	for _, t := range sp.stray {
		ds = append(ds, doubt(DoubtStray, t, "%v lies outside of the hand's place, and nobody discards flowers: is it the hand's?", t.Tile))
	}
	if len(sp.wins) > 1 {
		ds = append(ds, doubt(DoubtWinning, sp.wins[1], "%d tiles lie as the winning tile does", len(sp.wins)))
	}
	for _, s := range slices.Concat(sp.unclear, sp.wedged) {
		t := s.tiles[0]
		ds = append(ds, doubt(DoubtWinning, t, "the set at row %d tile %d touches the hand: its turned tile was claimed, or is the winning tile", t.row+1, t.index+1))
	}
	for _, t := range sp.loose {
		if t.added != nil {
			ds = append(ds, doubt(DoubtMeld, t, "row %d tile %d carries another tile, but is in no pung", t.row+1, t.index+1))
		}
	}
	return append(ds, sp.whole(v, o)...)
}

// fourthOutside gives the tile outside of the hand's place that lies as one added to a
// pung does; nil if there is none.
func (sp *spread) fourthOutside(s *set) *tile {
	for _, t := range sp.ignored {
		for _, o := range s.tiles {
			if s.kind == models.Pung && o.turned && t.Tile.Kind() == o.Tile.Kind() &&
				math.Abs(t.along-o.along) < o.width && math.Abs(t.across-o.across) < 2*o.depth {
				return t
			}
		}
	}
	return nil
}

// sidesOpen lists the melds that were claimed from another player if the owner sits opposite.
func (sp *spread) sidesOpen() (list []*set) {
	for _, s := range sp.sets {
		if from := sp.asIs(s).From; sp.unsure && sp.asIs(s).Kind != models.Chow && (from == models.Left || from == models.Right) {
			list = append(list, s)
		}
	}
	return list
}

// unturned lists the open melds whose supplier does not show, in a hand that shows
// it for another: players who turn a claimed tile turn every one, so such a tile was
// misread, or the set was never claimed.
func (sp *spread) unturned() (list []*set) {
	shown := false
	for _, s := range sp.sets {
		switch {
		case s.from != models.NoSide:
			shown = true
		case s.kind != models.ConcealedKong:
			list = append(list, s)
		}
	}
	if !shown {
		return nil
	}
	return append(list, sp.inOwnRow()...)
}

// inOwnRow lists the sets of concealed tiles that lie in a row of their own, beside concealed tiles in
// other rows: a player who lays melds apart lays no part of the hand so.
func (sp *spread) inOwnRow() (list []*set) {
	rows := map[int][]*tile{}
	for _, t := range sp.loose {
		rows[t.row] = append(rows[t.row], t)
	}
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		if s := unmarkedSet(rows[row]); s != nil && len(rows) > 1 {
			list = append(list, s)
		}
	}
	return list
}

// maybeClaimed reports whether a turned winning tile that was found apart, alone or with one
// other, makes a set with two loose tiles that lie beside it, and the rest is a hand without it.
func (sp *spread) maybeClaimed() bool {
	apart := func(g []*tile) bool { return len(g) < models.SetTiles && slices.Contains(g, sp.win) }
	if sp.win == nil || !sp.win.turned || !slices.ContainsFunc(sp.groups, apart) {
		return false
	}
	var line []*tile
	for _, t := range sp.loose {
		if math.Abs(t.across-sp.win.across) < max(t.depth, sp.win.depth)/2 {
			line = append(line, t)
		}
	}
	slices.SortStableFunc(line, func(a, b *tile) int { return cmp.Compare(a.along, b.along) })
	near := func(a, b *tile) bool { return gap(a, b) < (tuning.partGap+tuning.apartGap)/2 }
	for i := 0; i+3 <= len(line); i++ {
		ts := line[i : i+3]
		if !slices.Contains(ts, sp.win) || !near(ts[0], ts[1]) || !near(ts[1], ts[2]) {
			continue
		}
		var rest []models.Tile
		for _, t := range sp.loose {
			if !slices.Contains(ts, t) {
				rest = append(rest, t.Tile)
			}
		}
		if s := openThree(ts); s.odd == "" && shape.Complete(rest, len(sp.sets)+1, sp.size) {
			return true
		}
	}
	return false
}

// reread judges the pattern of a concealed kong once more, with the decided faces.
func reread(s *set) *set {
	if again := concealedKong(s.tiles); again != nil {
		return again
	}
	s.odd = "its open tiles differ"
	return s
}

// whole lists what is wrong with the hand as a whole.
func (sp *spread) whole(v verdict, o Options) (ds []models.Doubt) {
	if v.state == impossible {
		ds = append(ds, sp.tooMany()...)
	}
	if o.AnyTiles {
		if v.state != complete {
			ds = append(ds, sp.holes()...)
		}
		return ds
	}
	n := sp.amount()
	switch {
	case n == sp.size.Tiles():
		ds = append(ds, doubt(DoubtCount, nil, "%d tiles beside kongs and flowers: the winning tile is not in the picture", n))
	case n != sp.size.Won():
		ds = append(ds, doubt(DoubtCount, nil, "%d tiles, with kongs as three, where a hand has %d", n, sp.size.Won()))
	case v.state == possible:
		ds = append(ds, doubt(DoubtNotAHand, nil, "the tiles make no winning form"))
	}
	for _, ch := range v.changed {
		for _, t := range ch.tiles {
			if !v.wholly(o) {
				ds = append(ds, doubt(DoubtInferred, t, "row %d tile %d is taken for %v for the sake of the hand", t.row+1, t.index+1, t.Tile))
			}
		}
	}
	return ds
}

// holes names the tiles before which another may have been overlooked: there is
// room for one in the middle of a row. A complete hand needs no such doubt.
func (sp *spread) holes() (ds []models.Doubt) {
	for _, g := range sp.groups {
		for _, t := range g {
			if t.gapBefore > tuning.roomForOne {
				ds = append(ds, doubt(DoubtGap, t, "there is room for a tile before row %d tile %d", t.row+1, t.index+1))
			}
		}
	}
	return ds
}

// tooMany names the kinds and flowers that are there too often.
func (sp *spread) tooMany() (ds []models.Doubt) {
	last := map[models.Tile]*tile{}
	count := map[models.Tile]int{}
	for _, t := range sp.tiles() {
		if k := t.Tile.Kind(); k.HasFace() {
			count[k]++
			last[k] = t
		}
	}
	for k := models.Tile(1); k.HasFace(); k++ {
		if k.IsFlower() && count[k] > 1 {
			ds = append(ds, doubt(DoubtFlower, last[k], "flower %v is there %d times", k, count[k]))
		}
		if !k.IsFlower() && count[k] > models.Copies {
			ds = append(ds, doubt(DoubtFive, last[k], "%v is there %d times", k, count[k]))
		}
	}
	if len(ds) == 0 {
		ds = append(ds, doubt(DoubtFive, nil, "a kong and other tiles of its kind are there together"))
	}
	return ds
}

// uncertain names the tiles that a person must confirm so that the rest is as
// certain as asked: the least certain first. Where the tiles are certain each by
// themselves, the doubt is about the whole.
func (sp *spread) uncertain(v verdict, o Options) (ds []models.Doubt) {
	tiles := sp.tiles()
	slices.SortStableFunc(tiles, func(a, b *tile) int { return cmp.Compare(a.Confidence, b.Confidence) })
	left := 0.0
	for _, t := range tiles {
		left += clamp(1-t.Confidence, 0, 1)
	}
	for _, t := range tiles {
		if left <= o.MaxError/o.Caution || !t.Tile.HasFace() && !t.isBack() {
			break
		}
		left -= clamp(1-t.Confidence, 0, 1)
		switch sure := math.Max(t.Confidence, 0); {
		case t.isBack():
			ds = append(ds, doubt(DoubtFaceDown, t, "row %d tile %d is a tile face down with probability %.3f", t.row+1, t.index+1, sure))
		case t.Misfit:
			ds = append(ds, doubt(DoubtPosture, t, "row %d tile %d looks like %v, and may lie otherwise or be a part of another tile", t.row+1, t.index+1, t.Tile))
		default:
			ds = append(ds, doubt(DoubtTile, t, "row %d tile %d is %v with probability %.3f", t.row+1, t.index+1, t.Tile, sure))
		}
	}
	if len(ds) == 0 {
		ds = append(ds, doubt(DoubtConfidence, nil, "the hand is right with probability %.3f, less than asked", v.confidence))
	}
	return ds
}
