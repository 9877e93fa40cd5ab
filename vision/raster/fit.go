package raster

import "jantaku/models"

// FitCurve is the least squares parabola through points at ts, a line where they are too few to tell a bend.
func FitCurve(ts []float64, pts []models.Point) [3]models.Point {
	const bend = 5 // points of a row that show one beside what each is read off its place
	if len(pts) < bend {
		return FitLineAt(ts, pts)
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
			if k < len(r) {
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
