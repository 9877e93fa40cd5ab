// Package store keeps the books of many tables in one database: PostgreSQL for a league, SQLite for a club of some
// tables. Both hold the same and answer the same.
//
// # How it keeps its promise
//
// Every event of every table's journal is kept as the table wrote it, under its number, once: whoever brings it again
// brings nothing new, so that several archives may work side by side. What is looked at (matches, hands, players,
// standings) is folded from the events by the ledger's own fold ([jantaku/ledger.FoldAll]), in the same transaction;
// nothing is scored, corrected or added up by other code than at the table. Only events without a gap before them are
// folded. A corrected hand keeps its versions, as its events stay; nothing is erased.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
	_ "modernc.org/sqlite"             // the driver sqlite

	"jantaku/ledger"
)

// Store is the open database. It may be used from several goroutines, and by several programs at once.
type Store struct {
	db    *sql.DB
	lite  bool // SQLite
	shelf ledger.Shelf
	log   *slog.Logger
	// removed are the words for who had the name removed; nil shows every name.
	removed func(id int64) string
}

// DatabaseName is the file of a store that is a folder.
const DatabaseName = "archive.db"

// connections bounds those to PostgreSQL, whose default lets a hundred in.
const connections = 16

// Open opens the store at a URL of PostgreSQL (postgres://user:password@host1,host2/name?target_session_attrs=read-write)
// or in a folder, and brings its schema up to date. Close it when done.
func Open(ctx context.Context, where string, shelf ledger.Shelf, log *slog.Logger) (*Store, error) {
	s := &Store{shelf: ledger.Remember(shelf), log: log, removed: removedName}
	var err error
	if IsPostgres(where) {
		if s.db, err = sql.Open("pgx", where); err == nil {
			s.db.SetMaxOpenConns(connections)
			s.db.SetMaxIdleConns(connections / 2)
			s.db.SetConnMaxLifetime(10 * time.Minute) // a connection to a primary of yesterday ends some time
		}
	} else {
		s.lite = true
		s.db, err = openFile(where)
	}
	if err != nil {
		return nil, fmt.Errorf("archive %s: %w", Shown(where), err)
	}
	steps, err := stepsOf(s.db, s.lite)
	if err == nil {
		_, err = steps.Up(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("archive %s: bring the schema up to date: %w", Shown(where), err), s.db.Close())
	}
	if err := s.countCalls(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("archive %s: count calls: %w", Shown(where), err), s.db.Close())
	}
	return s, nil
}

// IsPostgres reports whether a place is a database of PostgreSQL rather than a folder.
func IsPostgres(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}

// Shown is a place as people may read it: without the password.
func Shown(where string) string {
	if u, err := url.Parse(where); err == nil && IsPostgres(where) {
		return u.Redacted()
	}
	return where
}

// busyTimeout is how long SQLite waits for another program, milliseconds.
const busyTimeout = 30_000

func openFile(folder string) (*sql.DB, error) {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return nil, err
	}
	query := url.Values{"_txlock": {"immediate"}}
	for _, pragma := range []string{fmt.Sprintf("busy_timeout(%d)", busyTimeout), "foreign_keys(1)", "journal_mode(WAL)", "synchronous(FULL)"} {
		query.Add("_pragma", pragma)
	}
	dsn := url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.Join(folder, DatabaseName)}).EscapedPath(), RawQuery: query.Encode()}
	return sql.Open("sqlite", dsn.String())
}

// Close ends the use of the store. What was acknowledged is on the disk.
func (s *Store) Close() error { return s.db.Close() }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.db.PingContext(ctx) }

// retries is how often a transaction is tried that another one stood in the way of.
const retries = 8

// inTx runs do in a transaction, again where another one stood in its way.
func (s *Store) inTx(ctx context.Context, do func(*sql.Tx) error) (err error) {
	for range retries {
		if err = s.tryTx(ctx, do); !standsInTheWay(err) {
			break
		}
	}
	if code(err) == readOnlyPrimary {
		// Another host is the primary now: connections that are open go to the one of before.
		s.db.SetMaxIdleConns(0)
		s.db.SetMaxIdleConns(connections / 2)
	}
	return err
}

func (s *Store) tryTx(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		if back := tx.Rollback(); back != nil && !errors.Is(back, sql.ErrTxDone) {
			err = errors.Join(err, back)
		}
		return err
	}
	return tx.Commit()
}

// readOnlyPrimary is the code of PostgreSQL for a change at a server that only follows another.
const readOnlyPrimary = "25006"

// code is the SQLSTATE of an error of PostgreSQL; empty for others.
func code(err error) string {
	if e := (*pgconn.PgError)(nil); errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// standsInTheWay reports a transaction that failed because of another one: 40001 serialization, 40P01 deadlock.
func standsInTheWay(err error) bool {
	c := code(err)
	return c == "40001" || c == "40P01"
}

// isData reports that the database refuses what was to be kept, whoever asks and how often: SQLSTATE classes 22 (data),
// 23 (constraints) and 54 (limits, such as the length of what an index holds).
func isData(err error) bool {
	c := code(err)
	return strings.HasPrefix(c, "22") || strings.HasPrefix(c, "23") || strings.HasPrefix(c, "54")
}

// locked is what PostgreSQL needs to hold a row until the end of a transaction; in SQLite a transaction holds all.
func (s *Store) locked() string {
	if s.lite {
		return ""
	}
	return " FOR UPDATE"
}

// removedName is what stands in place of a name that was removed, where nobody chose other words.
func removedName(id int64) string { return fmt.Sprintf("removed player %d", id) }

// ErrNone says that there is no such thing. It wraps fs.ErrNotExist.
var ErrNone = fmt.Errorf("archive: there is none: %w", fs.ErrNotExist)
