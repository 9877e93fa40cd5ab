package stepwise

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
	"jantaku/vision/sight"
)

// What is as light as the tiles of a field and as large as one is a tile, whether or
// not its face is known: lost without a word it could cost a wrong score.

// mostUnread is how many such places of a field are told: one is enough to ask.
const mostUnread = 3

// AddUnread adds what must be tiles and was not found as such.
func (r *Reader) AddUnread(p *raster.Picture, s *plane.Sheet, rows []sight.Row) ([]sight.Row, error) {
	var read []plane.Laid
	for _, c := range rows {
		for i := range c.Tiles {
			l := sight.Lay(s, &c.Tiles[i])
			if c.Tiles[i].Tile == models.Back {
				l.Sim = 0 // a back says nothing about how light faces are
			}
			read = append(read, l)
		}
	}
	least := math.Inf(1) // light of any tile that surely is one
	for _, o := range read {
		if o.Sim >= sight.Levels.ClearSim && o.Light.Bright > 0 {
			least = min(least, raster.LightDarker*o.Light.Bright)
		}
	}
	f := s.Field
	half, step := f.Tile.Width/2, f.Tile.Width/5
	for n, y := 0, f.Zones.Far-half; y > f.Zones.Near+half; y -= step {
		for x := f.Zones.Left + half; x < f.Zones.Right-half && n < mostUnread; x += step {
			at := models.Point{X: x, Y: y}
			if s.BrightAt(at) < least || !unreadOn(s, at, read) {
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
				read = append(read, plane.Laid{At: sight.Middle(f, &t), Turned: t.Turned})
				rows = sight.PutInField(f, rows, t)
			}
			read = append(read, plane.Laid{At: at}, plane.Laid{At: at, Turned: true})
		}
	}
	return rows, nil
}

// besideUpright gives the upright tiles that stand left and right of one, each touching the
// one before: of a row that was missed some may be too dark with print to stand out.
func (r *Reader) besideUpright(p *raster.Picture, s *plane.Sheet, t sight.Reading, read []plane.Laid) (found []sight.Reading, err error) {
	if t.Turned || t.Tile == models.Unknown {
		return nil, nil
	}
	f := s.Field
	for _, step := range []float64{-1, 1} {
		for at := sight.Middle(f, &t); len(found) < mostUnread; {
			at.X += step * f.Tile.Width
			if !f.Holds(at) || f.CrowdsAny(plane.Laid{At: at}, read) {
				break
			}
			next := sight.Reading{Frame: f.Frame(at.X, at.Y, 0, -1, 1), Distorts: sight.Closer.TableDistorts}
			if err := r.ReadClosely(p, &next); err != nil {
				return nil, err
			}
			// Looked at closely, a tile may turn out to be one that was read.
			if next.Sim < sight.Levels.TurnedSim || next.EitherWayUp() || f.CrowdsAny(plane.Laid{At: sight.Middle(f, &next)}, read) {
				break
			}
			found, at = append(found, next), sight.Middle(f, &next)
		}
	}
	return found, nil
}

// unreadOn reports whether a square as wide as a tile is as light as the tiles that were
// read, none of them lies there, and those around that surely are tiles leave room for one.
func unreadOn(s *plane.Sheet, at models.Point, read []plane.Laid) bool {
	w := s.Field.Tile.Width
	slack := plane.Squeeze * w
	room := plane.Extent{Left: math.Inf(-1), Right: math.Inf(1), Near: math.Inf(-1), Far: math.Inf(1)}
	for _, o := range read {
		along, across := s.Field.Spans(o.Turned)
		off := o.At.Sub(at)
		inColumn, inLine := math.Abs(off.X) < (w+along)/2-slack, math.Abs(off.Y) < (w+across)/2-slack
		switch {
		case inColumn && inLine:
			return false
		case o.Sim < sight.Levels.ClearSim:
		case inColumn && off.Y > 0:
			room.Far = min(room.Far, off.Y-across/2)
		case inColumn:
			room.Near = max(room.Near, off.Y+across/2)
		case inLine && off.X > 0:
			room.Right = min(room.Right, off.X-along/2)
		case inLine:
			room.Left = max(room.Left, off.X+along/2)
		}
	}
	fits := min(room.Right-room.Left, room.Far-room.Near) >= w-slack
	return fits && lightAllOver(s, at, w, w, read)
}

// lightAllOver reports whether a part of a field is all over as light as the nearest of
// the tiles that surely are some, and are not hidden from the search.
func lightAllOver(s *plane.Sheet, at models.Point, along, across float64, read []plane.Laid) bool {
	nearest, apart := -1, math.Inf(1)
	for i, o := range read {
		if d := o.At.Sub(at).Length(); o.Sim >= sight.Levels.ClearSim && o.Light.Bright > 0 && d < apart {
			nearest, apart = i, d
		}
	}
	if nearest < 0 {
		return false
	}
	least := raster.LightDarker * read[nearest].Light.Bright
	for _, y := range []float64{-.4, 0, .4} {
		for _, x := range []float64{-.4, 0, .4} {
			if s.BrightAt(at.Add(models.Point{X: x * along, Y: y * across})) < least {
				return false
			}
		}
	}
	wide, high := s.Field.Pixel(raster.CoarseRes)
	x, y := (at.X-.4*along-s.Field.Left)/wide, (s.Field.Far-at.Y-.4*across)/high
	return s.Strip.ShadeIn(int(x), int(y), int(.8*along/wide), int(.8*across/high)).Like(read[nearest].Light)
}

// onlyThere drops what looks like no face, or like a blank one, and lies where no tile of
// the hand can: upon one that is seen better, partly on what is darker than tiles, or
// among the rivers.
func (r *Reader) onlyThere(s *plane.Sheet, rows []sight.Row) (out []sight.Row) {
	var read []plane.Laid
	for _, c := range rows {
		for i := range c.Tiles {
			if !c.Tiles[i].Blank { // which may be bare cloth
				read = append(read, sight.Lay(s, &c.Tiles[i]))
			}
		}
	}
	sure := slices.ContainsFunc(read, func(o plane.Laid) bool { return o.Sim >= sight.Levels.ClearSim })
	for _, c := range rows {
		c.Tiles = slices.DeleteFunc(slices.Clone(c.Tiles), func(t sight.Reading) bool {
			if !sure || t.Sim >= sight.Levels.TurnedSim && !t.Blank {
				return false
			}
			l := sight.Lay(s, &t)
			along, across := s.Field.Spans(l.Turned)
			return l.At.Y > s.Field.Zones.Far || !lightAllOver(s, l.At, along, across, read) ||
				slices.ContainsFunc(read, func(o plane.Laid) bool { return o.Sim > l.Sim && s.Field.Crowd(l, o) })
		})
		if len(c.Tiles) > 0 {
			out = append(out, c)
		}
	}
	return out
}

// secondLook reads the tile that lies around a point either way, as one whose face is
// unknown if it looks like none. What looks the same either way has its outline only.
func (r *Reader) secondLook(p *raster.Picture, s *plane.Sheet, at models.Point, read []plane.Laid) (sight.Reading, error) {
	f := s.Field
	left, right := lightUntil(s, at, models.Point{X: -1}, read), lightUntil(s, at, models.Point{X: 1}, read)
	down, up := lightUntil(s, at, models.Point{Y: -1}, read), lightUntil(s, at, models.Point{Y: 1}, read)
	at = at.Add(models.Point{X: (right - left) / 2, Y: (up - down) / 2})
	upright := sight.Reading{Frame: f.Frame(at.X, at.Y, 0, -1, 1), Distorts: sight.Closer.TableDistorts}
	var best sight.Reading
	for _, t := range []sight.Reading{upright, {Frame: f.Lying(at), Turned: true, Distorts: sight.Closer.TableDistorts}} {
		turned := t.Turned
		if err := r.ReadTile(p, &t); err != nil {
			return t, err
		}
		along, across := f.Spans(turned)
		fits := math.Abs(left+right-along) < f.Tile.Width/6 && math.Abs(up+down-across) < f.Tile.Width/6
		if t.EitherWayUp() && !fits {
			continue
		}
		if err := r.LookCloser(p, &t); err != nil {
			return t, err
		}
		t.Turned = turned
		if t.Sim >= sight.Levels.TurnedSim && !f.CrowdsAny(plane.Laid{At: sight.Middle(f, &t), Turned: turned}, read) {
			return t, nil
		}
		if t.Sim > max(best.Sim, sight.Levels.SurelyTile) && !t.EitherWayUp() {
			best = t
		}
	}
	if best.Sim > 0 { // seen badly, but a tile
		return best, nil
	}
	upright.Tile, upright.Ranks, upright.Quad = models.Unknown, []faces.Rank{{Tile: models.Unknown}}, upright.Frame.Quad(0, 0)
	return upright, nil
}

// lightUntil is how far it is as light as at a point in a direction, mm, and no tile that
// was read lies; two tiles at most.
func lightUntil(s *plane.Sheet, at, way models.Point, read []plane.Laid) float64 {
	least := raster.LightDarker * s.BrightAt(at)
	const step = 0.5
	for d := step; d < 2*s.Field.Tile.Height; d += step {
		q := at.Add(way.Times(d))
		onTile := slices.ContainsFunc(read, func(o plane.Laid) bool {
			along, across := s.Field.Spans(o.Turned)
			return math.Abs(o.At.X-q.X) < along/2 && math.Abs(o.At.Y-q.Y) < across/2
		})
		if onTile || s.BrightAt(q) < least {
			return d
		}
	}
	return 2 * s.Field.Tile.Height
}
