package film

import (
	"math"

	"jantaku/models"
	"jantaku/vision/scene"
)

// quad gives the corners of the upper side of a lying tile in the picture.
func (d *director) quad(b scene.Body) (q [4]models.Point) {
	sin, cos := math.Sincos(b.Turn * math.Pi / 180)
	w, h := d.spec.Size.Width/2, d.spec.Size.Height/2
	for i, c := range [4][2]float64{{-w, h}, {w, h}, {w, -h}, {-w, -h}} {
		q[i] = scene.Project(d.spec, b.At.X+c[0]*cos+c[1]*sin, b.At.Y-c[0]*sin+c[1]*cos, b.Z+d.spec.Size.Depth)
		q[i] = models.Point{X: math.Round(q[i].X*10) / 10, Y: math.Round(q[i].Y*10) / 10}
	}
	return q
}
