package vision

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/plane"
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
func keepHand(rows []row) []row {
	if len(rows) == 0 {
		return nil
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b.clarity(), a.clarity()) })
	var hand []row
	for _, i := range together(rows, max(mainRow(rows), 0)) {
		hand = append(hand, rows[i])
	}
	return hand
}

// together are the indexes of the rows that make up a hand with the main one, which is the first.
func together(rows []row, main int) []int {
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
func belongs(main, beside, c *row) bool {
	k := c.size() / main.size()
	mean, best := 0.0, 0.0
	for _, t := range c.tiles {
		mean += t.sim / float64(len(c.tiles))
		best = max(best, t.sim)
	}
	// A flower that touches the hand may be seen with something beside it that is no tile.
	unsure := len(c.tiles) <= fewTiles && c.outline() < someOutline && mean < clearSim && best < wellSeen
	if k < handSmaller || k > handLarger || mean < handLikeness || unsure {
		return false
	}
	across, beyond := beside.apart(c.middle())
	turn := turnFor(c, beside)
	if across <= onLine {
		turn *= turnOnLine
	}
	if !c.runsAlong(beside, turn) {
		return false
	}
	beyond -= float64(len(c.tiles)) / 2
	apart, along := fewApart, groupApart
	switch n := len(c.tiles); {
	case c.flowers():
		apart, along = longApart, flowersApart
	case across <= onLine, across <= farOnLine && mean >= clearSim:
		along = onLineApart
	case n >= 5:
		apart = longApart
	case n >= 3:
		apart = rowApart
	case mean >= clearSim:
		apart = clearApart
	}
	return across <= apart && beyond <= along
}

// runsAlong reports whether a row runs as another does, up to a turn. Where only one of two tiles
// is seen well, it may say it alone: the other may lie sideways.
func (c *row) runsAlong(o *row, turn float64) bool {
	as := func(way models.Point) bool { return math.Abs(way.Unit().Cross(o.direction().Unit())) <= turn }
	if as(c.direction()) || len(c.tiles) != 2 {
		return as(c.direction())
	}
	well := only(c.tiles, func(t reading) bool { return t.sim >= wellSeen })
	return len(well) == 1 && as(well[0].frame.Along(well[0].t))
}

// flowers reports whether a row is flowers only: nobody discards those.
func (c *row) flowers() bool {
	return !slices.ContainsFunc(c.tiles, func(t reading) bool { return !t.tile.IsFlower() })
}

// One or two tiles alone that are not clear are believed only where their outline shows: a
// shadow or a rim may look like print.
const (
	fewTiles = 2
)

// outline is the strength of the weaker of the edges where a row begins and ends.
func (c *row) outline() float64 {
	return min(c.tiles[0].edges[0], c.tiles[len(c.tiles)-1].edges[1])
}

// turnFor is how much the directions of two rows of a hand may differ: the
// direction of few tiles is known badly.
func turnFor(a, b *row) float64 {
	if min(len(a.tiles), len(b.tiles)) <= 4 {
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
func mainRow(rows []row) int {
	best := clearest(rows, func(i int) bool { return surelyHand(rows, i) })
	for best >= 0 {
		its := together(rows, best)
		next := clearest(rows, func(i int) bool {
			return !slices.Contains(its, i) && rows[i].nearer(&rows[best]) && surelyHand(rows, i) && weighs(rows, together(rows, i)) >= min(weighs(rows, its), wholeGroup)
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
func clearest(rows []row, may func(i int) bool) int {
	best := -1
	for i := range rows {
		if (best < 0 || rows[i].clarity() > rows[best].clarity()) && may(i) {
			best = i
		}
	}
	return best
}

// surelyHand reports whether a row surely belongs to a hand. Of one that is all melds no row may be
// sure by itself.
func surelyHand(rows []row, i int) bool {
	weight := rows[i].weight()
	return weight >= sureHand || weight >= fairHand && weighs(rows, together(rows, i)) >= wholeGroup
}

// weighs is the weight of some rows.
func weighs(rows []row, which []int) (sum float64) {
	for _, i := range which {
		sum += max(rows[i].weight(), 0)
	}
	return sum
}

// nearer reports whether a row lies nearer to the viewer than another, and so is seen hardly smaller.
func (c *row) nearer(o *row) bool {
	return o.above(c.middle()) && c.size() > nearerSmallest*o.size()
}

// above reports whether a row lies above a point in the picture, rather than beside it.
func (c *row) above(q models.Point) bool {
	across, beyond := c.apart(q)
	return q.Y > c.middle().Y && across > beyond
}

// Tiles that lie nearer to the viewer than a row are seen from nearerSmallest to nearerLargest
// times as large as those of the row. mostNearer is how many bands of print are tried there.
const nearerSmallest, nearerLargest, mostNearer = 0.7, 2.0, 20

// nearerBands are those bands of print that may be rows nearer to the viewer than the main one,
// beyond what is searched around that: a river may have been found first.
func nearerBands(rows []row, bands []plane.Band) (near []plane.Band) {
	main := mainRow(rows)
	if main < 0 {
		return nil
	}
	c := &rows[main]
	for _, b := range bands {
		middle := b.From.Toward(b.To, .5)
		across, _ := c.apart(middle)
		larger := b.Thickness / (plane.PrintHeight * c.frame.DownAt(c.nearest(middle)).Length())
		fits := larger > nearerSmallest && larger < nearerLargest
		if c.above(middle) && across > aroundAcross && fits && len(near) < mostNearer {
			near = append(near, b)
		}
	}
	return near
}
