package watching

import (
	"math/rand/v2"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/internal/tracker"
	"jantaku/laboratory/players"
	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/scoring/course"
	"jantaku/vision/layout"
	"jantaku/vision/play/prior"
)

// TestHandsOfSixteenAreBookedFromTheirCourse tells hands of Taiwan as an eye without faults would, and claims that they are
// booked rightly, and that without its last changes none is booked wrongly.
func TestHandsOfSixteenAreBookedFromTheirCourse(t *testing.T) {
	book, err := books.Open("taiwan-16", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	game, err := tracker.GameOf("taiwan-16", "", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	manners, err := course.MannersOf(book)
	if err != nil {
		t.Fatal(err)
	}
	match := models.Match{Rules: "taiwan-16", Players: []models.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}}
	club, err := players.New(book, books.All()["taiwan-16"].Course, match, manners, 161)
	if err != nil {
		t.Fatal(err)
	}
	by := Trial{Book: book, Match: match, MaxError: layout.DefaultOptions().MaxError}
	hands, untouched := sharedtest.Count(5, 200), 0
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
		came := func(without int) string {
			d, err := by.daemon(game, prior.Start{ID: r.ID, Dealer: r.Dealer, Round: r.Round, Honba: r.Honba, Scores: r.Scores}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i := range told[:len(told)-without] {
				d.hears(told[i:i+1], false)
			}
			return d.judge(truth)
		}
		switch got := came(0); got {
		case "untouched":
			untouched++
		case "wrong":
			t.Errorf("%s is booked wrongly", r.ID)
		}
		if got := came(2); got == "wrong" {
			t.Errorf("%s is booked wrongly without its last changes", r.ID)
		}
	}
	if untouched*10 < hands*9 {
		t.Errorf("%d of %d hands are booked unasked", untouched, hands)
	}
}
