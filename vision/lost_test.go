package vision_test

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/raster"
)

// A tile that is lost without a word could cost a wrong score: what is as light and as large as one is told wherever tiles may lie.
func TestATileWhoseFaceIsGoneIsTold(t *testing.T) {
	r := tableReader(t)
	for name, tt := range map[string]struct {
		seed     uint64
		hardness float64
		lamp     bool
		gone     func(scene.Lying) bool // whose face is wiped
		lost     func(scene.Lying) bool
	}{
		"in glare, reaching into a river": {seed: 710013, hardness: .2, lamp: true, lost: func(l scene.Lying) bool { return l.Role == scene.InRiver && l.Owner == 4 }},
		"an indicator among backs":        {seed: 710011, gone: isWhite(scene.IsIndicator), lost: isWhite(scene.IsIndicator)},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := scene.RandomTable(tt.seed, artwork.StyleA, tt.hardness)
			if err != nil {
				t.Fatal(err)
			}
			if tt.lamp {
				s = scene.UnderLamp(s)
			}
			drawn, truth, err := studio.Render(s)
			if err != nil {
				t.Fatal(err)
			}
			camera := calibrated(t, s)
			img := image.NewRGBA(drawn.Bounds())
			draw.Draw(img, img.Bounds(), drawn, drawn.Bounds().Min, draw.Src)
			for _, l := range truth.Table {
				if tt.gone != nil && tt.gone(l) {
					wipe(t, img, camera, l)
				}
			}
			found := swept(t, r, img, camera)
			lost := 0
			for _, l := range truth.Table {
				if !tt.lost(l) {
					continue
				}
				lost++
				told := false
				for _, f := range found {
					told = told || apart(f.At, l.Pose.At) < 13
				}
				if !told {
					t.Errorf("nothing is told of the tile at %v", l.Pose)
				}
			}
			if lost == 0 {
				t.Error("there is no such tile")
			}
		})
	}
}

// isWhite tells white dragons of a role.
func isWhite(role scene.Role) func(scene.Lying) bool {
	return func(l scene.Lying) bool { return l.Role == role && l.Tile == models.White }
}

// wipe takes the print of a tile from a picture.
func wipe(t *testing.T, img *image.RGBA, camera *calibration.Camera, l scene.Lying) {
	t.Helper()
	part := outline(t, camera, l.Pose, .88)
	middle := part[0].Toward(part[2], .5)
	fill(img, part, img.RGBAAt(int(middle.X), int(middle.Y)))
}

// outline is where a picture shows the upper side of a tile that lies at a pose, or the middle part of it.
func outline(t *testing.T, camera *calibration.Camera, at models.Pose, part float64) (quad [4]models.Point) {
	t.Helper()
	view, err := camera.View(at.Height + camera.Tile.Depth)
	if err != nil {
		t.Fatal(err)
	}
	wide, high := part*camera.Tile.Width/2, part*camera.Tile.Height/2
	if at.Quarter%2 != 0 {
		wide, high = high, wide
	}
	for i, c := range [4]models.Point{{X: -wide, Y: high}, {X: wide, Y: high}, {X: wide, Y: -high}, {X: -wide, Y: -high}} {
		quad[i] = view.Picture(at.At.Add(c))
	}
	return quad
}

// fill paints a part of a picture evenly.
func fill(img *image.RGBA, quad [4]models.Point, paint color.RGBA) {
	paint.A = 255
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			if raster.Inside(quad, models.Point{X: float64(x), Y: float64(y)}) {
				img.SetRGBA(x, y, paint)
			}
		}
	}
}
