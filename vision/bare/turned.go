package bare

import (
	"cmp"
	"context"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/bare/sight"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// Claimed tiles lie sideways among the upright ones of a meld, the tile added to a
// pung beside or upon the claimed one.
const (
	// wedged is the space, in tiles, between two tiles that holds no third.
	wedged = 0.92
)

// addTurned adds the tiles that lie sideways in or beside the rows of a hand, and the
// upright ones that only they lead to.
func (r *Reader) addTurned(ctx context.Context, p *raster.Picture, rows []sight.Row) ([]sight.Row, error) {
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
			if alone(&rows[i]) {
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
		rows[i].Tiles = withoutWedged(rows[i].Tiles)
	}
	return rows, nil
}

// turnOver turns the upright tiles that touch no other or are not seen well, and look
// more like a face that lies sideways: a circle looks much the same either way.
func (r *Reader) turnOver(p *raster.Picture, rows []sight.Row) ([]sight.Row, error) {
	rows = slices.Clone(rows)
	longest := slices.MaxFunc(rows, func(a, b sight.Row) int { return cmp.Compare(len(a.Tiles), len(b.Tiles)) })
	perHeight := touchingStep(longest.Tiles, inHeights) // nearer rows are larger
	for i := range rows {
		c := &rows[i]
		c.Tiles = slices.Clone(c.Tiles)
		alone := !slices.ContainsFunc(c.Tiles, func(t sight.Reading) bool { return t.Tile != faces.Circle })
		for k, t := range c.Tiles {
			pitch := perHeight * t.Frame.DownAt(t.T).Length()
			stand := *c
			if t.Tile == faces.Circle {
				stand.Tiles = r.settledAround(p, c.Tiles, k)
			}
			touches := touches(&stand, k, sight.Loose*pitch)
			if t.Turned || touches && t.Sim >= sight.Levels.WellSeen && t.Tile != faces.Circle {
				continue
			}
			x, v := c.Frame.Locate(stand.Place(&stand.Tiles[k]))
			part := reachesOut(p, &t) // onto the table, as a part of what lies turned does
			other, err := r.readTurnedOver(p, c.Frame, x, v, part)
			if err != nil {
				return nil, err
			}
			turned := other.Sim >= sight.Levels.TurnedSim && other.Sim > t.Sim
			if other.Tile == t.Tile {
				short, asOwn := shortOf(p, &stand.Tiles[k]), !touches && besideOwn(&stand, k, sight.BesideLying*pitch)
				nearly := short && other.Sim > t.Sim-sight.Levels.EitherWay
				surer := other.Sim > t.Sim+sight.Levels.EitherWay
				if turned = surer && part; !touches {
					turned = surer || nearly
				}
				unsure := (alone || asOwn) && other.Sim > t.Sim-sight.Levels.EitherWay/2 || asOwn && short
				c.Tiles[k].Misfit = !turned && (nearly || unsure)
			}
			if turned {
				x, _ = c.Frame.Locate(other.Frame.At(0))
				other.T, other.Frame = x, other.Frame.Shifted(-x, 1)
				c.Tiles[k] = other
			}
		}
	}
	return withoutDoubles(rows), nil // one that was turned over may have been read turned before
}

// readTurnedOver reads the tile that lies turned at (x, v) in a frame. Where an upright one that was
// read there is only a part of it, the two have a corner in common, and their middles lie half of
// what their sides differ by apart.
func (r *Reader) readTurnedOver(p *raster.Picture, of raster.Frame, x, v float64, part bool) (sight.Reading, error) {
	best, err := r.readTurned(p, lying(&of, x, v))
	if err != nil || !part {
		return best, err
	}
	const right, down = (sight.Slender - 1) / 2, (1 - 1/sight.Slender) / 2
	for _, off := range []models.Point{{X: -right, Y: -down}, {X: -right, Y: down}, {X: right, Y: -down}, {X: right, Y: down}} {
		other, err := r.readTurned(p, lying(&of, x+off.X, v+off.Y))
		if err != nil {
			return best, err
		}
		if other.Sim > best.Sim {
			best = other
		}
	}
	return best, nil
}

// turnedNear adds the tiles that lie sideways in or beside one row.
func (r *Reader) turnedNear(p *raster.Picture, rows []sight.Row, c sight.Row) ([]sight.Row, error) {
	if len(c.Tiles) == 0 || alone(&c) {
		return rows, nil
	}
	usual := sight.UsualOf(c.Tiles)
	spots, err := r.turnedSpots(p, c, rows)
	if err != nil {
		return nil, err
	}
	var apart []sight.Reading
	for _, s := range spots[:min(sight.LyingDown.Most, len(spots))] {
		t, err := r.readTurnedWhole(p, c.Frame.Point(s.X, s.Y), c.Frame, rows)
		if err != nil {
			return nil, err
		}
		if t.Sim < sight.Levels.TurnedSim || !usual.May(&t) {
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
func addedTo(rows []sight.Row, t *sight.Reading) bool {
	for _, c := range rows {
		for _, o := range c.Tiles {
			if x, v := o.Frame.Locate(t.Frame.At(0)); o.Turned && o.Tile.Kind() == t.Tile.Kind() && math.Abs(x-o.T) < 1.25 && math.Abs(v) < .35 {
				return true
			}
		}
	}
	return false
}

// beyondTurned follows a row from its turned tiles to the upright ones that touch
// them and were not seen before.
func (r *Reader) beyondTurned(p *raster.Picture, rows []sight.Row, at int) error {
	c := &rows[at]
	usual := sight.UsualOf(c.Tiles)
	var turned []sight.Reading
	for _, t := range c.Tiles {
		if t.Turned {
			turned = append(turned, t)
		}
	}
	for _, from := range turned {
		for _, step := range []float64{-1, 1} {
			for x := from.T + step*(1+sight.Slender)/2; ; x += step {
				q := c.Frame.At(x)
				if !p.Shows(q) || sight.Covered(sureTiles(rows), q) {
					break
				}
				t := sight.Reading{T: x, Frame: c.Frame}
				if err := r.ReadClosely(p, &t); err != nil {
					return err
				}
				if t.Sim < sight.Levels.TurnedSim || !usual.May(&t) || !put(rows, at, t) {
					break
				}
			}
		}
	}
	return nil
}

// alone reports whether a row is one turned tile in no row's line.
func alone(c *sight.Row) bool { return len(c.Tiles) == 1 && c.Tiles[0].Turned }

func turnedIn(rows []sight.Row) (n int) {
	for _, c := range rows {
		for _, t := range c.Tiles {
			if t.Turned {
				n++
			}
		}
	}
	return n
}

// wholeHand reports whether the upright tiles make a hand of most rule books by themselves: fourteen,
// each clear, and no kong, whose claimed tile may be missing.
func wholeHand(rows []sight.Row) bool {
	n := 0
	same := map[models.Tile]int{}
	for _, c := range rows {
		for _, t := range c.Tiles {
			if t.Sim < sight.Levels.TurnedSim {
				return false
			}
			if t.Tile.IsFlower() {
				continue
			}
			n++
			if same[t.Tile]++; same[t.Tile] > 3 {
				return false
			}
		}
	}
	return n == models.Thirteen.Won()
}

// readTurned reads the tile that lies turned in the middle of a frame of its own. What looks
// like none at first is not looked at closely: of 581 such in drawn pictures none was one.
func (r *Reader) readTurned(p *raster.Picture, f raster.Frame) (sight.Reading, error) {
	t := sight.Reading{Frame: f, Distorts: sight.Closer.TurnedDistorts, Least: sight.LyingDown.Like}
	err := r.ReadClosely(p, &t)
	t.Turned = true
	return t, err
}

// readTurnedNear reads a tile that lies turned at a point, as its row has it, or as the
// nearest clear tile stands if it is seen better so.
func (r *Reader) readTurnedNear(p *raster.Picture, at models.Point, of raster.Frame, rows []sight.Row) (sight.Reading, error) {
	x, v := of.Locate(at)
	first := lying(&of, x, v)
	t, err := r.readTurned(p, first)
	near := nearestTile(rows, at)
	if err != nil || t.Sim >= sight.Levels.WellSeen || near == nil {
		return t, err
	}
	x, v = near.Frame.Locate(at)
	second := lying(&near.Frame, x, v)
	if t.Sim < sight.Levels.TurnedSim && !sight.Distorted(&second, &first, 0, sight.LyingDown.OtherView) {
		return t, nil
	}
	other, err := r.readTurned(p, second)
	if other.Sim > t.Sim {
		t = other
	}
	return t, err
}

// readTurnedWhole is readTurnedNear, and where a tile reaches out onto the table it reads the one
// that lies there as a whole, if there is one: two thirds of a 7s look like a 7s.
func (r *Reader) readTurnedWhole(p *raster.Picture, at models.Point, of raster.Frame, rows []sight.Row) (sight.Reading, error) {
	best, err := r.readTurnedNear(p, at, of, rows)
	if err != nil || best.Sim < sight.Levels.TurnedSim || !reachesOut(p, &best) {
		return best, err
	}
	part := best.Frame
	for _, off := range []float64{-sight.LyingDown.Third, sight.LyingDown.Third} {
		f := part
		f.Centre[0] = part.Point(best.T, off)
		other, err := r.readTurned(p, f)
		if err != nil {
			return best, err
		}
		if other.Sim >= sight.Levels.TurnedSim && !reachesOut(p, &other) && (reachesOut(p, &best) || other.Sim > best.Sim) {
			best = other
		}
	}
	return best, nil
}

// turnedSpots lays a row and what lies beside it flat, turns it by a quarter, and
// lists the places that look like a face and where no tile surely lies, the likeliest
// first.
func (r *Reader) turnedSpots(p *raster.Picture, c sight.Row, rows []sight.Row) ([]faces.Spot, error) {
	sure := sureTiles(rows)
	first, last := reachOf(&c)
	if last-first > longestRow {
		return nil, nil
	}
	from := first - sight.LyingDown.Along
	wide := raster.CoarseRes.WindowH + int((last-first+2*sight.LyingDown.Along)*float64(raster.CoarseRes.CellW))
	margin := int(sight.LyingDown.Across * float64(raster.CoarseRes.CellH))
	flat := c.Frame.Draw(p, raster.CoarseRes, from-sight.Slender/2, wide, margin)
	g, err := quarter(flat).Grid()
	if err != nil {
		return nil, err
	}
	var places [][2]int
	var found []faces.Spot
	for y := 0; y+raster.CoarseH <= g.Height; y++ {
		for x := 0; x+raster.CoarseW <= g.Width; x++ {
			s := faces.Spot{
				X: flat.From + float64(flat.Width-raster.PoolCell*y-raster.CoarseRes.WindowH/2)/float64(raster.CoarseRes.CellW),
				Y: float64(raster.PoolCell*x+raster.CoarseRes.WindowW/2-margin)/float64(raster.CoarseRes.CellH) + raster.InsetV - .5,
			}
			q := c.Frame.Point(s.X, s.Y)
			if p.Shows(q) && !sight.Covered(sure, q) && g.InkIn(x, y, raster.CoarseW, raster.CoarseH) > leastInk {
				places, found = append(places, [2]int{x, y}), append(found, s)
			}
		}
	}
	return faces.Peaks(r.Match.Likeliest(g, places, found, float32(sight.LyingDown.Like)), sight.LyingDown.PeakAlong, sight.LyingDown.PeakAcross), nil
}

// quarter is a strip turned counter-clockwise, so that tiles that lie with their top
// to the right stand upright.
func quarter(s *raster.Strip) *raster.Strip {
	out := &raster.Strip{Res: s.Res, Width: s.Height, Height: s.Width, Pix: make([]byte, len(s.Pix))}
	for y := range out.Height {
		for x := range out.Width {
			k := raster.Channels * (x*s.Width + s.Width - 1 - y)
			copy(out.Pix[raster.Channels*(y*out.Width+x):], s.Pix[k:k+raster.Channels])
		}
	}
	return out
}

// shortOf reports whether the table shows where an upright tile would end, above or
// below: a tile that lies sideways is shorter. On the other side its flank may show.
func shortOf(p *raster.Picture, t *sight.Reading) bool {
	return slices.ContainsFunc([]float64{-sight.LyingDown.End, sight.LyingDown.End}, func(v float64) bool {
		light := 0.0
		for _, x := range sight.LyingDown.Middle {
			light += p.LeastAt(t.Frame.Point(t.T+x, v)) / float64(len(sight.LyingDown.Middle))
		}
		return light < sight.BareTable*t.Light
	})
}

// reachesOut reports whether an upright tile, as it was read, reaches out onto the table above or
// below, farther than one that was found a little off its place. Print is no table: it leaves
// something white from one side to the other.
func reachesOut(p *raster.Picture, t *sight.Reading) bool {
	k := &sight.LyingDown
	table := func(v float64) bool {
		for x := -k.Wide; x <= k.Wide; x += k.WideStep {
			if p.LeastAt(t.Frame.Point(t.T+x, v)) >= sight.BareTable*t.Light {
				return false
			}
		}
		return true
	}
	return table(-k.End) && table(-k.Within) || table(k.End) && table(k.Within)
}

// markReachingOut marks the tiles that reach out onto the table: no whole tile lies where they were
// read; and the circles that lie sideways where one that stands would not reach out: there it may stand.
func markReachingOut(p *raster.Picture, rows []sight.Row) {
	for _, c := range rows {
		for i := range c.Tiles {
			t := &c.Tiles[i]
			upright := *t
			upright.Frame, upright.T = lying(&t.Frame, t.T, 0), 0
			mayStand := t.Tile == faces.Circle && t.Turned && !shortOf(p, &upright)
			t.Misfit = t.Misfit || mayStand || t.Tile.HasFace() && reachesOut(p, t)
		}
	}
}

// lying is the frame of a tile that lies sideways at (t, v), its top to the right.
func lying(f *raster.Frame, t, v float64) raster.Frame {
	return raster.Frame{
		Centre: [3]models.Point{f.Point(t, v), f.DownAt(t).Times(1 / sight.Slender)},
		Down:   [2]models.Point{f.Along(t).Times(-sight.Slender)},
	}
}

// reachOf is from where to where the tiles of a row lie, in whatever order they are.
func reachOf(c *sight.Row) (from, to float64) {
	from, to = c.First(), c.First()
	for _, t := range c.Tiles {
		from, to = min(from, t.T), max(to, t.T)
	}
	return from, to
}

// besideOwn reports whether a tile next to one shows the same and stands as far from it as one that
// lies sideways: less than so far, and farther than that stands from its other neighbour.
func besideOwn(c *sight.Row, k int, most float64) bool {
	step := func(a, b int) float64 { return c.Tiles[a].Apart(&c.Tiles[b]) }
	return slices.ContainsFunc(sight.Neighbours(k, len(c.Tiles)), func(o int) bool {
		next := 2*o - k
		usual := next >= 0 && next < len(c.Tiles) && step(o, next) < most && step(k, o) < sight.Loose*step(o, next)
		return c.Tiles[o].Tile == c.Tiles[k].Tile && step(k, o) < most && !usual
	})
}

// inHeights is how far the middles of two tiles lie from each other, in heights of theirs.
func inHeights(t, o *sight.Reading) float64 {
	return 2 * t.Apart(o) / (t.Frame.DownAt(t.T).Length() + o.Frame.DownAt(o.T).Length())
}
