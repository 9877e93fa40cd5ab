package vision

import (
	"testing"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/plane"
)

func TestATableIsReadAsItIsSeenSinceTheCameraMoved(t *testing.T) {
	camera, err := scene.WholeTable().Calibration()
	if err != nil {
		t.Fatal(err)
	}
	table, err := plane.NewTable(camera)
	if err != nil {
		t.Fatal(err)
	}
	f := &Follower{table: table, now: table, moved: calibration.Identity}
	shifted, none := calibration.Identity, calibration.Homography{}
	shifted[2] = 24
	f.sees(shifted)
	was, _ := camera.ToPicture(models.Point{X: 100})
	if is, err := f.Table().Camera.ToPicture(models.Point{X: 100}); err != nil || is.Sub(was).Sub(models.Point{X: 24}).Length() > .1 {
		t.Errorf("seen at %v, %v, was %v", is, err, was)
	}
	before := f.Table()
	if f.sees(none); f.Table() != before {
		t.Error("a camera that sees nothing took the table away")
	}
}
