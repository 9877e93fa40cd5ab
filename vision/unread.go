package vision

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// What is as light as the tiles of a field and as large as one is a tile, whether or
// not its face is known: lost without a word it could cost a wrong score.

// mostUnread is how many such places of a field are told: one is enough to ask.
const mostUnread = 3

// addUnread adds what must be tiles and was not found as such.
func (r *stepReader) addUnread(p *raster.Picture, s *sheet, rows []row) ([]row, error) {
	var read []laid
	for _, c := range rows {
		for i := range c.tiles {
			l := s.lay(&c.tiles[i])
			if c.tiles[i].tile == models.Back {
				l.sim = 0 // a back says nothing about how light faces are
			}
			read = append(read, l)
		}
	}
	least := math.Inf(1) // light of any tile that surely is one
	for _, o := range read {
		if o.sim >= clearSim && o.light.Bright > 0 {
			least = min(least, raster.LightDarker*o.light.Bright)
		}
	}
	f := s.field
	half, step := f.tile.Width/2, f.tile.Width/5
	for n, y := 0, f.zones.far-half; y > f.zones.near+half; y -= step {
		for x := f.zones.left + half; x < f.zones.right-half && n < mostUnread; x += step {
			at := models.Point{X: x, Y: y}
			if s.brightAt(at) < least || !s.unread(at, read) {
				continue
			}
			t, err := r.secondLook(p, s, at, read)
			if err != nil {
				return nil, err
			}
			n++
			beside, err := r.besideUpright(p, s, t, read)
			if err != nil {
				return nil, err
			}
			for _, t := range append(beside, t) {
				read = append(read, laid{at: f.middle(&t), turned: t.turned})
				rows = f.putIn(rows, t)
			}
			read = append(read, laid{at: at}, laid{at: at, turned: true})
		}
	}
	return rows, nil
}

// besideUpright gives the upright tiles that stand left and right of one, each touching the
// one before: of a row that was missed some may be too dark with print to stand out.
func (r *stepReader) besideUpright(p *raster.Picture, s *sheet, t reading, read []laid) (found []reading, err error) {
	if t.turned || t.tile == models.Unknown {
		return nil, nil
	}
	f := s.field
	for _, step := range []float64{-1, 1} {
		for at := f.middle(&t); len(found) < mostUnread; {
			at.X += step * f.tile.Width
			if !f.holds(at) || f.crowdsAny(laid{at: at}, read) {
				break
			}
			next := reading{frame: f.frame(at.X, at.Y, 0, -1, 1), distorts: tableDistorts}
			if err := r.readClosely(p, &next); err != nil {
				return nil, err
			}
			// Looked at closely, a tile may turn out to be one that was read.
			if next.sim < turnedSim || next.eitherWayUp() || f.crowdsAny(laid{at: f.middle(&next)}, read) {
				break
			}
			found, at = append(found, next), f.middle(&next)
		}
	}
	return found, nil
}

// unread reports whether a square as wide as a tile is as light as the tiles that were
// read, none of them lies there, and those around that surely are tiles leave room for one.
func (s *sheet) unread(at models.Point, read []laid) bool {
	w := s.field.tile.Width
	slack := squeeze * w
	room := extent{left: math.Inf(-1), right: math.Inf(1), near: math.Inf(-1), far: math.Inf(1)}
	for _, o := range read {
		along, across := s.field.spans(o.turned)
		off := o.at.Sub(at)
		inColumn, inLine := math.Abs(off.X) < (w+along)/2-slack, math.Abs(off.Y) < (w+across)/2-slack
		switch {
		case inColumn && inLine:
			return false
		case o.sim < clearSim:
		case inColumn && off.Y > 0:
			room.far = min(room.far, off.Y-across/2)
		case inColumn:
			room.near = max(room.near, off.Y+across/2)
		case inLine && off.X > 0:
			room.right = min(room.right, off.X-along/2)
		case inLine:
			room.left = max(room.left, off.X+along/2)
		}
	}
	fits := min(room.right-room.left, room.far-room.near) >= w-slack
	return fits && s.lightAllOver(at, w, w, read)
}

// lightAllOver reports whether a part of a field is all over as light as the nearest of
// the tiles that surely are some, and are not hidden from the search.
func (s *sheet) lightAllOver(at models.Point, along, across float64, read []laid) bool {
	nearest, apart := -1, math.Inf(1)
	for i, o := range read {
		if d := o.at.Sub(at).Length(); o.sim >= clearSim && o.light.Bright > 0 && d < apart {
			nearest, apart = i, d
		}
	}
	if nearest < 0 {
		return false
	}
	least := raster.LightDarker * read[nearest].light.Bright
	for _, y := range []float64{-.4, 0, .4} {
		for _, x := range []float64{-.4, 0, .4} {
			if s.brightAt(at.Add(models.Point{X: x * along, Y: y * across})) < least {
				return false
			}
		}
	}
	wide, high := s.field.pixel(raster.CoarseRes)
	x, y := (at.X-.4*along-s.field.left)/wide, (s.field.far-at.Y-.4*across)/high
	return s.strip.ShadeIn(int(x), int(y), int(.8*along/wide), int(.8*across/high)).Like(read[nearest].light)
}

// onlyThere drops what looks like no face, or like a blank one, and lies where no tile of
// the hand can: upon one that is seen better, partly on what is darker than tiles, or
// among the rivers.
func (r *stepReader) onlyThere(s *sheet, rows []row) (out []row) {
	var read []laid
	for _, c := range rows {
		for i := range c.tiles {
			if !c.tiles[i].blank { // which may be bare cloth
				read = append(read, s.lay(&c.tiles[i]))
			}
		}
	}
	sure := slices.ContainsFunc(read, func(o laid) bool { return o.sim >= clearSim })
	for _, c := range rows {
		c.tiles = slices.DeleteFunc(slices.Clone(c.tiles), func(t reading) bool {
			if !sure || t.sim >= turnedSim && !t.blank {
				return false
			}
			l := s.lay(&t)
			along, across := s.field.spans(l.turned)
			return l.at.Y > s.field.zones.far || !s.lightAllOver(l.at, along, across, read) ||
				slices.ContainsFunc(read, func(o laid) bool { return o.sim > l.sim && s.field.crowd(l, o) })
		})
		if len(c.tiles) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// secondLook reads the tile that lies around a point either way, as one whose face is
// unknown if it looks like none. What looks the same either way has its outline only.
func (r *stepReader) secondLook(p *raster.Picture, s *sheet, at models.Point, read []laid) (reading, error) {
	f := s.field
	left, right := s.until(at, models.Point{X: -1}, read), s.until(at, models.Point{X: 1}, read)
	down, up := s.until(at, models.Point{Y: -1}, read), s.until(at, models.Point{Y: 1}, read)
	at = at.Add(models.Point{X: (right - left) / 2, Y: (up - down) / 2})
	upright := reading{frame: f.frame(at.X, at.Y, 0, -1, 1), distorts: tableDistorts}
	var best reading
	for _, t := range []reading{upright, {frame: f.lying(at), turned: true, distorts: tableDistorts}} {
		turned := t.turned
		if err := r.readTile(p, &t); err != nil {
			return t, err
		}
		along, across := f.spans(turned)
		fits := math.Abs(left+right-along) < f.tile.Width/6 && math.Abs(up+down-across) < f.tile.Width/6
		if t.eitherWayUp() && !fits {
			continue
		}
		if err := r.lookCloser(p, &t); err != nil {
			return t, err
		}
		t.turned = turned
		if t.sim >= turnedSim && !f.crowdsAny(laid{at: f.middle(&t), turned: turned}, read) {
			return t, nil
		}
		if t.sim > max(best.sim, surelyTile) && !t.eitherWayUp() {
			best = t
		}
	}
	if best.sim > 0 { // seen badly, but a tile
		return best, nil
	}
	upright.tile, upright.ranks, upright.quad = models.Unknown, []faces.Rank{{Tile: models.Unknown}}, upright.frame.Quad(0, 0)
	return upright, nil
}

// until is how far it is as light as at a point in a direction, mm, and no tile that
// was read lies; two tiles at most.
func (s *sheet) until(at, way models.Point, read []laid) float64 {
	least := raster.LightDarker * s.brightAt(at)
	const step = 0.5
	for d := step; d < 2*s.field.tile.Height; d += step {
		q := at.Add(way.Times(d))
		onTile := slices.ContainsFunc(read, func(o laid) bool {
			along, across := s.field.spans(o.turned)
			return math.Abs(o.at.X-q.X) < along/2 && math.Abs(o.at.Y-q.Y) < across/2
		})
		if onTile || s.brightAt(q) < least {
			return d
		}
	}
	return 2 * s.field.tile.Height
}
