// Package bench makes a database of PostgreSQL as large as a league of many years has it, of matches that the program's own
// players have played, and measures how long its pages take.
package bench

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"jantaku/internal/referee"
	"jantaku/laboratory/league/play"
	"jantaku/league/local"
	"jantaku/league/store"
	"jantaku/ledger"
)

// Bench says how large the database is to be and what is measured.
type Bench struct {
	Database string  // URL; where it is empty PostgreSQL is started with its data in Folder
	Folder   string  // is removed afterwards where it is empty
	Hands    int64   // in the database; what is there from the last time counts
	Patterns int     // matches by each rule book that are played, and copied
	Watched  float64 // how many of the matches, 0 to 1, have courses of their hands
	Samples  int     // of each page
	// Pages are those of a league over a store.
	Pages func(*store.Store) (http.Handler, error)
	Out   io.Writer
	Log   *slog.Logger
}

// books are played, one club a third each.
var books = []string{"riichi", "mcr", "lingque-29"}

// A league of ten million hands: 1,000 tables with 10,000 hands each, 20,000 players with 2,000.
const (
	clubs          = 200
	tablesOfClub   = 5
	playersOfClub  = 100
	playersOfMatch = 6 // two may play on for others
	batch          = 1000
)

// Run fills, measures and removes what it made.
func (b *Bench) Run(ctx context.Context) (err error) {
	folder, clear, err := local.Folder(b.Folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, clear()) }()
	where := b.Database
	if where == "" {
		database, err := local.StartPostgres(ctx, filepath.Join(folder, "postgres"), true)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, database.Stop()) }()
		if err := database.Ensure(ctx, "league"); err != nil {
			return err
		}
		where = database.URL("league")
	}
	s, err := store.Open(ctx, where, referee.Shelf, b.Log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	db, err := sql.Open("pgx", where)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := b.fill(ctx, s); err != nil {
		return err
	}
	if err := b.check(ctx, s); err != nil {
		return err
	}
	return b.measure(ctx, s, db)
}

// fill makes the database as large as it is to be.
func (b *Bench) fill(ctx context.Context, s *store.Store) error {
	size, err := s.Size(ctx)
	if err != nil || size.Hands >= b.Hands {
		return err
	}
	began := time.Now()
	matches, err := b.play(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(b.Out, "%d matches were played in %v\n", len(matches), time.Since(began).Round(time.Second))
	began = time.Now()
	told := began
	err = s.Fill(ctx, store.Fill{Matches: matches, Hands: b.Hands, Clubs: clubs, Tables: tablesOfClub, Players: playersOfClub, Batch: batch, Seed: 54, Progress: func(hands int64) {
		if time.Since(told) > 20*time.Second {
			told = time.Now()
			b.Log.Info("filled", "hands", hands, "per second", int(float64(hands-size.Hands)/time.Since(began).Seconds()))
		}
	}})
	if err == nil {
		err = s.Tidy(ctx)
	}
	if err == nil {
		fmt.Fprintf(b.Out, "filled to %d hands in %v\n", b.Hands, time.Since(began).Round(time.Second))
	}
	return errors.Join(err, ctx.Err())
}

// play has matches played to their end by every rule book, with what referees do.
func (b *Bench) play(ctx context.Context) (all [][]ledger.Event, err error) {
	folder, err := os.MkdirTemp("", "jantaku-bench-tables-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	played := make([][][]ledger.Event, len(books))
	group, ctx := errgroup.WithContext(ctx)
	for i, rules := range books {
		group.Go(func() (err error) {
			played[i], err = b.playAt(ctx, filepath.Join(folder, rules), rules, uint64(i))
			return err
		})
	}
	err = group.Wait()
	return slices.Concat(played...), err
}

func (b *Bench) playAt(ctx context.Context, path, rules string, seed uint64) (all [][]ledger.Event, err error) {
	l, err := ledger.Open(ctx, path, ledger.WithShelf(referee.Shelf), ledger.WithLog(slog.New(slog.DiscardHandler)))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	var names []string
	for n := range playersOfMatch {
		names = append(names, fmt.Sprintf("§player-%d§", n)) // stands nowhere else in an event
	}
	table := play.New(l, rules, "", names, seed)
	for finished := 0; finished < b.Patterns; {
		table.Blind = float64(finished) >= b.Watched*float64(b.Patterns)
		if err := table.Hand(ctx); err != nil {
			return nil, err
		}
		if l.State().Finished {
			finished++
		}
	}
	page, err := l.Since(ctx, 0, math.MaxInt)
	if err != nil {
		return nil, err
	}
	var matches []string
	by := map[string][]ledger.Event{}
	for _, e := range page.Events {
		if by[e.Match] == nil {
			matches = append(matches, e.Match)
		}
		by[e.Match] = append(by[e.Match], e)
	}
	for _, match := range matches {
		all = append(all, by[match])
	}
	return all, nil
}

// check folds the events of a table again: what was made is what the tables' own code makes of them.
func (b *Bench) check(ctx context.Context, s *store.Store) error {
	enough := errors.New("one is enough")
	var books store.Books
	var events []ledger.Event
	err := s.EachBooks(ctx, func(of store.Books, page []ledger.Event) error {
		if books != (store.Books{}) && of != books {
			return enough
		}
		books, events = of, append(events, page...)
		return nil
	})
	if err != nil && !errors.Is(err, enough) {
		return err
	}
	faults, err := s.Compare(ctx, books, events)
	if err == nil && len(faults) > 0 {
		err = fmt.Errorf("what was made of %d events of %s is not what they give: %d faults, such as %s", len(events), books.Table, len(faults), faults[0])
	}
	if err == nil {
		fmt.Fprintf(b.Out, "all %d events of a table folded again give what stands in the database\n", len(events))
	}
	return err
}

// kind is a page, and how its address is drawn.
type kind struct {
	name string
	draw func() string
}

// measure asks for pages of everything, drawn at random.
func (b *Bench) measure(ctx context.Context, s *store.Store, db *sql.DB) error {
	kinds, err := b.kinds(ctx, s, db)
	if err != nil {
		return err
	}
	var bytes int64
	if err := db.QueryRowContext(ctx, "SELECT pg_database_size(current_database())").Scan(&bytes); err != nil {
		return err
	}
	size, err := s.Size(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(b.Out, "%d hands, %d matches, %d events, %d players: %.1f GB, %d bytes a hand\n", size.Hands, size.Matches, size.Events, size.Players, float64(bytes)/1e9, bytes/max(size.Hands, 1))
	pages, err := b.Pages(s)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	web := &http.Server{Handler: pages, ReadHeaderTimeout: time.Minute}
	var group errgroup.Group
	group.Go(func() error { return web.Serve(l) })
	for _, k := range kinds {
		if err = b.page(ctx, db, "http://"+l.Addr().String(), k); err != nil {
			break
		}
	}
	err = errors.Join(err, web.Close())
	if end := group.Wait(); !errors.Is(end, http.ErrServerClosed) {
		err = errors.Join(err, end)
	}
	return err
}

// page measures one kind of page, and tells which tables were read whole for it.
func (b *Bench) page(ctx context.Context, db *sql.DB, at string, k kind) error {
	if _, err := db.ExecContext(ctx, "SELECT pg_stat_reset()"); err != nil {
		return err
	}
	var took []time.Duration
	for range b.Samples {
		address := at + k.draw()
		began := time.Now()
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return err
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return err
		}
		n, err := io.Copy(io.Discard, answer.Body)
		if err := errors.Join(err, answer.Body.Close()); err != nil || answer.StatusCode != http.StatusOK {
			return fmt.Errorf("%s: %s, %d bytes: %w", address, answer.Status, n, err)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	share := func(p float64) string {
		return fmt.Sprintf("%.1f ms", float64(took[int(p*float64(len(took)-1))].Microseconds())/1000)
	}
	fmt.Fprintf(b.Out, "%-28s p50 %9s  p95 %9s  most %9s  (%d)\n", k.name, share(.5), share(.95), share(1), len(took))
	if _, err := db.ExecContext(ctx, "SELECT pg_stat_force_next_flush(), pg_sleep(.2)"); err != nil {
		return err
	}
	rows, err := db.QueryContext(ctx, "SELECT relname, seq_scan, seq_tup_read FROM pg_stat_user_tables WHERE seq_tup_read > 1000 ORDER BY seq_tup_read DESC")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var table string
		var scans, tuples int64
		if err := rows.Scan(&table, &scans, &tuples); err != nil {
			return err
		}
		fmt.Fprintf(b.Out, "    %s was read whole %d times, %d rows\n", table, scans, tuples)
	}
	return rows.Err()
}

// kinds are the pages that are measured, with what there is to ask for.
func (b *Bench) kinds(ctx context.Context, s *store.Store, db *sql.DB) (all []kind, err error) {
	const sample = " TABLESAMPLE BERNOULLI (%g) LIMIT 1000"
	size, err := s.Size(ctx)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(54, 10_000_000))
	draws := func(of []string) func() string {
		return func() string { return url.QueryEscape(of[random.IntN(len(of))]) }
	}
	from := func(column, table string, rows int64) (func() string, error) {
		values, err := texts(ctx, db, fmt.Sprintf("SELECT "+column+" FROM "+table+sample, math.Min(100, 200_000/float64(max(rows, 1)))))
		if err == nil && len(values) == 0 {
			err = fmt.Errorf("there are no %s", table)
		}
		return draws(values), err
	}
	player, err := from("id::text", "players", size.Players)
	if err != nil {
		return nil, err
	}
	match, err := from("name", "matches", size.Matches)
	if err != nil {
		return nil, err
	}
	hand, err := from("entry", "hands", size.Hands)
	if err != nil {
		return nil, err
	}
	seasons, err := texts(ctx, db, "SELECT DISTINCT season FROM standings WHERE season <> ''")
	if err != nil {
		return nil, err
	}
	fans, err := texts(ctx, db, "SELECT rules || '&fan=' || name FROM fans")
	if err != nil {
		return nil, err
	}
	clubs, err := texts(ctx, db, "SELECT DISTINCT club FROM journals")
	if err != nil {
		return nil, err
	}
	tables, err := texts(ctx, db, "SELECT DISTINCT tbl FROM journals")
	if err != nil {
		return nil, err
	}
	rules, season, club, table := draws(books), draws(seasons), draws(clubs), draws(tables)
	return []kind{
		{"standings", func() string { return "/standings?rules=" + rules() }},
		{"standings of a season", func() string { return "/standings?rules=" + rules() + "&season=" + season() }},
		{"standings of a club", func() string { return "/standings?rules=" + rules() + "&club=" + club() }},
		{"a player", func() string { return "/player?id=" + player() }},
		{"a match", func() string { return "/match?id=" + match() }},
		{"a hand", func() string { return "/hand?entry=" + hand() }},
		{"newest matches", func() string { return "/matches" }},
		{"newest matches by a book", func() string { return "/matches?rules=" + rules() }},
		{"matches of a player", func() string { return "/matches?player=" + player() }},
		{"matches of a table", func() string { return "/matches?club=" + club() + "&table=" + table() }},
		{"matches of a club", func() string { return "/matches?club=" + club() }},
		{"older matches", func() string {
			return "/matches?before=" + strconv.FormatInt(time.Now().AddDate(0, 0, -random.IntN(1200)).UnixMicro(), 10)
		}},
		{"search for a part of a name", func() string {
			return "/search?q=" + url.QueryEscape([]string{"mi", "Haru", "ka 1", "99", "zu"}[random.IntN(5)])
		}},
		{"search for a name", func() string { return "/search?q=" + strconv.Itoa(random.IntN(int(size.Players))) }},
		{"search for a fan", func() string { return "/search?rules=" + fans[random.IntN(len(fans))] }},
		{"search for the largest wins", func() string { return "/search?rules=" + rules() }},
	}, nil
}

// texts reads a column.
func texts(ctx context.Context, db *sql.DB, query string) (all []string, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}
