package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

// Aside is something that could not be read, or was refused.
type Aside struct {
	Club, Table string
	Time        time.Time
	Reason      string
	Payload     string
}

const (
	// mostAside is how many of them are kept of each table, so that who sends rubbish fills no disk.
	mostAside = 200
	// asideBytes is how much of each is kept.
	asideBytes = 16 << 10
	// nameBytes bounds the names under which it is kept, which strangers choose.
	nameBytes = 200
)

// SetAside keeps what could not be read, with its reason, and counts it. The same thing is kept once, however often it
// comes.
func (s *Store) SetAside(ctx context.Context, club, table string, payload []byte, why error) error {
	clean := func(text string, most int) string {
		text = strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", "␀"), "�")
		if len(text) > most {
			text = strings.ToValidUTF8(text[:most], "")
		}
		return text
	}
	sum := sha256.Sum256(payload)
	club, table = clean(club, nameBytes), clean(table, nameBytes)
	now := time.Now().UnixMicro()
	return s.inTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `INSERT INTO refused (club, tbl, times, last) VALUES ($1, $2, 1, $3)
			ON CONFLICT (club, tbl) DO UPDATE SET times = refused.times + 1, last = excluded.last`, club, table, now); err != nil {
			return err
		}
		var kept int
		if err := tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM aside WHERE club = $1 AND tbl = $2", club, table).Scan(&kept); err != nil || kept >= mostAside {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO aside (club, tbl, time, reason, sum, payload) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (club, tbl, reason, sum) DO NOTHING`, club, table, now, clean(why.Error(), 1000), hex.EncodeToString(sum[:]), clean(string(payload), asideBytes))
		return err
	})
}

// AllAside gives the newest of what was set aside.
func (s *Store) AllAside(ctx context.Context, limit int) (all []Aside, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT club, tbl, time, reason, payload FROM aside ORDER BY id DESC LIMIT $1", limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var a Aside
		var micros int64
		if err := rows.Scan(&a.Club, &a.Table, &micros, &a.Reason, &a.Payload); err != nil {
			return nil, err
		}
		a.Time = time.UnixMicro(micros)
		all = append(all, a)
	}
	return all, rows.Err()
}

// Refusals is how often something of a table was refused.
type Refusals struct {
	Club, Table string
	Times       int64
	Last        time.Time
}

// AllRefusals gives how often each table was refused.
func (s *Store) AllRefusals(ctx context.Context) (all []Refusals, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT club, tbl, times, last FROM refused ORDER BY last DESC LIMIT 1000")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r Refusals
		var micros int64
		if err := rows.Scan(&r.Club, &r.Table, &r.Times, &micros); err != nil {
			return nil, err
		}
		r.Last = time.UnixMicro(micros)
		all = append(all, r)
	}
	return all, rows.Err()
}

// Fault is a match that is to be looked into.
type Fault struct {
	Club, Table, Match, Why string
}

// Faults gives the matches whose events give no match, and those in which two sat at one table who were merged into one
// person: what such a person has of both is in the standings until they are split.
func (s *Store) Faults(ctx context.Context) (all []Fault, err error) {
	rows, err := s.db.QueryContext(ctx, `SELECT m.id, j.club, j.tbl, m.name, m.fault, 0, 0 FROM matches m JOIN journals j ON j.id = m.journal WHERE m.fault <> ''
		UNION SELECT m.id, j.club, j.tbl, m.name, '', COALESCE(b.alias, b.player), a.alias FROM results a JOIN results b ON b.match = a.match AND b.player = a.player
		AND (b.alias IS NULL OR b.alias < a.alias) JOIN matches m ON m.id = a.match JOIN journals j ON j.id = m.journal WHERE a.alias IS NOT NULL
		ORDER BY 1 DESC LIMIT 200`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var f Fault
		var id, one, other int64
		if err := rows.Scan(&id, &f.Club, &f.Table, &f.Match, &f.Why, &one, &other); err != nil {
			return nil, err
		}
		if f.Why == "" {
			f.Why = fmt.Sprintf("players %d and %d, who were merged, sat at one table", one, other)
		}
		all = append(all, f)
	}
	return all, rows.Err()
}
