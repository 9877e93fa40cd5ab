package vision

import (
	"cmp"
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// Claimed tiles, added ones and the winning tile may lie sideways. On a calibrated
// table it is known how they are seen: where something as light as the tiles lies and
// no upright tile explains it, the field is searched once more, a quarter turned.

// addSideways adds the tiles of a field that lie sideways to its rows, and the upright
// ones that were not found for them.
func (r *stepReader) addSideways(p *raster.Picture, s *sheet, rows []row) ([]row, error) {
	sideways, err := r.sidewaysIn(p, s, rows)
	if err != nil || len(sideways) == 0 {
		return rows, err
	}
	for i := range sideways {
		s.hide(s.lay(&sideways[i]))
	}
	if rows, err = r.uprightIn(p, s); err != nil {
		return nil, err
	}
	for _, t := range sideways {
		rows = s.field.putIn(rows, t)
	}
	return s.field.together(rows), nil
}

// sidewaysIn finds and reads the tiles that lie sideways where no upright tile surely
// lies.
func (r *stepReader) sidewaysIn(p *raster.Picture, s *sheet, rows []row) ([]reading, error) {
	upright, found, err := r.uprightFor(p, s, rows)
	if err != nil {
		return nil, err
	}
	sure := only(upright, func(o laid) bool { return o.sim >= clearSim })
	spots, err := r.sidewaysSpots(p, s, sure)
	if err != nil {
		return nil, err
	}
	q := s.field.quarter()
	for _, at := range spots[:min(mostTurned, len(spots))] {
		t, err := r.readSideways(p, q.frame(at.X, at.Y, 0, -1, 1)) // spots are known to a cell only
		if err != nil {
			return nil, err
		}
		l := s.lay(&t)
		if along, across := s.field.spans(true); t.sim >= turnedSim || t.sim >= surelyTile && s.lightAllOver(l.at, along, across, sure) {
			found = append(found, t)
		}
	}
	slices.SortStableFunc(found, func(a, b reading) int { return cmp.Compare(b.sim, a.sim) })
	var kept []reading
	for _, t := range found {
		l := s.lay(&t)
		if !slices.ContainsFunc(upright, func(o laid) bool { return o.sim >= t.sim && s.field.crowd(l, o) }) {
			kept, upright = append(kept, t), append(upright, l)
		}
	}
	return kept, nil
}

// uprightFor gives the upright tiles of rows, but those that look as much like tiles
// that lie sideways and stand as such do: a circle looks the same either way.
func (r *stepReader) uprightFor(p *raster.Picture, s *sheet, rows []row) (upright []laid, turned []reading, err error) {
	kinds := kindsIn(rows)
	for _, c := range rows {
		own := make([]laid, len(c.tiles))
		for i := range c.tiles {
			own[i] = s.lay(&c.tiles[i])
		}
		for i, o := range own {
			stands := o.sim >= surelyTile && s.field.seemsTurned(own, i)
			var least float64 // similarity with a face that lies sideways
			where := []models.Point{o.at}
			switch {
			case stands && (kinds[c.tiles[i].tile.Kind()] == 3 || s.field.seemsTurned(r.settledNear(p, s.field, c.tiles, own, i), i)):
				least = o.sim - eitherWay // of three of a kind one may lie upon another, where it seems to stand anywhere
			case stands:
				least = o.sim
			case o.sim >= surelyTile && reachesOut(p, &c.tiles[i]): // two thirds of a 6p and cloth look like one
				least, where = o.sim-eitherWay, s.field.sidewaysPlaces(o.at)
			case o.sim < wellSeen && !s.field.touches(own, i):
				least = o.sim + eitherWay // a part of a sideways tile may look like an upright one
			default:
				upright = append(upright, o)
				continue
			}
			other, err := r.sidewaysAt(p, s.field, where)
			if err != nil {
				return nil, nil, err
			}
			if other.sim >= surelyTile && other.sim > least {
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
func (f *field) sidewaysPlaces(at models.Point) (places []models.Point) {
	off := (f.tile.Height - f.tile.Width) / 2
	for _, x := range []float64{-off, 0, off} {
		for _, y := range []float64{-off, 0, off} {
			places = append(places, at.Add(models.Point{X: x, Y: y}))
		}
	}
	return places
}

// readSideways reads the tile that lies sideways in a frame of its own.
func (r *stepReader) readSideways(p *raster.Picture, f raster.Frame) (reading, error) {
	t := reading{frame: f, distorts: tableDistorts}
	err := r.readClosely(p, &t)
	t.turned = true
	return t, err
}

// sidewaysAt reads the tile that lies sideways at one of some places, where it is seen best.
func (r *stepReader) sidewaysAt(p *raster.Picture, f *field, places []models.Point) (best reading, err error) {
	for _, at := range places {
		t, err := r.readSideways(p, f.lying(at))
		if err != nil {
			return best, err
		}
		if t.sim > best.sim {
			best = t
		}
	}
	return best, nil
}

// markEitherWay marks the circles that touch no other tile, stand beside an upright one as a tile that
// lies sideways does and look nearly as much like such: one claimed for a chow stands so.
func (r *stepReader) markEitherWay(p *raster.Picture, f *field, rows []row) error {
	for _, c := range rows {
		own := make([]laid, len(c.tiles))
		for i := range c.tiles {
			own[i] = laid{at: f.middle(&c.tiles[i]), turned: c.tiles[i].turned}
		}
		for i := range c.tiles {
			t := &c.tiles[i]
			if t.tile != circle || t.turned {
				continue
			}
			settled := r.settledNear(p, f, c.tiles, own, i)
			beside := slices.ContainsFunc(neighbours(i, len(own)), func(k int) bool {
				return !own[k].turned && math.Abs(settled[k].at.X-settled[i].at.X) < besideLying*f.tile.Width
			})
			if !beside || f.touches(settled, i) {
				continue
			}
			other, err := r.sidewaysAt(p, f, f.sidewaysPlaces(own[i].at))
			if err != nil {
				return err
			}
			t.misfit = t.misfit || other.tile == circle && other.sim > t.sim-eitherWay/2
		}
	}
	return nil
}

// settledNear is where tiles lie, with one of them and those next to it where their faces
// are seen best: rows are found in cells of a ninth of a tile.
func (r *stepReader) settledNear(p *raster.Picture, f *field, tiles []reading, own []laid, i int) []laid {
	own = slices.Clone(own)
	settled := r.settledAround(p, tiles, i)
	for _, k := range append(neighbours(i, len(own)), i) {
		own[k].at = f.middle(&settled[k])
	}
	return own
}

// seemsTurned reports whether a tile stands as one does that lies sideways: it touches
// no neighbour as upright tiles do, but one as a tile that wide does, the edges towards
// the owner in one line.
func (f *field) seemsTurned(own []laid, i int) bool {
	low, wide := (f.tile.Height-f.tile.Width)/2, (f.tile.Height+f.tile.Width)/2
	return !f.touches(own, i) && slices.ContainsFunc(neighbours(i, len(own)), func(k int) bool {
		return math.Abs(own[i].at.X-own[k].at.X) < wide+low && own[k].at.Y-own[i].at.Y > low/2
	})
}

// touches reports whether a tile touches a neighbour as upright tiles do.
func (f *field) touches(own []laid, i int) bool {
	return slices.ContainsFunc(neighbours(i, len(own)), func(k int) bool {
		return math.Abs(own[i].at.X-own[k].at.X) < loose*f.tile.Width
	})
}

// sidewaysSpots lists the points of a field, a quarter turned, that look like a face
// there, as light as the upright tiles and where none of them lies; the likeliest first.
func (r *stepReader) sidewaysSpots(p *raster.Picture, s *sheet, sure []laid) ([]faces.Spot, error) {
	part, ok := s.unexplained(sure)
	if !ok {
		return nil, nil
	}
	q := part.quarter()
	drawn := q.draw(p, raster.CoarseRes)
	g, err := drawn.Grid()
	if err != nil {
		return nil, err
	}
	wide, high := q.pixel(raster.CoarseRes)
	var places [][2]int
	var found []faces.Spot
	for y := 0; y+raster.CoarseH <= g.Height; y++ {
		for x := 0; x+raster.CoarseW <= g.Width; x++ {
			at := faces.Spot{
				X: q.left + (float64(raster.PoolCell*x)+float64(raster.CoarseRes.WindowW)/2)*wide,
				Y: q.far - (float64(raster.PoolCell*y)+float64(raster.CoarseRes.WindowH)/2)*high,
			}
			if s.open(models.Point{X: at.Y, Y: -at.X}, sure) && g.InkIn(x, y, raster.CoarseW, raster.CoarseH) > leastInk {
				places, found = append(places, [2]int{x, y}), append(found, at)
			}
		}
	}
	return faces.Peaks(r.match.Likeliest(g, places, found, turnedLike), .6*q.tile.Width, .35*q.tile.Height), nil
}

// unexplained gives the part of a field, widened by a tile, where something lies that
// may be a sideways tile; false if there is nothing.
func (s *sheet) unexplained(sure []laid) (*field, bool) {
	f := s.field
	part := *f
	part.extent = nowhere()
	step := f.tile.Width / 6
	for y := f.near + f.tile.Width/2; y <= f.far-f.tile.Width/2; y += step {
		for x := f.left + f.tile.Height/2; x <= f.right-f.tile.Height/2; x += step {
			if s.open(models.Point{X: x, Y: y}, sure) {
				part.left, part.right = min(part.left, x), max(part.right, x)
				part.near, part.far = min(part.near, y), max(part.far, y)
			}
		}
	}
	around := f.tile.Height
	part.left, part.right = max(part.left-around, f.left), min(part.right+around, f.right)
	part.near, part.far = max(part.near-around, f.near), min(part.far+around, f.far)
	return &part, part.left < part.right
}

// open reports whether something as light as the nearest of the sure tiles lies where
// a sideways tile would, and none of them does.
func (s *sheet) open(at models.Point, sure []laid) bool {
	if len(sure) == 0 || s.brightAt(at) < raster.LightDarker*raster.LightDarker*sure[0].light.Bright {
		return false
	}
	here := laid{at: at, turned: true}
	nearest, apart := -1, math.Inf(1)
	for i, o := range sure {
		if s.field.crowd(here, o) {
			return false
		}
		if d := o.at.Sub(at).Length(); d < apart {
			nearest, apart = i, d
		}
	}
	return nearest >= 0 && s.lightOf(here).Like(sure[nearest].light)
}
