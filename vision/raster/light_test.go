package raster

import (
	"bytes"
	"testing"
)

// TestASeamUnderALampIsNoPrint claims that what is darker in the rim of a tile than light leaves of print, and than the print in its middle, is cleared where that light
// leaves little, and that pale print stays, in the rim, too.
func TestASeamUnderALampIsNoPrint(t *testing.T) {
	const margin, white, pale, dark = 10, 240, 204, 110
	s := &Strip{Res: FineRes, Width: WindowW + 2*margin, Height: WindowH + 2*margin, Margin: margin}
	s.Pix = bytes.Repeat([]byte{white}, Channels*s.Width*s.Height)
	draw := func(left, top, wide, high int, light byte) {
		for y := top; y < top+high; y++ {
			for x := left; x < left+wide; x++ {
				copy(s.Pix[Channels*(y*s.Width+x):], []byte{light, light, light})
			}
		}
	}
	draw(margin+2, 0, 2, s.Height, dark)                  // a seam along the left side
	draw(s.Width/2-5, s.Height/2-5, 10, 10, pale)         // print in the middle
	draw(s.Width-margin-4, s.Height-margin-8, 4, 6, pale) // and in a corner
	inks := func(g *Grid) (seam, middle, corner float64) {
		cell := func(pixel int) int { return pixel / PoolCell }
		return g.InkIn(cell(margin+2), cell(margin), 1, FineH), g.InkIn(cell(s.Width/2-4), cell(s.Height/2-4), 4, 4), g.InkIn(cell(s.Width-margin-4), cell(s.Height-margin-8), 2, 3)
	}
	plain, err := s.Grid()
	if err != nil {
		t.Fatal(err)
	}
	seam, middle, corner := inks(plain)
	if seam < .3 || middle < .1 || corner < .05 {
		t.Fatalf("drawn with ink of %.2f, %.2f and %.2f", seam, middle, corner)
	}
	for left, cleared := range map[float64]bool{.1: true, 1: false} {
		g, was, err := s.GridUnder(left)
		if err != nil {
			t.Fatal(err)
		}
		if was != cleared {
			t.Errorf("where light leaves %.1f something was cleared: %v", left, was)
		}
		s, m, c := inks(g)
		if s < .05 != cleared || !cleared && s != seam {
			t.Errorf("where light leaves %.1f the seam has %.2f of %.2f", left, s, seam)
		}
		if m != middle || c != corner {
			t.Errorf("where light leaves %.1f print has %.2f of %.2f and %.2f of %.2f", left, m, middle, c, corner)
		}
	}
}
