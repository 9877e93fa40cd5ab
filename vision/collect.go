package vision

import (
	"cmp"
	"context"
	"slices"
)

// addRows tries bands and adds the rows that are tiles.
func (r *Reader) addRows(p *picture, rows []row, bands []band) ([]row, error) {
	var candidates []row
	for _, b := range bands {
		c, err := r.tryBand(p, b)
		if err != nil {
			return nil, err
		}
		if c.gain > leastRow {
			candidates = append(candidates, c)
		}
	}
	slices.SortStableFunc(candidates, func(a, b row) int { return cmp.Compare(b.gain, a.gain) })
	for _, c := range candidates {
		var err error
		if rows, err = r.addRow(p, rows, c); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// addRow looks closely at a candidate and adds it if it is a row of tiles. It takes
// the place of rows that it overlaps and that are seen worse.
func (r *Reader) addRow(p *picture, rows []row, c row) ([]row, error) {
	if c.gain < leastRow || c.gain < leastTile*float64(len(c.tiles)) || taken(good(rows), c) {
		return rows, nil
	}
	better, err := r.improve(p, c)
	if err != nil {
		return nil, err
	}
	if better.gain < leastRow || taken(good(rows), better) {
		return rows, nil
	}
	if err := r.readTiles(p, &better); err != nil {
		return nil, err
	}
	if err := r.ends(p, &better); err != nil {
		return nil, err
	}
	if len(better.tiles) == 0 {
		return rows, nil
	}
	var kept []row
	for _, old := range rows {
		switch overlap := taken([]row{better}, old) || taken([]row{old}, better); {
		case overlap && old.weight() >= better.weight():
			return rows, nil
		case !overlap:
			kept = append(kept, old)
		}
	}
	return append(kept, better), nil
}

// good are the rows whose tiles are seen so well that nothing else can lie there.
func good(rows []row) (out []row) {
	for _, c := range rows {
		if c.weight() > goodTile*float64(len(c.tiles)) {
			out = append(out, c)
		}
	}
	return out
}

// addNeighbours looks for rows that touch the rows of the hand above and below:
// print of neighbouring rows runs together, and no band shows them apart.
func (r *Reader) addNeighbours(ctx context.Context, p *picture, rows []row) ([]row, error) {
	for i := 0; i < len(rows) && i < mostNeighbours; i++ {
		if main := mainRow(rows); main == nil || !belongs(main, main, &rows[i]) && !beside(rows, main, &rows[i]) {
			continue
		}
		for _, side := range []float64{-1, 1} {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			f := rows[i].frame
			m := (rows[i].first() + rows[i].last()) / 2
			f.centre[0] = add(f.centre[0], mul(f.downAt(m), side))
			c, err := r.scan(p, f, rows[i].first()-4, rows[i].last()+4, 2)
			if err != nil {
				return nil, err
			}
			if rows, err = r.addRow(p, rows, c); err != nil {
				return nil, err
			}
		}
	}
	return rows, nil
}

// mostNeighbours bounds how many rows are asked for neighbours.
const mostNeighbours = 8

// beside reports whether a row belongs to the hand by lying beside any row.
func beside(rows []row, main, c *row) bool {
	return slices.ContainsFunc(rows, func(h row) bool { return belongs(main, &h, c) })
}

// nextBatch takes the next bands to try off the list. Once the main row is known,
// only bands near the hand are worth a try.
func nextBatch(rows []row, bands []band) (batch, rest []band) {
	main := mainRow(rows)
	for i, b := range bands {
		if len(batch) == bandBatch {
			return batch, bands[i:]
		}
		if main == nil || nearHand(rows, main, b) {
			batch = append(batch, b)
		}
	}
	return batch, nil
}

const (
	leastRow  = 0.2  // gain of a row that is looked at closely
	leastTile = 0.05 // and of each of its tiles, on average
	goodTile  = 0.15 // weight of each tile of a row that is surely right
)

func (c *row) middle() vec {
	var sum vec
	for _, t := range c.tiles {
		sum = add(sum, c.frame.at(t.t))
	}
	return mul(sum, 1/float64(max(len(c.tiles), 1)))
}

// taken reports whether most tiles of a row lie on tiles of the rows before.
func taken(rows []row, c row) bool {
	hit := 0
	for _, t := range c.tiles {
		q := c.frame.at(t.t)
		for _, r := range rows {
			if slices.ContainsFunc(r.tiles, func(o reading) bool { return inside(o.quad, q) }) {
				hit++
				break
			}
		}
	}
	return 3*hit >= len(c.tiles)
}

// inside reports whether a point lies in a convex quadrilateral.
func inside(quad [4]vec, p vec) bool {
	var pos, neg bool
	for i := range quad {
		k := cross(sub(quad[(i+1)%4], quad[i]), sub(p, quad[i]))
		pos, neg = pos || k > 0, neg || k < 0
	}
	return !(pos && neg)
}
