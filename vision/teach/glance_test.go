package teach_test

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"jantaku/models"
	"jantaku/vision/learn"
	"jantaku/vision/teach"
)

func TestAGlanceShowsTheRowsAndWhatWasRefused(t *testing.T) {
	var photo bytes.Buffer
	if err := png.Encode(&photo, image.NewGray(image.Rect(0, 0, 200, 120))); err != nil {
		t.Fatal(err)
	}
	square := func(x float64) (q [4]models.Point) {
		return [4]models.Point{{X: x, Y: 60}, {X: x + 40, Y: 60}, {X: x + 40, Y: 100}, {X: x, Y: 100}}
	}
	found := learn.FoundRows{Photo: "a.jpg", Rows: [][]learn.FoundTile{{{Tile: 1, Place: 1, Quad: square(20)}}}}
	one := learn.Refusal{Photo: "a.jpg", Row: 1, Code: learn.OneTileMore, Written: 1, Seen: 2, Place: 2, Quad: square(70)}
	another := one
	another.Photo = "b.jpg"
	// How much a pixel of a picture has of red and of green.
	at := func(report learn.Report, x, y int) (red, green bool) {
		t.Helper()
		data, err := teach.Glance(photo.Bytes(), found, report)
		if err != nil {
			t.Fatal(err)
		}
		img, _, err := image.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		r, g, _, _ := img.At(x, y).RGBA()
		return r > 0x6000, g > 0x6000
	}
	if red, green := at(learn.Report{}, 40, 60); red || !green {
		t.Errorf("a row that was found: red %v, green %v", red, green)
	}
	if red, green := at(learn.Report{Unused: []learn.Refusal{another}}, 40, 60); red || !green {
		t.Errorf("a row while another photograph is refused: red %v, green %v", red, green)
	}
	if red, _ := at(learn.Report{Unused: []learn.Refusal{one}}, 40, 60); !red {
		t.Error("a refused row is not marked")
	}
	once := learn.Report{Unconfirmed: []learn.Unconfirmed{{Photo: "a.jpg", Row: 1, Tiles: models.Tiles{1}, Places: []int{1}}}}
	if red, _ := at(once, 40, 60); !red {
		t.Error("a tile that nothing confirms is not marked")
	}
	once.Unconfirmed[0].Row = 2
	if red, _ := at(once, 40, 60); red {
		t.Error("a tile is marked for one of another row")
	}
	if red, _ := at(learn.Report{Unused: []learn.Refusal{one}}, 90, 60); !red {
		t.Error("the tile that is not written is not marked")
	}
	if _, err := teach.Glance([]byte("no picture"), found, learn.Report{}); err == nil {
		t.Error("words are taken for a picture")
	}
}
