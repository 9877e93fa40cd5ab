package play

import (
	"slices"
	"testing"

	"jantaku/models"
)

// noWin is a book that lets nothing win.
type noWin struct{ anyBook }

func (noWin) Of(*Verdict) string { return "" }

// A hand that the book does not let win is asked about, whoever shows a hand beside it.
func TestAHandThatDoesNotWinIsAskedAboutBesideOthersThatAreShown(t *testing.T) {
	e := &Ending{Verdicts: []Verdict{{Chance: 1, How: models.Wins, Wins: []Won{{Place: 1, From: 1, Win: models.Win{Tile: models.EastWind}}}}},
		Shown: []ShownHand{{Place: 2, Hands: []Shown{{Chance: 1}}}}}
	if s := e.Settle(noWin{}); s.Best == nil || s.Error != 1 || !slices.Equal(s.Needs, []string{"no-win"}) {
		t.Errorf("settled as %+v", s)
	}
}
