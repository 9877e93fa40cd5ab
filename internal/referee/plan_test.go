package referee

import (
	"fmt"
	"strings"
	"testing"

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
		m, _, err := Plan{Match: models.Match{Rules: "riichi", Profile: map[bool]string{true: "tenhou3"}[len(tt.names) < 6]},
			Names: strings.Fields(tt.names), Dealer: tt.dealer, Vacant: tt.vacant}.Seat()
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
		m, how, err := Plan{Match: models.Match{Rules: "mcr"}, Names: []string{"A", "B", "C", "D"}, Dealer: "dice"}.Seat()
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
		thrown Thrown
		want   models.Place
	}{
		{four, 0, Thrown{[2]int{1, 1}, 0}, 2},
		{four, 0, Thrown{[2]int{3, 4}, 2}, 4},
		{four, 0, Thrown{[2]int{6, 6}, 4}, 3},
		{three, 2, Thrown{[2]int{1, 1}, 1}, 3},
		{three, 2, Thrown{[2]int{1, 2}, 2}, 4}, // nobody sits where they were thrown
	} {
		match := models.Match{Rules: "riichi"}
		if len(tt.names) == 3 {
			match.Profile = "tenhou3"
		}
		m, how, err := Plan{Match: match, Names: tt.names, Dealer: "dice", Thrown: tt.thrown, Vacant: tt.vacant}.Seat()
		if err != nil || m.FirstDealer() != tt.want {
			t.Errorf("%v of %d players: place %d (%s), %v; want %d", tt.thrown, len(tt.names), m.FirstDealer(), how, err, tt.want)
		}
	}
}

func TestAPlanThatCannotBePlayedIsRefusedInWords(t *testing.T) {
	four := []string{"A", "B", "C", "D"}
	for want, p := range map[string]Plan{
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
		if _, _, err := p.Seat(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v gives %v, want %q in it", p, err, want)
		}
	}
}
