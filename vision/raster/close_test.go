package raster_test

import (
	"bytes"
	"image"
	"math/rand/v2"
	"testing"

	"gocv.io/x/gocv"

	"jantaku/vision/raster"
)

// Whatever the size of a strip, it is closed as OpenCV closes it.
func TestAStripIsClosedAsOpenCVDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, size := range [][2]int{{1, 1}, {5, 90}, {52, 64}, {64, 64}, {300, 65}, {41, 200}} {
		for _, square := range []int{1, 3, 9, 17} {
			pix := make([]byte, raster.Channels*size[0]*size[1])
			for i := range pix {
				pix[i] = byte(r.IntN(256))
			}
			mat, err := gocv.NewMatFromBytes(size[1], size[0], gocv.MatTypeCV8UC3, pix)
			if err != nil {
				t.Fatal(err)
			}
			kernel, want := gocv.GetStructuringElement(gocv.MorphRect, image.Pt(square, square)), gocv.NewMat()
			if err := gocv.MorphologyEx(mat, &want, gocv.MorphClose, kernel); err != nil {
				t.Fatal(err)
			}
			if got, err := raster.Closed(pix, size[0], size[1], square); err != nil || !bytes.Equal(got, want.ToBytes()) {
				t.Errorf("%v closed by %d is not as OpenCV closes it: %v", size, square, err)
			}
			for _, m := range []gocv.Mat{mat, kernel, want} {
				m.Close()
			}
		}
	}
	for _, square := range []int{2, 0, -1, -3} {
		if _, err := raster.Closed(make([]byte, 12), 2, 2, square); err == nil {
			t.Errorf("a square without a middle, of %d pixels, is taken", square)
		}
	}
}
