package vision

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/locate"
	"jantaku/vision/plane"
)

// SpreadTuning says which rows of what was read in a bare picture are the hand's: walls, rivers and hands of others are made of the same
// tiles. Lengths are in tiles, widths along a row and heights across it.
type SpreadTuning struct {
	// Wider is how often a field is read once more, wider, and Read the share of a row's tiles that were read already where it is not read in its
	// own plane.
	Wider int
	Read  float64
	// Upon is the share of a face that lies on another where only one of the two is there.
	Upon float64
	// Parts is how far the middles of neighbours lie apart where one row ends and another begins.
	Parts float64
	// Like is the similarity of the tiles of a row, Few that of one of fewer than LongRow, of which else the Best has to be.
	// A row that is not seen less than Smaller or more than Larger than a tile of the main one, as an area's root.
	Like, Few, Best, Smaller, Larger float64
	// Turn is by how much a row may run otherwise than the main one, radians; twice that of two tiles.
	Turn float64
	// A row of LongRow tiles lies within [locate.ReachTuning] of another of its hand, Some is how far across one of three may lie, Lone one of fewer, Clear
	// one of fewer that are seen clearly.
	LongRow           int
	Some, Lone, Clear float64
	// Tile is the similarity above which a tile tells of its row. Sure is by how much the tiles of a row are above it together that
	// surely is a hand's, and Whole that of rows that may be all of a hand.
	Tile, Sure, Whole float64
}

var spreadTuning = SpreadTuning{
	Wider: 1, Read: .75, Upon: .3, Parts: 2.2,
	Like: .74, Few: .86, Best: .9, Smaller: .7, Larger: 1.35, Turn: .14,
	LongRow: 5, Some: 2.2, Lone: 1.3, Clear: 1.6, Tile: .64, Sure: .7, Whole: 2,
}

// spread is what was read of a bare picture, seen in the plane of its clearest row.
type spread struct {
	*hands
	field *plane.Field
	found []locate.Face
	rows  []row
}

// parted are rows of which none has a gap of more than a tile.
func parted(rows []row) (out []row) {
	for _, c := range rows {
		from := 0
		for i := 1; i < len(c); i++ {
			if c[i].pixel().Sub(c[i-1].pixel()).Length() > spreadTuning.Parts*c[i-1].side().Length() {
				out = append(out, c[from:i])
				from = i
			}
		}
		out = append(out, c[from:])
	}
	return out
}

// joined are rows of which none goes on where another one ends: each plane shows a part of a row best.
func joined(rows []row, goesOn func(c, o row) bool) []row {
	rows = slices.Clone(rows)
	for i := 0; i < len(rows); i++ {
		if k := slices.IndexFunc(rows, func(o row) bool { return goesOn(rows[i], o) }); k >= 0 {
			rows[i] = slices.Concat(rows[i], rows[k])
			rows = slices.Delete(rows, k, k+1)
			i = -1
		}
	}
	return rows
}

// laidOut are rows but for those of which every tile lies sideways: in a meld one or two do. Flanks side by side have bamboos between them; what is
// located there is asked about all the same.
func laidOut(rows []row) []row {
	return slices.DeleteFunc(rows, func(c row) bool {
		return len(c) >= models.SetTiles && !slices.ContainsFunc(c, func(t laid) bool { return !t.turned })
	})
}

// goesOn reports whether row o goes on where row c ends.
func goesOn(c, o row) bool {
	k, end := &spreadTuning, &c[len(c)-1]
	side, off := end.side(), o[0].pixel().Sub(end.pixel())
	if len(c) > 1 && side.Dot(end.pixel().Sub(c[0].pixel())) < 0 {
		side = side.Times(-1)
	}
	along, across := off.Dot(side)/side.Dot(side), math.Abs(off.Cross(side))/side.Dot(side)
	return along > k.Upon && along < k.Parts && across < locate.UsualReach.OnLine
}

// side is a tile's side that runs along its row.
func (t *laid) side() models.Point {
	if t.turned {
		return t.Quad[2].Sub(t.Quad[1])
	}
	return t.Quad[1].Sub(t.Quad[0])
}

// place is where some corners lie in the plane, in widths to the right and heights away, and how large that is, as a length.
func (s *spread) place(quad [4]models.Point) (at models.Point, size float64) {
	tile := plane.AnyTile
	for i := range quad {
		quad[i] = s.field.View.Table(quad[i])
	}
	middle := quad[0].Toward(quad[2], .5)
	area := math.Abs(quad[2].Sub(quad[0]).Cross(quad[3].Sub(quad[1]))) / 2
	return models.Point{X: middle.X / tile.Width, Y: middle.Y / tile.Height}, math.Sqrt(area / (tile.Width * tile.Height))
}

// facing is how far a tile is turned clockwise in the picture, to a quarter: as its row is and as it lies in that, so that tiles of a row that
// runs at half a quarter do not differ.
func (s *spread) facing(t *laid) int {
	view, middle := s.field.View, models.Point{X: (s.field.Left + s.field.Right) / 2, Y: (s.field.Near + s.field.Far) / 2}
	along := view.Table(t.Quad[1]).Sub(view.Table(t.Quad[0]))
	row := view.Picture(middle.Add(models.Point{X: s.field.Tile.Width})).Sub(view.Picture(middle))
	return (plane.QuarterTurn(row) + plane.QuarterTurn(models.Point{X: along.X, Y: -along.Y})) % 360
}

// inOrder are the rows of a hand as they are read, from the top of the picture to its bottom. Those on one line with nothing but something unread between
// them are one.
func (s *spread) inOrder(hand []row, unread []models.Sighting) []row {
	height := func(c row) (mean float64) {
		for i := range c {
			mean += c[i].pixel().Y / float64(len(c))
		}
		return mean
	}
	hand = joined(hand, func(c, o row) bool { return s.goesOnUnread(c, o, unread) })
	slices.SortStableFunc(hand, func(a, b row) int { return cmp.Compare(height(a), height(b)) })
	return hand
}

// goesOnUnread reports whether row o goes on behind something unread where row c ends.
func (s *spread) goesOnUnread(c, o row, unread []models.Sighting) bool {
	from, _ := s.place(c[len(c)-1].Quad)
	to, _ := s.place(o[0].Quad)
	between, onLine := 0., func(at models.Point) bool { return math.Abs(at.Y-from.Y) <= locate.UsualReach.OnLine }
	for _, u := range unread {
		if at, _ := s.place(u.Quad); onLine(at) && at.X > from.X && at.X < to.X {
			between++
		}
	}
	return onLine(to) && between > 0 && to.X-from.X-between < spreadTuning.Parts
}

// hand are the rows that make up the hand. Rivers lie beyond it: of what may be two hands, the one nearer to the viewer is meant.
func (s *spread) hand() []row {
	k := &spreadTuning
	sum := func(rows []row, of func(above float64) float64) (sum float64) {
		for _, c := range rows {
			for i := range c {
				if c[i].Tile.HasFace() {
					sum += of(c[i].Sim - k.Tile)
				}
			}
		}
		return sum
	}
	clear := func(c row) float64 {
		return sum([]row{c}, func(above float64) float64 { return max(above, 0) * max(above, 0) })
	}
	weight := func(rows ...row) float64 { return sum(rows, func(above float64) float64 { return above }) }
	var groups [][]row
	var mains []row
	for _, c := range s.rows {
		if weight(c) >= k.Sure {
			mains, groups = append(mains, c), append(groups, s.together(c))
		}
	}
	if len(mains) == 0 {
		if len(s.rows) == 0 {
			return nil
		}
		return s.together(slices.MaxFunc(s.rows, func(a, b row) int { return int(math.Copysign(1, clear(a)-clear(b))) }))
	}
	best := 0
	for i := range mains {
		if clear(mains[i]) > clear(mains[best]) {
			best = i
		}
	}
	for again := true; again; {
		again = false
		for i := range mains {
			in := slices.ContainsFunc(groups[best], func(c row) bool { return &c[0] == &mains[i][0] })
			if !in && s.nearer(mains[i], mains[best]) && weight(groups[i]...) >= min(weight(groups[best]...), k.Whole) {
				best, again = i, true
			}
		}
	}
	return groups[best]
}

// nearer reports whether a row lies nearer to the viewer than another, rather than beside it.
func (s *spread) nearer(c, o row) bool {
	at, _ := s.place(c[len(c)/2].Quad)
	off := s.off(at, o)
	return -off.Y > math.Abs(off.X)*plane.AnyTile.Width/plane.AnyTile.Height
}

// together are the rows that make up a hand with one.
func (s *spread) together(main row) []row {
	hand := []row{main}
	left := slices.DeleteFunc(slices.Clone(s.rows), func(c row) bool { return &c[0] == &main[0] })
	for i := 0; i < len(hand); i++ {
		left = slices.DeleteFunc(left, func(c row) bool {
			if !s.belongs(c, hand[i]) {
				return false
			}
			hand = append(hand, c)
			return true
		})
	}
	return hand
}

// belongs reports whether a row lies along another one of a hand and looks like it.
func (s *spread) belongs(c, o row) bool {
	k := &spreadTuning
	mean, best, n, flowers := 0., 0., 0, true
	for i := range c {
		if c[i].Tile != models.Unknown {
			n, mean, best = n+1, mean+c[i].Sim, max(best, c[i].Sim)
			flowers = flowers && c[i].Tile.IsFlower()
		}
	}
	if mean /= float64(max(n, 1)); mean < k.Like || n < k.LongRow && mean < k.Few && best < k.Best {
		return false
	}
	first, size := s.place(c[0].Quad)
	last, other := s.place(c[len(c)-1].Quad)
	if min(size, other) < k.Smaller || max(size, other) > k.Larger || !s.runsAlong(c) {
		return false
	}
	across, beyond := math.Inf(1), math.Inf(1)
	for _, end := range []models.Point{first, last} {
		if a, b := s.apart(end, o); b < beyond {
			across, beyond = a, b
		}
	}
	reach := &locate.UsualReach
	apart, most := k.Lone, reach.Aside
	switch {
	case flowers:
		apart, most = reach.Across, reach.Along
	case across <= reach.OnLine:
		most = reach.Along
	case n >= k.LongRow:
		apart = reach.Across
	case n >= models.SetTiles:
		apart = k.Some
	case mean >= k.Few:
		apart = k.Clear
	}
	return across <= apart && beyond <= most
}

// off is where a point of the plane lies, as seen from the tile of a row that is nearest along it.
func (s *spread) off(q models.Point, o row) (off models.Point) {
	off.X = math.Inf(1)
	for i := range o {
		at, _ := s.place(o[i].Quad)
		if from := q.Sub(at); math.Abs(from.X) < math.Abs(off.X) {
			off = from
		}
	}
	return off
}

// apart is how far that is across the row and along it.
func (s *spread) apart(q models.Point, o row) (across, beyond float64) {
	off := s.off(q, o)
	return math.Abs(off.Y), math.Abs(off.X)
}

// runsAlong reports whether a row runs as the main one does.
func (s *spread) runsAlong(c row) bool {
	view := s.field.View
	way, turn := view.Table(c[0].pixel().Add(c[0].side().Times(.5))).Sub(view.Table(c[0].pixel().Sub(c[0].side().Times(.5)))), 2*spreadTuning.Turn
	if len(c) > 2 {
		way, turn = view.Table(c[len(c)-1].pixel()).Sub(view.Table(c[0].pixel())), spreadTuning.Turn
	}
	return math.Abs(way.Unit().Y) <= turn
}
