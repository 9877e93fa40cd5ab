package ledger

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Results of finished matches and the sums of them stand beside the journal and change in the transaction of the event
// that changes them: a correction of a match of last year takes out what the match gave and puts in what it gives now.

// sumsSchema is the version of the schema that has them as this program does; they are made when a file comes to it.
const sumsSchema = 5

// Standings gives the standings over the finished matches that began in a span, as [Standings] does. Those of all time are
// a row for each player, whatever was played.
func (l *Ledger) Standings(ctx context.Context, within Span) ([]Row, error) {
	if within == (Span{}) && l.sums {
		return sums(ctx, l.db)
	}
	all, err := l.results(ctx, within, "")
	return StandingsOf(all), err
}

// ResultsOf gives the results of a player in finished matches, oldest first.
func (l *Ledger) ResultsOf(ctx context.Context, player string) ([]Result, error) {
	return l.results(ctx, Span{}, player)
}

// Began gives when the first finished match began of those that did so since a time; false where none did.
func (l *Ledger) Began(ctx context.Context, since time.Time) (at time.Time, ok bool, err error) {
	if !l.sums {
		all, err := l.results(ctx, Span{From: since}, "")
		for _, r := range all {
			if !ok || r.Started.Before(at) {
				at, ok = r.Started, true
			}
		}
		return at, ok, err
	}
	var micros sql.NullInt64
	err = l.db.QueryRowContext(ctx, "SELECT MIN(started) FROM results WHERE started >= ?", micro(since)).Scan(&micros)
	return time.UnixMicro(micros.Int64).UTC(), micros.Valid, named(err)
}

// micro is a time in the file: the zero time is before all others.
func micro(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// results gives those of matches that began in a span, of one player or with an empty name of all. A file of an older
// version that is only read has none: then they follow from the digests.
func (l *Ledger) results(ctx context.Context, within Span, player string) (all []Result, err error) {
	if !l.sums {
		matches, err := l.Matches(ctx)
		return slices.DeleteFunc(Results(matches), func(r Result) bool {
			return !within.has(r.Started) || player != "" && player != r.Player.ID
		}), err
	}
	where, args := []string{"started >= ?"}, []any{micro(within.From)}
	if !within.To.IsZero() {
		where, args = append(where, "started < ?"), append(args, within.To.UnixMicro())
	}
	if player != "" {
		where, args = append(where, "player = ?"), append(args, player)
	}
	return results(ctx, l.db, "WHERE "+strings.Join(where, " AND "), args...)
}

const resultColumns = "match, n, begun, started, rules, player, name, again, " + CountColumns + ", best_gain, best, best_entry, watched, called"

// results reads results in the order of their matches.
func results(ctx context.Context, db querier, where string, args ...any) (all []Result, err error) {
	rows, err := db.QueryContext(ctx, "SELECT "+resultColumns+" FROM results "+where+" ORDER BY begun, n", args...)
	if err != nil {
		return nil, named(err)
	}
	defer rows.Close()
	for rows.Next() {
		var r Result
		var micros int64
		var c Counts
		into := []any{&r.Match, &r.N, &r.Begun, &micros, &r.Rules, &r.Player.ID, &r.Player.Name, &r.Again}
		if err := rows.Scan(append(c.into(into), &r.Played.BestGain, &r.Played.Best, &r.Played.BestEntry, &r.Played.Watched, &r.Played.Called)...); err != nil {
			return nil, named(err)
		}
		r.Started = time.UnixMicro(micros).UTC()
		if r.Played.BestGain > 0 {
			r.Played.BestMatch = r.Match
		}
		r.setCounts(c)
		all = append(all, r)
	}
	return all, named(rows.Err())
}

// into adds the counts to what a row is scanned into.
func (c *Counts) into(all []any) []any {
	for i := range c {
		all = append(all, &c[i])
	}
	return all
}

// setCounts is the inverse of Counts.
func (p *Person) setCounts(c Counts) {
	var row Row
	c.Fill(&row)
	p.Score, p.Result, p.Points = row.Score, row.Result, row.Points
	for i, n := range row.Ranks {
		if n == 1 {
			p.Rank = i + 1
		}
	}
	for i, n := range row.Played.figures() {
		*p.Played.figures()[i] = *n
	}
}

// sums reads the standings of all time.
func sums(ctx context.Context, db querier) (all []Row, err error) {
	rows, err := db.QueryContext(ctx, "SELECT rules, player, name, matches, "+CountColumns+", best_gain, best, best_entry, best_match, watched, called FROM standings ORDER BY begun, n")
	if err != nil {
		return nil, named(err)
	}
	defer rows.Close()
	for rows.Next() {
		var r Row
		var c Counts
		into := []any{&r.Rules, &r.ID, &r.Name, &r.Matches}
		if err := rows.Scan(append(c.into(into), &r.BestGain, &r.Best, &r.BestEntry, &r.BestMatch, &r.Watched, &r.Called)...); err != nil {
			return nil, named(err)
		}
		c.Fill(&r)
		all = append(all, r)
	}
	return ordered(all), named(rows.Err())
}

// sumKey is a row of the standings, and movement what changes in them: matches, then the counts.
type sumKey struct{ rules, player string }

type movement map[sumKey]*[1 + len(Counts{})]int64

func (m movement) add(key sumKey, again bool, sign int64, c Counts) {
	if m[key] == nil {
		m[key] = new([1 + len(c)]int64)
	}
	if !again {
		m[key][0] += sign
	}
	for i, v := range c {
		m[key][1+i] += sign * v
	}
}

// keepResults replaces what a match gives, and moves the standings by the difference.
func keepResults(ctx context.Context, tx *sql.Tx, d Digest) error {
	moved := movement{}
	before, err := results(ctx, tx, "WHERE match = ?", d.Match.ID)
	if err != nil {
		return err
	}
	for _, r := range before {
		moved.add(sumKey{r.Rules, r.Player.ID}, r.Again, -1, r.Counts())
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM results WHERE match = ?", d.Match.ID); err != nil {
		return err
	}
	if err := moved.insert(ctx, tx, d); err != nil {
		return err
	}
	return moved.write(ctx, tx)
}

// insert writes the results of a match that has none yet.
func (m movement) insert(ctx context.Context, tx *sql.Tx, d Digest) error {
	var begun int64
	if err := tx.QueryRowContext(ctx, "SELECT first FROM matches WHERE id = ?", d.Match.ID).Scan(&begun); err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, resultInsert)
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, r := range d.results(begun) {
		c := r.Counts()
		args := []any{r.Match, r.N, r.Begun, r.Started.UnixMicro(), r.Rules, r.Player.ID, r.Player.Name, r.Again}
		for _, v := range c {
			args = append(args, v)
		}
		args = append(args, r.Played.BestGain, r.Played.Best, r.Played.BestEntry, r.Played.Watched, r.Played.Called)
		if _, err := insert.ExecContext(ctx, args...); err != nil {
			return err
		}
		m.add(sumKey{r.Rules, r.Player.ID}, r.Again, 1, c)
	}
	return nil
}

var resultInsert = "INSERT INTO results (" + resultColumns + ") VALUES (?" + strings.Repeat(", ?", strings.Count(resultColumns, ",")) + ")"

// write moves the standings. What is no sum is looked up where the results stand in that order, and calls are summed anew.
// Its statements are read once, which takes longer than to carry them out for a player.
func (m movement) write(ctx context.Context, tx *sql.Tx) error {
	var statements [3]*sql.Stmt
	for i, text := range []string{sumUpsert, "DELETE FROM standings WHERE rules = ?1 AND player = ?2 AND matches = 0", sumLookUp} {
		var err error
		if statements[i], err = tx.PrepareContext(ctx, text); err != nil {
			return err
		}
		defer statements[i].Close()
	}
	for key, by := range m {
		args := []any{key.rules, key.player}
		for _, v := range by {
			args = append(args, v)
		}
		for i, statement := range statements {
			if i > 0 {
				args = args[:2]
			}
			if _, err := statement.ExecContext(ctx, args...); err != nil {
				return err
			}
		}
	}
	return nil
}

const sumColumns = "matches, " + CountColumns

// sumUpsert adds to a row of the standings.
var sumUpsert = func() string {
	var add []string
	for _, column := range strings.Split(sumColumns, ", ") {
		add = append(add, column+" = "+column+" + excluded."+column)
	}
	return "INSERT INTO standings (rules, player, name, begun, n, best_gain, best, best_entry, best_match, " + sumColumns +
		") VALUES (?, ?, '', 0, 0, 0, '', '', ''" + strings.Repeat(", ?", len(add)) + ") ON CONFLICT (rules, player) DO UPDATE SET " + strings.Join(add, ", ")
}()

const sumLookUp = `UPDATE standings SET
	(begun, n) = (SELECT begun, n FROM results WHERE player = ?2 AND rules = ?1 ORDER BY begun, n LIMIT 1),
	name = (SELECT name FROM results WHERE player = ?2 AND rules = ?1 ORDER BY begun DESC, n DESC LIMIT 1),
	(best_gain, best, best_entry, best_match) = (SELECT best_gain, best, best_entry, CASE WHEN best_gain > 0 THEN match ELSE '' END
		FROM results WHERE player = ?2 AND rules = ?1 ORDER BY best_gain DESC, begun, n LIMIT 1),
	(watched, called) = (SELECT SUM(watched), SUM(called) FROM results WHERE player = ?2 AND rules = ?1)
	WHERE rules = ?1 AND player = ?2`

// keepAllResults makes the results and sums of a file that has none.
func keepAllResults(ctx context.Context, tx *sql.Tx) error {
	all, err := digests(ctx, tx, "ORDER BY first")
	if err != nil {
		return err
	}
	moved := movement{}
	for _, d := range all {
		if err := moved.insert(ctx, tx, d); err != nil {
			return fmt.Errorf("results of match %s: %w", d.Match.ID, err)
		}
	}
	return moved.write(ctx, tx)
}
