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

func TestTilesMayLieInACornerOfTheClothThatNoZoneReaches(t *testing.T) {
	c := &calibration.Camera{Side: 700, Tile: calibration.Tile{Width: 22, Height: 30, Depth: 19}}
	c.Unit = &calibration.Unit{Corners: []models.Point{{X: -75, Y: -75}, {X: 75, Y: -75}, {X: 75, Y: 75}, {X: -75, Y: 75}}}
	c.Zones = c.UsualZones(models.Thirteen)
	p := &Picture{Table: &plane.Table{Camera: c}}
	for _, tt := range []struct {
		at  models.Point
		may bool
	}{
		{models.Point{X: 331, Y: -322}, true},
		{models.Point{X: -331, Y: 322}, true},
		{models.Point{X: 331, Y: -352}, false}, // upon the rim
	} {
		if may := p.mayLie(tt.at, 0, nil); may != tt.may {
			t.Errorf("a tile may lie at %v: %v", tt.at, may)
		}
	}
}
