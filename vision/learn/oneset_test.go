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
		row := &labelledRow{photo: &photo{name: hand, sought: true, picture: noisy(t, random, 40, drawn, notated(t, hand))}, number: 1, labels: notated(t, hand)}
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
	if err := l.lookClosely(); err != nil {
		t.Fatal(err)
	}
	for _, r := range l.readBack() {
		t.Logf("odds %.3f", r.another)
		if another := r.another > believing.doubt; another != (r.row == other) {
			t.Errorf("of another set: %v", another)
		}
	}
}

func TestHazeLeavesTheColoursOfPrint(t *testing.T) {
	red := colour{.12, .11, .02}
	hazy := colour{.072, .066, .012}
	other := colour{.12, .10, .04}
	if off := red.off(&hazy); off > .006 {
		t.Errorf("in haze red is %.4f off", off)
	}
	if off := red.off(&other); off < .03 {
		t.Errorf("another red is %.4f off", off)
	}
}

func TestLikenessAndColoursOfAllTilesOfAPhotographCountTogether(t *testing.T) {
	type tiles struct {
		n            int
		near, colour float64
	}
	for name, c := range map[string]struct {
		rows []tiles
		want bool
	}{
		"as usual":                         {[]tiles{{14, .95, .014}}, false},
		"poor light":                       {[]tiles{{14, .86, .015}}, false},
		"another lamp":                     {[]tiles{{14, .94, .03}}, false},
		"both, more than halfway":          {[]tiles{{14, .86, .03}}, true},
		"drawn otherwise":                  {[]tiles{{14, .8, .014}}, true},
		"drawn alike in other inks":        {[]tiles{{14, .93, .05}}, true},
		"one row's light, the other's not": {[]tiles{{4, .7, .014}, {10, .95, .014}}, false},
		"two tiles tell nothing":           {[]tiles{{2, .6, .04}}, false},
	} {
		var photo, usual likened
		for range 14 {
			usual.add(.93, .014, .2)
		}
		for _, row := range c.rows {
			for range row.n {
				photo.add(row.near, row.colour, .2)
			}
		}
		all := []*likened{&photo, &usual, &usual}
		if another := believing.anotherSet(&photo, all)/(1+believing.anotherSet(&photo, all)) > believing.doubt; another != c.want {
			t.Errorf("%s: of another set: %v", name, another)
		}
	}
	var both likened
	both.add(.5, .5, 0)
	both.add(.9, .01, .3)
	if math.Abs(both.near-.7) > 1e-9 || both.colour != .01 {
		t.Errorf("the colour of what has no print counts: %+v", both)
	}
}
