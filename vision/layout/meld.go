package layout

import (
	"jantaku/calibration"
	"jantaku/models"
	"slices"
)

// set is a group of tiles that was laid open, or a concealed kong.
type set struct {
	kind  models.MeldKind
	from  models.Side
	tiles []*tile // left to right, without the added fourth
	// marked tells that a turned or face-down tile or the place proves the set; an
	// unmarked set is one that merely could be.
	marked bool
	// odd says what about it is in no rule book; empty for a proper set. unusual tells that
	// this is no more than the choice of tiles of a concealed kong that lie face down.
	odd     string
	unusual bool
}

// all gives the tiles with the added fourth.
func (s *set) all() []*tile {
	list := append([]*tile(nil), s.tiles...)
	for _, t := range s.tiles {
		if t.added != nil {
			list = append(list, t.added)
		}
	}
	return list
}

// meld gives the set with the faces as they are now decided. Tiles face down in a
// concealed kong take the face that its open tiles show.
func (s *set) meld() models.Meld {
	m := models.Meld{Kind: s.kind, From: s.from}
	face := models.NoTile
	for _, t := range s.all() {
		if !t.isBack() {
			face = t.Tile.Kind()
		}
	}
	for _, t := range s.all() {
		tile := t.Tile
		if t.isBack() && face != models.NoTile && s.kind == models.ConcealedKong {
			tile = face
		}
		m.Tiles = append(m.Tiles, tile)
	}
	return m
}

// marks counts what sets a stretch of tiles apart from concealed ones.
func marks(ts []*tile) (turned, backs, added, flowers int) {
	for _, t := range ts {
		if t.turned && !t.isBack() {
			turned++
		}
		if t.isBack() {
			backs++
		}
		if t.added != nil {
			added++
		}
		if t.isFlower() {
			flowers++
		}
	}
	return
}

// markedSet reads a stretch of three or four tiles that turned or face-down tiles
// mark as a meld; nil when it cannot be one. The faces may still disagree: then
// odd says so.
func markedSet(ts []*tile) *set {
	turned, backs, added, flowers := marks(ts)
	switch {
	case flowers > 0:
		return nil
	case len(ts) == models.KongTiles && backs > 0 && turned == 0 && added == 0:
		return concealedKong(ts)
	case backs > 0 || turned != 1:
		return nil
	case len(ts) == models.SetTiles && added == 1:
		s := &set{kind: models.AddedKong, tiles: ts, marked: true, from: supplier(ts)}
		s.check()
		return s
	case added > 0:
		return nil
	case len(ts) == models.KongTiles:
		s := &set{kind: models.Kong, tiles: ts, marked: true, from: supplier(ts)}
		s.check()
		return s
	}
	s := openThree(ts)
	s.marked = true
	return s
}

// openThree is a chow or pung, by its faces.
func openThree(ts []*tile) *set {
	s := &set{kind: models.Pung, tiles: ts, from: supplier(ts)}
	if !allEqual(ts) {
		s.kind = models.Chow
		if s.from != models.NoSide {
			s.from = models.Left // wherever the club turns it: only the left feeds a chow
		}
	}
	s.check()
	return s
}

// unmarkedSet reads a stretch that nothing but its place sets apart: three or four
// upright tiles face up that make a set.
func unmarkedSet(ts []*tile) *set {
	turned, backs, added, flowers := marks(ts)
	if turned+backs+added+flowers > 0 {
		return nil
	}
	var s *set
	switch len(ts) {
	case models.SetTiles:
		s = openThree(ts)
	case models.KongTiles:
		s = &set{kind: models.Kong, tiles: ts}
		s.check()
	}
	if s == nil || s.odd != "" {
		return nil
	}
	return s
}

// placedSet reads tiles that lie where the table has its melds: they need no mark.
func placedSet(ts []*tile) *set {
	if slices.ContainsFunc(ts, func(t *tile) bool { return t.use != calibration.MeldZone }) {
		return nil
	}
	s := unmarkedSet(ts)
	if s != nil {
		s.marked = s.kind != models.Kong // whether a kong was concealed stays unknown
	}
	return s
}

// check notes when the faces make no set of the kind.
func (s *set) check() {
	s.odd = ""
	if err := s.meld().Validate(); err != nil {
		s.odd = err.Error()
	}
}

// supplier tells from whom the turned tile came: left end, middle or right end.
func supplier(ts []*tile) models.Side {
	for i, t := range ts {
		switch {
		case !t.turned || t.isBack():
		case i == 0:
			return models.Left
		case i == len(ts)-1:
			return models.Right
		default:
			return models.Across
		}
	}
	return models.NoSide
}

// patterns are the ways in which players of any rule book lay a concealed kong, X for face down:
// one outer tile, three adjacent, both outer or both inner tiles down, and all four. A
// book may allow others, see Options.AnyKong.
var patterns = map[string]bool{
	"XOOO": true, "OOOX": true, "XXXO": true, "OXXX": true, "XOOX": true, "OXXO": true, "XXXX": true,
}

// concealedKong reads four tiles of which some lie face down.
func concealedKong(ts []*tile) *set {
	s := &set{kind: models.ConcealedKong, tiles: ts, marked: true}
	pattern := make([]byte, len(ts))
	var open []*tile
	for i, t := range ts {
		if pattern[i] = 'O'; t.isBack() {
			pattern[i] = 'X'
			continue
		}
		open = append(open, t)
	}
	switch {
	case !allEqual(open):
		return nil
	case len(open) == 0:
		s.odd = "all four tiles lie face down"
	case !patterns[string(pattern)]:
		s.check()
		s.unusual = s.odd == ""
		s.odd = "no rule book lays a concealed kong as " + string(pattern)
	default:
		s.check()
	}
	return s
}

// onlyBack gives the tile face down of a concealed kong with three open ones; nil when
// there is none.
func (s *set) onlyBack() *tile {
	_, backs, _, _ := marks(s.tiles)
	last := len(s.tiles) - 1
	switch {
	case s.kind != models.ConcealedKong || backs != 1:
		return nil
	case s.tiles[0].isBack():
		return s.tiles[0]
	}
	return s.tiles[last]
}

// between reports whether three upright tiles of a kind touch the only back of a kong
// on its other side too.
func (sp *spread) between(kong *set, back *tile) bool {
	side := 1.0
	if back == kong.tiles[0] {
		side = -1
	}
	var beyond []*tile
	for _, t := range sp.tiles() {
		off := side * (t.along - back.along) / back.width
		if t.row == back.row && off > .5 && off < models.SetTiles+2*tuning.partGap && !t.turned && !t.isBack() {
			beyond = append(beyond, t)
		}
	}
	return len(beyond) >= models.SetTiles && allEqual(beyond)
}

// allEqual reports whether all tiles show one kind.
func allEqual(ts []*tile) bool {
	return !slices.ContainsFunc(ts, func(t *tile) bool { return t.Tile.Kind() != ts[0].Tile.Kind() })
}

// raised reports whether a tile of a pung may lie upon a fourth, which it hides: the eye
// says so, or the turned one lies clearly farther from the owner than its neighbours' near
// edges, as a tile upon another does that is seen at a slant.
func (s *set) raised() bool {
	var flat []*tile
	var top *tile
	for _, t := range s.tiles {
		if t.Raised {
			return true
		}
		if t.turned {
			top = t
		} else {
			flat = append(flat, t)
		}
	}
	if s.kind != models.Pung || top == nil || len(flat) != 2 || top.added != nil {
		return false
	}
	near := func(t *tile) float64 { return t.across + t.depth/2 }
	a, b := flat[0], flat[1]
	slope := (near(b) - near(a)) / (b.along - a.along)
	expected := near(a) + slope*(top.along-a.along)
	return expected-near(top) > tuning.upon*(a.depth+b.depth)/2
}
