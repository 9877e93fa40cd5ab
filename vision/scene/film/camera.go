package film

import (
	"jantaku/calibration"
	"jantaku/models"
)

// riverZone is where discards lie before their player, mm in their frame: as wide as the
// diagonals of the table let it be, from the sticks to the wall.
var riverZone = []models.Point{{X: -90, Y: -92}, {X: 90, Y: -92}, {X: 244, Y: -246}, {X: -244, Y: -246}}

// Camera is the calibration of the club's camera, made by clicking the corners of the cloth,
// with the rivers where this club has them.
func (c *Club) Camera() (*calibration.Camera, error) {
	camera, err := c.spec.Calibration()
	if err != nil {
		return nil, err
	}
	for i, z := range camera.Zones {
		if z.Use != calibration.RiverZone {
			continue
		}
		camera.Zones[i].Corners = nil
		for _, corner := range riverZone {
			camera.Zones[i].Corners = append(camera.Zones[i].Corners, onTable(corner, z.Place))
		}
	}
	return camera, camera.Validate()
}
