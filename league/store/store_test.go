package store_test

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jantaku/internal/referee"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/league/play"
	"jantaku/league/local"
	"jantaku/league/store"
	"jantaku/ledger"
	"jantaku/models"
)

// server is the PostgreSQL of these tests, with the schema made once in a template.
var server struct {
	sync.Once
	*local.Postgres
	clear func() error
	err   error
	n     int
}

func TestMain(m *testing.M) {
	code := m.Run()
	if server.Postgres != nil {
		if err := errors.Join(server.Stop(), server.clear()); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	os.Exit(code)
}

// needPostgres skips a test where PostgreSQL is not installed, or fails it where it has to be.
func needPostgres(t *testing.T) {
	t.Helper()
	if local.HasPostgres() {
		return
	}
	if os.Getenv(sharedtest.RequiredTools) != "" {
		t.Fatal("PostgreSQL is not installed; make setup-test installs it")
	}
	t.Skip("PostgreSQL is not installed")
}

// postgres gives a new database with the schema in it.
func postgres(t *testing.T) string {
	t.Helper()
	needPostgres(t)
	server.Do(func() {
		var folder string
		if folder, server.clear, server.err = local.Folder(""); server.err != nil {
			return
		}
		if server.Postgres, server.err = local.StartPostgres(context.Background(), filepath.Join(folder, "data"), true); server.err != nil {
			return
		}
		if server.err = server.Create(context.Background(), "template", ""); server.err != nil {
			return
		}
		var s *store.Store
		if s, server.err = store.Open(context.Background(), server.URL("template"), referee.Shelf, quiet); server.err == nil {
			server.err = s.Close()
		}
	})
	if server.err != nil {
		t.Fatal(server.err)
	}
	return database(t, "template")
}

// database gives a new database of the server as a template has it, an empty one where that has no name.
func database(t *testing.T, template string) string {
	t.Helper()
	server.n++
	name := fmt.Sprintf("t%d", server.n)
	if err := server.Create(t.Context(), name, template); err != nil {
		t.Fatal(err)
	}
	return server.URL(name)
}

var quiet = slog.New(slog.DiscardHandler)

func open(t *testing.T, where string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), where, referee.Shelf, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// An archive of the first release opens with what it holds, counts the calls that it did not, and goes on.
func TestAnArchiveOfTheFirstReleaseOpens(t *testing.T) {
	b := newTable(t, "table-1", "riichi", 26)
	events := b.plays(t, 14)
	half := len(events) / 2
	onBoth(t, func(t *testing.T, where func() string) {
		now, at := open(t, where()), where()
		if store.IsPostgres(at) {
			at = database(t, "")
		}
		take(t, now, b, events[:half])
		db, err := store.OpenAt(t.Context(), at, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"journals", "events", "matches", "players", "results", "standings", "hands", "wins", "fans", "win_fans"} {
			copyRows(t, db, now.DB(), name, store.IsPostgres(at))
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		old := open(t, at)
		if got, want := callsOf(t, old), callsOf(t, now); got != want || want[0] == 0 || want[1] == 0 {
			t.Errorf("hands watched and with calls: %v, want %v and some", got, want)
		}
		for _, upto := range []int{half, len(events)} {
			take(t, now, b, events[:upto])
			take(t, old, b, events[:upto])
			want, _ := pagesOf(t, now)
			if got, _ := pagesOf(t, old); got != want {
				t.Errorf("after %d events it shows\n%.2000s\nand not\n%.2000s", upto, got, want)
			}
		}
		b.compare(t, old, events)
	})
}

// callsOf sums the hands that were watched, and those of them with calls, over all results.
func callsOf(t *testing.T, s *store.Store) (sums [2]int) {
	t.Helper()
	if err := s.DB().QueryRowContext(t.Context(), "SELECT SUM(watched), SUM(called) FROM results").Scan(&sums[0], &sums[1]); err != nil {
		t.Fatal(err)
	}
	return sums
}

// copyRows copies a table into a database that may lack some of its columns.
func copyRows(t *testing.T, into, from *sql.DB, table string, numbered bool) {
	t.Helper()
	columns := func(db *sql.DB, query string) (*sql.Rows, []string) {
		rows, err := db.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		names, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		return rows, names
	}
	none, names := columns(into, "SELECT * FROM "+table+" LIMIT 0")
	none.Close()
	rows, _ := columns(from, "SELECT "+strings.Join(names, ", ")+" FROM "+table)
	defer rows.Close()
	values, at, marks := make([]any, len(names)), make([]any, len(names)), make([]string, len(names))
	for i := range values {
		at[i], marks[i] = &values[i], fmt.Sprint("$", i+1)
	}
	for rows.Next() {
		if err := rows.Scan(at...); err != nil {
			t.Fatal(err)
		}
		if _, err := into.ExecContext(t.Context(), "INSERT INTO "+table+" ("+strings.Join(names, ", ")+") VALUES ("+strings.Join(marks, ", ")+")", values...); err != nil {
			t.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if numbered && names[0] == "id" {
		if _, err := into.ExecContext(t.Context(), "SELECT setval(pg_get_serial_sequence('"+table+"', 'id'), (SELECT MAX(id) FROM "+table+"))"); err != nil {
			t.Fatal(err)
		}
	}
}

// onBoth runs a test on SQLite and on PostgreSQL.
func onBoth(t *testing.T, do func(t *testing.T, where func() string)) {
	t.Run("SQLite", func(t *testing.T) { do(t, func() string { return t.TempDir() }) })
	t.Run("PostgreSQL", func(t *testing.T) { do(t, func() string { return postgres(t) }) })
}

// table is a ledger in which players have played.
type table struct {
	books  store.Books
	ledger *ledger.Ledger
	player *play.Table
}

func newTable(t *testing.T, name, rules string, seed uint64) *table {
	t.Helper()
	l, err := ledger.Open(t.Context(), filepath.Join(t.TempDir(), "ledger.db"), ledger.WithShelf(referee.Shelf), ledger.WithLog(quiet))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	one := &table{books: store.Books{Club: "jantaku", Table: name}, ledger: l, player: play.New(l, rules, "", []string{"梅", "Ken", "O'Hara", "ゆい", "Li"}, seed)}
	one.player.Mistakes = .5
	return one
}

func (b *table) plays(t *testing.T, hands int) []ledger.Event {
	t.Helper()
	for range hands {
		if err := b.player.Hand(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	page, err := b.ledger.Since(t.Context(), 0, math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	b.books.Journal = page.Journal
	return page.Events
}

func (b *table) compare(t *testing.T, s *store.Store, events []ledger.Event) {
	t.Helper()
	faults, err := s.Compare(t.Context(), b.books, events)
	if err != nil {
		t.Fatal(err)
	}
	if len(faults) > 0 {
		t.Errorf("%d faults: %.5q", len(faults), faults)
	}
}

// Whatever comes in whatever order, twice and to two archives at once, stands once.
func TestEventsStandOnceInWhateverOrderTheyCome(t *testing.T) {
	b := newTable(t, "table-1", "riichi", 7)
	events := b.plays(t, 24)
	onBoth(t, func(t *testing.T, where func() string) {
		at := where()
		first, second := open(t, at), open(t, at)
		var both sync.WaitGroup
		for i, s := range []*store.Store{first, second} {
			both.Go(func() {
				random := rand.New(rand.NewPCG(uint64(i), 54))
				mixed := slices.Clone(events)
				random.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
				for len(mixed) > 0 {
					n := min(len(mixed), 1+random.IntN(4))
					if _, err := s.Take(t.Context(), b.books, mixed[:n]); err != nil {
						t.Error(err)
						return
					}
					mixed = mixed[n:]
				}
			})
		}
		both.Wait()
		b.compare(t, first, events)
		taken, err := first.Take(t.Context(), b.books, events)
		if err != nil || taken.New != 0 || taken.Upto != int64(len(events)) {
			t.Errorf("brought again: %+v %v", taken, err)
		}
		standsAsInTheLedger(t, first, b)
	})
}

// standsAsInTheLedger compares the standings, which the ledger adds up in its own way.
func standsAsInTheLedger(t *testing.T, s *store.Store, b *table) {
	t.Helper()
	digests, err := b.ledger.Matches(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]ledger.Row{}
	for _, row := range ledger.Standings(digests, nil) {
		row.BestGain, row.Best, row.BestEntry, row.BestMatch = 0, "", "", "" // asked of the wins
		want[row.ID] = row
	}
	if len(want) == 0 {
		t.Fatal("no match was finished")
	}
	rows, err := s.Standings(t.Context(), b.player.Rules, "", "", 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range rows {
		if !reflect.DeepEqual(got.Row, want[got.ID]) {
			t.Errorf("%s has\n%+v, at the table\n%+v", got.ID, got.Row, want[got.ID])
		}
		delete(want, got.ID)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

func TestWhatIsAfterAGapIsKeptAndNotFolded(t *testing.T) {
	b := newTable(t, "table-1", "riichi", 8)
	events := b.plays(t, 4)
	onBoth(t, func(t *testing.T, where func() string) {
		s := open(t, where())
		taken, err := s.Take(t.Context(), b.books, slices.Concat(events[:2], events[3:]))
		if err != nil || taken.Upto != 2 || taken.Known != int64(len(events)) {
			t.Fatal(taken, err)
		}
		gaps, err := s.Gaps(t.Context())
		if err != nil || len(gaps) != 1 || gaps[0].Upto != 2 || gaps[0].Table != "table-1" {
			t.Errorf("gaps %+v %v", gaps, err)
		}
		if faults, err := s.Compare(t.Context(), b.books, events); err != nil || len(faults) == 0 {
			t.Errorf("the comparison sees no gap: %v", err)
		}
		if _, err := s.Take(t.Context(), b.books, events[2:3]); err != nil {
			t.Fatal(err)
		}
		b.compare(t, s, events)
	})
}

func TestWhatATableMayNotBringIsRefused(t *testing.T) {
	b, other := newTable(t, "table-1", "riichi", 9), newTable(t, "table-2", "riichi", 10)
	events, others := b.plays(t, 3), other.plays(t, 2)
	onBoth(t, func(t *testing.T, where func() string) {
		s := open(t, where())
		if _, err := s.Take(t.Context(), b.books, events); err != nil {
			t.Fatal(err)
		}
		liar := b.books
		liar.Table = "table-2"
		if _, err := s.Take(t.Context(), liar, events[:1]); !errors.Is(err, store.ErrForeign) {
			t.Errorf("books of another table: %v", err)
		}
		fork := others[1]
		if _, err := s.Take(t.Context(), b.books, []ledger.Event{fork}); !errors.Is(err, store.ErrFork) {
			t.Errorf("another event under a number: %v", err)
		}
		zero := others[1]
		zero.By = "a\x00b"
		if _, err := s.Take(t.Context(), other.books, []ledger.Event{zero}); !errors.Is(err, store.ErrUnfit) {
			t.Errorf("a zero byte: %v", err)
		}
		for range 3 {
			if err := s.SetAside(t.Context(), "jantaku", "table-2", []byte("rubbish \x00\xff"), store.ErrForeign); err != nil {
				t.Fatal(err)
			}
		}
		aside, err := s.AllAside(t.Context(), 10)
		counted, err2 := s.AllRefusals(t.Context())
		if err = errors.Join(err, err2); err != nil || len(aside) != 1 || len(counted) != 1 || counted[0].Times != 3 {
			t.Errorf("aside %+v %+v %v", aside, counted, err)
		}
		b.compare(t, s, events) // nothing of it got in
	})
}

// A match of a rule book that this program does not know is shown as it is and holds nothing up.
// A name that is longer than an index of PostgreSQL holds is refused, and not tried for ever.
func TestANameOfAbsurdLengthIsRefused(t *testing.T) {
	b := newTable(t, "table-1", "riichi", 14)
	events := b.plays(t, 1)
	random := rand.New(rand.NewPCG(1, 2))
	var long strings.Builder
	for range 9000 { // what repeats would be packed
		long.WriteByte('a' + byte(random.IntN(26)))
	}
	events[0].Payload = json.RawMessage(strings.ReplaceAll(string(events[0].Payload), `"Ken"`, `"`+long.String()+`"`))
	s := open(t, postgres(t))
	if _, err := s.Take(t.Context(), b.books, events[:1]); err != nil && !store.Refused(err) {
		t.Errorf("not refused: %.200v", err)
	}
}

func TestAMatchThatCannotBeReadHoldsNothingUp(t *testing.T) {
	b := newTable(t, "table-1", "riichi", 11)
	events := b.plays(t, 2)
	onBoth(t, func(t *testing.T, where func() string) {
		s := open(t, where())
		odd := slices.Clone(events)
		last := odd[len(odd)-1]
		last.ID, last.Seq, last.Match, last.Kind, last.Payload = last.ID+"x", last.Seq+1, "other", ledger.MatchStarted, []byte(`{"id":"other","rules":"washizu","players":[]}`)
		odd = append(odd, last)
		if _, err := s.Take(t.Context(), b.books, odd); err != nil {
			t.Fatal(err)
		}
		faults, err := s.Faults(t.Context())
		if err != nil || len(faults) != 1 || faults[0].Match != "other" || faults[0].Why == "" {
			t.Errorf("%+v %v", faults, err)
		}
		_, state, err := s.Match(t.Context(), events[0].Match)
		if err != nil || state.Position.Hands == 0 {
			t.Errorf("the match before: %d hands, %v", state.Position.Hands, err)
		}
	})
}

// An old version of a hand stays readable, and what a hand was changed to is what counts.
func TestACorrectedHandKeepsItsVersions(t *testing.T) {
	b := newTable(t, "table-1", "riichi", 12)
	b.player.Mistakes = 0
	b.plays(t, 2)
	last, _ := b.ledger.State().LastHand()
	if _, err := b.ledger.Correct(t.Context(), models.Author{Source: "console", By: "mei", Why: "misread"}, b.ledger.State().Match.ID, ledger.Stand, ledger.Revocation(last.ID)); err != nil {
		t.Fatal(err)
	}
	events := b.plays(t, 0)
	onBoth(t, func(t *testing.T, where func() string) {
		s := open(t, where())
		for _, e := range events { // one by one: the hand counts first, and then no more
			if _, err := s.Take(t.Context(), b.books, []ledger.Event{e}); err != nil {
				t.Fatal(err)
			}
		}
		b.compare(t, s, events)
		name, err := s.MatchOf(t.Context(), last.ID)
		if err != nil {
			t.Fatal(err)
		}
		_, state, err := s.Match(t.Context(), name)
		e, ok := state.Entry(last.ID)
		if err != nil || !ok || !e.Revoked || e.Versions[0].Hand == nil {
			t.Errorf("%v %v %+v", err, ok, e)
		}
	})
}

func TestBooksMoveFromSQLiteToPostgreSQL(t *testing.T) {
	b := newTable(t, "table-1", "riichi", 13)
	events := b.plays(t, 12)
	from, to := open(t, t.TempDir()), open(t, postgres(t))
	if _, err := from.Take(t.Context(), b.books, events); err != nil {
		t.Fatal(err)
	}
	if err := from.SetAside(t.Context(), "jantaku", "table-9", []byte("?"), store.ErrUnfit); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := to.Move(t.Context(), from, func(int) {}); err != nil {
			t.Fatal(err)
		}
	}
	b.compare(t, to, events)
	if aside, err := to.AllAside(t.Context(), 10); err != nil || len(aside) != 1 {
		t.Errorf("aside %+v %v", aside, err)
	}
}

func TestPagesFindWhatTheyShow(t *testing.T) {
	b := newTable(t, "table-1", "riichi", 14)
	events := b.plays(t, 30)
	onBoth(t, func(t *testing.T, where func() string) {
		s := open(t, where())
		if _, err := s.Take(t.Context(), b.books, events); err != nil {
			t.Fatal(err)
		}
		matches, err := s.Matches(t.Context(), store.Filter{Club: "jantaku", Table: "table-1", Rules: "riichi"})
		if err != nil || len(matches) < 2 || len(matches[0].Players) != 4 || matches[0].Started.Before(matches[1].Started) {
			t.Fatalf("%+v %v", matches, err)
		}
		found, err := s.FindPlayers(t.Context(), "o'h", 10)
		if err != nil || len(found) != 1 || found[0].Name != "O'Hara" {
			t.Fatalf("%+v %v", found, err)
		}
		if none, err := s.FindPlayers(t.Context(), "%", 10); err != nil || len(none) != 0 {
			t.Errorf("a sign of LIKE finds %+v %v", none, err)
		}
		p, err := s.Player(t.Context(), found[0].ID)
		if err != nil || len(p.Books) != 1 || p.Books[0].Hands == 0 {
			t.Errorf("%+v %v", p, err)
		}
		mine, err := s.Matches(t.Context(), store.Filter{Player: p.ID})
		results, err2 := s.ResultsOf(t.Context(), p.ID, "riichi", 100)
		seasons, rows, err3 := s.SeasonsOf(t.Context(), p.ID, "riichi")
		if err := errors.Join(err, err2, err3); err != nil || len(mine) == 0 || len(results) != p.Books[0].Matches || len(seasons) != len(rows) || len(seasons) == 0 {
			t.Errorf("%d matches, %d results, %v: %v", len(mine), len(results), seasons, err)
		}
		wins, err := s.Wins(t.Context(), store.WinFilter{Rules: "riichi", Fan: "riichi", Limit: 5})
		best, err2 := s.Wins(t.Context(), store.WinFilter{Player: p.ID, Rules: "riichi", Limit: 5})
		if err := errors.Join(err, err2); err != nil || len(wins) == 0 || len(best) == 0 || len(best) > 1 && best[0].Gain < best[1].Gain {
			t.Errorf("%+v %+v %v", wins, best, err)
		}
		if _, _, err := s.Match(t.Context(), "nothing"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("an unknown match: %v", err)
		}
	})
}

// A season begins at midnight where the clubs are; another zone moves the matches that begin in another season there, and a
// match that comes later is counted by it, whoever keeps it.
func TestSeasonsBeginInTheZoneOfTheClubs(t *testing.T) {
	b := newTable(t, "table-1", "riichi", 15)
	events := b.plays(t, 30)
	for i := range events { // all of it in the night of a new year
		events[i].Time = time.Date(2026, 12, 31, 20, 0, i, 0, time.UTC)
	}
	half := len(events) / 2
	onBoth(t, func(t *testing.T, where func() string) {
		at := where()
		s, other := open(t, at), open(t, at)
		if err := s.SetZone(t.Context(), "Europe/London"); err != nil {
			t.Fatal(err)
		}
		if _, err := other.Take(t.Context(), b.books, events[:half]); err != nil {
			t.Fatal(err)
		}
		seasons := func(want ...string) {
			t.Helper()
			_, got, err := other.Seasons(t.Context())
			if err != nil || !slices.Equal(got["riichi"], want) {
				t.Errorf("seasons %v, want %v: %v", got, want, err)
			}
		}
		seasons("2026-Q4")
		if err := s.SetZone(t.Context(), "Asia/Tokyo"); err != nil {
			t.Fatal(err)
		}
		seasons("2027-Q1")
		if _, err := other.Take(t.Context(), b.books, events[half:]); err != nil {
			t.Fatal(err)
		}
		seasons("2027-Q1")
		whole, err := s.Standings(t.Context(), "riichi", "", "", 100)
		season, err2 := s.Standings(t.Context(), "riichi", "2027-Q1", "", 100)
		if err := errors.Join(err, err2); err != nil || len(whole) == 0 || !reflect.DeepEqual(whole, season) {
			t.Errorf("the season has\n%+v, all time\n%+v %v", season, whole, err)
		}
		for _, none := range []string{"Mars/Olympus", "Local", ""} {
			if err := s.SetZone(t.Context(), none); err == nil {
				t.Errorf("a zone that is none: %q", none)
			}
		}
	})
}

// A database that is filled holds what the copied matches give, and goes on being filled.
func TestAFilledDatabaseIsWhatItsEventsGive(t *testing.T) {
	pattern := newTable(t, "table-1", "riichi", 16)
	pattern.player.Names = []string{"§0§", "§1§", "§2§", "§3§", "§4§"}
	by := map[string][]ledger.Event{}
	for _, e := range pattern.plays(t, 24) {
		by[e.Match] = append(by[e.Match], e)
	}
	matches := slices.Collect(maps.Values(by))
	s := open(t, postgres(t))
	fill := store.Fill{Matches: matches, Clubs: 2, Tables: 2, Players: 8, Batch: 6, Seed: 1, Progress: func(int64) {}}
	var before store.Size
	for range 2 {
		fill.Hands = before.Hands + 1
		if err := s.Fill(t.Context(), fill); err != nil {
			t.Fatal(err)
		}
		size, err := s.Size(t.Context())
		if err != nil || size.Hands <= before.Hands || size.Journals != 4 || size.Players != 16 {
			t.Fatalf("%+v %v", size, err)
		}
		before = size
	}
	books := map[store.Books][]ledger.Event{}
	if err := s.EachBooks(t.Context(), func(of store.Books, events []ledger.Event) error {
		books[of] = append(books[of], events...)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for of, events := range books {
		if faults, err := s.Compare(t.Context(), of, events); err != nil || len(faults) > 0 {
			t.Errorf("%s/%s: %.3q %v", of.Club, of.Table, faults, err)
		}
	}
	// What a table brings goes on from what was filled, and sums of what was filled are those of what is brought.
	moved := open(t, postgres(t))
	if err := moved.Move(t.Context(), s, func(int) {}); err != nil {
		t.Fatal(err)
	}
	filled, err := s.Standings(t.Context(), "riichi", "", "", 100)
	brought, err2 := moved.Standings(t.Context(), "riichi", "", "", 100)
	if err := errors.Join(err, err2); err != nil || len(filled) == 0 || len(filled) != len(brought) {
		t.Fatalf("%d rows, %d where it was brought: %v", len(filled), len(brought), err)
	}
	for _, rows := range [][]store.Standing{filled, brought} { // equals are in the order in which their names came
		slices.SortStableFunc(rows, func(a, b store.Standing) int {
			return cmp.Or(strings.Compare(a.ID, b.ID), cmp.Compare(a.Score, b.Score))
		})
	}
	for i := range filled {
		if filled[i].Row != brought[i].Row {
			t.Errorf("%+v was filled, %+v is what its events give", filled[i].Row, brought[i].Row)
		}
	}
	real := open(t, postgres(t))
	b := newTable(t, "table-1", "riichi", 19)
	if _, err := real.Take(t.Context(), b.books, b.plays(t, 1)); err != nil {
		t.Fatal(err)
	}
	if err := real.Fill(t.Context(), fill); !errors.Is(err, store.ErrNotEmpty) {
		t.Errorf("books of tables are filled up: %v", err)
	}
}

// A table that brings events with the ids of another table's hands changes nothing of these: its own match is at fault.
func TestATableChangesNoHandOfAnother(t *testing.T) {
	b := newTable(t, "table-1", "riichi", 23)
	events := b.plays(t, 3)
	copied := slices.Clone(events)
	copied[0].ID += "x" // begins books of its own
	other := &table{books: store.Books{Club: "elsewhere", Table: "table-1", Journal: copied[0].ID}}
	onBoth(t, func(t *testing.T, where func() string) {
		s := open(t, where())
		take(t, s, b, events)
		take(t, s, other, copied)
		wins, err := s.Wins(t.Context(), store.WinFilter{Rules: "riichi", Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range wins {
			if p, err := s.Player(t.Context(), w.Player); err != nil || p.Club != b.books.Club {
				t.Errorf("the win %s is one of %s now: %v", w.Entry, p.Club, err)
			}
		}
		b.compare(t, s, events)
		if faults, err := s.Faults(t.Context()); err != nil || len(faults) != 1 || faults[0].Club != "elsewhere" {
			t.Errorf("faults %+v, %v", faults, err)
		}
		if rows, err := s.Standings(t.Context(), "riichi", "", "elsewhere", 100); err != nil || len(rows) != 0 {
			t.Errorf("it stands among the players: %+v, %v", rows, err)
		}
	})
}
