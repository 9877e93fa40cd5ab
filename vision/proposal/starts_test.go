package proposal

import (
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/plane"
)

// TestAStartPromisesWhatWasSeenThereBefore claims that a place that showed its face well is looked at again before a window half beside it that looks more like
// another one, whether or not its own window still looks like a face.
func TestAStartPromisesWhatWasSeenThereBefore(t *testing.T) {
	f := &plane.Field{Tile: calibration.Tile{Width: 24, Height: 33}}
	start := func(y, sim float64) Glance { return Glance{Field: f, At: models.Point{Y: y}, Sims: []float64{sim}} }
	before := &Proposal{Sim: .92, Seen: start(7, 0)}
	for name, starts := range map[string][]Glance{
		"its window looks less like it": {start(0, .84), start(8, .7)},
		"no window looks like it":       {start(0, .84)},
	} {
		t.Run(name, func(t *testing.T) {
			got := seenAt(starts, before)
			if len(got) != 2 || got[0].Sims[0] != .84 || got[1].Sims[0] != .92 {
				t.Errorf("%d starts: %v", len(got), got)
			}
		})
	}
}
