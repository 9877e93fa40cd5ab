package watching

import (
	"math/rand/v2"
	"testing"

	"jantaku/internal/tracker"
	"jantaku/laboratory/players"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/scoring/course"
	"jantaku/vision/layout"
	"jantaku/vision/play/prior"
)

// reportedHand is a hand that an eye without faults reports.
type reportedHand struct {
	id    string
	truth *trial.Truth
	// came is what became of the hand without so many of its last changes, and what was asked then of one that went on after a
	// win.
	came func(without int) (was string, needs []string)
}

// reportHands plays so many hands by a rule book and gives each as it is reported.
func reportHands(t *testing.T, rules string, options map[string]string, hands int, seed uint64, yield func(reportedHand)) {
	t.Helper()
	book, err := books.Open(rules, "", options)
	if err != nil {
		t.Fatal(err)
	}
	game, err := tracker.GameOf(rules, "", options, 0)
	if err != nil {
		t.Fatal(err)
	}
	manners, err := course.MannersOf(book)
	if err != nil {
		t.Fatal(err)
	}
	match := models.Match{Rules: rules, Options: options, Players: []models.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}}
	club, err := players.New(book, books.All()[rules].Course, match, manners, seed)
	if err != nil {
		t.Fatal(err)
	}
	by := Trial{Book: book, Match: match, MaxError: layout.DefaultOptions().MaxError}
	for range hands {
		r, err := club.Next()
		if err != nil {
			t.Fatal(err)
		}
		truth, err := trial.Play(game, r)
		if err != nil {
			t.Fatal(err)
		}
		told := trial.Tell(game, truth, trial.Faults{}, rand.New(rand.NewPCG(3, 4))).Changes
		yield(reportedHand{r.ID, truth, func(without int) (string, []string) {
			d, err := by.daemon(game, prior.Start{ID: r.ID, Dealer: r.Dealer, Round: r.Round, Honba: r.Honba, Scores: r.Scores}, prior.Learned{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i := range told[:len(told)-without] {
				d.hears(told[i:i+1], false)
			}
			was := d.judge(truth)
			if d.battle == nil {
				return was, nil
			}
			return was, d.battle.Needs
		}})
	}
}
