package layout_test

import (
	"testing"

	"jantaku/models"
	"jantaku/vision/layout"
)

func BenchmarkRead(b *testing.B) {
	var t testing.T
	rows := lay(&t, "1m2m3m4m5m6m7p8p9p1s1s1s5z5z")
	for i := range rows[0] {
		for k := models.Tile(1); k <= 4; k++ {
			rows[0][i].Alternatives = append(rows[0][i].Alternatives, models.Candidate{Tile: k * 7, Confidence: 0.00002})
		}
	}
	for b.Loop() {
		layout.Read(rows, layout.DefaultOptions())
	}
}

func BenchmarkReadCrowd(b *testing.B) {
	rows := make([][]models.Sighting, 15)
	for r := range rows {
		for i := 0; i < 20; i++ {
			s := models.Sighting{Candidate: models.Candidate{Tile: models.Tile(r + 1), Confidence: 0.5}, Facing: i % 2 * 90}
			s.Alternatives = []models.Candidate{{Tile: 3, Confidence: 0.3}}
			rows[r] = append(rows[r], s)
		}
	}
	for b.Loop() {
		layout.Read(rows, layout.DefaultOptions())
	}
}
