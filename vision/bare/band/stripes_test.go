package band

import (
	"bytes"
	"math"
	"testing"
)

// TestPrintStaysWhereStripesAreTakenOut has print, spots of 10 pixels, among stripes that run aslant.
func TestPrintStaysWhereStripesAreTakenOut(t *testing.T) {
	const width, height = 200, 150
	for _, angle := range []float64{0, .7, 1.57, 2.9} {
		print, striped := make([]byte, width*height), make([]byte, width*height)
		for i := range striped {
			x, y := i%width, i/width
			if d := math.Mod(float64(x)*math.Sin(angle)-float64(y)*math.Cos(angle)+1000, 40); d < 9 || d > 20 && d < 23 {
				striped[i] = 255
			}
			if y >= 70 && y < 84 && x%14 < 10 {
				print[i] = 255
			}
			if y >= 65 && y < 90 { // the tiles lie on the cloth
				striped[i] = print[i]
			}
		}
		taken := stripes(striped, width, height)
		if taken == nil {
			t.Fatalf("at %.1f no stripes are seen", angle)
		}
		lines, stays := 0, 0
		for i := range striped {
			switch {
			case striped[i] == 0 || taken[i]:
			case print[i] != 0:
				stays++
			default:
				lines++
			}
		}
		if all := bytes.Count(print, []byte{255}); stays < all {
			t.Errorf("at %.1f %d of %d pixels of print stay", angle, stays, all)
		}
		if all := bytes.Count(striped, []byte{255}); lines > all/4 {
			t.Errorf("at %.1f %d of %d pixels with stripes stay", angle, lines, all)
		}
		if stripes(print, width, height) != nil {
			t.Error("stripes are seen where there is print alone")
		}
	}
}

func TestLinesOfADirectionShareNoPixel(t *testing.T) {
	const width, height = 31, 17
	for k := range lineAngles {
		seen := make([]int, width*height)
		eachLine(width, height, math.Pi*float64(k)/lineAngles, func(line []int, _ float64) {
			for _, at := range line {
				seen[at]++
			}
		})
		for at, n := range seen {
			if n != 1 {
				t.Fatalf("direction %d: pixel %d is in %d lines", k, at, n)
			}
		}
	}
}
