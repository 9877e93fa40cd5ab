package bare

import (
	"math"

	"jantaku/models"
	"jantaku/vision/bare/band"
	"jantaku/vision/bare/sight"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

const (
	mostBands = 60
)

// aspects are the ratios of height to width that a face is seen with: 1.35 from
// above, less from the side of the table, more in pictures that were squeezed.
var aspects = []float64{2, 1.75, 1.53, 1.34, 1.17, 1.02, 0.9}

// tryBand reads a band coarsely with every aspect and gives the best reading.
func (r *Reader) tryBand(p *raster.Picture, b band.Band, sure []sight.Row) (sight.Row, error) {
	var best sight.Row
	u := b.To.Sub(b.From).Unit()
	h := b.Thickness / band.PrintHeight
	for _, aspect := range aspects {
		pitch := h / aspect
		f := raster.Frame{}
		f.Centre[0] = b.From
		f.Centre[1] = u.Times(pitch)
		f.Down[0] = models.Point{X: -u.Y * h, Y: u.X * h}
		c, err := r.scan(p, f, -.5, b.Long()/pitch+.5, 0, sure)
		if err != nil {
			return sight.Row{}, err
		}
		if c.Gain > best.Gain {
			best = c
		}
	}
	return best, nil
}

// scan looks for tiles along a frame with centres from t=from to t=to, which may
// stand up to reach cells off the line. Where tiles surely lie already none are found.
func (r *Reader) scan(p *raster.Picture, f raster.Frame, from, to float64, reach int, sure []sight.Row) (sight.Row, error) {
	start := from - .5 + raster.InsetT
	steps := int((to-from)*sight.CoarsePerTile) + 1
	if steps < 1 || steps > 60*sight.CoarsePerTile {
		return sight.Row{}, nil
	}
	s := f.Draw(p, raster.CoarseRes, start, steps*raster.PoolCell+raster.CoarseRes.WindowW, band.ScanMargin)
	g, err := s.Grid()
	if err != nil {
		return sight.Row{}, err
	}
	each := 2*reach + 1
	places := make([][2]int, 0, each*steps)
	for x := range steps {
		for dy := -reach; dy <= reach; dy++ {
			places = append(places, [2]int{x, band.ScanMargin/raster.PoolCell + dy})
		}
	}
	sims := r.Match.MatchCoarse(g, places)
	gain := r.gains(s, sims, steps, each)
	for x := range gain {
		if q := f.At(from + float64(x)/sight.CoarsePerTile); !p.Shows(q) || sight.Covered(sure, q) {
			gain[x] = -1
		}
	}
	at, total := chain(gain, sight.CoarsePerTile, 1, 4)
	out := sight.Row{Frame: f, Gain: total}
	for _, x := range at {
		out.Tiles = append(out.Tiles, sight.Reading{T: from + float64(x)/sight.CoarsePerTile, Sim: float64(gain[x] + minGain)})
	}
	return out, nil
}

const (
	improvePasses = 4
	lookBeyond    = 2.5 // tiles beyond the ends of a row that are searched for more
)

// improve moves the frame of a row until its tiles look most like faces, and looks
// again for tiles beyond its ends, as long as the row gains by it.
func (r *Reader) improve(p *raster.Picture, c sight.Row, sure []sight.Row) (sight.Row, error) {
	step := .08
	for range improvePasses {
		if len(c.Tiles) == 0 {
			return c, nil
		}
		n := len(c.Tiles)
		sight.Regrid(&c)
		f, _ := band.Refine(c.Frame, (c.First()+c.Last())/2, 2, step, func(f *raster.Frame) float64 { return r.fit(p, f, c.Tiles) })
		again, err := r.scan(p, f, c.First()-lookBeyond, c.Last()+lookBeyond, 1, sure)
		if err != nil {
			return sight.Row{}, err
		}
		if again.Gain < c.Gain*.95 {
			break
		}
		done := len(again.Tiles) == n && again.Gain < c.Gain*1.02
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
func (r *Reader) lookApart(p *raster.Picture, c sight.Row, sure []sight.Row) (sight.Row, error) {
	if len(c.Tiles) < 3 || c.Gain < .1*float64(len(c.Tiles)) {
		return c, nil
	}
	far, err := r.scan(p, c.Frame, c.First()-farApart, c.Last()+farApart, 2, sure)
	if err != nil {
		return sight.Row{}, err
	}
	if far.Gain > c.Gain {
		return far, nil
	}
	return c, nil
}

// fit is how much the tiles look like any faces, in a frame.
func (r *Reader) fit(p *raster.Picture, f *raster.Frame, tiles []sight.Reading) float64 {
	start := tiles[0].T - .5 + raster.InsetT
	long := tiles[len(tiles)-1].T - tiles[0].T
	s := f.Draw(p, raster.CoarseRes, start, int(long*float64(raster.CoarseRes.CellW)+.5)+raster.CoarseRes.WindowW+raster.PoolCell, band.ScanMargin)
	g, err := s.Grid()
	if err != nil {
		return math.Inf(-1)
	}
	places := make([][2]int, len(tiles))
	for i, t := range tiles {
		places[i] = [2]int{int(math.Round((t.T - tiles[0].T) * sight.CoarsePerTile)), band.ScanMargin / raster.PoolCell}
	}
	sims := r.Match.MatchCoarse(g, places)
	sum, n := 0.0, len(r.Match.Means)
	for i := range tiles {
		_, v := faces.Argmax(sims[i*n : (i+1)*n])
		sum += float64(v)
	}
	return sum
}

// leastInk is the mean ink of a window that may show a printed face.
const leastInk = 0.03

// minGain is similarity that a window needs to be a tile at all.
const minGain = 0.42

// gains says what a tile at each step of a strip is worth, given the similarities
// at each places of every step. Windows in another light than the faces around
// are none, and a blank face is believed only beside others.
func (r *Reader) gains(s *raster.Strip, sims []float32, steps, each int) []float32 {
	n := len(r.Match.Means)
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
				if !r.Match.Coarse.Blank[j] {
					gain[x] = max(gain[x], v)
				}
			}
		}
		shades[x], sure[x] = s.ShadeAt(raster.PoolCell*x), gain[x] >= raster.RefSimilar-minGain
	}
	open := gate(shades, sure)
	for x := range open {
		if gain[x] = withBlank[x]; !open[x] {
			gain[x] = -1
		}
	}
	return gain
}

// gate says which windows of a strip lie in the light of the tiles: those like the
// nearest of the windows that surely show a face. Without any such window it knows
// nothing and gives nil.
func gate(shades []raster.Shade, sure []bool) []bool {
	open := make([]bool, len(shades))
	last, any := -1, false
	nearest := make([]int, len(shades))
	for x := range shades {
		if sure[x] {
			last, any = x, true
		}
		nearest[x] = last
	}
	if !any {
		return nil
	}
	last = -1
	for x := len(shades) - 1; x >= 0; x-- {
		if sure[x] {
			last = x
		}
		if n := nearest[x]; n < 0 || last >= 0 && last-x < x-n {
			nearest[x] = last
		}
		open[x] = shades[x].Like(shades[nearest[x]])
	}
	return open
}
