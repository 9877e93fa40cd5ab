package riichi_test

import (
	"strings"
	"testing"

	"jantaku/models"
	"jantaku/scoring/riichi"
)

func riichiMatch(profile string, names string, course ...string) models.Match {
	m := models.Match{ID: "m", Rules: "riichi", Profile: profile, Course: map[string]string{}}
	for _, name := range strings.Fields(names) {
		m.Players = append(m.Players, models.Player{ID: name})
	}
	for _, option := range course {
		key, value, _ := strings.Cut(option, "=")
		m.Course[key] = value
	}
	m.Start = riichi.Course{}.Start(m)
	return m
}

const four = "ann bo cui dai"

func won(winner, from models.Place) models.Outcome {
	return models.Outcome{Ending: models.Won, Winners: []models.Place{winner}, From: from}
}

func drawn(ready ...models.Place) models.Outcome {
	o := models.Outcome{Ending: models.Drawn}
	for _, place := range ready {
		o.Ready = append(o.Ready, models.Ready{Place: place})
	}
	return o
}

func TestTheDealerCountersAndSticks(t *testing.T) {
	c := riichi.Course{}
	riichiBy := func(o models.Outcome, places ...models.Place) models.Outcome {
		o.Riichi = places
		return o
	}
	for _, tt := range []struct {
		name, renchan         string
		outcome               models.Outcome
		dealer, honba, sticks int
	}{
		{"the dealer wins", "", won(2, 1), 2, 4, 0},
		{"another wins", "", won(1, 2), 3, 0, 0},
		{"draw, the dealer waits", "", riichiBy(drawn(2, 3), 3), 2, 4, 3},
		{"draw, the dealer does not", "", drawn(3), 3, 4, 2},
		{"aborted", "", models.Outcome{Ending: models.Aborted, Reason: "four-winds"}, 2, 4, 2},
		{"only a win keeps the deal", "win", drawn(2), 3, 4, 2},
		{"no renchan", "none", won(2, 1), 3, 0, 0},
	} {
		m := riichiMatch("", four)
		if tt.renchan != "" {
			m.Course["renchan"] = tt.renchan
		}
		p := c.Begin(m)
		p.Dealer, p.Deal, p.Honba, p.Sticks = 2, 2, 3, 2
		got := c.Next(m, p, tt.outcome)
		if int(got.Dealer) != tt.dealer || got.Honba != tt.honba || got.Sticks != tt.sticks {
			t.Errorf("%s: dealer %d honba %d sticks %d, want %d %d %d", tt.name, got.Dealer, got.Honba, got.Sticks, tt.dealer, tt.honba, tt.sticks)
		}
	}
}

func TestWhatAHandPaysBesidesItsWins(t *testing.T) {
	c := riichi.Course{}
	for _, tt := range []struct {
		name, profile, names string
		outcome              models.Outcome
		want                 models.Points
	}{
		{"one waits", "", four, drawn(3), models.Points{-1000, -1000, 3000, -1000}},
		{"two wait", "", four, drawn(1, 3), models.Points{1500, -1500, 1500, -1500}},
		{"three wait", "", four, drawn(1, 2, 3), models.Points{1000, 1000, 1000, -3000}},
		{"all wait", "", four, drawn(1, 2, 3, 4), models.Points{}},
		{"none waits", "", four, drawn(), models.Points{}},
		{"a stick is laid", "", four, models.Outcome{Ending: models.Drawn, Riichi: []models.Place{3}, Ready: drawn(3).Ready}, models.Points{-1000, -1000, 2000, -1000}},
		{"three players, one waits", "tenhou3", "ann bo cui", drawn(2), models.Points{-1000, 2000, -1000, 0}},
		{"three players, two wait", "tenhou3", "ann bo cui", drawn(1, 2), models.Points{1000, 1000, -2000, 0}},
		{"nagashi of the dealer", "", four, models.Outcome{Ending: models.Drawn, Nagashi: []models.Place{1}, Ready: drawn(2).Ready}, models.Points{12000, -4000, -4000, -4000}},
		{"nagashi of another", "", four, models.Outcome{Ending: models.Drawn, Nagashi: []models.Place{2}}, models.Points{-4000, 8000, -2000, -2000}},
		{"nagashi where it is not played", "ema2025", four, models.Outcome{Ending: models.Drawn, Nagashi: []models.Place{2}, Ready: drawn(3).Ready}, models.Points{-1000, -1000, 3000, -1000}},
		{"abort with a stick", "", four, models.Outcome{Ending: models.Aborted, Riichi: []models.Place{1}}, models.Points{-1000, 0, 0, 0}},
		{"the winner takes the sticks of the hand", "", four, models.Outcome{Ending: models.Won, Winners: []models.Place{2}, From: 3, Riichi: []models.Place{2, 4}, Paid: models.Points{0, 2000, -2000, 0}}, models.Points{0, 3000, -2000, -1000}},
		{"two winners, the first takes all", "tenhou", four, models.Outcome{Ending: models.Won, Winners: []models.Place{2, 4}, From: 1, Riichi: []models.Place{4, 3}, Paid: models.Points{-3000, 1000, 0, 2000}}, models.Points{-3000, 3000, -1000, 1000}},
		{"two winners, everybody takes back the own", "ema2025", four, models.Outcome{Ending: models.Won, Winners: []models.Place{2, 4}, From: 1, Riichi: []models.Place{4, 3}, Paid: models.Points{-3000, 1000, 0, 2000}}, models.Points{-3000, 2000, -1000, 2000}},
	} {
		m := riichiMatch(tt.profile, tt.names)
		if got := c.Settle(m, c.Begin(m), tt.outcome); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestHowAMatchEnds(t *testing.T) {
	c := riichi.Course{}
	for _, tt := range []struct {
		name, profile, length string
		round, deal           int
		scores                [4]int
		outcome               models.Outcome
		want                  string
	}{
		{"all last, another wins", "", "", 2, 4, [4]int{20000, 20000, 20000, 40000}, won(1, 2), "length"},
		{"all last, the dealer wins and goes on", "", "", 2, 4, [4]int{20000, 20000, 20000, 40000}, won(4, 2), ""},
		{"all last, the dealer wins as the leader", "tenhou", "", 2, 4, [4]int{20000, 20000, 20000, 40000}, won(4, 2), "agari-yame"},
		{"all last, the dealer wins as the second", "tenhou", "", 2, 4, [4]int{41000, 10000, 9000, 40000}, won(4, 2), ""},
		{"all last, the dealer waits as the leader", "tenhou", "", 2, 4, [4]int{20000, 20000, 20000, 40000}, drawn(4), "tenpai-yame"},
		{"all last, nobody has the goal", "tenhou", "", 2, 4, [4]int{29000, 29000, 29000, 13000}, won(1, 2), ""},
		{"all last, somebody has the goal", "tenhou", "", 2, 4, [4]int{30000, 29000, 29000, 12000}, won(1, 2), "length"},
		{"west round, somebody reaches the goal", "tenhou", "", 3, 2, [4]int{30000, 29000, 29000, 12000}, won(1, 2), "goal"},
		{"west round ends without", "tenhou", "", 3, 4, [4]int{29000, 29000, 29000, 13000}, won(1, 2), "length"},
		{"one round agreed", "", "east", 1, 4, [4]int{30000, 30000, 30000, 30000}, drawn(), "length"},
		{"south 3", "", "", 2, 3, [4]int{30000, 30000, 30000, 30000}, drawn(), ""},
		{"somebody is below zero", "tenhou", "", 1, 1, [4]int{-100, 25000, 25000, 50100}, won(4, 1), "bust"},
		{"somebody is at zero", "tenhou", "", 1, 1, [4]int{0, 25000, 25000, 50000}, won(4, 1), ""},
		{"below zero is no end", "ema2025", "", 1, 1, [4]int{-100, 25000, 25000, 50100}, won(4, 1), ""},
	} {
		m := riichiMatch(tt.profile, four)
		m.Length = tt.length
		p := c.Begin(m)
		p.Round, p.Deal, p.Dealer, p.Scores = tt.round, tt.deal, models.Place(tt.deal), tt.scores
		if got := c.Next(m, p, tt.outcome).Over; got != tt.want {
			t.Errorf("%s: over %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestOptionsOfTheCourse(t *testing.T) {
	c := riichi.Course{}
	m := riichiMatch("mleague", four)
	if r := c.Ranking(m); m.Start != 25000 || r.Return != 30000 || r.Oka != 20 || r.Uma[0] != 30 {
		t.Errorf("mleague: start %d, ranking %+v", m.Start, r)
	}
	m = riichiMatch("mleague", four, "uma=20/10/-10/-20", "return=25000", "start=25000", "leftover=keep")
	if r := c.Ranking(m); r.Oka != 0 || r.Uma[0] != 20 || r.LeftSticks != 0 {
		t.Errorf("own options: %+v", r)
	}
	for _, bad := range []string{"uma=1/2/3", "uma=a/b/c/d", "bust=maybe", "start=many", "chombo=dinner", "bsut=zero"} {
		if err := c.Check(riichiMatch("", four, bad)); err == nil {
			t.Errorf("%s is taken without complaint", bad)
		}
	}
	if err := c.Check(riichiMatch("tenhou", "ann bo cui")); err == nil {
		t.Error("three players by rules for four are taken without complaint")
	}
	if err := c.Check(riichiMatch("tenhou3", "ann bo cui")); err != nil {
		t.Error(err)
	}
}

func TestChombo(t *testing.T) {
	c := riichi.Course{}
	for _, tt := range []struct {
		profile  string
		offender models.Place
		points   models.Points
		atEnd    int
	}{
		{"tenhou", 1, models.Points{-12000, 4000, 4000, 4000}, 0},
		{"tenhou", 3, models.Points{4000, 2000, -8000, 2000}, 0},
		{"ema2025", 3, models.Points{}, 20000},
		{"mleague", 3, models.Points{}, 20000},
		{"jpml-a", 1, models.Points{}, 20000},
	} {
		m := riichiMatch(tt.profile, four)
		p, err := c.Penalty(m, c.Begin(m), "chombo", tt.offender)
		if err != nil || p.Points != tt.points || p.AtEnd != tt.atEnd {
			t.Errorf("%s place %d: %+v %v", tt.profile, tt.offender, p, err)
		}
	}
	m := riichiMatch("", four)
	if p, err := c.Penalty(m, c.Begin(m), "dead-hand", 2); err != nil || !p.NoWin || p.Place != 2 || p.Points != (models.Points{}) || p.AtEnd != 0 {
		t.Errorf("a dead hand costs %+v, %v", p, err)
	}
	if _, err := c.Penalty(m, c.Begin(m), "yawning", 1); err == nil {
		t.Error("an unknown penalty is taken without complaint")
	}
}

// TestEqualScoresBesideTheirProfiles: who is equal shares where the profile's published rule says so,
// and the club can agree on either.
func TestEqualScoresBesideTheirProfiles(t *testing.T) {
	c := riichi.Course{}
	for profile, share := range map[string]bool{"": false, "seed": false, "ema": true, "ema2016": true, "ema2025": true, "wrc": true, "wrc2025": true,
		"mleague": true, "jpml-a": true, "jpml-a-2022": true, "tenhou": false, "tenhou3": false, "majsoul": false, "majsoul3": false} {
		m := riichiMatch(profile, four)
		if got := c.Ranking(m).Ties; got != share {
			t.Errorf("%q: equal scores share: %v, want %v", profile, got, share)
		}
		for option, want := range map[string]bool{"share": true, "seat": false} {
			m := riichiMatch(profile, four, "ties="+option)
			if got := c.Ranking(m).Ties; got != want {
				t.Errorf("%q with ties=%s: %v", profile, option, got)
			}
		}
	}
	if err := c.Check(riichiMatch("", four, "ties=perhaps")); err == nil {
		t.Error("ties=perhaps is taken without complaint")
	}
}

// TestWhoIsPaidForCounters: honba by every winner's profile.
func TestWhoIsPaidForCounters(t *testing.T) {
	c := riichi.Course{}
	for profile, second := range map[string]int{"ema2025": 2, "tenhou": 0, "majsoul": 0, "majsoul3": 0} {
		names := four
		if profile == "majsoul3" {
			names = "ann bo cui"
		}
		m := riichiMatch(profile, names)
		p := c.Begin(m)
		p.Honba, p.Sticks = 2, 1
		o := models.Outcome{Ending: models.Won, Winners: []models.Place{2, 3}, From: 1}
		if honba, sticks := c.Counters(m, p, o, 2); honba != 2 || sticks != 1 {
			t.Errorf("%s: the first winner is paid for %d honba, %d sticks", profile, honba, sticks)
		}
		if honba, sticks := c.Counters(m, p, o, 3); honba != second || sticks != 0 {
			t.Errorf("%s: the second winner is paid for %d honba, %d sticks, want %d and 0", profile, honba, sticks, second)
		}
	}
}

// TestWhatStopsAHandByProfile: the JPML had abortive draws until 2022, and four riichi are four sticks.
func TestWhatStopsAHandByProfile(t *testing.T) {
	c := riichi.Course{}
	for profile, want := range map[string]int{"jpml-a": 0, "jpml-a-2022": 4, "mleague": 0, "ema2025": 0, "majsoul": 4, "tenhou": 5} {
		if got := c.Aborts(riichiMatch(profile, four)); len(got) != want {
			t.Errorf("%s: a hand is stopped by %v, want %d reasons", profile, got, want)
		}
	}
	m := riichiMatch("majsoul", four)
	for n, fits := range map[int]bool{0: false, 3: false, 4: true} {
		o := models.Outcome{Ending: models.Aborted, Reason: "four-riichi", Riichi: []models.Place{1, 2, 3, 4}[:n]}
		if err := c.Refuse(m, c.Begin(m), o); (err == nil) != fits {
			t.Errorf("four riichi with %d sticks: %v", n, err)
		}
	}
}

func TestTheLastDealerIsAskedWhereTheClubLetsThemChoose(t *testing.T) {
	c := riichi.Course{}
	for _, tt := range []struct {
		course    map[string]string
		outcome   models.Outcome
		over, may string
	}{
		{map[string]string{"agari-yame": "ask"}, won(4, 2), "", "agari-yame"},
		{map[string]string{"agari-yame": "ask"}, drawn(4), "", ""},
		{map[string]string{"tenpai-yame": "ask"}, drawn(4), "", "tenpai-yame"},
		{map[string]string{"agari-yame": "true"}, won(4, 2), "agari-yame", ""},
		{map[string]string{"agari-yame": "ask"}, won(1, 2), "length", ""},
	} {
		m := riichiMatch("", four)
		m.Course = tt.course
		p := c.Begin(m)
		p.Round, p.Deal, p.Dealer, p.Scores = 2, 4, 4, [4]int{20000, 20000, 20000, 60000}
		if next := c.Next(m, p, tt.outcome); next.Over != tt.over || next.May != tt.may {
			t.Errorf("%v after %+v: over %q, may %q", tt.course, tt.outcome, next.Over, next.May)
		}
	}
}
