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
