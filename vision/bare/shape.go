package bare

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/bare/sight"
)

// markMisshapen marks the upright tiles that are rather parts of one, or of two, than tiles of
// their hand, and those that seem to lie sideways without the room for it.
func markMisshapen(rows []sight.Row) {
	usual, lean := usualShape(rows), usualLean(rows)
	for _, c := range rows {
		for i := range c.Tiles {
			t := &c.Tiles[i]
			switch {
			case t.Turned:
				t.Misfit = t.Misfit || crowded(&c, i)
			case t.Tile != models.Back:
				aslant := math.Abs(leans(t)-lean(t)) > otherLean
				t.Misfit = t.Misfit || aslant || !likeShape(t.Shape(), usual, partShape)
			}
		}
	}
}

// crowded reports whether a tile that lies sideways has less room than it takes up: beside another, or
// above or below one, as the tile added to a pung.
func crowded(c *sight.Row, i int) bool {
	t := &c.Tiles[i]
	return slices.ContainsFunc(sight.Neighbours(i, len(c.Tiles)), func(k int) bool {
		next := &c.Tiles[k]
		room, apart := (t.Wide()+next.Wide())/2, c.Steps(max(i, k))
		if rise := riseOf(t, c.Place(next).Sub(c.Place(t))); t.Turned && next.Turned && math.Abs(rise) > mostRise {
			room, apart = 1, math.Abs(rise)*sight.Slender
		}
		return apart < room-sight.LessRoom(t.Tile)
	})
}

// usualLean is how the tiles of a hand lean where one of them lies: from left to right ever more
// one way, the more so the flatter the view. It is the line of Theil and Sen, which a few tiles
// that were read aslant do not move.
func usualLean(rows []sight.Row) func(t *sight.Reading) float64 {
	upright := sight.Only(uprights(rows), func(t sight.Reading) bool { return t.Sim >= sight.Levels.SurelyTile })
	longest := slices.MaxFunc(rows, func(a, b sight.Row) int { return cmp.Compare(len(a.Tiles), len(b.Tiles)) })
	way := directionOf(&longest).Unit()
	at := func(t *sight.Reading) float64 { return t.Frame.At(t.T).Dot(way) }
	var slopes, rest []float64
	for i := range upright {
		for k := range i {
			a, b := &upright[i], &upright[k]
			if off := at(a) - at(b); math.Abs(off) > a.Frame.Along(a.T).Length()/2 {
				slopes = append(slopes, (leans(a)-leans(b))/off)
			}
		}
	}
	slope := sight.MiddleValue(slopes)
	for i := range upright {
		rest = append(rest, leans(&upright[i])-slope*at(&upright[i]))
	}
	start := sight.MiddleValue(rest)
	return func(t *sight.Reading) float64 { return start + slope*at(t) }
}

// otherShape is the ratio of two shapes that are hardly those of tiles of one row, partShape of
// which one is a part: two thirds, most likely. otherLean is by how much more, in widths, such a
// tile leans: half of a 4s is like a 2s that is seen aslant.
const otherShape, partShape, otherLean = 1.25, 1.4, 0.3

// likeShape reports whether two shapes are to each other as one to less than a ratio.
func likeShape(a, b, ratio float64) bool { return a < ratio*b && b < ratio*a }

// mostRise is how far, in heights of a tile, neighbours in a row stand off one line.
const mostRise = 0.45

// uprights are the upright tiles of a hand.
func uprights(rows []sight.Row) (upright []sight.Reading) {
	for _, c := range rows {
		upright = append(upright, sight.Only(c.Tiles, func(t sight.Reading) bool { return !t.Turned })...)
	}
	return upright
}

// usualShape is the median shape of the upright tiles of a hand, not of a row: a short one may show
// parts of tiles only.
func usualShape(rows []sight.Row) float64 {
	return sight.Median(uprights(rows), func(t sight.Reading) float64 { return t.Shape() })
}

// riseOf is how far, in heights of an upright tile, what lies off from a tile stands off the line that the
// tile stands on.
func riseOf(t *sight.Reading, off models.Point) float64 {
	along, down := t.Sides()
	return along.Unit().Cross(off) / max(math.Abs(along.Unit().Cross(down)), 1)
}

// leans is how far the bottom of a tile is seen to the right of its top, in its widths.
func leans(t *sight.Reading) float64 {
	along := t.Frame.Along(t.T)
	return t.Frame.DownAt(t.T).Dot(along) / along.Dot(along)
}
