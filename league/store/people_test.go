package store_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/league/director"
	"jantaku/league/store"
	"jantaku/league/tournament"
	"jantaku/ledger"
	"jantaku/models"
)

// twoClubs are tables of two clubs at which players of the same names play, who are others to the store.
func twoClubs(t *testing.T) (lake, hill *table, lakes, hills []ledger.Event) {
	t.Helper()
	lake, hill = newTable(t, "table-1", "riichi", 21), newTable(t, "table-1", "riichi", 22)
	lakes, hills = lake.plays(t, 14), hill.plays(t, 10)
	lake.books.Club, hill.books.Club = "lake", "hill"
	return lake, hill, lakes, hills
}

// numberOf is the row of a player of a club.
func numberOf(t *testing.T, s *store.Store, club, name string) int64 {
	t.Helper()
	found, err := s.FindPlayers(t.Context(), name, 10)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(found, func(p store.FoundPlayer) bool { return p.Club == club && p.Name == name })
	if i < 0 {
		t.Fatalf("%s of %s is not among %+v", name, club, found)
	}
	return found[i].ID
}

func take(t *testing.T, s *store.Store, b *table, events []ledger.Event) {
	t.Helper()
	if _, err := s.Take(t.Context(), b.books, events); err != nil {
		t.Fatal(err)
	}
}

// pagesOf is all that pages are made of, as text, and the trail of who is who.
func pagesOf(t *testing.T, s *store.Store) (pages, trail string) {
	t.Helper()
	var all []any
	add := func(what any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, what)
	}
	matches, err := s.Matches(t.Context(), store.Filter{})
	add(matches, err)
	for _, m := range matches {
		_, state, err := s.Match(t.Context(), m.Name)
		add(state, err)
		add(state.Digest(), nil)
	}
	for _, season := range []string{"", ledger.SeasonOf(time.Now())} {
		rows, err := s.Standings(t.Context(), "riichi", season, "", 100)
		add(rows, err)
		for _, row := range rows {
			p, err := s.Player(t.Context(), row.Player)
			add(p, err)
			aliases, err := s.Aliases(t.Context(), row.Player)
			add(aliases, err)
		}
	}
	wins, err := s.Wins(t.Context(), store.WinFilter{Rules: "riichi", Limit: 1000})
	add(wins, err)
	cups, err := s.Tournaments(t.Context())
	add(cups, err)
	for _, cup := range cups {
		c, _, err := s.Tournament(t.Context(), cup.ID)
		add(c, err)
	}
	changes, err := s.PeopleTrail(t.Context(), 100)
	add(changes, err)
	last := len(all) - 1
	first, errFirst := json.Marshal(all[:last])
	second, err := json.Marshal(all[last])
	if err := errors.Join(errFirst, err); err != nil {
		t.Fatal(err)
	}
	return string(first), string(second)
}

// Who was merged has one sum, also of what tables bring later; who was split again has what was before.
func TestPlayersAreMergedAndSplit(t *testing.T) {
	lake, hill, lakes, hills := twoClubs(t)
	onBoth(t, func(t *testing.T, where func() string) {
		s, never := open(t, where()), open(t, t.TempDir())
		for _, one := range []*store.Store{s, never} {
			take(t, one, lake, lakes)
			take(t, one, hill, hills[:len(hills)/2])
		}
		a, b := numberOf(t, s, "lake", "Ken"), numberOf(t, s, "hill", "Ken")
		if err := s.Merge(t.Context(), numberOf(t, s, "lake", "梅"), a, "mei", ""); reasonOf(err) != "people-together" {
			t.Errorf("two at one table: %v", err)
		}
		if err := s.Merge(t.Context(), a, 9999, "mei", ""); !errors.Is(err, store.ErrNone) {
			t.Errorf("nobody: %v", err)
		}
		if err := s.Split(t.Context(), a, "mei", ""); reasonOf(err) != "people-alone" {
			t.Errorf("nothing to split: %v", err)
		}
		if err := s.Merge(t.Context(), b, a, "mei", "Ken moved"); err != nil {
			t.Fatal(err)
		}
		if err := s.Merge(t.Context(), b, a, "mei", ""); reasonOf(err) != "people-same" {
			t.Errorf("merged again: %v", err)
		}
		for _, one := range []*store.Store{s, never} { // and goes on
			take(t, one, hill, hills)
		}
		sum := store.Standing{}
		for _, club := range []string{"lake", "hill"} {
			p, err := never.Player(t.Context(), numberOf(t, never, club, "Ken"))
			if err != nil {
				t.Fatal(err)
			}
			for _, book := range p.Books {
				sum.Matches += book.Matches
				sum.Hands += book.Hands
				sum.Result += book.Result
				sum.Gained += book.Gained
			}
		}
		p, err := s.Player(t.Context(), b)
		if err != nil || p.ID != a || p.Club != "lake" || len(p.Books) != 1 {
			t.Fatalf("%d is %+v, %v", b, p, err)
		}
		if got := p.Books[0]; got.Matches != sum.Matches || got.Hands != sum.Hands || got.Gained != sum.Gained || fmt.Sprintf("%.3f", got.Result) != fmt.Sprintf("%.3f", sum.Result) {
			t.Errorf("merged %+v, the sum is %+v", got, sum)
		}
		if aliases, err := s.Aliases(t.Context(), a); err != nil || len(aliases) != 2 || aliases[1].ID != b {
			t.Errorf("aliases %+v, %v", aliases, err)
		}
		if rows, err := s.Standings(t.Context(), "riichi", "", "hill", 100); err != nil || !slices.ContainsFunc(rows, func(r store.Standing) bool { return r.Player == a }) {
			t.Errorf("the standings of the other club have no %d: %v", a, err)
		}
		if err := s.Split(t.Context(), b, "mei", "another Ken"); err != nil {
			t.Fatal(err)
		}
		for _, season := range []string{"", ledger.SeasonOf(time.Now())} {
			want, errWant := never.Standings(t.Context(), "riichi", season, "", 100)
			got, err := s.Standings(t.Context(), "riichi", season, "", 100)
			if fmt.Sprint(got) != fmt.Sprint(want) || err != nil || errWant != nil {
				t.Errorf("season %q after the split:\n%v\n, never merged:\n%v", season, got, want)
			}
		}
		trail, err := s.PeopleTrail(t.Context(), 10)
		if err != nil || len(trail) != 2 || trail[0].What != "split" || trail[0].Other != a || trail[1].By != "mei" || trail[1].Why != "Ken moved" {
			t.Errorf("trail %+v, %v", trail, err)
		}
		hill.compare(t, s, hills)
		lake.compare(t, s, lakes)
	})
}

// Two who were merged and sit at one table afterwards are two: the match is among what is to be looked into.
func TestWhoIsMergedCannotSitTwice(t *testing.T) {
	var books []*table
	var all [][]ledger.Event
	for i, names := range [][]string{{"Ken", "A", "B", "C"}, {"Yui", "D", "E", "F"}, {"Ken", "Yui", "G", "H"}} {
		b := newTable(t, fmt.Sprint("table-", i+1), "riichi", uint64(27+i))
		b.player.Names = names
		books, all = append(books, b), append(all, b.plays(t, 1))
	}
	onBoth(t, func(t *testing.T, where func() string) {
		s := open(t, where())
		take(t, s, books[0], all[0])
		take(t, s, books[1], all[1])
		a, b := numberOf(t, s, "jantaku", "Ken"), numberOf(t, s, "jantaku", "Yui")
		if err := s.Merge(t.Context(), a, b, "mei", ""); err != nil {
			t.Fatal(err)
		}
		if faults, err := s.Faults(t.Context()); err != nil || len(faults) != 0 {
			t.Errorf("faults %+v, %v", faults, err)
		}
		take(t, s, books[2], all[2])
		if faults, err := s.Faults(t.Context()); err != nil || len(faults) != 1 || faults[0].Table != "table-3" || !strings.Contains(faults[0].Why, fmt.Sprintf("%d and %d", b, a)) {
			t.Errorf("faults %+v, %v", faults, err)
		}
		if err := s.Split(t.Context(), a, "mei", ""); err != nil {
			t.Fatal(err)
		}
		if faults, err := s.Faults(t.Context()); err != nil || len(faults) != 0 {
			t.Errorf("after the split %+v, %v", faults, err)
		}
	})
}

// Merging while tables bring their hands loses and doubles nothing.
func TestPlayersAreMergedWhileTheyPlay(t *testing.T) {
	sharedtest.ByNight(t)
	lake, hill, lakes, hills := twoClubs(t)
	onBoth(t, func(t *testing.T, where func() string) {
		s, never := open(t, where()), open(t, t.TempDir())
		take(t, s, lake, lakes)
		take(t, s, hill, hills[:6])
		take(t, never, lake, lakes)
		take(t, never, hill, hills)
		a, b := numberOf(t, s, "lake", "Ken"), numberOf(t, s, "hill", "Ken")
		var both sync.WaitGroup
		both.Go(func() {
			for _, e := range hills[6:] {
				if _, err := s.Take(t.Context(), hill.books, []ledger.Event{e}); err != nil {
					t.Error(err)
				}
			}
		})
		both.Go(func() {
			for range 5 {
				if err := errors.Join(s.Merge(t.Context(), b, a, "", ""), s.Split(t.Context(), b, "", "")); err != nil {
					t.Error(err)
				}
			}
		})
		both.Wait()
		want, errWant := never.Standings(t.Context(), "riichi", "", "", 100)
		got, err := s.Standings(t.Context(), "riichi", "", "", 100)
		if fmt.Sprint(got) != fmt.Sprint(want) || err != nil || errWant != nil {
			t.Errorf("after all:\n%v\n, never merged:\n%v", got, want)
		}
	})
}

// A name that was removed stands nowhere: not in matches, standings, searches, tournaments or what somebody typed about it;
// the results stay, and the name comes back when it is restored, or goes with the books to another database.
func TestANameIsRemoved(t *testing.T) {
	lake, hill, _, hills := twoClubs(t)
	lakes := lake.plays(t, 1)
	for i := range lakes { // what a referee typed about him
		if lakes[i].Kind == ledger.HandPlayed {
			lakes[i].Why, lakes[i].By = "Ken's hand, says O'Hara; Kenji did not see it; 健Ken", "Ken"
		}
	}
	onBoth(t, func(t *testing.T, where func() string) {
		s := open(t, where())
		take(t, s, lake, lakes)
		take(t, s, hill, hills)
		cup := tournament.Tournament{ID: "cup", Name: "Cup", Match: models.Match{Rules: "riichi"}, Seating: tournament.Swiss, Rounds: 2, Tables: []string{"lake/table-1"},
			Penalties: []tournament.Penalty{{Player: "Ken", Round: 1, Why: "Ken was late"}}}
		for _, name := range []string{"梅", "Ken", "O'Hara", "ゆい"} {
			cup.Players = append(cup.Players, tournament.Player{ID: name, Name: name})
		}
		cup.Played = []tournament.Round{{Tables: []tournament.Table{{Name: "lake/table-1", Seats: []string{"梅", "Ken", "O'Hara", "ゆい"}}}}}
		if err := s.KeepTournament(t.Context(), cup, 0, director.Change{Time: time.Now()}); err != nil {
			t.Fatal(err)
		}
		before, _ := pagesOf(t, s)
		a, b := numberOf(t, s, "lake", "Ken"), numberOf(t, s, "hill", "Ken")
		if err := s.Merge(t.Context(), b, a, "kai", "Ken asked for it"); err != nil {
			t.Fatal(err)
		}
		if err := s.RemoveName(t.Context(), b, "ada", "Ken asks for it by letter"); err != nil {
			t.Fatal(err)
		}
		label := fmt.Sprintf("removed player %d", a)
		pages, trail := pagesOf(t, s)
		shown := pages + trail
		for at := 0; ; at++ {
			i := strings.Index(shown[at:], "Ken")
			if i < 0 {
				break
			}
			if at += i; !strings.HasPrefix(shown[at:], "Kenji") {
				t.Fatalf("the name stands in …%s…", shown[max(0, at-200):min(len(shown), at+60)])
			}
		}
		for _, says := range []string{label + "'s hand, says O'Hara; Kenji did not see it; 健" + label, label + " was late", label + " asks for it by letter"} {
			if !strings.Contains(shown, says) {
				t.Errorf("nothing says %q", says)
			}
		}
		if found, err := s.FindPlayers(t.Context(), "Ken", 10); err != nil || len(found) != 0 {
			t.Errorf("found %+v, %v", found, err)
		}
		if p, err := s.Player(t.Context(), a); err != nil || p.Name != label || p.Books[0].Matches == 0 {
			t.Errorf("%+v, %v", p, err)
		}
		if p, err := s.Naming(func(id int64) string { return fmt.Sprintf("已移除的玩家 %d", id) }).Player(t.Context(), a); err != nil || p.Name != fmt.Sprintf("已移除的玩家 %d", a) {
			t.Errorf("in Chinese: %+v, %v", p, err)
		}
		if c, _, err := s.Tournament(t.Context(), "cup"); err != nil || c.Played[0].Tables[0].Seats[1] != c.Players[1].ID || c.Validate() != nil {
			t.Errorf("the tournament is none any more: %+v, %v", c, err)
		}
		if c, _, err := s.Plain().Tournament(t.Context(), "cup"); err != nil || c.Players[1].Name != "Ken" {
			t.Errorf("who directs it does not know who plays: %+v, %v", c, err)
		}
		elsewhere := open(t, t.TempDir())
		for range 2 { // the second time brings nothing
			if err := elsewhere.Move(t.Context(), s, func(int) {}); err != nil {
				t.Fatal(err)
			}
		}
		if found, err := elsewhere.FindPlayers(t.Context(), "Ken", 10); err != nil || len(found) != 0 {
			t.Errorf("the name came along: %+v, %v", found, err)
		}
		if pages, trail := pagesOf(t, elsewhere); strings.Contains(pages+trail, `"Ken"`) {
			t.Error("the name came along")
		}
		if trail, err := elsewhere.PeopleTrail(t.Context(), 10); err != nil || len(trail) != 2 {
			t.Errorf("the trail that came along is %+v, %v", trail, err)
		}
		if err := errors.Join(s.RestoreName(t.Context(), a, "ada", ""), s.Split(t.Context(), b, "ada", "")); err != nil {
			t.Fatal(err)
		}
		if after, _ := pagesOf(t, s); after != before {
			t.Error("what was restored is not what was before")
		}
	})
}

// Books that are moved keep their seasons, and who is who, also of a name that the table has corrected since.
func TestMovedBooksKeepSeasonsAndPeople(t *testing.T) {
	b := newTable(t, "table-1", "riichi", 24)
	early := b.plays(t, 1)
	agreed := b.ledger.State().Match
	agreed.Players = slices.Clone(agreed.Players)
	wrong := agreed.Players[0].Name
	agreed.Players[0] = models.Player{ID: "Right", Name: "Right"}
	if _, err := b.ledger.Correct(t.Context(), models.Author{}, "", ledger.Stand, ledger.MatchCorrection(agreed)); err != nil {
		t.Fatal(err)
	}
	events := b.plays(t, 1)
	onBoth(t, func(t *testing.T, where func() string) {
		s, elsewhere := open(t, where()), open(t, where())
		if err := s.SetZone(t.Context(), "Pacific/Kiritimati"); err != nil {
			t.Fatal(err)
		}
		take(t, s, b, early)
		take(t, s, b, events)
		if err := s.RemoveName(t.Context(), numberOf(t, s, "jantaku", wrong), "ada", ""); err != nil {
			t.Fatal(err)
		}
		if err := elsewhere.Move(t.Context(), s, func(int) {}); err != nil {
			t.Fatal(err)
		}
		if zone, err := elsewhere.Zone(t.Context()); err != nil || zone.String() != "Pacific/Kiritimati" {
			t.Errorf("seasons begin in %v, %v", zone, err)
		}
		if trail, err := elsewhere.PeopleTrail(t.Context(), 10); err != nil || len(trail) != 1 {
			t.Errorf("trail %+v, %v", trail, err)
		}
	})
}

// reasonOf is the code of a refusal; empty for another error.
func reasonOf(err error) string {
	for _, r := range models.ReasonsOf(err) {
		return r.Code
	}
	return ""
}
