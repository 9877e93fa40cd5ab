package watch

import (
	"math"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/models"
)

func TestAChangeNamesItsLikeliestTile(t *testing.T) {
	c := Change{Kind: Added, Spot: 7, Area: Area{calibration.RiverZone, 2}, Rest: 1500 * time.Millisecond}
	for i := range c.LogLike {
		c.LogLike[i] = math.Inf(-1)
	}
	c.LogLike[models.NoTile], c.LogLike[models.White], c.LogLike[models.EastWind] = 0, 4, 3
	if got, p := Likeliest(&c.Evidence); got != models.White || p < .7 || p > .75 {
		t.Errorf("likeliest is %v with %.3f, want 5z with e/(1+e) less what nothing takes", got, p)
	}
	if got, want := c.String(), "1.5s added river 2 #7 5z/0 at (0, 0)"; got != want {
		t.Errorf("told as %q, want %q", got, want)
	}
}
