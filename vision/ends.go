package vision

import (
	"slices"

	"jantaku/vision/raster"
)

const (
	mostBeyond = 5 // tiles that may be found beyond an end of a row
)

// ends decides where a row begins and ends. The search was coarse and its frame is
// least certain at the ends, so each end is followed tile by tile from the surest
// stretch outwards, and beyond it as long as there are tiles. A face that was never
// learned looks like no other; with print and edges to its neighbours it stays.
func (r *bareReader) ends(p *raster.Picture, c *row, sure []row) error {
	from, to, err := r.start(p, c)
	if err != nil || from == to {
		c.tiles = nil
		return err
	}
	if err := r.follow(p, c.tiles[from:to]); err != nil {
		return err
	}
	usual := usualOf(c.tiles)
	before, err := r.walk(p, usual, c.tiles[from], reversed(c.tiles[:from]), -1, sure)
	if err != nil {
		return err
	}
	after, err := r.walk(p, usual, c.tiles[to-1], c.tiles[to:], 1, sure)
	if err != nil {
		return err
	}
	c.tiles = slices.Concat(reversed(before), c.tiles[from:to], after)
	c.tiles = usual.withoutGhosts(c.tiles)
	return nil
}

// start gives the stretch of a row that surely is tiles. Where no tile is seen well
// in the frame of the row, the best is looked at more closely.
func (r *bareReader) start(p *raster.Picture, c *row) (from, to int, err error) {
	if from, to = surest(c.tiles); from < to || len(c.tiles) == 0 {
		return from, to, nil
	}
	best := 0
	for i, t := range c.tiles {
		if t.sim > c.tiles[best].sim {
			best = i
		}
	}
	if err := r.lookCloser(p, &c.tiles[best]); err != nil {
		return 0, 0, err
	}
	from, to = surest(c.tiles)
	return from, to, nil
}

// walk follows a row from its tile last in the direction step. known are the places
// that the coarse search gave, nearest first; beyond them every next place is tried.
// Where tiles of other rows surely lie the row ends.
func (r *bareReader) walk(p *raster.Picture, usual looks, last reading, known []reading, step float64, sure []row) ([]reading, error) {
	var found []reading
	unknown := 0
	if err := r.lookCloser(p, &last); err != nil {
		return nil, err
	}
	for len(found) < len(known)+mostBeyond {
		var t reading
		if n := len(found); n < len(known) {
			t = known[n]
		} else {
			t = reading{t: last.t + step, frame: last.frame}
			if q := t.frame.At(t.t); !p.Shows(q) || covered(sure, q) {
				return found, nil
			}
			if err := r.readTile(p, &t); err != nil {
				return nil, err
			}
		}
		if usual.printed(&t) {
			if err := r.lookCloser(p, &t, last.frame); err != nil {
				return nil, err
			}
		}
		if !usual.may(&t) || covered(sure, t.frame.At(t.t)) {
			return found, nil
		}
		if t.sim < surelyTile {
			unknown++
			if unknown > mostUnknown || t.sim < leastLike || len(found) >= len(known) || !usual.printed(&t) || !usual.between(&t) {
				return found, nil
			}
		}
		found, last = append(found, t), t
	}
	return found, nil
}

// Where the next tiles apart from the end of a row are looked for, in tiles from its last.
const nextApart, lastApart, stepApart = 1.3, 2.6, 0.6

// beyondEnds looks on the lines of rows for tiles apart, such as flowers, as the last tiles
// of the row stand: far out a row's own line says little.
func (r *bareReader) beyondEnds(p *raster.Picture, rows []row) ([]row, error) {
	for at := range rows {
		for _, step := range []float64{-1, 1} {
			tiles := rows[at].tiles
			if len(tiles) == 0 {
				break // all of them gave way to better ones of another row
			}
			usual, end := usualOf(tiles), tiles[0]
			if step > 0 {
				end = tiles[len(tiles)-1]
			}
			if end.turned || end.sim < clearSim {
				continue
			}
			for off := nextApart; off < lastApart; off += stepApart {
				x := end.t + step*off
				if q := end.frame.At(x); !p.Shows(q) || covered(sureTiles(rows), q) {
					continue
				}
				t, err := r.standing(p, end.frame, x)
				if err != nil {
					return nil, err
				}
				read := covered(sureTiles(rows), t.frame.At(t.t)) // and would leave its row
				if t.sim >= clearSim && !read && !t.blank && usual.may(&t) && put(rows, at, t) {
					break
				}
			}
		}
	}
	return withTiles(rows), nil
}

// mostUnknown is how many unlearned faces may stand at an end of a row.
const mostUnknown = 2

// withoutGhosts drops what is no tile but what lies between two: felt with white on
// both sides looks like a face with two bars. A face beside a gap has an edge there.
func (l looks) withoutGhosts(tiles []reading) (out []reading) {
	for i := range tiles {
		t := &tiles[i]
		left := i > 0 && t.t-tiles[i-1].t > touching && t.edges[0] < someOutline
		right := i+1 < len(tiles) && tiles[i+1].t-t.t > touching && t.edges[1] < someOutline
		if l.may(t) && (t.sim >= clearSim || !left && !right) {
			out = append(out, *t)
		}
	}
	return out
}
