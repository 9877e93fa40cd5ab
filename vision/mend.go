package vision

import (
	"cmp"
	"math"
	"slices"

	"jantaku/vision/raster"
)

// Among turned tiles a row's upright ones are found less surely: the steps between
// them differ, and what fills a place that is none must go.

// apart is how far, in pixels, the middles of two tiles lie from each other.
func (t *reading) apart(o *reading) float64 { return o.frame.At(o.t).Sub(t.frame.At(t.t)).Length() }

// pitchOf is how far, in pixels, the middles of upright tiles lie apart that touch: the
// t of a row bends with what was found in it.
func pitchOf(tiles []reading) float64 { return touchingStep(tiles, (*reading).apart) }

// inHeights is how far the middles of two tiles lie from each other, in heights of theirs.
func inHeights(t, o *reading) float64 {
	return 2 * t.apart(o) / (t.frame.DownAt(t.t).Length() + o.frame.DownAt(o.t).Length())
}

// touchingStep is the step from one upright tile to the next that touches it, in any
// measure.
func touchingStep(tiles []reading, step func(a, b *reading) float64) float64 {
	var steps []float64
	for i := 1; i < len(tiles); i++ {
		if a, b := &tiles[i-1], &tiles[i]; !a.turned && !b.turned && min(a.sim, b.sim) >= turnedSim {
			steps = append(steps, step(a, b))
		}
	}
	if len(steps) == 0 {
		next := tiles[0]
		next.t++
		return step(&tiles[0], &next)
	}
	slices.Sort(steps)
	return steps[len(steps)/4]
}

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

// withoutDoubles keeps of tiles of any rows that lie upon each other the better one.
func withoutDoubles(rows []row) (out []row) {
	for _, c := range rows {
		kept := c
		kept.tiles = nil
		for _, t := range c.tiles {
			if !t.beaten(rows) {
				kept.tiles = append(kept.tiles, t)
			}
		}
		if len(kept.tiles) > 0 {
			out = append(out, kept)
		}
	}
	return out
}

// beaten reports whether tiles that are seen better lie where this one does, one of
// them or, for a tile that looks like no face, several together.
func (t *reading) beaten(rows []row) bool {
	taken := 0.0
	for _, c := range rows {
		for _, o := range c.tiles {
			if o.sim <= t.sim {
				continue
			}
			if o.clash(t) {
				return true
			}
			taken += raster.Overlap(t.quad, o.quad)
		}
	}
	return t.sim < turnedSim && taken > someOverlap/2
}

// settle reads the tiles of a row that are not clear again where a clear neighbour that they
// touch says that they stand.
func (r *Reader) settle(p *raster.Picture, rows []row, at int) error {
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
func (r *Reader) resettle(p *raster.Picture, rows []row, at, i int, usual float64) error {
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

// exceptTile are rows without one of their tiles.
func exceptTile(rows []row, at, i int) []row {
	rows = slices.Clone(rows)
	rows[at].tiles = slices.Delete(slices.Clone(rows[at].tiles), i, i+1)
	return rows
}

// only are those of a list for which something holds.
func only[T any](list []T, holds func(T) bool) (out []T) {
	for _, t := range list {
		if holds(t) {
			out = append(out, t)
		}
	}
	return out
}

// withTiles are the rows that have any.
func withTiles(rows []row) []row {
	return only(rows, func(c row) bool { return len(c.tiles) > 0 })
}

// inLine reports whether a tile lies on the line of another. The middle of what was read by a
// part lies farther off it than that of a tile.
func (t *reading) inLine(o *reading) bool {
	_, v := t.frame.Locate(o.frame.At(o.t))
	return math.Abs(v) < mostRise
}

// standing reads the face that is seen best near t of a frame; one that looks like none is
// not looked at closer. A circle that may as well lie sideways there does not fit.
func (r *Reader) standing(p *raster.Picture, f raster.Frame, t float64) (best reading, err error) {
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

// nearestClear is the clear tile of a row that lies nearest to another; nil if none does.
func nearestClear(tiles []reading, t *reading) *reading {
	if len(tiles) == 0 {
		return nil
	}
	from := slices.MinFunc(tiles, func(a, b reading) int { return cmp.Compare(farFrom(&a, t), farFrom(&b, t)) })
	if math.IsInf(farFrom(&from, t), 1) {
		return nil
	}
	return &from
}

// farFrom is how far a tile lies from another that is to be read like it; infinitely
// far if it is not clear or that tile itself.
func farFrom(a, t *reading) float64 {
	if a.turned || a.sim < clearSim || a.quad == t.quad {
		return math.Inf(1)
	}
	return a.apart(t)
}
