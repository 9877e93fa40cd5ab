package lens_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"strings"
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/lens"
)

// boardPicture is a chessboard of 10×7 squares of 25 mm as a lens shows it, turned by
// angles about its axes, its centre away from the camera at z mm.
func boardPicture(t testing.TB, name string, l calibration.Lens, tiltX, tiltY, x, y, z float64) lens.Image {
	const w, h = 640, 480
	sx, cx := math.Sincos(tiltX)
	sy, cy := math.Sincos(tiltY)
	right, down := [3]float64{cy, sx * sy, cx * sy}, [3]float64{0, cx, -sx}
	var m calibration.Homography // board millimetres to pixels without distortion
	for k, a := range [3][3]float64{right, down, {x - 125*right[0] - 87.5*down[0], y - 125*right[1] - 87.5*down[1], z - 125*right[2] - 87.5*down[2]}} {
		m[k], m[3+k], m[6+k] = l.FX*a[0]+l.CX*a[2], l.FY*a[1]+l.CY*a[2], a[2]
	}
	back, err := m.Inverse()
	if err != nil {
		t.Fatal(err)
	}
	data := encoded(t, w, h, func(px, py int) color.Color {
		sum := 0
		for s := range 4 {
			q := back.Apply(l.Undistort(models.Point{X: float64(px) + float64(s&1)/2 - .25, Y: float64(py) + float64(s>>1)/2 - .25}))
			u, v := int(math.Floor(q.X/25)), int(math.Floor(q.Y/25))
			if u < 0 || v < 0 || u >= 10 || v >= 7 || (u+v)%2 == 0 {
				sum += 55
			}
		}
		return color.Gray{uint8(20 + sum)}
	})
	return lens.Image{Name: name, Data: data}
}

func TestLensIsFoundFromAChessboard(t *testing.T) {
	want := calibration.Lens{FX: 620, FY: 620, CX: 330, CY: 236, Radial: [3]float64{-.22, .05, 0}}
	var images []lens.Image
	for i, p := range [][5]float64{{.3, .1, 0, 0, 420}, {-.4, .2, -60, 20, 480}, {.1, .5, 70, -30, 470}, {.2, -.5, 40, 60, 500}, {-.3, -.4, -70, -50, 520}, {.5, 0, 80, 50, 560}, {0, .3, -90, 60, 540}} {
		images = append(images, boardPicture(t, string(rune('a'+i)), want, p[0], p[1], p[2], p[3], p[4]))
	}
	board := lens.Board{Cols: 9, Rows: 6, Square: 25}
	got, report, err := lens.Calibrate(images, board, nil)
	if err != nil {
		t.Fatalf("%v; not used: %v", err, report.Unused)
	}
	if math.Abs(got.FX/want.FX-1) > .01 || math.Abs(got.CX-want.CX) > 4 || math.Abs(got.CY-want.CY) > 4 || report.Error > .3 {
		t.Errorf("found %+v, %.2f pixels off, want %+v", got, report.Error, want)
	}
	p := models.Point{X: 130, Y: 110}
	if a, b := got.Undistort(p), want.Undistort(p); math.Hypot(a.X-b.X, a.Y-b.Y) > 1 {
		t.Errorf("a point far from the middle belongs at %v, want %v", a, b)
	}
	bad := lens.Image{Name: "felt.jpg", Data: encoded(t, 640, 480, func(x, y int) color.Color { return color.Gray{uint8(60 + x/8)} })}
	if _, report, err := lens.Calibrate(append(images[:2:2], bad), board, nil); err == nil || !strings.Contains(err.Error(), "at least 5") || len(report.Unused) != 1 {
		t.Errorf("two boards and felt: %v, unused %v", err, report.Unused)
	}
	if _, _, err := lens.Calibrate([]lens.Image{images[0], {Name: "other.jpg", Data: encoded(t, 320, 240, image.White.At)}}, board, nil); err == nil || !strings.Contains(err.Error(), "other.jpg") {
		t.Errorf("pictures of two sizes: %v", err)
	}
}

// encoded is a picture as a camera sends it.
func encoded(t testing.TB, w, h int, at func(x, y int) color.Color) []byte {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, at(x, y))
		}
	}
	var buf bytes.Buffer
	if err := jpeg.Encode(&buf, img, nil); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}
