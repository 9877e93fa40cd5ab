package ledger

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"jantaku/models"
)

// KeepCourse writes down the course of the hand that is being played as far as it has been
// seen: what is new or was changed since the last time. Another hand's course takes its
// place. When it returns without error the course survives a power cut; the hand's own
// event has it once the hand is recorded with it ([models.HandRecord.Course]). What is seen
// of it after that is not kept.
func (l *Ledger) KeepCourse(ctx context.Context, r *models.Record) error {
	lines, err := courseLines(r)
	if err != nil {
		return fmt.Errorf("course of %s: %w", r.ID, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if r.ID == l.whole {
		return nil
	}
	return inTx(ctx, l.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM course WHERE hand <> ? OR n >= ?", r.ID, len(lines)); err != nil {
			return err
		}
		for n, line := range lines {
			if _, err := tx.ExecContext(ctx, `INSERT INTO course (hand, n, line) VALUES (?,?,?)
				ON CONFLICT (hand, n) DO UPDATE SET line = excluded.line WHERE line <> excluded.line`, r.ID, n, line); err != nil {
				return err
			}
		}
		return nil
	})
}

// courseLines are the header of a record and its events, each as JSON.
func courseLines(r *models.Record) ([]string, error) {
	header := *r
	header.Events = nil
	lines := make([]string, 0, len(r.Events)+1)
	add := func(v any) error {
		b, err := json.Marshal(v)
		lines = append(lines, string(b))
		return err
	}
	if err := add(header); err != nil {
		return nil, err
	}
	for _, m := range r.Events {
		if err := add(m); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// OpenCourse gives the course of the hand that was being played when the program ended, nil
// when there is none.
func (l *Ledger) OpenCourse(ctx context.Context) (*models.Record, error) {
	rows, err := l.db.QueryContext(ctx, "SELECT line FROM course ORDER BY hand, n")
	if err != nil {
		return nil, named(err)
	}
	defer rows.Close()
	var r *models.Record
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, named(err)
		}
		if r == nil {
			r = &models.Record{}
			err = json.Unmarshal([]byte(line), r)
		} else {
			var m models.Move
			err = json.Unmarshal([]byte(line), &m)
			r.Events = append(r.Events, m)
		}
		if err != nil {
			return nil, fmt.Errorf("course of the hand that is on: %w", err)
		}
	}
	return r, named(rows.Err())
}

// dropCourse forgets the course of the hand that is on, when its own event has it.
func dropCourse(ctx context.Context, h Hand) func(*sql.Tx) error {
	return func(tx *sql.Tx) error {
		if h.Course == nil {
			return nil
		}
		_, err := tx.ExecContext(ctx, "DELETE FROM course WHERE hand = ?", h.Course.ID)
		return err
	}
}

// KeepEvidence keeps a picture that shows what was seen and gives its checksum, under which
// [Ledger.Evidence] finds it. The oldest are removed while all together are larger than the
// budget; the newest always stays. The error wraps ErrFull when the disk is the reason.
func (l *Ledger) KeepEvidence(ctx context.Context, p models.Photo) (sum string, err error) {
	hash := sha256.Sum256(p.Data)
	sum = hex.EncodeToString(hash[:])
	l.mu.Lock()
	defer l.mu.Unlock()
	err = inTx(ctx, l.db, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO evidence (sum, type, size, data) VALUES (?,?,?,?)",
			sum, p.Type, len(p.Data), p.Data); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM evidence WHERE n < (SELECT max(n) FROM evidence) AND n <= COALESCE((
			SELECT max(n) FROM (SELECT n, sum(size) OVER (ORDER BY n DESC) AS total FROM evidence) WHERE total > ?), -1)`, l.evidenceBudget)
		return err
	})
	return sum, err
}

// Evidence gives a picture that was kept as evidence, by its checksum. The error wraps
// ErrNoPhoto when it is gone.
func (l *Ledger) Evidence(ctx context.Context, sum string) (models.Photo, error) {
	p := models.Photo{Sum: sum}
	err := l.db.QueryRowContext(ctx, "SELECT type, data FROM evidence WHERE sum = ?", sum).Scan(&p.Type, &p.Data)
	if errors.Is(err, sql.ErrNoRows) {
		return p, fmt.Errorf("%w: %s", ErrNoPhoto, sum)
	}
	return p, named(err)
}
