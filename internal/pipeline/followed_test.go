package pipeline

import (
	"testing"

	"jantaku/device"
	"jantaku/models"
)

// TestMeldsThatNobodySawCalledHaveNoKnownSuppliers claims that the course says who supplied
// melds, and in which order, only where it has those that lie there.
func TestMeldsThatNobodySawCalledHaveNoKnownSuppliers(t *testing.T) {
	pung := func(tile models.Tile, from models.Side) models.Meld {
		return models.Meld{Kind: models.Pung, Tiles: models.Tiles{tile, tile, tile}, From: from}
	}
	course := &device.Course{Sure: map[models.Fact]float64{models.FactMelds: 1, models.FactSuppliers: 1, models.FactOrder: 1}}
	course.Win.Melds = []models.Meld{pung(models.White, models.Left)}
	same := []models.Meld{pung(models.White, models.NoSide)}
	for name, tt := range map[string]struct {
		melds  []models.Meld
		others []Way
		known  bool
	}{
		"the same":                       {same, nil, true},
		"the same by another way to see": {nil, []Way{{Hand: models.Hand{Melds: same}}}, true},
		"one besides":                    {[]models.Meld{pung(models.White, models.NoSide), pung(models.Red, models.NoSide)}, nil, false},
		"another meld":                   {[]models.Meld{pung(models.Red, models.NoSide)}, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			hand := &Pending{Claim: Claim{Place: 1}, Evidence: Evidence{Others: tt.others, Known: models.Facts{}}}
			hand.Win.Melds = tt.melds
			hand.follows(course, .995, nil)
			for _, fact := range []models.Fact{models.FactMelds, models.FactSuppliers, models.FactOrder} {
				if hand.Known.Knows(fact) != tt.known {
					t.Errorf("%s is known: %v, want %v", fact, !tt.known, tt.known)
				}
			}
		})
	}
}

// TestWhoCountedTheTilesKnowsTheLastBetterThanTheClock claims that a course that is sure of the last
// tile is believed though the hand was faster than the clock holds possible, and asked about where
// it is not sure.
func TestWhoCountedTheTilesKnowsTheLastBetterThanTheClock(t *testing.T) {
	last := models.FactOf(models.LastDraw)
	for name, tt := range map[string]struct {
		whole, sure float64
		known       models.Source
	}{
		"sure of all":      {.999, .999, models.Course},
		"sure of the tile": {0, .999, models.Course},
		"not sure":         {0, .9, ""},
	} {
		t.Run(name, func(t *testing.T) {
			course := &device.Course{Whole: tt.whole, Sure: map[models.Fact]float64{last: tt.sure}}
			course.Win.Flags = models.LastDraw
			hand := &Pending{Claim: Claim{Place: 1}, Evidence: Evidence{Known: models.Facts{last: models.Computed}}}
			hand.follows(course, .995, nil)
			if hand.Known[last] != tt.known || hand.Disputed != "" || tt.known != "" && !hand.Win.Flags.Has(models.LastDraw) {
				t.Errorf("known by %q, disputed by %q, flags %v", hand.Known[last], hand.Disputed, hand.Win.Flags)
			}
		})
	}
}
