package faces

import (
	"testing"

	"jantaku/calibration"
	"jantaku/models"
)

func TestANumberThatWasTaughtBadlyMakesItsSuitStrange(t *testing.T) {
	tile := func(suit models.Suit, rank int) models.Tile { return models.NewTile(suit, rank) }
	f, alike := calibration.Faces{}, map[models.Tile]float64{}
	for _, suit := range []models.Suit{models.Characters, models.Dots, models.Bamboos} {
		for rank := 1; rank <= 9; rank++ {
			face := calibration.Face{Tile: tile(suit, rank), Samples: make([]calibration.Sample, 2)}
			f.Faces, alike[face.Tile] = append(f.Faces, face), .75
		}
	}
	alike[tile(models.Bamboos, 9)], alike[tile(models.Dots, 3)] = .42, .64
	f.Faces[0].Samples = f.Faces[0].Samples[:1]
	delete(alike, tile(models.Characters, 1))
	strange := StrangeSuits(f, alike)
	for suit, want := range map[models.Suit]float64{models.Characters: strangers.Once, models.Dots: 0, models.Bamboos: strangers.Never} {
		if strange[suit] != want {
			t.Errorf("suit %v has to be %.3f more similar, want %.3f", suit, strange[suit], want)
		}
	}
}
