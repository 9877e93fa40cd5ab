package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Message is an event that still has to be told to the outside world, with the match
// as it was right after it.
type Message struct {
	Event Event `json:"event"`
	View  View  `json:"view"`
	// Earlier says that another match had been started by then: the event corrects an
	// old one and is no news of the table.
	Earlier bool `json:"earlier,omitempty"`
	// Journal names the books: the id of their first event.
	Journal string `json:"journal"`
}

// Outbox gives the oldest message that was not sent; false when all were. Messages
// come in the order of the journal and stay until Sent is called: after a crash a
// message may come twice, and its Event.ID tells.
func (l *Ledger) Outbox(ctx context.Context) (Message, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var seq int64
	err := l.db.QueryRowContext(ctx, "SELECT event FROM outbox ORDER BY event LIMIT 1").Scan(&seq)
	if errors.Is(err, sql.ErrNoRows) {
		return Message{}, false, nil
	}
	if err != nil {
		return Message{}, false, named(err)
	}
	m, err := l.message(ctx, seq)
	if err != nil {
		return m, false, fmt.Errorf("outbox: event %d: %w", seq, err)
	}
	return m, true, nil
}

// message gives an event with the match as it was then: the state at hand when the event
// is its last, otherwise the events up to it folded again.
func (l *Ledger) message(ctx context.Context, seq int64) (m Message, err error) {
	err = l.each(ctx, "WHERE seq = ?", []any{seq}, func(e Event) error {
		m.Event = e
		return nil
	})
	s := l.state
	if err == nil && s.Seq != seq {
		var events []Event
		err = l.each(ctx, "WHERE match = ? AND seq <= ? ORDER BY seq", []any{m.Event.Match, seq}, func(e Event) error {
			events = append(events, e)
			return nil
		})
		if err == nil {
			s, err = FoldAll(l.shelf, events)
		}
	}
	if err != nil {
		return m, err
	}
	m.View, m.Journal = s.View(), l.first
	var newest string
	err = l.db.QueryRowContext(ctx, "SELECT id FROM matches WHERE first <= ? ORDER BY first DESC LIMIT 1", seq).Scan(&newest)
	m.Earlier = newest != m.Event.Match
	return m, named(err)
}

// Sent takes the message of an event out of the outbox. Call it when the broker has
// acknowledged the message, not before.
func (l *Ledger) Sent(ctx context.Context, seq int64) error {
	_, err := l.db.ExecContext(ctx, "DELETE FROM outbox WHERE event = ?", seq)
	return named(err)
}

// Next is Outbox that waits until there is a message. It gives the context's error when
// the context ends first. The same message comes again until Sent is called for it.
func (l *Ledger) Next(ctx context.Context) (Message, error) {
	for {
		news := l.news.next()
		m, ok, err := l.Outbox(ctx)
		if ok || err != nil {
			return m, err
		}
		select {
		case <-news:
		case <-ctx.Done():
			return Message{}, ctx.Err()
		}
	}
}
