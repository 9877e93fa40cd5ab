package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"runtime/debug"
	"slices"
	"strings"

	"jantaku/ledger"
	"jantaku/models"
)

// refold makes anew what follows from the events of every match that has some after those that were folded before.
func (s *Store) refold(ctx context.Context, tx *sql.Tx, j journal, upto int64) error {
	rows, err := tx.QueryContext(ctx, "SELECT match, MAX(seq) FROM events WHERE journal = $1 AND seq > $2 AND seq <= $3 GROUP BY match ORDER BY 2", j.id, j.upto, upto)
	if err != nil {
		return err
	}
	var names []string
	for rows.Next() {
		var name string
		var last int64
		if err := rows.Scan(&name, &last); err != nil {
			rows.Close()
			return err
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, name := range names {
		if err := s.refoldOne(ctx, tx, j, name, upto); err != nil {
			return err
		}
	}
	return nil
}

// foldSetting is there as long as the matches with recorded courses were folded by a program that did not count calls.
const foldSetting = "fold"

// countCalls folds the matches again whose calls were not counted, where there are any.
func (s *Store) countCalls(ctx context.Context) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		if err := s.hold(ctx, tx, true); err != nil {
			return err
		}
		done, err := tx.ExecContext(ctx, "DELETE FROM settings WHERE name = $1", foldSetting)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return err
		}
		type match struct {
			name string
			of   journal
		}
		rows, err := tx.QueryContext(ctx, `SELECT m.name, j.id, j.club, j.tbl, j.upto, j.known FROM matches m JOIN journals j ON j.id = m.journal
			WHERE m.fault = '' AND EXISTS (SELECT 1 FROM hands h WHERE h.match = m.id AND h.watched = 1) ORDER BY m.id`)
		if err != nil {
			return err
		}
		defer rows.Close()
		var again []match
		for rows.Next() {
			var m match
			if err := rows.Scan(&m.name, &m.of.id, &m.of.club, &m.of.table, &m.of.upto, &m.of.known); err != nil {
				return err
			}
			again = append(again, m)
		}
		if err := rows.Err(); err != nil {
			return err
		}
		for _, m := range again {
			if err := s.refoldOne(ctx, tx, m.of, m.name, m.of.upto); err != nil {
				return err
			}
		}
		if len(again) > 0 {
			s.log.Info("calls are counted in matches that were here before", "matches", len(again))
		}
		return nil
	})
}

// refoldOne makes anew what follows from the events of a match.
func (s *Store) refoldOne(ctx context.Context, tx *sql.Tx, j journal, name string, upto int64) error {
	events, err := eventsOf(ctx, tx, "WHERE journal = $1 AND match = $2 AND seq <= $3", j.id, name, upto)
	if err != nil {
		return err
	}
	if err := s.keep(ctx, tx, j, name, events); err != nil {
		return fmt.Errorf("match %s: %w", name, err)
	}
	return nil
}

// keep writes what follows from the events of a match. Events that give no match are a fault of that match, which is
// shown, and hold up nothing else.
func (s *Store) keep(ctx context.Context, tx *sql.Tx, j journal, name string, events []ledger.Event) error {
	m, err := s.folded(name, events)
	if err == nil {
		var taken bool
		if taken, err = m.taken(ctx, tx, j, name); err != nil {
			return err
		}
		if taken {
			err = fmt.Errorf("%w: hands of it stand in another match", ErrFork)
		}
	}
	if err != nil {
		s.log.Warn("the events of a match cannot be read; they are kept", "club", j.club, "table", j.table, "match", name, "err", err)
		return faulty(ctx, tx, j, name, events, err)
	}
	if err := m.write(ctx, tx, j); err != nil {
		return err
	}
	if err := m.writeResults(ctx, tx, j); err != nil {
		return err
	}
	return m.writeHands(ctx, tx)
}

// folded is what follows from the events of a match. Whatever a table sends, it is that match alone which is at fault.
func (s *Store) folded(name string, events []ledger.Event) (d *derived, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			s.log.Error("the events of a match end in a fault of the program", "match", name, "fault", fault, "stack", string(debug.Stack()))
			d, err = nil, fmt.Errorf("a fault of the program: %v", fault)
		}
	}()
	state, err := ledger.FoldAll(s.shelf, events)
	if err == nil && state.Match.ID != name {
		err = fmt.Errorf("it names itself %.60q", state.Match.ID)
	}
	if err != nil {
		return nil, err
	}
	return s.derive(state), nil
}

// taken reports whether a hand stands in another match, as one does whose event was copied from there.
func (d *derived) taken(ctx context.Context, tx *sql.Tx, j journal, name string) (yes bool, err error) {
	args := []any{j.id, name}
	for _, h := range d.hands {
		args = append(args, h.Entry)
	}
	if len(d.hands) == 0 {
		return false, nil
	}
	err = tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM hands h JOIN matches m ON m.id = h.match WHERE h.entry IN ("+placeholders(3, len(args))+") AND NOT (m.journal = $1 AND m.name = $2))", args...).Scan(&yes)
	return yes, err
}

// faulty notes a match whose events cannot be folded. What was known of it before stays.
func faulty(ctx context.Context, tx *sql.Tx, j journal, name string, events []ledger.Event, why error) error {
	first, last := events[0], events[len(events)-1]
	_, err := tx.ExecContext(ctx, `INSERT INTO matches (journal, name, rules, started, ended, finished, hands, last, fault) VALUES ($1, $2, '', $3, $4, 0, 0, $5, $6)
		ON CONFLICT (journal, name) DO UPDATE SET ended = excluded.ended, last = excluded.last, fault = excluded.fault`,
		j.id, name, first.Time.UnixMicro(), last.Time.UnixMicro(), last.Seq, why.Error())
	return err
}

// derived is what is kept of a match beside its events.
type derived struct {
	id      int64 // of its row
	digest  ledger.Digest
	last    int64
	players map[string]row // those who played, by their ids at the table
	hands   []handRow
}

// row is a row of players: that of the person, and that of the name at the table where it is another one.
type row struct {
	person int64
	alias  *int64
}

// handRow is a hand, and its wins.
type handRow struct {
	Entry            string
	Number, Revision int
	At               int64
	Ending           string
	Counts, Watched  bool
	Wins             []winRow
}

// winRow is a win by the ids of those who played then; Supplier is empty where it was drawn.
type winRow struct {
	Player, Supplier string
	Gain             int
	Tiles, Photo     string
	Fans             []string
}

func (s *Store) derive(state ledger.State) *derived {
	d := &derived{digest: state.Digest(), last: state.Seq}
	for i := range state.Entries {
		if e := state.Entries[i]; e.Kind == ledger.HandPlayed {
			d.hands = append(d.hands, handOf(state, e))
		}
	}
	return d
}

func handOf(state ledger.State, e ledger.Entry) handRow {
	h := e.Current().Hand
	row := handRow{Entry: e.ID, Number: e.Number, Revision: e.Revision(), At: e.Versions[0].Time.UnixMicro(), Ending: string(h.Ending),
		Counts: e.Counts(), Watched: e.Record() != nil}
	if !e.Counts() {
		return row
	}
	view, gains, who := state.HandView(e), e.Gains(), e.Players
	for i, w := range view.Wins {
		win := winRow{Player: who[w.Player].ID, Tiles: w.Win.Text(), Photo: w.Photo}
		if w.From != 0 {
			win.Supplier = who[e.Before.At(w.From)].ID
		}
		if i < len(gains) {
			win.Gain = gains[i]
		}
		for _, f := range w.Result.Fans {
			if !slices.Contains(win.Fans, f.ID) {
				win.Fans = append(win.Fans, f.ID)
			}
		}
		row.Wins = append(row.Wins, win)
	}
	return row
}

// sum tells a row from another version of it.
func (h handRow) sum() int64 {
	text, err := json.Marshal(h)
	if err != nil {
		panic(err) // numbers and texts cannot fail to become JSON
	}
	of := fnv.New64a()
	of.Write(text)
	return int64(of.Sum64())
}

func (d *derived) write(ctx context.Context, tx *sql.Tx, j journal) error {
	g := d.digest
	return tx.QueryRowContext(ctx, `INSERT INTO matches (journal, name, rules, started, ended, finished, hands, last, fault) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '')
		ON CONFLICT (journal, name) DO UPDATE SET rules = excluded.rules, ended = excluded.ended, finished = excluded.finished, hands = excluded.hands,
		last = excluded.last, fault = '' RETURNING id`,
		j.id, g.Match.ID, g.Match.Rules, g.Started.UnixMicro(), g.Ended.UnixMicro(), number(g.Finished), g.Hands, d.last).Scan(&d.id)
}

func number(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// countColumns are the figures of results and standings.
const countColumns = ledger.CountColumns + ", watched, called"

// counts are the figures of a person in a match, or of a row of standings but for its matches, in the order of countColumns.
type counts [len(ledger.Counts{}) + 2]int64

func countsOf(p *ledger.Person) (c counts) {
	of := p.Counts()
	copy(c[:], of[:])
	c[len(of)], c[len(of)+1] = int64(p.Played.Watched), int64(p.Played.Called)
	return c
}

// fill is the inverse for a row of standings.
func (c *counts) fill(r *ledger.Row) {
	of := ledger.Counts(c[:len(ledger.Counts{})])
	of.Fill(r)
	r.Watched, r.Called = int(c[len(of)]), int(c[len(of)+1])
}

// placeholders are $from to $to.
func placeholders(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		if i > from {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "$%d", i)
	}
	return b.String()
}

// standingKey is a row of standings.
type standingKey struct {
	rules, season string
	player        int64
}

// writeResults replaces what each player did in the match, and moves the standings by the difference.
func (d *derived) writeResults(ctx context.Context, tx *sql.Tx, j journal) error {
	moved, err := d.resultsBefore(ctx, tx)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM results WHERE match = $1", d.id); err != nil {
		return err
	}
	g := d.digest
	zone, err := zoneOf(ctx, tx)
	if err != nil {
		return err
	}
	season := ledger.SeasonOf(g.Started.In(zone))
	d.players = map[string]row{}
	played := map[int64]bool{}
	for n, person := range g.People() {
		who, err := playerRow(ctx, tx, j.club, person.Player)
		if err != nil {
			return err
		}
		again := played[who.person] // who played as two numbers played one match
		d.players[person.Player.ID], played[who.person] = who, true
		c := countsOf(&person)
		args := []any{d.id, n, who.person, who.alias, g.Match.Rules, season, g.Started.UnixMicro(), number(g.Finished)}
		for _, v := range c {
			args = append(args, v)
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO results (match, number, player, alias, rules, season, started, finished, "+countColumns+") VALUES ("+placeholders(1, len(args))+")", args...); err != nil {
			return err
		}
		if g.Finished {
			moved.add(standingKey{g.Match.Rules, season, who.person}, 1, !again, c)
		}
	}
	return moved.write(ctx, tx)
}

// movement is what changes in the standings: matches first, then the counts.
type movement map[standingKey]*[1 + len(counts{})]int64

// add counts a match in the standings of a season and in those of all time.
func (m movement) add(of standingKey, sign int64, first bool, c counts) {
	for _, key := range [...]standingKey{of, {of.rules, "", of.player}} {
		if m[key] == nil {
			m[key] = &[1 + len(c)]int64{}
		}
		if first {
			m[key][0] += sign
		}
		for i, v := range c {
			m[key][1+i] += sign * v
		}
	}
}

// resultsBefore takes what the match gave to the standings until now out of them.
func (d *derived) resultsBefore(ctx context.Context, tx *sql.Tx) (movement, error) {
	moved, counted := movement{}, map[int64]bool{}
	rows, err := tx.QueryContext(ctx, "SELECT rules, season, player, "+countColumns+" FROM results WHERE match = $1 AND finished = 1", d.id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var key standingKey
		var c counts
		into := []any{&key.rules, &key.season, &key.player}
		for i := range c {
			into = append(into, &c[i])
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		moved.add(key, -1, !counted[key.player], c)
		counted[key.player] = true
	}
	return moved, rows.Err()
}

// write moves the standings, always in the same order, so that two who do it do not wait for each other.
func (m movement) write(ctx context.Context, tx *sql.Tx) error {
	var keys []standingKey
	for key, by := range m {
		if *by != ([1 + len(counts{})]int64{}) {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b standingKey) int {
		return cmp.Or(cmp.Compare(a.rules, b.rules), cmp.Compare(a.season, b.season), cmp.Compare(a.player, b.player))
	})
	for _, key := range keys {
		args := []any{key.rules, key.season, key.player}
		for _, v := range m[key] {
			args = append(args, v)
		}
		if _, err := tx.ExecContext(ctx, standingUpsert, args...); err != nil {
			return err
		}
	}
	return nil
}

// standingUpsert adds to a row of the standings.
var standingUpsert = func() string {
	columns := "matches, " + countColumns
	var sums []string
	for _, c := range strings.Split(columns, ", ") {
		sums = append(sums, c+" = standings."+c+" + excluded."+c)
	}
	return "INSERT INTO standings (rules, season, player, " + columns + ") VALUES (" + placeholders(1, 3+1+len(counts{})) + `)
		ON CONFLICT (rules, season, player) DO UPDATE SET ` + strings.Join(sums, ", ")
}()

// playerRow finds the row of a player, whose spelling follows the newest.
func playerRow(ctx context.Context, tx *sql.Tx, club string, p models.Player) (row, error) {
	var shown string
	var id, person int64
	err := tx.QueryRowContext(ctx, "SELECT id, COALESCE(same, id), shown FROM players WHERE club = $1 AND name = $2", club, p.ID).Scan(&id, &person, &shown)
	if err != nil || shown != p.Name {
		err = tx.QueryRowContext(ctx, `INSERT INTO players (club, name, shown) VALUES ($1, $2, $3)
			ON CONFLICT (club, name) DO UPDATE SET shown = excluded.shown RETURNING id, COALESCE(same, id)`, club, p.ID, p.Name).Scan(&id, &person)
	}
	if person == id {
		return row{person: id}, err
	}
	return row{person, &id}, err
}

// writeHands writes the hands that are another than before.
func (d *derived) writeHands(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, "SELECT entry, digest FROM hands WHERE match = $1", d.id)
	if err != nil {
		return err
	}
	before := map[string]int64{}
	for rows.Next() {
		var entry string
		var sum int64
		if err := rows.Scan(&entry, &sum); err != nil {
			rows.Close()
			return err
		}
		before[entry] = sum
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, h := range d.hands {
		if was, known := before[h.Entry]; known && was == h.sum() {
			continue
		}
		if err := d.writeHand(ctx, tx, h); err != nil {
			return err
		}
	}
	return nil
}

func (d *derived) writeHand(ctx context.Context, tx *sql.Tx, h handRow) error {
	done, err := tx.ExecContext(ctx, `INSERT INTO hands (entry, match, number, at, ending, counts, revision, watched, digest) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (entry) DO UPDATE SET number = excluded.number, ending = excluded.ending, counts = excluded.counts, revision = excluded.revision,
		watched = excluded.watched, digest = excluded.digest WHERE hands.match = excluded.match`,
		h.Entry, d.id, h.Number, h.At, h.Ending, number(h.Counts), h.Revision, number(h.Watched), h.sum())
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 { // another match took it meanwhile
		return errors.Join(err, fmt.Errorf("%w: hand %s", ErrFork, h.Entry))
	}
	for _, clear := range []string{"DELETE FROM win_fans WHERE win IN (SELECT id FROM wins WHERE entry = $1)", "DELETE FROM wins WHERE entry = $1"} {
		if _, err := tx.ExecContext(ctx, clear, h.Entry); err != nil {
			return err
		}
	}
	for n, w := range h.Wins {
		var supplier *int64 // as the table has it
		if from, known := d.players[w.Supplier]; known {
			if supplier = from.alias; supplier == nil {
				supplier = &from.person
			}
		}
		who := d.players[w.Player]
		var id int64
		if err := tx.QueryRowContext(ctx, `INSERT INTO wins (entry, n, match, player, alias, supplier, rules, at, gain, tiles, photo) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
			h.Entry, n, d.id, who.person, who.alias, supplier, d.digest.Match.Rules, h.At, w.Gain, w.Tiles, w.Photo).Scan(&id); err != nil {
			return err
		}
		for _, fan := range w.Fans {
			row, err := fanRow(ctx, tx, d.digest.Match.Rules, fan)
			if err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO win_fans (fan, at, win) VALUES ($1, $2, $3)", row, h.At, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// fanRow finds the row of a fan of a rule book.
func fanRow(ctx context.Context, tx *sql.Tx, rules, name string) (id int64, err error) {
	find := func() error {
		return tx.QueryRowContext(ctx, "SELECT id FROM fans WHERE rules = $1 AND name = $2", rules, name).Scan(&id)
	}
	if err = find(); err == sql.ErrNoRows {
		if _, err = tx.ExecContext(ctx, "INSERT INTO fans (rules, name) VALUES ($1, $2) ON CONFLICT (rules, name) DO NOTHING", rules, name); err == nil {
			err = find()
		}
	}
	return id, err
}
