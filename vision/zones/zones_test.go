package zones_test

import (
	"slices"
	"strings"
	"testing"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/models"
	"jantaku/vision/artwork"
	"jantaku/vision/zones"
)

// lyingAs are the tiles of a drawn table as a perfect eye sees them: faces, and backs of melds and
// beside indicators.
func lyingAs(truth scene.Truth) (tiles []zones.Lying) {
	for _, l := range truth.Table {
		if l.Tile.HasFace() || l.Role == scene.InMeld {
			tiles = append(tiles, zones.Lying{Sighting: l.Sighting, Pose: l.Pose})
		}
		if l.Role == scene.IsIndicator {
			beside := l
			beside.Tile, beside.Pose.At.X = models.Back, l.Pose.At.X+26.2
			tiles = append(tiles, zones.Lying{Sighting: beside.Sighting, Pose: beside.Pose})
		}
	}
	return tiles
}

func TestWhatTilesOfATableAreThereForIsTold(t *testing.T) {
	melds := 0
	for seed := range uint64(40) {
		s, err := scene.RandomTable(seed, artwork.StyleA, .3)
		if err != nil {
			t.Fatal(err)
		}
		c, err := s.Calibration()
		if err != nil {
			t.Fatal(err)
		}
		truth := scene.TruthOf(s)
		zones := zones.Of(lyingAs(truth), c)
		open := map[models.Place]bool{}
		for _, l := range truth.Table {
			open[l.Owner] = open[l.Owner] || l.Role == scene.InHand
		}
		for _, l := range truth.Table {
			var in []models.OnTable
			switch l.Role {
			case scene.InRiver:
				in = zones.River[l.Owner]
				if l.Order >= len(in) || in[l.Order].At != l.Pose.At {
					t.Errorf("table %d: discard %d of place %d, %v, is not in its order", seed, l.Order, l.Owner, l.Tile)
				} else if turned := (l.Pose.Quarter-l.Owner.Index())%2 != 0; in[l.Order].Turned != turned {
					t.Errorf("table %d: discard %d of place %d is turned: %v", seed, l.Order, l.Owner, in[l.Order].Turned)
				}
				continue
			case scene.InMeld:
				in = zones.Meld[l.Owner]
				melds++
			case scene.IsIndicator:
				in = zones.Dora
			case scene.IsFlower:
				in = zones.Flower[l.Owner]
			case scene.InHand:
				in = zones.Hand[l.Owner]
				if len(in) < 5 {
					continue // as few as a set, and may make one
				}
			default:
				continue
			}
			found := false
			for _, o := range in {
				found = found || o.At == l.Pose.At
			}
			if !found {
				t.Errorf("table %d: %v of place %d, %v at %v, is none", seed, l.Role, l.Owner, l.Tile, l.Pose)
			}
		}
	}
	if melds < 200 {
		t.Errorf("only %d tiles of melds", melds)
	}
}

// laid are tiles side by side for place 1 from a point on, an apostrophe after one that lies sideways.
func laid(t *testing.T, left, edge float64, tile calibration.Tile, text ...string) (tiles []zones.Lying) {
	t.Helper()
	for _, one := range text {
		turned := strings.HasSuffix(one, "'")
		face, err := models.ParseTile(strings.TrimSuffix(one, "'"))
		if err != nil {
			t.Fatal(err)
		}
		pose, wide, high := models.Pose{}, tile.Width, tile.Height
		if turned {
			pose.Quarter, wide, high = 1, tile.Height, tile.Width
		}
		pose.At = models.Point{X: left + wide/2, Y: edge + high/2}
		left += wide + .5
		tiles = append(tiles, zones.Lying{Sighting: models.Sighting{Candidate: models.Candidate{Tile: face, Confidence: 1}}, Pose: pose})
	}
	return tiles
}

func TestMeldsLieInSeveralRowsInTheCornerAndTilesBeyondAllZonesAreTheNearestPlayers(t *testing.T) {
	tile := calibration.Tile{Width: 21, Height: 28, Depth: 17}
	camera, err := calibration.FromCorners(1920, 1080, [4]models.Point{{X: 462, Y: 1027}, {X: 1459, Y: 1027}, {X: 1436, Y: 57}, {X: 487, Y: 58}}, 670, tile, nil)
	if err != nil {
		t.Fatal(err)
	}
	row := func(n int) float64 { return -335 + float64(n)*(tile.Height+.5) }
	var tiles []zones.Lying
	tiles = append(tiles, laid(t, 240, row(0), tile, "9s", "9s'", "9s")...)
	tiles = append(tiles, laid(t, 240+tile.Width+.5, row(0)+tile.Width+.5, tile, "9s'")...) // added beside the turned one
	tiles = append(tiles, laid(t, 240, row(2), tile, "2z'", "2z", "2z")...)
	tiles = append(tiles, laid(t, 240, row(3), tile, "2s", "3s", "4s'")...)
	of := zones.Of(tiles, camera)
	sets := map[int]int{} // tiles of each
	for _, m := range of.Meld[1] {
		sets[m.Set]++
	}
	if len(of.Meld[1]) != len(tiles) || len(sets) != 3 {
		t.Errorf("of %d tiles %d are melds, in sets of %v; hand %v", len(tiles), len(of.Meld[1]), sets, of.Hand[1])
	}
	whole := laid(t, -80, -335, tile, "1m", "2m", "3m", "4m", "5m", "6m")
	if of := zones.Of(whole, camera); len(of.Meld[1]) > 0 || len(of.Hand[1]) != len(whole) {
		t.Errorf("six tiles in one row, none turned, are melds: %v", of.Meld[1])
	}
	beyond := laid(t, -10, -400, tile, "5p")
	if of := zones.Of(beyond, camera); len(of.Hand[1]) != 1 || of.Hand[1][0].Confidence > .5 {
		t.Errorf("a tile on the rim is %v of place 1, other %v", of.Hand[1], of.Other)
	}
}

// Four kongs in a corner reach before the next player, to whose zone most of them are nearer: their rows tell whose they are.
func TestMeldsInACornerAreThePlayersForWhomTheyStandInRows(t *testing.T) {
	tile := calibration.Tile{Width: 21, Height: 28, Depth: 17}
	camera, err := calibration.FromCorners(1920, 1080, [4]models.Point{{X: 462, Y: 1027}, {X: 1459, Y: 1027}, {X: 1436, Y: 57}, {X: 487, Y: 58}}, 670, tile, nil)
	if err != nil {
		t.Fatal(err)
	}
	row := func(n int) float64 { return -262 + float64(n)*(tile.Height+.5) }
	var tiles []zones.Lying
	tiles = append(tiles, laid(t, 250, row(0), tile, "2z'", "2z", "2z")...)
	tiles = append(tiles, laid(t, 250, row(1), tile, "8s", "8s", "8s'")...)
	tiles = append(tiles, laid(t, 250, row(2), tile, "9s", "9s'", "9s")...)
	tiles = append(tiles, laid(t, 250, row(3), tile, "2s", "3s", "4s'")...)
	of := zones.Of(tiles, camera)
	if len(of.Meld[1]) != len(tiles) || len(of.Meld[2])+len(of.Hand[2]) > 0 {
		t.Errorf("of %d tiles %d are melds of place 1; place 2: melds %v, hand %v", len(tiles), len(of.Meld[1]), of.Meld[2], of.Hand[2])
	}
	for _, m := range of.Meld[1] {
		if m.At.Y > -200 && m.Confidence > .5 {
			t.Errorf("%v lies before place 2 and is of place 1 without a doubt", m)
		}
	}
}

// What may be a tile beside a chow, and may as well be the flank of one of its tiles, does not make a hand of it.
func TestAMeldIsOneWhateverDoubtfulLiesBesideIt(t *testing.T) {
	tile := calibration.Tile{Width: 26, Height: 36, Depth: 20}
	camera, err := calibration.FromCorners(1920, 1080, [4]models.Point{{X: 462, Y: 1027}, {X: 1459, Y: 1027}, {X: 1436, Y: 57}, {X: 487, Y: 58}}, 820, tile, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, doubtful := range map[string]models.Candidate{"a face": {Tile: models.NewTile(models.Bamboos, 2), Confidence: .6}, "no face": {Tile: models.Unknown, Confidence: .97}} {
		chow := laid(t, -60, -350, tile, "4m", "5m", "6m'")
		beside := laid(t, 0, -350+tile.Width+1, tile, "2s'")
		beside[0].Candidate = doubtful
		of := zones.Of(slices.Concat(chow, beside), camera)
		if len(of.Meld[1]) != len(chow) || len(of.Hand[1]) != 1 {
			t.Errorf("%s: melds %v, hand %v", name, of.Meld[1], of.Hand[1])
		}
		inRow := laid(t, -60+3.5*tile.Width, -350, tile, "2s")
		inRow[0].Candidate = doubtful
		if of := zones.Of(slices.Concat(chow, inRow), camera); len(of.Meld[1]) > 0 && len(of.Meld[1]) < 4 {
			t.Errorf("%s: of four tiles in a row three are a meld", name)
		}
	}
}

// The open tiles of a concealed kong whose backs were not seen stand as two tiles of a hand: nobody lays so few of one.
func TestAHandOfWhichPartLiesOpenIsTold(t *testing.T) {
	tile := calibration.Tile{Width: 21, Height: 28, Depth: 17}
	camera, err := calibration.FromCorners(1920, 1080, [4]models.Point{{X: 462, Y: 1027}, {X: 1459, Y: 1027}, {X: 1436, Y: 57}, {X: 487, Y: 58}}, 670, tile, nil)
	if err != nil {
		t.Fatal(err)
	}
	ten := []string{"1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s", "1z"}
	chow := laid(t, 240, -335, tile, "2s'", "3s", "4s")
	for name, c := range map[string]struct {
		tiles   []zones.Lying
		partial bool
	}{
		"no hand":                       {chow, false},
		"thirteen tiles":                {laid(t, -150, -335, tile, append(ten, "4z", "5z", "6z")...), false},
		"a meld and ten tiles":          {slices.Concat(chow, laid(t, -150, -335, tile, ten...)), false},
		"a meld and nine tiles":         {slices.Concat(chow, laid(t, -150, -335, tile, ten[1:]...)), true},
		"two tiles of a concealed kong": {laid(t, 0, -335, tile, "3z", "3z"), true},
	} {
		of := zones.Of(c.tiles, camera)
		if got := zones.Whole(&of) < 1; got != c.partial {
			t.Errorf("%s: part of a hand lies open: %v; hand %v, melds %v", name, got, of.Hand[1], of.Meld[1])
		}
	}
}

func TestFlowersThatTouchAHandAreFlowers(t *testing.T) {
	tile := calibration.Tile{Width: 21, Height: 28, Depth: 17}
	camera, err := calibration.FromCorners(1920, 1080, [4]models.Point{{X: 462, Y: 1027}, {X: 1459, Y: 1027}, {X: 1436, Y: 57}, {X: 487, Y: 58}}, 670, tile, nil)
	if err != nil {
		t.Fatal(err)
	}
	of := zones.Of(laid(t, -150, -335, tile, "8f", "2f", "1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s", "1z", "4z"), camera)
	if len(of.Flower[1]) != 2 || len(of.Hand[1]) != 11 {
		t.Errorf("flowers %v, hand %v", of.Flower[1], of.Hand[1])
	}
}
