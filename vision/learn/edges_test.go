package learn

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"testing"

	"jantaku/models"
	"jantaku/vision/raster"
)

// TestARowGoesOnWhereItsEdgesDo has a picture of five tiles, each with another print, of which the first or
// the last are labelled.
func TestARowGoesOnWhereItsEdgesDo(t *testing.T) {
	const wide, high, tiles, left, top = 40, 56, 5, 90, 60
	for name, ground := range map[string]color.Gray{"dark cloth": {40}, "cloth as light as tiles in their shadow": {190}, "a white tablecloth": {250}} {
		random := rand.New(rand.NewPCG(9, 1))
		img := image.NewRGBA(image.Rect(0, 0, 2*left+tiles*wide, 2*top+high))
		draw.Draw(img, img.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
		fill := func(x, y, w, h int, c uint8) {
			draw.Draw(img, image.Rect(x, y, x+w, y+h), image.NewUniform(color.Gray{c}), image.Point{}, draw.Src)
		}
		fill(left, top-3, tiles*wide, high+6, 215) // their sides
		for i := range tiles {
			fill(left+i*wide, top, wide-1, high, 232)
			for range 12 {
				fill(left+i*wide+6+random.IntN(22), top+8+random.IntN(32), 6, 8, uint8(random.IntN(120)))
			}
		}
		for i := range img.Pix { // a sensor's noise
			img.Pix[i] = uint8(max(0, min(255, int(img.Pix[i])+random.IntN(9)-4)))
		}
		row := &labelledRow{picture: asPicture(t, img)}
		row.frame = raster.Frame{Centre: [3]models.Point{{X: left + wide/2, Y: top + high/2}, {X: wide}}, Down: [2]models.Point{{Y: high}}}
		for _, c := range []struct {
			from, to int // that are labelled
			at       float64
			want     bool
		}{{0, 5, 5, false}, {0, 5, -1, false}, {0, 4, 4, true}, {1, 5, 0, true}, {2, 5, 1, true}, {1, 5, 5, false}} {
			row.tiles = nil
			for i := c.from; i < c.to; i++ {
				row.tiles = append(row.tiles, &sighted{t: float64(i)})
			}
			if got := row.edges().goOn(row.edgesAt(c.at)); got != c.want {
				t.Errorf("%s: tiles %d to %d go on at %v: %v", name, c.from, c.to-1, c.at, got)
			}
		}
	}
}
