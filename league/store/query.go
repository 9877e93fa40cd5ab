package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"jantaku/ledger"
)

// Match is a match in a list.
type Match struct {
	Club, Table   string
	Name          string // its id at the table
	Rules         string
	Started       time.Time
	Ended         time.Time
	Finished      bool
	Hands         int
	Fault         string
	Players       []MatchPlayer
	journal, upto int64
}

// MatchPlayer is a player in a match.
type MatchPlayer struct {
	ID          int64
	Name        string
	Rank, Score int
	Result      float64
}

// Filter chooses matches; what is empty or 0 chooses all.
type Filter struct {
	Club, Table, Rules string
	Player             int64
	Before             time.Time // that began before
	Limit              int
}

const matchColumns = "m.id, m.journal, j.upto, j.club, j.tbl, m.name, m.rules, m.started, m.ended, m.finished, m.hands, m.fault"

// Matches gives matches, those that began last first.
func (s *Store) Matches(ctx context.Context, f Filter) ([]Match, error) {
	from, where, args := "matches m JOIN journals j ON j.id = m.journal", []string{"1 = 1"}, []any{}
	add := func(condition string, value any) {
		args = append(args, value)
		where = append(where, fmt.Sprintf(condition, len(args)))
	}
	if f.Club != "" {
		add("j.club = $%d", f.Club)
	}
	if f.Table != "" {
		add("j.tbl = $%d", f.Table)
	}
	if f.Rules != "" {
		add("m.rules = $%d", f.Rules)
	}
	order := "m.started"
	if f.Player != 0 {
		from, order = "results r JOIN matches m ON m.id = r.match JOIN journals j ON j.id = m.journal", "r.started"
		add("r.player = (SELECT COALESCE(same, id) FROM players WHERE id = $%d)", f.Player)
	}
	if !f.Before.IsZero() {
		add(order+" < $%d", f.Before.UnixMicro())
	}
	if f.Limit <= 0 {
		f.Limit = 100
	}
	args = append(args, f.Limit)
	return s.matches(ctx, fmt.Sprintf("SELECT %s FROM %s WHERE %s ORDER BY %s DESC LIMIT $%d", matchColumns, from, strings.Join(where, " AND "), order, len(args)), args...)
}

func (s *Store) matches(ctx context.Context, query string, args ...any) (all []Match, err error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	at := map[int64]int{}
	for rows.Next() {
		var m Match
		var id, started, ended int64
		if err := rows.Scan(&id, &m.journal, &m.upto, &m.Club, &m.Table, &m.Name, &m.Rules, &started, &ended, &m.Finished, &m.Hands, &m.Fault); err != nil {
			return nil, err
		}
		m.Started, m.Ended = time.UnixMicro(started), time.UnixMicro(ended)
		at[id] = len(all)
		all = append(all, m)
	}
	if err := rows.Err(); err != nil || len(all) == 0 {
		return nil, err
	}
	return all, s.playersOf(ctx, all, at)
}

// playersOf fills in who played.
func (s *Store) playersOf(ctx context.Context, all []Match, at map[int64]int) error {
	var ids []string
	for id := range at {
		ids = append(ids, fmt.Sprint(id)) // our own numbers
	}
	rows, err := s.db.QueryContext(ctx, `SELECT r.match, p.id, `+s.shown("p")+`, r.first, r.second, r.third, r.score, r.result FROM results r JOIN players p ON p.id = r.player
		WHERE r.match IN (`+strings.Join(ids, ", ")+`) ORDER BY r.match, r.number`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, first, second, third, result int64
		p := MatchPlayer{Rank: 4}
		if err := rows.Scan(&id, &p.ID, &p.Name, &first, &second, &third, &p.Score, &result); err != nil {
			return err
		}
		for rank, is := range []int64{first, second, third} {
			if is == 1 {
				p.Rank = rank + 1
			}
		}
		p.Name, p.Result = s.named(p.ID, p.Name), float64(result)/1000
		m := &all[at[id]]
		m.Players = append(m.Players, p)
	}
	return rows.Err()
}

// Match gives a match and folds it from its events. The error wraps ErrNone where it is unknown.
func (s *Store) Match(ctx context.Context, name string) (Match, ledger.State, error) {
	all, err := s.matches(ctx, "SELECT "+matchColumns+" FROM matches m JOIN journals j ON j.id = m.journal WHERE m.name = $1 ORDER BY m.id LIMIT 1", name)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%w: match %.60q", ErrNone, name)
	}
	if err != nil {
		return Match{}, ledger.State{}, err
	}
	m := all[0]
	events, err := eventsOf(ctx, s.db, "WHERE journal = $1 AND match = $2 AND seq <= $3", m.journal, name, m.upto)
	if err != nil {
		return m, ledger.State{}, err
	}
	hide, err := s.veil(ctx, []string{m.Club})
	if err == nil {
		events, err = hide.events(events)
	}
	if err != nil {
		return m, ledger.State{}, fmt.Errorf("match %.60q: hide names that were removed: %w", name, err)
	}
	state, err := ledger.FoldAll(s.shelf, events)
	return m, state, err
}

// MatchOf gives the match that a hand belongs to. The error wraps ErrNone.
func (s *Store) MatchOf(ctx context.Context, entry string) (name string, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT m.name FROM hands h JOIN matches m ON m.id = h.match WHERE h.entry = $1", entry).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: hand %.60q", ErrNone, entry)
	}
	return name, err
}

// Standing is a player in the standings of one rule book.
type Standing struct {
	Player     int64
	Club, Name string
	ledger.Row
}

// Standings gives the best players by a rule book, in a season or of all times where it is empty, of a club or of all.
func (s *Store) Standings(ctx context.Context, rules, season, club string, limit int) ([]Standing, error) {
	where, args := "s.rules = $1 AND s.season = $2 AND s.matches > 0", []any{rules, season, limit}
	if club != "" {
		where += " AND s.player IN (SELECT COALESCE(same, id) FROM players WHERE club = $4)"
		args = append(args, club)
	}
	return s.standings(ctx, where+" ORDER BY s.points DESC, s.result DESC, s.score DESC, s.player LIMIT $3", args...)
}

func (s *Store) standings(ctx context.Context, where string, args ...any) (all []Standing, err error) {
	columns := strings.Split(countColumns, ", ")
	rows, err := s.db.QueryContext(ctx, "SELECT p.id, p.club, "+s.unless("p", "name")+", "+s.shown("p")+", s.rules, s.matches, s."+strings.Join(columns, ", s.")+
		" FROM standings s JOIN players p ON p.id = s.player WHERE "+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var one Standing
		var c counts
		into := []any{&one.Player, &one.Club, &one.ID, &one.Name, &one.Rules, &one.Matches}
		for i := range c {
			into = append(into, &c[i])
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		one.Name = s.named(one.Player, one.Name)
		one.ID = s.named(one.Player, one.ID)
		one.Row.Name = one.Name
		c.fill(&one.Row)
		all = append(all, one)
	}
	return all, rows.Err()
}

// Player is somebody, and what that one did by each rule book.
type Player struct {
	ID         int64
	Club, Name string
	Removed    bool       // the name was
	Books      []Standing // of all times
}

// Player gives the person whom a number is of. The error wraps ErrNone.
func (s *Store) Player(ctx context.Context, id int64) (p Player, err error) {
	var removed int
	err = s.db.QueryRowContext(ctx, "SELECT p.id, p.club, p.removed, "+s.shown("p")+" FROM players p WHERE p.id = (SELECT COALESCE(same, id) FROM players WHERE id = $1)", id).Scan(&p.ID, &p.Club, &removed, &p.Name)
	if errors.Is(err, sql.ErrNoRows) {
		return p, fmt.Errorf("%w: player %d", ErrNone, id)
	}
	p.Name, p.Removed = s.named(p.ID, p.Name), removed == 1
	if err == nil {
		p.Books, err = s.standings(ctx, "s.player = $1 AND s.season = '' AND s.matches > 0 ORDER BY s.matches DESC", p.ID)
	}
	return p, err
}

// SeasonsOf gives what a player did by a rule book in each season, the newest first.
func (s *Store) SeasonsOf(ctx context.Context, player int64, rules string) (seasons []string, rows []Standing, err error) {
	names, err := s.db.QueryContext(ctx, "SELECT season FROM standings WHERE player = $1 AND rules = $2 AND season <> '' AND matches > 0 ORDER BY season DESC", player, rules)
	if err != nil {
		return nil, nil, err
	}
	defer names.Close()
	for names.Next() {
		var season string
		if err := names.Scan(&season); err != nil {
			return nil, nil, err
		}
		seasons = append(seasons, season)
	}
	if err := names.Err(); err != nil {
		return nil, nil, err
	}
	rows, err = s.standings(ctx, "s.player = $1 AND s.rules = $2 AND s.season <> '' AND s.matches > 0 ORDER BY s.season DESC", player, rules)
	return seasons, rows, err
}

// Result is a match in the course of a player.
type Result struct {
	Started time.Time
	Rank    int
	Result  float64
}

// ResultsOf gives the newest finished matches of a player by a rule book, oldest first.
func (s *Store) ResultsOf(ctx context.Context, player int64, rules string, limit int) ([]Result, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT started, 1 * first + 2 * second + 3 * third + 4 * fourth, result FROM results
		WHERE player = $1 AND rules = $2 AND finished = 1 ORDER BY started DESC LIMIT $3`, player, rules, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []Result
	for rows.Next() {
		var r Result
		var started, result int64
		if err := rows.Scan(&started, &r.Rank, &result); err != nil {
			return nil, err
		}
		r.Started, r.Result = time.UnixMicro(started), float64(result)/1000
		all = append([]Result{r}, all...)
	}
	return all, rows.Err()
}

// Win is a win in a list.
type Win struct {
	Entry, Match, Rules string
	Player              int64
	Name                string
	At                  time.Time
	Gain                int
	Tiles               string
}

// WinFilter chooses wins; what is empty or 0 chooses all. With a fan they are the newest first, otherwise the largest.
type WinFilter struct {
	Player     int64
	Rules, Fan string
	Limit      int
}

// Wins gives wins.
func (s *Store) Wins(ctx context.Context, f WinFilter) (all []Win, err error) {
	from, where, order, args := "wins w", []string{"1 = 1"}, "w.gain DESC", []any{}
	add := func(condition string, value any) {
		args = append(args, value)
		where = append(where, fmt.Sprintf(condition, len(args)))
	}
	if f.Player != 0 {
		add("w.player = $%d", f.Player)
	}
	if f.Rules != "" {
		add("w.rules = $%d", f.Rules)
	}
	if f.Fan != "" {
		from, order = "win_fans f JOIN wins w ON w.id = f.win", "f.at DESC"
		args = append(args, f.Rules, f.Fan)
		where = append(where, fmt.Sprintf("f.fan = (SELECT id FROM fans WHERE rules = $%d AND name = $%d)", len(args)-1, len(args)))
	}
	args = append(args, f.Limit)
	rows, err := s.db.QueryContext(ctx, fmt.Sprintf(`SELECT w.entry, m.name, w.rules, p.id, %s, w.at, w.gain, w.tiles FROM %s
		JOIN players p ON p.id = w.player JOIN matches m ON m.id = w.match WHERE %s ORDER BY %s LIMIT $%d`, s.shown("p"), from, strings.Join(where, " AND "), order, len(args)), args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var w Win
		var micros int64
		if err := rows.Scan(&w.Entry, &w.Match, &w.Rules, &w.Player, &w.Name, &micros, &w.Gain, &w.Tiles); err != nil {
			return nil, err
		}
		w.Name, w.At = s.named(w.Player, w.Name), time.UnixMicro(micros)
		all = append(all, w)
	}
	return all, rows.Err()
}

// FoundPlayer is a player that a search found.
type FoundPlayer struct {
	ID         int64
	Club, Name string
}

// FindPlayers gives players whose name has a text in it, those whose name begins with it first. Who was merged is found by
// every name, and who had the name removed by none.
func (s *Store) FindPlayers(ctx context.Context, text string, limit int) (all []FoundPlayer, err error) {
	plain := strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(strings.ToLower(text))
	rows, err := s.db.QueryContext(ctx, `SELECT COALESCE(same, id), club, shown FROM players WHERE lower(shown) LIKE $1 ESCAPE '\' AND removed = 0
		ORDER BY CASE WHEN lower(shown) LIKE $2 ESCAPE '\' THEN 0 ELSE 1 END, shown LIMIT $3`, "%"+plain+"%", plain+"%", limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p FoundPlayer
		if err := rows.Scan(&p.ID, &p.Club, &p.Name); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, rows.Err()
}

// Fans gives the fans that were ever counted by a rule book.
func (s *Store) Fans(ctx context.Context, rules string) (all []string, err error) {
	rows, err := s.db.QueryContext(ctx, "SELECT name FROM fans WHERE rules = $1 ORDER BY id", rules)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		all = append(all, name)
	}
	return all, rows.Err()
}

// Size counts what is in the store.
type Size struct {
	Journals, Events, Matches, Hands, Players int64
}

// Size counts what is in the store.
func (s *Store) Size(ctx context.Context) (n Size, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT (SELECT COUNT(*) FROM journals), (SELECT COUNT(*) FROM events), (SELECT COUNT(*) FROM matches), (SELECT COUNT(*) FROM hands), (SELECT COUNT(*) FROM players)`).
		Scan(&n.Journals, &n.Events, &n.Matches, &n.Hands, &n.Players)
	return n, err
}
