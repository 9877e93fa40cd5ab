package bare

import "testing"

func TestARowIsOfAnotherSetWhereItsBetterHalfIsUnlikeEveryFace(t *testing.T) {
	for like, other := range map[float64]bool{.97: false, .91: false, .88: false, .864: false, .83: true, .79: true, .65: true} {
		if got := strangers.ofOtherSet(like); got != other {
			t.Errorf("%.2f: of another set %v", like, got)
		}
	}
}

func TestARowLaidInWrongPlacesTellsOfNoSet(t *testing.T) {
	for _, c := range []struct {
		tiles, places int
		want          bool
	}{{14, 14, true}, {6, 11, true}, {5, 5, false}, {8, 31, false}} {
		if got := strangers.judge(c.tiles, c.places); got != c.want {
			t.Errorf("%d tiles at %d places tell: %v", c.tiles, c.places, got)
		}
	}
}
