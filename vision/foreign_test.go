package vision_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"testing"

	"jantaku/models"
)

// keyboard draws 112 light keys on a dark board, each with a stroke of print.
func keyboard(t testing.TB) []byte {
	t.Helper()
	const wide, high, gap = 64, 84, 4
	img := image.NewGray(image.Rect(0, 0, 1280, 720))
	fill := func(x, y, w, h int, light uint8) {
		draw.Draw(img, image.Rect(x, y, x+w, y+h), image.NewUniform(color.Gray{Y: light}), image.Point{}, draw.Src)
	}
	fill(0, 0, 1280, 720, 225)
	for row := range 7 {
		for column := range 16 {
			x, y := 80+column*(wide+gap), 40+row*(high+gap)
			fill(x-gap, y-gap, wide+2*gap, high+2*gap, 50)
			fill(x, y, wide, high, 225)
			fill(x+29, y+20, 6, 44, 40)
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestAForeignPictureIsGivenUpAfterAFewLooks reads a keyboard: its keys are a little like one face, in one plane after the other. Read to the end it takes
// 4,204 looks.
func TestAForeignPictureIsGivenUpAfterAFewLooks(t *testing.T) {
	const most = 1500
	rows, d, err := newReader(t, learned(t, clubFaces)).Read(t.Context(), keyboard(t))
	var problem *models.ReadingError
	if !errors.As(err, &problem) || problem.Code != "no-tiles" || len(rows) > 0 {
		t.Errorf("read %v, %v", rows, err)
	}
	if d.Faces == 0 || d.Looks == 0 || d.Looks > most {
		t.Errorf("%d faces are located and %d looks taken, at most %d", d.Faces, d.Looks, most)
	}
}
