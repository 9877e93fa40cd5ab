package sight

import "jantaku/vision/raster"

// LeastInk is the mean ink of a window that may show a printed face.
const LeastInk = 0.03

// CoarsePerTile is how many cells of a coarse strip a tile is wide.
const CoarsePerTile = raster.CellW / raster.PoolCell / 2

// MinGain is similarity that a window needs to be a tile at all.
const MinGain = 0.42

// Gains says what a tile at each step of a strip is worth, given the similarities
// at each places of every step. Windows in another light than the faces around
// are none, and a blank face is believed only beside others.
func (r *Reader) Gains(s *raster.Strip, sims []float32, steps, each int) []float32 {
	n := len(r.Match.Means)
	gain, withBlank := make([]float32, steps), make([]float32, steps)
	shades, sure := make([]raster.Shade, steps), make([]bool, steps)
	for x := range steps {
		gain[x], withBlank[x] = -1, -1
		for k := each * x; k < each*(x+1); k++ {
			for j, v := range sims[k*n : (k+1)*n] {
				if v -= MinGain; v <= withBlank[x] && v <= gain[x] {
					continue
				}
				withBlank[x] = max(withBlank[x], v)
				if !r.Match.Coarse.Blank[j] {
					gain[x] = max(gain[x], v)
				}
			}
		}
		shades[x], sure[x] = s.ShadeAt(raster.PoolCell*x), gain[x] >= raster.RefSimilar-MinGain
	}
	open := raster.Gate(shades, sure)
	for x := range open {
		if gain[x] = withBlank[x]; !open[x] {
			gain[x] = -1
		}
	}
	return gain
}
