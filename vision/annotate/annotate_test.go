package annotate_test

import (
	"bytes"
	"image"
	"image/color"
	"math"
	"testing"

	"jantaku/models"
	"jantaku/vision/annotate"
)

func TestWhatIsDrawnIsInTheEncodedPictureAndTheFirstOneStays(t *testing.T) {
	photo := image.NewRGBA(image.Rect(10, 10, 110, 70))
	c := annotate.On(photo)
	c.Outline([4]models.Point{{X: 5, Y: 5}, {X: 50, Y: 5}, {X: 50, Y: 40}, {X: 5, Y: 40}}, "1m", annotate.Green)
	c.Line(models.Point{X: -1e12}, models.Point{X: math.NaN()}, annotate.Red) // nonsense draws nothing
	data, err := c.PNG()
	if err != nil {
		t.Fatal(err)
	}
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if got := color.RGBAModel.Convert(img.At(20, 5)); got != annotate.Green {
		t.Errorf("the side of the outline is %v", got)
	}
	if got := photo.At(30, 15); got != (color.RGBA{}) {
		t.Errorf("the picture that was drawn on has %v", got)
	}
	if _, err := annotate.OnEncoded([]byte("no picture")); err == nil {
		t.Error("words are taken for a picture")
	}
}
