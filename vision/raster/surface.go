package raster

import (
	"cmp"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"jantaku/models"
)

// Surface is a quadratic function of two coordinates: what changes evenly over a table, such as its light. The zero value is nought everywhere.
type Surface [6]float64

// Sample is a value at a point; coordinates should be about one in size.
type Sample struct {
	At    models.Point
	Value float64
}

// terms are those of a surface at a point: 1, x, y, x², xy, y².
func terms(q models.Point) Surface { return Surface{1, q.X, q.Y, q.X * q.X, q.X * q.Y, q.Y * q.Y} }

// At is the value at a point.
func (s *Surface) At(q models.Point) (sum float64) {
	for i, t := range terms(q) {
		sum += s[i] * t
	}
	return sum
}

// FitSurface lays a surface through most of some samples and leaves the rest out: by least squares with the weights of a Cauchy distribution, of each of
// some widths in turn, from the median on. Samples are sorted. Without enough of them it reports false.
func FitSurface(samples []Sample, widths []float64) (s Surface, ok bool) {
	if len(samples) < len(s) {
		return s, false
	}
	slices.SortFunc(samples, func(a, b Sample) int { return cmp.Compare(a.Value, b.Value) })
	s[0] = samples[len(samples)/2].Value
	left, right, out := gocv.NewMatWithSize(len(s), len(s), gocv.MatTypeCV64F), gocv.NewMatWithSize(len(s), 1, gocv.MatTypeCV64F), gocv.NewMat()
	defer left.Close()
	defer right.Close()
	defer out.Close()
	for _, width := range widths {
		var sums [len(s)]Surface
		var values Surface
		for _, one := range samples {
			off := (one.Value - s.At(one.At)) / width
			weight, all := 1/(1+off*off), terms(one.At)
			for i, t := range all {
				for j, u := range all {
					sums[i][j] += weight * t * u
				}
				values[i] += weight * t * one.Value
			}
		}
		for i := range s {
			for j := range s {
				left.SetDoubleAt(i, j, sums[i][j])
			}
			right.SetDoubleAt(i, 0, values[i])
		}
		if !gocv.Solve(left, right, &out, gocv.SolveDecompositionCholesky) {
			return s, true // all lie on a line: what was known stands
		}
		for i := range s {
			s[i] = out.GetDoubleAt(i, 0)
		}
	}
	return s, !math.IsNaN(s[0])
}
