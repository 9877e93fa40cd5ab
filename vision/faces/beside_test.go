package faces

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/vision/raster"
)

// A tile that lies a cell beside the middle of a grid is as like its face there as if all faces were compared there, and no face seems more like
// it than it is.
func TestATileBesideTheMiddleIsAsLikeItsFace(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var pictures [][]byte
	for range 8 {
		pictures = append(pictures, strokes(r, 12, .8))
	}
	m := learned(t, pictures...)
	const wide, high = raster.WindowW + 2*FineMargin, raster.WindowH + 2*FineMargin
	for i, pix := range pictures {
		ratio := bytes.Repeat([]byte{255}, raster.Channels*wide*high)
		for y := range StoredH {
			left := raster.Channels * ((y+FineMargin)*wide + FineMargin) // a cell to the right and down
			copy(ratio[left:], pix[raster.Channels*StoredW*y:][:raster.Channels*StoredW])
		}
		grid := raster.Features(ratio, wide, high)
		sims, all := m.AboutMiddle(grid, Beside), m.MatchVeiled(grid, About(1))
		for face, sim := range sims {
			var most float32
			for k := face; k < len(all); k += len(sims) {
				most = max(most, all[k])
			}
			if own := m.Means[face]; sim > most || int(own.Tile) == i+1 && !own.Flipped && (sim != most || sim < .95 || sim != slices.Max(sims)) {
				t.Errorf("face %d is like tile %d with %.3f, not with %.3f", own.Tile, i+1, sim, most)
			}
		}
	}
}
