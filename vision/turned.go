package vision

import (
	"cmp"
	"context"
	"math"
	"slices"

	"jantaku/models"
)

// Claimed tiles lie sideways among the upright ones of a meld, the tile added to a
// pung beside or upon the claimed one. The plane of a row says how such a tile is
// seen; turned by a quarter, its surroundings are compared with the faces as those
// of upright tiles are. A turned tile is seen a quarter either way, because faces are
// compared both ways up.
const (
	slender      = float64(cellH) / cellW // height to width of a tile
	turnedAlong  = 2.4                    // tiles beyond the ends of a row that are searched
	turnedAcross = 1.0                    // heights of a tile above and below its line
	turnedLike   = 0.55                   // similarity of a place that is looked at closely
	turnedSim    = 0.8                    // similarity that a turned tile has at least
	mostTurned   = 16                     // places of a row that are looked at closely
	handTiles    = 14                     // tiles of a hand without kongs
	// A turned tile may overlap upright ones by someOverlap of its face; more, and
	// only one of the two is there.
	someOverlap = 0.22
	// wedged is the space, in tiles, between two tiles that holds no third.
	wedged = 0.92
	// A face that looks the same either way may lie sideways even if it seems a little more
	// upright. Where nothing else tells how the tiles of a row stand, each must seem half as
	// much so.
	eitherWay = 0.06
	// loose is how far, in tiles, the middles of upright tiles lie apart that do not touch.
	loose = 1.08
	// bareTable is how bright, of a tile's light, the table beside it is at most.
	bareTable = 0.5
	// wellSeen is the similarity of a tile that stands where it was looked for.
	wellSeen = 0.9
	// onLine is how far, in heights, the middle of a tile of the row lies off its line.
	onLine = 0.25
	// otherView is how much otherwise, in tiles, a place that looks like none is seen in another
	// perspective that may show one there: in drawn pictures 2 of 1,481 that were seen less so.
	otherView = 0.1
	// farthest is how far, in tiles, a turned tile lies from the next of its row.
	farthest = 1.2 + slender/2 + apartInRow
)

// addTurned adds the tiles that lie sideways in or beside the rows of a hand, and the
// upright ones that only they lead to.
func (r *Reader) addTurned(ctx context.Context, p *picture, rows []row) ([]row, error) {
	if len(rows) == 0 {
		return rows, nil
	}
	if wholeHand(rows) {
		unread, err := leftovers(p, rows) // such as the claimed tile of what is a kong then
		if err != nil {
			return nil, err
		}
		if len(unread) == 0 {
			for i := range rows {
				if err := r.settle(p, rows, i); err != nil {
					return nil, err
				}
			}
			return r.turnOver(p, rows)
		}
	}
	rows, err := r.turnOver(p, rows)
	if err != nil {
		return nil, err
	}
	for before := -1; before < turnedIn(rows); {
		before = turnedIn(rows)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i := 0; i < len(rows); i++ {
			if rows, err = r.turnedNear(p, rows, rows[i]); err != nil {
				return nil, err
			}
		}
		rows = gathered(withoutDoubles(rows))
		for i := range rows {
			if rows[i].alone() {
				continue
			}
			if err := r.settle(p, rows, i); err != nil {
				return nil, err
			}
			if err := r.beyondTurned(p, rows, i); err != nil {
				return nil, err
			}
		}
	}
	rows = gathered(withoutDoubles(rows))
	if rows, err = r.turnOver(p, rows); err != nil {
		return nil, err
	}
	for i := range rows {
		rows[i].tiles = withoutWedged(rows[i].tiles)
	}
	return rows, nil
}

// circle is the face that looks the same upright and sideways.
var circle = models.NewTile(models.Dots, 1)

// turnOver turns the upright tiles that touch no other or are not seen well, and look
// more like a face that lies sideways: a circle looks much the same either way.
func (r *Reader) turnOver(p *picture, rows []row) ([]row, error) {
	rows = slices.Clone(rows)
	longest := slices.MaxFunc(rows, func(a, b row) int { return cmp.Compare(len(a.tiles), len(b.tiles)) })
	perHeight := touchingStep(longest.tiles, inHeights) // nearer rows are larger
	for i := range rows {
		c := &rows[i]
		c.tiles = slices.Clone(c.tiles)
		alone := !slices.ContainsFunc(c.tiles, func(t reading) bool { return t.tile != circle })
		for k, t := range c.tiles {
			pitch := perHeight * length(t.frame.downAt(t.t))
			stand := *c
			if t.tile == circle {
				stand.tiles = r.settledAround(p, c.tiles, k)
			}
			touches := stand.touches(k, loose*pitch)
			if t.turned || touches && t.sim >= wellSeen && t.tile != circle {
				continue
			}
			x, v := c.frame.locate(stand.place(&stand.tiles[k]))
			other, err := r.readTurned(p, c.frame.lying(x, v))
			if err != nil {
				return nil, err
			}
			turned := other.sim >= turnedSim && other.sim > t.sim
			if other.tile == t.tile {
				short := other.sim > t.sim-eitherWay && p.shortOf(&stand.tiles[k])
				turned = !touches && (short || other.sim > t.sim+eitherWay)
				c.tiles[k].misfit = !turned && (short || alone && other.sim > t.sim-eitherWay/2)
			}
			if turned {
				other.t, other.frame = x, other.frame.shifted(-x, 1)
				c.tiles[k] = other
			}
		}
	}
	return withoutDoubles(rows), nil // one that was turned over may have been read turned before
}

// touches reports whether a tile stands less than so far, pixels, from a neighbour.
func (c *row) touches(k int, apart float64) bool {
	return slices.ContainsFunc(neighbours(k, len(c.tiles)), func(o int) bool {
		return c.tiles[k].apart(&c.tiles[o]) < apart
	})
}

// neighbours are the indexes of the tiles next to one, in a row of n.
func neighbours(i, n int) (next []int) {
	for _, k := range []int{i - 1, i + 1} {
		if k >= 0 && k < n {
			next = append(next, k)
		}
	}
	return next
}

// shortOf reports whether the table shows where an upright tile would end, above or
// below: a tile that lies sideways is shorter. On the other side its flank may show.
func (p *picture) shortOf(t *reading) bool {
	return slices.ContainsFunc([]float64{-.44, .44}, func(v float64) bool {
		light := 0.0
		for _, x := range []float64{-.28, 0, .28} {
			light += p.leastAt(t.frame.point(t.t+x, v)) / 3
		}
		return light < bareTable*t.light
	})
}

// reachesOut reports whether an upright tile, as it was read, reaches out onto the table above or
// below, farther than one that was found a little off its place. Print is no table: it leaves
// something white from one side to the other.
func (p *picture) reachesOut(t *reading) bool {
	table := func(v float64) bool {
		for x := -.36; x <= .36; x += .09 {
			if p.leastAt(t.frame.point(t.t+x, v)) >= bareTable*t.light {
				return false
			}
		}
		return true
	}
	return table(-.44) && table(-.34) || table(.44) && table(.34)
}

// leastAt is the darkest channel of a pixel, 0 to 255.
func (p *picture) leastAt(q vec) float64 {
	var px [3]byte
	p.levels[0].at(px[:], q)
	return float64(min(px[0], px[1], px[2]))
}

// turnedNear adds the tiles that lie sideways in or beside one row.
func (r *Reader) turnedNear(p *picture, rows []row, c row) ([]row, error) {
	if len(c.tiles) == 0 || c.alone() {
		return rows, nil
	}
	usual := usualOf(c.tiles)
	spots, err := r.turnedSpots(p, c, rows)
	if err != nil {
		return nil, err
	}
	var apart []reading
	for _, s := range spots[:min(mostTurned, len(spots))] {
		t, err := r.readTurnedWhole(p, c.frame.point(s.t, s.v), c.frame, rows)
		if err != nil {
			return nil, err
		}
		if t.sim < turnedSim || !usual.may(&t) {
			continue
		}
		if lies, _ := putInLine(rows, t); !lies {
			apart = append(apart, t)
		}
	}
	for _, t := range apart {
		if addedTo(rows, &t) {
			rows, _ = putApart(rows, t)
		}
	}
	return rows, nil
}

// addedTo reports whether a turned tile touches a turned tile of a row that shows the
// same: that makes a kong of a pung. Nothing else lies turned beside a row.
func addedTo(rows []row, t *reading) bool {
	for _, c := range rows {
		for _, o := range c.tiles {
			if x, v := o.frame.locate(t.frame.at(0)); o.turned && o.tile.Kind() == t.tile.Kind() && math.Abs(x-o.t) < 1.25 && math.Abs(v) < .35 {
				return true
			}
		}
	}
	return false
}

// beyondTurned follows a row from its turned tiles to the upright ones that touch
// them and were not seen before.
func (r *Reader) beyondTurned(p *picture, rows []row, at int) error {
	c := &rows[at]
	usual := usualOf(c.tiles)
	var turned []reading
	for _, t := range c.tiles {
		if t.turned {
			turned = append(turned, t)
		}
	}
	for _, from := range turned {
		for _, step := range []float64{-1, 1} {
			for x := from.t + step*(1+slender)/2; ; x += step {
				q := c.frame.at(x)
				if !p.shows(q) || covered(sureTiles(rows), q) {
					break
				}
				t := reading{t: x, frame: c.frame}
				if err := r.readClosely(p, &t); err != nil {
					return err
				}
				if t.sim < turnedSim || !usual.may(&t) || !put(rows, at, t) {
					break
				}
			}
		}
	}
	return nil
}

// alone reports whether a row is one turned tile in no row's line.
func (c *row) alone() bool { return len(c.tiles) == 1 && c.tiles[0].turned }

// gathered puts the tiles of a row that lie in the line of another, longer one into that:
// a turned tile left alone, or what was found between its tiles.
func gathered(rows []row) []row {
	for i := 0; i < len(rows); i++ {
		others := slices.Delete(slices.Clone(rows), i, i+1)
		into, moved := rows[i].lineIn(others)
		if into < 0 || len(others[into].tiles) < len(rows[i].tiles) {
			continue
		}
		whole := true
		for _, t := range moved {
			whole = put(others, into, t) && whole
		}
		if whole {
			rows = others
			i = -1 // rows that were passed may have become others' neighbours
		}
	}
	return rows
}

// lineIn gives the row in whose line all tiles of a row lie, and those tiles as tiles of
// that row; -1 if there is none.
func (c *row) lineIn(rows []row) (into int, tiles []reading) {
	into = -1
	for i, t := range c.tiles {
		at, x := lineFor(rows, c.place(&c.tiles[i]))
		if at < 0 || into >= 0 && at != into {
			return -1, nil
		}
		into = at
		t.frame, t.t = t.frame.shifted(t.t-x, 1), x
		tiles = append(tiles, t)
	}
	return into, tiles
}

func turnedIn(rows []row) (n int) {
	for _, c := range rows {
		for _, t := range c.tiles {
			if t.turned {
				n++
			}
		}
	}
	return n
}

// wholeHand reports whether the upright tiles make a hand by themselves: fourteen,
// each clear, and no kong, whose claimed tile may be missing.
func wholeHand(rows []row) bool {
	n := 0
	same := map[models.Tile]int{}
	for _, c := range rows {
		for _, t := range c.tiles {
			if t.sim < turnedSim {
				return false
			}
			if t.tile.IsFlower() {
				continue
			}
			n++
			if same[t.tile]++; same[t.tile] > 3 {
				return false
			}
		}
	}
	return n == handTiles
}

// lying is the frame of a tile that lies sideways at (t, v), its top to the right.
func (f *frame) lying(t, v float64) frame {
	return frame{
		centre: [3]vec{f.point(t, v), mul(f.downAt(t), 1/slender)},
		down:   [2]vec{mul(f.along(t), -slender)},
	}
}

// readTurned reads the tile that lies turned in the middle of a frame of its own. What looks
// like none at first is not looked at closely: of 581 such in drawn pictures none was one.
func (r *Reader) readTurned(p *picture, f frame) (reading, error) {
	t := reading{frame: f, distorts: turnedDistorts, least: turnedLike}
	err := r.readClosely(p, &t)
	t.turned = true
	return t, err
}

// readTurnedNear reads a tile that lies turned at a point, as its row has it, or as the
// nearest clear tile stands if it is seen better so.
func (r *Reader) readTurnedNear(p *picture, at vec, of frame, rows []row) (reading, error) {
	x, v := of.locate(at)
	first := of.lying(x, v)
	t, err := r.readTurned(p, first)
	near := nearestTile(rows, at)
	if err != nil || t.sim >= wellSeen || near == nil {
		return t, err
	}
	x, v = near.frame.locate(at)
	second := near.frame.lying(x, v)
	if t.sim < turnedSim && !second.distorts(&first, 0, otherView) {
		return t, nil
	}
	other, err := r.readTurned(p, second)
	if other.sim > t.sim {
		t = other
	}
	return t, err
}

// readTurnedWhole is readTurnedNear, and where a tile reaches out onto the table it reads the one
// that lies there as a whole, if there is one: two thirds of a 7s look like a 7s.
func (r *Reader) readTurnedWhole(p *picture, at vec, of frame, rows []row) (reading, error) {
	best, err := r.readTurnedNear(p, at, of, rows)
	if err != nil || best.sim < turnedSim || !p.reachesOut(&best) {
		return best, err
	}
	part := best.frame
	for _, off := range []float64{-1. / 3, 1. / 3} {
		f := part
		f.centre[0] = part.point(best.t, off)
		other, err := r.readTurned(p, f)
		if err != nil {
			return best, err
		}
		if other.sim >= turnedSim && !p.reachesOut(&other) && (p.reachesOut(&best) || other.sim > best.sim) {
			best = other
		}
	}
	return best, nil
}

// turnedSpots lays a row and what lies beside it flat, turns it by a quarter, and
// lists the places that look like a face and where no tile surely lies, the likeliest
// first.
func (r *Reader) turnedSpots(p *picture, c row, rows []row) ([]spot, error) {
	sure := sureTiles(rows)
	first, last := c.reach()
	if last-first > longestRow {
		return nil, nil
	}
	from := first - turnedAlong
	wide := coarseRes.windowH + int((last-first+2*turnedAlong)*float64(coarseRes.cellW))
	margin := int(turnedAcross * float64(coarseRes.cellH))
	flat := c.frame.draw(p, coarseRes, from-slender/2, wide, margin)
	g, err := flat.quarter().grid()
	if err != nil {
		return nil, err
	}
	var places [][2]int
	var found []spot
	for y := 0; y+coarseH <= g.height; y++ {
		for x := 0; x+coarseW <= g.width; x++ {
			s := spot{
				t: flat.from + float64(flat.width-poolCell*y-coarseRes.windowH/2)/float64(coarseRes.cellW),
				v: float64(poolCell*x+coarseRes.windowW/2-margin)/float64(coarseRes.cellH) + insetV - .5,
			}
			q := c.frame.point(s.t, s.v)
			if p.shows(q) && !covered(sure, q) && g.inkIn(x, y, coarseW, coarseH) > leastInk {
				places, found = append(places, [2]int{x, y}), append(found, s)
			}
		}
	}
	return peaks(r.likeliest(g, places, found, turnedLike), .6, .35), nil
}

// quarter is a strip turned counter-clockwise, so that tiles that lie with their top
// to the right stand upright.
func (s *strip) quarter() *strip {
	out := &strip{res: s.res, width: s.height, height: s.width, pix: make([]byte, len(s.pix))}
	for y := range out.height {
		for x := range out.width {
			k := 3 * (x*s.width + s.width - 1 - y)
			copy(out.pix[3*(y*out.width+x):], s.pix[k:k+3])
		}
	}
	return out
}

// sureTiles are the tiles of rows that certainly are some.
func sureTiles(rows []row) []row {
	out := make([]row, len(rows))
	for i, c := range rows {
		out[i] = c
		out[i].tiles = only(c.tiles, func(t reading) bool { return t.sim >= turnedSim })
	}
	return out
}

// lineFor gives the row in whose line a point lies, with the nearest neighbour there,
// and its t in that row; -1 if it lies in no line.
func lineFor(rows []row, q vec) (at int, x float64) {
	at = -1
	nearest := farthest
	for i, c := range rows {
		for _, o := range c.tiles {
			f := o.frame
			if o.turned {
				f = c.frame
			}
			t, v := f.locate(q)
			if apart := math.Abs(o.t - t); math.Abs(v) <= onLine && apart < nearest {
				nearest, at, x = apart, i, t
			}
		}
	}
	return at, x
}

// wide is the width of a tile along its row, in upright tiles.
func (t *reading) wide() float64 {
	if t.turned {
		return slender
	}
	return 1
}

// sides are the directions of an upright tile where the tile lies: along its row and
// down, as long as the tile is wide and high.
func (t *reading) sides() (along, down vec) {
	along, down = t.frame.along(t.t), t.frame.downAt(t.t)
	if t.turned {
		return mul(down, -1/slender), mul(along, slender)
	}
	return along, down
}
