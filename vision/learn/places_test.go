package learn

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/vision/locate"
	"jantaku/vision/raster"
)

func TestATileStandsWhereAFaceWasLocatedOrThereIsRoomForIt(t *testing.T) {
	row := func(ts, sure []float64) locate.Row {
		r := locate.Row{Frame: raster.Frame{Centre: [3]models.Point{{}, {X: 20}}, Down: [2]models.Point{{Y: 28}}}, T: ts, Faces: make([]locate.Face, len(ts))}
		for i, s := range sure {
			r.Faces[i].Sure = s
		}
		return r
	}
	picture := asPicture(t, image.NewRGBA(image.Rect(0, 0, 200, 80)))
	blind := newAligner([]models.Tile{models.KindAt(0)}, []raster.Vector{make(raster.Vector, raster.CoarseLength)}) // it knows none of the tiles
	for name, c := range map[string]struct {
		row  locate.Row
		n    int
		want []float64
	}{
		"as many as are written":       {row([]float64{0, 1, 2}, []float64{1, 1, 1}), 3, []float64{0, 1, 2}},
		"with gaps":                    {row([]float64{0, 1, 4}, []float64{1, 1, 1}), 3, []float64{0, 1, 4}},
		"one more, beside them":        {row([]float64{0, 1, 2, 3}, []float64{.4, .9, .9, .9}), 3, []float64{1, 2, 3}},
		"one more, between two groups": {row([]float64{0, 1, 2, 3}, []float64{.9, .9, .4, .9}), 3, []float64{0, 1, 3}},
		"one more and one less":        {row([]float64{0, 1, 3, 4.6}, []float64{1, 1, 1, .3}), 4, []float64{0, 1, 3, 4.6}},
		"one less, with room for it":   {row([]float64{0, 1, 3}, []float64{1, 1, 1}), 4, []float64{0, 1, 2, 3}},
		"far fewer":                    {row([]float64{0, 1, 2}, []float64{1, 1, 1}), 9, nil},
	} {
		tiles := make([]models.Tile, c.n)
		for i := range tiles {
			tiles[i] = models.KindAt(1 + i)
		}
		likeliest, among := math.Inf(-1), c.want == nil // that some places are equally likely is no fault
		for _, l := range linesOf([]locate.Row{c.row}, c.n) {
			for _, h := range blind.aligned(picture, &l, tiles) {
				if h.like > likeliest+1e-9 {
					likeliest, among = h.like, false
				}
				among = among || math.Abs(h.like-likeliest) < 1e-9 && slices.Equal(h.ts, c.want)
				if len(h.ts) != c.n || len(h.seen) != c.n || math.Abs(h.like-neutral+h.cost()) > 1e-6 {
					t.Errorf("%s: %d of %d tiles stand somewhere, %d are told of, which is %v likely and not %v", name, len(h.ts), c.n, len(h.seen), h.like, neutral-h.cost())
				}
			}
		}
		if !among {
			t.Errorf("%s: %v is not among the likeliest places", name, c.want)
		}
	}
}

// TestALooseRowWithoutAPlaceStaysWhereItWas claims that a row whose tiles have frames of their own can be moved although another row has
// taken all its likely places since.
func TestALooseRowWithoutAPlaceStaysWhereItWas(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 200, 80))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.Gray{230}), image.Point{}, draw.Src)
	frame := raster.Frame{Centre: [3]models.Point{{X: 40, Y: 40}, {X: 20}}, Down: [2]models.Point{{Y: 28}}}
	at := hypothesis{frame: frame, ts: []float64{0}, seen: []float64{1}, own: []raster.Frame{frame}, mids: []models.Point{frame.Centre[0]}}
	long := at
	long.ts, long.seen, long.own = []float64{0, 1}, []float64{1, 1}, nil
	s := &photo{picture: asPicture(t, img), scale: 1}
	l := learner{byTile: map[models.Tile][]*sighted{}}
	for i, h := range []hypothesis{at, long} {
		row := &labelledRow{photo: s, number: i + 1, labels: notated(t, "1234m")[:len(h.ts)]}
		for k, tile := range row.labels {
			row.tiles = append(row.tiles, &sighted{tile: tile, row: row, place: k + 1})
			l.byTile[tile] = append(l.byTile[tile], row.tiles[k])
		}
		row.place(&h)
		row.maybe = []hypothesis{h}
		s.rows, l.rows = append(s.rows, row), append(l.rows, row)
	}
	s.takePlaces()
	if err := l.round(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	if loose := s.rows[0]; loose.found == nil || loose.found.strays(0, loose.tiles[0].own) {
		t.Errorf("the row was found at %+v", loose.found)
	}
}
