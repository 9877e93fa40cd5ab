package ledger

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"jantaku/models"
)

// sumOf is the checksum of a row: of the row before it and of every column, each with
// its length, so that nothing can move from one column to the next.
func sumOf(before []byte, e Event) []byte {
	h := sha256.New()
	h.Write(before)
	var n [8]byte
	for _, number := range []int64{e.Seq, e.Time.UnixMicro()} {
		binary.BigEndian.PutUint64(n[:], uint64(number))
		h.Write(n[:])
	}
	for _, text := range []string{e.ID, e.Match, string(e.Kind), e.Source, e.By, e.Why, string(e.Payload)} {
		binary.BigEndian.PutUint64(n[:], uint64(len(text)))
		h.Write(n[:])
		h.Write([]byte(text))
	}
	return h.Sum(nil)
}

const eventColumns = "seq, id, time, match, kind, source, author, why, payload, sum"

func scanEvent(rows interface{ Scan(...any) error }) (e Event, sum []byte, err error) {
	var micros int64
	var payload string
	err = rows.Scan(&e.Seq, &e.ID, &micros, &e.Match, &e.Kind, &e.Source, &e.By, &e.Why, &payload, &sum)
	e.Time, e.Payload = time.UnixMicro(micros).UTC(), json.RawMessage(payload)
	return e, sum, err
}

// each reads events in order and checks every one against its checksum. The row before
// is read where it belongs to another match.
func (l *Ledger) each(ctx context.Context, where string, args []any, do func(Event) error) error {
	return eachEvent(ctx, l.db, where, args, do)
}

func eachEvent(ctx context.Context, db querier, where string, args []any, do func(Event) error) error {
	rows, err := db.QueryContext(ctx, `SELECT `+eventColumns+`,
		COALESCE((SELECT b.sum FROM events b WHERE b.seq = events.seq - 1), x'') FROM events `+where, args...)
	if err != nil {
		return named(err)
	}
	defer rows.Close()
	for rows.Next() {
		var before []byte
		e, sum, err := scanEvent(withBefore{rows, &before})
		if err != nil {
			return named(err)
		}
		if !bytes.Equal(sum, sumOf(before, e)) {
			return fmt.Errorf("%w: event %d does not match its checksum", ErrDamaged, e.Seq)
		}
		if err := do(e); err != nil {
			return err
		}
	}
	return named(rows.Err())
}

// withBefore scans one more column, the checksum of the row before.
type withBefore struct {
	rows   *sql.Rows
	before *[]byte
}

func (w withBefore) Scan(to ...any) error { return w.rows.Scan(append(to, w.before)...) }

// loadTail reads the end of the journal.
func (l *Ledger) loadTail(ctx context.Context) error {
	e, sum, err := scanEvent(l.db.QueryRowContext(ctx, "SELECT "+eventColumns+" FROM events ORDER BY seq DESC LIMIT 1"))
	if errors.Is(err, sql.ErrNoRows) {
		l.tail = tail{}
		return nil
	}
	if err != nil {
		return named(err)
	}
	l.tail = tail{seq: e.Seq, time: e.Time, sum: sum}
	return nil
}

// draft makes the next event; write puts it into the journal.
func (l *Ledger) draft(match string, kind Kind, a models.Author, payload any) (Event, error) {
	body, err := json.Marshal(payload)
	if err != nil {
		return Event{}, fmt.Errorf("%s: %w", kind, err)
	}
	now := l.now().UTC().Truncate(time.Microsecond)
	if back := l.tail.time.Sub(now); back > time.Second {
		l.log.Warn("the clock has jumped back; events keep their order by sequence number", "by", back, "seq", l.tail.seq+1)
	}
	e := Event{Seq: l.tail.seq + 1, Time: now, Match: match, Kind: kind, Source: a.Source, By: a.By, Why: a.Why, Payload: body}
	later := now
	if later.Before(l.tail.time) {
		later = l.tail.time // ids grow even when the clock does not
	}
	e.ID, err = newID(later, e.Seq)
	return e, err
}

// write puts one event and all that belongs to it into the journal in one transaction
// and gives the state after it. Nothing is written that does not fold.
func (l *Ledger) write(ctx context.Context, s State, e Event, also ...func(*sql.Tx) error) (State, error) {
	after, err := Fold(l.shelf, s, e)
	if err != nil {
		return s, err
	}
	short := after.Digest()
	digest, err := json.Marshal(short)
	if err != nil {
		return s, err
	}
	sum := sumOf(l.tail.sum, e)
	err = inTx(ctx, l.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT INTO events ("+eventColumns+") VALUES (?,?,?,?,?,?,?,?,?,?)",
			e.Seq, e.ID, e.Time.UnixMicro(), e.Match, e.Kind, e.Source, e.By, e.Why, string(e.Payload), sum); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO outbox (event) VALUES (?)", e.Seq); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO matches (id, first, last, finished, digest) VALUES (?,?,?,?,?)
			ON CONFLICT (id) DO UPDATE SET last = excluded.last, finished = excluded.finished, digest = excluded.digest`,
			e.Match, e.Seq, e.Seq, after.Finished, string(digest)); err != nil {
			return err
		}
		if s.Finished || after.Finished {
			if err := keepResults(ctx, tx, short); err != nil {
				return err
			}
		}
		for _, do := range also {
			if err := do(tx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && !l.wasWritten(ctx, e) {
		return s, fmt.Errorf("%s not recorded: %w", e.Kind, err)
	}
	l.tail = tail{seq: e.Seq, time: later(l.tail.time, e.Time), sum: sum}
	if e.Seq == 1 {
		l.first = e.ID
	}
	if l.state.Match.ID == e.Match || e.Kind == MatchStarted {
		l.state = after
	}
	l.news.strike()
	return after, nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// wasWritten finds out, after a commit reported an error, whether the event is in the
// journal all the same: a commit can fail after it has reached the disk.
func (l *Ledger) wasWritten(ctx context.Context, e Event) bool {
	var id string
	err := l.db.QueryRowContext(context.WithoutCancel(ctx), "SELECT id FROM events WHERE seq = ?", e.Seq).Scan(&id)
	return err == nil && id == e.ID
}
