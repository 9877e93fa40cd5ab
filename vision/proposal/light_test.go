package proposal

import (
	"bytes"
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

func TestOnlySureTilesLeaveNoRoomForAnotherBetweenThem(t *testing.T) {
	tile := calibration.Tile{Width: 26, Height: 35}
	f := &plane.Field{Tile: tile, Extent: plane.Extent{Left: -100, Right: 100, Near: -100, Far: 100}}
	wide, high := f.Pixel(raster.CoarseRes)
	s := &plane.Sheet{Field: f, Strip: &raster.Strip{Res: raster.CoarseRes, Width: int(200 / wide), Height: int(200 / high)}}
	s.Strip.Light = bytes.Repeat([]byte{200}, 3*s.Strip.Width*s.Strip.Height) // everywhere that of a tile
	tests := map[string]struct {
		apart, sim float64 // mm between two rows, and how surely a tile of one is seen
		unread     bool
	}{
		"between rows with room for a tile":               {26, .95, true},
		"between rows without":                            {18, .95, false},
		"where one of the two hardly looks like a tile":   {18, .5, true},
		"between rows that were found a little too close": {22, .95, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			off := (tile.Height + tt.apart) / 2
			lit := s.Strip.ShadeIn(0, 0, 10, 10)
			read := []plane.Laid{{At: models.Point{Y: off}, Sim: tt.sim, Light: lit}, {At: models.Point{Y: -off}, Sim: .95, Light: lit}}
			if got := unexplained(s, models.Point{}, read); got != tt.unread {
				t.Errorf("unread: %t", got)
			}
		})
	}
}
