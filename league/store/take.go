package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"jantaku/ledger"
)

// Books are those of a table.
type Books struct {
	Club, Table string
	Journal     string // id of the first event
}

// Taken says how far the books of a table stand in the store.
type Taken struct {
	New int // events that were not there before
	// Upto is the last event before the first gap, Known the newest that was heard of.
	Upto, Known int64
}

// What is refused whoever asks how often; everything else is tried again.
var (
	// ErrForeign is a table that brings the books of another one.
	ErrForeign = errors.New("these are the books of another table")
	// ErrFork is another event under a number that is taken, as books have that went on from a copy.
	ErrFork = errors.New("another event stands under this number")
	// ErrUnfit is what no database can hold.
	ErrUnfit = errors.New("this cannot be kept")
)

// Refused reports whether an error of Take is about what was brought.
func Refused(err error) bool {
	return errors.Is(err, ErrForeign) || errors.Is(err, ErrFork) || errors.Is(err, ErrUnfit)
}

// Take keeps events of one table's books, in any order, and what follows from them, in one transaction: when it returns
// without error all of it is on the disk, and otherwise nothing. What is there already is not kept again. The error is
// [Refused] where the events are the reason.
func (s *Store) Take(ctx context.Context, of Books, events []ledger.Event) (t Taken, err error) {
	for _, e := range events {
		if err := fit(of, e); err != nil {
			return t, err
		}
	}
	err = s.inTx(ctx, func(tx *sql.Tx) error {
		t = Taken{}
		if err := s.hold(ctx, tx, false); err != nil {
			return err
		}
		j, err := s.journal(ctx, tx, of)
		if err != nil {
			return err
		}
		t.Upto, t.Known = j.upto, j.known
		for _, e := range events {
			fresh, err := addEvent(ctx, tx, j.id, e)
			if err != nil {
				return err
			}
			if fresh {
				t.New++
			}
			t.Known = max(t.Known, e.Seq)
		}
		if t.New == 0 {
			return nil
		}
		if t.Upto, err = whole(ctx, tx, j); err != nil {
			return err
		}
		if err := s.refold(ctx, tx, j, t.Upto); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE journals SET upto = $1, known = $2 WHERE id = $3", t.Upto, t.Known, j.id)
		return err
	})
	if isData(err) {
		err = fmt.Errorf("%w: %w", ErrUnfit, err)
	}
	return t, err
}

// mostName bounds the names by which events are found, in bytes: tables give them 26, and an index of PostgreSQL takes 2,704.
const mostName = 200

// fit refuses what one of the databases cannot hold.
func fit(of Books, e ledger.Event) error {
	if e.Seq < 1 || e.ID == "" || of.Journal == "" {
		return fmt.Errorf("%w: event %d of %s", ErrUnfit, e.Seq, of.Journal)
	}
	for _, text := range []string{of.Journal, e.ID, e.Match, string(e.Kind), e.Source, e.By, e.Why, string(e.Payload)} {
		if strings.ContainsRune(text, 0) {
			return fmt.Errorf("%w: event %d has a zero byte", ErrUnfit, e.Seq)
		}
	}
	for _, name := range []string{of.Journal, e.ID, e.Match, string(e.Kind)} {
		if len(name) > mostName {
			return fmt.Errorf("%w: event %d has a name of %d bytes", ErrUnfit, e.Seq, len(name))
		}
	}
	return nil
}

// journal is a row of journals.
type journal struct {
	id          int64
	club, table string
	upto, known int64
}

// journal finds the books, held for this transaction, and makes their row where they are new.
func (s *Store) journal(ctx context.Context, tx *sql.Tx, of Books) (j journal, err error) {
	find := func() error {
		return tx.QueryRowContext(ctx, "SELECT id, club, tbl, upto, known FROM journals WHERE name = $1"+s.locked(), of.Journal).
			Scan(&j.id, &j.club, &j.table, &j.upto, &j.known)
	}
	err = find()
	if errors.Is(err, sql.ErrNoRows) {
		if _, err := tx.ExecContext(ctx, `INSERT INTO journals (name, club, tbl, upto, known) VALUES ($1, $2, $3, 0, 0)
			ON CONFLICT (name) DO NOTHING`, of.Journal, of.Club, of.Table); err != nil {
			return j, err
		}
		err = find()
	}
	if err == nil && (j.club != of.Club || j.table != of.Table) {
		err = fmt.Errorf("%w: %s belongs to %s/%s", ErrForeign, of.Journal, j.club, j.table)
	}
	return j, err
}

// addEvent keeps an event unless it is there.
func addEvent(ctx context.Context, tx *sql.Tx, journal int64, e ledger.Event) (fresh bool, err error) {
	done, err := tx.ExecContext(ctx, `INSERT INTO events (journal, seq, id, time, match, kind, source, author, why, payload, kept)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (journal, seq) DO NOTHING`,
		journal, e.Seq, e.ID, e.Time.UnixMicro(), e.Match, string(e.Kind), e.Source, e.By, e.Why, string(e.Payload), time.Now().UnixMicro())
	if err != nil {
		return false, err
	}
	if n, err := done.RowsAffected(); err != nil || n == 1 {
		return true, err
	}
	var id string
	if err := tx.QueryRowContext(ctx, "SELECT id FROM events WHERE journal = $1 AND seq = $2", journal, e.Seq).Scan(&id); err != nil {
		return false, err
	}
	if id != e.ID {
		return false, fmt.Errorf("%w: event %d is %s, not %s", ErrFork, e.Seq, id, e.ID)
	}
	return false, nil
}

// whole gives the number of the last event before the first gap.
func whole(ctx context.Context, tx *sql.Tx, j journal) (upto int64, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT seq FROM events WHERE journal = $1 AND seq > $2 ORDER BY seq", j.id, j.upto)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	upto = j.upto
	for rows.Next() {
		var seq int64
		if err := rows.Scan(&seq); err != nil {
			return 0, err
		}
		if seq != upto+1 {
			break
		}
		upto = seq
	}
	return upto, rows.Err()
}

// Heard notes that a table has events up to a number, whether or not they came.
func (s *Store) Heard(ctx context.Context, of Books, last int64) error {
	_, err := s.db.ExecContext(ctx, "UPDATE journals SET known = $1 WHERE name = $2 AND club = $3 AND tbl = $4 AND known < $1", last, of.Journal, of.Club, of.Table)
	return err
}

// Gap is what is missing of the books of a table.
type Gap struct {
	Books
	Upto, Known int64
}

// Gaps gives the books of which events are missing.
func (s *Store) Gaps(ctx context.Context) ([]Gap, error) {
	return s.gaps(ctx, "WHERE upto < known")
}

// Standing gives how far the books of all tables stand.
func (s *Store) Standing(ctx context.Context) ([]Gap, error) { return s.gaps(ctx, "") }

func (s *Store) gaps(ctx context.Context, where string) (all []Gap, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT club, tbl, name, upto, known FROM journals "+where+" ORDER BY id")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var g Gap
		if err := rows.Scan(&g.Club, &g.Table, &g.Journal, &g.Upto, &g.Known); err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, rows.Err()
}

// Rename gives the books of a table to another name of it. The error says where there are none.
func (s *Store) Rename(ctx context.Context, club, table, newClub, newTable string) error {
	done, err := s.db.ExecContext(ctx, "UPDATE journals SET club = $1, tbl = $2 WHERE club = $3 AND tbl = $4", newClub, newTable, club, table)
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return errors.Join(err, fmt.Errorf("archive: there are no books of %s/%s", club, table))
	}
	return nil
}

// eventsOf reads events in their order.
func eventsOf(ctx context.Context, db querier, where string, args ...any) (all []ledger.Event, err error) {
	rows, err := db.QueryContext(ctx, "SELECT seq, id, time, match, kind, source, author, why, payload FROM events "+where+" ORDER BY seq", args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var e ledger.Event
		var micros int64
		var payload []byte
		if err := rows.Scan(&e.Seq, &e.ID, &micros, &e.Match, &e.Kind, &e.Source, &e.By, &e.Why, &payload); err != nil {
			return nil, err
		}
		e.Time, e.Payload = time.UnixMicro(micros).UTC(), payload
		all = append(all, e)
	}
	return all, rows.Err()
}

// querier is the database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
