package vision

import "testing"

func TestARowReachesFromItsFirstTileToItsLastInAnyOrder(t *testing.T) {
	c := row{tiles: []reading{{t: 3}, {t: -190}, {t: 7}}}
	if from, to := c.reach(); from != -190 || to != 7 {
		t.Errorf("from %v to %v", from, to)
	}
}
