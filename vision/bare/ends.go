package bare

import (
	"slices"

	"jantaku/models"
	"jantaku/vision/bare/sight"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

const (
	mostBeyond = 5 // tiles that may be found beyond an end of a row
)

// ends decides where a row begins and ends. The search was coarse and its frame is
// least certain at the ends, so each end is followed tile by tile from the surest
// stretch outwards, and beyond it as long as there are tiles. A face that was never
// learned looks like no other; with print and edges to its neighbours it stays.
func (r *Reader) ends(p *raster.Picture, c *sight.Row, sure []sight.Row) error {
	from, to, err := r.start(p, c)
	if err != nil || from == to {
		c.Tiles = nil
		return err
	}
	if err := r.follow(p, c.Tiles[from:to]); err != nil {
		return err
	}
	usual := sight.UsualOf(c.Tiles)
	before, err := r.walk(p, usual, c.Tiles[from], reversed(c.Tiles[:from]), -1, sure)
	if err != nil {
		return err
	}
	after, err := r.walk(p, usual, c.Tiles[to-1], c.Tiles[to:], 1, sure)
	if err != nil {
		return err
	}
	c.Tiles = slices.Concat(reversed(before), c.Tiles[from:to], after)
	c.Tiles = withoutGhosts(usual, c.Tiles)
	return nil
}

// start gives the stretch of a row that surely is tiles. Where no tile is seen well
// in the frame of the row, the best is looked at more closely.
func (r *Reader) start(p *raster.Picture, c *sight.Row) (from, to int, err error) {
	if from, to = surest(c.Tiles); from < to || len(c.Tiles) == 0 {
		return from, to, nil
	}
	best := 0
	for i, t := range c.Tiles {
		if t.Sim > c.Tiles[best].Sim {
			best = i
		}
	}
	if err := r.LookCloser(p, &c.Tiles[best]); err != nil {
		return 0, 0, err
	}
	from, to = surest(c.Tiles)
	return from, to, nil
}

// walk follows a row from its tile last in the direction step. known are the places
// that the coarse search gave, nearest first; beyond them every next place is tried.
// Where tiles of other rows surely lie the row ends.
func (r *Reader) walk(p *raster.Picture, usual sight.Looks, last sight.Reading, known []sight.Reading, step float64, sure []sight.Row) ([]sight.Reading, error) {
	var found []sight.Reading
	unknown := 0
	if err := r.LookCloser(p, &last); err != nil {
		return nil, err
	}
	for len(found) < len(known)+mostBeyond {
		var t sight.Reading
		if n := len(found); n < len(known) {
			t = known[n]
		} else {
			t = sight.Reading{T: last.T + step, Frame: last.Frame}
			if q := t.Frame.At(t.T); !p.Shows(q) || sight.Covered(sure, q) {
				return found, nil
			}
			if err := r.ReadTile(p, &t); err != nil {
				return nil, err
			}
		}
		if usual.Printed(&t) {
			if err := r.LookCloser(p, &t, last.Frame); err != nil {
				return nil, err
			}
		}
		if !usual.May(&t) || sight.Covered(sure, t.Frame.At(t.T)) {
			return found, nil
		}
		if t.Sim < sight.Levels.SurelyTile {
			unknown++
			if unknown > mostUnknown || t.Sim < sight.Levels.LeastLike || len(found) >= len(known) || !usual.Printed(&t) || !usual.Between(&t) {
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
func (r *Reader) beyondEnds(p *raster.Picture, rows []sight.Row) ([]sight.Row, error) {
	for at := range rows {
		for _, step := range []float64{-1, 1} {
			tiles := rows[at].Tiles
			if len(tiles) == 0 {
				break // all of them gave way to better ones of another row
			}
			usual, end := sight.UsualOf(tiles), tiles[0]
			if step > 0 {
				end = tiles[len(tiles)-1]
			}
			if end.Turned || end.Sim < sight.Levels.ClearSim {
				continue
			}
			for off := nextApart; off < lastApart; off += stepApart {
				x := end.T + step*off
				if q := end.Frame.At(x); !p.Shows(q) || sight.Covered(sureTiles(rows), q) {
					continue
				}
				t, err := r.standing(p, end.Frame, x)
				if err != nil {
					return nil, err
				}
				read := sight.Covered(sureTiles(rows), t.Frame.At(t.T)) // and would leave its row
				if t.Sim >= sight.Levels.ClearSim && !read && !t.Blank && usual.May(&t) && put(rows, at, t) {
					break
				}
			}
		}
	}
	return sight.WithTiles(rows), nil
}

// mostUnknown is how many unlearned faces may stand at an end of a row.
const mostUnknown = 2

// withoutGhosts drops what is no tile but what lies between two: felt with white on
// both sides looks like a face with two bars. A face beside a gap has an edge there.
func withoutGhosts(l sight.Looks, tiles []sight.Reading) (out []sight.Reading) {
	for i := range tiles {
		t := &tiles[i]
		left := i > 0 && t.T-tiles[i-1].T > touching && t.Edges[0] < sight.Levels.SomeOutline
		right := i+1 < len(tiles) && tiles[i+1].T-t.T > touching && t.Edges[1] < sight.Levels.SomeOutline
		if l.May(t) && (t.Sim >= sight.Levels.ClearSim || !left && !right) {
			out = append(out, *t)
		}
	}
	return out
}

// surest is the stretch of a row that most surely is tiles.
func surest(tiles []sight.Reading) (from, to int) {
	best, sum, start := 0.0, 0.0, 0
	for i, t := range tiles {
		if sum <= 0 {
			sum, start = 0, i
		}
		if sum += t.Sim - sight.Levels.SurelyTile; sum > best {
			best, from, to = sum, start, i+1
		}
	}
	return from, to
}

// A tile of which no face is known looks like nothing that was learned, and a hand with two flowers passes
// for one without. On a rim as white as the tiles it does not stand out from its ground either. But a row goes
// on with it: its upper and lower edge do, in the colour of the tile beside it, and it bears print.

// goesOnTuning are the numbers of seeing that a row goes on. Of 370 tiles at the ends of the rows that were read in
// 167 photographs of six sets, each taken for one that was not, 352 are seen so; of 326 places beyond the ends
// six, at all of which stands a tile whose face was never learned.
type goesOnTuning struct {
	tiles int // at an end of a row whose edges are compared, at least: those of one are the print's as well
	most  int // places beyond an end that are looked at, one after the other: a set has eight flowers
}

var goingFurther = goesOnTuning{tiles: 2, most: 8}

// goesOnUnread are the places beyond the ends of rows at which the row goes on and no tile was read, and none of those
// told already lies.
func (r *Reader) goesOnUnread(p *raster.Picture, rows []sight.Row, told []models.Sighting) (out []models.Sighting, err error) {
	for i := range rows {
		for _, step := range []float64{-1, 1} {
			tiles := rows[i].Tiles
			if step > 0 {
				tiles = reversed(tiles)
			}
			tiles = uprightFaces(tiles)
			if len(tiles) < goingFurther.tiles {
				continue
			}
			further, err := r.further(p, tiles, step, func(q models.Point) bool {
				there := func(s models.Sighting) bool { return raster.Inside(s.Quad, q) }
				return !p.Shows(q) || sight.Covered(rows, q) || slices.ContainsFunc(slices.Concat(told, out), there)
			})
			if err != nil {
				return nil, err
			}
			out = append(out, further...)
		}
	}
	return out, nil
}

// uprightFaces are the first tiles of a row that stand upright and show their faces, as many as one perspective shows well.
func uprightFaces(tiles []sight.Reading) []sight.Reading {
	n := slices.IndexFunc(tiles, func(t sight.Reading) bool { return t.Turned || t.Tile == models.Back })
	if n < 0 {
		n = len(tiles)
	}
	return tiles[:min(n, longStretch)]
}

// further are the places beyond the first of some tiles at which their row goes on, up to one that is taken.
func (r *Reader) further(p *raster.Picture, tiles []sight.Reading, step float64, taken func(models.Point) bool) (out []models.Sighting, err error) {
	var columns []sight.Edges
	for i := range tiles {
		columns = append(columns, sight.Columns(p, &tiles[i].Frame, tiles[i].T)...)
	}
	edges, usual, end := sight.EdgesOf(columns), sight.UsualOf(tiles), tiles[0]
	light, err := shadeOf(p, &end)
	if err != nil {
		return nil, err
	}
	for len(out) < goingFurther.most {
		next := sight.Reading{T: end.T + step*float64(len(out)+1), Frame: end.Frame}
		if taken(next.Frame.At(next.T)) {
			break
		}
		if err := r.ReadTile(p, &next); err != nil {
			return nil, err
		}
		there, err := shadeOf(p, &next)
		if err != nil {
			return nil, err
		}
		if !usual.Inked(&next) || !there.Like(light) || !edges.GoOn(sight.EdgesOf(sight.Columns(p, &next.Frame, next.T))) {
			break
		}
		out = append(out, unreadAt(next.Quad))
	}
	return out, nil
}

// shadeOf is the light on a tile.
func shadeOf(p *raster.Picture, t *sight.Reading) (raster.Shade, error) {
	cell := t.Frame.DrawTile(p, raster.FineRes, t.T, faces.FineMargin)
	if _, err := cell.Ratio(); err != nil {
		return raster.Shade{}, err
	}
	return cell.ShadeAt(cell.Margin), nil
}
