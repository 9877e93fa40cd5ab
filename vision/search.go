package vision

import (
	"math"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

const (
	mostBands = 60
)

// aspects are the ratios of height to width that a face is seen with: 1.35 from
// above, less from the side of the table, more in pictures that were squeezed.
var aspects = []float64{2, 1.75, 1.53, 1.34, 1.17, 1.02, 0.9}

// tryBand reads a band coarsely with every aspect and gives the best reading.
func (r *bareReader) tryBand(p *raster.Picture, b plane.Band, sure []row) (row, error) {
	var best row
	u := b.To.Sub(b.From).Unit()
	h := b.Thickness / plane.PrintHeight
	for _, aspect := range aspects {
		pitch := h / aspect
		f := raster.Frame{}
		f.Centre[0] = b.From
		f.Centre[1] = u.Times(pitch)
		f.Down[0] = models.Point{X: -u.Y * h, Y: u.X * h}
		c, err := r.scan(p, f, -.5, b.Long()/pitch+.5, 0, sure)
		if err != nil {
			return row{}, err
		}
		if c.gain > best.gain {
			best = c
		}
	}
	return best, nil
}

// scan looks for tiles along a frame with centres from t=from to t=to, which may
// stand up to reach cells off the line. Where tiles surely lie already none are found.
func (r *bareReader) scan(p *raster.Picture, f raster.Frame, from, to float64, reach int, sure []row) (row, error) {
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
func (r *bareReader) improve(p *raster.Picture, c row, sure []row) (row, error) {
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
func (r *bareReader) lookApart(p *raster.Picture, c row, sure []row) (row, error) {
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

// fit is how much the tiles look like any faces, in a frame.
func (r *bareReader) fit(p *raster.Picture, f *raster.Frame, tiles []reading) float64 {
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
