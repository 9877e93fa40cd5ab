package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/device"
	"jantaku/models"
)

func TestPlayersSitWhereTheyAreNamedWhoeverDealsFirst(t *testing.T) {
	for _, tt := range []struct {
		names  string
		dealer string
		vacant models.Place
		want   string // names by place, the dealer marked
	}{
		{"A B C D", "", 0, "*A B C D"},
		{"A B C D", "3", 0, "A B *C D"},
		{"A B C", "2", 0, "A *B C -"},
		{"A B C", "3", 1, "- A *B C"},
		{"A B C", "4", 2, "A - B *C"},
	} {
		m, _, err := plan{Match: models.Match{Rules: "riichi", Profile: map[bool]string{true: "tenhou3"}[len(tt.names) < 6]},
			Names: strings.Fields(tt.names), Dealer: tt.dealer, Vacant: tt.vacant}.match()
		if err != nil {
			t.Errorf("%+v: %v", tt, err)
			continue
		}
		var got []string
		begin := models.Begin(m)
		for i, n := range begin.Seats {
			name := "-"
			if n != models.Empty {
				name = m.Players[n].Name
			}
			if begin.Dealer == models.PlaceAt(i) {
				name = "*" + name
			}
			got = append(got, name)
		}
		if strings.Join(got, " ") != tt.want || begin.SeatOf(begin.Dealer) != models.East {
			t.Errorf("%s, dealer %q, vacant %d: sit %v, want %s", tt.names, tt.dealer, tt.vacant, got, tt.want)
		}
	}
}

func TestDiceFindEveryDealer(t *testing.T) {
	seen := map[string]bool{}
	for range 60 {
		m, how, err := plan{Match: models.Match{Rules: "mcr"}, Names: []string{"A", "B", "C", "D"}, Dealer: "dice"}.match()
		if err != nil {
			t.Fatal(err)
		}
		var a, b int
		if _, err := fmt.Sscanf(how, "first dealer by dice: %d %d", &a, &b); err != nil || a < 1 || a > 6 || b < 1 || b > 6 {
			t.Fatalf("the books would say %q", how)
		}
		if want := []string{"A", "B", "C", "D"}[(a+b-1)%4]; m.Players[0].Name != want {
			t.Fatalf("%q makes %s the first dealer, want %s", how, m.Players[0].Name, want)
		}
		seen[m.Players[0].Name] = true
	}
	if len(seen) != 4 {
		t.Errorf("in 60 throws only %v dealt first", seen)
	}
}

func TestTheDiceOfTheTableFindTheDealer(t *testing.T) {
	four, three := []string{"A", "B", "C", "D"}, []string{"A", "B", "C"}
	for _, tt := range []struct {
		names  []string
		vacant models.Place
		thrown thrown
		want   models.Place
	}{
		{four, 0, thrown{[2]int{1, 1}, 0}, 2},
		{four, 0, thrown{[2]int{3, 4}, 2}, 4},
		{four, 0, thrown{[2]int{6, 6}, 4}, 3},
		{three, 2, thrown{[2]int{1, 1}, 1}, 3},
		{three, 2, thrown{[2]int{1, 2}, 2}, 4}, // nobody sits where they were thrown
	} {
		match := models.Match{Rules: "riichi"}
		if len(tt.names) == 3 {
			match.Profile = "tenhou3"
		}
		m, how, err := plan{Match: match, Names: tt.names, Dealer: "dice", Thrown: tt.thrown, Vacant: tt.vacant}.match()
		if err != nil || m.FirstDealer() != tt.want {
			t.Errorf("%v of %d players: place %d (%s), %v; want %d", tt.thrown, len(tt.names), m.FirstDealer(), how, err, tt.want)
		}
	}
}

// TestDiceThatFellJustNowFindTheFirstDealer leads the dice from the table to the match, and
// keeps them out of the first deal.
func TestDiceThatFellJustNowFindTheFirstDealer(t *testing.T) {
	simulator, err := device.NewSimulator(device.SimulatorOptions{Dialect: device.Reference})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { simulator.Close() })
	c := defaultConfig()
	c.Data, c.Table.Port, c.Table.Dialect = t.TempDir(), simulator.Port(), device.Reference
	c.MQTT.Listen, c.Web.Listen = fmt.Sprintf("127.0.0.1:%d", freePort(t)), "127.0.0.1:0"
	daemon := startDaemon(t, c)
	story := func() uint32 { return storySeq(c.Data) }
	waitUntil(t, func() bool { s, err := daemon.memory().Load(); return err == nil && s.Boot != 0 })
	for _, e := range []device.Event{{Kind: device.DicePressed, Place: 2}, {Kind: device.DiceRolled, Dice: [2]int{1, 2}}} {
		if err := simulator.Say(e); err != nil {
			t.Fatal(err)
		}
	}
	waitUntil(t, func() bool { return story() == 2 })
	wish := `{"rules": "mcr", "players": ["A", "B", "C", "D"], "dealer": "dice"}`
	if _, err := daemon.pipeline.Request(t.Context(), "match-new", []byte(wish)); err != nil {
		t.Fatal(err)
	}
	if dealer := daemon.ledger.State().Position.Dealer; dealer != 4 {
		t.Errorf("place %d deals first, want 4: 1 2 counted from place 2", dealer)
	}
	if d := daemon.board.thrown(); d != (thrown{}) {
		t.Errorf("the dice %v still lie there", d)
	}
}

func TestAPlanThatCannotBePlayedIsRefusedInWords(t *testing.T) {
	four := []string{"A", "B", "C", "D"}
	for want, p := range map[string]plan{
		"not 3 or 4":          {Names: four[:2]},
		"vacant":              {Names: four, Vacant: 2},
		"neither dice nor":    {Names: four, Dealer: "5"},
		"where somebody sits": {Names: four[:3], Dealer: "4"},
		"two places":          {Names: []string{"A", "A", "C", "D"}},
		"length=week":         {Names: four, Match: models.Match{Length: "week"}},
		`"speed"`:             {Names: four, Match: models.Match{Course: map[string]string{"speed": "1"}}},
		"uma":                 {Names: four, Match: models.Match{Rules: "riichi", Course: map[string]string{"uma": "1/2"}}},
		"players":             {Names: four[:3], Match: models.Match{Rules: "riichi"}},
	} {
		if p.Rules == "" {
			p.Rules = "mcr"
		}
		if _, _, err := p.match(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v gives %v, want %q in it", p, err, want)
		}
	}
}

func TestTheConfigurationDecidesTheMatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jantaku.yaml")
	text := `match:
  rules: riichi
  profile: tenhou3
  options: { multiple_ron: head-bump }
  course: { uma: 30/0/-30, agari-yame: ask, bust: zero }
  length: east
  start: 40000
  players: [A, B, C]
  first_dealer: 3
  vacant: 1
`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := loadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := c.Match.plan().match()
	if err != nil {
		t.Fatal(err)
	}
	if m.East != 3 || m.Vacant != 1 || m.Players[0].Name != "B" || m.Course["uma"] != "30/0/-30" || m.Options["multiple_ron"] != "head-bump" ||
		m.Start != 40000 || m.Length != "east" || m.Profile != "tenhou3" {
		t.Errorf("the match is %+v", m)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(text, "30/0/-30", "thirty", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := loadConfig(path); err == nil || !strings.Contains(err.Error(), "uma=thirty") {
		t.Errorf("an uma that cannot be read: %v", err)
	}
}
