package bare

import (
	"cmp"
	"context"
	"slices"

	"jantaku/vision/plane"
	"jantaku/vision/raster"
	"jantaku/vision/sight"
)

// addRows tries bands and adds the rows that are tiles.
func (r *Reader) addRows(ctx context.Context, p *raster.Picture, rows []sight.Row, bands []plane.Band) ([]sight.Row, error) {
	sure := sight.Good(rows)
	var candidates []sight.Row
	for _, b := range bands {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c, err := r.tryBand(p, b, sure)
		if err != nil {
			return nil, err
		}
		if c.Gain > leastRow {
			candidates = append(candidates, c)
		}
	}
	slices.SortStableFunc(candidates, func(a, b sight.Row) int { return cmp.Compare(b.Gain, a.Gain) })
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
func (r *Reader) addRow(p *raster.Picture, rows []sight.Row, c sight.Row) ([]sight.Row, sight.Row, error) {
	sure := sight.Good(rows)
	if c.Gain < leastRow || c.Gain < leastTile*float64(len(c.Tiles)) || sight.Taken(sure, c) {
		return rows, sight.Row{}, nil
	}
	better, err := r.fitRow(p, c, sure)
	if err != nil || len(better.Tiles) == 0 {
		return rows, sight.Row{}, err
	}
	var kept []sight.Row
	for _, old := range rows {
		switch overlap := sight.Taken([]sight.Row{better}, old) || sight.Taken([]sight.Row{old}, better); {
		case overlap && old.Clarity() >= better.Clarity():
			return rows, better, nil
		case !overlap:
			kept = append(kept, old)
		case old.Searched && len(old.Tiles) >= len(better.Tiles):
			better.Searched = true // it lies where the old one did
		}
	}
	return append(kept, better), better, nil
}

// fitRow finds the frame, the tiles and the ends of a candidate. Where the tiles turn
// out to stand otherwise than the coarse search had it, their places give a better
// frame to search with once more. No tiles remain of what is none.
func (r *Reader) fitRow(p *raster.Picture, c sight.Row, sure []sight.Row) (sight.Row, error) {
	for again := false; ; again = true {
		better, err := r.improve(p, c, sure)
		if err != nil || better.Gain < leastRow || sight.Taken(sure, better) {
			return sight.Row{}, err
		}
		if err := r.ReadTiles(p, &better); err != nil {
			return sight.Row{}, err
		}
		if err := r.ends(p, &better, sure); err != nil {
			return sight.Row{}, err
		}
		if len(better.Tiles) == 0 || again && better.Weight() < c.Weight() {
			if again {
				return c, nil
			}
			return sight.Row{}, nil
		}
		rough := better.Gain < roughRow*float64(len(better.Tiles))
		sight.Refit(&better)
		if again || !rough || len(better.Tiles) < 3 {
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
