package learn

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

func TestTheSameSamplesAlwaysHaveTheSameMean(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	l := learner{byTile: map[models.Tile][]*sighted{}}
	for i := range models.Kinds {
		tile := models.KindAt(i)
		for range 3 {
			look := func() faces.Face {
				return faces.Face{Tile: tile, Fine: randomVector(random, raster.FineLength), Coarse: randomVector(random, raster.CoarseLength)}
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

// randomVector is the features of n cells of nothing.
func randomVector(r *rand.Rand, n int) raster.Vector {
	v := make(raster.Vector, n)
	for i := range v {
		v[i] = int16(r.IntN(raster.MostOfCell + 1))
	}
	return v
}

// TestAFaceOfWhichNoSampleIsLeftIsNoneAnyMore: what is averaged next has no such face.
func TestAFaceOfWhichNoSampleIsLeftIsNoneAnyMore(t *testing.T) {
	tile := models.KindAt(0)
	s := &sighted{tile: tile, row: &labelledRow{}}
	s.row.tiles = []*sighted{s}
	l := learner{byTile: map[models.Tile][]*sighted{tile: {s}}}
	l.drop(s)
	if err := l.average(); err != nil || len(l.tiles()) > 0 || len(s.row.tiles) > 0 {
		t.Errorf("%v: %d faces of %d tiles", err, len(l.tiles()), len(s.row.tiles))
	}
}
