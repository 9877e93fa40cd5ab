package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
)

// Report says what a replay of the whole journal found.
type Report struct {
	Events  int64 `json:"events"`
	Matches int   `json:"matches"`
	Hands   int   `json:"hands"`
	// Unscored counts wins that the rule book scores differently today than when they
	// were recorded; the recorded score counts. It stays 0 unless scoring was asked for.
	Unscored int `json:"unscored"`
	// Faults say what does not agree, for people; empty when all is well.
	Faults []string `json:"faults"`
}

func (r *Report) fault(format string, args ...any) {
	r.Faults = append(r.Faults, fmt.Sprintf(format, args...))
}

// Replay folds every match again from the events and compares the outcome with what is
// kept beside them. It checks SQLite's own structures, that no event is missing, and
// every checksum. With rescore every win is also scored again by its rule book.
// The error is about reading the file; what does not agree is in the report.
func (l *Ledger) Replay(ctx context.Context, rescore bool) (Report, error) {
	var r Report
	if err := l.checkStructure(ctx, &r); err != nil {
		return r, err
	}
	kept, err := l.Matches(ctx)
	if err != nil {
		return r, err
	}
	known := map[string]bool{}
	for _, digest := range kept {
		known[digest.Match.ID] = true
		if err := l.replayMatch(ctx, digest, rescore, &r); err != nil {
			return r, err
		}
	}
	rows, err := l.db.QueryContext(ctx, "SELECT DISTINCT match FROM events")
	if err != nil {
		return r, named(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return r, named(err)
		}
		if !known[id] {
			r.fault("match %s is in the journal but not in the list of matches", id)
		}
	}
	return r, named(rows.Err())
}

// checkStructure checks the file and that the journal has no gaps.
func (l *Ledger) checkStructure(ctx context.Context, r *Report) error {
	var verdict string
	if err := l.db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return named(err)
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, verdict)
	}
	var last int64
	if err := l.db.QueryRowContext(ctx, "SELECT count(*), COALESCE(max(seq), 0) FROM events").Scan(&r.Events, &last); err != nil {
		return named(err)
	}
	if r.Events != last {
		r.fault("%d events are missing", last-r.Events)
	}
	return nil
}

func (l *Ledger) replayMatch(ctx context.Context, kept Digest, rescore bool, r *Report) error {
	var events []Event
	err := l.each(ctx, "WHERE match = ? ORDER BY seq", []any{kept.Match.ID}, func(e Event) error {
		events = append(events, e)
		return nil
	})
	if err != nil && !errors.Is(err, ErrDamaged) {
		return err
	}
	var s State
	if err == nil {
		s, err = FoldAll(l.shelf, events)
	}
	if err == nil && len(events) == 0 {
		err = ErrNoMatch
	}
	if err != nil {
		r.fault("match %s: %v", kept.Match.ID, err)
		return nil
	}
	r.Matches++
	r.Hands += s.Position.Hands
	again, err := sameDigest(s.digest(), kept)
	if err != nil {
		return err
	}
	if !again {
		r.fault("match %s: what is kept about it is not what its events give", kept.Match.ID)
	}
	if rescore {
		r.Unscored += s.scoredOtherwise()
	}
	return nil
}

// sameDigest compares a digest with one that went through JSON.
func sameDigest(now, kept Digest) (bool, error) {
	b, err := json.Marshal(now)
	if err != nil {
		return false, err
	}
	var again Digest
	if err := json.Unmarshal(b, &again); err != nil {
		return false, err
	}
	return reflect.DeepEqual(again, kept), nil
}

// scoredOtherwise counts the wins whose payments the rule book sees differently now.
func (s State) scoredOtherwise() (n int) {
	for _, e := range s.Entries {
		if e.Kind != HandPlayed || !e.Counts() {
			continue
		}
		h := e.Current().Hand
		for i, w := range h.Wins {
			if i >= len(h.Results) {
				continue
			}
			if again, err := s.Score(&w.Win); err != nil || again.Payments != h.Results[i].Payments {
				n++
			}
		}
	}
	return n
}
