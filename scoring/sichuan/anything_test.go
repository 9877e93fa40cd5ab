package sichuan_test

import (
	"math/rand/v2"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/books"
)

// TestWhateverIsSettledIsZeroOrRefused settles moments that nobody would play: of places that there are not, of winners, of kongs
// of nobody and twice, in any order. It claims that each of them is refused or adds up to zero step by step, and that nothing panics.
func TestWhateverIsSettledIsZeroOrRefused(t *testing.T) {
	book, err := books.Open("sichuan", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	settler := book.(scoring.Settler)
	r := rand.New(rand.NewPCG(52, 7))
	deeds := []models.Deed{models.CalledKong, models.MadeAdded, models.MadeConcealed, models.Wins, models.Wins, models.HandsEnd, models.Discarded, ""}
	states := []models.State{models.IsReady, models.NotReady, models.Pig, ""}
	place := func() models.Place { return models.Place(r.IntN(9) - 2) }
	likely := func() models.Place {
		if r.IntN(6) == 0 {
			return place()
		}
		return models.PlaceAt(r.IntN(models.Places))
	}
	settled := 0
	for range sharedtest.Count(20000, 1000000) {
		var all []models.Settlement
		for range r.IntN(6) {
			s := models.Settlement{Do: deeds[r.IntN(len(deeds))], Place: likely(), From: likely(), Robbed: r.IntN(8) == 0}
			if r.IntN(2) == 0 {
				drawn := r.IntN(2) == 0
				s.Drawn = &drawn
			}
			if s.Do == models.Wins && r.IntN(10) > 0 {
				s.Place, s.From, s.Robbed, s.Drawn = 0, 0, false, nil
			}
			if s.Do == models.Wins {
				for range 1 + r.IntN(3)*r.IntN(2) {
					s.Wins = append(s.Wins, models.SettledWin{Place: likely(), From: likely(), Fan: r.IntN(12) - 1, KongDiscard: r.IntN(6) == 0, KongDraw: r.IntN(6) == 0})
				}
			}
			if s.Do == models.HandsEnd {
				s.States = map[models.Place]models.HandState{}
				for i := range models.Places {
					fan := r.IntN(6) - 1
					if state := (models.HandState{State: states[r.IntN(len(states))]}); r.IntN(8) > 0 {
						if state.State == models.IsReady {
							state.Fan = &fan
						}
						s.States[models.PlaceAt(i)] = state
					}
				}
			}
			all = append(all, s)
		}
		sum, err := settler.Settle(likely(), all)
		if err != nil {
			continue
		}
		settled++
		var deltas models.Points
		for i, step := range sum.Steps {
			for at, n := range step {
				deltas[at] += n
			}
			if n := models.Points(step).Sum(); n != 0 {
				t.Fatalf("step %d of %+v adds up to %d", i, all, n)
			}
		}
		if deltas != sum.Deltas {
			t.Fatalf("the steps of %+v come to %v, the hand to %v", all, deltas, sum.Deltas)
		}
	}
	t.Logf("%d were settled", settled)
	if settled < 100 {
		t.Errorf("%d were settled: too few to say anything", settled)
	}
}
