package raster

import "jantaku/models"

// FitCurve fits a parabola (a line to fewer than five points) through points at
// t = 0, 1, 2 ….
func FitCurve(pts []models.Point) [3]models.Point {
	if len(pts) < 5 {
		l := FitLine(pts)
		return [3]models.Point{l[0], l[1], {}}
	}
	ts := make([]float64, len(pts))
	for i := range ts {
		ts[i] = float64(i)
	}
	return FitParabola(ts, pts)
}

// FitParabola is the least squares parabola through points at ts.
func FitParabola(ts []float64, pts []models.Point) [3]models.Point {
	var s [5]float64
	var r [3]models.Point
	for i, p := range pts {
		q := 1.0
		for k := range s {
			s[k] += q
			if k < 3 {
				r[k] = r[k].Add(p.Times(q))
			}
			q *= ts[i]
		}
	}
	det := func(a, b, c, d, e, f, g, h, i float64) float64 {
		return a*(e*i-f*h) - b*(d*i-f*g) + c*(d*h-e*g)
	}
	d := det(s[0], s[1], s[2], s[1], s[2], s[3], s[2], s[3], s[4])
	solve := func(x, y, z float64) (a, b, c float64) {
		a = det(x, s[1], s[2], y, s[2], s[3], z, s[3], s[4]) / d
		b = det(s[0], x, s[2], s[1], y, s[3], s[2], z, s[4]) / d
		c = det(s[0], s[1], x, s[1], s[2], y, s[2], s[3], z) / d
		return a, b, c
	}
	var out [3]models.Point
	out[0].X, out[1].X, out[2].X = solve(r[0].X, r[1].X, r[2].X)
	out[0].Y, out[1].Y, out[2].Y = solve(r[0].Y, r[1].Y, r[2].Y)
	return out
}

// FitLine is the least squares line through points at t = 0, 1, 2 ….
func FitLine(pts []models.Point) [2]models.Point {
	n := float64(len(pts))
	var sum, sumT models.Point
	for i, p := range pts {
		sum = sum.Add(p)
		sumT = sumT.Add(p.Times(float64(i) - (n-1)/2))
	}
	if n < 2 {
		return [2]models.Point{sum, {}}
	}
	slope := sumT.Times(12 / (n * (n*n - 1)))
	return [2]models.Point{sum.Times(1 / n).Sub(slope.Times((n - 1) / 2)), slope}
}

// FitLineAt is the least squares line through points at ts.
func FitLineAt(ts []float64, pts []models.Point) [3]models.Point {
	var mean, slope models.Point
	var mt, tt float64
	n := float64(len(pts))
	for i, p := range pts {
		mean, mt = mean.Add(p.Times(1/n)), mt+ts[i]/n
	}
	for i, p := range pts {
		slope = slope.Add(p.Sub(mean).Times(ts[i] - mt))
		tt += (ts[i] - mt) * (ts[i] - mt)
	}
	slope = slope.Times(1 / max(tt, 1e-9))
	return [3]models.Point{mean.Sub(slope.Times(mt)), slope, {}}
}
