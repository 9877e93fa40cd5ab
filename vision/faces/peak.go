package faces

import (
	"math"
	"slices"

	"jantaku/vision/raster"
)

// Best is the best similarity of the window at a place, and the windows a cell
// around it, with some samples.
func (m *Matcher) Best(g *raster.Grid, samples *Bank, x, y int) float64 {
	places := [][2]int{{x, y}, {x + 1, y}, {x - 1, y}, {x, y + 1}, {x, y - 1}}
	return float64(slices.Max(samples.Compare(m.Windows(g, places, raster.FineW, raster.FineH), len(places))))
}

// About are the places, line by line, within some cells each way of where the window of the tile in the
// middle of a grid is.
func About(reach int) (places [][2]int) {
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			places = append(places, [2]int{FineMargin/raster.PoolCell + dx, FineMargin/raster.PoolCell + dy})
		}
	}
	return places
}

// Peak is how many cells to the right and down of the middle of a grid a tile looks most like
// some samples. Between cells the likeness is taken to fall like a parabola.
func (m *Matcher) Peak(g *raster.Grid, samples *Bank) (right, down float64) {
	const wide = 1 + 2 // cells, around the middle
	places, n := About(1), samples.Faces
	sims := samples.Compare(m.Windows(g, places, raster.FineW, raster.FineH), len(places))
	k, _ := Argmax(sims)
	x, y := k/n%wide, k/n/wide
	like := func(x, y int) float64 { return float64(slices.Max(sims[(y*wide+x)*n : (y*wide+x+1)*n])) }
	right, down = float64(x-1), float64(y-1)
	if x == 1 {
		right = Vertex(like(0, y), like(1, y), like(2, y))
	}
	if y == 1 {
		down = Vertex(like(x, 0), like(x, 1), like(x, 2))
	}
	return right, down
}

// Vertex is where, from the middle one of three values, the parabola through them is highest.
func Vertex(before, at, after float64) float64 {
	bend := before + after - 2*at
	if bend >= 0 {
		return 0
	}
	return (before - after) / 2 / bend
}

// Argmax gives the place and the value of the greatest element.
func Argmax[V float32 | float64](v []V) (int, V) {
	best, at := V(math.Inf(-1)), -1
	for i, x := range v {
		if x > best {
			best, at = x, i
		}
	}
	return at, best
}
