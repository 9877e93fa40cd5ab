package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"jantaku/access"
	"jantaku/internal/referee"
	"jantaku/ledger"
	"jantaku/mqtt"
)

// Live is a table without a table: its books, its publisher and its players are those of a real one.
type Live struct {
	Address mqtt.Address
	Player  *Table

	books     *ledger.Ledger
	outbox    *mqtt.JournalOutbox
	publisher *mqtt.Publisher
	asked     atomic.Int64
}

// Seat says where a live table is and what it plays.
type Seat struct {
	Folder   string // of its books
	Address  mqtt.Address
	Broker   string
	User     string
	Password string
	Rules    string
	Names    []string
	Seed     uint64
}

// StartLive opens the books of a table; Run plays. Close it when done.
func StartLive(ctx context.Context, s Seat, log *slog.Logger) (*Live, error) {
	if err := os.MkdirAll(s.Folder, 0o750); err != nil {
		return nil, err
	}
	books, err := ledger.Open(ctx, filepath.Join(s.Folder, "ledger.db"), ledger.WithShelf(referee.Shelf), ledger.WithLog(log))
	if err != nil {
		return nil, err
	}
	l := &Live{Address: s.Address, Player: New(books, s.Rules, "", s.Names, s.Seed), books: books}
	l.outbox = mqtt.NewJournalOutbox(books, s.Address)
	desk := access.Guard{Next: counted{referee.Referee{Books: books, Changed: l.outbox.Changed, Table: s.Address.Table}, &l.asked}, Log: slog.New(slog.DiscardHandler)}
	l.publisher, err = mqtt.NewPublisher(mqtt.Config{Address: s.Address, Broker: s.Broker, User: s.User, Password: s.Password, Program: "jantaku players"}, l.outbox, desk, log)
	if err != nil {
		return nil, errors.Join(err, books.Close())
	}
	return l, nil
}

// counted counts what is asked for.
type counted struct {
	referee.Referee
	n *atomic.Int64
}

func (c counted) Request(ctx context.Context, op string, body json.RawMessage) (json.RawMessage, error) {
	c.n.Add(1)
	return c.Referee.Request(ctx, op, body)
}

// Asked is how many requests were carried out.
func (l *Live) Asked() int64 { return l.asked.Load() }

// Connected reports whether the table is at its broker.
func (l *Live) Connected() bool { return l.publisher.Stats().Connected }

// Play plays hands until the context ends or, with hands above 0, so many were played: one in about every pace.
func (l *Live) Play(ctx context.Context, pace time.Duration, hands int) error {
	if err := l.showIdle(); err != nil {
		return err
	}
	for n := 0; hands == 0 || n < hands; n++ {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pace/2 + rand.N(pace+1)):
		}
		if err := l.Player.Hand(ctx); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
		l.outbox.Changed()
	}
	return nil
}

// showIdle tells what a table tells that works.
func (l *Live) showIdle() error {
	now := time.Now()
	for kind, payload := range map[mqtt.Kind]any{
		mqtt.KindState:        mqtt.State{Head: l.Address.NewHead(mqtt.KindState, "state-1", 1, now), Phase: "in-hand", Dice: []int{}},
		mqtt.KindAvailability: mqtt.Availability{Head: l.Address.NewHead(mqtt.KindAvailability, "availability-1", 1, now), Status: "online", Node: l.Address.Node, Parts: map[string]mqtt.Part{"ledger": {Online: true}}},
	} {
		m, err := mqtt.NewMessage(l.Address.Topic(kind), payload, true)
		if err != nil {
			return err
		}
		if err := l.publisher.Retain(m); err != nil {
			return err
		}
	}
	return nil
}

// Publish brings what was booked to the broker until the context ends; a broker that is away is waited for.
func (l *Live) Publish(ctx context.Context) error { return l.publisher.Run(ctx) }

// Run plays and publishes until the context ends.
func (l *Live) Run(ctx context.Context, pace time.Duration) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return l.Publish(ctx) })
	group.Go(func() error { return l.Play(ctx, pace, 0) })
	return group.Wait()
}

// Told reports whether everything was told.
func (l *Live) Told(ctx context.Context) (bool, error) {
	_, waits, err := l.books.Outbox(ctx)
	return !waits, err
}

// Events gives all events of the books, and how they are named.
func (l *Live) Events(ctx context.Context) (journal string, events []ledger.Event, err error) {
	page, err := l.books.Since(ctx, 0, math.MaxInt)
	if err != nil {
		err = fmt.Errorf("books of %s: %w", l.Address.Table, err)
	}
	return page.Journal, page.Events, err
}

// Close closes the books.
func (l *Live) Close() error { return l.books.Close() }

// Names are players of a club, so that each of its tables has some to draw from.
func Names(club, n int) (names []string) {
	given := [...]string{"陈明", "林娜", "王芳", "李伟", "张敏", "佐藤", "鈴木", "高橋", "田中", "山本", "Anna", "Ben", "Clara", "David", "Emma", "Felix"}
	for i := range n {
		name := given[(club*7+i)%len(given)]
		if i >= len(given) {
			name = fmt.Sprintf("%s %d", name, i/len(given)+1)
		}
		names = append(names, name)
	}
	return names
}
