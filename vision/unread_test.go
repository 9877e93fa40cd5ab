package vision

import (
	"bytes"
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/raster"
)

func TestOnlySureTilesLeaveNoRoomForAnotherBetweenThem(t *testing.T) {
	tile := calibration.Tile{Width: 26, Height: 35}
	f := &field{tile: tile, extent: extent{left: -100, right: 100, near: -100, far: 100}}
	wide, high := f.pixel(raster.CoarseRes)
	s := &sheet{field: f, strip: &raster.Strip{Res: raster.CoarseRes, Width: int(200 / wide), Height: int(200 / high)}}
	s.strip.Light = bytes.Repeat([]byte{200}, 3*s.strip.Width*s.strip.Height) // everywhere that of a tile
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
			lit := s.strip.ShadeIn(0, 0, 10, 10)
			read := []laid{{at: models.Point{Y: off}, sim: tt.sim, light: lit}, {at: models.Point{Y: -off}, sim: .95, light: lit}}
			if got := s.unread(models.Point{}, read); got != tt.unread {
				t.Errorf("unread: %t", got)
			}
		})
	}
}
