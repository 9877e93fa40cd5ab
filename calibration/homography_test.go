package calibration

import (
	"math"
	"math/rand/v2"
	"testing"

	"jantaku/models"
)

// Edges that are seen across themselves alone tell how a camera turned, once they are fitted again to what is left.
func TestEdgesTellHowACameraTurned(t *testing.T) {
	turned := Homography{1.012, -.006, 6.1, .004, .995, -3.2, 4e-5, -3e-5, 1}
	rng := rand.New(rand.NewPCG(5, 5))
	fitted := Identity
	for range 3 {
		var edges []Edge
		for range 200 {
			at := models.Point{X: 480 * rng.Float64(), Y: 270 * rng.Float64()}
			sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
			is, want := fitted.Apply(at), turned.Apply(at)
			edges = append(edges, Edge{At: at, Across: models.Point{X: 20 * cos, Y: 20 * sin}, Moved: 20 * (cos*(want.X-is.X) + sin*(want.Y-is.Y))})
		}
		rest, err := FitEdges(edges)
		if err != nil {
			t.Fatal(err)
		}
		fitted = rest.Then(fitted)
	}
	for _, at := range []models.Point{{}, {X: 480}, {Y: 270}, {X: 480, Y: 270}, {X: 240, Y: 135}} {
		if is, want := fitted.Apply(at), turned.Apply(at); math.Hypot(is.X-want.X, is.Y-want.Y) > .02 {
			t.Errorf("%v is seen at %v, fitted at %v", at, want, is)
		}
	}
	if _, err := FitEdges([]Edge{{At: models.Point{X: 1}}, {At: models.Point{X: 2}}}); err == nil {
		t.Error("two edges define a plane")
	}
}
