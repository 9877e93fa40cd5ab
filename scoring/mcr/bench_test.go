package mcr_test

import (
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring/scoringtest"
)

func BenchmarkScore(b *testing.B) {
	var wins []*models.Win
	scoringtest.Lines(b, sharedtest.Path(b, "rules/mcr/hands.jsonl.gz"), func(l scoringtest.Line) { wins = append(wins, l.Win) })
	rules := mustNew(b, "gb-mil")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := rules.Score(wins[i%len(wins)]); err != nil {
			b.Fatal(err)
		}
	}
}
