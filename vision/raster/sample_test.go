package raster_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"jantaku/models"
	"jantaku/vision/raster"
)

// noise are so many bytes of noise.
func noise(r *rand.Rand, n int) []byte {
	pix := make([]byte, n)
	for i := range pix {
		pix[i] = byte(r.Uint32())
	}
	return pix
}

// bilinear is a channel of a level between its pixels, which are taken 1/64 apart; outside it the border goes on.
func bilinear(l *raster.Level, q models.Point, channel int) float64 {
	const part = 64
	place := func(v float64, size int) (at int, share float64) {
		if !(v > 0) {
			return 0, 0
		}
		v = math.Floor(min(v, float64(size-1))*part) / part
		return int(v), v - math.Floor(v)
	}
	x, fx := place(q.X, l.Width)
	y, fy := place(q.Y, l.Height)
	v := func(dx, dy int) float64 {
		x, y := min(x+dx, l.Width-1), min(y+dy, l.Height-1)
		return float64(l.Pix[raster.Channels*(y*l.Width+x)+channel])
	}
	return (v(0, 0)*(1-fx)+v(1, 0)*fx)*(1-fy) + (v(0, 1)*(1-fx)+v(1, 1)*fx)*fy
}

// FuzzSample samples a line of noise from anywhere to anywhere, and what is not part of it stays as it was.
func FuzzSample(f *testing.F) {
	f.Add(uint64(1), uint8(64), uint8(64), uint8(48), int8(3), 10., 20., .5, .25)
	f.Add(uint64(2), uint8(1), uint8(1), uint8(3), int8(9), .3, .2, .1, .1)
	f.Add(uint64(3), uint8(5), uint8(6), uint8(9), int8(-6), -3., 2.5, 1., .1)
	f.Add(uint64(4), uint8(40), uint8(40), uint8(30), int8(-3), 2.5, 30., 1., -.9)
	f.Add(uint64(5), uint8(40), uint8(40), uint8(0), int8(30), 9., 9., .5, .5)
	f.Add(uint64(6), uint8(40), uint8(40), uint8(5), int8(3), math.NaN(), 9., .5, math.NaN())
	f.Add(uint64(7), uint8(40), uint8(40), uint8(5), int8(3), 9., 9., math.Inf(1), math.Inf(-1))
	f.Add(uint64(8), uint8(40), uint8(40), uint8(5), int8(3), 1e300, -1e300, 1e300, -1e300)
	f.Fuzz(func(t *testing.T, seed uint64, width, height, n uint8, stride int8, x, y, dx, dy float64) {
		if width == 0 || height == 0 || stride > -raster.Channels && stride < raster.Channels {
			return
		}
		r := rand.New(rand.NewPCG(seed, 1))
		l := raster.Level{Width: int(width), Height: int(height), Pix: noise(r, raster.Channels*int(width)*int(height))}
		const beside = 16 // bytes to either side of a line
		length, to := (max(int(n), 1)-1)*max(int(stride), -int(stride))+raster.Channels, beside
		if stride < 0 {
			to += length - raster.Channels
		}
		got := noise(r, length+2*beside)
		want, most := make([]float64, len(got)), make([]float64, len(got))
		for i, v := range got {
			want[i] = float64(v)
		}
		for i := range int(n) {
			q := models.Point{X: x, Y: y}.Add(models.Point{X: dx, Y: dy}.Times(float64(i)))
			for c := range raster.Channels {
				k := to + i*int(stride) + c
				want[k], most[k] = bilinear(&l, q, c), 2*255/64.+.51 // a place may be rounded to the next part
			}
		}
		lines := raster.Into(got, int(stride), 1)
		lines.Add(&l, to, int(n), models.Point{X: x, Y: y}, models.Point{X: dx, Y: dy})
		lines.Sample()
		for i, v := range got {
			if math.Abs(float64(v)-want[i]) > most[i] {
				t.Fatalf("byte %d of %d is %d, not %v", i, len(got), v, want[i])
			}
		}
	})
}

// FuzzClosed closes noise with squares of any size.
func FuzzClosed(f *testing.F) {
	for _, size := range [][3]uint8{{1, 1, 17}, {16, 16, 17}, {17, 17, 17}, {2, 200, 9}, {70, 65, 5}, {40, 129, 1}, {3, 3, 251}} {
		f.Add(uint64(1), size[0], size[1], size[2])
	}
	f.Fuzz(func(t *testing.T, seed uint64, width, height, square uint8) {
		if width == 0 || height == 0 || square%2 == 0 {
			return
		}
		w, h, around := int(width), int(height), int(square)/2
		pix := noise(rand.New(rand.NewPCG(seed, 1)), raster.Channels*w*h)
		extremes := func(from []byte, extreme func(a, b byte) byte) []byte {
			along := func(from []byte, dx, dy int) []byte {
				out := bytes.Clone(from)
				for i := range out {
					c, x, y := i%raster.Channels, i/raster.Channels%w, i/raster.Channels/w
					for k := -around; k <= around; k++ {
						if x, y := x+k*dx, y+k*dy; x >= 0 && y >= 0 && x < w && y < h {
							out[i] = extreme(out[i], from[raster.Channels*(y*w+x)+c])
						}
					}
				}
				return out
			}
			return along(along(from, 1, 0), 0, 1)
		}
		want := extremes(extremes(pix, func(a, b byte) byte { return max(a, b) }), func(a, b byte) byte { return min(a, b) })
		if got, err := raster.Closed(pix, w, h, int(square)); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%d×%d closed by %d: %v", w, h, square, err)
		}
	})
}
