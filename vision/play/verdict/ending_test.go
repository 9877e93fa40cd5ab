package verdict

import (
	"testing"

	"jantaku/models"
	"jantaku/vision/play/histories"
	"jantaku/vision/play/prior"
)

// TestHistoriesOfWhichVerdictsDifferAreNotJoined claims that histories are one only where nothing that a verdict says depends on what
// they differ in.
func TestHistoriesOfWhichVerdictsDifferAreNotJoined(t *testing.T) {
	discard := func(place int8, slot int32) histories.Move {
		return histories.Move{Do: models.Discarded, Place: place, From: none, Slot: slot, Claimed: none}
	}
	indicator := func(slot int32, below bool) histories.Move {
		return histories.Move{Do: models.TurnedDora, Place: none, From: none, Slot: slot, Claimed: none, Ends: below}
	}
	moves := func(all ...histories.Move) []histories.Move { return all }
	dora := &prior.Game{Players: models.Places, Indicators: prior.Indicators{Dora: true, KanDora: true}}
	for name, c := range map[string]struct {
		game   *prior.Game
		kongs  [2]int8 // of others than the winner
		moves  [2][]histories.Move
		joined bool
	}{
		"a later discard":                       {&prior.Game{Players: models.Places, Void: true}, [2]int8{}, [2][]histories.Move{moves(discard(0, 1), discard(0, 2)), moves(discard(0, 1), discard(0, 3))}, true},
		"the first discard, of a suit given up": {&prior.Game{Players: models.Places, Void: true}, [2]int8{}, [2][]histories.Move{moves(discard(0, 1), discard(0, 2)), moves(discard(0, unseen), discard(0, 2))}, false},
		"a kong where no indicator is turned":   {&prior.Game{Players: models.Places}, [2]int8{0, 1}, [2][]histories.Move{}, true},
		"a kong that turns an indicator":        {dora, [2]int8{0, 1}, [2][]histories.Move{}, false},
		"which of two indicators lay below":     {dora, [2]int8{}, [2][]histories.Move{moves(indicator(1, false), indicator(2, true)), moves(indicator(1, true), indicator(2, false))}, false},
	} {
		var beam []*histories.History
		for i := range c.moves {
			h := &histories.History{Moves: c.moves[i]}
			h.Kongs, h.Calls, h.End.How = c.kongs[i], 1, models.DrawnGame
			for place := range h.End.Shown {
				h.End.Shown[place] = none
			}
			beam = append(beam, h)
		}
		if got := NewCourse(told(c.game)).distinct(beam, []float64{.9, .1}); (len(got) == 1) != c.joined {
			t.Errorf("%s: %d histories", name, len(got))
		}
	}
}
