package ledger

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// openStore opens the SQLite file, for one writer or for readers only.
func openStore(ctx context.Context, path string, readOnly bool) (*sql.DB, error) {
	mode, pragmas := "rwc", []string{"journal_mode(WAL)", "synchronous(FULL)"}
	if readOnly {
		mode, pragmas = "ro", nil
	}
	query := url.Values{"mode": {mode}, "_txlock": {"immediate"}}
	for _, pragma := range slices.Concat([]string{"busy_timeout(5000)", "foreign_keys(1)"}, pragmas) {
		query.Add("_pragma", pragma)
	}
	dsn := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, err
	}
	if !readOnly {
		db.SetMaxOpenConns(1) // one writer; readers use their own Ledger
	}
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(named(err), db.Close())
	}
	return db, nil
}

// migrate brings the file to the newest version of the schema, each step in a
// transaction of its own.
func migrate(ctx context.Context, db *sql.DB) error {
	steps, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return err
	}
	version, err := schemaVersion(ctx, db)
	if err != nil {
		return err
	}
	if version > len(steps) {
		return fmt.Errorf("%w: schema %d, known %d", ErrNewer, version, len(steps))
	}
	for i := version; i < len(steps); i++ {
		text, err := migrationFiles.ReadFile(steps[i])
		if err != nil {
			return err
		}
		if err := inTx(ctx, db, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, string(text)+fmt.Sprintf("\nPRAGMA user_version = %d;", i+1))
			return err
		}); err != nil {
			return fmt.Errorf("migration %s: %w", steps[i], err)
		}
	}
	return nil
}

func schemaVersion(ctx context.Context, db *sql.DB) (version int, err error) {
	err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	return version, named(err)
}

// inTx runs do in a transaction that is kept only when do succeeds.
func inTx(ctx context.Context, db *sql.DB, do func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return named(err)
	}
	if err := do(tx); err != nil {
		return errors.Join(named(err), ignoreDone(tx.Rollback()))
	}
	return named(tx.Commit())
}

func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// named puts the name of this package before errors of SQLite that a person can do
// something about.
func named(err error) error {
	var lite *sqlite.Error
	if !errors.As(err, &lite) {
		if errors.Is(err, os.ErrPermission) {
			return fmt.Errorf("%w: %w", ErrReadOnly, err)
		}
		return err
	}
	switch lite.Code() & 0xff { // the low byte is the primary result code
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%w: %w", ErrFull, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	case sqlite3.SQLITE_IOERR:
		return fmt.Errorf("%w: %w", ErrDisk, err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("%w: %w", ErrInUse, err)
	}
	return err
}
