package bare

import (
	"cmp"
	"context"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/raster"
	"jantaku/vision/sight"
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
		rows = gathered(sight.WithoutDoubles(rows))
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
	rows = gathered(sight.WithoutDoubles(rows))
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
	perHeight := touchingStep(longest.Tiles, sight.InHeights) // nearer rows are larger
	for i := range rows {
		c := &rows[i]
		c.Tiles = slices.Clone(c.Tiles)
		alone := !slices.ContainsFunc(c.Tiles, func(t sight.Reading) bool { return t.Tile != sight.Circle })
		for k, t := range c.Tiles {
			pitch := perHeight * t.Frame.DownAt(t.T).Length()
			stand := *c
			if t.Tile == sight.Circle {
				stand.Tiles = r.SettledAround(p, c.Tiles, k)
			}
			touches := stand.Touches(k, sight.Loose*pitch)
			if t.Turned || touches && t.Sim >= sight.Levels.WellSeen && t.Tile != sight.Circle {
				continue
			}
			x, v := c.Frame.Locate(stand.Place(&stand.Tiles[k]))
			part := sight.ReachesOut(p, &t) // onto the table, as a part of what lies turned does
			other, err := r.readTurnedOver(p, c.Frame, x, v, part)
			if err != nil {
				return nil, err
			}
			turned := other.Sim >= sight.Levels.TurnedSim && other.Sim > t.Sim
			if other.Tile == t.Tile {
				short, asOwn := sight.ShortOf(p, &stand.Tiles[k]), !touches && stand.BesideOwn(k, sight.BesideLying*pitch)
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
	return sight.WithoutDoubles(rows), nil // one that was turned over may have been read turned before
}

// readTurnedOver reads the tile that lies turned at (x, v) in a frame. Where an upright one that was
// read there is only a part of it, the two have a corner in common, and their middles lie half of
// what their sides differ by apart.
func (r *Reader) readTurnedOver(p *raster.Picture, of raster.Frame, x, v float64, part bool) (sight.Reading, error) {
	best, err := r.ReadTurned(p, sight.Lying(&of, x, v))
	if err != nil || !part {
		return best, err
	}
	const right, down = (sight.Slender - 1) / 2, (1 - 1/sight.Slender) / 2
	for _, off := range []models.Point{{X: -right, Y: -down}, {X: -right, Y: down}, {X: right, Y: -down}, {X: right, Y: down}} {
		other, err := r.ReadTurned(p, sight.Lying(&of, x+off.X, v+off.Y))
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
	spots, err := r.TurnedSpots(p, c, rows)
	if err != nil {
		return nil, err
	}
	var apart []sight.Reading
	for _, s := range spots[:min(sight.LyingDown.Most, len(spots))] {
		t, err := r.ReadTurnedWhole(p, c.Frame.Point(s.X, s.Y), c.Frame, rows)
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
				if !p.Shows(q) || sight.Covered(sight.SureTiles(rows), q) {
					break
				}
				t := sight.Reading{T: x, Frame: c.Frame}
				if err := r.ReadClosely(p, &t); err != nil {
					return err
				}
				if t.Sim < sight.Levels.TurnedSim || !usual.May(&t) || !sight.Put(rows, at, t) {
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

// wholeHand reports whether the upright tiles make a hand by themselves: fourteen,
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
	return n == models.WonTiles
}
