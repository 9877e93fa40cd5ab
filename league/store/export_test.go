package store

import (
	"context"
	"database/sql"
)

// OpenAt makes a database whose schema has taken some steps.
func OpenAt(ctx context.Context, where string, step int64) (db *sql.DB, err error) {
	if IsPostgres(where) {
		db, err = sql.Open("pgx", where)
	} else {
		db, err = openFile(where)
	}
	if err != nil {
		return nil, err
	}
	steps, err := stepsOf(db, !IsPostgres(where))
	if err == nil {
		_, err = steps.UpTo(ctx, step)
	}
	return db, err
}

// DB is the database of a store.
func (s *Store) DB() *sql.DB { return s.db }
