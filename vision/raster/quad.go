package raster

import "jantaku/models"

// A face in the picture is a quadrilateral: its corners from the left upper one clockwise, in pixels.

// Inside reports whether a point lies in a convex quadrilateral or on its border, unlike [models.Point.Inside],
// which is of any polygon and leaves the border open.
func Inside(quad [4]models.Point, p models.Point) bool {
	var pos, neg bool
	for i := range quad {
		k := quad[(i+1)%4].Sub(quad[i]).Cross(p.Sub(quad[i]))
		pos, neg = pos || k > 0, neg || k < 0
	}
	return !(pos && neg)
}

// asunder reports whether the boxes around two faces do not meet.
func asunder(a, b [4]models.Point) bool {
	lo, hi := boxAround(a)
	from, to := boxAround(b)
	return hi.X < from.X || to.X < lo.X || hi.Y < from.Y || to.Y < lo.Y
}

// boxAround gives the least and the greatest coordinates of a face.
func boxAround(q [4]models.Point) (lo, hi models.Point) {
	return models.Point{X: min(q[0].X, q[1].X, q[2].X, q[3].X), Y: min(q[0].Y, q[1].Y, q[2].Y, q[3].Y)},
		models.Point{X: max(q[0].X, q[1].X, q[2].X, q[3].X), Y: max(q[0].Y, q[1].Y, q[2].Y, q[3].Y)}
}

// Overlap is the share of one face that lies on another.
func Overlap(a, b [4]models.Point) float64 {
	if asunder(a, b) {
		return 0
	}
	const n = 10
	hit := 0
	for i := range n {
		for j := range n {
			u, w := (float64(i)+.5)/n, (float64(j)+.5)/n
			if Inside(b, a[0].Toward(a[1], u).Toward(a[3].Toward(a[2], u), w)) {
				hit++
			}
		}
	}
	return float64(hit) / (n * n)
}
