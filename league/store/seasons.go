package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"jantaku/ledger"
)

// zoneSetting names the zone in which seasons begin.
const zoneSetting = "zone"

// Zone gives the zone in which seasons begin: that of the machine until one was set.
func (s *Store) Zone(ctx context.Context) (*time.Location, error) { return zoneOf(ctx, s.db) }

// zoneName is the name of the zone that was set; empty for none.
func zoneName(ctx context.Context, db querier) (name string, err error) {
	err = db.QueryRowContext(ctx, "SELECT value FROM settings WHERE name = $1", zoneSetting).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return name, err
}

func zoneOf(ctx context.Context, db querier) (*time.Location, error) {
	name, err := zoneName(ctx, db)
	if err != nil {
		return nil, err
	}
	if name == "" {
		return time.Local, nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("zone of the seasons: %w", err)
	}
	return zone, nil
}

// SetZone sets the zone in which seasons begin, for all archives of these books, by its name in the IANA database, such as
// Asia/Tokyo. Matches that begin another season there are counted in it.
func (s *Store) SetZone(ctx context.Context, name string) error {
	zone, err := time.LoadLocation(name)
	if err == nil && (name == "" || zone == time.Local) { // every machine has its own
		err = fmt.Errorf("%q is none of the IANA database", name)
	}
	if err != nil {
		return fmt.Errorf("zone: %w", err)
	}
	return s.inTx(ctx, func(tx *sql.Tx) error {
		if err := s.hold(ctx, tx, true); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value", zoneSetting, name); err != nil {
			return err
		}
		moved, err := seasonsAgain(ctx, tx, zone)
		if err != nil || !moved {
			return err
		}
		return sumAll(ctx, tx)
	})
}

// seasonsAgain says anew which results are of which season, and whether any of them moved.
func seasonsAgain(ctx context.Context, tx *sql.Tx, zone *time.Location) (moved bool, err error) {
	var first, last sql.NullInt64
	if err := tx.QueryRowContext(ctx, "SELECT MIN(started), MAX(started) FROM results").Scan(&first, &last); err != nil || !first.Valid {
		return false, err
	}
	for at, end := time.UnixMicro(first.Int64).In(zone), time.UnixMicro(last.Int64); !at.After(end); {
		name := ledger.SeasonOf(at)
		span, _ := ledger.Season(name, zone) // which it is
		done, err := tx.ExecContext(ctx, "UPDATE results SET season = $1 WHERE started >= $2 AND started < $3 AND season <> $1", name, span.From.UnixMicro(), span.To.UnixMicro())
		if err != nil {
			return false, err
		}
		n, err := done.RowsAffected()
		if err != nil {
			return false, err
		}
		moved, at = moved || n > 0, span.To
	}
	return moved, nil
}

// sumAll makes all standings anew from the results.
func sumAll(ctx context.Context, tx *sql.Tx) error {
	for _, statement := range []string{"DELETE FROM standings", sumOfResults("season", ""), sumOfResults("''", "")} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// Seasons gives the rule books that are played and the seasons in which matches began by each, the newest first.
func (s *Store) Seasons(ctx context.Context) (books []string, seasons map[string][]string, err error) {
	seasons = map[string][]string{}
	for rules, season := "", ""; ; { // from one to the next: the standings have a row for each player
		err := s.db.QueryRowContext(ctx, "SELECT rules, season FROM standings WHERE (rules, season) > ($1, $2) ORDER BY rules, season LIMIT 1", rules, season).Scan(&rules, &season)
		if errors.Is(err, sql.ErrNoRows) {
			return books, seasons, nil
		}
		if err != nil {
			return nil, nil, err
		}
		if season == "" {
			continue
		}
		if seasons[rules] == nil {
			books = append(books, rules)
		}
		seasons[rules] = append([]string{season}, seasons[rules]...)
	}
}
