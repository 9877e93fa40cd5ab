package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"jantaku/ledger"
)

// moveBatch is how many events are moved in one transaction.
const moveBatch = 500

// EachBooks gives the books of every table with their events from a number on, in pages: what they need to be brought
// elsewhere, or compared.
func (s *Store) EachBooks(ctx context.Context, do func(of Books, events []ledger.Event) error) error {
	all, err := s.Standing(ctx)
	if err != nil {
		return err
	}
	for _, g := range all {
		for seq := int64(0); ; {
			events, err := eventsOf(ctx, s.db, "WHERE journal = (SELECT id FROM journals WHERE name = $1) AND seq > $2 AND seq <= $3", g.Journal, seq, seq+moveBatch)
			if err != nil {
				return err
			}
			if len(events) > 0 {
				if err := do(g.Books, events); err != nil {
					return err
				}
			}
			if seq += moveBatch; seq > g.Known {
				break
			}
		}
	}
	return nil
}

// Move brings everything of another store into this one; what is here already stays. It may be stopped and begun again.
func (s *Store) Move(ctx context.Context, from *Store, progress func(events int)) error {
	if err := s.moveZone(ctx, from); err != nil {
		return err
	}
	moved := 0
	err := from.EachBooks(ctx, func(of Books, events []ledger.Event) error {
		if _, err := s.Take(ctx, of, events); err != nil {
			return fmt.Errorf("%s/%s from event %d on: %w", of.Club, of.Table, events[0].Seq, err)
		}
		moved += len(events)
		progress(moved)
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.movePeople(ctx, from); err != nil {
		return fmt.Errorf("who is who: %w", err)
	}
	if err := s.moveTournaments(ctx, from); err != nil {
		return fmt.Errorf("tournaments: %w", err)
	}
	aside, err := from.AllAside(ctx, 1_000_000)
	if err != nil {
		return err
	}
	for _, a := range slices.Backward(aside) {
		if err := s.SetAside(ctx, a.Club, a.Table, []byte(a.Payload), fmt.Errorf("%s", a.Reason)); err != nil {
			return err
		}
	}
	return nil
}

// moveZone takes over where seasons begin, unless that was said here.
func (s *Store) moveZone(ctx context.Context, from *Store) error {
	here, err := zoneName(ctx, s.db)
	if err != nil || here != "" {
		return err
	}
	there, err := zoneName(ctx, from.db)
	if err != nil || there == "" {
		return err
	}
	return s.SetZone(ctx, there)
}

// moveTournaments brings every version of every tournament.
func (s *Store) moveTournaments(ctx context.Context, from *Store) error {
	rows, err := from.db.QueryContext(ctx, "SELECT id, version, name, at, author, what, document FROM tournaments ORDER BY id, version")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, name, author, what, document string
		var version, at int64
		if err := rows.Scan(&id, &version, &name, &at, &author, &what, &document); err != nil {
			return err
		}
		if _, err := s.db.ExecContext(ctx, `INSERT INTO tournaments (id, version, name, at, author, what, document) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (id, version) DO NOTHING`, id, version, name, at, author, what, document); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Compare says what a table's own books have that is not here as it is there, each hand and correction once; nothing
// where all is well. It reads the ledger as it is now.
func (s *Store) Compare(ctx context.Context, of Books, events []ledger.Event) (faults []string, err error) {
	here, err := eventsOf(ctx, s.db, "WHERE journal = (SELECT id FROM journals WHERE name = $1)", of.Journal)
	if err != nil {
		return nil, err
	}
	bySeq := map[int64]ledger.Event{}
	for _, e := range here {
		bySeq[e.Seq] = e
	}
	for _, e := range events {
		got, ok := bySeq[e.Seq]
		switch {
		case !ok:
			faults = append(faults, fmt.Sprintf("%s/%s: event %d (%s) is missing", of.Club, of.Table, e.Seq, e.Kind))
		case got.ID != e.ID || string(got.Payload) != string(e.Payload) || got.Kind != e.Kind || got.By != e.By || got.Why != e.Why || !got.Time.Equal(e.Time):
			faults = append(faults, fmt.Sprintf("%s/%s: event %d is another", of.Club, of.Table, e.Seq))
		}
		delete(bySeq, e.Seq)
	}
	for seq := range bySeq {
		faults = append(faults, fmt.Sprintf("%s/%s: event %d is not in the books of the table", of.Club, of.Table, seq))
	}
	matches := map[string][]ledger.Event{}
	for _, e := range events {
		matches[e.Match] = append(matches[e.Match], e)
	}
	for name, its := range matches {
		state, err := ledger.FoldAll(s.shelf, its)
		if err != nil {
			return faults, err
		}
		more, err := s.compareMatch(ctx, of, name, state)
		if err != nil {
			return faults, err
		}
		faults = append(faults, more...)
	}
	return faults, nil
}

// compareMatch compares what is kept of a match with what its events give.
func (s *Store) compareMatch(ctx context.Context, of Books, name string, state ledger.State) (faults []string, err error) {
	fault := func(format string, args ...any) {
		faults = append(faults, fmt.Sprintf("%s/%s match %s: ", of.Club, of.Table, name)+fmt.Sprintf(format, args...))
	}
	want := s.derive(state)
	var id, hands, rows, finished int64
	if err := s.db.QueryRowContext(ctx, `SELECT COALESCE(MAX(m.id), 0), COALESCE(MAX(m.hands), 0), COALESCE(MAX(m.finished), 0), COUNT(*) FROM matches m
		JOIN journals j ON j.id = m.journal WHERE j.name = $1 AND m.name = $2`, of.Journal, name).Scan(&id, &hands, &finished, &rows); err != nil {
		return nil, err
	}
	if rows != 1 || hands != int64(want.digest.Hands) || finished != int64(number(want.digest.Finished)) {
		fault("stands %d times with %d hands, finished %d; %d hands, finished %d were played", rows, hands, finished, want.digest.Hands, number(want.digest.Finished))
	}
	got := map[string]int64{}
	list, err := s.db.QueryContext(ctx, "SELECT entry, digest FROM hands WHERE match = $1", id)
	if err != nil {
		return nil, err
	}
	defer list.Close()
	for list.Next() {
		var entry string
		var sum int64
		if err := list.Scan(&entry, &sum); err != nil {
			return nil, err
		}
		got[entry] = sum
	}
	if err := list.Err(); err != nil {
		return nil, err
	}
	for _, h := range want.hands {
		if sum, ok := got[h.Entry]; !ok || sum != h.sum() {
			fault("hand %d (%s) is not as its table has it", h.Number, h.Entry)
		}
		delete(got, h.Entry)
	}
	for entry := range got {
		fault("hand %s is not in the books of the table", entry)
	}
	return faults, nil
}

// Lateness gives for every event that was booked since a time how long it took from its table's clock until it was written
// here, but for those of one table; the empty name is none.
func (s *Store) Lateness(ctx context.Context, since time.Time, except string) (all []time.Duration, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT e.kept - e.time FROM events e JOIN journals j ON j.id = e.journal WHERE e.time >= $1 AND j.tbl <> $2", since.UnixMicro(), except)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var micros int64
		if err := rows.Scan(&micros); err != nil {
			return nil, err
		}
		all = append(all, time.Duration(micros)*time.Microsecond)
	}
	return all, rows.Err()
}
