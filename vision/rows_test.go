package vision

import (
	"slices"
	"testing"

	"jantaku/calibration"
	"jantaku/models"
)

func TestARowReachesFromItsFirstTileToItsLastInAnyOrder(t *testing.T) {
	c := row{tiles: []reading{{t: 3}, {t: -190}, {t: 7}}}
	if from, to := c.reach(); from != -190 || to != 7 {
		t.Errorf("from %v to %v", from, to)
	}
}

func TestTheSurroundingsOfEveryRowOfTheHandAreSearched(t *testing.T) {
	at := func(y float64, tiles int) row {
		c := row{frame: straight(300, y)}
		for i := range tiles {
			c.tiles = append(c.tiles, reading{t: float64(i), sim: .95})
		}
		return c
	}
	melds, hand, river := at(200, 3), at(250, 11), at(600, 6)
	rows := []row{hand, melds, river}
	next := func(want int, which string) {
		t.Helper()
		i := nextToSearch(rows)
		if i != want {
			t.Fatalf("row %d is next, want %d, %s", i, want, which)
		}
		if i >= 0 {
			rows[i].searched = true
		}
	}
	next(0, "the hand")
	rows = []row{melds, river, hand} // the hand was found anew, and follows the others
	next(2, "the hand as it was found anew")
	next(0, "the melds that took its place")
	next(-1, "the river is not near")
}

// straight is the frame of a row whose first tile lies at a point, with tiles of 30 by 40 pixels.
func straight(x, y float64) frame {
	return frame{centre: [3]vec{{X: x, Y: y}, {X: 30}}, down: [2]vec{{Y: 40}}}
}

// seenAt is a tile that is the first of such a row.
func seenAt(x, y, sim float64) reading {
	f := straight(x, y)
	return reading{frame: f, quad: f.quad(0, 0), sim: sim}
}

func TestATileThatIsFoundLateCutsNoRowInTwo(t *testing.T) {
	f := straight(100, 250)
	tests := map[string]struct {
		tile     reading
		of, rows int // tiles of the hand's row, and rows, that there are then
	}{
		"a flower above the hand":       {seenAt(145, 195, .95), 5, 2},
		"a tile at the end of the hand": {seenAt(250, 250, .95), 6, 1},
		"a tile of the hand once more":  {seenAt(162, 250, .95), 5, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			hand := row{frame: f}
			for i := range 5 {
				hand.tiles = append(hand.tiles, reading{t: float64(i), frame: f, quad: f.quad(float64(i), 0), sim: .96})
			}
			rows := []row{hand}
			if lies, _ := putInLine(rows, tt.tile); !lies {
				rows, _ = putApart(rows, tt.tile)
			}
			if len(rows) != tt.rows || len(rows[0].tiles) != tt.of {
				t.Errorf("%d rows, %d tiles in the first", len(rows), len(rows[0].tiles))
			}
			for i := 1; i < len(rows[0].tiles); i++ {
				if x := rows[0].steps(i); x < .9 || x > 1.1 {
					t.Errorf("%.2f tiles from the one before to tile %d", x, i)
				}
			}
		})
	}
}

func TestATileThatIsFoundLateStandsWhereItLiesInARowOfTwoPieces(t *testing.T) {
	var joined row
	for i, from := range []float64{100, 160} { // tiles of the second piece are counted from its end
		piece := straight(from, 250)
		if i == 1 {
			piece = piece.shifted(3, 1)
		}
		for k := range 2 {
			at := float64(k - 3*i)
			joined.tiles = append(joined.tiles, reading{t: at, frame: piece, quad: piece.quad(at, 0), ranks: []rank{{}}, sim: .95})
		}
	}
	for name, tt := range map[string]struct {
		x  float64
		at int
	}{"before the first": {70, 0}, "behind the last": {220, 4}} {
		t.Run(name, func(t *testing.T) {
			tile := seenAt(tt.x, 250, .9)
			tile.tile, tile.ranks = circle, []rank{{}}
			rows := []row{{frame: joined.frame, tiles: slices.Clone(joined.tiles)}}
			if _, added := putInLine(rows, tile); !added || rows[0].tiles[tt.at].tile != circle {
				t.Errorf("added: %t; the row is %v", added, rows[0].tiles)
			}
		})
	}
}

func TestWhatWasSeenAndIsInNoRowAnyMoreIsTold(t *testing.T) {
	at := func(x, sim float64) reading { return seenAt(x, 100, sim) }
	neighbour := row{tiles: []reading{at(300, .95)}}
	tests := map[string]struct {
		seen reading
		told bool
	}{
		"seen well, far from all":                   {at(400, .9), true},
		"seen badly, far from all":                  {at(400, .7), true},
		"hardly a tile":                             {at(400, .6), false},
		"seen well, the neighbour lies a little on": {at(321, .9), true},
		"seen badly, the same":                      {at(321, .7), false},
		"seen well, half of the neighbour":          {at(316, .9), false},
		"the neighbour itself":                      {at(302, .9), false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if told := len(vanished([]row{{tiles: []reading{tt.seen}}}, []row{neighbour}, nil)) > 0; told != tt.told {
				t.Errorf("told: %v", told)
			}
		})
	}
}

func TestACircleWithTheRoomOfAnUprightOneDoesNotLieSideways(t *testing.T) {
	f := field{tile: calibration.Tile{Width: 26, Height: 35}}
	tests := map[string]struct {
		tile    string
		apart   float64 // mm, of an upright neighbour
		crowded bool
	}{
		"a circle a sideways tile's room away":      {"1p", 30, false},
		"a circle an upright tile's room away":      {"1p", 26, true},
		"a circle that has three quarters of it":    {"1p", 27.5, true},
		"a tile that was found a little too near":   {"2p", 27.5, false},
		"a tile with less than an upright tile's":   {"2p", 24.5, true},
		"a circle that was found a little too near": {"1p", 29, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tile, err := models.ParseTile(tt.tile)
			if err != nil {
				t.Fatal(err)
			}
			sideways, beside := laid{turned: true}, laid{at: vec{X: tt.apart}}
			if got := f.crowdBy(sideways, beside, lessRoom(tile)); got != tt.crowded {
				t.Errorf("crowded: %t", got)
			}
		})
	}
}

func TestACircleThatSeemsToLieSidewaysInTheRoomOfAnUprightOneIsAskedAbout(t *testing.T) {
	tests := map[string]struct {
		tile  string
		apart float64 // of the next tile, in tiles
		asked bool
	}{
		"with its own room":             {"1p", 1.17, false},
		"found a little too near":       {"1p", 1.12, false},
		"with an upright tile's room":   {"1p", 1, true},
		"a face that tells how it lies": {"2p", 1, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tile, err := models.ParseTile(tt.tile)
			if err != nil {
				t.Fatal(err)
			}
			upright := straight(100, 100)
			sideways := upright.lying(-tt.apart, 0)
			rows := []row{{frame: upright, tiles: []reading{
				{tile: tile, turned: true, frame: sideways, quad: sideways.quad(0, 0), ranks: []rank{{}}, sim: .96},
				seenAt(100, 100, .98), seenAt(130, 100, .98),
			}}}
			for i := range rows[0].tiles {
				rows[0].tiles[i].ranks = []rank{{}}
			}
			markMisshapen(rows)
			if rows[0].tiles[0].misfit != tt.asked {
				t.Errorf("asked about: %t", rows[0].tiles[0].misfit)
			}
		})
	}
}
