package ledger

import (
	"bytes"
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"jantaku/models/atomicfile"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// busyTimeout is how long another program may hold the file, milliseconds, before a change of
// the ledger fails: a browser of SQLite files holds it for seconds, a copy of it longer.
const busyTimeout = 30_000

// ownersOnly are the permissions of the ledger: names, who corrected what, and photographs are
// nobody else's.
const ownersOnly = 0o640

// querier is a file, or what one moment of it shows.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// openStore opens the SQLite file, for one writer or for readers only.
func openStore(ctx context.Context, path string, readOnly bool) (*sql.DB, error) {
	if readOnly {
		return connect(ctx, path, "ro")
	}
	if err := makePrivate(path); err != nil {
		return nil, named(err)
	}
	blank, err := keepLog(path)
	if err != nil {
		return nil, named(err)
	}
	write := func() (*sql.DB, error) { return connect(ctx, path, "rwc", "journal_mode(WAL)", "synchronous(FULL)") }
	db, err := write()
	if blank && errors.Is(err, ErrDamaged) { // its log holds nothing, either: nothing was ever recorded
		if err := os.Truncate(path, 0); err != nil {
			return nil, named(err)
		}
		db, err = write()
	}
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1) // one writer; readers use their own Ledger
	return db, nil
}

// connect opens the file in a mode of SQLite, and sees that it is one.
func connect(ctx context.Context, path, mode string, pragmas ...string) (*sql.DB, error) {
	query := url.Values{"mode": {mode}, "_txlock": {"immediate"}}
	if !slices.ContainsFunc(pragmas, func(p string) bool { return strings.HasPrefix(p, "busy_timeout(") }) {
		query.Add("_pragma", fmt.Sprintf("busy_timeout(%d)", busyTimeout))
	}
	for _, pragma := range slices.Concat([]string{"foreign_keys(1)"}, pragmas) {
		query.Add("_pragma", pragma)
	}
	dsn := url.URL{Scheme: "file", Opaque: (&url.URL{Path: path}).EscapedPath(), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", dsn.String())
	if err != nil {
		return nil, err
	}
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(named(err), db.Close())
	}
	return db, nil
}

// logSuffix is what the name of SQLite's write-ahead log has more than that of its file.
const logSuffix = "-wal"

// pageSize is the size of a page of the file in bytes, SQLite's own choice.
const pageSize = 4096

// keepLog keeps the log of a file that has nothing but zeros, or nothing at all: blank. A disk that does not keep
// what was synced may leave a new file so after a loss of power, and what was recorded stands in the log alone,
// which SQLite throws away where the file is empty. Of a page of zeros it takes everything from the log.
func keepLog(path string) (blank bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	start, err := io.ReadAll(io.LimitReader(file, pageSize+1))
	if err = errors.Join(err, file.Close()); err != nil || len(start) > pageSize || len(bytes.Trim(start, "\x00")) > 0 {
		return false, err
	}
	log, err := os.Stat(path + logSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err == nil && log.Size() > 0 {
		err = os.Truncate(path, pageSize)
	}
	return true, err
}

// makePrivate makes the file, or takes it from strangers; SQLite gives its logs the same
// permissions.
func makePrivate(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, ownersOnly)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && info.Mode().Perm()&^ownersOnly != 0 {
		err = f.Chmod(info.Mode().Perm() & ownersOnly)
	}
	if err == nil && info.Size() == 0 { // SQLite makes the names of its logs last, not that of a file that it finds
		err = atomicfile.SyncFolder(filepath.Dir(path))
	}
	return errors.Join(err, f.Close())
}

// schemaVersion is how many steps the file has made, 0 for a new one. The error wraps ErrNewer
// where they are more than this program knows.
func schemaVersion(ctx context.Context, db querier) (version int, err error) {
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return 0, named(err)
	}
	steps, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err == nil && version > len(steps) {
		err = fmt.Errorf("%w: schema %d, known %d", ErrNewer, version, len(steps))
	}
	return version, err
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
		return fmt.Errorf("%w: %w", ErrLocked, err)
	}
	return err
}
