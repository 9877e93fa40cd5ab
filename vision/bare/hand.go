package bare

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/bare/band"
	"jantaku/vision/bare/sight"
)

// Which rows are the hand: walls, rivers and hands of others are made of the same
// tiles. The hand is the row that is seen best, and what lies parallel to it, as
// large and near.
const (
	handAngle    = 0.14 // radians that the rows of a hand may differ in direction
	turnOnLine   = 1.5  // times as many on the line of the hand: a turned tile bends a meld's
	handSmaller  = 0.7  // of the main row's tile size
	handLarger   = 1.35
	handLikeness = 0.74 // mean similarity of a row's tiles
	// A long row may lie longApart tile heights from a row of the hand, one as long as
	// a meld rowApart, a shorter one fewApart. What lies at such a distance and is not
	// part of the hand costs a question; what is left out may cost a wrong score.
	longApart  = 2.8
	rowApart   = 2.2
	fewApart   = 1.3
	clearApart = 1.6 // a shorter one that is seen clearly
	// Along the row, a group may lie this many tiles beyond the hand.
	groupApart   = 4.0
	onLineApart  = 8.0 // where it lies on the line of the hand itself
	flowersApart = 8.0
)

// keepHand gives the rows that belong together with the best one.
func keepHand(rows []sight.Row) []sight.Row {
	if len(rows) == 0 {
		return nil
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b sight.Row) int { return cmp.Compare(clarityOf(&b), clarityOf(&a)) })
	var hand []sight.Row
	for _, i := range together(rows, max(mainRow(rows), 0)) {
		hand = append(hand, rows[i])
	}
	return hand
}

// together are the indexes of the rows that make up a hand with the main one, which is the first.
func together(rows []sight.Row, main int) []int {
	hand := []int{main}
	for k := 0; k < len(hand); k++ {
		for i := range rows {
			if !slices.Contains(hand, i) && belongs(&rows[main], &rows[hand[k]], &rows[i]) {
				hand = append(hand, i)
			}
		}
	}
	return hand
}

// belongs reports whether a row lies beside a row of the hand and looks like the
// main row.
func belongs(main, beside, c *sight.Row) bool {
	k := c.Size() / main.Size()
	mean, best := 0.0, 0.0
	for _, t := range c.Tiles {
		mean += t.Sim / float64(len(c.Tiles))
		best = max(best, t.Sim)
	}
	// A flower that touches the hand may be seen with something beside it that is no tile.
	unsure := len(c.Tiles) <= fewTiles && outlineOf(c) < sight.Levels.SomeOutline && mean < sight.Levels.ClearSim && best < sight.Levels.WellSeen
	if k < handSmaller || k > handLarger || mean < handLikeness || unsure {
		return false
	}
	across, beyond := beside.Apart(c.Middle())
	turn := turnFor(c, beside)
	if across <= onLine {
		turn *= turnOnLine
	}
	if !runsAlong(c, beside, turn) {
		return false
	}
	beyond -= float64(len(c.Tiles)) / 2
	apart, along := fewApart, groupApart
	switch n := len(c.Tiles); {
	case flowersOnly(c):
		apart, along = longApart, flowersApart
	case across <= onLine, across <= farOnLine && mean >= sight.Levels.ClearSim:
		along = onLineApart
	case n >= 5:
		apart = longApart
	case n >= 3:
		apart = rowApart
	case mean >= sight.Levels.ClearSim:
		apart = clearApart
	}
	return across <= apart && beyond <= along
}

// runsAlong reports whether a row runs as another does, up to a turn. Where only one of two tiles
// is seen well, it may say it alone: the other may lie sideways.
func runsAlong(c *sight.Row, o *sight.Row, turn float64) bool {
	as := func(way models.Point) bool { return math.Abs(way.Unit().Cross(directionOf(o).Unit())) <= turn }
	if as(directionOf(c)) || len(c.Tiles) != 2 {
		return as(directionOf(c))
	}
	well := sight.Only(c.Tiles, func(t sight.Reading) bool { return t.Sim >= sight.Levels.WellSeen })
	return len(well) == 1 && as(well[0].Frame.Along(well[0].T))
}

// flowersOnly reports whether a row is flowers only: nobody discards those.
func flowersOnly(c *sight.Row) bool {
	return !slices.ContainsFunc(c.Tiles, func(t sight.Reading) bool { return !t.Tile.IsFlower() })
}

// One or two tiles alone that are not clear are believed only where their outline shows: a
// shadow or a rim may look like print.
const (
	fewTiles = 2
)

// outlineOf is the strength of the weaker of the edges where a row begins and ends.
func outlineOf(c *sight.Row) float64 {
	return min(c.Tiles[0].Edges[0], c.Tiles[len(c.Tiles)-1].Edges[1])
}

// turnFor is how much the directions of two rows of a hand may differ: the
// direction of few tiles is known badly.
func turnFor(a, b *sight.Row) float64 {
	if min(len(a.Tiles), len(b.Tiles)) <= 4 {
		return 2 * handAngle
	}
	return handAngle
}

const (
	sureHand   = 0.7 // weight of a row that surely is the hand's main row
	fairHand   = 0.5 // and of one that is where much else lies beside it
	wholeGroup = 2   // weight of rows that may be all of a hand
)

// mainRow is the index of the best row if that surely belongs to a hand, or -1. Rivers lie beyond
// a hand: of what may be two hands, the one nearer to the viewer is meant.
func mainRow(rows []sight.Row) int {
	best := clearest(rows, func(i int) bool { return surelyHand(rows, i) })
	for best >= 0 {
		its := together(rows, best)
		next := clearest(rows, func(i int) bool {
			return !slices.Contains(its, i) && nearer(&rows[i], &rows[best]) && surelyHand(rows, i) && weighs(rows, together(rows, i)) >= min(weighs(rows, its), wholeGroup)
		})
		if next < 0 {
			break
		}
		best = next
	}
	return best
}

// clearest is the index of the row that is seen best, of those that may be meant; -1 where there is
// none.
func clearest(rows []sight.Row, may func(i int) bool) int {
	best := -1
	for i := range rows {
		if (best < 0 || clarityOf(&rows[i]) > clarityOf(&rows[best])) && may(i) {
			best = i
		}
	}
	return best
}

// surelyHand reports whether a row surely belongs to a hand. Of one that is all melds no row may be
// sure by itself.
func surelyHand(rows []sight.Row, i int) bool {
	weight := weightOf(&rows[i])
	return weight >= sureHand || weight >= fairHand && weighs(rows, together(rows, i)) >= wholeGroup
}

// weighs is the weight of some rows.
func weighs(rows []sight.Row, which []int) (sum float64) {
	for _, i := range which {
		sum += max(weightOf(&rows[i]), 0)
	}
	return sum
}

// nearer reports whether a row lies nearer to the viewer than another, and so is seen hardly smaller.
func nearer(c *sight.Row, o *sight.Row) bool {
	return liesAbove(o, c.Middle()) && c.Size() > nearerSmallest*o.Size()
}

// liesAbove reports whether a row lies above a point in the picture, rather than beside it.
func liesAbove(c *sight.Row, q models.Point) bool {
	across, beyond := c.Apart(q)
	return q.Y > c.Middle().Y && across > beyond
}

// Tiles that lie nearer to the viewer than a row are seen from nearerSmallest to nearerLargest
// times as large as those of the row. mostNearer is how many bands of print are tried there.
const nearerSmallest, nearerLargest, mostNearer = 0.7, 2.0, 20

// nearerBands are those bands of print that may be rows nearer to the viewer than the main one,
// beyond what is searched around that: a river may have been found first.
func nearerBands(rows []sight.Row, bands []band.Band) (near []band.Band) {
	main := mainRow(rows)
	if main < 0 {
		return nil
	}
	c := &rows[main]
	for _, b := range bands {
		middle := b.From.Toward(b.To, .5)
		across, _ := c.Apart(middle)
		larger := b.Thickness / (band.PrintHeight * c.Frame.DownAt(c.Nearest(middle)).Length())
		fits := larger > nearerSmallest && larger < nearerLargest
		if liesAbove(c, middle) && across > aroundAcross && fits && len(near) < mostNearer {
			near = append(near, b)
		}
	}
	return near
}

// weightOf is how much of a hand a row can be: many tiles, seen well.
func weightOf(c *sight.Row) float64 {
	sum := 0.0
	for _, t := range c.Tiles {
		sum += t.Sim - sight.Levels.SurelyTile
	}
	return sum
}

// clarityOf says which of two rows is one: a few tiles that are seen well rather than more of
// which each shows a part of one, as print that repeats itself does.
func clarityOf(c *sight.Row) float64 {
	sum := 0.0
	for _, t := range c.Tiles {
		above := max(t.Sim-sight.Levels.SurelyTile, 0)
		sum += above * above
	}
	return sum
}

// directionOf is the way from the first tile that is surely one to the last: at its ends a row may have
// bent to what is none of it.
func directionOf(c *sight.Row) models.Point {
	tiles := sight.Only(c.Tiles, func(t sight.Reading) bool { return t.Sim >= sight.Levels.TurnedSim })
	if len(tiles) < 2 {
		tiles = c.Tiles
	}
	if n := len(tiles); n > 1 {
		return c.Place(&tiles[n-1]).Sub(c.Place(&tiles[0]))
	}
	return c.Frame.Along(c.First())
}
