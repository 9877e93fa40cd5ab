package capture

import (
	"math"
	"strconv"

	"jantaku/calibration"
	"jantaku/internal/pipeline"
	"jantaku/models"
)

// flowerBelief says how far a picture of a winner's zones is believed about the flowers. What the picture shows
// is surely there (layout doubts what it is not sure of); in question is what it does not show.
type flowerBelief struct {
	// held is how many of so many winners have 0, 1, 2 ... flowers in a set with eight: 1,332 wins of
	// `jantaku games --rules mcr --count 1500 --seed 9911`.
	held []float64
	// apart is the share of hands with flowers all of which lie where no zone shows them: at another edge, in a
	// drawer, under a sleeve. hidden is that share of single flowers beside others that are seen. Both are
	// assumed; no picture of a club's table tells them.
	apart, hidden float64
}

var flowers = flowerBelief{held: []float64{255, 463, 358, 181, 57, 16, 2}, apart: .005, hidden: .0005}

// unseen is the probability that a winner of whom a picture shows so many flowers has more.
func (b flowerBelief) unseen(shown int) float64 {
	more, all := 0., 0.
	for k := shown; k < len(b.held); k++ {
		chance := b.held[k] * choose(k, shown) * math.Pow(b.hidden, float64(k-shown))
		if shown == 0 && k > 0 {
			chance += b.held[k] * b.apart
		}
		all += chance
		if k > shown {
			more += chance
		}
	}
	if all == 0 {
		return 0 // as many as nobody holds
	}
	return more / all
}

// choose is in how many ways k of n can be seen.
func choose(n, k int) float64 {
	ways := 1.
	for i := range k {
		ways = ways * float64(n-i) / float64(i+1)
	}
	return ways
}

// shownWhole lists the places all of whose zones lie in the picture of a calibrated camera: only there does the
// picture tell what is not there.
func shownWhole(c *calibration.Camera) map[models.Place]bool {
	whole := map[models.Place]bool{}
	for _, zone := range c.Zones {
		switch zone.Use {
		case calibration.HandZone, calibration.MeldZone, calibration.FlowerZone, calibration.WinningZone:
		default:
			continue
		}
		shown, before := whole[zone.Place]
		whole[zone.Place] = (shown || !before) && inPicture(c, zone)
	}
	return whole
}

// inPicture reports whether all corners of a zone are seen.
func inPicture(c *calibration.Camera, zone calibration.Zone) bool {
	view, err := c.View(zone.Height)
	if err != nil {
		return false
	}
	for _, corner := range zone.Corners {
		at := view.Picture(corner)
		if !(at.X >= 0 && at.Y >= 0 && at.X <= float64(c.Width) && at.Y <= float64(c.Height)) {
			return false
		}
	}
	return true
}

// tellFlowers says how many flowers a winner has, of whom a picture shows so many with all zones: as a fact
// where it is as sure as the club asks of a hand, otherwise as the likeliest answer.
func (l *Lookout) tellFlowers(sight *pipeline.Sight, shown int) {
	unseen := flowers.unseen(shown)
	if unseen <= l.Layout.MaxError {
		sight.Known = models.Facts{models.FactFlowers: models.Eye}
		return
	}
	sight.Likely = map[models.Fact][]models.Answer{models.FactFlowers: {
		{Is: strconv.Itoa(shown), Chance: 1 - unseen}, {Is: strconv.Itoa(shown + 1), Chance: unseen}}}
}
