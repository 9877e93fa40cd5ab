package verdict

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"jantaku/models"
	"jantaku/vision/play/evidence"
	"jantaku/vision/play/histories"
	"jantaku/vision/play/prior"
)

// anyBook is a book that makes the same of all.
type anyBook struct{}

func (anyBook) Of(*Verdict) string                        { return "same" }
func (anyBook) Pays(models.Seat, *Shown, *Verdict) string { return "same" }

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

func TestAShownHandThatWaitsIsBelievedFirst(t *testing.T) {
	nine := models.NewTile(models.Bamboos, 9)
	g := &prior.Game{Rules: "riichi", Players: 4, Wall: prior.Wall{Tiles: 136, Dead: 14}, Ends: prior.Ends{Heads: 1}}
	g.Complete = func(w *models.Win) bool { return slices.Contains(w.Concealed, nine) }
	drawn := &table{Beam: histories.New(evidence.New(g, prior.Start{Dealer: 1}, prior.Standard()))}
	hand := func(text string) models.Hand {
		tiles, err := models.ParseTiles(text)
		if err != nil {
			t.Fatal(err)
		}
		return models.Hand{Concealed: tiles}
	}
	ways := []Shown{{Hand: hand("123456789m8s234p"), Chance: .6}, {Hand: hand("123456789m9s234p"), Chance: .3}}
	drawn.preferReady(ways, drawn.Priors.Mistake)
	if ways[0].Concealed[9] != nine || ways[0].Chance < .89 {
		t.Errorf("told %v with %.3f, want the hand that waits with .9", ways[0].Concealed, ways[0].Chance)
	}
	all := []Shown{{Hand: hand("123456789m8s234p"), Chance: .6}, {Hand: hand("123456789m9s234p"), Chance: .3}}
	drawn.preferReady(all, 1/drawn.Priors.Ready) // every hand is shown: one that does not wait may be right
	if sum := all[0].Chance + all[1].Chance; all[0].Concealed[9] != nine || all[0].Chance < .7 || all[0].Chance > .85 || math.Abs(sum-.9) > 1e-9 {
		t.Errorf("told %v with %.3f of %.3f, want the hand that waits, not surely", all[0].Concealed, all[0].Chance, sum)
	}
}

func TestAWinOnATileThatNobodySawIsAsked(t *testing.T) {
	seen := Verdict{Chance: .1, How: models.Wins, Wins: []Won{{Place: 1, From: 1}}}
	seen.Wins[0].Win.Tile = models.NewTile(models.Dots, 4)
	unseenTile := Verdict{Chance: .9, How: models.Wins, Wins: []Won{{Place: 1, From: 4}}}
	e := Ending{Verdicts: []Verdict{unseenTile, seen}}
	s, _ := e.settleVerdict(func(v *Verdict) string {
		if v.Wins[0].Win.Tile == models.NoTile {
			return ""
		}
		return "points"
	})
	if s.Best == nil || len(s.Needs) == 0 || s.Needs[0] != "tile" {
		t.Errorf("settled as %+v, want the tile to be asked for", s)
	}
}

func TestAShownHandWithATileTooManyIsAskedAbout(t *testing.T) {
	tiles, err := models.ParseTiles("223468m6z0m")
	if err != nil {
		t.Fatal(err)
	}
	pung := func(text string) models.Meld {
		return models.Meld{Kind: models.Pung, Tiles: models.Tiles{tile(text), tile(text), tile(text)}}
	}
	one := ShownHand{Hands: []Shown{{Hand: models.Hand{Concealed: tiles, Melds: []models.Meld{pung("3z"), pung("6z")}}, Chance: 1}}}
	e := Ending{Verdicts: []Verdict{{Chance: 1, How: models.DrawnGame, Reason: prior.Exhausted}}, Shown: []ShownHand{one}}
	if s := e.Settle(anyBook{}); s.Error < .5 || s.Doubt() != "shown" {
		t.Errorf("settled with error %v about %s", s.Error, s.Doubt())
	}
	e.Shown[0].Hands[0].Concealed = tiles[:7]
	if s := e.Settle(anyBook{}); s.Error > .01 {
		t.Errorf("seven tiles beside two melds: error %v", s.Error)
	}
}

func TestNineTerminalsAreAlwaysAsked(t *testing.T) {
	v := Verdict{How: models.DrawnGame, Reason: prior.NineTerminals, Chance: 1}
	if s := (&Ending{Verdicts: []Verdict{v}}).Settle(anyBook{}); !slices.Contains(s.Needs, "ending") {
		t.Errorf("nine terminals need %v, want the ending asked", s.Needs)
	}
}

func TestAShownHandIsTheLikeliestOfThosePaidAlike(t *testing.T) {
	hand := func(text string) models.Hand {
		tiles, err := models.ParseTiles(text)
		if err != nil {
			t.Fatal(err)
		}
		return models.Hand{Concealed: tiles}
	}
	s := ShownHand{Hands: []Shown{{Hand: hand("123456789m1122p"), Chance: .4}, {Hand: hand("123456789m1123p"), Chance: .35}, {Hand: hand("123456789m1133p"), Chance: .25}}}
	d, _ := s.settle(map[int]float64{0: 1}, func(h *Shown) string {
		if slices.Contains(h.Concealed, tile("3p")) {
			return "8"
		}
		return "0"
	})
	if d.Concealed[12] != tile("3p") || d.Concealed[11] != tile("2p") || d.Error < .39 || d.Error > .41 {
		t.Errorf("settled as %v with error %.3f, want 1123p with .4", d.Concealed, d.Error)
	}
}

// byTiles is a book that pays hands by their last tile and the suit that was given up.
type byTiles struct{ anyBook }

func (byTiles) Pays(_ models.Seat, hand *Shown, _ *Verdict) string {
	return fmt.Sprint(hand.Concealed[len(hand.Concealed)-1], hand.Void)
}

// TestAShownHandIsToldByAllHistories claims that a hand is as doubtful as the histories make it
// that may be: by what was melded in each, and whether it was shown at all.
func TestAShownHandIsToldByAllHistories(t *testing.T) {
	way := func(text string, history int) Shown {
		tiles, err := models.ParseTiles(text)
		if err != nil {
			t.Fatal(err)
		}
		return Shown{Hand: models.Hand{Concealed: tiles}, Chance: 1, history: history}
	}
	given := way("123456789m1122p", 1)
	given.Void = models.VoidOf(models.Bamboos)
	for name, c := range map[string]struct {
		shown []ShownHand
		error float64
	}{
		"another suit given up in one": {[]ShownHand{{Place: 2, Hands: []Shown{way("123456789m1122p", 0), given}}}, .2},
		"the same in both":             {[]ShownHand{{Place: 2, Hands: []Shown{way("123456789m1122p", 0), way("123456789m1122p", 1)}}}, 0},
		"paid otherwise in one":        {[]ShownHand{{Place: 2, Hands: []Shown{way("123456789m1122p", 0), way("123456789m1133p", 1)}}}, .2},
		"not shown in one":             {[]ShownHand{{Place: 2, Hands: []Shown{way("123456789m1122p", 0)}}}, .2},
		"shown in the other alone":     {[]ShownHand{{Place: 2, Hands: []Shown{way("123456789m1122p", 1)}}}, .2},
		"a tile short in one":          {[]ShownHand{{Place: 2, Hands: []Shown{way("123456789m1122p", 0), way("123456789m112p", 1)}}}, .2},
		"two of one history":           {[]ShownHand{{Place: 2, Hands: []Shown{way("123456789m1122p", 0)}}, {Place: 3, Hands: []Shown{way("123456789m1122p", 0)}}}, .2},
	} {
		e := Ending{Verdicts: []Verdict{{Chance: 1, How: models.DrawnGame, Reason: prior.Exhausted, shares: map[int]float64{0: .8, 1: .2}}}, Shown: c.shown}
		if s := e.Settle(byTiles{}); s.Error < c.error-1e-9 || s.Error > c.error+1e-9 {
			t.Errorf("%s: error %.3f, want %.3f", name, s.Error, c.error)
		}
	}
}

// byFrom is a book in which it matters alone from whom the tile came.
type byFrom struct{ anyBook }

func (byFrom) Of(v *Verdict) string {
	if len(v.Wins) == 0 {
		return "drawn"
	}
	return fmt.Sprint(v.Wins[0].From)
}

func TestDoubtsAreTheErrorByItsCauses(t *testing.T) {
	won := func(chance float64, from models.Place, tile models.Tile) Verdict {
		return Verdict{Chance: chance, How: models.Wins, Wins: []Won{{Place: 1, From: from, Win: models.Win{Tile: tile}}}}
	}
	e := Ending{Verdicts: []Verdict{won(.8, 2, tile("1m")), won(.1, 2, tile("2m")), won(.06, 3, tile("1m"))}, Rest: .04}
	s := e.Settle(byFrom{})
	doubts := e.Doubts(&s, byFrom{})
	if len(doubts) != 2 || doubts[0].What != "from" || doubts[1].What != "nothing listed" {
		t.Fatalf("doubts %v", doubts)
	}
	if sum := doubts[0].Error + doubts[1].Error; sum < s.Error-1e-9 || sum > s.Error+1e-9 {
		t.Errorf("doubts %v of an error of %v", doubts, s.Error)
	}
}

func tile(text string) models.Tile {
	tiles, err := models.ParseTiles(text)
	if err != nil || len(tiles) != 1 {
		panic("no tile: " + text)
	}
	return tiles[0]
}
