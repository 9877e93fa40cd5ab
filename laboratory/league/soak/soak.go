// Package soak plays an evening of a league under faults: many tables without pictures, a broker or a cluster of three,
// two archives, a database. Brokers, archives and the database are processes of their own, which are killed and stopped, and
// a network between all of them cuts them off, while the tables play. The tables are in this process; each has books, a publisher and
// players of its own. At the end every event, hand and correction of every table's books must stand in the database
// once, and what is derived of them must be what the tables' own books give.
package soak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
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

// tablesOfGroup is how many tables share a way to the broker.
const tablesOfGroup = 25

// evening is a soak that runs.
type evening struct {
	*Soak
	network  *network
	lead     func(*way)
	nodes    []*node // of NATS
	broker   broker  // Mosquitto, without them
	archives []*process
	database *local.Postgres
	where    string
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
	folder, clear, err := local.Folder(s.Folder)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, clear()) }()
	s.Folder = folder
	e := &evening{Soak: s, network: &network{cut: map[string]chan struct{}{}}}
	leading, end := context.WithCancel(ctx)
	var ways sync.WaitGroup
	defer func() {
		err = errors.Join(err, e.close())
		end()
		ways.Wait()
	}()
	if err := e.build(ctx, func(w *way) { ways.Go(func() { w.run(leading) }) }); err != nil {
		return err
	}
	return e.play(ctx)
}

// build starts everything; lead has a way lead on.
func (e *evening) build(ctx context.Context, lead func(*way)) (err error) {
	e.lead = lead
	brokers, err := e.buildBrokers(ctx)
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
	for i := range 2 {
		var urls []string
		for _, b := range brokers {
			w, err := e.way(archiveName(i), b)
			if err != nil {
				return err
			}
			urls = append(urls, "tcp://"+w.addr())
		}
		a, err := e.startArchive(ctx, i, urls)
		if err != nil {
			return err
		}
		e.archives = append(e.archives, a)
	}
	var group *way
	for n := range e.Tables {
		if n%tablesOfGroup == 0 {
			if group, err = e.way(tablesName(n/tablesOfGroup), brokers...); err != nil {
				return err
			}
		}
		name := fmt.Sprintf("table-%d", n+1)
		live, err := play.StartLive(ctx, play.Seat{Folder: filepath.Join(e.Folder, "tables", name), Broker: "tcp://" + group.addr(),
			Address: mqtt.Address{Prefix: "jantaku", Table: name, Node: "node-" + name}, Rules: "riichi", Names: play.Names(n, 8), Seed: uint64(1000 * n)}, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		e.tables = append(e.tables, live)
	}
	return nil
}

// way makes a way of the network, and has it lead on.
func (e *evening) way(from string, to ...end) (*way, error) {
	w, err := e.network.way(from, to...)
	if err == nil {
		e.lead(w)
	}
	return w, err
}

// groups is how many groups of tables there are, and tablesName how the network knows one of them.
func (e *evening) groups() int { return (e.Tables + tablesOfGroup - 1) / tablesOfGroup }

func tablesName(group int) string { return fmt.Sprintf("tables-%d", group+1) }

func (e *evening) buildBrokers(ctx context.Context) (all []end, err error) {
	if e.Mosquitto {
		m, err := local.StartMosquitto(ctx, filepath.Join(e.Folder, "broker"), "")
		if err != nil {
			return nil, err
		}
		e.broker = m
		return []end{{"the broker", m.Addr()}}, nil
	}
	if err := e.newNodes(); err != nil {
		return nil, err
	}
	for _, n := range e.nodes {
		if err := n.Start(ctx); err != nil {
			return nil, err
		}
		all = append(all, end{n.node.Name, n.node.MQTT})
	}
	for _, n := range e.nodes {
		if err := n.answers(ctx); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// play lets the tables play while faults happen, and waits until all is at rest.
func (e *evening) play(ctx context.Context) error {
	away := len(e.tables) - 1 // is offline all evening
	running, end := context.WithCancel(ctx)
	defer end()
	group, running := errgroup.WithContext(running)
	publish := func(l *play.Live) { group.Go(func() error { return l.Publish(running) }) }
	for i, l := range e.tables {
		if i != away || e.Quiet {
			publish(l)
		}
	}
	if err := e.ready(ctx, away); err != nil {
		return err
	}
	playing, stop := context.WithCancel(running)
	defer stop()
	var players errgroup.Group
	for _, l := range e.tables {
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
	sleep(playing, time.Until(began.Add(e.For))) // longer where the faults take longer
	stop()
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
	e.report(ctx, began, lasted, time.Since(rest), faults)
	end()
	return errors.Join(err, group.Wait())
}

// ready waits until all tables but one are at the broker and the archives hear them: before that an event has no way to take.
func (e *evening) ready(ctx context.Context, away int) error {
	if err := e.tables[0].Play(ctx, 0, 1); err != nil {
		return err
	}
	for limit := time.Now().Add(settle); ; {
		at := 0
		for _, l := range e.tables {
			if l.Connected() {
				at++
			}
		}
		size, err := e.store.Size(ctx)
		if err == nil && at >= away && size.Hands > 0 {
			return nil
		}
		if time.Now().After(limit) {
			return errors.Join(fmt.Errorf("only %d tables are at the broker, and the archives have %d hands", at, size.Hands), err)
		}
		if !sleep(ctx, time.Second) {
			return ctx.Err()
		}
	}
}

// rest waits until every table has told everything and the database has it, and says what is not so in the end.
func (e *evening) rest(ctx context.Context) error {
	limit := time.Now().Add(settle)
	left, faults := e.tables, []string(nil)
	for time.Now().Before(limit) {
		var err error
		left, faults, err = e.compare(ctx, left)
		if err != nil {
			e.Log.Warn("the books are compared again", "err", err)
		} else if len(left) == 0 { // all at once, since what came later may have changed what was well
			if left, faults, err = e.compare(ctx, e.tables); err == nil && len(left) == 0 {
				return nil
			}
		}
		if !sleep(ctx, 2*time.Second) {
			return ctx.Err()
		}
	}
	for _, fault := range faults[:min(len(faults), 20)] {
		fmt.Fprintln(e.Out, fault)
	}
	return fmt.Errorf("%d faults at %d tables: the database is not what the tables' books say", len(faults), len(left))
}

// compare compares the books of tables with the database, and gives those that differ, with how. Those that could not be
// compared are among them.
func (e *evening) compare(ctx context.Context, tables []*play.Live) (left []*play.Live, faults []string, err error) {
	var mu sync.Mutex
	var group errgroup.Group
	group.SetLimit(4)
	for _, l := range tables {
		group.Go(func() error {
			journal, events, err := l.Events(ctx)
			var its []string
			if err == nil {
				its, err = e.store.Compare(ctx, store.Books{Club: l.Address.Prefix, Table: l.Address.Table, Journal: journal}, events)
			}
			mu.Lock()
			defer mu.Unlock()
			if faults = append(faults, its...); err != nil || len(its) > 0 {
				left = append(left, l)
			}
			return err
		})
	}
	err = group.Wait()
	return left, faults, err
}

// report says what was played and how long it took.
func (e *evening) report(ctx context.Context, began time.Time, lasted, rest time.Duration, faults int) {
	size, err := e.store.Size(ctx)
	if err != nil {
		fmt.Fprintln(e.Out, "the database:", err)
		return
	}
	except := e.tables[len(e.tables)-1].Address.Table // was offline
	if e.Quiet {
		except = ""
	}
	late, err := e.store.Lateness(ctx, began, except)
	if err != nil || len(late) == 0 {
		fmt.Fprintln(e.Out, size.Events, "events, none since all tables were ready:", err)
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
	for _, n := range e.nodes {
		errs = append(errs, n.Kill())
	}
	if e.broker != nil {
		errs = append(errs, e.broker.Kill())
	}
	if e.store != nil {
		errs = append(errs, e.store.Close())
	}
	if e.database != nil {
		errs = append(errs, e.database.Stop())
	}
	return errors.Join(errs...)
}
