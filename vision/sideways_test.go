package vision_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/layout"
)

func notated(t testing.TB, text string) models.Tiles {
	t.Helper()
	tiles, err := models.ParseTiles(text)
	if err != nil {
		t.Fatal(err)
	}
	return tiles
}

func TestClaimedTilesAreReadAtEveryPlaceOfACalibratedTable(t *testing.T) {
	reader, camera := tableReader(t), calibrated(t, scene.WholeTable())
	tests := []struct {
		name, tiles string
		kind        models.MeldKind
		from        models.Side
	}{
		{"added to a pung from the right", "9999m", models.AddedKong, models.Right},
		{"pung of circles from across", "111p", models.Pung, models.Across},
		{"chow", "534s", models.Chow, models.Left},
		{"kong from across", "3333z", models.Kong, models.Across},
		{"chow of circles", "123p", models.Chow, models.Left},
		{"added to a pung from the left", "2222z", models.AddedKong, models.Left},
		{"kong from the right", "7777m", models.Kong, models.Right},
		{"pung of dots from the right", "888p", models.Pung, models.Right},
		{"kong of whites from the left", "5555z", models.Kong, models.Left},
		{"added to a pung from across", "6666s", models.AddedKong, models.Across},
	}
	if testing.Short() {
		tests = tests[:2]
	}
	for i, tt := range tests {
		if !sharedtest.Sampled(i+i/models.Places, 2) { // all places
			continue
		}
		place := models.PlaceAt(i)
		t.Run(fmt.Sprintf("%s, place %d", tt.name, place), func(t *testing.T) {
			s, l, m := scene.WholeTable(), scene.Neat(), models.Meld{Kind: tt.kind, Tiles: notated(t, tt.tiles), From: tt.from}
			l.Place, l.Baseline = place, 320
			layWith(t, &s, l, m, notated(t, "2f")...)
			s.Clutter(rand.New(rand.NewPCG(uint64(place), 2)), place)
			got := understood(t, reader, camera, photographed(t, s), place)
			if got.Status != models.Accepted || !hasMeld(got, m) || len(got.Hand.Flowers.Tiles) != 1 {
				t.Errorf("%s, read %v as %+v: %+v", got.Status, lying(got.Rows), got.Hand, got.Doubts)
			}
		})
	}
}

func TestAWinningTileThatIsTurnedIsReadAsSuch(t *testing.T) {
	if testing.Short() {
		t.Skip("draws every place")
	}
	reader, camera := tableReader(t), calibrated(t, scene.WholeTable())
	for i, win := range []string{"1p", "5z", "9s", "3m"} {
		place := models.PlaceAt(i)
		s := scene.WholeTable()
		l := scene.Neat()
		l.Place, l.Win, l.Baseline = place, scene.WinTurned, 350
		hand := models.Hand{Concealed: notated(t, "222456m678p44s77z"), Melds: []models.Meld{}}
		if err := s.Lay(hand, notated(t, win)[0], l); err != nil {
			t.Fatal(err)
		}
		got := understood(t, reader, camera, photographed(t, s), place)
		if got.WinTile.String() != win {
			t.Errorf("place %d: the winning tile is %v, laid %s; read %v, %v", place, got.WinTile, win, tilesOf(got.Rows), got.Doubts)
		}
	}
}

// asked reports whether a reading asks with a code.
func asked(r models.Reading, code string) bool {
	return slices.ContainsFunc(r.Doubts, func(d models.Doubt) bool { return d.Code == code })
}

func TestWhatLiesBesideAHandUnreadIsAskedAbout(t *testing.T) {
	faces := learned(t, tableFaces)
	camera := calibrated(t, scene.WholeTable())
	concealed := notated(t, "123m456p789s22444z")
	tests := []struct {
		name, unlearned, code string
		tile                  models.Tile
		x, y, turn            float64 // where it lies, mm, and how
	}{
		{"a flower that nobody learned, in a row of its own", "8f", "", notated(t, "8f")[0], 30, -290, 0},
		{"a flower outside of the hand's place", "", layout.DoubtStray, notated(t, "3f")[0], -40, -228, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			learned := faces
			if tt.unlearned != "" {
				learned = without(faces, tt.unlearned)
			}
			s := scene.WholeTable()
			l := scene.Neat()
			l.Baseline = 375
			if err := s.Lay(models.Hand{Concealed: concealed, Melds: []models.Meld{}}, models.NoTile, l); err != nil {
				t.Fatal(err)
			}
			s.Tiles = append(s.Tiles, scene.Placed{Tile: tt.tile, At: models.Point{X: tt.x, Y: tt.y}, Turn: tt.turn, Role: scene.Clutter, Row: -1})
			got := understood(t, newReader(t, learned), camera, photographed(t, s), 1)
			if got.Status == models.Accepted || tt.code != "" && !asked(got, tt.code) {
				t.Errorf("%s, read %v, asked %v", got.Status, tilesOf(got.Rows), got.Doubts)
			}
		})
	}
}

func TestAPungWhoseFlanksTheCameraDoesNotSeeIsAskedAboutUnlessTheFourthIsSeen(t *testing.T) {
	reader, m := tableReader(t), models.Meld{Kind: models.Pung, Tiles: notated(t, "111p"), From: models.Across}
	for _, tt := range []struct {
		river string
		asked bool
	}{{"5z", true}, {"1p", false}, {"11p", true}} {
		t.Run(tt.river+" in the river", func(t *testing.T) {
			s, l := scene.WholeTable(), scene.Neat()
			l.Baseline = 320 // straight under the camera
			layWith(t, &s, l, m)
			for i, tile := range notated(t, tt.river) {
				s.Tiles = append(s.Tiles, scene.Placed{Tile: tile, At: models.Point{X: 28 * float64(i), Y: -195}, Role: scene.Clutter, Row: -1})
			}
			got := understood(t, reader, calibrated(t, s), photographed(t, s), 1)
			if asked(got, layout.DoubtMeld) != tt.asked || !tt.asked && !hasMeld(got, m) {
				t.Errorf("%s, asked %+v, read %v", got.Status, got.Doubts, tilesOf(got.Rows))
			}
			o := layout.DefaultOptions()
			o.AddedBeside = true
			if got = layout.Read(got.Rows, o); asked(got, layout.DoubtMeld) || !hasMeld(got, m) {
				t.Errorf("where added tiles lie beside pungs: %s, asked %+v, read %v", got.Status, got.Doubts, tilesOf(got.Rows))
			}
		})
	}
}

// In clubs that turn no claimed tile the fourth lies upon an upright one.
func TestAFourthTileUponAnUprightOneIsNeverTakenForAPung(t *testing.T) {
	if testing.Short() {
		t.Skip("draws every place")
	}
	reader, camera := tableReader(t), calibrated(t, scene.WholeTable())
	silent, pungs := 0, 0
	for i, tiles := range []string{"2222z", "6666s", "9999m", "8888p"} {
		for k, upon := range []int{-1, 0, 1, 2} { // upon which of the three the fourth lies, if there is one
			if !sharedtest.Sampled(i+k, 2) {
				continue
			}
			place := models.PlaceAt(i)
			s := scene.WholeTable()
			l := scene.Neat()
			l.Place, l.Baseline, l.Turned = place, 320, false
			layWith(t, &s, l, models.Meld{Kind: models.Pung, Tiles: notated(t, tiles)[:3]})
			if upon >= 0 {
				putUpon(t, &s, upon)
			}
			got := understood(t, reader, camera, photographed(t, s), place)
			if upon >= 0 {
				if got.Status == models.Accepted {
					t.Errorf("place %d: a kong with its fourth upon tile %d is accepted: read %v", place, upon, tilesOf(got.Rows))
				}
				continue
			}
			if pungs++; !asked(got, layout.DoubtMeld) {
				silent++
			}
		}
	}
	t.Logf("%d of %d pungs are not asked about", silent, pungs)
	if silent == 0 {
		t.Error("every pung is asked about")
	}
}

// putUpon lays a tile upon another of the scene's only meld.
func putUpon(t *testing.T, s *scene.Spec, which int) {
	t.Helper()
	for i, p := range s.Tiles {
		if p.Role == scene.InMeld && p.Order == which {
			s.Tiles[i].Row, s.Tiles[i].Under = -1, true
			p.Z, p.Upon = p.Z+s.Size.Depth, true
			s.Tiles = append(s.Tiles, p)
			return
		}
	}
	t.Fatalf("the scene has no tile %d of a meld", which)
}

func TestAFourthTileUponATurnedOneIsNeverTakenForAPung(t *testing.T) {
	if testing.Short() {
		t.Skip("draws every place")
	}
	reader, camera := tableReader(t), calibrated(t, scene.WholeTable())
	silent := 0
	for i, tiles := range []string{"2222z", "6666s", "9999m", "1111p"} {
		for _, kind := range []models.MeldKind{models.AddedKong, models.Pung} {
			place, n := models.PlaceAt(i), 3
			if kind == models.AddedKong {
				n = 4
			}
			s := scene.WholeTable()
			l := scene.Neat()
			l.Place, l.Baseline, l.Added = place, 320, scene.AddedUpon
			layWith(t, &s, l, models.Meld{Kind: kind, Tiles: notated(t, tiles)[:n], From: models.Side(1 + i%3)})
			got := understood(t, reader, camera, photographed(t, s), place)
			// The upper tile may hide so much of one beside it that this is not read: then a tile is missing.
			if kind == models.AddedKong && !asked(got, layout.DoubtMeld) && !asked(got, layout.DoubtCount) {
				t.Errorf("place %d: a kong with its fourth upon another: %s, read %v", place, got.Status, tilesOf(got.Rows))
			}
			if kind == models.Pung && got.Status == models.Accepted {
				silent++
			}
		}
	}
	if silent < 3 {
		t.Errorf("%d of 4 pungs were accepted", silent)
	}
}
