package vision

import "testing"

func TestARowReachesFromItsFirstTileToItsLastInAnyOrder(t *testing.T) {
	c := row{tiles: []reading{{t: 3}, {t: -190}, {t: 7}}}
	if from, to := c.reach(); from != -190 || to != 7 {
		t.Errorf("from %v to %v", from, to)
	}
}

func TestTheSurroundingsOfEveryRowOfTheHandAreSearched(t *testing.T) {
	at := func(y float64, tiles int) row {
		c := row{frame: frame{centre: [3]vec{{X: 300, Y: y}, {X: 30}}, down: [2]vec{{Y: 40}}}}
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
