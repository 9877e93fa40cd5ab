package vision

import (
	"math"

	"jantaku/vision/raster"
)

// Among turned tiles a row's upright ones are found less surely: the steps between
// them differ, and what fills a place that is none must go.

// withoutWedged drops what is no tile but table between two tiles that stand closer
// than a third fits between them.
func withoutWedged(tiles []reading) (out []reading) {
	pitch := pitchOf(tiles)
	for i, t := range tiles {
		if i > 0 && i+1 < len(tiles) && t.sim < turnedSim {
			a, b := &tiles[i-1], &tiles[i+1]
			if min(a.sim, b.sim) >= turnedSim && a.apart(b) < pitch*((a.wide()+b.wide())/2+wedged) {
				continue
			}
		}
		out = append(out, t)
	}
	return out
}

// settle reads the tiles of a row that are not clear again where a clear neighbour that they
// touch says that they stand.
func (r *bareReader) settle(p *raster.Picture, rows []row, at int) error {
	c, usual := &rows[at], usualShape(rows)
	for i := range c.tiles {
		if err := r.resettle(p, rows, at, i, usual); err != nil {
			return err
		}
		for _, k := range []int{i - 1, i + 1} {
			if k < 0 || k >= len(c.tiles) || c.tiles[i].clear() || c.tiles[i].turned || c.tiles[k].turned || c.tiles[k].sim < clearSim {
				continue
			}
			beside := reading{t: c.tiles[k].t + float64(i-k), frame: c.tiles[k].frame}
			if math.Abs(beside.t-c.tiles[i].t) > touching-1 {
				continue
			}
			if err := r.readClosely(p, &beside); err != nil {
				return err
			}
			if beside.sim >= turnedSim && beside.sim > c.tiles[i].sim {
				c.tiles[i] = beside
			}
		}
	}
	return nil
}

// resettle looks for a face near a tile that looks like none, has another shape than the usual
// one or touches no other, as the nearest clear tile of its row or its line stands: a tile apart
// may have been looked for where none is, two thirds of a 7s look like a whole 6s, and a half of a
// 4s that lies alone like a 2s.
func (r *bareReader) resettle(p *raster.Picture, rows []row, at, i int, usual float64) error {
	c := &rows[at]
	t := &c.tiles[i]
	shaped := likeShape(t.shape(), usual, otherShape)
	if t.sim >= surelyTile && (t.turned || t.sim >= wellSeen && shaped && c.touches(i, loose*pitchOf(c.tiles))) {
		return nil
	}
	alike := func(o reading) bool { return likeShape(o.shape(), usual, otherShape) }
	from := nearestClear(only(c.tiles, alike), t)
	if from == nil { // a row that goes on where this one ends
		inLine := func(o reading) bool { return alike(o) && o.inLine(t) }
		var line []reading
		for _, c := range rows {
			line = append(line, only(c.tiles, inLine)...)
		}
		if from = nearestClear(line, t); from == nil {
			return nil
		}
	}
	x, _ := from.frame.Locate(t.frame.At(t.t))
	f := from.frame.Shifted(x-t.t, 1)
	if !shaped {
		whole := reading{t: t.t, frame: f, distorts: turnedDistorts}
		if err := r.readClosely(p, &whole); err != nil {
			return err
		}
		if whole.sim < wellSeen { // it may lie half a tile beside
			other, err := r.standing(p, f, t.t)
			if err != nil {
				return err
			}
			if other.sim > whole.sim {
				whole = other
			}
		}
		if whole.sim >= surelyTile { // a part may be seen better
			*t = whole
			return nil
		}
	}
	best, err := r.standing(p, f, t.t)
	if err != nil || best.sim < turnedSim || best.sim <= t.sim {
		return err
	}
	others := sureTiles(exceptTile(rows, at, i))
	if shaped && t.sim >= turnedSim && best.clashesAny(others) && !t.clashesAny(others) {
		return nil // seen well where it is, it would draw upon its neighbour
	}
	*t = best
	return nil
}

// standing reads the face that is seen best near t of a frame; one that looks like none is
// not looked at closer. A circle that may as well lie sideways there does not fit.
func (r *bareReader) standing(p *raster.Picture, f raster.Frame, t float64) (best reading, err error) {
	for off := -.6; off <= .6; off += .15 {
		other := reading{t: t + off, frame: f}
		if err := r.readTile(p, &other); err != nil {
			return best, err
		}
		if other.sim > best.sim {
			best = other
		}
	}
	if best.sim < surelyTile {
		return best, nil
	}
	if err := r.lookCloser(p, &best); err != nil || best.tile != circle {
		return best, err
	}
	lying, err := r.readTurned(p, lying(&best.frame, best.t, 0))
	best.misfit = lying.tile == circle && lying.sim > best.sim-eitherWay/2
	return best, err
}
