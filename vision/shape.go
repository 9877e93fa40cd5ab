package vision

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
)

// markMisshapen marks the upright tiles that are rather parts of one, or of two, than tiles of
// their hand, and those that seem to lie sideways without the room for it.
func markMisshapen(rows []row) {
	usual, lean := usualShape(rows), usualLean(rows)
	for _, c := range rows {
		for i := range c.tiles {
			t := &c.tiles[i]
			switch {
			case t.turned:
				t.misfit = t.misfit || c.crowded(i)
			case t.tile != models.Back:
				aslant := math.Abs(t.leans()-lean(t)) > otherLean
				t.misfit = t.misfit || aslant || !likeShape(t.shape(), usual, partShape)
			}
		}
	}
}

// crowded reports whether a tile that lies sideways has less room than it takes up: beside another, or
// above or below one, as the tile added to a pung.
func (c *row) crowded(i int) bool {
	t := &c.tiles[i]
	return slices.ContainsFunc(neighbours(i, len(c.tiles)), func(k int) bool {
		next := &c.tiles[k]
		room, apart := (t.wide()+next.wide())/2, c.steps(max(i, k))
		if rise := t.rise(c.place(next).Sub(c.place(t))); t.turned && next.turned && math.Abs(rise) > mostRise {
			room, apart = 1, math.Abs(rise)*slender
		}
		return apart < room-lessRoom(t.tile)
	})
}

// usualLean is how the tiles of a hand lean where one of them lies: from left to right ever more
// one way, the more so the flatter the view. It is the line of Theil and Sen, which a few tiles
// that were read aslant do not move.
func usualLean(rows []row) func(t *reading) float64 {
	upright := only(uprights(rows), func(t reading) bool { return t.sim >= surelyTile })
	longest := slices.MaxFunc(rows, func(a, b row) int { return cmp.Compare(len(a.tiles), len(b.tiles)) })
	way := longest.direction().Unit()
	at := func(t *reading) float64 { return t.frame.At(t.t).Dot(way) }
	var slopes, rest []float64
	for i := range upright {
		for k := range i {
			a, b := &upright[i], &upright[k]
			if off := at(a) - at(b); math.Abs(off) > a.frame.Along(a.t).Length()/2 {
				slopes = append(slopes, (a.leans()-b.leans())/off)
			}
		}
	}
	slope := middleValue(slopes)
	for i := range upright {
		rest = append(rest, upright[i].leans()-slope*at(&upright[i]))
	}
	start := middleValue(rest)
	return func(t *reading) float64 { return start + slope*at(t) }
}
