package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
)

// Message is an event that still has to be told to the outside world, with the match
// as it was right after it.
type Message struct {
	Event Event `json:"event"`
	View  View  `json:"view"`
}

// Outbox gives the oldest message that was not sent; false when all were. Messages
// come in the order of the journal and stay until Sent is called: after a crash a
// message may come twice, and its Event.ID tells.
func (l *Ledger) Outbox(ctx context.Context) (Message, bool, error) {
	var view string
	e, _, err := scanEvent(withView{l.db.QueryRowContext(ctx, `SELECT seq, id, time, match, kind, source, author, why, payload, sum, view
		FROM events JOIN outbox ON outbox.event = events.seq ORDER BY seq LIMIT 1`), &view})
	if errors.Is(err, sql.ErrNoRows) {
		return Message{}, false, nil
	}
	if err != nil {
		return Message{}, false, named(err)
	}
	m := Message{Event: e}
	if err := json.Unmarshal([]byte(view), &m.View); err != nil {
		return m, false, fmt.Errorf("outbox: event %d: %w", e.Seq, err)
	}
	return m, true, nil
}

type withView struct {
	row  *sql.Row
	view *string
}

func (w withView) Scan(to ...any) error { return w.row.Scan(append(to, w.view)...) }

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

// bell wakes everybody who waits for it.
type bell struct {
	mu   sync.Mutex
	ring chan struct{}
}

// next gives a channel that is closed when the bell rings next.
func (b *bell) next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ring == nil {
		b.ring = make(chan struct{})
	}
	return b.ring
}

// strike wakes those who wait.
func (b *bell) strike() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ring != nil {
		close(b.ring)
		b.ring = nil
	}
}
