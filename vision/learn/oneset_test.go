package learn

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/raster"
)

// reinked is a face whose print is of another colour: more of it is blue, and less red.
func reinked(face *image.RGBA) *image.RGBA {
	out := image.NewRGBA(face.Bounds())
	for y := face.Bounds().Min.Y; y < face.Bounds().Max.Y; y++ {
		for x := face.Bounds().Min.X; x < face.Bounds().Max.X; x++ {
			c := face.RGBAAt(x, y)
			ink := 255 - int(max(c.R, c.G, c.B))/2 - int(min(c.R, c.G, c.B))/2
			out.SetRGBA(x, y, color.RGBA{R: uint8(max(0, int(c.R)-ink/10)), G: c.G, B: uint8(min(255, int(c.B)+ink/5)), A: 255})
		}
	}
	return out
}

// TestASetDrawnAlikeInOtherInksIsAnother has a photograph of the same faces in the same light whose print is of other
// colours.
func TestASetDrawnAlikeInOtherInksIsAnother(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	l := learner{byTile: map[models.Tile][]*sighted{}}
	face := func(tile models.Tile) *image.RGBA { return artwork.Face(artwork.Styles()[0], tile) }
	add := func(drawn func(models.Tile) *image.RGBA) *labelledRow {
		const hand = "1479m258p369s4z"
		row := &labelledRow{name: hand, number: 1, sought: true, labels: notated(t, hand), picture: noisy(t, random, drawn, notated(t, hand))}
		row.frame = raster.Frame{Centre: [3]models.Point{{X: 35.5, Y: 47.5}, {X: 72}}, Down: [2]models.Point{{Y: 96}}}
		for i, tile := range row.labels {
			s := &sighted{tile: tile, row: row, place: i + 1, t: float64(i)}
			row.tiles, l.byTile[tile] = append(row.tiles, s), append(l.byTile[tile], s)
		}
		l.rows = append(l.rows, row)
		return row
	}
	for range 4 {
		add(face)
	}
	other := add(func(tile models.Tile) *image.RGBA { return reinked(face(tile)) })
	if err := l.average(); err != nil {
		t.Fatal(err)
	}
	reads, err := l.readBack()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reads {
		c := r.photo
		t.Logf("%.3f like the others, usually %.3f; colours off by %.4f, usually %.4f", c.own.near, c.usual.near, c.own.colour, c.usual.colour)
		if r.row == other && c.own.near < (1-oneSet.likeness)*c.usual.near {
			t.Error("the other set is told by its drawing, of which nothing is said here")
		}
		if r.ofAnotherSet() != (r.row == other) {
			t.Errorf("of another set: %v", r.ofAnotherSet())
		}
	}
}

func TestHazeLeavesTheColoursOfPrint(t *testing.T) {
	red := colour{.12, .11, .02}
	hazy := colour{.072, .066, .012}
	other := colour{.12, .10, .04}
	if off := red.off(&hazy); off > .4*oneSet.colours {
		t.Errorf("in haze red is %.4f off", off)
	}
	if off := red.off(&other); off < 2*oneSet.colours {
		t.Errorf("another red is %.4f off", off)
	}
	bare, printed := compared{1, witness{.9, .5, 0}, witness{.9, .01, 0}}, compared{1, witness{.9, .01, .3}, witness{.9, .01, .3}}
	if both := bare.and(printed); both.own.colour != .01 {
		t.Errorf("the colour of what has no print counts: %+v", both)
	}
}

func TestLikenessAndColoursOfAllTilesOfAPhotographCountTogether(t *testing.T) {
	usual := witness{.95, .014, .2}
	tiles := func(n int, near, colour float64) compared { return compared{n, witness{near, colour, .2}, usual} }
	for name, c := range map[string]struct {
		rows []compared
		want bool
	}{
		"as usual":                         {[]compared{tiles(14, .95, .014)}, false},
		"poor light":                       {[]compared{tiles(14, .88, .015)}, false},
		"another lamp":                     {[]compared{tiles(14, .94, .026)}, false},
		"both, more than halfway":          {[]compared{tiles(14, .89, .022)}, true},
		"drawn otherwise":                  {[]compared{tiles(14, .85, .014)}, true},
		"drawn alike in other inks":        {[]compared{tiles(14, .96, .03)}, true},
		"one row's light, the other's not": {[]compared{tiles(4, .85, .014), tiles(10, .95, .014)}, false},
		"two tiles tell nothing":           {[]compared{tiles(2, .8, .04)}, false},
	} {
		read := rowRead{}
		for _, row := range c.rows {
			read.photo = read.photo.and(row)
		}
		if read.ofAnotherSet() != c.want {
			t.Errorf("%s: of another set: %v", name, !c.want)
		}
	}
	if both := tiles(4, .5, 0).and(tiles(12, .9, .02)); both.tiles != 16 || math.Abs(both.own.near-.8) > 1e-9 || math.Abs(both.own.colour-.015) > 1e-9 {
		t.Errorf("together %+v", both)
	}
}
