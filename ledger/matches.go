package ledger

import (
	"context"
	"encoding/json"
	"fmt"
)

// Matches gives a digest of every match, oldest first. It reads one row per match, not
// the journal.
func (l *Ledger) Matches(ctx context.Context) ([]Digest, error) {
	return digests(ctx, l.db, "ORDER BY first")
}

// NewestMatches gives a digest of the last matches, newest first.
func (l *Ledger) NewestMatches(ctx context.Context, limit int) ([]Digest, error) {
	return digests(ctx, l.db, "ORDER BY first DESC LIMIT ?", limit)
}

// MatchesBefore gives a digest of the last matches that began before the one with an id, newest first; of all matches where
// the id is empty, and none where no match has it.
func (l *Ledger) MatchesBefore(ctx context.Context, id string, limit int) ([]Digest, error) {
	return digests(ctx, l.db, "WHERE ?1 = '' OR first < (SELECT first FROM matches WHERE id = ?1) ORDER BY first DESC LIMIT ?2", id, limit)
}

func digests(ctx context.Context, db querier, order string, args ...any) ([]Digest, error) {
	rows, err := db.QueryContext(ctx, "SELECT digest FROM matches "+order, args...)
	if err != nil {
		return nil, named(err)
	}
	defer rows.Close()
	var all []Digest
	for rows.Next() {
		var text []byte
		if err := rows.Scan(&text); err != nil {
			return nil, named(err)
		}
		var d Digest
		if err := json.Unmarshal(text, &d); err != nil {
			return nil, fmt.Errorf("digest of match %d: %w", len(all)+1, err)
		}
		all = append(all, d)
	}
	return all, named(rows.Err())
}
