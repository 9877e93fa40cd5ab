package trial

import (
	"testing"

	"jantaku/models"
)

func TestReliabilityCountsEveryTileInTheBinOfItsClaim(t *testing.T) {
	tile := models.KindAt(0)
	other := models.KindAt(1)
	sight := func(tile models.Tile, confidence float64) models.Sighting {
		return models.Sighting{Candidate: models.Candidate{Tile: tile, Confidence: confidence}}
	}
	var r Reliability
	r.Add([][]models.Tile{{tile, tile, tile}, {tile}}, [][]models.Sighting{{sight(tile, 1), sight(tile, .995)}, {sight(other, .5), sight(other, 0)}})
	r.Add([][]models.Tile{{tile, tile}}, [][]models.Sighting{{sight(tile, 1)}}) // a tile is missing: nobody can judge
	want := []bin{{tiles: 1}, {}, {tiles: 1}, {}, {tiles: 2, wrong: 2}}
	for i, b := range r.bins() {
		if b.tiles != want[i].tiles || b.wrong != want[i].wrong {
			t.Errorf("claimed error %g to %g: %d of %d wrong, want %d of %d", b.from, b.to, b.wrong, b.tiles, want[i].wrong, want[i].tiles)
		}
	}
}
