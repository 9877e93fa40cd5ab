package mosaic_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"testing"

	"jantaku/laboratory/scene/mosaic"
)

// picture has smooth and sharp parts in every channel.
func picture(x, y int) (luma, cb, cr float32) {
	luma = float32(120 + 80*math.Sin(float64(x)/9)*math.Cos(float64(y)/13))
	if x/20%2 == y/20%2 {
		luma = min(luma+50, 255)
	}
	return luma, float32(100 + x%64), float32(150 - y%40)
}

func set(e *mosaic.Encoder, i int, at func(x, y int) (luma, cb, cr float32)) {
	r := e.Rect(i)
	var luma, cb, cr []float32
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			l, b, c := at(x, y)
			luma = append(luma, l)
			if x%2 == 0 && y%2 == 0 {
				cb, cr = append(cb, b), append(cr, c)
			}
		}
	}
	e.Set(i, luma, cb, cr)
}

func decoded(t *testing.T, e *mosaic.Encoder) *image.YCbCr {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(e.Append(nil)))
	if err != nil {
		t.Fatal(err)
	}
	return img.(*image.YCbCr)
}

func newEncoder(t testing.TB, width, height int) *mosaic.Encoder {
	t.Helper()
	e, err := mosaic.New(width, height, 95)
	if err != nil {
		t.Fatal(err)
	}
	for i := range e.Segments() {
		set(e, i, picture)
	}
	return e
}

func TestAnyDecoderSeesTheSamplesThatWereSet(t *testing.T) {
	for _, size := range []image.Point{{640, 360}, {333, 75}, {16, 16}, {5, 3}} {
		img := decoded(t, newEncoder(t, size.X, size.Y))
		if img.Rect.Size() != size {
			t.Fatalf("%v pixels were encoded as %v", size, img.Rect.Size())
		}
		sum := 0.0
		for y := range size.Y {
			for x := range size.X {
				want, _, _ := picture(x, y)
				sum += math.Abs(float64(want) - float64(img.YCbCrAt(x, y).Y))
			}
		}
		if mean := sum / float64(size.X*size.Y); mean > 2 {
			t.Errorf("%v: luma is %.1f off on average", size, mean)
		}
	}
}

func TestOneSegmentChangesAlone(t *testing.T) {
	e := newEncoder(t, 640, 64)
	before := decoded(t, e)
	grey := color.YCbCr{Y: 90, Cb: 128, Cr: 128}
	const changed = 7
	set(e, changed, func(int, int) (float32, float32, float32) { return 90, 128, 128 })
	after := decoded(t, e)
	inside := e.Rect(changed)
	for y := range 64 {
		for x := range 640 {
			want := before.YCbCrAt(x, y)
			if (image.Point{X: x, Y: y}).In(inside) {
				want = grey
			}
			if got := after.YCbCrAt(x, y); got != want {
				t.Fatalf("(%d, %d) is %v, not %v", x, y, got, want)
			}
		}
	}
}

func TestTouchedAreTheSegmentsUnderARectangle(t *testing.T) {
	e := newEncoder(t, 640, 64)
	for _, r := range []image.Rectangle{image.Rect(0, 0, 1, 1), image.Rect(127, 15, 129, 17), image.Rect(-50, 60, 700, 90), image.Rect(900, 0, 910, 5)} {
		touched := map[int]bool{}
		e.Touched(r, func(i int) { touched[i] = true })
		for i := range e.Segments() {
			if want := e.Rect(i).Overlaps(r); touched[i] != want {
				t.Errorf("%v touches segment %d at %v: %v", r, i, e.Rect(i), touched[i])
			}
		}
	}
}

func TestSizesAndQualitiesThatCannotBeAreRefused(t *testing.T) {
	for _, c := range [][3]int{{0, 10, 90}, {10, 70000, 90}, {10, 10, 0}, {10, 10, 101}} {
		if _, err := mosaic.New(c[0], c[1], c[2]); err == nil {
			t.Errorf("%v is taken", c)
		}
	}
}

func BenchmarkWholePicture(b *testing.B) {
	e, err := mosaic.New(1920, 1080, 85)
	if err != nil {
		b.Fatal(err)
	}
	luma, colour := make([]float32, 128*16), make([]float32, 64*8)
	for i := range luma {
		luma[i], _, _ = picture(i%128, i/128)
	}
	for b.Loop() {
		for i := range e.Segments() {
			e.Set(i, luma, colour, colour)
		}
		e.Append(nil)
	}
}
