package learn

import (
	"math"
	"testing"

	"jantaku/models"
	"jantaku/vision/raster"
)

// leaningRow draws a row of tiles on a cloth as a frame has it, with print that slants, and gives the upright boxes of its tiles.
func leaningRow(f *raster.Frame, tiles int) (*raster.Picture, [][4]float64) {
	const wide, high = 480, 160
	pix := make([]byte, raster.Channels*wide*high)
	for i := range wide * high {
		t, v := f.Locate(models.Point{X: float64(i % wide), Y: float64(i / wide)})
		colour := [raster.Channels]byte{60, 110, 30}
		off := t - math.Round(t)
		switch print := math.Abs(off) < .32 && math.Abs(v) < .4; {
		case t < -.5 || t > float64(tiles)-.5 || math.Abs(v) > .5:
		case math.Abs(off) > .48:
			colour = [raster.Channels]byte{170, 175, 180}
		case print && math.Mod(4*off+2*v*math.Cos(math.Round(t))+4, 1) < .4:
			colour = [raster.Channels]byte{40, 30, 20}
		default:
			colour = [raster.Channels]byte{230, 235, 240}
		}
		copy(pix[raster.Channels*i:], colour[:])
	}
	var boxes [][4]float64
	for i := range tiles {
		q := f.Quad(float64(i), 0)
		left, right := min(q[0].X, q[3].X), max(q[1].X, q[2].X)
		top, bottom := min(q[0].Y, q[1].Y), max(q[2].Y, q[3].Y)
		boxes = append(boxes, [4]float64{left, top, right - left, bottom - top})
	}
	return &raster.Picture{Levels: []raster.Level{{Width: wide, Height: high, Pix: pix}}}, boxes
}

func TestARowOfBoxesLeansAsItsTilesDo(t *testing.T) {
	const tiles = 9
	for _, tt := range []struct{ first, last, falls float64 }{{0, 0, 0}, {.3, .3, 0}, {-.2, .35, 0}, {-.35, .2, -6}, {.1, -.25, 6}} {
		f := raster.Frame{Centre: [3]models.Point{{X: 60, Y: 80}, {X: 44, Y: tt.falls}}}
		a, b := leaning(f.Centre[1], tt.first).Times(60), leaning(f.Centre[1], tt.last).Times(60)
		f.Down = [2]models.Point{a, b.Sub(a).Times(1. / (tiles - 1))}
		p, boxes := leaningRow(&f, tiles)
		got := straightFrame(p, boxes)
		for i, want := range []float64{tt.first, tt.last} {
			at := float64(i * (tiles - 1))
			down, along := got.DownAt(at), got.Along(at)
			if lean := down.Dot(along.Unit()) / math.Abs(down.Cross(along.Unit())); math.Abs(lean-want) > .04 {
				t.Errorf("%+v: tile %v leans %.2f", tt, at+1, lean)
			}
		}
	}
}
