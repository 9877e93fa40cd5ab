package scene_test

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
)

// TestGroundsAreDrawnAndDiffer draws a row on every ground; JANTAKU_DRAW names a folder for the
// pictures.
func TestGroundsAreDrawnAndDiffer(t *testing.T) {
	row, err := models.ParseTiles("123456789m")
	if err != nil {
		t.Fatal(err)
	}
	means := map[[3]int]scene.Ground{}
	for _, ground := range append(scene.Grounds(), scene.Felt) {
		s := scene.RandomView(3, artwork.StyleA, .2).WithRow(1, row)
		s.Width, s.Height, s.Table.Ground = 320, 180, ground
		img, truth, err := scene.Render(s)
		if err != nil {
			t.Fatal(err)
		}
		if got := truth.Photo("").Rows; len(got) != 1 || got[0].String() != "123456789m" {
			t.Errorf("%v: the rows are %v", ground, got)
		}
		mean := meanColour(img)
		if other, seen := means[mean]; seen {
			t.Errorf("%v looks like %v", ground, other)
		}
		means[mean] = ground
		if folder := os.Getenv("JANTAKU_DRAW"); folder != "" {
			f, err := os.Create(filepath.Join(folder, ground.String()+".png"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if err := png.Encode(f, img); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func meanColour(img image.Image) (mean [3]int) {
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			red, green, blue, _ := img.At(x, y).RGBA()
			mean[0], mean[1], mean[2] = mean[0]+int(red), mean[1]+int(green), mean[2]+int(blue)
		}
	}
	for i := range mean {
		mean[i] /= 256 * b.Dx() * b.Dy()
	}
	return mean
}
