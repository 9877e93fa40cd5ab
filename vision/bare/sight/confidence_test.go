package sight

import (
	"testing"

	"jantaku/models"
	"jantaku/vision/faces"
)

func TestTheSameLeadSaysLessOfATileThatIsSeenWorse(t *testing.T) {
	r := Reader{&faces.Learned{}}
	leads := func(sim, lead float64) float64 {
		_, p := r.TrustIn(Reading{Tile: faces.Circle, Sim: sim, Ranks: []faces.Rank{{Tile: faces.Circle, Sim: sim}, {Tile: models.NewTile(models.Dots, 2), Sim: sim - lead}}})
		return p
	}
	const doubt = .005 // that a hand is accepted with
	for _, tt := range []struct {
		sim, lead float64
		sure      bool
	}{
		{.99, .01, true}, {.97, .01, true}, {.93, .01, false}, {.86, .01, false},
		{.86, .05, true}, {.6, .05, false}, {.6, .2, true}, {1, .01, true}, {1, 0, false},
	} {
		if p := leads(tt.sim, tt.lead); p > 1-doubt != tt.sure {
			t.Errorf("seen to %v, the second to %v less: %v", tt.sim, tt.lead, p)
		}
	}
}
