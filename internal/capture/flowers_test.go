package capture

import (
	"log/slog"
	"math"
	"slices"
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/layout"
)

// overTable is a camera that looks straight down, from so far that so many millimetres of the cloth lie in the
// picture on either side of the middle.
func overTable(t *testing.T, half float64) *calibration.Camera {
	t.Helper()
	at := func(x, y float64) models.Point { return models.Point{X: 640 + x/half*640, Y: 640 + y/half*640} }
	c, err := calibration.FromCorners(1280, 1280, [4]models.Point{at(-350, 350), at(350, 350), at(350, -350), at(-350, -350)}, 700,
		calibration.Tile{Width: 26, Height: 36, Depth: 20}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func tilesOf(t *testing.T, text string) []models.Tile {
	t.Helper()
	tiles, err := models.ParseTiles(text)
	if err != nil {
		t.Fatal(err)
	}
	return tiles
}

// laidDown is a hand of 14 tiles before place 1, with flowers beside it, as the eye sees it.
func laidDown(t *testing.T, flowers int) [][]models.Sighting {
	var row []models.Sighting
	add := func(x float64, tile models.Tile) {
		table := [4]models.Point{{X: x - 13, Y: -282}, {X: x + 13, Y: -282}, {X: x + 13, Y: -318}, {X: x - 13, Y: -318}}
		quad := table
		for i, p := range table { // the picture goes down where the table goes up
			quad[i] = models.Point{X: 640 + p.X, Y: 640 - p.Y}
		}
		row = append(row, models.Sighting{Candidate: models.Candidate{Tile: tile, Confidence: 1}, Quad: quad, Table: &table})
	}
	for i, tile := range tilesOf(t, "123456789m22255p") {
		add(-200+26*float64(i), tile)
	}
	for i := range flowers {
		add(-200+26*14+40+30*float64(i), tilesOf(t, "1234f")[i])
	}
	return [][]models.Sighting{row}
}

func TestNoFlowerInThePictureIsADoubtWithAFigure(t *testing.T) {
	for _, tt := range []struct {
		claim   string
		camera  *calibration.Camera
		flowers int
		known   bool
		figure  float64 // that there are more, where it is said
	}{
		{"none where all zones are seen", overTable(t, 350), 0, false, .0216},
		{"some where all zones are seen", overTable(t, 350), 2, true, 0},
		{"some where a zone goes on beyond the picture", overTable(t, 320), 2, false, 0},
		{"none there", overTable(t, 320), 0, false, 0},
		{"a camera that is not calibrated", nil, 2, false, 0},
	} {
		t.Run(tt.claim, func(t *testing.T) {
			options := layout.DefaultOptions()
			if tt.camera != nil {
				options.Zones = tt.camera.Zones
			}
			l, err := New(Config{Layout: options, Calibrated: tt.camera, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			sight := l.Understand(laidDown(t, tt.flowers), 1)
			if h := sight.Reading.Hand; h == nil || h.Flowers.Count != tt.flowers {
				t.Fatalf("read %v, %v", h, sight.Reading.Doubts)
			}
			if got := sight.Known.Knows(models.FactFlowers); got != tt.known {
				t.Errorf("the picture tells the flowers: %v, want %v", got, tt.known)
			}
			answers := sight.Likely[models.FactFlowers]
			i := slices.IndexFunc(answers, func(a models.Answer) bool { return a.Is == "1" })
			switch {
			case tt.figure == 0 && len(answers) > 0:
				t.Errorf("answers %v", answers)
			case tt.figure > 0 && (i < 0 || math.Abs(answers[i].Chance-tt.figure) > .001):
				t.Errorf("answers %v, want one flower with %v", answers, tt.figure)
			}
		})
	}
}
