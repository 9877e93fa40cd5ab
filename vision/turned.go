package vision

import (
	"cmp"
	"context"
	"math"
	"slices"

	"jantaku/models"
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
func (r *bareReader) addTurned(ctx context.Context, p *raster.Picture, rows []row) ([]row, error) {
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

// turnOver turns the upright tiles that touch no other or are not seen well, and look
// more like a face that lies sideways: a circle looks much the same either way.
func (r *bareReader) turnOver(p *raster.Picture, rows []row) ([]row, error) {
	rows = slices.Clone(rows)
	longest := slices.MaxFunc(rows, func(a, b row) int { return cmp.Compare(len(a.tiles), len(b.tiles)) })
	perHeight := touchingStep(longest.tiles, inHeights) // nearer rows are larger
	for i := range rows {
		c := &rows[i]
		c.tiles = slices.Clone(c.tiles)
		alone := !slices.ContainsFunc(c.tiles, func(t reading) bool { return t.tile != circle })
		for k, t := range c.tiles {
			pitch := perHeight * t.frame.DownAt(t.t).Length()
			stand := *c
			if t.tile == circle {
				stand.tiles = r.settledAround(p, c.tiles, k)
			}
			touches := stand.touches(k, loose*pitch)
			if t.turned || touches && t.sim >= wellSeen && t.tile != circle {
				continue
			}
			x, v := c.frame.Locate(stand.place(&stand.tiles[k]))
			part := reachesOut(p, &t) // onto the table, as a part of what lies turned does
			other, err := r.readTurnedOver(p, c.frame, x, v, part)
			if err != nil {
				return nil, err
			}
			turned := other.sim >= turnedSim && other.sim > t.sim
			if other.tile == t.tile {
				short, asOwn := shortOf(p, &stand.tiles[k]), !touches && stand.besideOwn(k, besideLying*pitch)
				nearly := short && other.sim > t.sim-eitherWay
				surer := other.sim > t.sim+eitherWay
				if turned = surer && part; !touches {
					turned = surer || nearly
				}
				unsure := (alone || asOwn) && other.sim > t.sim-eitherWay/2 || asOwn && short
				c.tiles[k].misfit = !turned && (nearly || unsure)
			}
			if turned {
				x, _ = c.frame.Locate(other.frame.At(0))
				other.t, other.frame = x, other.frame.Shifted(-x, 1)
				c.tiles[k] = other
			}
		}
	}
	return withoutDoubles(rows), nil // one that was turned over may have been read turned before
}

// readTurnedOver reads the tile that lies turned at (x, v) in a frame. Where an upright one that was
// read there is only a part of it, the two have a corner in common, and their middles lie half of
// what their sides differ by apart.
func (r *bareReader) readTurnedOver(p *raster.Picture, of raster.Frame, x, v float64, part bool) (reading, error) {
	best, err := r.readTurned(p, lying(&of, x, v))
	if err != nil || !part {
		return best, err
	}
	const right, down = (slender - 1) / 2, (1 - 1/slender) / 2
	for _, off := range []models.Point{{X: -right, Y: -down}, {X: -right, Y: down}, {X: right, Y: -down}, {X: right, Y: down}} {
		other, err := r.readTurned(p, lying(&of, x+off.X, v+off.Y))
		if err != nil {
			return best, err
		}
		if other.sim > best.sim {
			best = other
		}
	}
	return best, nil
}

// turnedNear adds the tiles that lie sideways in or beside one row.
func (r *bareReader) turnedNear(p *raster.Picture, rows []row, c row) ([]row, error) {
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
		t, err := r.readTurnedWhole(p, c.frame.Point(s.X, s.Y), c.frame, rows)
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
			if x, v := o.frame.Locate(t.frame.At(0)); o.turned && o.tile.Kind() == t.tile.Kind() && math.Abs(x-o.t) < 1.25 && math.Abs(v) < .35 {
				return true
			}
		}
	}
	return false
}

// beyondTurned follows a row from its turned tiles to the upright ones that touch
// them and were not seen before.
func (r *bareReader) beyondTurned(p *raster.Picture, rows []row, at int) error {
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
				q := c.frame.At(x)
				if !p.Shows(q) || covered(sureTiles(rows), q) {
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
