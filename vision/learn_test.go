package vision

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/models"
)

func TestTheSameSamplesAlwaysHaveTheSameMean(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	l := learner{byTile: map[models.Tile][]*sighted{}}
	for i := range models.Kinds {
		tile := models.KindAt(i)
		for range 3 {
			look := func() face {
				return face{tile: tile, fine: randomVector(random, fineLength), coarse: randomVector(random, coarseLength)}
			}
			l.byTile[tile] = append(l.byTile[tile], &sighted{tile: tile, up: look(), down: look()})
		}
	}
	var first []float32
	for range 10 {
		if err := l.average(); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = l.mean
		}
		if !slices.Equal(first, l.mean) {
			t.Fatal("the mean of the same samples differs")
		}
	}
}
