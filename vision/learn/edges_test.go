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
			if got := row.edges().GoOn(row.edgesAt(c.at)); got != c.want {
				t.Errorf("%s: tiles %d to %d go on at %v: %v", name, c.from, c.to-1, c.at, got)
			}
		}
	}
}

// TestAGroundOfPrintedLinesTellsNoEnd: beyond a row of white tiles the lines of a newspaper go on as its edges do.
func TestAGroundOfPrintedLinesTellsNoEnd(t *testing.T) {
	const wide, high, tiles, left, top = 40, 56, 4, 130, 60
	for name, c := range map[string]struct {
		lines bool
		tells bool
	}{"bare paper": {false, true}, "printed paper": {true, false}} {
		img := image.NewRGBA(image.Rect(0, 0, 2*left+tiles*wide, 2*top+high))
		draw.Draw(img, img.Bounds(), image.NewUniform(color.Gray{225}), image.Point{}, draw.Src)
		for y := 0; c.lines && y < img.Bounds().Dy(); y += 14 {
			draw.Draw(img, image.Rect(0, y, img.Bounds().Dx(), y+7), image.NewUniform(color.Gray{130}), image.Point{}, draw.Src)
		}
		draw.Draw(img, image.Rect(left, top-4, left+tiles*wide, top+high+4), image.NewUniform(color.Gray{150}), image.Point{}, draw.Src)
		draw.Draw(img, image.Rect(left, top, left+tiles*wide, top+high), image.NewUniform(color.Gray{235}), image.Point{}, draw.Src)
		row := &labelledRow{picture: asPicture(t, img)}
		row.frame = raster.Frame{Centre: [3]models.Point{{X: left + wide/2, Y: top + high/2}, {X: wide}}, Down: [2]models.Point{{Y: high}}}
		for i := range tiles {
			row.tiles = append(row.tiles, &sighted{row: row, t: float64(i)})
		}
		if err := row.look(); err != nil {
			t.Fatal(err)
		}
		if got, err := row.endIn(row.edges()); err != nil || got != c.tells {
			t.Errorf("%s: the edges tell where the row ends: %v (%v)", name, got, err)
		}
	}
}

// TestClothOfAnotherColourIsNoTile: the cloth ends where the row does, and has a fold behind which another row stands.
func TestClothOfAnotherColourIsNoTile(t *testing.T) {
	const wide, high, tiles, left, top = 40, 56, 4, 90, 60
	random := rand.New(rand.NewPCG(2, 1))
	img := image.NewRGBA(image.Rect(0, 0, 2*left+tiles*wide, 2*top+high))
	fill := func(x, y, w, h int, c color.RGBA) {
		draw.Draw(img, image.Rect(x, y, x+w, y+h), image.NewUniform(c), image.Point{}, draw.Src)
	}
	fill(0, 0, img.Bounds().Dx(), img.Bounds().Dy(), color.RGBA{130, 100, 80, 255}) // the rail
	fill(0, 0, img.Bounds().Dx(), top+high, color.RGBA{150, 235, 150, 255})
	fill(0, top-2, img.Bounds().Dx(), 2, color.RGBA{70, 110, 70, 255}) // a fold
	fill(left, 0, tiles*wide, top+high, color.RGBA{232, 232, 232, 255})
	fill(left, top-2, tiles*wide, 2, color.RGBA{100, 100, 100, 255}) // the seam between the rows
	for i := range tiles {
		for range 8 {
			fill(left+i*wide+8+random.IntN(20), top+12+random.IntN(26), 5, 6, color.RGBA{A: 255})
		}
	}
	row := &labelledRow{picture: asPicture(t, img)}
	row.frame = raster.Frame{Centre: [3]models.Point{{X: left + wide/2, Y: top + high/2}, {X: wide}}, Down: [2]models.Point{{Y: high}}}
	for i := range tiles {
		row.tiles = append(row.tiles, &sighted{row: row, t: float64(i), place: i + 1})
		row.labels = append(row.labels, models.KindAt(i))
	}
	if err := row.look(); err != nil {
		t.Fatal(err)
	}
	if !row.edges().GoOn(row.edgesAt(-1)) {
		t.Fatal("the edges do not go on, of which nothing is said here")
	}
	spots, err := row.lookBeside()
	if err != nil || len(spots) != 2 {
		t.Fatalf("%d places (%v)", len(spots), err)
	}
	for _, at := range spots {
		if at.goesOn {
			t.Errorf("a tile of another colour stands at %v", at.t)
		}
	}
	for _, at := range []int{0, tiles - 1} { // of the same colour there is one
		less := *row
		less.tiles = append(append([]*sighted{}, row.tiles[:at]...), row.tiles[at+1:]...)
		less.labels = row.labels[1:]
		for i, s := range less.tiles {
			one := *s
			one.place = i + 1
			less.tiles[i] = &one
		}
		spots, err := less.lookBeside()
		if err != nil || len(spots) != 2 || spots[0].goesOn != (at == 0) || spots[1].goesOn != (at > 0) {
			t.Errorf("without tile %d: %v (%v)", at+1, spots, err)
		}
	}
}
