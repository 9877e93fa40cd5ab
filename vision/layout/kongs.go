package layout

import (
	"math/bits"

	"jantaku/models"
	"jantaku/vision/layout/shape"
)

// kongs takes fours of a kind out of the loose tiles as kongs when there are more
// tiles than a hand has: exactly as many as the surplus. Where there are more fours
// than that, those are kongs without which the rest makes a hand, if only one
// choice does. It returns what was concluded, empty when nothing was.
func (sp *spread) kongs() string {
	extra := sp.amount() - sp.size.Won()
	if extra <= 0 {
		return ""
	}
	fours := sp.fours()
	choices := 0
	var chosen uint
	for mask := uint(1); mask < 1<<len(fours); mask++ {
		if bits.OnesCount(mask) != extra || extra < len(fours) && !sp.completeWithout(fours, mask) {
			continue
		}
		choices++
		chosen = mask
	}
	if choices != 1 {
		return ""
	}
	for i, kind := range fours {
		if chosen&(1<<i) != 0 {
			sp.takeKong(kind)
		}
	}
	return "more tiles than a hand without kongs: fours of a kind are kongs"
}

// fours lists the kinds of which four lie loose side by side, none of them as the
// winning tile: a kong is laid together.
func (sp *spread) fours() (kinds []models.Tile) {
	for _, g := range sp.groups {
		run := 0
		for i, t := range g {
			if i == 0 || t.Tile.Kind() != g[i-1].Tile.Kind() || t.gapBefore > tuning.apartGap || t.row != g[i-1].row {
				run = 0
			}
			if run++; run == models.KongTiles && t.Tile.IsKind() && sp.count(t.Tile) == models.KongTiles {
				kinds = append(kinds, t.Tile.Kind())
			}
		}
	}
	return kinds
}

// count tells how many of a kind lie loose beside the winning tile.
func (sp *spread) count(kind models.Tile) (n int) {
	for _, t := range sp.loose {
		if t != sp.win && t.Tile.Kind() == kind.Kind() {
			n++
		}
	}
	return n
}

// completeWithout reports whether the loose tiles make a hand when the chosen fours
// are kongs.
func (sp *spread) completeWithout(fours []models.Tile, mask uint) bool {
	taken := map[models.Tile]bool{}
	for i, kind := range fours {
		taken[kind] = mask&(1<<i) != 0
	}
	var rest []models.Tile
	for _, t := range sp.loose {
		if t == sp.win || !taken[t.Tile.Kind()] {
			rest = append(rest, t.Tile)
		}
	}
	return shape.Complete(rest, len(sp.sets)+bits.OnesCount(mask), sp.size)
}

// takeKong moves the four loose tiles of a kind into a kong.
func (sp *spread) takeKong(kind models.Tile) {
	s := &set{kind: models.Kong}
	rest := sp.loose[:0:0]
	for _, t := range sp.loose {
		if t.Tile.Kind() == kind && t != sp.win {
			s.tiles = append(s.tiles, t)
			continue
		}
		rest = append(rest, t)
	}
	if len(s.tiles) == models.KongTiles {
		sp.loose = rest
		sp.sets = append(sp.sets, s)
	}
}
