package vision

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
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

// apartInRow is the space, in tiles, that makes two rows of what lies on one line.
const apartInRow = 1.0

// parts splits rows where their tiles lie far apart: flowers often lie on the line
// of the hand.
func parts(rows []row) (out []row) {
	for _, c := range rows {
		from := 0
		for i := 1; i < len(c.tiles); i++ {
			if c.steps(i) > (c.tiles[i-1].wide()+c.tiles[i].wide())/2+apartInRow {
				out = append(out, c.part(from, i))
				from = i
			}
		}
		out = append(out, c.part(from, len(c.tiles)))
	}
	return out
}

// inOrder gives rows as a person lists them: pieces of one line as one, what lies far apart
// on a line as several, top to bottom.
func inOrder(rows []row) []row {
	rows = parts(joined(rows))
	topToBottom(rows)
	return rows
}

// joined makes one row of rows that lie on one line with less than a tile between.
func joined(rows []row) []row {
	rows = slices.Clone(rows)
	for i := 0; i < len(rows); i++ {
		k := slices.IndexFunc(rows, func(b row) bool { return continues(&rows[i], &b) })
		if k < 0 {
			continue
		}
		rows[i].tiles = slices.Concat(rows[i].tiles, rows[k].tiles)
		rows = slices.Delete(rows, k, k+1)
		i = -1 // what was joined may go on elsewhere
	}
	return rows
}

// continues reports whether row b goes on where row a ends.
func continues(a, b *row) bool {
	end := &a.tiles[len(a.tiles)-1]
	along, _ := end.sides()
	off := b.place(&b.tiles[0]).Sub(a.place(end))
	steps := off.Dot(along) / max(along.Dot(along), 1)
	return steps > .5 && steps < 1+apartInRow && math.Abs(end.rise(off)) < mostRise
}

// rise is how far, in heights of an upright tile, what lies off from a tile stands off the line that the
// tile stands on.
func (t *reading) rise(off models.Point) float64 {
	along, down := t.sides()
	return along.Unit().Cross(off) / max(math.Abs(along.Unit().Cross(down)), 1)
}

// mostRise is how far, in heights of a tile, neighbours in a row stand off one line.
const mostRise = 0.45

// steps is how many tiles lie between the middles of tile i and the one before it.
func (c *row) steps(i int) float64 {
	a, b := &c.tiles[i-1], &c.tiles[i]
	left, _ := a.sides()
	right, _ := b.sides()
	wide := (left.Length() + right.Length()) / 2
	return c.place(b).Sub(c.place(a)).Length() / max(wide, 1)
}

// oneLine is by how much, in heights of a tile, the middles of rows on one line differ.
const oneLine = 0.1

// topToBottom sorts rows as a person lists them: top to bottom, and left to right
// what lies on one line.
func topToBottom(rows []row) {
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.middle().Y, b.middle().Y) })
	for i := 1; i < len(rows); i++ {
		a, b := rows[i-1].middle(), rows[i].middle()
		if b.Y-a.Y < oneLine*rows[i].size() && b.X < a.X {
			rows[i-1], rows[i] = rows[i], rows[i-1]
		}
	}
}

// part is the row of some of its tiles.
func (c *row) part(from, to int) row {
	return row{frame: c.frame, tiles: c.tiles[from:to], gain: c.gain}
}

// weight is how much of a hand a row can be: many tiles, seen well.
func (c *row) weight() float64 {
	sum := 0.0
	for _, t := range c.tiles {
		sum += t.sim - surelyTile
	}
	return sum
}

// clarity says which of two rows is one: a few tiles that are seen well rather than more of
// which each shows a part of one, as print that repeats itself does.
func (c *row) clarity() float64 {
	sum := 0.0
	for _, t := range c.tiles {
		above := max(t.sim-surelyTile, 0)
		sum += above * above
	}
	return sum
}

// size is the side of a square as large as a face in the middle of the row.
func (c *row) size() float64 {
	m := c.tiles[len(c.tiles)/2].t
	return math.Sqrt(math.Abs(c.frame.Along(m).Cross(c.frame.DownAt(m))))
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
	fewTiles    = 2
	someOutline = 0.1
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
func nearerBands(rows []row, bands []band) (near []band) {
	main := mainRow(rows)
	if main < 0 {
		return nil
	}
	c := &rows[main]
	for _, b := range bands {
		middle := b.from.Toward(b.to, .5)
		across, _ := c.apart(middle)
		larger := b.thickness / (printHeight * c.frame.DownAt(c.nearest(middle)).Length())
		fits := larger > nearerSmallest && larger < nearerLargest
		if c.above(middle) && across > aroundAcross && fits && len(near) < mostNearer {
			near = append(near, b)
		}
	}
	return near
}

// apart says how far a point lies from a row: across it in heights of its tiles,
// and along it in tiles beyond its end.
func (c *row) apart(p models.Point) (across, beyond float64) {
	t := c.nearest(p)
	off := p.Sub(c.frame.At(t))
	a, d := c.frame.Along(t), c.frame.DownAt(t)
	across = math.Abs(a.Unit().Cross(off)) / max(math.Abs(a.Unit().Cross(d)), 1)
	return across, math.Abs(a.Unit().Dot(off)) / max(a.Length(), 1)
}

// direction is the way from the first tile that is surely one to the last: at its ends a row may have
// bent to what is none of it.
func (c *row) direction() models.Point {
	tiles := only(c.tiles, func(t reading) bool { return t.sim >= turnedSim })
	if len(tiles) < 2 {
		tiles = c.tiles
	}
	if n := len(tiles); n > 1 {
		return c.place(&tiles[n-1]).Sub(c.place(&tiles[0]))
	}
	return c.frame.Along(c.first())
}

func (c *row) first() float64 { return c.tiles[0].t }
func (c *row) last() float64  { return c.tiles[len(c.tiles)-1].t }

// reach is from where to where the tiles of a row lie, in whatever order they are.
func (c *row) reach() (from, to float64) {
	from, to = c.first(), c.first()
	for _, t := range c.tiles {
		from, to = min(from, t.t), max(to, t.t)
	}
	return from, to
}

// longestRow is how many tiles a row is long at most: what a bent line puts farther away is
// no part of it.
const longestRow = 40

// nearest gives the t whose point on the row's line is nearest to p, from the first
// tile to the last: beyond them the curve of the row says nothing.
func (c *row) nearest(p models.Point) float64 {
	t := (c.first() + c.last()) / 2
	for range 8 {
		a := c.frame.Along(t)
		t += p.Sub(c.frame.At(t)).Dot(a) / max(a.Dot(a), 1e-6)
		t = min(max(t, c.first()), c.last())
	}
	return t
}
