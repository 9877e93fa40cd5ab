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
		var up, down []raster.Vector
		for i, tile := range notated(t, c.stand) {
			a, b := grained(looks[tile]), grained(turnedLooks[tile])
			if i+1 == c.turned {
				a, b = b, a
			}
			up, down = append(up, a), append(down, b)
		}
		if of := twinsOf(notated(t, c.labels), up, down); of.tell() != c.want {
			t.Errorf("%s: %+v tell: %v", name, of, of.tell())
		}
	}
}

// TestARowThatNothingElseConfirmsIsLearnedWhereItsTwinsTell is about what becomes of a row.
func TestARowThatNothingElseConfirmsIsLearnedWhereItsTwinsTell(t *testing.T) {
	tell, not := twins{shown: 8, agreed: 8, lead: .6}, twins{shown: 8, agreed: 5, lead: .1}
	for name, c := range map[string]struct {
		twins  twins
		others judged
		unseen bool  // no face is located where one of its tiles stands
		extra  bool  // a face is located beyond its end
		ground uint8 // how light it is there; 230 are the tiles
		alone  bool
		want   RefusalCode // empty where it is learned from
	}{
		"nothing but its twins":        {twins: tell, alone: true},
		"twins that differ":            {twins: not, want: NoWitness},
		"a tile stands beyond its end": {twins: tell, extra: true, ground: 230, want: OneTileMore},
		"wood beyond its end is none":  {twins: tell, extra: true, ground: 90, alone: true},
		"one is not seen":              {twins: tell, unseen: true, want: NoWitness},
		"one says otherwise":           {twins: tell, others: judged{1, 0, .3}, alone: true},
		"two say otherwise":            {twins: tell, others: judged{2, 0, .3}, want: UnlikeLabels},
		"others confirm it":            {twins: not, others: judged{6, 6, .8}},
	} {
		img := image.NewRGBA(image.Rect(0, 0, 200, 64))
		draw.Draw(img, img.Bounds(), image.NewUniform(color.Gray{230}), image.Point{}, draw.Src)
		draw.Draw(img, image.Rect(160, 0, 200, 64), image.NewUniform(color.Gray{c.ground}), image.Point{}, draw.Src)
		h := hypothesis{frame: raster.Frame{Centre: [3]models.Point{{X: 20, Y: 32}, {X: 40}}, Down: [2]models.Point{{Y: 52}}}}
		row := &labelledRow{sought: true, labels: notated(t, "1122m"), scale: 1, picture: asPicture(t, img), frame: h.frame}
		for i, tile := range row.labels {
			h.ts = append(h.ts, float64(i))
			row.tiles = append(row.tiles, &sighted{tile: tile, row: row, place: i + 1, t: float64(i), unseen: c.unseen && i == 2, shade: raster.ShadeOf([3]float64{230, 230, 230})})
		}
		if c.extra {
			h.extra = []strayFace{{4, .9}}
		}
		row.found = &h
		var l learner
		worst, why := l.worstRow([]rowRead{{row: row, judged: c.others, twins: c.twins}})
		got := RefusalCode("")
		if worst != nil {
			got = why.Code
		}
		if got != c.want || row.alone != c.alone {
			t.Errorf("%s: refused %q, want %q; alone %v", name, got, c.want, row.alone)
		}
	}
}
