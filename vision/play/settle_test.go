package play

import (
	"fmt"
	"math"
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

// What nobody saw makes a shown hand doubtful only as far as it changes what the hand is paid.
func TestAnUnseenTileCountsWhereItChangesThePayment(t *testing.T) {
	wait, other := models.KindAt(3), models.KindAt(9)
	paid := func(hand *Shown) string { // nothing as soon as three copies of the only wait lie open
		n := 0
		for _, tile := range hand.Seen {
			if tile == wait {
				n++
			}
		}
		return fmt.Sprint(n < 3)
	}
	for name, c := range map[string]struct {
		seen   models.Tiles
		others []otherwise
		want   float64
	}{
		"the last but one":        {models.Tiles{wait, wait}, []otherwise{{more: models.Tiles{wait}, chance: .03}, {more: models.Tiles{other}, chance: .9}}, .03},
		"enough are left":         {models.Tiles{wait}, []otherwise{{more: models.Tiles{wait}, chance: .03}}, 0},
		"a pung":                  {nil, []otherwise{{more: models.Tiles{wait, wait, wait}, chance: .02}}, .02},
		"another face":            {models.Tiles{wait, wait, other}, []otherwise{{models.Tiles{other}, models.Tiles{wait}, .3}}, .3},
		"none of the three is it": {models.Tiles{wait, wait, wait}, []otherwise{{models.Tiles{wait}, models.Tiles{other}, .2}}, .2},
	} {
		hand := &Shown{Seen: c.seen, others: c.others}
		if got := hand.unlike(paid(hand), paid); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: paid otherwise with %v, want %v", name, got, c.want)
		}
	}
}

// unpaid is a book that pays nothing to those who did not win.
type unpaid struct{ anyBook }

func (unpaid) Pays(models.Seat, *Shown, *Verdict) string { return "" }

// What lies before somebody whom the book pays nothing is not doubted, however few tiles it has.
func TestAHandThatNothingDependsOnIsNotDoubted(t *testing.T) {
	e := &Ending{Verdicts: []Verdict{{Chance: 1, How: models.Wins, Wins: []Won{{Place: 1, From: 1, Win: models.Win{Tile: models.EastWind}}}}},
		Shown: []ShownHand{{Place: 2, Hands: []Shown{{Chance: 1}}}}}
	if s := e.Settle(unpaid{}); s.Error > 1e-9 {
		t.Errorf("the hand is doubted with %v", s.Error)
	}
	if s := e.Settle(anyBook{}); s.Error < 1 {
		t.Errorf("a hand without tiles is paid, doubted with %v", s.Error)
	}
}
