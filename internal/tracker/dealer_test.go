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

// TestTheDiceTellAWrongDealerAtTheFirstDiscard: the first indicator lies in the wall that the dice of the true dealer say, so that one
// discard is enough; where it lies where the books' dealer broke the wall, nobody is named by it.
func TestTheDiceTellAWrongDealerAtTheFirstDiscard(t *testing.T) {
	rule := models.WallRule{Rolls: 1, Stacks: 17, Indicator: 3}
	asking := func(dealer models.Place) (dice [2]int) { // which put the indicator into the wall of place 1, where it is drawn
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				if at, err := rule.Break([][2]int{{a, b}}); err == nil && models.PlaceAt(dealer.Index()+at.Indicator.Seat.Index()) == 1 {
					return [2]int{a, b}
				}
			}
		}
		return dice
	}
	named := 0
	hands := records(t, 6)
	for i, r := range hands {
		changes, _ := told(t, r, trial.Faults{}, uint64(i))
		for _, by := range []models.Place{r.Dealer, models.PlaceAt(r.Dealer.Index() + 1)} {
			f, b := newFollow(t)
			rules := f.Rules
			f.Rules = func(m models.Match) (Rules, error) { all, err := rules(m); all.Wall = rule; return all, err }
			b.before(r)
			b.state.Position.Dealer = models.PlaceAt(r.Dealer.Index() + 1)
			f.Begins(t.Context(), true, time.Now())
			f.Rolled(t.Context(), asking(by))
			rivers, dealer := 0, Dealer{}
			for c := range changes {
				if changes[c].Kind == watch.Added && changes[c].Area.Use == calibration.RiverZone {
					rivers++
				}
				if dealer = f.Hear(t.Context(), changes[c:c+1], false).Dealer; rivers == 1 {
					break
				}
			}
			switch {
			case by == r.Dealer && dealer.At == r.Dealer && dealer.Odds > 600:
				named++
			case by != r.Dealer && dealer.At != 0:
				t.Errorf("%s: place %d is named by one discard, against the dice", r.ID, dealer.At)
			}
		}
	}
	if named != len(hands) {
		t.Errorf("of %d wrong dealers %d are told by the first discard", len(hands), named)
	}
}
