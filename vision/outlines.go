package vision

import (
	"cmp"
	"context"
	"math"
	"slices"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/bare"
	"jantaku/vision/locate"
	"jantaku/vision/proposal"
	"jantaku/vision/raster"
)

// A bare picture as one of a calibrated table: the faces that the locator sees tell the planes in which tiles may lie, and
// in each the tiles are read as a hand on a table is. What is plainly a hand then is one. Anything else is looked at as
// package bare does, which takes ten times as long.

// OutlineTuning says when a bare picture that was read in planes needs no other look, and which rows in it are the hand's.
// Lengths are in tiles, widths along a row and heights across it.
type OutlineTuning struct {
	// Sure is the probability of every tile, and Tiles how many a hand has at least beside flowers.
	Sure  float64
	Tiles int
	// Located is how surely a face is seen that has to be one of the tiles (a flower of an unknown face on a drawn cloth had .2 to .4), where it
	// lies Near a tile: as far as flowers of a hand
	// lie from it (Long heights, in widths).
	Located, Near float64
	// Upon is the share of a face that lies on another where only one of the two is there.
	Upon float64
	// Parts is how far the middles of neighbours lie apart where one row ends and another begins.
	Parts float64
	// Like is the similarity of the tiles of a row, Few that of one of two or fewer, of which else the Best has to be.
	// A row that is not seen less than Smaller or more than Larger than a tile of the main one, as an area's root.
	Like, Few, Best, Smaller, Larger float64
	// Turn is by how much a row may run otherwise than the main one, radians; twice that of two tiles.
	Turn float64
	// OnLine is how far across a row something lies on its line, where it may lie OnLineAlong beyond it, else Along.
	OnLine, OnLineAlong, Along float64
	// Long is how far across a row of LongRow tiles may lie, Some one of three, Lone one of fewer, Clear one of fewer that are seen clearly.
	LongRow                 int
	Long, Some, Lone, Clear float64
	// Tile is the similarity above which a tile tells of its row.
	Tile float64
}

var outlineTuning = OutlineTuning{
	Sure: .99, Tiles: models.Thirteen.Tiles(), Located: .15, Near: 3.8, Upon: .3, Parts: 2.2,
	Like: .74, Few: .86, Best: .9, Smaller: .7, Larger: 1.35, Turn: .14, OnLine: .35, OnLineAlong: 8, Along: 4,
	LongRow: 5, Long: 2.8, Some: 2.2, Lone: 1.3, Clear: 1.6, Tile: .64,
}

// inPlanes reads a bare picture in the planes of what was located in it; false where that is not plainly a whole hand.
func (r *Reader) inPlanes(ctx context.Context, p *raster.Picture) (out [][]models.Sighting, plain bool, err error) {
	if r.locator == nil {
		if r.locator, err = locate.New(); err != nil {
			return nil, false, err
		}
	}
	found, err := r.locator.Faces(p)
	if err != nil {
		return nil, false, err
	}
	planes, err := r.bare.Planes(p, found)
	if err != nil || len(planes) == 0 {
		return nil, false, err
	}
	var read []row
	for i := range planes {
		if rowCovered(&planes[i], read) {
			continue
		}
		rows, err := r.inPlane(ctx, p, &planes[i])
		if err != nil {
			return nil, false, err
		}
		read = added(read, rows)
	}
	read = parted(read)
	s := &spread{Table: planes[0].Field.View, p: p, rows: read}
	hand := s.hand()
	if !s.plain(hand, found, func(t *laid) models.Sighting { return r.sightingOf(t) }) {
		return nil, false, nil
	}
	for _, c := range hand {
		line := make([]models.Sighting, len(c))
		for i := range c {
			line[i] = r.sightingOf(&c[i])
		}
		out = append(out, line)
	}
	slices.SortStableFunc(out, func(a, b []models.Sighting) int { return cmp.Compare(a[0].Quad[0].Y, b[0].Quad[0].Y) })
	return out, true, nil
}

// sightingOf is a tile of a bare picture as the eye tells it: nobody knows how many millimetres it measures.
func (r *Reader) sightingOf(t *laid) models.Sighting {
	h := hands{&proposal.Picture{Tiles: r.tiles}}
	s := h.sighting(t)
	s.Table = nil
	return s
}

// inPlane reads the tiles about the row of a plane.
func (r *Reader) inPlane(ctx context.Context, p *raster.Picture, pl *bare.Plane) ([]row, error) {
	h := &hands{proposal.NewPicture(r.tiles, r.Stages, p, pl.Table)}
	h.Anywhere = true
	rows, err := h.arrangedIn(ctx, pl.Field)
	if w := wider(pl.Field, rows); err == nil && w != nil {
		return h.arrangedIn(ctx, w)
	}
	return rows, err
}

// rowCovered reports whether most tiles of the row of a plane lie where some were read.
func rowCovered(pl *bare.Plane, read []row) bool {
	n := 0
	for _, t := range pl.Row.Tiles {
		if covered(read, pl.Row.Frame.At(t.T)) {
			n++
		}
	}
	return 2*n > len(pl.Row.Tiles)
}

// added are rows that were read, and those of another plane that do not lie upon their tiles. What was seen and not read gives
// way to what was.
func added(read, more []row) (out []row) {
	upon := func(rows []row, t *laid, unread bool) bool {
		return slices.ContainsFunc(rows, func(c row) bool {
			return slices.ContainsFunc(c, func(o laid) bool {
				return (unread || o.Tile != models.Unknown) && overlap(o.Quad, t.Quad) > outlineTuning.Upon
			})
		})
	}
	for _, c := range read {
		if c = slices.DeleteFunc(slices.Clone(c), func(t laid) bool { return t.Tile == models.Unknown && upon(more, &t, false) }); len(c) > 0 {
			out = append(out, c)
		}
	}
	kept := slices.Clone(out)
	for _, c := range more {
		if c = slices.DeleteFunc(slices.Clone(c), func(t laid) bool { return upon(kept, &t, true) }); len(c) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// parted are rows of which none has a gap of more than a tile.
func parted(rows []row) (out []row) {
	for _, c := range rows {
		from := 0
		for i := 1; i < len(c); i++ {
			if c[i].pixel().Sub(c[i-1].pixel()).Length() > outlineTuning.Parts*c[i-1].side().Length() {
				out = append(out, c[from:i])
				from = i
			}
		}
		out = append(out, c[from:])
	}
	return out
}

// side is a tile's side that runs along its row.
func (t *laid) side() models.Point {
	if t.turned {
		return t.Quad[2].Sub(t.Quad[1])
	}
	return t.Quad[1].Sub(t.Quad[0])
}

// spread is what was read of a bare picture, seen in the plane of its clearest row.
type spread struct {
	Table calibration.View
	p     *raster.Picture
	rows  []row
}

// at is where a tile lies, in widths to the right and heights away, and as how large it is seen, as a length.
func (s *spread) at(t *laid) (at models.Point, size float64) {
	q, tile := t.Quad, bare.UsualPlane.Tile
	for i := range q {
		q[i] = s.Table.Table(q[i])
	}
	middle := q[0].Toward(q[2], .5)
	area := math.Abs(q[2].Sub(q[0]).Cross(q[3].Sub(q[1]))) / 2
	return models.Point{X: middle.X / tile.Width, Y: middle.Y / tile.Height}, math.Sqrt(area / (tile.Width * tile.Height))
}

// hand are the rows that make up a hand with the clearest one.
func (s *spread) hand() (hand []row) {
	main, most := -1, 0.
	for i, c := range s.rows {
		sum := 0.
		for k := range c {
			if c[k].Tile != models.Unknown {
				above := max(c[k].Sim-outlineTuning.Tile, 0)
				sum += above * above
			}
		}
		if sum > most {
			main, most = i, sum
		}
	}
	if main < 0 {
		return nil
	}
	hand = []row{s.rows[main]}
	left := slices.Delete(slices.Clone(s.rows), main, main+1)
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
	k := &outlineTuning
	mean, best, n, flowers := 0., 0., 0, true
	for i := range c {
		if c[i].Tile != models.Unknown {
			n, mean, best = n+1, mean+c[i].Sim, max(best, c[i].Sim)
			flowers = flowers && c[i].Tile.IsFlower()
		}
	}
	if mean /= float64(max(n, 1)); mean < k.Like || n <= 2 && mean < k.Few && best < k.Best {
		return false
	}
	first, size := s.at(&c[0])
	last, other := s.at(&c[len(c)-1])
	if min(size, other) < k.Smaller || max(size, other) > k.Larger || !s.runsAlong(c) {
		return false
	}
	across, beyond := math.Inf(1), math.Inf(1)
	for i := range o {
		for _, end := range []models.Point{first, last} {
			at, _ := s.at(&o[i])
			if off := end.Sub(at); math.Abs(off.X) < beyond {
				beyond, across = math.Abs(off.X), math.Abs(off.Y)
			}
		}
	}
	apart, most := k.Lone, k.Along
	switch {
	case flowers:
		apart, most = k.Long, k.OnLineAlong
	case across <= k.OnLine:
		most = k.OnLineAlong
	case n >= k.LongRow:
		apart = k.Long
	case n >= models.SetTiles:
		apart = k.Some
	case mean >= k.Few:
		apart = k.Clear
	}
	return across <= apart && beyond <= most
}

// runsAlong reports whether a row runs as the main one does.
func (s *spread) runsAlong(c row) bool {
	way, turn := s.Table.Table(c[0].pixel().Add(c[0].side().Times(.5))).Sub(s.Table.Table(c[0].pixel().Sub(c[0].side().Times(.5)))), 2*outlineTuning.Turn
	if len(c) > 2 {
		way, turn = s.Table.Table(c[len(c)-1].pixel()).Sub(s.Table.Table(c[0].pixel())), outlineTuning.Turn
	}
	return math.Abs(way.Unit().Y) <= turn
}

// plain reports whether a hand needs no other look: enough tiles, all upright and sure, none cut off by the border of the
// picture, and nothing about them that is seen or located and was not read.
func (s *spread) plain(hand []row, found []locate.Face, as func(*laid) models.Sighting) bool {
	k, n := &outlineTuning, 0
	for _, c := range hand {
		for i := range c {
			t := &c[i]
			if t.turned || t.Tile == models.Back || t.Tile == models.Unknown || as(t).Confidence < k.Sure {
				return false
			}
			if !t.Tile.IsFlower() {
				n++
			}
		}
		if first, last := &c[0], &c[len(c)-1]; !s.p.Shows(first.pixel().Sub(first.side())) || !s.p.Shows(last.pixel().Add(last.side())) {
			return false
		}
	}
	if n < k.Tiles {
		return false
	}
	near := func(q models.Point) bool {
		return slices.ContainsFunc(hand, func(c row) bool {
			return slices.ContainsFunc(c, func(t laid) bool { return q.Sub(t.pixel()).Length() < k.Near*t.side().Length() })
		})
	}
	for _, c := range s.rows {
		for i := range c {
			if q := c[i].pixel(); near(q) && !covered(hand, q) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(found, func(f locate.Face) bool { return f.Sure >= k.Located && near(f.Mid) && !covered(hand, f.Mid) })
}
