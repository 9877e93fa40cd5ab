package bare

import (
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// TestAPlaneThatIsLaidAnewHasTheSameFaces claims that a plane in which the uprights of its row converge is laid so that they do not, and that the faces that were
// located are where they were seen.
func TestAPlaneThatIsLaidAnewHasTheSameFaces(t *testing.T) {
	const tiles, width, height = 9, 1200, 900
	flat := calibration.Homography{.5, 0, -300, 0, -.5, 225, 0, 0, 1} // from pixels to mm
	row := Row{Frame: raster.Frame{
		Centre: [3]models.Point{{X: 600, Y: 450}, {X: 2 * plane.AnyTile.Width}}, Down: [2]models.Point{{Y: 2 * plane.AnyTile.Height}},
	}}
	var stand []Upright
	for i := range tiles {
		at := float64(i) - tiles/2
		row.Tiles = append(row.Tiles, Seen{T: at, Sim: .9})
		x, lean := 600+2*plane.AnyTile.Width*at, 1.5*at // each leans a little more toward the middle above
		stand = append(stand, Upright{{X: x - lean, Y: 450 - plane.AnyTile.Height}, {X: x + lean, Y: 450 + plane.AnyTile.Height}})
	}
	seen := []models.Point{{X: 380, Y: 260}, {X: 820, Y: 300}, {X: 600, Y: 450}}
	pl := Plane{Row: row, Field: &plane.Field{Tile: plane.AnyTile}}
	if err := pl.lie(width, height, flat); err != nil {
		t.Fatal(err)
	}
	for _, q := range seen {
		pl.Faces = append(pl.Faces, pl.Field.View.Table(q))
	}
	anew, ok := pl.Anew([][]Upright{stand})
	if !ok {
		t.Fatal("it is not laid anew")
	}
	for i, q := range seen {
		if at := anew.Field.View.Picture(anew.Faces[i]); at.Sub(q).Length() > .5 {
			t.Errorf("a face that was seen at %.0f is at %.0f", q, at)
		}
		if pl.Field.View.Picture(pl.Faces[i]).Sub(q).Length() > .5 {
			t.Error("the plane before has changed")
		}
	}
}
