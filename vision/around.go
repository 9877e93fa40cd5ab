package vision

import (
	"cmp"
	"context"
	"math"
	"slices"

	"jantaku/models"
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

// spot is a place in the plane of the main row that looks like a face.
type spot struct {
	t, v float64 // in tiles along the row and heights across it
	sim  float32
}

// addAround adds the rows near the rows of the hand that bands of print did not
// show: rows whose print runs together, and tiles apart.
func (r *Reader) addAround(ctx context.Context, p *picture, rows []row) ([]row, error) {
	for range mostAround {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		i := nextToSearch(rows)
		if i < 0 {
			break
		}
		rows[i].searched = true
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
func nextToSearch(rows []row) int {
	main := mainRow(rows)
	if main < 0 { // the best there is may be the hand's, seen poorly
		main = clearest(rows, func(i int) bool { return rows[i].weight() >= fairHand })
	}
	if main < 0 {
		return -1
	}
	for _, i := range together(rows, main) {
		if !rows[i].searched {
			return i
		}
	}
	for i := range rows {
		if !rows[i].searched && rows[i].nearer(&rows[main]) && weighs(rows, together(rows, i)) >= mayBeHand {
			return i
		}
	}
	return -1
}

// mostAround bounds how many rows are looked around, mayBeHand is the weight of rows nearer than the
// hand at which they are.
const mostAround, mayBeHand = 8, 0.7

// addNear adds the rows near one row of the hand.
func (r *Reader) addNear(p *picture, rows []row, c row) ([]row, error) {
	plane := c.frame.shifted((c.first()+c.last())/2, 1)
	plane.centre[2] = models.Point{} // the bend of a row says nothing about what lies beside it
	spots, err := r.spots(p, plane, (c.last()-c.first())/2+aroundAlong, good(rows))
	if err != nil {
		return nil, err
	}
	var tried []row // a row that is seen poorly would be found from each of its tiles again
	for _, s := range spots[:min(mostPlaces, len(spots))] {
		if at := plane.point(s.t, s.v); covered(good(rows), at) || covered(tried, at) {
			continue
		}
		found, err := r.scanAt(p, plane, s, good(rows))
		if err != nil {
			return nil, err
		}
		var fitted row
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
func (r *Reader) scanAt(p *picture, plane frame, s spot, sure []row) (row, error) {
	var best row
	for _, level := range levels {
		f := plane.shifted(s.t, level[0])
		f.centre[0] = plane.point(s.t, s.v)
		f.down[0] = f.down[0].Times(level[1])
		c, err := r.scan(p, f, -aroundAlong, aroundAlong, 2, sure)
		if err != nil {
			return row{}, err
		}
		if c.gain > best.gain {
			best = c
		}
	}
	best.trim(aroundLike)
	return best, nil
}

// trim drops tiles from the ends of a candidate that look less like a face than like:
// where its row goes on is decided with better eyes.
func (c *row) trim(like float64) {
	ghost := func(t reading) bool { return t.sim < like }
	for len(c.tiles) > 0 && ghost(c.tiles[0]) {
		c.gain -= c.tiles[0].sim - minGain
		c.tiles = c.tiles[1:]
	}
	for n := len(c.tiles); n > 0 && ghost(c.tiles[n-1]); n = len(c.tiles) {
		c.gain -= c.tiles[n-1].sim - minGain
		c.tiles = c.tiles[:n-1]
	}
}

// spots lays flat what lies up to reach tiles from the middle of a row and lists
// the places that look like a face and are none yet, the likeliest first.
func (r *Reader) spots(p *picture, plane frame, reach float64, sure []row) ([]spot, error) {
	margin := int(aroundAcross * float64(coarseRes.cellH))
	width := int(2*reach*float64(coarseRes.cellW)) + coarseRes.windowW
	s := plane.draw(p, coarseRes, -reach-.5+insetT, width, margin)
	g, err := s.grid()
	if err != nil {
		return nil, err
	}
	var places [][2]int
	var found []spot
	for y := 0; y*poolCell <= 2*margin; y++ {
		for x := range (width-coarseRes.windowW)/poolCell + 1 {
			at := spot{
				t: float64(x*poolCell)/float64(coarseRes.cellW) - reach,
				v: float64(y*poolCell-margin) / float64(coarseRes.cellH),
			}
			q := plane.point(at.t, at.v)
			if p.shows(q) && !covered(sure, q) && g.inkIn(x, y, coarseW, coarseH) > leastInk {
				places, found = append(places, [2]int{x, y}), append(found, at)
			}
		}
	}
	return peaks(r.likeliest(g, places, found, aroundLike), .6, .5), nil
}

// placesAtOnce bounds the memory that comparing places takes.
const placesAtOnce = 512

// likeliest compares the windows of a grid at places, where the spots lie, with the faces
// and gives the spots that look at least so much like one with print, the likeliest first.
func (r *Reader) likeliest(g *grid, places [][2]int, spots []spot, least float32) (out []spot) {
	n := len(r.match.means)
	for from := 0; from < len(places); from += placesAtOnce {
		to := min(from+placesAtOnce, len(places))
		sims := r.match.matchCoarse(g, places[from:to])
		for i, s := range spots[from:to] {
			if s.sim = r.printedLike(sims[i*n : (i+1)*n]); s.sim >= least {
				out = append(out, s)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b spot) int { return cmp.Compare(b.sim, a.sim) })
	return out
}

// peaks keeps the spots that are not within wide and high of a better one.
func peaks(spots []spot, wide, high float64) (out []spot) {
	for _, s := range spots {
		if !slices.ContainsFunc(out, func(o spot) bool { return math.Abs(o.t-s.t) < wide && math.Abs(o.v-s.v) < high }) {
			out = append(out, s)
		}
	}
	return out
}

// leastInk is the mean ink of a window that may show a printed face.
const leastInk = 0.03

// printedLike is the best similarity with a face that has print.
func (r *Reader) printedLike(sims []float32) float32 {
	best := float32(-1)
	for k, v := range sims {
		if !r.match.coarse.blank[k] {
			best = max(best, v)
		}
	}
	return best
}

// covered reports whether a point lies on a tile of the rows.
func covered(rows []row, q models.Point) bool {
	return slices.ContainsFunc(rows, func(c row) bool {
		return slices.ContainsFunc(c.tiles, func(t reading) bool { return inside(t.quad, q) })
	})
}
