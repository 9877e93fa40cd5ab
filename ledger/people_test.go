package ledger_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"jantaku/ledger"
	"jantaku/models"
)

// evening is a match of riichi that is played and corrected step by step.
type evening struct {
	*testing.T
	*ledger.Ledger
	script *script
}

func anEvening(t *testing.T, lines ...string) evening {
	l := scripted(t)
	e := evening{t, l, &script{t: t, l: l}}
	e.plays(append([]string{"rules riichi profile=mleague", "players Ann Bo Cui Dai"}, lines...)...)
	return e
}

func (e evening) plays(lines ...string) {
	e.Helper()
	for _, line := range lines {
		if err := e.script.step(strings.Fields(line)); err != nil {
			e.Fatalf("%s: %v", line, err)
		}
	}
}

func (e evening) corrects(c ledger.Correction) ledger.State {
	e.Helper()
	s, err := e.Correct(ctx, models.Author{}, "", ledger.Stand, c)
	if err != nil {
		e.Fatal(err)
	}
	return s
}

// people are those of the newest match, by name.
func (e evening) people() map[string]ledger.Person {
	e.Helper()
	all, err := e.Matches(ctx)
	if err != nil {
		e.Fatal(err)
	}
	by := map[string]ledger.Person{}
	for _, p := range all[len(all)-1].People() {
		by[p.Player.Name] = p
	}
	return by
}

func names(people map[string]ledger.Person) []string {
	var all []string
	for name := range people {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

func TestWhoPlaysOnDoesNotInheritWhatWasPlayed(t *testing.T) {
	e := anEvening(t, "win Bo from Ann : "+haneman)
	s := e.corrects(ledger.SubstitutionOf(0, "Eve ", ""))
	if s.Match.Players[0].Name != "Eve" || s.Agreement().Players[0].Name != "Ann" || s.Position.Scores[0] != 25000-12000 {
		t.Fatalf("%v plays with %d, agreed were %v", s.Match.Players[0], s.Position.Scores[0], s.Agreement().Players)
	}
	e.plays("win Eve from Cui : "+haneman, "win Dai from Bo : "+haneman)
	if _, err := e.FinishMatch(ctx, models.Author{}, ""); err != nil {
		t.Fatal(err)
	}
	s, view := e.State(), e.State().View()
	for i, want := range []string{"Ann", "Eve", "Eve"} {
		if got := view.Hands[i].Who(view.Match.Players)[0].Name; got != want {
			t.Errorf("hand %d was played by %s, want %s", i+1, got, want)
		}
	}
	people := e.people()
	if got := names(people); !slices.Equal(got, []string{"Ann", "Bo", "Cui", "Dai", "Eve"}) {
		t.Fatalf("%v played", got)
	}
	ann, eve := people["Ann"], people["Eve"]
	if ann.Hands != 1 || ann.Played.Hands != 1 || ann.Played.DealIns != 1 || ann.Played.Wins != 0 || ann.Rank != 0 {
		t.Errorf("Ann has %+v", ann)
	}
	if eve.Hands != 2 || eve.Played.Hands != 2 || eve.Played.DealIns != 0 || eve.Played.Wins != 1 || eve.Rank == 0 {
		t.Errorf("Eve has %+v", eve)
	}
	if eve.Score-ann.Score < 12000+12000 {
		t.Errorf("Ann has %d points, Eve %d: each those of the hands played", ann.Score, eve.Score)
	}
	for _, total := range s.Totals {
		if len(total.Shares) == 0 {
			continue
		}
		var score int
		var result, points float64
		for _, share := range total.Shares {
			score, result, points = score+share.Score, result+share.Result, points+share.Points
		}
		if score != total.Score || math.Abs(result-total.Result) > 1e-6 || math.Abs(points-total.Points) > 1e-6 {
			t.Errorf("the parts are %d, %g, %g of %+v", score, result, points, total)
		}
	}
	rows := ledger.Standings([]ledger.Digest{mustDigest(e)}, nil)
	if len(rows) != 5 {
		t.Errorf("%d players in the standings", len(rows))
	}
	sum := 0.0
	for _, row := range rows {
		sum += row.Result
	}
	if math.Abs(sum) > .01 {
		t.Errorf("the results add up to %g", sum)
	}
	if report, err := e.Replay(ctx, true); err != nil || len(report.Faults) > 0 {
		t.Errorf("replayed: %v, %v", report.Faults, err)
	}
}

func mustDigest(e evening) ledger.Digest {
	e.Helper()
	all, err := e.Matches(ctx)
	if err != nil {
		e.Fatal(err)
	}
	return all[len(all)-1]
}

func TestASubstitutionIsSaidHandsLaterAndTakenBack(t *testing.T) {
	e := anEvening(t, "win Bo from Ann : "+haneman, "win Ann from Cui : "+haneman, "draw")
	before := mustDigest(e)
	first, _ := e.State().Hand(1)
	e.corrects(ledger.SubstitutionOf(0, "Eve", first.ID))
	people := e.people()
	if people["Ann"].Played.Wins != 0 || people["Eve"].Played.Wins != 1 || people["Eve"].Hands != 2 {
		t.Errorf("Ann has %+v, Eve %+v", people["Ann"], people["Eve"])
	}
	if s := e.State(); s.Position.Scores != [models.Places]int{before.Totals[0].Score, 0, 0, 0} && s.Position.Scores[0] != 25000 {
		t.Errorf("scores became %v", s.Position.Scores)
	}
	if _, err := e.Undo(ctx, models.Author{}, ""); err != nil {
		t.Fatal(err)
	}
	after := mustDigest(e)
	after.Ended = before.Ended
	if got, want := names(e.people()), []string{"Ann", "Bo", "Cui", "Dai"}; !slices.Equal(got, want) || len(after.Others) > 0 {
		t.Errorf("taken back, %v played", got)
	}
}

// TestATypingMistakeIsNoSubstitution: a name that is corrected is another spelling of one person, wherever he plays.
func TestATypingMistakeIsNoSubstitution(t *testing.T) {
	e := anEvening(t, "win Bo from Ann : "+haneman)
	e.corrects(ledger.SubstitutionOf(0, "Eve", ""))
	e.plays("win Eve from Cui : " + haneman)
	renamed := func(to ...string) {
		t.Helper()
		m := e.State().Match
		m.Players = nil
		for _, name := range to {
			m.Players = append(m.Players, models.Player{ID: name, Name: name})
		}
		e.corrects(ledger.MatchCorrection(m))
	}
	renamed("Eva", "Bo", "Cui", "Dan")
	if got, want := names(e.people()), []string{"Ann", "Bo", "Cui", "Dan", "Eva"}; !slices.Equal(got, want) {
		t.Errorf("%v played, want %v", got, want)
	}
	if agreed := e.State().Agreement().Players; agreed[0].Name != "Ann" || agreed[3].Name != "Dan" {
		t.Errorf("agreed were %v", agreed)
	}
	e.corrects(ledger.SubstitutionOf(0, "Ann", "")) // she is back
	renamed("Anne", "Bo", "Cui", "Dan")
	people := e.people()
	if got, want := names(people), []string{"Anne", "Bo", "Cui", "Dan", "Eva"}; !slices.Equal(got, want) || people["Anne"].Played.Hands != 1 {
		t.Errorf("%v played, want %v; Anne %+v", got, want, people["Anne"])
	}
	if report, err := e.Replay(ctx, false); err != nil || len(report.Faults) > 0 {
		t.Errorf("replayed: %v, %v", report.Faults, err)
	}
	if _, err := e.Undo(ctx, models.Author{}, ""); err != nil || e.State().Match.Players[0].Name != "Ann" {
		t.Errorf("the name taken back is %v, %v", e.State().Match.Players[0], err)
	}
}

func TestNobodySitsTwice(t *testing.T) {
	e := anEvening(t, "draw")
	for claim, c := range map[string]ledger.Correction{
		"who plays already": ledger.SubstitutionOf(0, "Bo", ""),
		"no name":           ledger.SubstitutionOf(0, " ", ""),
		"no chair":          ledger.SubstitutionOf(4, "Eve", ""),
	} {
		if _, err := e.Correct(ctx, models.Author{}, "", ledger.Stand, c); len(models.ReasonsOf(err)) == 0 {
			t.Errorf("%s: %v", claim, err)
		}
	}
	m := e.State().Match
	e.corrects(ledger.SubstitutionOf(0, "Eve", ""))
	m.Players = []models.Player{m.Players[1], m.Players[0], m.Players[2], m.Players[3]}
	if _, err := e.Correct(ctx, models.Author{}, "", ledger.Stand, ledger.MatchCorrection(m)); err == nil {
		t.Error("the order of the players was changed where one plays for another")
	}
}

func TestWhoLeavesBeforeAHandWithAPenaltyThatCostsNothing(t *testing.T) {
	e := anEvening(t)
	if _, err := e.Penalize(ctx, models.Author{}, "", models.Penalty{Kind: "free", Place: 1}); err != nil {
		t.Fatal(err)
	}
	e.corrects(ledger.SubstitutionOf(0, "Eve", ""))
	e.plays("win Eve from Cui : " + haneman)
	if got := names(e.people()); !slices.Equal(got, []string{"Bo", "Cui", "Dai", "Eve"}) {
		t.Errorf("%v played", got)
	}
}
