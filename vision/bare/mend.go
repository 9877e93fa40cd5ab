package bare

import (
	"math"
	"slices"

	"jantaku/vision/bare/sight"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// Among turned tiles a row's upright ones are found less surely: the steps between
// them differ, and what fills a place that is none must go.

// withoutWedged drops what is no tile but table between two tiles that stand closer
// than a third fits between them.
func withoutWedged(tiles []sight.Reading) (out []sight.Reading) {
	pitch := pitchOf(tiles)
	for i, t := range tiles {
		if i > 0 && i+1 < len(tiles) && t.Sim < sight.Levels.TurnedSim {
			a, b := &tiles[i-1], &tiles[i+1]
			if min(a.Sim, b.Sim) >= sight.Levels.TurnedSim && a.Apart(b) < pitch*((a.Wide()+b.Wide())/2+wedged) {
				continue
			}
		}
		out = append(out, t)
	}
	return out
}

// settle reads the tiles of a row that are not clear again where a clear neighbour that they
// touch says that they stand.
func (r *Reader) settle(p *raster.Picture, rows []sight.Row, at int) error {
	c, usual := &rows[at], usualShape(rows)
	for i := range c.Tiles {
		if err := r.resettle(p, rows, at, i, usual); err != nil {
			return err
		}
		for _, k := range []int{i - 1, i + 1} {
			if k < 0 || k >= len(c.Tiles) || c.Tiles[i].Clear() || c.Tiles[i].Turned || c.Tiles[k].Turned || c.Tiles[k].Sim < sight.Levels.ClearSim {
				continue
			}
			beside := sight.Reading{T: c.Tiles[k].T + float64(i-k), Frame: c.Tiles[k].Frame}
			if math.Abs(beside.T-c.Tiles[i].T) > touching-1 {
				continue
			}
			if err := r.ReadClosely(p, &beside); err != nil {
				return err
			}
			if beside.Sim >= sight.Levels.TurnedSim && beside.Sim > c.Tiles[i].Sim {
				c.Tiles[i] = beside
			}
		}
	}
	return nil
}

// resettle looks for a face near a tile that looks like none, has another shape than the usual
// one or touches no other, as the nearest clear tile of its row or its line stands: a tile apart
// may have been looked for where none is, two thirds of a 7s look like a whole 6s, and a half of a
// 4s that lies alone like a 2s.
func (r *Reader) resettle(p *raster.Picture, rows []sight.Row, at, i int, usual float64) error {
	c := &rows[at]
	t := &c.Tiles[i]
	shaped := likeShape(t.Shape(), usual, otherShape)
	if t.Sim >= sight.Levels.SurelyTile && (t.Turned || t.Sim >= sight.Levels.WellSeen && shaped && touches(c, i, sight.Loose*pitchOf(c.Tiles))) {
		return nil
	}
	alike := func(o sight.Reading) bool { return likeShape(o.Shape(), usual, otherShape) }
	from := nearestClear(sight.Only(c.Tiles, alike), t)
	if from == nil { // a row that goes on where this one ends
		inLine := func(o sight.Reading) bool { return alike(o) && inLine(&o, t) }
		var line []sight.Reading
		for _, c := range rows {
			line = append(line, sight.Only(c.Tiles, inLine)...)
		}
		if from = nearestClear(line, t); from == nil {
			return nil
		}
	}
	x, _ := from.Frame.Locate(t.Frame.At(t.T))
	f := from.Frame.Shifted(x-t.T, 1)
	if !shaped {
		whole := sight.Reading{T: t.T, Frame: f, Distorts: sight.Closer.TurnedDistorts}
		if err := r.ReadClosely(p, &whole); err != nil {
			return err
		}
		if whole.Sim < sight.Levels.WellSeen { // it may lie half a tile beside
			other, err := r.standing(p, f, t.T)
			if err != nil {
				return err
			}
			if other.Sim > whole.Sim {
				whole = other
			}
		}
		if whole.Sim >= sight.Levels.SurelyTile { // a part may be seen better
			*t = whole
			return nil
		}
	}
	best, err := r.standing(p, f, t.T)
	if err != nil || best.Sim < sight.Levels.TurnedSim || best.Sim <= t.Sim {
		return err
	}
	others := sureTiles(exceptTile(rows, at, i))
	if shaped && t.Sim >= sight.Levels.TurnedSim && clashesAny(&best, others) && !clashesAny(t, others) {
		return nil // seen well where it is, it would draw upon its neighbour
	}
	*t = best
	return nil
}

// standing reads the face that is seen best near t of a frame; one that looks like none is
// not looked at closer. A circle that may as well lie sideways there does not fit.
func (r *Reader) standing(p *raster.Picture, f raster.Frame, t float64) (best sight.Reading, err error) {
	for off := -.6; off <= .6; off += .15 {
		other := sight.Reading{T: t + off, Frame: f}
		if err := r.ReadTile(p, &other); err != nil {
			return best, err
		}
		if other.Sim > best.Sim {
			best = other
		}
	}
	if best.Sim < sight.Levels.SurelyTile {
		return best, nil
	}
	if err := r.LookCloser(p, &best); err != nil || best.Tile != faces.Circle {
		return best, err
	}
	lying, err := r.readTurned(p, lying(&best.Frame, best.T, 0))
	best.Misfit = lying.Tile == faces.Circle && lying.Sim > best.Sim-sight.Levels.EitherWay/2
	return best, err
}

// inLine reports whether a tile lies on the line of another. The middle of what was read by a
// part lies farther off it than that of a tile.
func inLine(t *sight.Reading, o *sight.Reading) bool {
	_, v := t.Frame.Locate(o.Frame.At(o.T))
	return math.Abs(v) < mostRise
}

// clashesAny reports whether a tile lies upon one of rows.
func clashesAny(t *sight.Reading, rows []sight.Row) bool {
	return slices.ContainsFunc(rows, func(c sight.Row) bool {
		return slices.ContainsFunc(c.Tiles, func(o sight.Reading) bool { return t.Clashes(&o) })
	})
}
