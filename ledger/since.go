package ledger

import (
	"context"
	"database/sql"
	"errors"
)

// Page is a part of the journal, as somebody asks for it who keeps the books of many tables.
type Page struct {
	// Journal tells the books of one table from those that it keeps after its disk was replaced: the id of
	// their first event. Empty while nothing was written.
	Journal string
	// Last is the number of the newest event, 0 for none.
	Last int64
	// Events are some of those after the number that was asked for, in their order.
	Events []Event
}

// Since gives events after number seq, the oldest first: as many as have no more than the given bytes of payload
// together, and one at least where there is any.
func (l *Ledger) Since(ctx context.Context, seq int64, bytes int) (Page, error) {
	l.mu.Lock()
	p := Page{Journal: l.first, Last: l.tail.seq}
	l.mu.Unlock()
	// One row more than fits is read and left: payloads are summed as they come.
	errEnough, size := errors.New("enough"), 0
	err := l.each(ctx, "WHERE seq > ? AND seq <= ? ORDER BY seq", []any{seq, p.Last}, func(e Event) error {
		if size += len(e.Payload); size > bytes && len(p.Events) > 0 {
			return errEnough
		}
		p.Events = append(p.Events, e)
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return p, err
}

// loadFirst reads the id of the first event, which names these books.
func (l *Ledger) loadFirst(ctx context.Context) error {
	err := l.db.QueryRowContext(ctx, "SELECT id FROM events WHERE seq = 1").Scan(&l.first)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return named(err)
}
