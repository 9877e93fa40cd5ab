package learn

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

func TestTheSameSamplesAlwaysHaveTheSameMean(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	l := learner{byTile: map[models.Tile][]*sighted{}}
	for i := range models.Kinds {
		tile := models.KindAt(i)
		for range 3 {
			look := func() faces.Face {
				return faces.Face{Tile: tile, Fine: randomVector(random, raster.FineLength), Coarse: randomVector(random, raster.CoarseLength)}
			}
			l.byTile[tile] = append(l.byTile[tile], &sighted{tile: tile, up: look(), down: look()})
		}
	}
	var first []float32
	for range 10 {
		if err := l.average(); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = l.mean
		}
		if !slices.Equal(first, l.mean) {
			t.Fatal("the mean of the same samples differs")
		}
	}
}

// randomVector is the features of n cells of nothing.
func randomVector(r *rand.Rand, n int) raster.Vector {
	v := make(raster.Vector, n)
	for i := range v {
		v[i] = int16(r.IntN(raster.MostOfCell + 1))
	}
	return v
}

// TestWhatIsNotSeenIsLearnedWhereOthersConfirmIt has a row with two flowers, and other rows whose tiles look
// like some of it.
func TestWhatIsNotSeenIsLearnedWhereOthersConfirmIt(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	looks := map[models.Tile]faces.Face{}
	one := func(tile models.Tile, t float64, place int) *sighted {
		if looks[tile].Fine == nil {
			looks[tile] = faces.Face{Tile: tile, Fine: randomVector(random, raster.FineLength), Coarse: randomVector(random, raster.CoarseLength)}
		}
		return &sighted{tile: tile, place: place, t: t, up: looks[tile], down: faces.Face{Tile: tile, Fine: randomVector(random, raster.FineLength), Coarse: randomVector(random, raster.CoarseLength)}}
	}
	tiles := notated(t, "123m1f2f")
	for name, c := range map[string]struct {
		unseen  []int // tiles at whose places no face is located
		others  int   // other photographs that show a flower
		another bool  // what stands there looks otherwise
		want    int   // tiles that are learned
	}{
		"all are seen":                           {nil, 0, false, 5},
		"flowers unseen that nobody shows":       {[]int{3, 4}, 0, false, 3},
		"one unseen between two that are":        {[]int{3}, 0, false, 5},
		"flowers unseen, one that another shows": {[]int{3, 4}, 1, false, 3},
		"flowers unseen, one that three show":    {[]int{3, 4}, 3, false, 4},
		"the last unseen that three show":        {[]int{4}, 3, false, 4},
		"something else unseen":                  {[]int{3, 4}, 3, true, 3},
	} {
		l := learner{byTile: map[models.Tile][]*sighted{}}
		row := &labelledRow{sought: true, picture: &raster.Picture{}}
		for i, tile := range tiles {
			s := one(tile, float64(i), i+1)
			s.unseen = slices.Contains(c.unseen, i)
			if c.another && i > 2 {
				s.up.Fine = randomVector(random, raster.FineLength)
			}
			row.tiles = append(row.tiles, s)
		}
		l.rows = []*labelledRow{row}
		for range max(c.others, 2) {
			o := &labelledRow{picture: &raster.Picture{}}
			for i, tile := range tiles[:3] {
				o.tiles = append(o.tiles, one(tile, float64(i), i+1))
			}
			l.rows = append(l.rows, o)
		}
		for _, o := range l.rows[1 : 1+c.others] {
			o.tiles = append(o.tiles, one(tiles[3], 3, 4))
		}
		l.mean, l.cmean = make([]float32, raster.FineLength), make([]float32, raster.CoarseLength)
		for _, look := range looks {
			faces.Accumulate(l.mean, look.Fine, 1/float32(len(looks)))
		}
		for _, r := range l.rows {
			for _, s := range r.tiles {
				s.row = r
				l.byTile[s.tile] = append(l.byTile[s.tile], s)
			}
		}
		l.fine = map[models.Tile][2][]float32{}
		for tile, samples := range l.byTile {
			l.fine[tile], _ = l.averageOf(samples)
		}
		if learned := len(row.tiles) - len(l.unsureOf(row)); learned != c.want {
			t.Errorf("%s: %d tiles are learned, want %d", name, learned, c.want)
		}
	}
}

// TestAFaceOfWhichNoSampleIsLeftIsNoneAnyMore: what is averaged next has no such face.
func TestAFaceOfWhichNoSampleIsLeftIsNoneAnyMore(t *testing.T) {
	tile := models.KindAt(0)
	s := &sighted{tile: tile, row: &labelledRow{}}
	s.row.tiles = []*sighted{s}
	l := learner{byTile: map[models.Tile][]*sighted{tile: {s}}}
	l.drop(s)
	if err := l.average(); err != nil || len(l.tiles()) > 0 || len(s.row.tiles) > 0 {
		t.Errorf("%v: %d faces of %d tiles", err, len(l.tiles()), len(s.row.tiles))
	}
}
