package tracker

import (
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/vision/watch"
)

// TestADealerWhomTheBooksDoNotHaveIsTold: real hands, seen as a camera sees them, with the books' dealer and with
// each other one.
func TestADealerWhomTheBooksDoNotHaveIsTold(t *testing.T) {
	n := sharedtest.Count(6, 400)
	hands, after := map[string]int{}, map[int]int{}
	for i, r := range records(t, n) {
		changes, _ := told(t, r, trial.Usual(), uint64(i))
		for turn := range models.Places {
			f, b := newFollow(t)
			b.before(r)
			b.state.Position.Dealer = models.PlaceAt(r.Dealer.Index() + turn)
			f.Begins(t.Context(), true, time.Now())
			rivers, dealer := 0, Dealer{}
			for c := range changes {
				if changes[c].Kind == watch.Added && changes[c].Area.Use == calibration.RiverZone {
					rivers++
				}
				dealer = f.Hear(t.Context(), changes[c:c+1], false).Dealer
				if dealer.Odds > 600 || rivers > lastDiscards {
					break
				}
			}
			switch said := dealer.Odds > 600; {
			case turn == 0 && said:
				hands["false"]++
				t.Logf("%s: place %d is said to have dealt, which is wrong", r.ID, dealer.At)
			case turn == 0:
				hands["right"]++
			case !said:
				hands["missed"]++
			case dealer.At != r.Dealer:
				hands["another"]++
			default:
				hands["told"]++
				after[rivers]++
			}
		}
	}
	t.Logf("%d hands: %v; told after so many discards: %v", n, hands, after)
	if hands["false"] > n/100 || hands["another"] > n/100 || hands["told"] < 9*(hands["told"]+hands["missed"])/10 {
		t.Errorf("%d hands: %v", n, hands)
	}
}
