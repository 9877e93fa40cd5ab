package bare

// Splitting a row: tiles touch, so each begins about one cell after the one
// before; where they do not touch there is a gap of any width.

// chain finds the tiles of a row. gain[x] says how much a tile whose cell begins at
// x is worth (similarity minus minGain); perTile is the cell's width in the same
// steps, slack how much closer or farther than perTile neighbours may touch. It
// gives the positions with the greatest sum and that sum.
func chain(gain []float32, perTile, slack int, squeeze float64) ([]int, float64) {
	n := len(gain)
	best := make([]float64, n+1) // best[x]: greatest sum of tiles that begin at x or before and the last begins exactly at x
	from := make([]int, n)
	free := make([]float64, n+1) // free[x]: greatest sum over tiles that begin before x
	freeAt := make([]int, n+1)
	for i := range freeAt {
		freeAt[i] = -1
	}
	for x := 0; x < n; x++ {
		best[x], from[x] = 0, -1
		if far := x - perTile - slack; far >= 0 && free[far+1] > gapCost {
			best[x], from[x] = free[far+1]-gapCost, freeAt[far+1]
		}
		for d := perTile - slack; d <= perTile+slack; d++ {
			if x-d < 0 {
				break
			}
			off := float64(d-perTile) / float64(perTile)
			if s := best[x-d] - squeeze*off*off; s > best[x] {
				best[x], from[x] = s, x-d
			}
		}
		best[x] += float64(gain[x])
		free[x+1], freeAt[x+1] = free[x], freeAt[x]
		if best[x] > free[x+1] {
			free[x+1], freeAt[x+1] = best[x], x
		}
	}
	var places []int
	for x := freeAt[n]; x >= 0; x = from[x] {
		places = append(places, x)
	}
	for i, j := 0, len(places)-1; i < j; i, j = i+1, j-1 {
		places[i], places[j] = places[j], places[i]
	}
	return places, free[n]
}

// gapCost is what a break in the row costs, in similarity.
const gapCost = 0.3
