package proposal

import (
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/plane"
)

// A pale tile two millimetres before its river was told as one face down, of which a river tells nothing: the table was accepted without it.
func TestATileThatReachesIntoARiverIsOfIt(t *testing.T) {
	tile := calibration.Tile{Width: 26, Height: 35, Depth: 20}
	p := &Picture{Table: &plane.Table{Camera: &calibration.Camera{Side: 800, Tile: tile, Zones: calibration.DefaultZones(800, models.Thirteen, tile)}}}
	for name, c := range map[string]struct {
		at   models.Point
		want bool
	}{
		"in the river of place 3":         {models.Point{X: -66, Y: 140}, true},
		"two millimetres before it":       {models.Point{X: -66, Y: 118}, true},
		"half a tile before it":           {models.Point{X: -66, Y: 102}, false},
		"before the place, with its hand": {models.Point{X: -66, Y: 340}, false},
	} {
		if got := p.ofRiver(c.at); got != c.want {
			t.Errorf("%s: of the river: %v", name, got)
		}
	}
}
