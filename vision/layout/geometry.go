package layout

import (
	"cmp"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
)

// tile is one sighting with its place seen from the owner's chair.
type tile struct {
	models.Sighting
	row, index int
	// along and across are the centre in the owner's frame: along to the owner's
	// right, across towards the owner. Same unit as the quad.
	along, across float64
	// width and depth are the extents along and across, same unit.
	width, depth float64
	turned       bool
	use          calibration.Use // what the place on the table is for, if known
	outside      bool            // lies where no tile of the hand can
	unzoned      bool            // lies in no zone at all
	foreign      bool            // lies in a zone of another place
	added        *tile           // the fourth tile of an added kong that lies on this one
	gapBefore    float64
	pinched      bool // the tiles around leave no room for the gap before it
}

func (t *tile) isBack() bool   { return t.Tile == models.Back }
func (t *tile) isFlower() bool { return t.Tile.IsFlower() }

// lines puts the sightings into the owner's frame: one list per row, left to right and
// from far to near as the owner sees them, with the gap before each tile in tile widths.
func lines(rows [][]models.Sighting, view int, o Options) [][]*tile {
	sin, cos := math.Sincos(float64(view) * math.Pi / 180)
	var out [][]*tile
	for r, row := range rows {
		line := make([]*tile, 0, len(row))
		for i, s := range row {
			t := &tile{Sighting: s, row: r, index: i, turned: (facing(s)-view)%180 != 0}
			t.place(cos, sin)
			t.zone(o)
			line = append(line, t)
		}
		slices.SortStableFunc(line, func(a, b *tile) int { return cmp.Compare(a.along, b.along) })
		for i := 1; i < len(line); i++ {
			line[i].gapBefore = gap(line[i-1], line[i])
		}
		if len(line) > 0 {
			out = append(out, line)
		}
	}
	if view != 0 { // from elsewhere the rows are not listed from far to near
		slices.SortStableFunc(out, func(a, b []*tile) int { return cmp.Compare(nearness(a), nearness(b)) })
	}
	return out
}

// nearness is how far towards the owner a line lies, in its mean.
func nearness(line []*tile) float64 {
	sum := 0.0
	for _, t := range line {
		sum += t.across
	}
	return sum / float64(len(line))
}

// zone notes in which of the table's zones the tile lies.
func (t *tile) zone(o Options) {
	if t.Table == nil || len(o.Zones) == 0 {
		return
	}
	var centre models.Point
	for _, p := range t.Table {
		centre.X += p.X / corners
		centre.Y += p.Y / corners
	}
	z, ok := calibration.ZoneAt(o.Zones, centre)
	if ok {
		t.use = z.Use
	}
	t.unzoned = !ok
	t.foreign = z.Place != 0 && o.Place != 0 && z.Place != o.Place
	t.outside = !ok || t.foreign || z.Use == calibration.RiverZone || z.Use == calibration.DoraZone
}

// place computes centre and extents in the frame turned by the angle given.
func (t *tile) place(cos, sin float64) {
	quad := t.Quad
	if t.Table != nil {
		for i, p := range t.Table {
			quad[i] = models.Point{X: p.X, Y: -p.Y} // table y points away, pictures' y down
		}
	}
	loA, hiA, loC, hiC := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, p := range quad {
		a, c := p.X*cos+p.Y*sin, -p.X*sin+p.Y*cos
		loA, hiA = math.Min(loA, a), math.Max(hiA, a)
		loC, hiC = math.Min(loC, c), math.Max(hiC, c)
		t.along += a / corners
		t.across += c / corners
	}
	// The extent of a slanted quad is larger than its side: take the mean of the two
	// sides that run along instead.
	t.width, t.depth = math.Max(sides(quad, cos, sin), 1e-9), math.Max(sides(quad, -sin, cos), 1e-9)
	if !(hiA > loA && hiC > loC) || math.IsInf(hiA-loA, 0) || math.IsInf(hiC-loC, 0) {
		t.along, t.across, t.width, t.depth = float64(t.index), float64(t.row), 1, 1
	}
}

// corners is how many a tile has.
const corners = float64(len(models.Sighting{}.Quad))

// sides gives the mean length of the two opposite sides that run most along (x, y).
func sides(q [4]models.Point, x, y float64) float64 {
	run := func(i int) float64 {
		a, b := q[i], q[(i+1)%len(q)]
		return math.Abs((b.X-a.X)*x + (b.Y-a.Y)*y)
	}
	return math.Max(run(0)+run(2), run(1)+run(len(q)-1)) / 2
}

// gap gives the free space between neighbours in widths of an upright tile.
func gap(a, b *tile) float64 {
	upright := (a.upright() + b.upright()) / 2
	return (b.along - a.along - (a.width+b.width)/2) / upright
}

// space is the gap between two tiles, whichever lies to the left.
func space(a, b *tile) float64 {
	if a.along > b.along {
		a, b = b, a
	}
	return gap(a, b)
}

// upright is the width that the tile has or would have standing upright.
func (t *tile) upright() float64 {
	if t.turned {
		return math.Min(t.width, t.depth*tuning.mostSlender)
	}
	return t.width
}

// split cuts a line where the gap is clearly wider than the usual one.
func split(line []*tile, least float64) [][]*tile {
	if len(line) == 0 {
		return nil
	}
	gaps := make([]float64, 0, len(line))
	for _, t := range line[1:] {
		gaps = append(gaps, t.gapBefore)
	}
	limit := least
	if len(gaps) >= tuning.tellingGaps {
		limit += math.Min(math.Max(0, quartile(gaps)), tuning.loosest)
	}
	var groups [][]*tile
	from := 0
	for i := 1; i < len(line); i++ {
		if line[i].gapBefore >= limit {
			line[i].pinched = roomAt(line, i, limit) < limit
			groups = append(groups, line[from:i])
			from = i
		}
	}
	return append(groups, line[from:])
}

// roomAt is the gap before a tile as the tiles on both sides tell it together. Each is seen a little beside its place: what
// two neighbours have between them, those farther out have less of, unless the gap is there. The mean of what the
// pairs around the gap have, without the usual gaps between them, is off by less than what the innermost has.
func roomAt(line []*tile, at int, limit float64) float64 {
	var within []float64
	for _, t := range line[1:] {
		if t.gapBefore < limit {
			within = append(within, t.gapBefore)
		}
	}
	if len(within) < tuning.tellingGaps {
		return line[at].gapBefore
	}
	usual := median(within)
	room, sum, n := line[at].gapBefore, line[at].gapBefore, 1.0
	for k := 1; k < models.SetTiles && at-k >= 1 && at+k < len(line); k++ {
		left, right := line[at-k].gapBefore, line[at+k].gapBefore
		if left >= limit || right >= limit {
			break
		}
		room += left + right - 2*usual
		sum, n = sum+room, n+1
	}
	return sum / n
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}

// quartile gives the value below which a quarter of the values lie: the usual gap
// of a line in which up to three of four gaps may part melds.
func quartile(values []float64) float64 { return slices.Sorted(slices.Values(values))[len(values)/4] }

// pile finds sideways tiles that lie on or directly beside another sideways tile,
// towards or away from the owner: the fourth tiles of added kongs. They leave
// their line and hang on the tile they were added to.
func pile(all [][]*tile) [][]*tile {
	hung := map[*tile]bool{}
	for _, line := range all {
		for _, base := range line {
			if !base.turned || hung[base] || base.isBack() {
				continue
			}
			if top := onTop(all, base, hung); top != nil {
				// Of the two, the one that has neighbours in its line is the base.
				if lonelier(all, base, top) {
					base, top = top, base
				}
				base.added, hung[top] = top, true
			}
		}
	}
	if len(hung) == 0 {
		return all
	}
	return linesWithout(all, func(t *tile) bool { return hung[t] })
}

// linesWithout are lines without some of their tiles.
func linesWithout(lines [][]*tile, left func(*tile) bool) (out [][]*tile) {
	for _, line := range lines {
		kept := slices.DeleteFunc(slices.Clone(line), left)
		for i := 1; i < len(kept); i++ {
			kept[i].gapBefore = gap(kept[i-1], kept[i])
		}
		if len(kept) > 0 {
			out = append(out, kept)
		}
	}
	return out
}

// onTop gives the sideways tile that overlaps or touches base across the line.
func onTop(all [][]*tile, base *tile, hung map[*tile]bool) *tile {
	for _, line := range all {
		for _, t := range line {
			if t == base || hung[t] || t.added != nil || !t.turned || t.isBack() {
				continue
			}
			across := math.Abs(t.across-base.across) / base.depth
			along := math.Abs(t.along-base.along) / base.width
			if along < tuning.onTopAlong && across < tuning.onTopAcross {
				return t
			}
		}
	}
	return nil
}

// lonelier reports whether a has fewer direct neighbours in its line than b.
func lonelier(all [][]*tile, a, b *tile) bool {
	count := func(t *tile) (n int) {
		for _, line := range all {
			for _, other := range line {
				if other == a || other == b {
					continue
				}
				reach := (t.width + other.width) / 2
				if math.Abs(other.along-t.along) < reach+tuning.partGap*t.upright() && math.Abs(other.across-t.across) < t.depth/2 {
					n++
				}
			}
		}
		return n
	}
	na, nb := count(a), count(b)
	return na < nb || na == nb && a.across < b.across // level: the nearer to the owner is the base
}
