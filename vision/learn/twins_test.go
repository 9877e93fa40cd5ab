package learn

import (
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"testing"

	"jantaku/models"
	"jantaku/vision/faces"
	"jantaku/vision/raster"
)

// TestTwinsTellWhereARowStands has a row labelled in one way and standing in others: every tile looks like
// those of its own face, and a little otherwise.
func TestTwinsTellWhereARowStands(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	looks, turnedLooks := map[models.Tile]raster.Vector{}, map[models.Tile]raster.Vector{}
	grained := func(v raster.Vector) raster.Vector {
		out := make(raster.Vector, len(v))
		for i := range v {
			out[i] = v[i]/2 + int16(random.IntN(raster.MostOfCell/2))
		}
		return out
	}
	for _, tile := range notated(t, "123456789m1234567z") {
		looks[tile], turnedLooks[tile] = randomVector(random, raster.FineLength), randomVector(random, raster.FineLength)
	}
	for name, c := range map[string]struct {
		labels, stand string
		turned        int // which tile stands upside down, from 1
		want          bool
	}{
		"as it is labelled":                {"222z444z77m", "222z444z77m", 0, true},
		"one tile upside down":             {"222z444z77m", "222z444z77m", 2, true},
		"a tile farther right":             {"222z444z77m", "22z444z77m1z", 0, false},
		"on something that is all alike":   {"222z444z77m", "33333333m", 0, false},
		"every face only once":             {"12345678m", "12345678m", 0, false},
		"one pair only":                    {"22z45678m", "22z45678m", 0, false},
		"with another tile in two triples": {"222z444z77m", "252z454z77m", 0, false},
	} {
		var row labelledRow
		labels := notated(t, c.labels)
		for i, tile := range notated(t, c.stand) {
			a, b := grained(looks[tile]), grained(turnedLooks[tile])
			if i+1 == c.turned {
				a, b = b, a
			}
			row.tiles = append(row.tiles, &sighted{tile: labels[i], up: faces.Face{Fine: a}, down: faces.Face{Fine: b}})
		}
		twins := row.twins()
		says := make([]float64, len(twins))
		for i := range says {
			says[i] = believing.says(view{alikeness: twins[i]})
		}
		r := rowRead{wrong: believing.wrongly(says)}
		if tell := r.doubt() < believing.doubt; tell != c.want {
			t.Errorf("%s: %.2f tell: %v, in doubt by %.2f", name, twins, tell, r.doubt())
		}
	}
}

// TestATileBesideARowIsOneThatItsLabelLacks is about faces that are located beyond the end of a row.
func TestATileBesideARowIsOneThatItsLabelLacks(t *testing.T) {
	for name, c := range map[string]struct {
		sure, at float64
		ground   uint8 // how light it is there; 230 are the tiles
		want     bool
	}{
		"a tile stands beyond its end":       {.9, 4, 230, true},
		"wood beyond its end is none":        {.9, 4, 90, false},
		"what is hardly seen is none":        {.1, 4, 230, false},
		"what is far off is of another row":  {.9, 4.6, 230, false},
		"nothing was located beside its end": {0, 4, 230, false},
	} {
		img := image.NewRGBA(image.Rect(0, 0, 200, 64))
		draw.Draw(img, img.Bounds(), image.NewUniform(color.Gray{230}), image.Point{}, draw.Src)
		draw.Draw(img, image.Rect(160, 0, 200, 64), image.NewUniform(color.Gray{c.ground}), image.Point{}, draw.Src)
		h := hypothesis{frame: raster.Frame{Centre: [3]models.Point{{X: 20, Y: 32}, {X: 40}}, Down: [2]models.Point{{Y: 52}}}, extra: []strayFace{{c.at, c.sure}}}
		row := &labelledRow{photo: &photo{sought: true, scale: 1, picture: asPicture(t, img)}, labels: notated(t, "1122m"), frame: h.frame, found: &h}
		for i, tile := range row.labels {
			h.ts = append(h.ts, float64(i))
			row.tiles = append(row.tiles, &sighted{tile: tile, row: row, place: i + 1, t: float64(i), shade: raster.ShadeOf([3]float64{230, 230, 230})})
		}
		l := learner{rows: []*labelledRow{row}}
		r := rowRead{row: row, wrong: make([]float64, 4)}
		r.place, r.at, r.lacks = l.unlabelled(row)
		if lacks := r.doubt() > believing.doubt; lacks != c.want || lacks && (r.refusal().Code != OneTileMore || r.refusal().Place != 5) {
			t.Errorf("%s: the label lacks a tile: %v, %+v", name, lacks, r.refusal())
		}
	}
}
