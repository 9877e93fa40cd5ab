package layout_test

import (
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/layout"
)

// onTable is a tile of place 1 as a calibrated camera sees it: its middle in mm from the
// centre of the table, and whether it lies sideways.
func onTable(t *testing.T, name string, x, y float64, turned bool) models.Sighting {
	t.Helper()
	tile, err := models.ParseTile(name)
	if err != nil {
		t.Fatal(err)
	}
	s := models.Sighting{Candidate: models.Candidate{Tile: tile, Confidence: 1}}
	w, h := 13., 17.5
	if turned {
		w, h, s.Facing = h, w, 90
	}
	s.Table = &[4]models.Point{{X: x - w, Y: y + h}, {X: x + w, Y: y + h}, {X: x + w, Y: y - h}, {X: x - w, Y: y - h}}
	if turned { // its top to the right
		c := *s.Table
		s.Table = &[4]models.Point{c[1], c[2], c[3], c[0]}
	}
	for i, p := range s.Table {
		s.Quad[i] = models.Point{X: 500 + p.X, Y: 500 - p.Y}
	}
	return s
}

func TestAFourthTileOutsideOfTheHandsPlaceIsAskedAbout(t *testing.T) {
	o := layout.DefaultOptions()
	o.Place = 1
	o.Zones = []calibration.Zone{{Place: 1, Use: calibration.HandZone,
		Corners: []models.Point{{X: -400, Y: -360}, {X: 400, Y: -360}, {X: 400, Y: -305}, {X: -400, Y: -305}}}}
	for name, tt := range map[string]struct {
		tile string
		x    float64 // of the tile outside, mm; the turned one of the pung lies at 170
		ask  bool
	}{
		"one like the pung's, before its turned tile": {"2z", 170, true},
		"another one":                          {"7z", 170, false},
		"one like the pung's in another place": {"2z", -100, false},
	} {
		t.Run(name, func(t *testing.T) {
			var row []models.Sighting
			for i, tile := range []string{"4m", "5m", "6m", "7p", "8p", "9p", "1s", "1s", "1s", "5z", "5z"} {
				row = append(row, onTable(t, tile, -200+26*float64(i), -320, false))
			}
			row = append(row, onTable(t, "2z", 110, -320, false), onTable(t, "2z", 136, -320, false), onTable(t, "2z", 170, -324, true))
			r := layout.Read([][]models.Sighting{{onTable(t, tt.tile, tt.x, -297, true)}, row}, o)
			want := models.Accepted
			if tt.ask {
				want = models.Review
			}
			if r.Status != want || text(r) != "pung:222z:right 456m789p111s55z" {
				t.Errorf("%s, read %s: %v", r.Status, text(r), r.Doubts)
			}
		})
	}
}

func TestWhatLiesBeyondAWholeHandIsAskedAboutWhereItIsTheHandsPlace(t *testing.T) {
	place := calibration.Zone{Place: 1, Use: calibration.HandZone,
		Corners: []models.Point{{X: -400, Y: -360}, {X: 400, Y: -360}, {X: 400, Y: -200}, {X: -400, Y: -200}}}
	for name, tt := range map[string]struct {
		zones []calibration.Zone
		want  models.Status
	}{
		"in the place of the hand":                               {[]calibration.Zone{place}, models.Review},
		"where nothing says what the parts of the table are for": {nil, models.Accepted},
	} {
		t.Run(name, func(t *testing.T) {
			o := layout.DefaultOptions()
			o.Place, o.Zones = 1, tt.zones
			beyond := []models.Sighting{onTable(t, "6z", -50, -240, false), onTable(t, "9s", -24, -240, false), onTable(t, "4m", 2, -240, false)}
			var hand []models.Sighting
			for i, tile := range []string{"1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "1s", "1s", "1s", "5z", "5z"} {
				hand = append(hand, onTable(t, tile, -200+26*float64(i), -320, false))
			}
			if r := layout.Read([][]models.Sighting{beyond, hand}, o); r.Status != tt.want {
				t.Errorf("%s, read %s: %v", r.Status, text(r), r.Doubts)
			}
		})
	}
}

func TestATurnedTileNearTwoThatItWouldMakeASetWithIsAskedAbout(t *testing.T) {
	o := layout.DefaultOptions()
	o.Place = 1
	for name, tt := range map[string]struct {
		gap  float64 // between the turned tile and the next, mm; a tile is 26 mm wide
		then float64 // between that one and the third
		want string
		code string
	}{
		"touching, it was claimed":                        {1, 0, "chow:465s:left pung:999p:right 888s11777z", ""},
		"a third of a tile away, nobody can tell":         {9.5, 0, "pung:999p:right 56888s11777z +4s", layout.DoubtWinning},
		"a third of a tile between the two others":        {1, 9.5, "pung:999p:right 56888s11777z +4s", layout.DoubtWinning},
		"more than half a tile away, it is the last tile": {14, 0, "pung:999p:right 56888s11777z +4s", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var row []models.Sighting
			for i, tile := range []string{"8s", "8s", "8s", "7z", "7z", "7z", "1z", "1z"} {
				row = append(row, onTable(t, tile, -300+26*float64(i), -320, false))
			}
			x := -300 + 26*7 + 13 + 14 + 17.5
			row = append(row, onTable(t, "4s", x, -324, true))
			x += 17.5 + tt.gap + 13
			row = append(row, onTable(t, "6s", x, -320, false), onTable(t, "5s", x+26+tt.then, -320, false))
			x += 80 + tt.then
			row = append(row, onTable(t, "9p", x, -320, false), onTable(t, "9p", x+26, -320, false), onTable(t, "9p", x+26+31, -324, true))
			r := layout.Read([][]models.Sighting{row}, o)
			if text(r) != tt.want || codes(r) != tt.code {
				t.Errorf("read %s, asked %v; want %s, asked %s", text(r), r.Doubts, tt.want, tt.code)
			}
		})
	}
}
