package watching

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/internal/tracker"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/vision/layout"
	"jantaku/vision/play/prior"
)

// TestWhatTheDaemonWouldBookIsComparedWithTheTruth claims that a hand told without faults is
// booked, that one which is told as another is wrong, and that one whose end nobody saw is asked.
func TestWhatTheDaemonWouldBookIsComparedWithTheTruth(t *testing.T) {
	book, err := books.Open("riichi", "tenhou", nil)
	if err != nil {
		t.Fatal(err)
	}
	var all []*models.Record
	for _, line := range sharedtest.RealHands(t) {
		r, err := models.ParseRecord(line)
		if err != nil {
			t.Fatal(err)
		}
		if r.Events[len(r.Events)-1].Do == models.Wins {
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b *models.Record) int { return len(a.Events) - len(b.Events) })
	game, err := tracker.GameOf("riichi", "tenhou", nil, 136)
	if err != nil {
		t.Fatal(err)
	}
	var truths []*trial.Truth
	for _, r := range all[:2] { // the shortest
		truth, err := trial.Play(game, r)
		if err != nil {
			t.Fatal(err)
		}
		truths = append(truths, truth)
	}
	by := Trial{Book: book, Match: models.Match{Rules: "riichi", Profile: "tenhou"}, MaxError: layout.DefaultOptions().MaxError}
	came := func(told, truth *trial.Truth, without int) string {
		r := told.Record
		d, err := by.daemon(game, prior.Start{ID: r.ID, Dealer: r.Dealer, Round: r.Round, Honba: r.Honba, Sticks: r.Sticks, Scores: r.Scores}, prior.Learned{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		changes := trial.Tell(game, told, trial.Faults{}, rand.New(rand.NewPCG(9, 1))).Changes
		end := max(0, len(changes)-max(without, 1)) // the tiles are swept away with the last
		d.hears(changes[:end], false)
		if without == 0 {
			d.hears(changes[end:], false)
		}
		return d.judge(truth)
	}
	if is := came(truths[0], truths[0], 0); is != "untouched" {
		t.Errorf("told without faults: %s", is)
	}
	if is := came(truths[0], truths[1], 0); is != "wrong" {
		t.Errorf("told as another hand: %s", is)
	}
	if is := came(truths[0], truths[0], 4); is != "asked" {
		t.Errorf("the end was not seen: %s", is)
	}
}
