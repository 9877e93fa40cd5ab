package tablestate

import (
	"testing"

	"jantaku/internal/pipeline"
	"jantaku/models"
)

// What one discard that nobody saw leaves open is one question; what it does not decide is
// another.
func TestWhatOneMoveLeavesOpenIsOneQuestion(t *testing.T) {
	const last = "last-discard"
	one := func(is string, with map[models.Fact]string) models.Answer {
		return models.Answer{Is: is, Chance: .5, With: with}
	}
	likely := map[models.Fact][]models.Answer{
		models.FactTile: {one("3p", map[models.Fact]string{last: "no"}), one("5s", map[models.Fact]string{last: "yes"})},
		models.FactFrom: {one("2", map[models.Fact]string{models.FactTile: "3p", last: "no", models.FactMelds: "chow 123m"}),
			one("3", map[models.Fact]string{models.FactTile: "5s", last: "yes", models.FactMelds: "chow 234m"})},
		last:             {one("no", nil), one("yes", map[models.Fact]string{models.FactFrom: "3"})},
		models.FactDora:  {one("3p", map[models.Fact]string{models.FactFrom: "2"}), one("2p", nil)},
		models.FactMelds: {one("chow 123m", nil), one("chow 234m", nil)},
	}
	course := &models.Record{Events: []models.Move{{Do: models.CalledChow, Place: 1}, {Do: models.TurnedDora}, {Do: models.Discarded, Place: 2}}}
	for name, c := range map[string]struct {
		needs []string
		asked []models.Fact
	}{
		"all of one":                    {[]string{"tile", "from", last}, []models.Fact{models.FactFrom}},
		"two of one":                    {[]string{last, "tile"}, []models.Fact{models.FactTile}},
		"the dora is another":           {[]string{"dora", "tile", "from"}, []models.Fact{models.FactFrom, models.FactDora}},
		"melds are said in more places": {[]string{"melds", "from"}, []models.Fact{models.FactMelds, models.FactFrom}},
		"what has no answers":           {[]string{"confirm", "from"}, []models.Fact{models.FactFrom}},
	} {
		asks := asksOf(&pipeline.Pending{Claim: pipeline.Claim{Place: 1}, Evidence: pipeline.Evidence{Course: course, Likely: likely}, Weighed: pipeline.Weighed{Needs: c.needs}})
		if len(asks) != len(c.asked) {
			t.Errorf("%s: asks %+v, want %v", name, asks, c.asked)
			continue
		}
		for i, a := range asks {
			if a.Fact != c.asked[i] {
				t.Errorf("%s: question %d is about %s, want %s", name, i, a.Fact, c.asked[i])
			}
		}
	}
	all := asksOf(&pipeline.Pending{Claim: pipeline.Claim{Place: 1}, Evidence: pipeline.Evidence{Course: course, Likely: likely}, Weighed: pipeline.Weighed{Needs: []string{"from", "tile"}}})
	if got := all[0].Answers[1].With; len(got) != 1 || got[models.FactTile] != "5s" {
		t.Errorf("the second answer says %v besides, want the tile alone", got)
	}
}
