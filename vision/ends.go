package vision

import (
	"slices"

	"jantaku/vision/raster"
)

const (
	surelyTile = 0.64 // similarity that nothing but a face reaches
	someInk    = 0.5  // of the row's median ink, that an unknown face has at least
	someLight  = 0.75 // of the row's median brightness
	inShadow   = 0.7  // of the row's median brightness, that a face has in the shadow of a hand
	someEdge   = 0.6  // of the row's median edge between neighbours, to both sides
	mostBeyond = 5    // tiles that may be found beyond an end of a row
)

// ends decides where a row begins and ends. The search was coarse and its frame is
// least certain at the ends, so each end is followed tile by tile from the surest
// stretch outwards, and beyond it as long as there are tiles. A face that was never
// learned looks like no other; with print and edges to its neighbours it stays.
func (r *Reader) ends(p *raster.Picture, c *row, sure []row) error {
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
func (r *Reader) start(p *raster.Picture, c *row) (from, to int, err error) {
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
func (r *Reader) walk(p *raster.Picture, usual looks, last reading, known []reading, step float64, sure []row) ([]reading, error) {
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
func (r *Reader) beyondEnds(p *raster.Picture, rows []row) ([]row, error) {
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

func reversed(tiles []reading) []reading {
	out := slices.Clone(tiles)
	slices.Reverse(out)
	return out
}

// mostUnknown is how many unlearned faces may stand at an end of a row.
const mostUnknown = 2

// leastLike is the similarity that even an unknown face has with some other.
const leastLike = 0.5

// looks is what the tiles of a row look like, whatever is printed on them.
type looks struct{ ink, light, edge float64 }

func usualOf(tiles []reading) looks {
	return looks{
		ink:   median(tiles, func(t reading) float64 { return t.ink }),
		light: median(tiles, func(t reading) float64 { return t.light }),
		edge:  median(tiles, func(t reading) float64 { return (t.edges[0] + t.edges[1]) / 2 }),
	}
}

// printed reports whether a tile shows print in the light of the row.
func (l looks) printed(t *reading) bool {
	return t.ink > someInk*l.ink && t.light > someLight*l.light && t.light < l.light/someLight
}

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

// touching is how far apart, in tiles, the middles of tiles that touch may be.
const touching = 1.4

// may reports whether a tile can be one of the row: in its light, or its print seen so well
// that a shadow must lie on it.
func (l looks) may(t *reading) bool {
	return t.sim >= clearSim && !t.blank || !l.darker(t) && (t.sim >= poorSim || l.printed(t))
}

// between reports whether a tile has edges to both sides like its row's others.
func (l looks) between(t *reading) bool { return min(t.edges[0], t.edges[1]) > someEdge*l.edge }

// surest is the stretch of a row that most surely is tiles.
func surest(tiles []reading) (from, to int) {
	best, sum, start := 0.0, 0.0, 0
	for i, t := range tiles {
		if sum <= 0 {
			sum, start = 0, i
		}
		if sum += t.sim - surelyTile; sum > best {
			best, from, to = sum, start, i+1
		}
	}
	return from, to
}

// median gives the middle value over the tiles that surely are some, as print shows.
func median(tiles []reading, of func(reading) float64) float64 {
	var v []float64
	for _, t := range tiles {
		if t.sim >= surelyTile && !t.blank {
			v = append(v, of(t))
		}
	}
	return middleValue(v)
}
