package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"time"
)

// Open opens the ledger at path for writing, makes it when it is not there, brings its
// schema up to date and folds the match that was started last.
//
// One process at a time: the error wraps ErrInUse when another has it. It wraps
// ErrReadOnly, ErrFull, ErrDamaged or ErrNewer when the file is the reason.
// Close the ledger when done.
func Open(ctx context.Context, path string, options ...Option) (*Ledger, error) {
	lock, err := lockFile(path + ".lock")
	if err != nil {
		return nil, err
	}
	l, err := open(ctx, path, false, options)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), lock.Close())
	}
	l.lock = lock
	return l, nil
}

// OpenForReading opens the ledger at path beside whoever writes it. What it shows is
// as it was when it was opened.
func OpenForReading(ctx context.Context, path string, options ...Option) (*Ledger, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w at %s", ErrNoLedger, path)
	}
	l, err := open(ctx, path, true, options)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	return l, nil
}

func open(ctx context.Context, path string, readOnly bool, options []Option) (_ *Ledger, err error) {
	l := &Ledger{shelf: PlainShelf, now: time.Now, log: slog.Default(), photoBudget: 2 << 30, evidenceBudget: 512 << 20}
	for _, option := range options {
		option(l)
	}
	l.shelf = Remember(l.shelf)
	if l.db, err = openStore(ctx, path, readOnly); err != nil {
		return nil, err
	}
	if !readOnly {
		err = migrate(ctx, l.db, newestSchema)
	}
	if err == nil {
		version, e := schemaVersion(ctx, l.db)
		if err = e; err == nil && version == 0 {
			err = ErrNoMatch
		}
		l.sums = version >= sumsSchema
	}
	if err == nil {
		err = l.load(ctx)
	}
	if err != nil {
		return nil, errors.Join(named(err), l.db.Close())
	}
	if last, ok := l.Last(); ok && last.Course != nil {
		l.whole = last.Course.ID
	}
	return l, nil
}

// load reads the end of the journal and folds the match that was started last.
func (l *Ledger) load(ctx context.Context) error {
	if err := errors.Join(l.loadTail(ctx), l.loadFirst(ctx)); err != nil {
		return err
	}
	var id string
	err := l.db.QueryRowContext(ctx, "SELECT id FROM matches ORDER BY first DESC LIMIT 1").Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	l.state, err = l.match(ctx, id)
	return err
}

// Close ends the use of the ledger. Everything acknowledged is on the disk already.
func (l *Ledger) Close() error {
	err := l.db.Close()
	if l.lock != nil {
		err = errors.Join(err, l.lock.Close())
	}
	return err
}

// newestSchema is the version of the schema that this program knows.
const newestSchema = math.MaxInt

// migrate brings the file to a version of the schema, each step in a
// transaction of its own.
func migrate(ctx context.Context, db *sql.DB, to int) error {
	steps, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return err
	}
	version, err := schemaVersion(ctx, db)
	if err != nil {
		return err
	}
	for i := version; i < min(to, len(steps)); i++ {
		text, err := migrationFiles.ReadFile(steps[i])
		if err != nil {
			return err
		}
		if err := inTx(ctx, db, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, string(text)+fmt.Sprintf("\nPRAGMA user_version = %d;", i+1))
			if err == nil && i+1 == sumsSchema {
				err = keepAllResults(ctx, tx)
			}
			return err
		}); err != nil {
			return fmt.Errorf("migration %s: %w", steps[i], err)
		}
	}
	return nil
}
