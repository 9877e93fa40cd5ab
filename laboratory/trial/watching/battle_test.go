package watching

import (
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
)

// TestAHandThatGoesOnAfterAWinIsBookedWhole tells hands of Sichuan as an eye without faults would. It
// claims that what would be booked is what changed hands, with every win, kong and hand at the end;
// that alone the tile of an added kong is asked about, where it is paid as it was drawn, after an
// exchange of three, too; and that nothing is booked where the last win, or a hand at the end, was not seen.
func TestAHandThatGoesOnAfterAWinIsBookedWhole(t *testing.T) {
	for added, exchange := range map[string]string{"drawn-only": "none", "always": "three-one-suit"} {
		hands, doubted, asks := sharedtest.Count(2, 120), 0, added == "drawn-only"
		reportHands(t, "sichuan", map[string]string{"added_kong": added, "exchange": exchange}, hands, 527, func(hand reportedHand) {
			open := slices.ContainsFunc(hand.truth.Verdict.Settled, func(s models.Settlement) bool { return s.Do == models.MadeAdded && !s.Robbed })
			want := "untouched"
			if open && asks {
				want = "asked"
			}
			switch got, needs := hand.came(1); {
			case got == "asked" && len(needs) == 0: // a hand that was shown could have won on the last discard, too
				doubted++
			case got != want || want == "asked" && !slices.Equal(needs, []string{"drawn"}):
				t.Errorf("%s: %s, needs %v; want %s", hand.id, got, needs, want)
			}
			if got, needs := hand.came(2); got == "wrong" {
				t.Errorf("%s without its last change: %s, needs %v", hand.id, got, needs)
			}
		})
		if doubted*10 > hands {
			t.Errorf("added kongs paid %s: %d of %d hands are in doubt though all was seen", added, doubted, hands)
		}
	}
}
