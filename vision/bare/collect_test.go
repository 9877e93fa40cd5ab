package bare

import "testing"

func TestARowIsOfAnotherSetWhereItsBetterHalfIsUnlikeEveryFace(t *testing.T) {
	for like, other := range map[float64]bool{.97: false, .91: false, .88: false, .864: false, .83: true, .79: true, .65: true} {
		if got := strangers.ofOtherSet(like); got != other {
			t.Errorf("%.2f: of another set %v", like, got)
		}
	}
}
