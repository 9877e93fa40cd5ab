package cliinput_test

import (
	"errors"
	"slices"
	"testing"

	"jantaku/internal/cliinput"
	"jantaku/internal/usageerror"
	"jantaku/ledger"
	"jantaku/models"
)

// four are a match of four players who do not sit in the order in which they are listed.
func four() (s ledger.State) {
	for _, name := range []string{"Aki", "Bo", "Chie", "Dan"} {
		s.Match.Players = append(s.Match.Players, models.Player{ID: "id-" + name, Name: name})
	}
	s.Position.Seats = [models.Places]int{2, 0, 3, 1}
	return s
}

func TestAPlayerIsFoundByNameByIdAndByPlace(t *testing.T) {
	for who, want := range map[string]models.Place{"aki": 2, "id-Bo": 4, "Chie": 1, "3": 3} {
		if got, err := cliinput.Place(four(), who); err != nil || got != want {
			t.Errorf("%s sits at place %d, %v; want %d", who, got, err, want)
		}
	}
	for _, who := range []string{"", "Eve", "0", "5", "-1"} {
		if _, err := cliinput.Place(four(), who); !errors.Is(err, usageerror.Err) {
			t.Errorf("%q: %v, want wrong use", who, err)
		}
	}
}

func TestPlayersAreRenamed(t *testing.T) {
	s := four()
	players, err := cliinput.Renamed(s, []string{"Bo=Ben", "1=Chisa"})
	if err != nil || players[1].Name != "Ben" || players[2].Name != "Chisa" || players[0].Name != "Aki" {
		t.Errorf("%v, %v", players, err)
	}
	if s.Match.Players[1].Name != "Bo" {
		t.Error("the match itself was changed")
	}
	for _, pair := range []string{"Bo", "Bo=", "Eve=Ben"} {
		if _, err := cliinput.Renamed(s, []string{pair}); !errors.Is(err, usageerror.Err) {
			t.Errorf("%q: %v, want wrong use", pair, err)
		}
	}
}

func TestPairsAreKeysAndValues(t *testing.T) {
	got, err := cliinput.Pairs([]string{"a=1", "b=x=y"})
	if err != nil || len(got) != 2 || got["a"] != "1" || got["b"] != "x=y" {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := cliinput.Pairs([]string{"a"}); !errors.Is(err, usageerror.Err) {
		t.Errorf("%v, want wrong use", err)
	}
}

func TestAnOutcomeIsTyped(t *testing.T) {
	f := cliinput.Hand{Riichi: []string{"Aki"}, Ready: []string{"Chie=234m567m234p56s88s"}, Points: []int{3000, -1000, -1000, -1000}}
	o, err := f.Outcome(four(), models.Outcome{Ending: models.Drawn})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(o.Riichi, []models.Place{2}) || len(o.Ready) != 1 || o.Ready[0].Place != 1 || len(o.Ready[0].Hand.Concealed) != 13 || *o.Fixed != (models.Points{3000, -1000, -1000, -1000}) {
		t.Errorf("%+v", o)
	}
	for name, f := range map[string]cliinput.Hand{
		"three numbers of points":       {Points: []int{1, 2, 3}},
		"a worth in place of the tiles": {Ready: []string{"Chie=4"}},
		"no tiles":                      {Ready: []string{"Chie=9x"}},
		"a stranger":                    {Riichi: []string{"Eve"}},
		"what is gone of no hand shown": {Gone: []string{"Bo=1m"}},
		"what lies and is no tile":      {Lying: "9x"},
	} {
		if _, err := f.Outcome(four(), models.Outcome{Ending: models.Drawn}); !errors.Is(err, usageerror.Err) {
			t.Errorf("%s: %v, want wrong use", name, err)
		}
	}
}

func TestWhoLaidRiichiIsSaidToWaitOrNot(t *testing.T) {
	drawn := models.Outcome{Ending: models.Drawn, Riichi: []models.Place{2}}
	if err := new(cliinput.Hand).RiichiReady(four(), drawn); !errors.Is(err, usageerror.Err) {
		t.Errorf("nothing is said: %v, want wrong use", err)
	}
	noten := cliinput.Hand{Noten: []string{"Aki"}}
	if err := noten.RiichiReady(four(), drawn); err != nil {
		t.Errorf("he does not wait: %v", err)
	}
	drawn.Ready = []models.Ready{{Place: 2}}
	if err := new(cliinput.Hand).RiichiReady(four(), drawn); err != nil {
		t.Errorf("he waits: %v", err)
	}
}
