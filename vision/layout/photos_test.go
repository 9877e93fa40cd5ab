package layout_test

import (
	"encoding/json"
	"os"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/vision/layout"
)

// photo is a labelled photograph: what a perfect eye would see.
type photo struct {
	File     string         `json:"file"`
	Rows     []models.Tiles `json:"rows"`
	Boxes    [][][4]float64 `json:"boxes"`
	Complete bool           `json:"complete"`
	Layout   string         `json:"layout"`
}

func (p photo) sightings() [][]models.Sighting {
	var rows [][]models.Sighting
	for r, tiles := range p.Rows {
		var row []models.Sighting
		for i, tile := range tiles {
			b := p.Boxes[r][i]
			x, y := b[0]+b[2], b[1]+b[3]
			row = append(row, models.Sighting{
				Candidate: models.Candidate{Tile: tile, Confidence: 0.9999},
				Quad:      [4]models.Point{{X: b[0], Y: b[1]}, {X: x, Y: b[1]}, {X: x, Y: y}, {X: b[0], Y: y}},
			})
		}
		rows = append(rows, row)
	}
	return rows
}

func photos(t *testing.T) []photo {
	data, err := os.ReadFile(sharedtest.Path(t, "photos/labels.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Photos []photo }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Photos
}

func TestEveryCompletePhotographIsAHandAndNoOther(t *testing.T) {
	for _, p := range photos(t) {
		r := layout.Read(p.sightings(), layout.DefaultOptions())
		if p.Complete && r.Status != models.Accepted {
			t.Errorf("%s %v: %s with doubts %q", p.File, p.Rows, r.Status, codes(r))
		}
		if r.Status == models.Accepted {
			checkReading(t, r)
			if !p.Complete {
				t.Logf("%s %s %v accepted as %s", p.File, p.Layout, p.Rows, text(r))
			}
			if r.WinTile != models.NoTile || len(r.Hand.Melds) > 0 {
				t.Logf("%s %s %v: %s %v", p.File, p.Layout, p.Rows, text(r), r.Inferred)
			}
		}
	}
}

// A row of one suit that misses a hand by one tile in many ways is asked about even
// when each of its tiles is as certain as an eye can be.
func TestPhotographsAreAcceptedAsTilesAlone(t *testing.T) {
	o := layout.DefaultOptions()
	o.AnyTiles = true
	asked := 0
	for _, p := range photos(t) {
		if r := layout.Read(p.sightings(), o); r.Status != models.Accepted {
			t.Logf("%s %v: %s with doubts %q", p.File, p.Rows, r.Status, codes(r))
			asked++
		}
	}
	if asked > 1 {
		t.Errorf("%d photographs are asked about", asked)
	}
}
