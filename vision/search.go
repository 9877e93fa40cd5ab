package vision

import (
	"math"
	"slices"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

const (
	mostBands   = 60
	printHeight = 0.78 // of the face, that print usually covers
)

// aspects are the ratios of height to width that a face is seen with: 1.35 from
// above, less from the side of the table, more in pictures that were squeezed.
var aspects = []float64{2, 1.75, 1.53, 1.34, 1.17, 1.02, 0.9}

// usable keeps the bands that are as long as half a tile at least.
func usable(bands []band) []band {
	return slices.DeleteFunc(bands, func(b band) bool { return b.thickness < 14 || b.long() < .5*b.thickness })
}

// tryBand reads a band coarsely with every aspect and gives the best reading.
func (r *Reader) tryBand(p *raster.Picture, b band, sure []row) (row, error) {
	var best row
	u := b.to.Sub(b.from).Unit()
	h := b.thickness / printHeight
	for _, aspect := range aspects {
		pitch := h / aspect
		f := raster.Frame{}
		f.Centre[0] = b.from
		f.Centre[1] = u.Times(pitch)
		f.Down[0] = models.Point{X: -u.Y * h, Y: u.X * h}
		c, err := r.scan(p, f, -.5, b.long()/pitch+.5, 0, sure)
		if err != nil {
			return row{}, err
		}
		if c.gain > best.gain {
			best = c
		}
	}
	return best, nil
}

const scanMargin = 4 // coarse strip pixels above and below, for rows that bend

// scan looks for tiles along a frame with centres from t=from to t=to, which may
// stand up to reach cells off the line. Where tiles surely lie already none are found.
func (r *Reader) scan(p *raster.Picture, f raster.Frame, from, to float64, reach int, sure []row) (row, error) {
	start := from - .5 + raster.InsetT
	steps := int((to-from)*coarsePerTile) + 1
	if steps < 1 || steps > 60*coarsePerTile {
		return row{}, nil
	}
	s := f.Draw(p, raster.CoarseRes, start, steps*raster.PoolCell+raster.CoarseRes.WindowW, scanMargin)
	g, err := s.Grid()
	if err != nil {
		return row{}, err
	}
	each := 2*reach + 1
	places := make([][2]int, 0, each*steps)
	for x := range steps {
		for dy := -reach; dy <= reach; dy++ {
			places = append(places, [2]int{x, scanMargin/raster.PoolCell + dy})
		}
	}
	sims := r.match.MatchCoarse(g, places)
	gain := r.gains(s, sims, steps, each)
	for x := range gain {
		if q := f.At(from + float64(x)/coarsePerTile); !p.Shows(q) || covered(sure, q) {
			gain[x] = -1
		}
	}
	at, total := chain(gain, coarsePerTile, 1, 4)
	out := row{frame: f, gain: total}
	for _, x := range at {
		out.tiles = append(out.tiles, reading{t: from + float64(x)/coarsePerTile, sim: float64(gain[x] + minGain)})
	}
	return out, nil
}

const (
	improvePasses = 4
	lookBeyond    = 2.5 // tiles beyond the ends of a row that are searched for more
)

// improve moves the frame of a row until its tiles look most like faces, and looks
// again for tiles beyond its ends, as long as the row gains by it.
func (r *Reader) improve(p *raster.Picture, c row, sure []row) (row, error) {
	step := .08
	for range improvePasses {
		if len(c.tiles) == 0 {
			return c, nil
		}
		n := len(c.tiles)
		regrid(&c)
		f, _ := raster.Refine(c.frame, (c.first()+c.last())/2, 2, step, func(f *raster.Frame) float64 { return r.fit(p, f, c.tiles) })
		again, err := r.scan(p, f, c.first()-lookBeyond, c.last()+lookBeyond, 1, sure)
		if err != nil {
			return row{}, err
		}
		if again.gain < c.gain*.95 {
			break
		}
		done := len(again.tiles) == n && again.gain < c.gain*1.02
		c, step = again, max(step/2, .03)
		if done {
			break
		}
	}
	return r.lookApart(p, c, sure)
}

// farApart is how many tiles beyond the ends of a row flowers and the winning tile
// are looked for.
const farApart = 7

// lookApart adds tiles that lie on the line of a row but apart from it.
func (r *Reader) lookApart(p *raster.Picture, c row, sure []row) (row, error) {
	if len(c.tiles) < 3 || c.gain < .1*float64(len(c.tiles)) {
		return c, nil
	}
	far, err := r.scan(p, c.frame, c.first()-farApart, c.last()+farApart, 2, sure)
	if err != nil {
		return row{}, err
	}
	if far.gain > c.gain {
		return far, nil
	}
	return c, nil
}

// gains says what a tile at each step of a strip is worth, given the similarities
// at each places of every step. Windows in another light than the faces around
// are none, and a blank face is believed only beside others.
func (r *Reader) gains(s *raster.Strip, sims []float32, steps, each int) []float32 {
	n := len(r.match.Means)
	gain, withBlank := make([]float32, steps), make([]float32, steps)
	shades, sure := make([]raster.Shade, steps), make([]bool, steps)
	for x := range steps {
		gain[x], withBlank[x] = -1, -1
		for k := each * x; k < each*(x+1); k++ {
			for j, v := range sims[k*n : (k+1)*n] {
				if v -= minGain; v <= withBlank[x] && v <= gain[x] {
					continue
				}
				withBlank[x] = max(withBlank[x], v)
				if !r.match.Coarse.Blank[j] {
					gain[x] = max(gain[x], v)
				}
			}
		}
		shades[x], sure[x] = s.ShadeAt(raster.PoolCell*x), gain[x] >= raster.RefSimilar-minGain
	}
	open := raster.Gate(shades, sure)
	for x := range open {
		if gain[x] = withBlank[x]; !open[x] {
			gain[x] = -1
		}
	}
	return gain
}

// regrid counts t anew so that neighbouring tiles are one apart: where the search
// found them a little closer or wider, the frame bends to fit.
func regrid(c *row) {
	ts := make([]float64, len(c.tiles))
	pts := make([]models.Point, len(c.tiles))
	for i, t := range c.tiles {
		pts[i] = c.frame.At(t.t)
		if i > 0 {
			d := t.t - c.tiles[i-1].t
			if d < 1.3 {
				d = 1
			}
			ts[i] = ts[i-1] + d
		}
	}
	middle := (c.first() + c.last()) / 2
	down := c.frame.DownAt(middle)
	slope := c.frame.Down[1]
	m := ts[len(ts)-1] / 2
	switch {
	case len(pts) >= 5:
		c.frame.Centre = raster.FitParabola(ts, pts)
	case len(pts) >= 2:
		c.frame.Centre = raster.FitLineAt(ts, pts)
	default:
		c.frame = c.frame.Shifted(c.tiles[0].t, 1)
	}
	if len(pts) >= 2 {
		c.frame.Down = [2]models.Point{down.Sub(slope.Times(m)), slope}
	}
	for i := range c.tiles {
		c.tiles[i].t = ts[i]
	}
}

// refit gives a row the frame that its tiles show, each of which was read in its own.
func refit(c *row) {
	ts, pts := make([]float64, len(c.tiles)), make([]models.Point, len(c.tiles))
	downs := make([]models.Point, len(c.tiles))
	for i := range c.tiles {
		t := &c.tiles[i]
		pts[i], downs[i] = c.place(t), t.frame.DownAt(t.t)
		if i > 0 {
			d := c.steps(i)
			if d < touching {
				d = 1
			}
			ts[i] = ts[i-1] + d
		}
	}
	for i := range c.tiles {
		t := &c.tiles[i]
		t.frame, t.t = t.frame.Shifted(t.t-ts[i], 1), ts[i]
	}
	if len(pts) < 3 {
		c.frame = c.tiles[0].frame
		return
	}
	if c.frame.Centre = raster.FitLineAt(ts, pts); len(pts) >= 5 {
		c.frame.Centre = raster.FitParabola(ts, pts)
	}
	down := raster.FitLineAt(ts, downs)
	c.frame.Down = [2]models.Point{down[0], down[1]}
}

// fit is how much the tiles look like any faces, in a frame.
func (r *Reader) fit(p *raster.Picture, f *raster.Frame, tiles []reading) float64 {
	start := tiles[0].t - .5 + raster.InsetT
	long := tiles[len(tiles)-1].t - tiles[0].t
	s := f.Draw(p, raster.CoarseRes, start, int(long*float64(raster.CoarseRes.CellW)+.5)+raster.CoarseRes.WindowW+raster.PoolCell, scanMargin)
	g, err := s.Grid()
	if err != nil {
		return math.Inf(-1)
	}
	places := make([][2]int, len(tiles))
	for i, t := range tiles {
		places[i] = [2]int{int(math.Round((t.t - tiles[0].t) * coarsePerTile)), scanMargin / raster.PoolCell}
	}
	sims := r.match.MatchCoarse(g, places)
	sum, n := 0.0, len(r.match.Means)
	for i := range tiles {
		_, v := faces.Argmax(sims[i*n : (i+1)*n])
		sum += float64(v)
	}
	return sum
}
