package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"jantaku/league/tournament"
	"jantaku/ledger"
)

// Naming gives the same store with other words for who had the name removed, as in another language.
func (s *Store) Naming(removed func(id int64) string) *Store {
	other := *s
	other.removed = removed
	return &other
}

// Plain gives the same store with all names as the tables have them: for who directs and for nobody to look at.
func (s *Store) Plain() *Store { return s.Naming(nil) }

// shown is the name of a row of players in a query; empty where it was removed.
func (s *Store) shown(table string) string { return s.unless(table, "shown") }

// unless is a column of players that tells the name; empty where that was removed.
func (s *Store) unless(table, column string) string {
	if s.removed == nil {
		return table + "." + column
	}
	return "CASE WHEN " + table + ".removed = 1 THEN '' ELSE " + table + "." + column + " END"
}

// named is the name of a person as it may be shown.
func (s *Store) named(id int64, shown string) string {
	if shown == "" && s.removed != nil {
		return s.removed(id)
	}
	return shown
}

// veil hides names that were removed in what tables and directors wrote. Where a name stands is known by its id or
// spelling at the table; in free text it is looked for.
type veil struct {
	ids       map[string]string // by id at the table
	spellings map[string]string
}

// veil gives that over clubs, or over all where none is named.
func (s *Store) veil(ctx context.Context, clubs []string) (v veil, err error) {
	v = veil{map[string]string{}, map[string]string{}}
	return v, s.eachRemoved(ctx, func(club, name, spelling, words string) {
		if len(clubs) == 0 || slices.Contains(clubs, club) {
			v.ids[name], v.spellings[spelling], v.spellings[name] = words, words, words
		}
	})
}

// eachRemoved gives the names that were removed: of which club, as id and spelling at its tables, and what stands for them.
func (s *Store) eachRemoved(ctx context.Context, do func(club, name, spelling, words string)) error {
	if s.removed == nil {
		return nil
	}
	rows, err := s.db.QueryContext(ctx, "SELECT club, name, shown, COALESCE(same, id) FROM players WHERE removed = 1")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var club, name, spelling string
		var id int64
		if err := rows.Scan(&club, &name, &spelling, &id); err != nil {
			return err
		}
		do(club, name, spelling, s.removed(id))
	}
	return rows.Err()
}

// Hidden gives what stands for the players of a club whose names were removed, by their names at the tables; empty for all others.
func (s *Store) Hidden(ctx context.Context) (func(club, name string) string, error) {
	hidden := map[[2]string]string{}
	err := s.eachRemoved(ctx, func(club, name, spelling, words string) {
		hidden[[2]string{club, name}], hidden[[2]string{club, spelling}] = words, words
	})
	if err != nil {
		return nil, fmt.Errorf("names that were removed: %w", err)
	}
	return func(club, name string) string { return hidden[[2]string{club, name}] }, nil
}

// events gives the events of a match without the names.
func (v veil) events(all []ledger.Event) ([]ledger.Event, error) {
	if len(v.ids) == 0 {
		return all, nil
	}
	hidden := slices.Clone(all)
	decoded := make([]any, len(all))
	for i, e := range all {
		from := json.NewDecoder(bytes.NewReader(e.Payload))
		from.UseNumber()
		if err := from.Decode(&decoded[i]); err != nil {
			return nil, fmt.Errorf("event %d: %w", e.Seq, err)
		}
		v.learn(decoded[i])
	}
	for i := range hidden {
		payload, err := json.Marshal(v.node("", decoded[i]))
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", hidden[i].Seq, err)
		}
		hidden[i].Payload, hidden[i].By, hidden[i].Why = payload, v.text(hidden[i].By), v.text(hidden[i].Why)
	}
	return hidden, nil
}

// player reads an object that is a player, {"id", "name"}.
func player(o map[string]any) (id, name string, ok bool) {
	name, isName := o["name"].(string)
	id, isID := o["id"].(string)
	if id == "" {
		id = name // as the ledger has it
	}
	return id, name, isName && isID
}

// learn notes how players were spelled before.
func (v veil) learn(node any) {
	switch n := node.(type) {
	case []any:
		for _, one := range n {
			v.learn(one)
		}
	case map[string]any:
		if id, name, ok := player(n); ok && v.ids[id] != "" && name != "" {
			v.spellings[name] = v.ids[id]
		}
		for _, one := range n {
			v.learn(one)
		}
	}
}

// node hides names in a part of a payload that stands under a key.
func (v veil) node(key string, node any) any {
	switch n := node.(type) {
	case string:
		if key == "reason" || key == "why" || key == "by" || key == "note" {
			return v.text(n)
		}
	case []any:
		for i := range n {
			n[i] = v.node(key, n[i])
		}
	case map[string]any:
		if id, _, ok := player(n); ok && v.ids[id] != "" {
			n["id"], n["name"] = v.ids[id], v.ids[id]
			return n
		}
		for k, one := range n {
			changed := v.node(k, one)
			if label := v.ids[k]; key == "renamed" && label != "" { // players by their ids
				delete(n, k)
				k = label
			}
			n[k] = changed
		}
	}
	return node
}

// text hides names in what somebody typed: whole words, and any part of it in scripts that write none.
func (v veil) text(s string) string {
	names := make([]string, 0, len(v.spellings))
	for name := range v.spellings {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	for _, name := range names {
		for at := 0; name != ""; {
			i := strings.Index(s[at:], name)
			if i < 0 {
				break
			}
			i += at
			end := i + len(name)
			before, _ := utf8.DecodeLastRuneInString(s[:i])
			first, _ := utf8.DecodeRuneInString(name)
			last, _ := utf8.DecodeLastRuneInString(name)
			after, _ := utf8.DecodeRuneInString(s[end:])
			if joined(before, first) || joined(last, after) {
				at = end
				continue
			}
			s = s[:i] + v.spellings[name] + s[end:]
			at = i + len(v.spellings[name])
		}
	}
	return s
}

// joined reports whether two letters are of one word, in a script with spaces between words.
func joined(a, b rune) bool {
	wordly := func(r rune) bool {
		return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
	}
	return wordly(a) && wordly(b)
}

// tournament hides names in a tournament, which knows players by their names.
func (v veil) tournament(t *tournament.Tournament) {
	if len(v.ids) == 0 {
		return
	}
	ids := map[string]string{}
	for i, p := range t.Players {
		if label := v.spellings[p.Name]; label != "" {
			ids[p.ID] = label
			t.Players[i].ID, t.Players[i].Name = label, label
		}
	}
	id := func(id string) string {
		if label, hidden := ids[id]; hidden {
			return label
		}
		return id
	}
	for r := range t.Played {
		for i := range t.Played[r].Tables {
			table := &t.Played[r].Tables[i]
			for s := range table.Seats {
				table.Seats[s] = id(table.Seats[s])
			}
			table.By = v.text(table.By)
		}
	}
	for i := range t.Penalties {
		p := &t.Penalties[i]
		p.Player, p.Why, p.By = id(p.Player), v.text(p.Why), v.text(p.By)
	}
}

// clubsOf are the clubs whose tables a tournament has; none where it has none.
func clubsOf(t tournament.Tournament) (clubs []string) {
	for _, table := range t.Tables {
		if at := strings.LastIndexByte(table, '/'); at > 0 && !slices.Contains(clubs, table[:at]) {
			clubs = append(clubs, table[:at])
		}
	}
	return clubs
}
