package faces

import (
	"math/rand/v2"
	"testing"

	"jantaku/models"
	"jantaku/vision/raster"
)

// TestALeadTellsLittleBetweenFacesWhoseSamplesLookAlike has two winds that differ by a letter, of which samples show more or less.
func TestALeadTellsLittleBetweenFacesWhoseSamplesLookAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	compass, letter, dots := print(r, .4), print(r, .05), print(r, .4)
	var all, means []Face
	for i, shown := range [][]float64{{.1, .8, .3, .6}, {.9, .2, .5, .7}, {0, 0, 0, 0}} {
		tile := models.Tile(i + 1)
		var of []raster.Vector
		for _, share := range shown {
			sample := pale(r, compass, 1, 20)
			if tile == 3 {
				sample = pale(r, dots, 1, 20)
			}
			for cell, ink := range letter {
				sample[cell] += int16(share * float64(ink))
			}
			of = append(of, sample)
			all = append(all, Face{Tile: tile, Fine: sample, Coarse: sample[:raster.CoarseLength]})
		}
		mean := Average(of)
		means = append(means, Face{Tile: tile, Fine: mean, Coarse: mean[:raster.CoarseLength]})
	}
	m := NewMatcher(all, means)
	l := Learned{Match: m}
	l.leadTrust = m.leadTrust(&confusable, l.Usual().LeadSlope)
	if trust := l.LeadTrust(1, 2); trust > .2 {
		t.Errorf("a lead between faces that no sample tells apart is trusted by %.2f", trust)
	}
	if trust := l.LeadTrust(3, 1); trust < 1 {
		t.Errorf("a lead between faces that all samples tell apart is trusted by %.2f", trust)
	}
	leads := func(first, next models.Tile) float64 {
		_, leads := l.TrustIn(&Shown{Tile: first, Sim: .95, Ranks: []Rank{{Tile: first, Sim: .95}, {Tile: next, Sim: .92}}})
		return leads
	}
	if alike, apart := leads(2, 1), leads(3, 1); alike > .9 || apart < .999 {
		t.Errorf("of two faces that look alike one leads with %.4f, of others with %.4f", alike, apart)
	}
}
