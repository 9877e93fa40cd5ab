package stepwise

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
	"jantaku/vision/sight"
)

// Claimed tiles, added ones and the winning tile may lie sideways. On a calibrated
// table it is known how they are seen: where something as light as the tiles lies and
// no upright tile explains it, the field is searched once more, a quarter turned.

// addSideways adds the tiles of a field that lie sideways to its rows, and the upright
// ones that were not found for them.
func (r *Reader) addSideways(p *raster.Picture, s *plane.Sheet, rows []sight.Row) ([]sight.Row, error) {
	sideways, err := r.sidewaysIn(p, s, rows)
	if err != nil || len(sideways) == 0 {
		return rows, err
	}
	for i := range sideways {
		s.Hide(sight.Lay(s, &sideways[i]))
	}
	if rows, err = r.uprightIn(p, s); err != nil {
		return nil, err
	}
	for _, t := range sideways {
		rows = sight.PutInField(s.Field, rows, t)
	}
	return sight.InLines(s.Field, rows), nil
}

// sidewaysIn finds and reads the tiles that lie sideways where no upright tile surely
// lies.
func (r *Reader) sidewaysIn(p *raster.Picture, s *plane.Sheet, rows []sight.Row) ([]sight.Reading, error) {
	upright, found, err := r.uprightFor(p, s, rows)
	if err != nil {
		return nil, err
	}
	sure := sight.Only(upright, func(o plane.Laid) bool { return o.Sim >= sight.Levels.ClearSim })
	spots, err := r.sidewaysSpots(p, s, sure)
	if err != nil {
		return nil, err
	}
	q := s.Field.Quarter()
	for _, at := range spots[:min(sight.LyingDown.Most, len(spots))] {
		t, err := r.readSideways(p, q.Frame(at.X, at.Y, 0, -1, 1)) // spots are known to a cell only
		if err != nil {
			return nil, err
		}
		l := sight.Lay(s, &t)
		if along, across := s.Field.Spans(true); t.Sim >= sight.Levels.TurnedSim || t.Sim >= sight.Levels.SurelyTile && lightAllOver(s, l.At, along, across, sure) {
			found = append(found, t)
		}
	}
	slices.SortStableFunc(found, func(a, b sight.Reading) int { return cmp.Compare(b.Sim, a.Sim) })
	var kept []sight.Reading
	for _, t := range found {
		l := sight.Lay(s, &t)
		if !slices.ContainsFunc(upright, func(o plane.Laid) bool { return o.Sim >= t.Sim && s.Field.Crowd(l, o) }) {
			kept, upright = append(kept, t), append(upright, l)
		}
	}
	return kept, nil
}

// uprightFor gives the upright tiles of rows, but those that look as much like tiles
// that lie sideways and stand as such do: a circle looks the same either way.
func (r *Reader) uprightFor(p *raster.Picture, s *plane.Sheet, rows []sight.Row) (upright []plane.Laid, turned []sight.Reading, err error) {
	kinds := kindsIn(rows)
	for _, c := range rows {
		own := make([]plane.Laid, len(c.Tiles))
		for i := range c.Tiles {
			own[i] = sight.Lay(s, &c.Tiles[i])
		}
		for i, o := range own {
			stands := o.Sim >= sight.Levels.SurelyTile && seemsTurned(s.Field, own, i)
			var least float64 // similarity with a face that lies sideways
			where := []models.Point{o.At}
			switch {
			case stands && (kinds[c.Tiles[i].Tile.Kind()] == 3 || seemsTurned(s.Field, r.settledNear(p, s.Field, c.Tiles, own, i), i)):
				least = o.Sim - sight.Levels.EitherWay // of three of a kind one may lie upon another, where it seems to stand anywhere
			case stands:
				least = o.Sim
			case o.Sim >= sight.Levels.SurelyTile && sight.ReachesOut(p, &c.Tiles[i]): // two thirds of a 6p and cloth look like one
				least, where = o.Sim-sight.Levels.EitherWay, sidewaysPlaces(s.Field, o.At)
			case o.Sim < sight.Levels.WellSeen && !touchesOn(s.Field, own, i):
				least = o.Sim + sight.Levels.EitherWay // a part of a sideways tile may look like an upright one
			default:
				upright = append(upright, o)
				continue
			}
			other, err := r.sidewaysAt(p, s.Field, where)
			if err != nil {
				return nil, nil, err
			}
			if other.Sim >= sight.Levels.SurelyTile && other.Sim > least {
				turned = append(turned, other)
				continue
			}
			upright = append(upright, o)
		}
	}
	return upright, turned, nil
}

// sidewaysPlaces are where a tile may lie sideways that seems to stand at a point: what was taken
// for an upright one may be any part of it.
func sidewaysPlaces(f *plane.Field, at models.Point) (places []models.Point) {
	off := (f.Tile.Height - f.Tile.Width) / 2
	for _, x := range []float64{-off, 0, off} {
		for _, y := range []float64{-off, 0, off} {
			places = append(places, at.Add(models.Point{X: x, Y: y}))
		}
	}
	return places
}

// readSideways reads the tile that lies sideways in a frame of its own.
func (r *Reader) readSideways(p *raster.Picture, f raster.Frame) (sight.Reading, error) {
	t := sight.Reading{Frame: f, Distorts: sight.Closer.TableDistorts}
	err := r.ReadClosely(p, &t)
	t.Turned = true
	return t, err
}

// sidewaysAt reads the tile that lies sideways at one of some places, where it is seen best.
func (r *Reader) sidewaysAt(p *raster.Picture, f *plane.Field, places []models.Point) (best sight.Reading, err error) {
	for _, at := range places {
		t, err := r.readSideways(p, f.Lying(at))
		if err != nil {
			return best, err
		}
		if t.Sim > best.Sim {
			best = t
		}
	}
	return best, nil
}

// markEitherWay marks the circles that touch no other tile, stand beside an upright one as a tile that
// lies sideways does and look nearly as much like such: one claimed for a chow stands so.
func (r *Reader) markEitherWay(p *raster.Picture, f *plane.Field, rows []sight.Row) error {
	for _, c := range rows {
		own := make([]plane.Laid, len(c.Tiles))
		for i := range c.Tiles {
			own[i] = plane.Laid{At: sight.Middle(f, &c.Tiles[i]), Turned: c.Tiles[i].Turned}
		}
		for i := range c.Tiles {
			t := &c.Tiles[i]
			if t.Tile != sight.Circle || t.Turned {
				continue
			}
			settled := r.settledNear(p, f, c.Tiles, own, i)
			beside := slices.ContainsFunc(sight.Neighbours(i, len(own)), func(k int) bool {
				return !own[k].Turned && math.Abs(settled[k].At.X-settled[i].At.X) < sight.BesideLying*f.Tile.Width
			})
			if !beside || touchesOn(f, settled, i) {
				continue
			}
			other, err := r.sidewaysAt(p, f, sidewaysPlaces(f, own[i].At))
			if err != nil {
				return err
			}
			t.Misfit = t.Misfit || other.Tile == sight.Circle && other.Sim > t.Sim-sight.Levels.EitherWay/2
		}
	}
	return nil
}

// settledNear is where tiles lie, with one of them and those next to it where their faces
// are seen best: rows are found in cells of a ninth of a tile.
func (r *Reader) settledNear(p *raster.Picture, f *plane.Field, tiles []sight.Reading, own []plane.Laid, i int) []plane.Laid {
	own = slices.Clone(own)
	settled := r.SettledAround(p, tiles, i)
	for _, k := range append(sight.Neighbours(i, len(own)), i) {
		own[k].At = sight.Middle(f, &settled[k])
	}
	return own
}

// seemsTurned reports whether a tile stands as one does that lies sideways: it touches
// no neighbour as upright tiles do, but one as a tile that wide does, the edges towards
// the owner in one line.
func seemsTurned(f *plane.Field, own []plane.Laid, i int) bool {
	low, wide := (f.Tile.Height-f.Tile.Width)/2, (f.Tile.Height+f.Tile.Width)/2
	return !touchesOn(f, own, i) && slices.ContainsFunc(sight.Neighbours(i, len(own)), func(k int) bool {
		return math.Abs(own[i].At.X-own[k].At.X) < wide+low && own[k].At.Y-own[i].At.Y > low/2
	})
}

// touchesOn reports whether a tile touches a neighbour as upright tiles do.
func touchesOn(f *plane.Field, own []plane.Laid, i int) bool {
	return slices.ContainsFunc(sight.Neighbours(i, len(own)), func(k int) bool {
		return math.Abs(own[i].At.X-own[k].At.X) < sight.Loose*f.Tile.Width
	})
}

// sidewaysSpots lists the points of a field, a quarter turned, that look like a face
// there, as light as the upright tiles and where none of them lies; the likeliest first.
func (r *Reader) sidewaysSpots(p *raster.Picture, s *plane.Sheet, sure []plane.Laid) ([]faces.Spot, error) {
	part, ok := unexplained(s, sure)
	if !ok {
		return nil, nil
	}
	q := part.Quarter()
	drawn := q.Draw(p, raster.CoarseRes)
	g, err := drawn.Grid()
	if err != nil {
		return nil, err
	}
	wide, high := q.Pixel(raster.CoarseRes)
	var places [][2]int
	var found []faces.Spot
	for y := 0; y+raster.CoarseH <= g.Height; y++ {
		for x := 0; x+raster.CoarseW <= g.Width; x++ {
			at := faces.Spot{
				X: q.Left + (float64(raster.PoolCell*x)+float64(raster.CoarseRes.WindowW)/2)*wide,
				Y: q.Far - (float64(raster.PoolCell*y)+float64(raster.CoarseRes.WindowH)/2)*high,
			}
			if openAt(s, models.Point{X: at.Y, Y: -at.X}, sure) && g.InkIn(x, y, raster.CoarseW, raster.CoarseH) > sight.LeastInk {
				places, found = append(places, [2]int{x, y}), append(found, at)
			}
		}
	}
	return faces.Peaks(r.Match.Likeliest(g, places, found, float32(sight.LyingDown.Like)), .6*q.Tile.Width, .35*q.Tile.Height), nil
}

// unexplained gives the part of a field, widened by a tile, where something lies that
// may be a sideways tile; false if there is nothing.
func unexplained(s *plane.Sheet, sure []plane.Laid) (*plane.Field, bool) {
	f := s.Field
	part := *f
	part.Extent = plane.Nowhere()
	step := f.Tile.Width / 6
	for y := f.Near + f.Tile.Width/2; y <= f.Far-f.Tile.Width/2; y += step {
		for x := f.Left + f.Tile.Height/2; x <= f.Right-f.Tile.Height/2; x += step {
			if openAt(s, models.Point{X: x, Y: y}, sure) {
				part.Left, part.Right = min(part.Left, x), max(part.Right, x)
				part.Near, part.Far = min(part.Near, y), max(part.Far, y)
			}
		}
	}
	around := f.Tile.Height
	part.Left, part.Right = max(part.Left-around, f.Left), min(part.Right+around, f.Right)
	part.Near, part.Far = max(part.Near-around, f.Near), min(part.Far+around, f.Far)
	return &part, part.Left < part.Right
}

// openAt reports whether something as light as the nearest of the sure tiles lies where
// a sideways tile would, and none of them does.
func openAt(s *plane.Sheet, at models.Point, sure []plane.Laid) bool {
	if len(sure) == 0 || s.BrightAt(at) < raster.LightDarker*raster.LightDarker*sure[0].Light.Bright {
		return false
	}
	here := plane.Laid{At: at, Turned: true}
	nearest, apart := -1, math.Inf(1)
	for i, o := range sure {
		if s.Field.Crowd(here, o) {
			return false
		}
		if d := o.At.Sub(at).Length(); d < apart {
			nearest, apart = i, d
		}
	}
	return nearest >= 0 && s.LightOf(here).Like(sure[nearest].Light)
}
