package watching

import (
	"math/rand/v2"
	"slices"
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

// TestAHandThatGoesOnAfterAWinIsBookedWhole tells hands of Sichuan as an eye without faults would. It
// claims that what would be booked is what changed hands, with every win, kong and hand at the end;
// that alone the tile of an added kong is asked about, where it is paid as it was drawn; and that
// nothing is booked where the last win, or a hand at the end, was not seen.
func TestAHandThatGoesOnAfterAWinIsBookedWhole(t *testing.T) {
	for added, asks := range map[string]bool{"drawn-only": true, "always": false} {
		options := map[string]string{"added_kong": added}
		book, err := books.Open("sichuan", "", options)
		if err != nil {
			t.Fatal(err)
		}
		game, err := tracker.GameOf("sichuan", "", options, 0)
		if err != nil {
			t.Fatal(err)
		}
		manners, err := course.MannersOf(book)
		if err != nil {
			t.Fatal(err)
		}
		match := models.Match{Rules: "sichuan", Options: options, Players: []models.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}}
		club, err := players.New(book, books.All()["sichuan"].Course, match, manners, 527)
		if err != nil {
			t.Fatal(err)
		}
		by := Trial{Book: book, Match: match, MaxError: layout.DefaultOptions().MaxError}
		hands, doubted := sharedtest.Count(2, 120), 0
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
			came := func(without int) (string, []string) {
				d, err := by.daemon(game, prior.Start{ID: r.ID, Dealer: r.Dealer, Round: r.Round}, nil)
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
			}
			open := slices.ContainsFunc(truth.Verdict.Settled, func(s models.Settlement) bool { return s.Do == models.MadeAdded && !s.Robbed })
			want := "untouched"
			if open && asks {
				want = "asked"
			}
			switch got, needs := came(1); {
			case got == "asked" && len(needs) == 0: // a hand that was shown could have won on the last discard, too
				doubted++
			case got != want || want == "asked" && !slices.Equal(needs, []string{"drawn"}):
				t.Errorf("%s: %s, needs %v; want %s", r.ID, got, needs, want)
			}
			if got, needs := came(2); got == "wrong" {
				t.Errorf("%s without its last change: %s, needs %v", r.ID, got, needs)
			}
		}
		if doubted*10 > hands {
			t.Errorf("added kongs paid %s: %d of %d hands are in doubt though all was seen", added, doubted, hands)
		}
	}
}
