package proposal

import (
	"bytes"
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

// TestWhatIsNotWellSeenLiesInTheLightOfTheTilesAround claims that what is not well seen is less likely a tile where it has no outline or another colour
// than the tiles around, and that neither counts of what is seen well.
func TestWhatIsNotWellSeenLiesInTheLightOfTheTilesAround(t *testing.T) {
	for name, c := range map[string]struct {
		outlined     bool
		tinted, sim  float64
		least, most  float64 // of what [Picture.unlit] takes
		gains, bound float64 // of [Picture.gainIn]: at least, and at most
	}{
		"one like the tiles around":             {outlined: true, sim: .7, gains: 5, bound: 6},
		"one that is more like its face":        {outlined: true, sim: .8, gains: 8, bound: 9},
		"one that is most like its face":        {outlined: true, sim: .97, gains: 13, bound: 14},
		"without an outline":                    {sim: .7, least: 5, most: 6, gains: -4, bound: -2},
		"without an outline, but seen well":     {sim: .97, gains: -1, bound: 0}, // it tells no more than that there is none
		"of another colour":                     {outlined: true, tinted: .018, sim: .7, least: 4, most: 5, gains: 1, bound: 2},
		"of another colour, but seen well":      {outlined: true, tinted: .018, sim: .97, gains: 9, bound: 10},
		"of quite another colour, as an arm is": {outlined: true, tinted: .1, sim: .7, least: 8, most: 8, gains: -3, bound: -2},
	} {
		t.Run(name, func(t *testing.T) {
			p, g := looking(t, c.outlined)
			near := p.lit(&g)
			near.At = models.Point{X: 30}
			near.Colour[0] *= 1 + 4.5*c.tinted // of three channels: that of one is a third of the light
			of := &Proposal{Tile: 1, Sim: c.sim, Gain: 20, Seen: g}
			if less := p.unlit(of, []Lit{near}); less < c.least-.01 || less > c.most+.01 {
				t.Errorf("it is by %.2f less likely, not by %.2f to %.2f", less, c.least, c.most)
			}
			if gain := p.gainIn(of, []Lit{near}); gain < c.gains || gain > c.bound {
				t.Errorf("a tile is by %.2f likelier than none, not by %.2f to %.2f", gain, c.gains, c.bound)
			}
		})
	}
}

// TestAThinFrameIsOneThatLooksLikeIt claims that a face of hardly any print is likelier there than one whose print is lost only where what is seen is as much
// like it as a thin frame is and has the colour of the tiles around.
func TestAThinFrameIsOneThatLooksLikeIt(t *testing.T) {
	p, g := looking(t, true)
	p.Tiles = drawn(t, inTheMiddle, func(x, y int) byte {
		if x == faces.StoredW/4 || y == faces.StoredH/4 {
			return 150
		}
		return 255
	})
	if !p.Tiles.Match.IsScant(2) || p.Tiles.Match.IsBlank(2) {
		t.Fatal("the second face is no thin frame")
	}
	own := p.lit(&g)
	own.Ink = 1
	tinted := own
	tinted.Colour[0] *= 1.08
	for _, c := range []struct {
		name        string
		sim         float64
		near        Lit
		least, most float64
	}{
		{"as much like it as one is", .95, own, 9, 10},
		{"hardly like it", .82, own, -2, 0},
		{"of another colour", .95, tinted, 4, 7},
	} {
		g.Sims = []float64{0, 0, c.sim, 0}
		if odds := p.scant(2, &g, []Lit{c.near}); odds < c.least || odds > c.most {
			t.Errorf("what is %s has odds of %.2f, not of %.2f to %.2f", c.name, odds, c.least, c.most)
		}
	}
}

// TestUnderALampPrintIsToldFromTheSeamsAroundIt claims that pale print with a seam about it looks like a thin frame, and like its own face where the light upon the
// tiles around is known to leave little print.
func TestUnderALampPrintIsToldFromTheSeamsAroundIt(t *testing.T) {
	p, g := looking(t, true)
	const near = 4 // stored pixels from the border
	p.Tiles = drawn(t, inTheMiddle, func(x, y int) byte {
		if min(x, y, faces.StoredW-1-x, faces.StoredH-1-y) == near {
			return 100
		}
		return 255
	})
	level := &p.Raster.Levels[0]
	side := level.Width
	for i := range level.Pix { // print keeps a sixth of its ink, the seam all of it
		if level.Pix[i] == 60 {
			level.Pix[i] = 195
		}
	}
	left, top := side/2-78/2+7, side/2-105/2+7
	for y := top; y < side-top; y++ {
		for x := left; x < side-left; x++ {
			if min(x-left, y-top, side-1-left-x, side-1-top-y) < 2 {
				copy(level.Pix[raster.Channels*(y*side+x):], []byte{120, 120, 120})
			}
		}
	}
	lit := p.lit(&g)
	lit.Ink, lit.At = .15, models.Point{X: 30}
	for name, c := range map[string]struct {
		lit  []Lit
		want models.Tile
	}{"nothing tells of the light": {nil, 2}, "a tile beside keeps little of its ink": {[]Lit{lit}, 1}} {
		seen, err := p.lookUnder(g.Field, models.Point{}, 0, c.lit)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Tiles.Match.Means[seen.best()].Tile; got != c.want {
			t.Errorf("where %s it is most like face %d, not %d: %.2f", name, got, c.want, seen.Sims)
		}
	}
}

// looking is a look at something white with print in its middle on a darker cloth: as large as a tile, or far larger.
func looking(t *testing.T, outlined bool) (*Picture, Glance) {
	t.Helper()
	const side, wide, high = 400, 78, 105
	level := raster.Level{Width: side, Height: side, Pix: bytes.Repeat([]byte{30}, raster.Channels*side*side)}
	for y := range side {
		for x := range side {
			across, down := max(x-side/2, side/2-x), max(y-side/2, side/2-y)
			switch px := level.Pix[raster.Channels*(y*side+x):]; {
			case across < wide/6 && down < high/6:
				copy(px, []byte{60, 60, 60})
			case !outlined || across < wide/2 && down < high/2:
				copy(px, []byte{220, 220, 220})
			}
		}
	}
	camera := &calibration.Camera{Tile: calibration.Tile{Width: 26, Height: 35}, Table: calibration.Homography{1. / 3, 0, -side / 6., 0, -1. / 3, side / 6., 0, 0, 1}}
	view, err := camera.View(0)
	if err != nil {
		t.Fatal(err)
	}
	p := &Picture{Raster: &raster.Picture{Levels: []raster.Level{level}}, Tiles: printed(t), Table: &plane.Table{Camera: camera}, cloth: func() *cloth { return nil }}
	g, err := p.look(&plane.Field{View: view, Tile: camera.Tile}, models.Point{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return p, g
}
