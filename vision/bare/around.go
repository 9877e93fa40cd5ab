package bare

import (
	"context"

	"jantaku/models"
	"jantaku/vision/bare/sight"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// The rest of a hand lies near its main row: melds on the felt above, concealed
// tiles on the rim below, flowers apart on the same line. The plane of the main row
// says what size and direction all of them have, so the surroundings are laid flat
// at once and every place is compared with the faces.
const (
	aroundAlong  = 9.0  // tiles beyond the ends of the main row that are searched
	aroundAcross = 3.2  // heights of a tile above and below it
	aroundLike   = 0.64 // similarity of a place that is looked at closely
	mostPlaces   = 14   // places that are looked at closely, the likeliest first
)

// addAround adds the rows near the rows of the hand that bands of print did not
// show: rows whose print runs together, and tiles apart.
func (r *Reader) addAround(ctx context.Context, p *raster.Picture, rows []sight.Row) ([]sight.Row, error) {
	for range mostAround {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		i := nextToSearch(rows)
		if i < 0 {
			break
		}
		rows[i].Searched = true
		var err error
		if rows, err = r.addNear(p, rows, rows[i]); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// nextToSearch is the first row of the hand whose surroundings were not searched, then of what lies
// nearer to the viewer and may turn out to be the hand; -1 if there is none. Rows take the place of
// others while that is done, so that it begins anew each time.
func nextToSearch(rows []sight.Row) int {
	main := mainRow(rows)
	if main < 0 { // the best there is may be the hand's, seen poorly
		main = clearest(rows, func(i int) bool { return weightOf(&rows[i]) >= fairHand })
	}
	if main < 0 {
		return -1
	}
	for _, i := range together(rows, main) {
		if !rows[i].Searched {
			return i
		}
	}
	for i := range rows {
		if !rows[i].Searched && nearer(&rows[i], &rows[main]) && weighs(rows, together(rows, i)) >= mayBeHand {
			return i
		}
	}
	return -1
}

// mostAround bounds how many rows are looked around, mayBeHand is the weight of rows nearer than the
// hand at which they are.
const mostAround, mayBeHand = 8, 0.7

// addNear adds the rows near one row of the hand.
func (r *Reader) addNear(p *raster.Picture, rows []sight.Row, c sight.Row) ([]sight.Row, error) {
	ground := c.Frame.Shifted((c.First()+c.Last())/2, 1)
	ground.Centre[2] = models.Point{} // the bend of a row says nothing about what lies beside it
	spots, err := r.spots(p, ground, (c.Last()-c.First())/2+aroundAlong, good(rows))
	if err != nil {
		return nil, err
	}
	var tried []sight.Row // a row that is seen poorly would be found from each of its tiles again
	for _, s := range spots[:min(mostPlaces, len(spots))] {
		if at := ground.Point(s.X, s.Y); sight.Covered(good(rows), at) || sight.Covered(tried, at) {
			continue
		}
		found, err := r.scanAt(p, ground, s, good(rows))
		if err != nil {
			return nil, err
		}
		var fitted sight.Row
		if rows, fitted, err = r.addRow(p, rows, found); err != nil {
			return nil, err
		}
		tried = append(tried, fitted)
	}
	return rows, nil
}

// levels are the sizes and the heights of tiles that lie higher or lower than the
// main row, or farther away, compared with those of its plane.
var levels = [][2]float64{{1, 1}, {1, .87}, {1, 1.15}, {.9, .87}, {.9, 1}, {1.1, 1}, {1.1, 1.15}}

// scanAt looks for a row through a spot at every level and gives the best.
func (r *Reader) scanAt(p *raster.Picture, ground raster.Frame, s faces.Spot, sure []sight.Row) (sight.Row, error) {
	var best sight.Row
	for _, level := range levels {
		f := ground.Shifted(s.X, level[0])
		f.Centre[0] = ground.Point(s.X, s.Y)
		f.Down[0] = f.Down[0].Times(level[1])
		c, err := r.scan(p, f, -aroundAlong, aroundAlong, 2, sure)
		if err != nil {
			return sight.Row{}, err
		}
		if c.Gain > best.Gain {
			best = c
		}
	}
	trim(&best, aroundLike)
	return best, nil
}

// trim drops tiles from the ends of a candidate that look less like a face than like:
// where its row goes on is decided with better eyes.
func trim(c *sight.Row, like float64) {
	ghost := func(t sight.Reading) bool { return t.Sim < like }
	for len(c.Tiles) > 0 && ghost(c.Tiles[0]) {
		c.Gain -= c.Tiles[0].Sim - minGain
		c.Tiles = c.Tiles[1:]
	}
	for n := len(c.Tiles); n > 0 && ghost(c.Tiles[n-1]); n = len(c.Tiles) {
		c.Gain -= c.Tiles[n-1].Sim - minGain
		c.Tiles = c.Tiles[:n-1]
	}
}

// spots lays flat what lies up to reach tiles from the middle of a row and lists
// the places that look like a face and are none yet, the likeliest first.
func (r *Reader) spots(p *raster.Picture, ground raster.Frame, reach float64, sure []sight.Row) ([]faces.Spot, error) {
	margin := int(aroundAcross * float64(raster.CoarseRes.CellH))
	width := int(2*reach*float64(raster.CoarseRes.CellW)) + raster.CoarseRes.WindowW
	s := ground.Draw(p, raster.CoarseRes, -reach-.5+raster.InsetT, width, margin)
	g, err := s.Grid()
	if err != nil {
		return nil, err
	}
	var places [][2]int
	var found []faces.Spot
	for y := 0; y*raster.PoolCell <= 2*margin; y++ {
		for x := range (width-raster.CoarseRes.WindowW)/raster.PoolCell + 1 {
			at := faces.Spot{
				X: float64(x*raster.PoolCell)/float64(raster.CoarseRes.CellW) - reach,
				Y: float64(y*raster.PoolCell-margin) / float64(raster.CoarseRes.CellH),
			}
			q := ground.Point(at.X, at.Y)
			if p.Shows(q) && !sight.Covered(sure, q) && g.InkIn(x, y, raster.CoarseW, raster.CoarseH) > leastInk {
				places, found = append(places, [2]int{x, y}), append(found, at)
			}
		}
	}
	return faces.Peaks(r.Match.Likeliest(g, places, found, aroundLike), .6, .5), nil
}
