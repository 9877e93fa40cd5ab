package calibration

import (
	"errors"
	"fmt"
	"math"

	"jantaku/models"
)

// ErrDegenerate reports points that define no plane: fewer than four, three on a
// line, or the same point twice.
var ErrDegenerate = errors.New("calibration: the points define no plane")

// Homography maps points of one plane to another: a 3×3 matrix in rows, of which
// only the ratio counts. As a calibration it maps picture pixels (without lens
// distortion) to table millimetres.
//
// Method: Hartley & Zisserman, Multiple View Geometry (2nd ed.), §2.3 and §4.1.
type Homography [9]float64

// Identity maps every point to itself.
var Identity = Homography{1, 0, 0, 0, 1, 0, 0, 0, 1}

// Apply maps a point. Points on the horizon go to infinity: their coordinates are
// not finite.
func (h Homography) Apply(p models.Point) models.Point {
	w := h[6]*p.X + h[7]*p.Y + h[8]
	return models.Point{X: (h[0]*p.X + h[1]*p.Y + h[2]) / w, Y: (h[3]*p.X + h[4]*p.Y + h[5]) / w}
}

// Then gives the homography that applies h first and next after it.
func (h Homography) Then(next Homography) Homography {
	var out Homography
	for r := 0; r < 3; r++ {
		for c := 0; c < 3; c++ {
			for k := 0; k < 3; k++ {
				out[3*r+c] += next[3*r+k] * h[3*k+c]
			}
		}
	}
	return out
}

// Inverse gives the way back, or ErrDegenerate.
func (h Homography) Inverse() (Homography, error) {
	adjugate := Homography{
		h[4]*h[8] - h[5]*h[7], h[2]*h[7] - h[1]*h[8], h[1]*h[5] - h[2]*h[4],
		h[5]*h[6] - h[3]*h[8], h[0]*h[8] - h[2]*h[6], h[2]*h[3] - h[0]*h[5],
		h[3]*h[7] - h[4]*h[6], h[1]*h[6] - h[0]*h[7], h[0]*h[4] - h[1]*h[3],
	}
	size := 0.0
	for _, v := range h {
		size = math.Max(size, math.Abs(v))
	}
	det := h[0]*adjugate[0] + h[1]*adjugate[3] + h[2]*adjugate[6]
	if !finite(h[:]...) || size == 0 || math.Abs(det) < 1e-18*size*size*size {
		return Homography{}, ErrDegenerate
	}
	for i := range adjugate {
		adjugate[i] /= det
	}
	return adjugate, nil
}

// Fit gives the homography that maps the points from to the points to, exactly for
// four points and with the least algebraic error for more. The error is
// ErrDegenerate where the points define none.
func Fit(from, to []models.Point) (Homography, error) {
	if len(from) != len(to) || len(from) < 4 {
		return Homography{}, fmt.Errorf("%w: %d points and %d images", ErrDegenerate, len(from), len(to))
	}
	a, okA := normaliser(from)
	b, okB := normaliser(to)
	if !okA || !okB {
		return Homography{}, ErrDegenerate
	}
	var m [8][9]float64 // normal equations and their right side
	for i := range from {
		p, q := a.Apply(from[i]), b.Apply(to[i])
		accumulate(&m, [9]float64{p.X, p.Y, 1, 0, 0, 0, -q.X * p.X, -q.X * p.Y, q.X})
		accumulate(&m, [9]float64{0, 0, 0, p.X, p.Y, 1, -q.Y * p.X, -q.Y * p.Y, q.Y})
	}
	x, ok := solve(m)
	if !ok {
		return Homography{}, ErrDegenerate
	}
	back, err := b.Inverse()
	if err != nil {
		return Homography{}, err
	}
	h := a.Then(Homography{x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], 1}).Then(back)
	if _, err := h.Inverse(); err != nil {
		return Homography{}, err
	}
	return h.scaled(), nil
}

// Edge is what an edge of a plane tells of how the plane moved: only how far across itself.
type Edge struct {
	At models.Point
	// Across is the gradient at the edge, and Moved its product with how far the plane moved there.
	Across models.Point
	Moved  float64
}

// FitEdges gives the homography by which a plane moved, with the least squared error over edges and to the
// first order: exact as it comes near none, so that it is fitted again to what is left. The error is
// ErrDegenerate where the edges define none.
func FitEdges(edges []Edge) (Homography, error) {
	at := make([]models.Point, len(edges))
	for i := range edges {
		at[i] = edges[i].At
	}
	a, ok := normaliser(at)
	if !ok {
		return Homography{}, ErrDegenerate
	}
	var m [8][9]float64
	for i := range edges {
		p, g := a.Apply(at[i]), models.Point{X: edges[i].Across.X / a[0], Y: edges[i].Across.Y / a[0]}
		along := g.X*p.X + g.Y*p.Y
		accumulate(&m, [9]float64{g.X * p.X, g.X * p.Y, g.X, g.Y * p.X, g.Y * p.Y, g.Y, -along * p.X, -along * p.Y, edges[i].Moved})
	}
	x, ok := solve(m)
	if !ok {
		return Homography{}, ErrDegenerate
	}
	back, err := a.Inverse()
	if err != nil {
		return Homography{}, err
	}
	h := a.Then(Homography{1 + x[0], x[1], x[2], x[3], 1 + x[4], x[5], x[6], x[7], 1}).Then(back)
	if _, err := h.Inverse(); err != nil {
		return Homography{}, err
	}
	return h.scaled(), nil
}

// scaled gives the same map with a last element of 1 where it has one.
func (h Homography) scaled() Homography {
	if w := h[8]; w != 0 {
		for i := range h {
			h[i] /= w
		}
	}
	return h
}

// normaliser moves points to their centre and scales their spread to √2, which
// keeps the equations well conditioned.
func normaliser(ps []models.Point) (Homography, bool) {
	var cx, cy, spread float64
	n := float64(len(ps))
	for _, p := range ps {
		cx += p.X / n
		cy += p.Y / n
	}
	for _, p := range ps {
		spread += math.Hypot(p.X-cx, p.Y-cy) / n
	}
	if !finite(cx, cy, spread) || spread < 1e-9 {
		return Homography{}, false
	}
	s := math.Sqrt2 / spread
	return Homography{s, 0, -s * cx, 0, s, -s * cy, 0, 0, 1}, true
}

// accumulate adds one equation to the normal equations.
func accumulate(m *[8][9]float64, row [9]float64) {
	for i := 0; i < 8; i++ {
		for j := 0; j < 9; j++ {
			m[i][j] += row[i] * row[j]
		}
	}
}

// solve is Gaussian elimination with pivots.
func solve(m [8][9]float64) (x [8]float64, ok bool) {
	for c := 0; c < 8; c++ {
		pivot := c
		for r := c + 1; r < 8; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[pivot][c]) {
				pivot = r
			}
		}
		if !(math.Abs(m[pivot][c]) > 1e-10) {
			return x, false
		}
		m[c], m[pivot] = m[pivot], m[c]
		for r := 0; r < 8; r++ {
			if r == c {
				continue
			}
			k := m[r][c] / m[c][c]
			for j := c; j < 9; j++ {
				m[r][j] -= k * m[c][j]
			}
		}
	}
	for i := range x {
		x[i] = m[i][8] / m[i][i]
	}
	return x, finite(x[:]...)
}

func finite(vs ...float64) bool {
	for _, v := range vs {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
