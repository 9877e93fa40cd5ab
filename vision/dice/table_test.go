package dice

import (
	"image"
	"testing"

	"jantaku/calibration"
	scene "jantaku/laboratory/scene/dice"
	"jantaku/models"
)

// TestDiceOnATableAreSeenFromAbove looks at drawn dice through a camera that stands 30 degrees aside.
func TestDiceOnATableAreSeenFromAbove(t *testing.T) {
	d := scene.Random(3, 0, 2)
	top := d.Draw()
	half := float64(d.Side) / d.Scale / 2
	const size = 1600
	corners := [4]models.Point{{X: 60, Y: 1500}, {X: 1540, Y: 1500}, {X: 1400, Y: 160}, {X: 200, Y: 160}}
	c, err := calibration.FromCorners(size, size, corners, 640, calibration.Tile{Width: 26, Height: 36, Depth: 20}, nil)
	if err != nil {
		t.Fatal(err)
	}
	view, err := c.View(d.Edge)
	if err != nil {
		t.Fatal(err)
	}
	seen := image.NewRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			p := view.Table(models.Point{X: float64(x), Y: float64(y)})
			at := models.Point{X: (p.X + half) * d.Scale, Y: (p.Y + half) * d.Scale}
			if at.X >= 0 && at.Y >= 0 && at.X < float64(d.Side-1) && at.Y < float64(d.Side-1) {
				seen.SetRGBA(x, y, sample(top, at))
			}
		}
	}
	in, err := OnTable(seen, c, calibration.Dice{Edge: d.Edge, Across: 100})
	if err != nil {
		t.Fatal(err)
	}
	got := Read(in, 2, Usual())
	if len(got) != 2 || !got[0].Sure || got[0].Value+got[1].Value != d.Dice[0].Value+d.Dice[1].Value {
		t.Errorf("%+v of %+v", got, d.Dice)
	}
	if _, err := OnTable(seen, c, calibration.Dice{Edge: d.Edge, Across: 900}); err == nil {
		t.Error("what the camera does not see is taken")
	}
}
