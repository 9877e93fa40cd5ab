package tracker

import (
	"testing"

	"jantaku/models"
	rulebooks "jantaku/scoring/books"
)

// TestWhatACourseLeavesNoRoomForIsNotAsked claims that a declaration nobody sees is excluded by what its player did after it,
// and by nothing else, and only where the book knows it.
func TestWhatACourseLeavesNoRoomForIsNotAsked(t *testing.T) {
	const human, dealt, first = models.Human, models.HeavenlyReady, models.EarthlyReady
	at := 0.
	discards := func(p models.Place) models.Move { return models.Move{Do: models.Discarded, Place: p, T: &at} }
	claims := func(do models.Deed, p models.Place) models.Move { return models.Move{Do: do, Place: p, T: &at} }
	unseen := func(m models.Move) models.Move { m.T = nil; return m }
	for _, tt := range []struct {
		claim  string
		rules  string
		events []models.Move
		want   models.Flags
	}{
		{"nobody has done anything", "taiwan-16", nil, 0},
		{"others have", "taiwan-16", []models.Move{discards(1), claims(models.CalledPung, 3), discards(3)}, 0},
		{"a discard", "taiwan-16", []models.Move{discards(1), discards(2)}, human},
		{"a discard that nobody saw", "taiwan-16", []models.Move{discards(1), unseen(discards(2)), discards(3)}, 0},
		{"a claim that nobody saw", "taiwan-16", []models.Move{discards(1), unseen(claims(models.CalledChow, 2)), unseen(discards(2)), discards(3)}, 0},
		{"a claim before the first discard", "taiwan-16", []models.Move{discards(1), claims(models.CalledChow, 2), discards(2)}, human | dealt},
		{"one after it", "taiwan-16", []models.Move{discards(2), claims(models.CalledPung, 2), discards(2)}, human | dealt | first},
		{"a kong keeps what waits", "taiwan-16", []models.Move{discards(2), claims(models.CalledKong, 2), discards(2)}, human},
		{"a book without them", "hongkong", []models.Move{discards(2), claims(models.CalledPung, 2), discards(2)}, 0},
	} {
		book, err := rulebooks.Open(tt.rules, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		f := &Follow{}
		f.hand.rules.Book = book
		if got := f.excluded(&models.Record{Events: tt.events}, 2); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.claim, got, tt.want)
		}
	}
}
