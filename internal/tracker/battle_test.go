package tracker

import (
	"testing"

	"jantaku/models"
	"jantaku/scoring"
	"jantaku/vision/play/verdict"
)

// TestAHandThatMayKeepItsSuitIsJudgedByTheReferee claims that a hand shown at a draw says how it stands only where the suit
// that its owner gave up is known and not in it: a pig is not taken for a hand that waits.
func TestAHandThatMayKeepItsSuitIsJudgedByTheReferee(t *testing.T) {
	r, err := RulesOf(models.Match{Rules: "sichuan"}, 0)
	if err != nil {
		t.Fatal(err)
	}
	book := r.Book.(scoring.Inspector)
	for _, c := range []struct {
		name, hand string
		void       models.Void
		judged     bool
	}{
		{"waits without the suit", "123456789m1122p", models.VoidOf(models.Bamboos), true},
		{"keeps the suit", "123456789m1122p", models.VoidOf(models.Dots), false},
		{"all three suits, and nobody knows which was given up", "123456789m11p22s", 0, false},
	} {
		tiles, err := models.ParseTiles(c.hand)
		if err != nil {
			t.Fatal(err)
		}
		states, judged := statesOf(book, r.Game.Void, []verdict.SettledHand{{Place: 1, Hand: models.Hand{Concealed: tiles}, Void: c.void}})
		if judged != c.judged {
			t.Errorf("%s: judged %t as %+v, want %t", c.name, judged, states, c.judged)
		}
	}
}
