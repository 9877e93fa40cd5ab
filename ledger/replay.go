package ledger

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Replay folds every match again from the events and compares the outcome with what is
// kept beside them. It checks SQLite's own structures, that no event is missing, and
// every checksum, of photographs too. With rescore every win is also scored again by its rule book.
// All of it is read as it is at one moment, whatever is written meanwhile.
// The error is about reading the file; what does not agree is in the report.
func (l *Ledger) Replay(ctx context.Context, rescore bool) (r Report, err error) {
	db, err := l.db.Conn(ctx)
	if err != nil {
		return r, named(err)
	}
	if _, err := db.ExecContext(ctx, "BEGIN"); err != nil {
		return r, errors.Join(named(err), db.Close())
	}
	defer func() {
		_, back := db.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		err = errors.Join(err, named(back), db.Close())
	}()
	err = l.replay(ctx, db, rescore, &r)
	return r, err
}

func (l *Ledger) replay(ctx context.Context, db querier, rescore bool, r *Report) error {
	if err := checkStructure(ctx, db, r); err != nil {
		return err
	}
	kept, err := digests(ctx, db, "ORDER BY first")
	if err != nil {
		return err
	}
	known, results := map[string]bool{}, []Result(nil)
	for _, digest := range kept {
		known[digest.Match.ID] = true
		its, err := l.replayMatch(ctx, db, digest, rescore, r)
		if err != nil {
			return err
		}
		results = append(results, its...)
	}
	if version, err := schemaVersion(ctx, db); err != nil {
		return err
	} else if version >= sumsSchema {
		if err := checkSums(ctx, db, results, r); err != nil {
			return err
		}
	}
	if err := eachText(ctx, db, "SELECT DISTINCT match FROM events", func(id string) {
		if !known[id] {
			r.fault("match %s is in the journal but not in the list of matches", id)
		}
	}); err != nil {
		return err
	}
	return checkBeside(ctx, db, r)
}

// checkStructure checks the file and that the journal has no gaps.
func checkStructure(ctx context.Context, db querier, r *Report) error {
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return named(err)
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, verdict)
	}
	var last int64
	if err := db.QueryRowContext(ctx, "SELECT count(*), COALESCE(max(seq), 0) FROM events").Scan(&r.Events, &last); err != nil {
		return named(err)
	}
	if r.Events != last {
		r.fault("%d events are missing", last-r.Events)
	}
	return nil
}

// replayMatch folds a match again, and gives the results that its events give.
func (l *Ledger) replayMatch(ctx context.Context, db querier, kept Digest, rescore bool, r *Report) ([]Result, error) {
	var events []Event
	err := eachEvent(ctx, db, "WHERE match = ? ORDER BY seq", []any{kept.Match.ID}, func(e Event) error {
		events = append(events, e)
		return nil
	})
	if err != nil && !errors.Is(err, ErrDamaged) {
		return nil, err
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
		return nil, nil
	}
	r.Matches++
	r.Hands += s.Position.Hands
	now := s.Digest()
	if !kept.watched() { // an earlier version did not count them
		now.forgetWatched()
	}
	again, err := sameDigest(now, kept)
	if err != nil {
		return nil, err
	}
	if !again {
		r.fault("match %s: what is kept about it is not what its events give", kept.Match.ID)
	}
	if rescore {
		r.Unscored += s.scoredOtherwise()
	}
	return now.results(events[0].Seq), nil
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

// checkSums compares the results and the standings with those that matches give, in their order.
func checkSums(ctx context.Context, db querier, want []Result, r *Report) error {
	kept, err := results(ctx, db, "")
	if err != nil {
		return err
	}
	type key struct {
		match string
		n     int
	}
	at := map[key]Result{}
	for _, one := range kept {
		at[key{one.Match, one.N}] = one
	}
	for _, one := range want {
		k := key{one.Match, one.N}
		got, ok := at[k]
		delete(at, k)
		switch what := differ(got.row(), one.row()); {
		case !ok:
			r.fault("match %s: the result of %s is not kept", one.Match, one.Player.Name)
		case what != "":
			r.fault("match %s, result of %s: %s", one.Match, one.Player.Name, what)
		case got.Played.Watched != one.Played.Watched || got.Played.Called != one.Played.Called:
			r.fault("match %s, result of %s: called in %d of %d hands, by the events in %d of %d", one.Match, one.Player.Name,
				got.Played.Called, got.Played.Watched, one.Played.Called, one.Played.Watched)
		case got.Begun != one.Begun || !got.Started.Equal(one.Started) || got.Again != one.Again:
			r.fault("match %s, result of %s: it stands in another order or at another time", one.Match, one.Player.Name)
		}
	}
	for k, left := range at {
		r.fault("match %s: a result %d of %s is kept that its events do not give", k.match, k.n, left.Player.Name)
	}
	standing, err := sums(ctx, db)
	if err != nil {
		return err
	}
	rows := map[sumKey]Row{}
	for _, row := range standing {
		rows[sumKey{row.Rules, row.ID}] = row
	}
	should := StandingsOf(want)
	for i, row := range should {
		got, ok := rows[sumKey{row.Rules, row.ID}]
		switch what := differ(got, row); {
		case !ok:
			r.fault("standings by %s: %s is missing", row.Rules, row.Name)
		case what != "":
			r.fault("standings by %s, %s: %s", row.Rules, row.Name, what)
		case len(standing) == len(should) && standing[i].ID != row.ID:
			r.fault("standings by %s: %s stands where %s does", row.Rules, standing[i].Name, row.Name)
		}
	}
	if len(standing) > len(should) {
		r.fault("the standings have %d rows, the matches give %d", len(standing), len(should))
	}
	return nil
}

// row is a result as a row of standings.
func (r Result) row() (row Row) {
	row.Rules, row.ID = r.Rules, r.Player.ID
	row.add(r)
	return row
}

// differ says in which columns a row that is kept is another than it should be; nothing where it is the same.
func differ(kept, want Row) string {
	var all []string
	tell := func(column string, a, b any) {
		if a != b {
			all = append(all, fmt.Sprintf("%s %v, by the events %v", column, a, b))
		}
	}
	tell("rules", kept.Rules, want.Rules)
	tell("player", kept.ID, want.ID)
	tell("name", kept.Name, want.Name)
	tell("matches", kept.Matches, want.Matches)
	a, b := kept.counts(), want.counts()
	for i, column := range strings.Split(CountColumns, ", ") {
		tell(column, a[i], b[i])
	}
	tell("watched", kept.Watched, want.Watched)
	tell("called", kept.Called, want.Called)
	tell("best_gain", kept.BestGain, want.BestGain)
	tell("best", cmp.Or(kept.BestEntry, kept.BestMatch)+kept.Best, cmp.Or(want.BestEntry, want.BestMatch)+want.Best)
	return strings.Join(all, "; ")
}

// counts are the figures of a row.
func (r Row) counts() (c Counts) {
	c = Person{Share: Share{Score: r.Score, Result: r.Result, Points: r.Points}, Played: r.Played}.Counts()
	for i, n := range r.Ranks {
		c[i] = int64(n)
	}
	return c
}
