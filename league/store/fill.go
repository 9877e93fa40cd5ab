package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"jantaku/ledger"
)

// Fill makes a database of PostgreSQL as large as a league of many years has it, to measure what it stands: matches that
// were played are copied, each for other players at another table and time, with all that is derived of them. It takes
// nothing that a table has not played, and is no way to bring books in.
type Fill struct {
	// Matches are those that are copied, each with all its events. Names of players are markers that stand nowhere else.
	Matches [][]ledger.Event
	Hands   int64 // how many there are to be; what is there already counts
	Clubs   int
	Tables  int // of each club
	Players int // of each club
	Batch   int // matches in one transaction; 1,000 are some 50 MB
	Seed    uint64
	// Progress is told how many hands there are.
	Progress func(hands int64)
}

// fillClub is what the clubs are called; a database with others is not filled.
const fillClub = "filled/club-"

// ErrNotEmpty is a database that has books of real tables.
var ErrNotEmpty = errors.New("archive: this database has books of tables; take an empty one")

// Fill fills the database; when the context ends, what was written until then is whole.
func (s *Store) Fill(ctx context.Context, f Fill) (err error) {
	if s.lite || len(f.Matches) == 0 || f.Clubs < 1 || f.Tables < 1 || f.Players < 8 || f.Batch < 1 {
		return errors.New("archive: to fill it takes PostgreSQL, matches, clubs, tables, eight players of each club, and a batch")
	}
	var others bool
	if err := s.db.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM journals WHERE club NOT LIKE $1)", fillClub+"%").Scan(&others); err != nil {
		return err
	}
	if others {
		return ErrNotEmpty
	}
	w := filler{Store: s, of: f, random: rand.New(rand.NewPCG(f.Seed, uint64(time.Now().UnixNano())))}
	if err := w.prepare(ctx); err != nil {
		return err
	}
	for w.hands < f.Hands && ctx.Err() == nil {
		b := w.batch()
		if err := s.copyIn(context.WithoutCancel(ctx), b); err != nil {
			return err
		}
		w.hands += b.hands
		f.Progress(w.hands)
	}
	return s.fillSums(context.WithoutCancel(ctx))
}

// fillSums makes anew what Take would have kept up to date.
func (s *Store) fillSums(ctx context.Context) error {
	return s.inTx(ctx, func(tx *sql.Tx) error {
		for _, table := range []string{"matches", "wins"} {
			if _, err := tx.ExecContext(ctx, "SELECT setval(pg_get_serial_sequence('"+table+"', 'id'), (SELECT MAX(id) FROM "+table+"))"); err != nil {
				return err
			}
		}
		return sumAll(ctx, tx)
	})
}

// Tidy has the database look at what it holds, as it does by itself after a while.
func (s *Store) Tidy(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, "VACUUM (ANALYZE)")
	return err
}

// filler makes rows.
type filler struct {
	*Store
	of          Fill
	random      *rand.Rand
	zone        *time.Location
	patterns    []pattern
	journals    []filled
	fans        map[[2]string]int64
	hands       int64
	match, wins int64 // newest ids
}

// filled are the books of a table.
type filled struct {
	id, upto int64
	name     string
	at       time.Time // end of the newest match
	names    []string  // of the players of its club
	players  []int64
}

// pattern is a match that is copied: what is another in each copy stands apart.
type pattern struct {
	derived *derived
	events  []patternEvent
	names   []string // of those who played
	ids     []string // of the match, then of its events
}

// patternEvent is an event of a pattern, its payload in pieces: each is a text and what follows it, an index of ids or, after
// them, of names; -1 after the last.
type patternEvent struct {
	ledger.Event
	texts []string
	after []int
}

func (w *filler) prepare(ctx context.Context) error {
	zone, err := w.Zone(ctx)
	if err != nil {
		return err
	}
	w.zone = zone
	for _, events := range w.of.Matches {
		p, err := w.pattern(events)
		if err != nil {
			return err
		}
		w.patterns = append(w.patterns, p)
	}
	if err := w.inTx(ctx, func(tx *sql.Tx) error { return w.people(ctx, tx) }); err != nil {
		return err
	}
	return w.db.QueryRowContext(ctx, "SELECT (SELECT COALESCE(MAX(id), 0) FROM matches), (SELECT COALESCE(MAX(id), 0) FROM wins), (SELECT COUNT(*) FROM hands)").Scan(&w.match, &w.wins, &w.hands)
}

// pattern takes a match apart.
func (w *filler) pattern(events []ledger.Event) (p pattern, err error) {
	state, err := ledger.FoldAll(w.shelf, events)
	if err != nil {
		return p, err
	}
	p.derived = w.derive(state)
	p.ids = []string{state.Match.ID}
	for _, e := range events {
		p.ids = append(p.ids, e.ID)
	}
	for _, person := range p.derived.digest.People() {
		if !slices.Contains(p.names, person.Player.ID) {
			p.names = append(p.names, person.Player.ID)
		}
	}
	for _, player := range slices.Concat(state.Match.Players, state.Agreement().Players) { // who played nothing is named all the same
		if !slices.Contains(p.names, player.ID) {
			p.names = append(p.names, player.ID)
		}
	}
	tokens := slices.Concat(p.ids, p.names)
	for _, e := range events {
		one := patternEvent{Event: e}
		for rest := string(e.Payload); ; {
			at, which := len(rest), -1
			for i, token := range tokens {
				if found := strings.Index(rest[:min(len(rest), at+len(token))], token); found >= 0 && found < at {
					at, which = found, i
				}
			}
			one.texts, one.after = append(one.texts, rest[:at]), append(one.after, which)
			if which < 0 {
				break
			}
			rest = rest[at+len(tokens[which]):]
		}
		one.Payload = nil
		p.events = append(p.events, one)
	}
	return p, nil
}

// people makes the tables, players and fans that are not there yet, and finds those that are.
func (w *filler) people(ctx context.Context, tx *sql.Tx) error {
	for c := range w.of.Clubs {
		club := fmt.Sprintf("%s%d", fillClub, c+1)
		var names []string
		var rows []int64
		for n := range w.of.Players {
			name := fillName(c*w.of.Players + n)
			var id int64
			if err := tx.QueryRowContext(ctx, `INSERT INTO players (club, name, shown) VALUES ($1, $2, $2)
				ON CONFLICT (club, name) DO UPDATE SET shown = excluded.shown RETURNING id`, club, name).Scan(&id); err != nil {
				return err
			}
			names, rows = append(names, name), append(rows, id)
		}
		for n := range w.of.Tables {
			j := filled{names: names, players: rows}
			var ended sql.NullInt64
			if err := tx.QueryRowContext(ctx, `INSERT INTO journals (name, club, tbl, upto, known) VALUES ($1, $2, $3, 0, 0)
				ON CONFLICT (name) DO UPDATE SET club = excluded.club RETURNING id, upto, (SELECT MAX(ended) FROM matches WHERE journal = journals.id)`,
				fmt.Sprintf("filled-%d-%d", c+1, n+1), club, fmt.Sprintf("table-%d", n+1)).Scan(&j.id, &j.upto, &ended); err != nil {
				return err
			}
			j.at = time.Date(2022, 1, 1, 10, n, c%60, 0, time.UTC)
			if ended.Valid {
				j.at = time.UnixMicro(ended.Int64).UTC()
			}
			w.journals = append(w.journals, j)
		}
	}
	w.fans = map[[2]string]int64{}
	for _, p := range w.patterns {
		rules := p.derived.digest.Match.Rules
		for _, h := range p.derived.hands {
			for _, win := range h.Wins {
				for _, fan := range win.Fans {
					if _, known := w.fans[[2]string{rules, fan}]; known {
						continue
					}
					id, err := fanRow(ctx, tx, rules, fan)
					if err != nil {
						return err
					}
					w.fans[[2]string{rules, fan}] = id
				}
			}
		}
	}
	return nil
}

// fillName is what somebody is called: two syllables and a number, so that many have a part in common.
func fillName(n int) string {
	first := [...]string{"An", "Be", "Chi", "Do", "Emi", "Fa", "Gi", "Haru", "Ito", "Jun", "Kei", "Lin", "Mei", "Nao", "Ori", "Pei", "Qi", "Rin", "Sora", "Tao", "Ume", "Vi", "Wen", "Xu", "Yuki", "Zhen"}
	second := [...]string{"ka", "lan", "mi", "ne", "ra", "shi", "ta", "wa", "xin", "yo", "zu", "ko", "li", "mu", "na", "ri", "sa"}
	return fmt.Sprintf("%s%s %d", first[n%len(first)], second[n/len(first)%len(second)], n)
}

// batch is what one transaction writes.
type batch struct {
	rows  map[string][][]any
	upto  map[int64]int64 // of journals
	hands int64
}

// copied are the columns that are written, in the order in which tables refer to each other.
var copied = []struct {
	table   string
	columns string
}{
	{"events", "journal, seq, id, time, match, kind, source, author, why, payload, kept"},
	{"matches", "id, journal, name, rules, started, ended, finished, hands, last, fault"},
	{"results", "match, number, player, rules, season, started, finished, " + countColumns},
	{"hands", "entry, match, number, at, ending, counts, revision, watched, digest"},
	{"wins", "id, entry, n, match, player, supplier, rules, at, gain, tiles, photo"},
	{"win_fans", "fan, at, win"},
}

func (w *filler) batch() *batch {
	b := &batch{rows: map[string][][]any{}, upto: map[int64]int64{}}
	for range w.of.Batch {
		// Those whose newest match is oldest go on, about: all tables are played at.
		at := w.random.IntN(len(w.journals))
		for range 3 {
			if other := w.random.IntN(len(w.journals)); w.journals[other].at.Before(w.journals[at].at) {
				at = other
			}
		}
		w.copyMatch(b, &w.journals[at], w.patterns[w.random.IntN(len(w.patterns))])
	}
	return b
}

// copyMatch adds a match at a table to a batch.
func (w *filler) copyMatch(b *batch, j *filled, p pattern) {
	g := p.derived.digest
	j.at = j.at.Add(time.Hour + time.Duration(w.random.IntN(24*60))*time.Minute)
	shift := j.at.Sub(g.Started)
	w.match++
	tokens := make([]string, 0, len(p.ids)+len(p.names))
	isNow := map[string]string{}
	for i, old := range p.ids {
		id := w.id(j.at.Add(time.Duration(i) * time.Second))
		tokens, isNow[old] = append(tokens, id), id
	}
	people, named := map[string]int64{}, map[string]string{}
	for i, n := range w.random.Perm(len(j.players))[:len(p.names)] {
		tokens = append(tokens, j.names[n])
		people[p.names[i]], named[p.names[i]] = j.players[n], j.names[n]
	}
	add := func(table string, values ...any) { b.rows[table] = append(b.rows[table], values) }
	var text strings.Builder
	for _, e := range p.events {
		text.Reset()
		for i, piece := range e.texts {
			text.WriteString(piece)
			if e.after[i] >= 0 {
				text.WriteString(tokens[e.after[i]])
			}
		}
		j.upto++
		micros := e.Time.Add(shift).UnixMicro()
		add("events", j.id, j.upto, isNow[e.ID], micros, tokens[0], string(e.Kind), e.Source, e.By, e.Why, text.String(), micros+30_000)
	}
	b.upto[j.id] = j.upto
	started := g.Started.Add(shift)
	add("matches", w.match, j.id, tokens[0], g.Match.Rules, started.UnixMicro(), g.Ended.Add(shift).UnixMicro(), int32(number(g.Finished)), int32(g.Hands), j.upto, "")
	season := ledger.SeasonOf(started.In(w.zone))
	for n, person := range g.People() {
		row := []any{w.match, int32(n), people[person.Player.ID], g.Match.Rules, season, started.UnixMicro(), int32(number(g.Finished))}
		for _, v := range countsOf(&person) {
			row = append(row, v)
		}
		add("results", row...)
	}
	for _, h := range p.derived.hands {
		w.copyHand(h, copying{add, g.Match.Rules, shift, isNow, named, people})
		b.hands++
	}
	j.at = g.Ended.Add(shift)
}

// copying is how a match is copied: where rows go, by which book it is played, how much later, what identifiers and names
// are there, and the rows of people.
type copying struct {
	add          func(table string, values ...any)
	rules        string
	later        time.Duration
	isNow, named map[string]string
	people       map[string]int64
}

// copyHand adds a hand.
func (w *filler) copyHand(h handRow, c copying) {
	h.Entry, h.At = c.isNow[h.Entry], h.At+c.later.Microseconds()
	wins := slices.Clone(h.Wins)
	for n, win := range wins {
		w.wins++
		var supplier any
		if row, known := c.people[win.Supplier]; known {
			supplier = row
		}
		c.add("wins", w.wins, h.Entry, int32(n), w.match, c.people[win.Player], supplier, c.rules, h.At, int32(win.Gain), win.Tiles, win.Photo)
		for _, fan := range win.Fans {
			c.add("win_fans", w.fans[[2]string{c.rules, fan}], h.At, w.wins)
		}
		wins[n].Player, wins[n].Supplier = c.named[win.Player], c.named[win.Supplier]
	}
	h.Wins = wins
	c.add("hands", h.Entry, w.match, int32(h.Number), h.At, h.Ending, int32(number(h.Counts)), int32(h.Revision), int32(number(h.Watched)), h.sum())
}

// id is one as tables give them: it grows with the time, and the rest is drawn.
func (w *filler) id(at time.Time) string {
	var b [16]byte
	ms := at.UnixMilli()
	for i := range 6 {
		b[i] = byte(ms >> (8 * (5 - i)))
	}
	high, low := w.random.Uint64(), w.random.Uint64()
	for i := 6; i < 8; i++ {
		b[i] = byte(high >> (8 * (i - 6)))
	}
	for i := 8; i < 16; i++ {
		b[i] = byte(low >> (8 * (i - 8)))
	}
	b[6], b[8] = b[6]&0x0f|0x70, b[8]&0x3f|0x80
	text := hex.EncodeToString(b[:])
	return text[:8] + "-" + text[8:12] + "-" + text[12:16] + "-" + text[16:20] + "-" + text[20:]
}

// copyIn writes a batch in one transaction. What refers to what is not checked again: the rows were made with it.
func (s *Store) copyIn(ctx context.Context, b *batch) error {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	return conn.Raw(func(driver any) error {
		one, ok := driver.(*stdlib.Conn)
		if !ok {
			return errors.New("archive: the driver of PostgreSQL is another")
		}
		return pgx.BeginFunc(ctx, one.Conn(), func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "SET LOCAL session_replication_role = replica; SET LOCAL synchronous_commit = off"); err != nil {
				return fmt.Errorf("to fill it takes a superuser of the database: %w", err)
			}
			for _, c := range copied {
				if _, err := tx.CopyFrom(ctx, pgx.Identifier{c.table}, strings.Split(c.columns, ", "), pgx.CopyFromRows(b.rows[c.table])); err != nil {
					return fmt.Errorf("%s: %w", c.table, err)
				}
			}
			for id, upto := range b.upto {
				if _, err := tx.Exec(ctx, "UPDATE journals SET upto = $1, known = $1 WHERE id = $2", upto, id); err != nil {
					return err
				}
			}
			return nil
		})
	})
}
