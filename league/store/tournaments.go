package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"jantaku/league/director"
	"jantaku/league/tournament"
)

// Tournament gives the newest version of a tournament. The error wraps ErrNone where it is unknown.
func (s *Store) Tournament(ctx context.Context, id string) (t tournament.Tournament, version int64, err error) {
	return s.tournament(ctx, "SELECT version, document FROM tournaments WHERE id = $1 ORDER BY version DESC LIMIT 1", id)
}

// TournamentAt gives a version of a tournament, from 1.
func (s *Store) TournamentAt(ctx context.Context, id string, version int64) (t tournament.Tournament, err error) {
	t, _, err = s.tournament(ctx, "SELECT version, document FROM tournaments WHERE id = $1 AND version = $2", id, version)
	return t, err
}

func (s *Store) tournament(ctx context.Context, query string, args ...any) (t tournament.Tournament, version int64, err error) {
	var document string
	if err = s.db.QueryRowContext(ctx, query, args...).Scan(&version, &document); errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: tournament %.60q", ErrNone, args[0])
	}
	if err == nil {
		err = json.Unmarshal([]byte(document), &t)
	}
	if err != nil {
		return t, version, err
	}
	hide, err := s.veil(ctx, clubsOf(t))
	hide.tournament(&t)
	return t, version, err
}

// KeepTournament keeps the version after was, 0 for the first. The error wraps [director.ErrChanged] where somebody
// else kept that version.
func (s *Store) KeepTournament(ctx context.Context, t tournament.Tournament, was int64, c director.Change) error {
	document, err := json.Marshal(t)
	if err != nil {
		return err
	}
	return s.inTx(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, `INSERT INTO tournaments (id, version, name, at, author, what, document)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id, version) DO NOTHING`,
			t.ID, was+1, t.Name, c.Time.UnixMicro(), c.By, c.What, string(document))
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, fmt.Errorf("%w: version %d", director.ErrChanged, was+1))
		}
		return nil
	})
}

// TournamentHead is a tournament in a list.
type TournamentHead struct {
	ID, Name string
	Version  int64
	At       time.Time // of the newest version
}

// Tournaments gives all tournaments, those that were changed last first.
func (s *Store) Tournaments(ctx context.Context) (all []TournamentHead, err error) {
	return s.heads(ctx, `SELECT id, name, version, at FROM tournaments t
		WHERE version = (SELECT MAX(version) FROM tournaments o WHERE o.id = t.id) ORDER BY at DESC`)
}

func (s *Store) heads(ctx context.Context, query string, args ...any) (all []TournamentHead, err error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var h TournamentHead
		var at int64
		if err := rows.Scan(&h.ID, &h.Name, &h.Version, &at); err != nil {
			return nil, err
		}
		h.At = time.UnixMicro(at)
		all = append(all, h)
	}
	return all, rows.Err()
}

// TournamentChange is one version in the trail of a tournament.
type TournamentChange struct {
	Version int64
	director.Change
}

// TournamentTrail is who changed a tournament, the newest change first.
func (s *Store) TournamentTrail(ctx context.Context, id string, limit int) (all []TournamentChange, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT version, at, author, what FROM tournaments WHERE id = $1 ORDER BY version DESC LIMIT $2", id, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var c TournamentChange
		var at int64
		if err := rows.Scan(&c.Version, &at, &c.By, &c.What); err != nil {
			return nil, err
		}
		c.Time = time.UnixMicro(at)
		all = append(all, c)
	}
	return all, rows.Err()
}

// Played gives the matches that began at a table since a moment, the newest first.
func (s *Store) Played(ctx context.Context, club, table string, since time.Time) (all []director.Match, err error) {
	heads, err := s.Matches(ctx, Filter{Club: club, Table: table, Limit: 20})
	if err != nil {
		return nil, err
	}
	for _, head := range heads {
		if head.Started.Before(since) || head.Fault != "" {
			continue
		}
		_, state, err := s.Match(ctx, head.Name)
		if err != nil {
			return nil, err
		}
		all = append(all, director.Match{Name: head.Name, Finished: state.Finished || state.Position.Over != "", Totals: state.Standing()})
	}
	return all, nil
}
