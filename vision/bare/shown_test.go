package bare_test

import (
	"testing"

	"jantaku/models"
	"jantaku/vision/bare"
	"jantaku/vision/plane"
)

// far is how many places are looked at until one tells that the set is not there; all of them where none does.
func far(s *bare.Shown, tiles models.Tiles, sims ...float64) int {
	for i, tile := range tiles {
		at := models.Point{X: 1.5 * float64(i) * plane.AnyTile.Width}
		if !s.Saw(at, tile, sims[i%len(sims)]) {
			return i + 1
		}
	}
	return len(tiles)
}

// many is a tile so many times.
func many(n int, tile models.Tile) (tiles models.Tiles) {
	for range n {
		tiles = append(tiles, tile)
	}
	return tiles
}

func TestShownGivesUpWhatShowsNoTaughtFace(t *testing.T) {
	var all models.Tiles
	for n := range 9 {
		for _, suit := range []models.Suit{models.Characters, models.Dots, models.Bamboos} {
			all = append(all, models.NewTile(suit, n+1))
		}
	}
	two := models.NewTile(models.Bamboos, 2)
	none := many(200, models.NoTile)
	for name, c := range map[string]struct {
		tiles models.Tiles
		sims  []float64
		most  int // places after which it is given up; 0 where it is not
	}{
		"a hand":                           {all[:14], []float64{.95}, 0},
		"a hand in a poor picture":         {all[:14], []float64{.82, .8, .84}, 0},
		"a hand among what is none":        {append(append(models.Tiles{}, all[:14]...), none...), []float64{.95}, 0},
		"after ten places that are none":   {append(append(models.Tiles{}, none[:10]...), append(all[:14:14], none...)...), []float64{.94}, 0},
		"one pung":                         {many(3, two), []float64{.95}, 0},
		"one pattern like one face":        {many(200, two), []float64{.9}, 60},
		"faces that are hardly alike":      {append(append(models.Tiles{}, all...), none...), []float64{.7, .62, .66}, 30},
		"nothing like a face":              {none, []float64{.5}, 25},
		"a few places, none of them alike": {none[:8], []float64{.5}, 0},
	} {
		var s bare.Shown
		n := far(&s, c.tiles, c.sims...)
		if want := c.most == 0; (n == len(c.tiles)) != want || !want && n > c.most {
			t.Errorf("%s: given up after %d of %d places, at most %d", name, n, len(c.tiles), c.most)
		}
	}
}

func TestShownBeginsAnewInEachPlaneUntilTheSetWasSeen(t *testing.T) {
	var s bare.Shown
	one, nine := models.NewTile(models.Dots, 1), models.NewTile(models.Characters, 9)
	if n := far(&s, many(200, models.NoTile), .5); n == 200 {
		t.Fatal("a plane without tiles is not given up")
	}
	s.Anew()
	if n := far(&s, models.Tiles{one, nine, models.NewTile(models.Dots, 5), nine, one}, .95); n != 5 {
		t.Errorf("the next plane is given up after %d places that show faces", n)
	}
	s.Anew()
	if n := far(&s, many(200, models.NoTile), .5); n != 200 {
		t.Errorf("a plane is given up after %d places though the set was seen in the one before", n)
	}
}
