package photo_test

import (
	"math"
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/photo"
	"jantaku/vision/proposal"
)

// Two tiles of a concealed kong whose backs were not seen are each certain, and what is told of the table is not.
func TestATableWherePartOfAHandLiesOpenIsAskedAbout(t *testing.T) {
	tile := calibration.Tile{Width: 21, Height: 28, Depth: 17}
	camera, err := calibration.FromCorners(1920, 1080, [4]models.Point{{X: 462, Y: 1027}, {X: 1459, Y: 1027}, {X: 1436, Y: 57}, {X: 487, Y: 58}}, 670, tile, nil)
	if err != nil {
		t.Fatal(err)
	}
	for tiles, want := range map[int]models.Status{2: models.Review, 13: models.Accepted} {
		var found []proposal.Found
		for i := range tiles {
			f := proposal.Found{Evidence: models.Evidence{Pose: models.Pose{At: models.Point{X: -150 + 21.5*float64(i), Y: -320}}}, Sure: 1}
			for t := range f.LogLike {
				f.LogLike[t] = math.Inf(-1)
			}
			f.LogLike[models.NewTile(models.Dots, 1+i%9)] = 0
			found = append(found, f)
		}
		if r := photo.Told(found, camera, .005); r.Status != want || len(r.Zones.Hand[1]) != tiles {
			t.Errorf("%d tiles of a hand: %v with %.3f, hand %v", tiles, r.Status, r.Confidence, r.Zones.Hand[1])
		}
	}
}
