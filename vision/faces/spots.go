package faces

import (
	"cmp"
	"math"
	"slices"

	"jantaku/vision/raster"
)

// Spot is a place in a plane that looks like a face.
type Spot struct {
	X, Y float64 // in tiles along the row and heights across it
	Sim  float32
}

// placesAtOnce bounds the memory that comparing places takes.
const placesAtOnce = 512

// Likeliest compares the windows of a grid at places, where the spots lie, with the faces
// and gives the spots that look at least so much like one with print, the likeliest first.
func (m *Matcher) Likeliest(g *raster.Grid, places [][2]int, spots []Spot, least float32) (out []Spot) {
	return m.likeliest(g, places, spots, least, (*Bank).Compare)
}

// LikeliestVeiled is [Matcher.Likeliest] of windows that light may lie upon, see [Bank.CompareVeiled].
func (m *Matcher) LikeliestVeiled(g *raster.Grid, places [][2]int, spots []Spot) (out []Spot) {
	return m.likeliest(g, places, spots, -1, (*Bank).CompareVeiled)
}

func (m *Matcher) likeliest(g *raster.Grid, places [][2]int, spots []Spot, least float32, compare func(*Bank, raster.Vector, int) []float32) (out []Spot) {
	n := len(m.Means)
	for from := 0; from < len(places); from += placesAtOnce {
		to := min(from+placesAtOnce, len(places))
		sims := m.compareIn(&m.Coarse, g, places[from:to], raster.CoarseW, raster.CoarseH, compare)
		for i, s := range spots[from:to] {
			if s.Sim = m.PrintedLike(sims[i*n : (i+1)*n]); s.Sim >= least {
				out = append(out, s)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Spot) int { return cmp.Compare(b.Sim, a.Sim) })
	return out
}

// Peaks keeps the spots that are not within wide and high of a better one.
func Peaks(spots []Spot, wide, high float64) (out []Spot) {
	for _, s := range spots {
		if !slices.ContainsFunc(out, func(o Spot) bool { return math.Abs(o.X-s.X) < wide && math.Abs(o.Y-s.Y) < high }) {
			out = append(out, s)
		}
	}
	return out
}

// PrintedLike is the best similarity with a face that has print.
func (m *Matcher) PrintedLike(sims []float32) float32 {
	best := float32(-1)
	for k, v := range sims {
		if !m.Coarse.Blank[k] {
			best = max(best, v)
		}
	}
	return best
}
