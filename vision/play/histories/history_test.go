package histories

import (
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/vision/play/prior"
)

// TestWhoeverMayDealIsBegunWith claims that a hand may be dealt by everybody who sits there, once each, and that it begins even where the
// books have a dealer whose place is vacant.
func TestWhoeverMayDealIsBegunWith(t *testing.T) {
	figures := prior.Standard()
	for _, c := range []struct {
		vacant, dealer models.Place
		want           []int8
	}{{0, 2, []int8{1, 2, 3, 0}}, {4, 2, []int8{1, 2, 0}}, {4, 4, []int8{3, 0, 1, 2}}} {
		g := &prior.Game{Players: models.Places, Vacant: c.vacant}
		if c.vacant != 0 {
			g.Players--
		}
		var dealers []int8
		for _, h := range dealtBy(g, begin(prior.Start{Dealer: c.dealer}, figures.InView), &figures) {
			dealers = append(dealers, h.Dealer)
		}
		if !slices.Equal(dealers, c.want) {
			t.Errorf("dealer %d, place %d vacant: %v, want %v", c.dealer, c.vacant, dealers, c.want)
		}
	}
}
