package faces

import (
	"math"

	"jantaku/vision/raster"
)

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

// NearestVeiled is how much the most alike of some samples is like a tile in the middle of a grid or a cell beside, that sample
// and the cell of its window, where light may lie upon the tile: see [Bank.CompareVeiled].
func (m *Matcher) NearestVeiled(g *raster.Grid, samples *Bank) (sim float64, sample raster.Vector, cell [2]int) {
	const at = FineMargin / raster.PoolCell
	cells := [][2]int{{at, at}, {at + 1, at}, {at - 1, at}, {at, at + 1}, {at, at - 1}}
	k, top := Argmax(m.compareIn(samples, g, cells, raster.FineW, raster.FineH, (*Bank).CompareVeiled))
	n := k % samples.Faces
	return float64(top), samples.vector(int32(n)), cells[k/samples.Faces]
}

// Lean says by how much the window at a cell lies off a face, see [raster.LeanOf].
func (m *Matcher) Lean(g *raster.Grid, cell [2]int, face raster.Vector) (raster.Lean, bool) {
	window := m.Windows(g, [][2]int{cell}, raster.FineW, raster.FineH)
	for i, beyond := range g.Beyond(cell[0], cell[1], raster.FineW, raster.FineH) {
		if beyond { // and does not lean
			copy(window[raster.Planes*i:raster.Planes*(i+1)], face[raster.Planes*i:])
		}
	}
	return raster.LeanOf(window, face)
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
