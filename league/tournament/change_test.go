package tournament_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jantaku/league/tournament"
	"jantaku/models"
)

// TestADirectorCorrectsWhatIsPlayed claims that seats are exchanged, results written by hand rank by themselves with
// equals sharing, a round without results is taken back and one with results is not, and a late player begins with the
// next round.
func TestADirectorCorrectsWhatIsPlayed(t *testing.T) {
	cup := of(tournament.Random, 8, 3, 1)
	if _, err := cup.Draw(false); err != nil {
		t.Fatal(err)
	}
	first, second := cup.Played[0].Tables[0].Seats[0], cup.Played[0].Tables[1].Seats[2]
	if err := cup.Swap(1, first, second); err != nil || cup.Played[0].Tables[0].Seats[0] != second || cup.Played[0].Tables[1].Seats[2] != first {
		t.Errorf("after a swap %v and %v: %v", cup.Played[0].Tables[0].Seats, cup.Played[0].Tables[1].Seats, err)
	}
	if err := cup.Write(1, 1, []tournament.Result{{Result: 5}, {Result: 20}, {Result: 5}, {Result: -30}}, "Mei"); err != nil {
		t.Fatal(err)
	}
	var ranks []int
	for _, r := range cup.Played[0].Tables[0].Results {
		ranks = append(ranks, r.Rank)
	}
	if !slices.Equal(ranks, []int{2, 1, 2, 4}) {
		t.Errorf("ranks %v, want 2 1 2 4", ranks)
	}
	if err := cup.Undraw(); codeOf(err) != "tournament-played" {
		t.Errorf("a round with results is taken back: %v", err)
	}
	if err := cup.Write(1, 1, nil, "Mei"); err != nil || cup.Played[0].Tables[0].Results != nil {
		t.Errorf("results are not given back: %v", err)
	}
	if err := cup.Undraw(); err != nil || len(cup.Played) != 0 {
		t.Errorf("a round without results stays: %v", err)
	}
	if _, err := cup.Draw(false); err != nil {
		t.Fatal(err)
	}
	play(cup, rand.New(rand.NewPCG(1, 1)))
	for _, name := range []string{"Late", "Later", "Latest", "Last"} {
		if err := cup.Register(tournament.Player{ID: name, Name: " " + name + " "}); err != nil {
			t.Fatal(err)
		}
	}
	if p := cup.Players[8]; p.From != 2 || p.Name != "Late" {
		t.Errorf("a late player is %+v, want from round 2", p)
	}
	if _, err := cup.Draw(false); err != nil || len(cup.Played[1].Tables) != 3 {
		t.Errorf("round 2 has %d tables: %v", len(cup.Played[1].Tables), err)
	}
	for what, err := range map[string]error{
		"tournament-results":   cup.Write(1, 1, make([]tournament.Result, 3), ""),
		"tournament-not-drawn": cup.Write(9, 1, nil, ""),
		"tournament-stranger":  cup.Swap(1, "nobody", "nobody else"),
	} {
		if codeOf(err) != what {
			t.Errorf("%v, want %s", err, what)
		}
	}
	if err := cup.Validate(); err != nil {
		t.Error(err)
	}
}

func codeOf(err error) string {
	if reasons := models.ReasonsOf(err); len(reasons) > 0 {
		return reasons[0].Code
	}
	return ""
}

// TestATournamentThatCannotBeIsRefused claims that whatever a file holds is checked.
func TestATournamentThatCannotBeIsRefused(t *testing.T) {
	for code, spoil := range map[string]func(*tournament.Tournament){
		"tournament-name":      func(t *tournament.Tournament) { t.Name = "" },
		"tournament-rounds":    func(t *tournament.Tournament) { t.Rounds = 0 },
		"tournament-seating":   func(t *tournament.Tournament) { t.Seating = "alphabetic" },
		"tournament-ties":      func(t *tournament.Tournament) { t.Ties = append(t.Ties, "beauty") },
		"tournament-twice":     func(t *tournament.Tournament) { t.Players[1].ID = t.Players[0].ID },
		"tournament-same-name": func(t *tournament.Tournament) { t.Players[1].Name = t.Players[0].Name },
		"tournament-stranger":  func(t *tournament.Tournament) { t.Played[0].Tables[0].Seats[0] = "x" },
		"tournament-two-seats": func(t *tournament.Tournament) { t.Played[0].Tables[0].Seats[0] = t.Played[0].Tables[1].Seats[0] },
	} {
		cup := of(tournament.Random, 8, 2, 1)
		if _, err := cup.Draw(false); err != nil {
			t.Fatal(err)
		}
		spoil(cup)
		if got := codeOf(cup.Validate()); got != code {
			t.Errorf("%q, want %q", got, code)
		}
	}
}
