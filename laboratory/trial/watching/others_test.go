package watching

import (
	"testing"

	"jantaku/laboratory/trial"
	"jantaku/models"
	"jantaku/scoring/books"
	"jantaku/vision/play/verdict"
)

// TestAHandThatWaitsAndWasNotShownIsPaidWrongly claims that a trial counts a hand of Yuque, which pays
// everybody who waits, as paid wrongly where one that waits was not seen.
func TestAHandThatWaitsAndWasNotShownIsPaidWrongly(t *testing.T) {
	book, err := books.Open("yuque-54", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	hand := func(text string) models.Tiles {
		tiles, err := models.ParseTiles(text)
		if err != nil {
			t.Fatal(err)
		}
		return tiles
	}
	const none = "147m258p369s1234z"
	truth := &trial.Truth{Record: &models.Record{Dealer: 1}, Verdict: verdict.Verdict{How: models.Wins, Wins: []verdict.Won{{Place: 1, From: 2}}}}
	truth.Hands = [models.Places]models.Tiles{hand("123456789m1122p"), hand("123456789s1122p"), hand(none), hand(none)}
	shown := func(at models.Place) verdict.SettledHand {
		return verdict.SettledHand{Place: at, Seat: at.SeatFor(1), Hand: models.Hand{Concealed: truth.Hands[at.Index()]}}
	}
	all := []verdict.SettledHand{shown(2), shown(3), shown(4)}
	if !othersRightly(book, all, truth) || !othersRightly(book, all[:2], truth) {
		t.Error("all hands that wait were shown, and they are said to be paid wrongly")
	}
	if othersRightly(book, all[1:], truth) {
		t.Error("a hand that waits was not shown, and all is said to be paid rightly")
	}
}
