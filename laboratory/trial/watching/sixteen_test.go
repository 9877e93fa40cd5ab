package watching

import (
	"testing"

	"jantaku/internal/sharedtest"
)

// TestHandsOfSixteenAreBookedFromTheirCourse tells hands of Taiwan as an eye without faults would, and claims that they are
// booked rightly, and that without its last changes none is booked wrongly.
func TestHandsOfSixteenAreBookedFromTheirCourse(t *testing.T) {
	hands, untouched := sharedtest.Count(5, 200), 0
	reportHands(t, "taiwan-16", nil, hands, 161, func(hand reportedHand) {
		switch was, _ := hand.came(0); was {
		case "untouched":
			untouched++
		case "wrong":
			t.Errorf("%s is booked wrongly", hand.id)
		}
		if was, _ := hand.came(2); was == "wrong" {
			t.Errorf("%s is booked wrongly without its last changes", hand.id)
		}
	})
	if untouched*10 < hands*9 {
		t.Errorf("%d of %d hands are booked unasked", untouched, hands)
	}
}
