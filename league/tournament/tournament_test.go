package tournament_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/league/tournament"
	"jantaku/models"
)

// of makes a tournament of so many players.
func of(method tournament.Method, players, rounds int, seed uint64) *tournament.Tournament {
	t := &tournament.Tournament{ID: "t", Name: "Cup", Seating: method, Rounds: rounds, Seed: seed, Ties: []tournament.Criterion{tournament.ByPoints, tournament.ByResult}}
	for i := range players {
		t.Players = append(t.Players, tournament.Player{ID: fmt.Sprintf("p%03d", i+1), Name: fmt.Sprintf("Player %d", i+1)})
	}
	return t
}

// play gives every table of the newest round results of chance: 4 2 1 0 by score.
func play(t *tournament.Tournament, random *rand.Rand) {
	tables := t.Played[len(t.Played)-1].Tables
	for i := range tables {
		order := random.Perm(len(tables[i].Seats))
		tables[i].Results = make([]tournament.Result, len(order))
		for rank, seat := range order {
			score := 90 - 60*rank + random.IntN(30)
			tables[i].Results[seat] = tournament.Result{Score: score, Rank: rank + 1, Result: float64(score), Points: []float64{4, 2, 1, 0}[rank]}
		}
	}
}

// meetings counts how often each pair met, and how often each player sat in each wind.
func meetings(t *tournament.Tournament) (most, again int, winds map[string]*[4]int) {
	met := map[[2]string]int{}
	winds = map[string]*[4]int{}
	for _, r := range t.Played {
		for _, table := range r.Tables {
			for i, a := range table.Seats {
				if winds[a] == nil {
					winds[a] = new([4]int)
				}
				winds[a][i]++
				for _, b := range table.Seats[:i] {
					pair := [2]string{min(a, b), max(a, b)}
					met[pair]++
					most = max(most, met[pair])
					if met[pair] > 1 {
						again++
					}
				}
			}
		}
	}
	return most, again, winds
}

// TestNobodyMeetsAgainWhileThatCanBeAvoided claims so of fields and rounds for which such a seating is known to exist
// with room to spare, and that in fields of 24 and more everybody sits in every wind a quarter of the rounds, give or take one.
func TestNobodyMeetsAgainWhileThatCanBeAvoided(t *testing.T) {
	for _, method := range []tournament.Method{tournament.Random, tournament.Swiss} {
		sizes := []struct{ players, rounds int }{{40, 8}, {16, 3}, {39, 5}, {64, 8}, {32, 6}, {24, 4}, {20, 3}, {100, 10}}
		for _, size := range sizes[:sharedtest.Count(3, len(sizes))] {
			for seed := range uint64(sharedtest.Count(1, 40)) {
				name := fmt.Sprintf("%s, %d players, %d rounds, seed %d", method, size.players, size.rounds, seed)
				cup, random := of(method, size.players, size.rounds, seed), rand.New(rand.NewPCG(seed, 7))
				for range size.rounds {
					if _, err := cup.Draw(true); err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					play(cup, random)
				}
				if err := cup.Validate(); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				_, again, winds := meetings(cup)
				if again != 0 {
					t.Errorf("%s: %d meetings are repeated", name, again)
				}
				if size.players%4 != 0 || size.players < 24 {
					continue // tables of three have no North; in small fields who may meet leaves the winds too little choice
				}
				for id, sat := range winds {
					for wind, times := range sat {
						if off := float64(times) - float64(size.rounds)/4; off > 1 || off < -1 {
							t.Errorf("%s: %s sat %v times in the winds, wind %d", name, id, *sat, wind)
						}
					}
				}
			}
		}
	}
}

// TestSwissSeatsTheBestTogether claims that after the first round the first table holds players from the top.
func TestSwissSeatsTheBestTogether(t *testing.T) {
	cup, random := of(tournament.Swiss, 64, 8, 5), rand.New(rand.NewPCG(5, 1))
	for round := range sharedtest.Count(4, 8) {
		place := map[string]int{}
		for i, s := range cup.Standings() {
			place[s.Player.ID] = i
		}
		if _, err := cup.Draw(false); err != nil {
			t.Fatal(err)
		}
		if round > 0 {
			sum, random := 0, 0
			for _, table := range cup.Played[round].Tables {
				for j, a := range table.Seats {
					for _, b := range table.Seats[:j] {
						sum += abs(place[a] - place[b])
					}
				}
				random += 6 * 64 / 3 // mean distance of two of 64 is a third of that
			}
			if sum*10 > random*6 {
				t.Errorf("round %d: players of a table are %d places apart in sum, by lot about %d", round+1, sum, random)
			}
		}
		play(cup, random)
	}
}

func abs(x int) int { return max(x, -x) }

// TestNumbersThatDoNotFit claims that what cannot be played is refused before the start with what would fit.
func TestNumbersThatDoNotFit(t *testing.T) {
	for _, c := range []struct {
		players, rounds int
		three, once     bool
		code, says      string
	}{
		{16, 5, false, true, "", ""},
		{16, 6, false, true, "tournament-meetings", "at most 5 rounds; 6 rounds take 19 players"},
		{18, 3, false, false, "tournament-players", "16 or 20 would, or 2 substitutes"},
		{18, 3, true, false, "", ""},
		{5, 1, true, false, "tournament-players", "4 or 6 would"},
		{2, 1, true, false, "tournament-players", "0 or 3 would"},
	} {
		cup := of(tournament.Random, c.players, c.rounds, 1)
		cup.Once = c.once
		err := cup.Fits(c.three)
		code := ""
		if reasons := models.ReasonsOf(err); len(reasons) > 0 {
			code = reasons[0].Code
		}
		if code != c.code || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%d players, %d rounds: %q, %v, want %q, %q", c.players, c.rounds, code, err, c.code, c.says)
		}
	}
}

// TestLatePlayersAndSubstitutesFillTables claims that a late player is seated from its round on, that substitutes sit
// only where they are needed, and that they are in no standings.
func TestLatePlayersAndSubstitutesFillTables(t *testing.T) {
	cup := of(tournament.Random, 15, 4, 3)
	cup.Players = append(cup.Players, tournament.Player{ID: "late", Name: "Late", From: 2},
		tournament.Player{ID: "sub", Name: "Sub", Substitute: true})
	random := rand.New(rand.NewPCG(1, 1))
	sits := func(id string) (rounds []int) {
		for i, r := range cup.Played {
			for _, table := range r.Tables {
				if slices.Contains(table.Seats, id) {
					rounds = append(rounds, i+1)
				}
			}
		}
		return rounds
	}
	for round := range 4 {
		if round == 3 {
			cup.Players[0].Until = 3
		}
		if _, err := cup.Draw(false); err != nil {
			t.Fatal(err)
		}
		play(cup, random)
	}
	if late, sub := sits("late"), sits("sub"); !slices.Equal(late, []int{2, 3, 4}) || !slices.Equal(sub, []int{1, 4}) {
		t.Errorf("the late player sat in rounds %v, the substitute in %v; want 2 3 4 and 1 4", late, sub)
	}
	if s := cup.Standings(); len(s) != 16 || slices.ContainsFunc(s, func(s tournament.Standing) bool { return s.Player.Substitute }) {
		t.Errorf("%d players stand, want 16 without the substitute", len(s))
	}
}

// TestTeamsSitApart claims that players of one team do not meet while that can be avoided.
func TestTeamsSitApart(t *testing.T) {
	cup := of(tournament.Random, 32, 5, 2)
	for i := range cup.Players {
		cup.Players[i].Team = fmt.Sprint("team ", i%8)
	}
	for range 5 {
		r, err := cup.Draw(false)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range r.Tables {
			teams := map[string]bool{}
			for _, id := range table.Seats {
				i := slices.IndexFunc(cup.Players, func(p tournament.Player) bool { return p.ID == id })
				teams[cup.Players[i].Team] = true
			}
			if len(teams) != 4 {
				t.Errorf("a table has players of %d teams", len(teams))
			}
		}
		play(cup, rand.New(rand.NewPCG(1, 2)))
	}
	if teams := cup.Teams(); len(teams) != 8 || teams[0].Players != 4 || teams[0].Points < teams[7].Points {
		t.Errorf("teams stand as %+v", teams)
	}
}

// TestEqualsAreOrderedAsSettled claims what each criterion does to two players who are equal before it.
func TestEqualsAreOrderedAsSettled(t *testing.T) {
	result := func(score, rank int, result, points float64) tournament.Result {
		return tournament.Result{Score: score, Rank: rank, Result: result, Points: points}
	}
	// a and b have the same result; a has more points and one first place, b the better last round and the best table.
	cup := of(tournament.Scripted, 4, 2, 1)
	for i, id := range []string{"a", "b", "c", "d"} {
		cup.Players[i] = tournament.Player{ID: id, Name: id}
	}
	seats := []string{"a", "b", "c", "d"}
	cup.Played = []tournament.Round{
		{Tables: []tournament.Table{{Seats: seats, Results: []tournament.Result{result(30, 1, 30, 4), result(10, 2, 10, 2), result(-10, 3, -10, 1), result(-30, 4, -30, 0)}}}},
		{Tables: []tournament.Table{{Seats: seats, Results: []tournament.Result{result(11, 2, 11, 2), result(31, 2, 31, 2), result(0, 3, 0, 1), result(-42, 4, -42, 0)}}}},
	}
	for _, c := range []struct {
		ties  []tournament.Criterion
		first string
		ranks [4]int
	}{
		{[]tournament.Criterion{tournament.ByResult}, "a", [4]int{1, 1, 3, 4}},
		{[]tournament.Criterion{tournament.ByPoints}, "a", [4]int{1, 2, 3, 4}},
		{[]tournament.Criterion{tournament.ByResult, tournament.ByWins}, "a", [4]int{1, 2, 3, 4}},
		{[]tournament.Criterion{tournament.ByResult, tournament.ByLast}, "b", [4]int{1, 2, 3, 4}},
		{[]tournament.Criterion{tournament.ByResult, tournament.ByBest}, "b", [4]int{1, 2, 3, 4}},
		{[]tournament.Criterion{tournament.ByResult, tournament.ByDirect}, "a", [4]int{1, 1, 3, 4}},
		{[]tournament.Criterion{tournament.ByScore, tournament.ByOpponents, tournament.ByLast}, "b", [4]int{1, 2, 3, 4}},
	} {
		cup.Ties = c.ties
		s := cup.Standings()
		ranks := [4]int{s[0].Rank, s[1].Rank, s[2].Rank, s[3].Rank}
		if s[0].Player.ID != c.first || ranks != c.ranks {
			t.Errorf("%v: %s is first, ranks %v, want %s, %v", c.ties, s[0].Player.ID, ranks, c.first, c.ranks)
		}
	}
	cup.Ties = []tournament.Criterion{tournament.ByResult}
	cup.Penalties = []tournament.Penalty{{Player: "a", Round: 2, Result: 20}}
	if s := cup.Standings(); s[0].Player.ID != "b" || s[1].Result != 21 {
		t.Errorf("after a penalty of 20 %s is first, and %s has %v", s[0].Player.ID, s[1].Player.ID, s[1].Result)
	}
}

// TestAScriptIsReadAndChecked claims what a file of a prescribed seating may hold.
func TestAScriptIsReadAndChecked(t *testing.T) {
	script, err := tournament.ReadScript(strings.NewReader("\ufeffround,E,S,W,N\n1,1,2,3,4\n1,5,6,7,\n2,7,5,1,2\n2,3,4,6\n"))
	if err != nil || len(script) != 2 || !slices.Equal(script[1][1], []int{3, 4, 6}) {
		t.Fatalf("%v, %v", script, err)
	}
	cup := of(tournament.Scripted, 7, 2, 1)
	cup.Script = script
	if err := cup.Fits(true); err != nil {
		t.Fatal(err)
	}
	if r, err := cup.Draw(true); err != nil || !slices.Equal(r.Tables[1].Seats, []string{"p005", "p006", "p007"}) {
		t.Errorf("%v, %v", r, err)
	}
	for text, says := range map[string]string{
		"1,1,2\n":              "line 1",
		"r,E,S,W,N\n1,1,2\n":   "line 2",
		"1,1,2,3,4\n3,1,2,3,4": "round 3 does not follow round 1",
		"1,1,2,3,4\n1,x,2,3,4": "line 2",
	} {
		if _, err := tournament.ReadScript(strings.NewReader(text)); err == nil && text != "1,1,2\n" || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
	cup.Script[0][0][0] = 2 // twice
	if err := cup.Fits(true); err == nil || !strings.Contains(err.Error(), "number 2 is not one of") {
		t.Errorf("a number that sits twice: %v", err)
	}
}

func FuzzReadScript(f *testing.F) {
	f.Add("round,E,S,W,N\n1,1,2,3,4\n")
	f.Fuzz(func(t *testing.T, text string) {
		script, err := tournament.ReadScript(strings.NewReader(text))
		if err != nil {
			return
		}
		cup := of(tournament.Scripted, 8, len(script), 1)
		cup.Script = script
		if cup.Fits(true) == nil && len(script) > 0 {
			if _, err := cup.Draw(true); err != nil {
				t.Error(err)
			}
		}
	})
}
