package proposal

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// TestATileTaughtBesideItsMiddleHasItsRim claims that a face that was taught a little beside the middle of its tile costs no rim where it is found as far
// beside, and that what half of a side is missing of still does.
func TestATileTaughtBesideItsMiddleHasItsRim(t *testing.T) {
	const side, wide, high = 220, 72, 96
	level := raster.Level{Width: side, Height: side, Pix: bytes.Repeat([]byte{30}, raster.Channels*side*side)}
	for y := (side - high) / 2; y < (side+high)/2; y++ {
		for x := (side - wide) / 2; x < (side+wide)/2; x++ {
			copy(level.Pix[raster.Channels*(y*side+x):], []byte{240, 240, 240})
		}
	}
	p := &Picture{Raster: &raster.Picture{Levels: []raster.Level{level}}, Tiles: printed(t)}
	for _, c := range []struct {
		right, down, least, most float64 // pixels beside the middle
	}{{0, 0, 0, 0}, {0, 7, 0, 0}, {5.5, 0, 0, 0}, {0, -7, 0, 0}, {0, 14, .2, .3}, {-12, 0, .2, .3}, {12, 14, .4, .6}} {
		g := &Glance{Frame: raster.Frame{
			Centre: [3]models.Point{{X: side/2 + c.right, Y: side/2 + c.down}, {X: wide}},
			Down:   [2]models.Point{{Y: high}},
		}, Sims: []float64{1, 0}}
		if rim := p.rim(g, 240); rim < c.least || rim > c.most {
			t.Errorf("%v pixels to the right and %v down %.2f of the rim is none, not %.2f to %.2f", c.right, c.down, rim, c.least, c.most)
		}
	}
}

// printed is a set with one face that bears print in its middle.
func printed(t *testing.T) *faces.Learned { return drawn(t, inTheMiddle) }

// inTheMiddle is how light a face is that bears print in its middle, 0 to 255.
func inTheMiddle(x, y int) byte {
	if x > faces.StoredW/3 && x < faces.StoredW*2/3 && y > faces.StoredH/3 && y < faces.StoredH*2/3 {
		return 30
	}
	return 255
}

// drawn is a set of some faces, by how light each is at a pixel: 1m, 2m and so on.
func drawn(t *testing.T, looks ...func(x, y int) byte) *faces.Learned {
	t.Helper()
	taught := calibration.Faces{Version: calibration.FacesVersion, Width: faces.StoredW, Height: faces.StoredH}
	for i, light := range looks {
		img := image.NewGray(image.Rect(0, 0, faces.StoredW, faces.StoredH))
		for y := range faces.StoredH {
			for x := range faces.StoredW {
				img.SetGray(x, y, color.Gray{Y: light(x, y)})
			}
		}
		var file bytes.Buffer
		if err := png.Encode(&file, img); err != nil {
			t.Fatal(err)
		}
		taught.Faces = append(taught.Faces, calibration.Face{Tile: models.Tile(i + 1), Samples: []calibration.Sample{{PNG: file.Bytes()}}})
	}
	l, err := faces.NewLearned(taught)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
