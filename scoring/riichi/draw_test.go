package riichi_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/scoring"
	"jantaku/scoring/riichi"
)

func TestNotenPaymentsAreThePrintedOnes(t *testing.T) {
	raw, err := os.ReadFile(sharedtest.Path(t, "rules/riichi/points.json"))
	if err != nil {
		t.Fatal(err)
	}
	type sides struct {
		Tenpai int `json:"tenpai_each"`
		Noten  int `json:"noten_each"`
	}
	var file struct {
		Noten struct{ Four, Three map[string]sides }
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	for profile, table := range map[string]map[string]sides{"seed": file.Noten.Four, "tenhou3": file.Noten.Three} {
		o := mustProfile(t, profile)
		if len(table) != o.Players+1 {
			t.Errorf("%s: %d cells", profile, len(table))
		}
		for text, want := range table {
			waiting, _ := strconv.Atoi(text)
			var tenpai [4]bool
			var expected scoring.Payments
			for i := range o.Players {
				tenpai[i] = i < waiting
				expected[i] = want.Noten
				if tenpai[i] {
					expected[i] = want.Tenpai
				}
			}
			if got := o.NotenPayments(tenpai); got != expected {
				t.Errorf("%s, %d waiting: %v, want %v", profile, waiting, got, expected)
			}
		}
	}
}

func TestNagashiManganIsPaidAsASelfDrawnMangan(t *testing.T) {
	for _, tt := range []struct {
		profile string
		seat    models.Seat
		want    scoring.Payments
		played  bool
	}{
		{"tenhou", models.East, scoring.Payments{12000, -4000, -4000, -4000}, true},
		{"tenhou", models.West, scoring.Payments{-4000, -2000, 8000, -2000}, true},
		{"tenhou3", models.South, scoring.Payments{-4000, 6000, -2000}, true},
		{"tenhou3", models.North, scoring.Payments{}, false},
		{"ema2016", models.East, scoring.Payments{}, false},
	} {
		o := mustProfile(t, tt.profile)
		if got, played := o.NagashiPayments(tt.seat); got != tt.want || played != tt.played {
			t.Errorf("%s %v: %v %v, want %v %v", tt.profile, tt.seat, got, played, tt.want, tt.played)
		}
	}
}

func TestSeveralClaimsOnOneDiscard(t *testing.T) {
	all := []models.Seat{models.East, models.West, models.North}
	for _, tt := range []struct {
		claim, rule string
		claims      []models.Seat
		want        string
	}{
		{"the next in turn order alone", "head-bump", all, "[W]"},
		{"two of two", "double", all[:2], "[W E]"},
		{"three stop the hand", "double", all, "[]"},
		{"three of three", "triple", all, "[W N E]"},
		{"nobody claims", "head-bump", nil, "[]"},
	} {
		o := mustProfile(t, "seed")
		if err := o.Set("multiple_ron", tt.rule); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(o.Winners(models.South, tt.claims)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.claim, got, tt.want)
		}
	}
}

func TestWhatStopsAHand(t *testing.T) {
	for _, tt := range []struct {
		profile, reason string
		want            bool
	}{
		{"tenhou", "four-riichi", true}, {"tenhou", "triple-ron", true}, {"majsoul", "triple-ron", false},
		{"tenhou3", "four-winds", false}, {"tenhou3", "four-kongs", true}, {"mleague", "nine-terminals", false},
	} {
		o := mustProfile(t, tt.profile)
		if got := o.Aborts(tt.reason); got != tt.want {
			t.Errorf("%s: %s stops a hand: %v", tt.profile, tt.reason, got)
		}
	}
}

func TestEveryProfileIsARuleBook(t *testing.T) {
	for _, name := range append(riichi.Profiles(), "") {
		if _, err := riichi.New(mustProfile(t, name)); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{"seed", "ema2016", "ema2025", "wrc2025", "mleague", "tenhou", "tenhou3", "majsoul", "majsoul3", "jpml-a", "double_yakuman", "ema", "wrc"} {
		mustProfile(t, name)
	}
}
