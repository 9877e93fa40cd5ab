package director_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"jantaku/internal/referee"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/league/play"
	"jantaku/league/director"
	"jantaku/league/store"
	"jantaku/league/tournament"
	"jantaku/ledger"
	"jantaku/models"
)

var quiet = slog.New(slog.DiscardHandler)

// club has tables with books of their own, and an archive of them.
type club struct {
	t      *testing.T
	store  *store.Store
	tables map[string]*ledger.Ledger
	asked  map[string]bool // transactions that were carried out
	shown  map[string]director.Shown
}

func newClub(t *testing.T, tables int) *club {
	t.Helper()
	s, err := store.Open(t.Context(), t.TempDir(), referee.Shelf, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	c := &club{t, s, map[string]*ledger.Ledger{}, map[string]bool{}, map[string]director.Shown{}}
	for i := range tables {
		l, err := ledger.Open(t.Context(), filepath.Join(t.TempDir(), "ledger.db"), ledger.WithShelf(referee.Shelf), ledger.WithLog(quiet))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		c.tables[fmt.Sprintf("t%d", i+1)] = l
	}
	return c
}

// Ask is what a table does with a request; one that it has carried out is not carried out again.
func (c *club) Ask(ctx context.Context, club, table, op string, body []byte) error {
	var request struct {
		Transaction string `json:"transaction"`
	}
	if err := json.Unmarshal(body, &request); err != nil || c.asked[table+request.Transaction] {
		return err
	}
	c.asked[table+request.Transaction] = true
	_, err := referee.Referee{Books: c.tables[table], Table: table, Changed: func() {}}.Request(ctx, op, body)
	return err
}

// Show keeps what a table was told.
func (c *club) Show(_ context.Context, _, table string, r director.Shown) error {
	c.shown[table] = r
	return nil
}

// play plays the match of every table to its end and brings its books into the archive.
func (c *club) play(seed uint64) {
	c.t.Helper()
	for name, books := range c.tables {
		state := books.State()
		table := play.New(books, state.Match.Rules, state.Match.Profile, nil, seed)
		table.Mistakes = .05
		for books.State().Position.Over == "" && !books.State().Finished {
			if err := table.Hand(c.t.Context()); err != nil {
				c.t.Fatalf("table %s: %v", name, err)
			}
			seed++
		}
		if !books.State().Finished {
			if _, err := books.FinishMatch(c.t.Context(), models.Author{}, ""); err != nil {
				c.t.Fatal(err)
			}
		}
		page, err := books.Since(c.t.Context(), 0, math.MaxInt)
		if err != nil {
			c.t.Fatal(err)
		}
		if _, err := c.store.Take(c.t.Context(), store.Books{Club: "club", Table: name, Journal: page.Journal}, page.Events); err != nil {
			c.t.Fatal(err)
		}
	}
}

// hold plays a whole tournament without a person.
func hold(t *testing.T, cup tournament.Tournament, players int) (tournament.Tournament, *club, *director.Director) {
	t.Helper()
	c := newClub(t, players/4)
	for i := range players {
		cup.Players = append(cup.Players, tournament.Player{ID: fmt.Sprintf("p%02d", i+1), Name: fmt.Sprintf("Player %d", i+1)})
	}
	for i := range players / 4 {
		cup.Tables = append(cup.Tables, fmt.Sprintf("club/t%d", i+1))
	}
	d := &director.Director{Shelf: c.store, Books: c.store, Tables: c, Three: func(models.Match) bool { return false }, Now: time.Now}
	if err := d.Create(t.Context(), cup, "Mei"); err != nil {
		t.Fatal(err)
	}
	for round := range cup.Rounds {
		if _, err := d.Draw(t.Context(), cup.ID, "Mei"); err != nil {
			t.Fatal(err)
		}
		for range 2 { // told twice, a table starts once
			if _, err := d.Begin(t.Context(), cup.ID, "Mei"); err != nil {
				t.Fatal(err)
			}
		}
		for i := range players / 4 {
			shown := c.shown[fmt.Sprintf("t%d", i+1)]
			if left := time.Until(shown.Ends); shown.Number != round+1 || shown.Of != cup.Rounds || left < 80*time.Minute || left > 90*time.Minute {
				t.Errorf("table %d shows %+v", i+1, shown)
			}
		}
		c.play(uint64(1000 * round))
		now, changed, err := d.Collect(t.Context(), cup.ID)
		if err != nil || !changed || now.Provisional() != 0 {
			t.Fatalf("round %d: changed %v, provisional since %d, %v", round+1, changed, now.Provisional(), err)
		}
	}
	final, _, err := c.store.Tournament(t.Context(), cup.ID)
	if err != nil {
		t.Fatal(err)
	}
	return final, c, d
}

// TestATournamentIsPlayedToItsEnd claims that tables are told who sits at them, play, and that the standings are the
// sums of what their books say; by night with 64 players over 8 rounds of MCR and 40 of riichi.
func TestATournamentIsPlayedToItsEnd(t *testing.T) {
	for _, c := range []struct {
		match          models.Match
		ties           string
		players, night int
	}{
		{models.Match{Rules: "mcr"}, "points", 8, 64},
		{models.Match{Rules: "riichi", Profile: "ema2025", Length: "east"}, "ema", 8, 40},
	} {
		t.Run(c.match.Rules, func(t *testing.T) {
			cup := tournament.Tournament{ID: "cup", Name: "Cup", Match: c.match, Seating: tournament.Swiss, Rounds: sharedtest.Count(2, 8), Minutes: 90, Seed: 3}
			for _, p := range tournament.Presets() {
				if p.Name == c.ties {
					cup.Ties = p.Ties
				}
			}
			final, club, d := hold(t, cup, sharedtest.Count(c.players, c.night))
			if !final.Over() {
				t.Fatalf("the tournament is not over: %d rounds", len(final.Played))
			}
			want := map[string]float64{} // summed from the books themselves
			for _, books := range club.tables {
				page, err := books.Since(t.Context(), 0, math.MaxInt)
				if err != nil {
					t.Fatal(err)
				}
				byMatch := map[string][]ledger.Event{}
				for _, e := range page.Events {
					byMatch[e.Match] = append(byMatch[e.Match], e)
				}
				for _, events := range byMatch {
					state, err := ledger.FoldAll(referee.Shelf, events)
					if err != nil {
						t.Fatal(err)
					}
					for _, total := range state.Standing() {
						want[total.Player.Name] += total.Result
					}
				}
			}
			for _, s := range final.Standings() {
				if off := s.Result - want[s.Player.Name]; math.Abs(off) > 1e-6 || s.Rounds != cup.Rounds {
					t.Errorf("%s has %v after %d rounds, the books say %v", s.Player.Name, s.Result, s.Rounds, want[s.Player.Name])
				}
			}
			if _, changed, err := d.Collect(t.Context(), "cup"); changed || err != nil {
				t.Errorf("collected again it changed: %v, %v", changed, err)
			}
			// As one file it is the same elsewhere.
			file, err := json.Marshal(final)
			if err != nil {
				t.Fatal(err)
			}
			var brought tournament.Tournament
			if err := json.Unmarshal(file, &brought); err != nil {
				t.Fatal(err)
			}
			elsewhere := newClub(t, 0)
			if err := (&director.Director{Shelf: elsewhere.store, Books: elsewhere.store, Three: d.Three, Now: time.Now}).Create(t.Context(), brought, "Mei"); err != nil {
				t.Fatal(err)
			}
			there, _, err := elsewhere.store.Tournament(t.Context(), "cup")
			again, errAgain := json.Marshal(there)
			if err := errors.Join(err, errAgain); err != nil || string(again) != string(file) || !reflect.DeepEqual(there.Standings(), final.Standings()) {
				t.Errorf("elsewhere it is another: %v\n%.500s\n%.500s", err, again, file)
			}
			trail, err := club.store.TournamentTrail(t.Context(), "cup", 100)
			if err != nil || trail[len(trail)-1].What != "create" || trail[0].What != "collect" {
				t.Errorf("the trail is %+v, %v", trail, err)
			}
		})
	}
}

// TestTwoDirectorsDoNotOverwriteEachOther claims that what is kept of an older version is refused, and that a change
// is made anew on the newest.
func TestTwoDirectorsDoNotOverwriteEachOther(t *testing.T) {
	c := newClub(t, 0)
	d := &director.Director{Shelf: c.store, Books: c.store, Three: func(models.Match) bool { return false }, Now: time.Now}
	cup := tournament.Tournament{ID: "cup", Name: "Cup", Seating: tournament.Random, Rounds: 2, Players: []tournament.Player{{ID: "a", Name: "a"}, {ID: "b", Name: "b"}, {ID: "c", Name: "c"}, {ID: "d", Name: "d"}}}
	if err := d.Create(t.Context(), cup, "Mei"); err != nil {
		t.Fatal(err)
	}
	if err := d.Create(t.Context(), cup, "Mei"); err == nil {
		t.Error("the same tournament is made twice")
	}
	first := true
	_, err := d.Change(t.Context(), "cup", "Ann", "penalty", func(t *tournament.Tournament) error {
		if first {
			first = false
			if _, err := d.Change(context.Background(), "cup", "Bo", "penalty", func(t *tournament.Tournament) error {
				t.Penalties = append(t.Penalties, tournament.Penalty{Player: "b", Result: 1})
				return nil
			}); err != nil {
				return err
			}
		}
		t.Penalties = append(t.Penalties, tournament.Penalty{Player: "a", Result: 1})
		return nil
	})
	now, version, loadErr := c.store.Tournament(t.Context(), "cup")
	if err != nil || loadErr != nil || version != 3 || len(now.Penalties) != 2 {
		t.Errorf("version %d has penalties %+v: %v, %v", version, now.Penalties, err, loadErr)
	}
	if old, err := c.store.TournamentAt(t.Context(), "cup", 1); err != nil || len(old.Penalties) != 0 {
		t.Errorf("the first version has %+v, %v", old.Penalties, err)
	}
}

// booked are the books of tables, by name; those of others cannot be read.
type booked map[string][]director.Match

func (b booked) Played(_ context.Context, _, table string, _ time.Time) ([]director.Match, error) {
	if played, ok := b[table]; ok {
		return played, nil
	}
	return nil, errors.New("they cannot be read")
}

// A table whose books cannot be read holds up no other, and a match in which one sat at two places is nobody's result.
func TestATableHoldsUpNoOther(t *testing.T) {
	shelf := newClub(t, 0).store
	total := func(name string, score int, before ...string) ledger.Total {
		one := ledger.Total{Player: models.Player{ID: name, Name: name}, Score: score, Rank: 1}
		for _, who := range before {
			one.Shares = append(one.Shares, ledger.Share{Player: models.Player{ID: who, Name: who}})
		}
		return one
	}
	match := func(totals ...ledger.Total) []director.Match {
		return []director.Match{{Name: "m", Finished: true, Totals: totals}}
	}
	d := &director.Director{Shelf: shelf, Now: time.Now, Books: booked{
		"t2": match(total("E", 1), total("F", 2), total("G", 3), total("H", 4)),
		// I left, and played on for J.
		"t3": match(total("X", 1, "I", "X"), total("I", 2, "J", "I"), total("K", 3), total("L", 4)),
	}}
	cup := tournament.Tournament{ID: "cup", Name: "Cup", Match: models.Match{Rules: "riichi"}, Seating: tournament.Swiss, Rounds: 1}
	round := tournament.Round{Started: time.Now()}
	for i, seats := range [][]string{{"A", "B", "C", "D"}, {"E", "F", "G", "H"}, {"I", "J", "K", "L"}} {
		for _, name := range seats {
			cup.Players = append(cup.Players, tournament.Player{ID: name, Name: name})
		}
		round.Tables = append(round.Tables, tournament.Table{Name: fmt.Sprintf("lake/t%d", i+1), Seats: seats})
	}
	cup.Played = []tournament.Round{round}
	if err := shelf.KeepTournament(t.Context(), cup, 0, director.Change{Time: time.Now()}); err != nil {
		t.Fatal(err)
	}
	now, changed, err := d.Collect(t.Context(), "cup")
	if err == nil || !changed {
		t.Errorf("changed %v, %v", changed, err)
	}
	kept, version, err := shelf.Tournament(t.Context(), "cup")
	if err != nil {
		t.Fatal(err)
	}
	// A referee of the table corrects who played: it was not the match of these four.
	d.Books.(booked)["t2"] = match(total("E", 1), total("F", 2), total("G", 3), total("Z", 4))
	if later, _, _ := d.Collect(t.Context(), "cup"); len(later.Played[0].Tables[1].Results) != 0 || later.Provisional() != 1 {
		t.Errorf("the results of others stay: %+v", later.Played[0].Tables[1])
	}
	if _, again, err := shelf.Tournament(t.Context(), "cup"); err != nil || again != version+1 {
		t.Errorf("version %d, %v", again, err)
	}
	for _, tables := range [][]tournament.Table{now.Played[0].Tables, kept.Played[0].Tables} {
		if len(tables[0].Results) != 0 || len(tables[1].Results) != 4 || len(tables[2].Results) != 0 {
			t.Errorf("results are %+v", tables)
		}
	}
}
