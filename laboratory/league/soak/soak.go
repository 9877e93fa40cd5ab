// Package soak plays an evening of a league under faults: many tables without pictures, a broker or a cluster of three,
// two archives, a database. Brokers, archives and the database are processes of their own, which are killed, stopped and cut
// off while the tables play. At the end every event, hand and correction of every table's books must stand in the database
// once, and what is derived of them must be what the tables' own books give.
package soak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"jantaku/internal/referee"
	"jantaku/laboratory/league/play"
	"jantaku/league/local"
	"jantaku/league/store"
	"jantaku/mqtt"
)

// Soak says what is played and under which faults.
type Soak struct {
	Folder    string
	Tables    int
	Pace      time.Duration // of a hand
	For       time.Duration // how long is played
	Mosquitto bool          // one broker in place of three nodes of NATS
	SQLite    bool          // in place of PostgreSQL
	Quiet     bool          // no faults
	Kills     int           // how often the one broker is killed
	Patience  time.Duration // of the archives
	Out       io.Writer
	Log       *slog.Logger
}

// settle is how long everything may take at the end to come to rest.
const settle = 10 * time.Minute

// tablesOfProxy is how many tables share a way to the broker.
const tablesOfProxy = 25

// evening is a soak that runs.
type evening struct {
	*Soak
	brokers  []broker
	archives []*process
	database *local.Postgres
	where    string
	proxies  []*proxy
	tables   []*play.Live
	store    *store.Store
}

// broker is one that can be killed.
type broker interface {
	Kill() error
	Start(ctx context.Context) error
}

// Run plays, and compares. The error tells what is not as it should be.
func (s *Soak) Run(ctx context.Context) (err error) {
	if s.Folder == "" {
		if s.Folder, err = os.MkdirTemp("", "jantaku-league-*"); err != nil {
			return err
		}
		if err := os.Chmod(s.Folder, 0o755); err != nil { // the database is somebody else's
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(s.Folder)) }()
	}
	if err := os.MkdirAll(s.Folder, 0o755); err != nil {
		return err
	}
	e := &evening{Soak: s}
	defer func() { err = errors.Join(err, e.close()) }()
	if err := e.build(ctx); err != nil {
		return err
	}
	return e.play(ctx)
}

// build starts everything.
func (e *evening) build(ctx context.Context) (err error) {
	addrs, err := e.buildBrokers(ctx)
	if err != nil {
		return err
	}
	if e.where = filepath.Join(e.Folder, "archive"); !e.SQLite {
		if e.database, err = local.StartPostgres(ctx, filepath.Join(e.Folder, "postgres"), false); err != nil {
			return err
		}
		if err := e.database.Ensure(ctx, "league"); err != nil {
			return err
		}
		e.where = e.database.URL("league")
	}
	if e.store, err = store.Open(ctx, e.where, referee.Shelf, e.Log); err != nil {
		return err
	}
	urls := make([]string, len(addrs))
	for i, addr := range addrs {
		urls[i] = "tcp://" + addr
	}
	for i := range 2 {
		a, err := e.startArchive(ctx, i, urls)
		if err != nil {
			return err
		}
		e.archives = append(e.archives, a)
	}
	for n := range e.Tables {
		if n%tablesOfProxy == 0 {
			p, err := newProxy(addrs)
			if err != nil {
				return err
			}
			e.proxies = append(e.proxies, p)
		}
		name := fmt.Sprintf("table-%d", n+1)
		live, err := play.StartLive(ctx, play.Seat{Folder: filepath.Join(e.Folder, "tables", name), Broker: e.proxies[len(e.proxies)-1].url(),
			Address: mqtt.Address{Prefix: "jantaku", Table: name, Node: "node-" + name}, Rules: "riichi", Names: play.Names(n, 8), Seed: uint64(1000 * n)}, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		e.tables = append(e.tables, live)
	}
	return nil
}

func (e *evening) buildBrokers(ctx context.Context) (addrs []string, err error) {
	if e.Mosquitto {
		m, err := local.StartMosquitto(ctx, filepath.Join(e.Folder, "broker"), "")
		if err != nil {
			return nil, err
		}
		e.brokers = []broker{m}
		return []string{m.Addr()}, nil
	}
	nodes, err := newNodes(e.Folder)
	if err != nil {
		return nil, err
	}
	for _, n := range nodes {
		e.brokers = append(e.brokers, n)
		if err := n.Start(ctx); err != nil {
			return nil, err
		}
		addrs = append(addrs, n.node.MQTT)
	}
	for _, n := range nodes {
		if err := n.answers(ctx); err != nil {
			return nil, err
		}
	}
	return addrs, nil
}

// play lets the tables play while faults happen, and waits until all is at rest.
func (e *evening) play(ctx context.Context) error {
	away := len(e.tables) - 1 // is offline all evening
	running, end := context.WithCancel(ctx)
	defer end()
	group, running := errgroup.WithContext(running)
	for _, p := range e.proxies {
		group.Go(func() error { p.run(running); return nil })
	}
	publish := func(l *play.Live) { group.Go(func() error { return l.Publish(running) }) }
	playing, stop := context.WithTimeout(running, e.For)
	defer stop()
	var players errgroup.Group
	for i, l := range e.tables {
		if i != away || e.Quiet {
			publish(l)
		}
		players.Go(func() error { return l.Play(playing, e.Pace, 0) })
	}
	began := time.Now()
	faults := 0
	if !e.Quiet {
		n, err := e.faults(playing)
		if faults = n; err != nil {
			return err
		}
	}
	if err := players.Wait(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	lasted := time.Since(began)
	if !e.Quiet {
		publish(e.tables[away])
	}
	rest := time.Now()
	err := e.rest(ctx)
	e.report(ctx, lasted, time.Since(rest), faults)
	end()
	return errors.Join(err, group.Wait())
}

// rest waits until every table has told everything and the database has it, and says what is not so in the end.
func (e *evening) rest(ctx context.Context) error {
	limit := time.Now().Add(settle)
	var left []string
	for time.Now().Before(limit) {
		var err error
		if left, err = e.compare(ctx); err == nil && len(left) == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(2 * time.Second):
		}
	}
	for _, fault := range left[:min(len(left), 20)] {
		fmt.Fprintln(e.Out, fault)
	}
	return fmt.Errorf("%d faults: the database is not what the tables' books say", len(left))
}

// compare compares the books of every table with the database.
func (e *evening) compare(ctx context.Context) (faults []string, err error) {
	var mu sync.Mutex
	var group errgroup.Group
	group.SetLimit(4)
	for _, l := range e.tables {
		group.Go(func() error {
			journal, events, err := l.Events(ctx)
			if err != nil {
				return err
			}
			its, err := e.store.Compare(ctx, store.Books{Club: l.Address.Prefix, Table: l.Address.Table, Journal: journal}, events)
			mu.Lock()
			defer mu.Unlock()
			faults = append(faults, its...)
			return err
		})
	}
	return faults, group.Wait()
}

// report says what was played and how long it took.
func (e *evening) report(ctx context.Context, lasted, rest time.Duration, faults int) {
	size, err := e.store.Size(ctx)
	if err != nil {
		fmt.Fprintln(e.Out, "the database:", err)
		return
	}
	late, err := e.store.Lateness(ctx)
	if err != nil || len(late) == 0 {
		fmt.Fprintln(e.Out, "the database:", err)
		return
	}
	slices.Sort(late)
	at := func(share float64) time.Duration {
		return late[int(share*float64(len(late)-1))].Round(time.Millisecond)
	}
	asked := int64(0)
	for _, l := range e.tables {
		asked += l.Asked()
	}
	fmt.Fprintf(e.Out, "%d tables, %d events, %d hands in %v (%.1f events a second), %d faults; booked to standing in the archive p50 %v, p90 %v, p99 %v, most %v; tables were asked %d times; at rest after %v\n",
		e.Tables, size.Events, size.Hands, lasted.Round(time.Second), float64(size.Events)/lasted.Seconds(), faults, at(.5), at(.9), at(.99), at(1), asked, rest.Round(100*time.Millisecond))
}

func (e *evening) close() error {
	var errs []error
	for _, l := range e.tables {
		errs = append(errs, l.Close())
	}
	for _, a := range e.archives {
		errs = append(errs, a.Kill())
	}
	for _, b := range e.brokers {
		errs = append(errs, b.Kill())
	}
	if e.store != nil {
		errs = append(errs, e.store.Close())
	}
	if e.database != nil {
		errs = append(errs, e.database.Stop())
	}
	return errors.Join(errs...)
}
