package bare

import (
	"math"
	"slices"
	"testing"

	"jantaku/calibration"
	"jantaku/models"
	"jantaku/vision/bare/sight"
	"jantaku/vision/faces"
	"jantaku/vision/plane"
	"jantaku/vision/raster"
)

func TestARowReachesFromItsFirstTileToItsLastInAnyOrder(t *testing.T) {
	c := sight.Row{Tiles: []sight.Reading{{T: 3}, {T: -190}, {T: 7}}}
	if from, to := reachOf(&c); from != -190 || to != 7 {
		t.Errorf("from %v to %v", from, to)
	}
}

func TestTheSurroundingsOfEveryRowOfTheHandAreSearched(t *testing.T) {
	at := func(y float64, tiles int) sight.Row {
		c := sight.Row{Frame: straight(300, y)}
		for i := range tiles {
			c.Tiles = append(c.Tiles, sight.Reading{T: float64(i), Sim: .95})
		}
		return c
	}
	melds, hand, river := at(400, 3), at(450, 11), at(100, 6)
	rows := []sight.Row{hand, melds, river}
	next := func(want int, which string) {
		t.Helper()
		i := nextToSearch(rows)
		if i != want {
			t.Fatalf("row %d is next, want %d, %s", i, want, which)
		}
		if i >= 0 {
			rows[i].Searched = true
		}
	}
	next(0, "the hand")
	rows = []sight.Row{melds, river, hand} // the hand was found anew, and follows the others
	next(2, "the hand as it was found anew")
	next(0, "the melds that took its place")
	next(-1, "the river is not near")
}

// straight is the frame of a row whose first tile lies at a point, with tiles of 30 by 40 pixels.
func straight(x, y float64) raster.Frame {
	return raster.Frame{Centre: [3]models.Point{{X: x, Y: y}, {X: 30}}, Down: [2]models.Point{{Y: 40}}}
}

// seenAt is a tile that is the first of such a row.
func seenAt(x, y, sim float64) sight.Reading {
	f := straight(x, y)
	return sight.Reading{Frame: f, Quad: f.Quad(0, 0), Sim: sim, Ranks: []faces.Rank{{}}}
}

func TestATileThatIsFoundLateCutsNoRowInTwo(t *testing.T) {
	f := straight(100, 250)
	tests := map[string]struct {
		tile     sight.Reading
		of, rows int // tiles of the hand's row, and rows, that there are then
	}{
		"a flower above the hand":       {seenAt(145, 195, .95), 5, 2},
		"a tile at the end of the hand": {seenAt(250, 250, .95), 6, 1},
		"a tile of the hand once more":  {seenAt(162, 250, .95), 5, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			hand := sight.Row{Frame: f}
			for i := range 5 {
				hand.Tiles = append(hand.Tiles, sight.Reading{T: float64(i), Frame: f, Quad: f.Quad(float64(i), 0), Sim: .96})
			}
			rows := []sight.Row{hand}
			if lies, _ := putInLine(rows, tt.tile); !lies {
				rows, _ = putApart(rows, tt.tile)
			}
			if len(rows) != tt.rows || len(rows[0].Tiles) != tt.of {
				t.Errorf("%d rows, %d tiles in the first", len(rows), len(rows[0].Tiles))
			}
			for i := 1; i < len(rows[0].Tiles); i++ {
				if x := rows[0].Steps(i); x < .9 || x > 1.1 {
					t.Errorf("%.2f tiles from the one before to tile %d", x, i)
				}
			}
		})
	}
}

func TestATileThatIsFoundLateStandsWhereItLiesInARowOfTwoPieces(t *testing.T) {
	var joined sight.Row
	add := func(piece raster.Frame, from float64) {
		for at := from; at < from+2; at++ {
			joined.Tiles = append(joined.Tiles, sight.Reading{T: at, Frame: piece, Quad: piece.Quad(at, 0), Ranks: []faces.Rank{{}}, Sim: .95})
		}
	}
	second := straight(160, 250)
	add(straight(100, 250), 0)
	add(second.Shifted(3, 1), -3) // counted from beyond its end
	for name, tt := range map[string]struct {
		x  float64
		at int
	}{"before the first": {70, 0}, "behind the last": {220, 4}} {
		t.Run(name, func(t *testing.T) {
			tile := seenAt(tt.x, 250, .9)
			tile.Tile = faces.Circle
			rows := []sight.Row{{Frame: joined.Frame, Tiles: slices.Clone(joined.Tiles)}}
			if _, added := putInLine(rows, tile); !added || rows[0].Tiles[tt.at].Tile != faces.Circle {
				t.Errorf("added: %t; the row is %v", added, rows[0].Tiles)
			}
		})
	}
}

func TestWhatWasSeenAndIsInNoRowAnyMoreIsTold(t *testing.T) {
	at := func(x, sim float64) sight.Reading { return seenAt(x, 100, sim) }
	neighbour := sight.Row{Tiles: []sight.Reading{at(300, .95)}}
	tests := map[string]struct {
		seen sight.Reading
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
			if told := len(vanished([]sight.Row{{Tiles: []sight.Reading{tt.seen}}}, []sight.Row{neighbour}, nil)) > 0; told != tt.told {
				t.Errorf("told: %v", told)
			}
		})
	}
}

func TestACircleWithTheRoomOfAnUprightOneDoesNotLieSideways(t *testing.T) {
	f, two := plane.Field{Tile: calibration.Tile{Width: 26, Height: 35}}, models.NewTile(models.Dots, 2)
	tests := map[string]struct {
		tile    models.Tile
		apart   float64 // mm, of an upright neighbour
		crowded bool
	}{
		"a circle a sideways tile's room away":      {faces.Circle, 30, false},
		"a circle an upright tile's room away":      {faces.Circle, 26, true},
		"a circle that has three quarters of it":    {faces.Circle, 27.5, true},
		"a tile that was found a little too near":   {two, 27.5, false},
		"a tile with less than an upright tile's":   {two, 24.5, true},
		"a circle that was found a little too near": {faces.Circle, 29, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			sideways, beside := plane.Laid{Turned: true}, plane.Laid{At: models.Point{X: tt.apart}}
			if got := f.CrowdBy(sideways, beside, sight.LessRoom(tt.tile)); got != tt.crowded {
				t.Errorf("crowded: %t", got)
			}
		})
	}
}

func TestACircleThatSeemsToLieSidewaysInTheRoomOfAnUprightOneIsAskedAbout(t *testing.T) {
	two := models.NewTile(models.Dots, 2)
	tests := map[string]struct {
		tile  models.Tile
		apart float64 // of the next tile, in tiles
		asked bool
	}{
		"with its own room":             {faces.Circle, 1.17, false},
		"found a little too near":       {faces.Circle, 1.12, false},
		"with an upright tile's room":   {faces.Circle, 1, true},
		"a face that tells how it lies": {two, 1, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			first := straight(100, 100)
			sideways := sight.Reading{Tile: tt.tile, Turned: true, Frame: lying(&first, -tt.apart, 0), Ranks: []faces.Rank{{}}}
			rows := []sight.Row{{Frame: first, Tiles: []sight.Reading{sideways, seenAt(100, 100, .98), seenAt(130, 100, .98)}}}
			markMisshapen(rows)
			if rows[0].Tiles[0].Misfit != tt.asked {
				t.Errorf("asked about: %t", rows[0].Tiles[0].Misfit)
			}
		})
	}
}

func TestTheTileAddedAboveATurnedOneHasItsRoomThere(t *testing.T) {
	tests := map[string]struct {
		tile  models.Tile
		above float64 // the claimed one, in heights of an upright tile
		asked bool
	}{
		"a circle that touches it":     {faces.Circle, 1 / sight.Slender, false},
		"a circle upon half of it":     {faces.Circle, .5, true},
		"another tile that touches it": {models.NewTile(models.Dots, 2), 1 / sight.Slender, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			first := straight(100, 100)
			var tiles []sight.Reading
			for _, v := range []float64{0, -tt.above} {
				tiles = append(tiles, sight.Reading{Tile: tt.tile, Turned: true, Frame: lying(&first, -1.17, v), Ranks: []faces.Rank{{}}})
			}
			rows := []sight.Row{{Frame: first, Tiles: append(tiles, seenAt(100, 100, .98), seenAt(130, 100, .98))}}
			markMisshapen(rows)
			if asked := rows[0].Tiles[0].Misfit && rows[0].Tiles[1].Misfit; asked != tt.asked {
				t.Errorf("asked about: %t", asked)
			}
		})
	}
}

func TestTheHandIsTheNearestOfSeveralGroupsOfRows(t *testing.T) {
	at := func(x, y float64, tiles int, sim float64) sight.Row {
		c := sight.Row{Frame: straight(x, y)}
		for i := range tiles {
			c.Tiles = append(c.Tiles, sight.Reading{T: float64(i), Sim: sim})
		}
		return c
	}
	for name, tt := range map[string]struct {
		other sight.Row
		main  int
	}{
		"a river beyond that is seen better":     {at(300, 200, 8, .98), 1},
		"a few tiles nearer to the viewer":       {at(300, 1000, 4, .85), 1},
		"another hand beside it, seen as well":   {at(1300, 620, 9, .95), 0},
		"a hand nearer to the viewer, seen less": {at(300, 1000, 9, .93), 0},
		"a hand nearer and to the side":          {at(600, 900, 9, .92), 0},
	} {
		t.Run(name, func(t *testing.T) {
			rows := []sight.Row{tt.other, at(300, 600, 8, .94)}
			if main := mainRow(rows); main != tt.main {
				t.Errorf("main row %d, want %d", main, tt.main)
			}
			if kept := keepHand(rows); len(kept) != 1 || kept[0].Frame != rows[tt.main].Frame {
				t.Errorf("kept %d rows", len(kept))
			}
		})
	}
}

func TestMeldsNearerThanARiverAreTheHand(t *testing.T) {
	pair := func(x float64) sight.Row { // of a meld whose claimed tile was not read yet
		return sight.Row{Frame: straight(x, 600), Tiles: []sight.Reading{{Sim: .95}, {T: 1, Sim: .95}}}
	}
	rows := []sight.Row{pair(300), pair(400), pair(500), pair(600)}
	river := sight.Row{Frame: straight(300, 200), Searched: true}
	for i := range 8 {
		river.Tiles = append(river.Tiles, sight.Reading{T: float64(i), Sim: .98})
	}
	rows = append(rows, river)
	if kept := keepHand(rows); len(kept) != 4 || kept[0].Frame.Centre[0].Y != 600 {
		t.Errorf("kept %d rows, the first %+v", len(kept), kept[0].Frame)
	}
	if next := nextToSearch([]sight.Row{river, pair(300), pair(400)}); next != 1 {
		t.Errorf("searched around %d next, want what may be a hand nearer than the river", next)
	}
}

func TestOfTwoTilesTheOneThatIsSeenWellSaysHowTheyRun(t *testing.T) {
	hand := sight.Row{Frame: straight(300, 600)}
	for i := range 8 {
		hand.Tiles = append(hand.Tiles, sight.Reading{T: float64(i), Sim: .94})
	}
	for name, tt := range map[string]struct {
		second  float64 // similarity of a tile below and to the right of the first
		belongs bool
	}{
		"the second one lies otherwise":        {.8, true},
		"both are seen well and run otherwise": {.95, false},
	} {
		t.Run(name, func(t *testing.T) {
			pair := sight.Row{Frame: straight(400, 640), Tiles: []sight.Reading{seenAt(400, 640, .95), seenAt(430, 670, tt.second)}}
			if got := belongs(&hand, &hand, &pair); got != tt.belongs {
				t.Errorf("belongs to the hand: %t", got)
			}
		})
	}
}

func TestATurnedTileByItselfHasThePlaneOfItsRow(t *testing.T) {
	f := straight(300, 400)
	lies := sight.Reading{Turned: true, Frame: lying(&f, 0, 0), Ranks: []faces.Rank{{}}}
	like := func(what string, plane raster.Frame) {
		if plane.Along(0).Sub(f.Along(0)).Length() > 1e-9 || plane.DownAt(0).Sub(f.DownAt(0)).Length() > 1e-9 {
			t.Errorf("%s is %+v, that of the row %+v", what, plane, f)
		}
	}
	c := sight.Row{Frame: f, Tiles: []sight.Reading{lies}}
	plane, from, to := planeOf(&c)
	like("its plane", plane)
	if from != 0 || to != 0 {
		t.Errorf("it lies from %v to %v in its plane", from, to)
	}
	rows, _ := putApart(nil, lies)
	like("the frame of a row of its own", rows[0].Frame)
}

func TestATileThatLeansOtherwiseThanItsHandIsAskedAbout(t *testing.T) {
	for name, tt := range map[string]struct {
		grows float64 // how much more each tile leans than the one before, in widths
		askew float64 // of the last two
		asked int
	}{
		"a hand seen from straight above":                 {0, 0, 0},
		"a flat view, in which tiles lean ever more":      {.12, 0, 0},
		"halves of two tiles, seen aslant":                {0, .45, 2},
		"halves of two tiles, seen aslant in a flat view": {.12, .45, 2},
	} {
		t.Run(name, func(t *testing.T) {
			c := sight.Row{Frame: straight(300, 400)}
			for i := range 12 {
				f := straight(300, 400)
				leans := tt.grows * float64(i)
				if i >= 10 {
					leans += tt.askew
				}
				f.Down[0].X = 30 * leans
				c.Tiles = append(c.Tiles, sight.Reading{T: float64(i), Frame: f, Sim: .95, Tile: faces.Circle})
			}
			markMisshapen([]sight.Row{c})
			if asked := len(sight.Only(c.Tiles, func(t sight.Reading) bool { return t.Misfit })); asked != tt.asked {
				t.Errorf("%d are asked about, want %d", asked, tt.asked)
			}
		})
	}
}

func TestWhatIsTableAlongASideIsNoTile(t *testing.T) {
	p := &raster.Picture{Levels: []raster.Level{{Width: 200, Height: 200, Pix: make([]byte, 3*200*200)}}}
	paint := func(x0, y0, x1, y1 int, light byte) {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				copy(p.Levels[0].Pix[3*(200*y+x):], []byte{light, light, light})
			}
		}
	}
	paint(0, 0, 200, 200, 40)    // table
	paint(85, 80, 115, 120, 200) // a tile of 30 by 40 pixels
	paint(88, 84, 94, 116, 20)   // with a thick stick on its left
	for name, tt := range map[string]struct {
		x, y  float64 // the middle of what was read
		table bool
	}{
		"a tile in its place":        {100, 100, false},
		"one read a little off it":   {104, 100, false},
		"a third of it to the right": {112, 100, true},
		"a third of it to the left":  {88, 100, true},
		"a third of it above":        {100, 84, true},
		"a third of it below":        {100, 116, true},
		"one that is all in shadow":  {30, 100, false},
	} {
		t.Run(name, func(t *testing.T) {
			seen := seenAt(tt.x, tt.y, .7)
			if got := tableBeside(p, &seen, sight.BareTable*200); got != tt.table {
				t.Errorf("table along a side: %t", got)
			}
			clear, unclear, back := seenAt(tt.x, tt.y, sight.Levels.ClearSim), seen, seen // a back is as dark as its colour
			unclear.Tile, back.Tile = faces.Circle, models.Back
			hand := []sight.Row{{Frame: straight(130, 100), Tiles: []sight.Reading{seenAt(130, 100, .95)}}}
			hand[0].Tiles[0].Light = 200
			found := []sight.Row{{Frame: seen.Frame, Tiles: []sight.Reading{clear, back, unclear}}}
			if left := withoutGaps(p, found, hand)[0].Tiles; (len(left) == 2) != tt.table || left[1].Tile != models.Back {
				t.Errorf("%d of a clear one, a back and an unclear one are left", len(left))
			}
		})
	}
}

func TestTwoTilesBelongToTheHandAlongWhichTheyLieOrOneOfThemDoes(t *testing.T) {
	hand := sight.Row{Frame: straight(300, 400)}
	for i := range 8 {
		hand.Tiles = append(hand.Tiles, seenAt(300+30*float64(i), 400, .95))
	}
	aslant := func(t sight.Reading) sight.Reading { // its frame turned by .3 radians
		t.Frame.Centre[1] = models.Point{X: 30 * math.Cos(.3), Y: 30 * math.Sin(.3)}
		return t
	}
	for name, tt := range map[string]struct {
		a, b    sight.Reading
		belongs bool
	}{
		"both along the hand":                      {seenAt(300, 340, .93), seenAt(330, 340, .93), true},
		"along the hand, the surer one seen askew": {aslant(seenAt(300, 340, .93)), seenAt(330, 340, .89), true},
		"the surer one along the hand":             {seenAt(300, 340, .93), seenAt(330, 353, .89), true},
		"neither":                                  {aslant(seenAt(300, 340, .93)), seenAt(330, 353, .89), false},
	} {
		t.Run(name, func(t *testing.T) {
			tt.a.T, tt.b.T = 0, 0
			c := sight.Row{Frame: tt.a.Frame, Tiles: []sight.Reading{tt.a, tt.b}}
			if got := runsAlong(&c, &hand, 2*handAngle); got != tt.belongs {
				t.Errorf("runs along the hand: %t", got)
			}
		})
	}
}
