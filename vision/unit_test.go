package vision_test

import (
	"testing"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/proposal"
)

// TestWhatLiesOnTheUnitIsDoubted claims that what looks like a tile on the central unit is told with a doubt where the unit is known and without one
// where it is not, by a sweep and by a look at its place, and that a tile of a river that touches the unit is as sure as ever.
func TestWhatLiesOnTheUnitIsDoubted(t *testing.T) {
	r := tableReader(t)
	s := scene.WholeTable()
	const reach = 75. // of the drawn unit, mm
	on, beside := models.Point{X: 10, Y: -5}, models.Point{X: 20, Y: -reach - s.Size.Height/2}
	s.Tiles = []scene.Placed{{Tile: 15, At: on, Role: scene.Clutter, Row: -1}, {Tile: models.Red, At: beside, Role: scene.InRiver, Owner: 1, Row: -1}}
	img, _, err := studio.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	camera := calibrated(t, s)
	for _, unit := range []*calibration.Unit{nil, {Corners: []models.Point{{X: -reach, Y: -reach}, {X: reach, Y: -reach}, {X: reach, Y: reach}, {X: -reach, Y: reach}}}} {
		camera.Unit = unit
		camera.Zones = camera.UsualZones(models.Thirteen)
		surely := func(at models.Point) (sure float64) {
			for _, f := range swept(t, r, img, camera) {
				if apart(f.At, at) < 5 {
					sure = f.Sighting().Confidence
				}
			}
			return sure
		}
		least, most := .99, 1.
		if unit != nil {
			least, most = .5, .74
		}
		if sure := surely(on); sure < least || sure > most {
			t.Errorf("unit %v: a tile on it is told with %.4f, not %v to %v", unit, sure, least, most)
		}
		if sure := surely(beside); sure < .99 {
			t.Errorf("unit %v: a tile beside it is told with %.4f", unit, sure)
		}
		e, err := pictureOf(t, r, img, camera).ReadPlace(proposal.Spot{At: on})
		if err != nil {
			t.Fatal(err)
		}
		if odds := e.LogLike[15] - e.LogLike[models.NoTile]; unit == nil != (odds > 10) {
			t.Errorf("unit %v: a tile on it is likelier than none by e^%.1f", unit, odds)
		}
	}
}
