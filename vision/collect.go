package vision

import (
	"cmp"
	"context"
	"slices"

	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// addRows tries bands and adds the rows that are tiles.
func (r *bareReader) addRows(ctx context.Context, p *raster.Picture, rows []row, bands []plane.Band) ([]row, error) {
	sure := good(rows)
	var candidates []row
	for _, b := range bands {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, err := r.tryBand(p, b, sure)
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
		if rows, _, err = r.addRow(p, rows, c); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// addRow looks closely at a candidate and adds it if it is a row of tiles. It takes
// the place of rows that it overlaps and that are seen worse. It also gives the candidate as
// it was seen closely.
func (r *bareReader) addRow(p *raster.Picture, rows []row, c row) ([]row, row, error) {
	sure := good(rows)
	if c.gain < leastRow || c.gain < leastTile*float64(len(c.tiles)) || taken(sure, c) {
		return rows, row{}, nil
	}
	better, err := r.fitRow(p, c, sure)
	if err != nil || len(better.tiles) == 0 {
		return rows, row{}, err
	}
	var kept []row
	for _, old := range rows {
		switch overlap := taken([]row{better}, old) || taken([]row{old}, better); {
		case overlap && old.clarity() >= better.clarity():
			return rows, better, nil
		case !overlap:
			kept = append(kept, old)
		case old.searched && len(old.tiles) >= len(better.tiles):
			better.searched = true // it lies where the old one did
		}
	}
	return append(kept, better), better, nil
}

// fitRow finds the frame, the tiles and the ends of a candidate. Where the tiles turn
// out to stand otherwise than the coarse search had it, their places give a better
// frame to search with once more. No tiles remain of what is none.
func (r *bareReader) fitRow(p *raster.Picture, c row, sure []row) (row, error) {
	for again := false; ; again = true {
		better, err := r.improve(p, c, sure)
		if err != nil || better.gain < leastRow || taken(sure, better) {
			return row{}, err
		}
		if err := r.readTiles(p, &better); err != nil {
			return row{}, err
		}
		if err := r.ends(p, &better, sure); err != nil {
			return row{}, err
		}
		if len(better.tiles) == 0 || again && better.weight() < c.weight() {
			if again {
				return c, nil
			}
			return row{}, nil
		}
		rough := better.gain < roughRow*float64(len(better.tiles))
		refit(&better)
		if again || !rough || len(better.tiles) < 3 {
			return better, nil
		}
		c = better
	}
}

// roughRow is the gain of each tile of a row whose frame fits well.
const roughRow = 0.36

const (
	leastRow  = 0.2  // gain of a row that is looked at closely
	leastTile = 0.05 // and of each of its tiles, on average
)
