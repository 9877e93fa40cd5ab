package ledger

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
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

// Row is a player in the standings over many matches by one rule book.
type Row struct {
	Rules   string  `json:"rules"`
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	Matches int     `json:"matches"`
	Ranks   [4]int  `json:"ranks"` // how often first, second, third, fourth
	Score   int     `json:"score"`
	Result  float64 `json:"result"`
	Points  float64 `json:"points"`
	Played
}

// Standings adds up the finished matches that pass the filter (all when it is nil), by rule
// book, since the points of one are not those of another: the rule book played first comes
// first, and in each the best: by ranking points, then result, then score. Ties in all stay
// in the order the players first appeared.
func Standings(matches []Digest, filter func(Digest) bool) []Row {
	type key struct{ rules, player string }
	at, books := map[key]int{}, map[string]int{}
	var rows []Row
	for _, d := range matches {
		if !d.Finished || filter != nil && !filter(d) {
			continue
		}
		if _, known := books[d.Match.Rules]; !known {
			books[d.Match.Rules] = len(books)
		}
		counted := map[string]bool{}
		for _, person := range d.People() {
			player := person.Player
			k := key{d.Match.Rules, player.ID}
			i, known := at[k]
			if !known {
				i = len(rows)
				at[k] = i
				rows = append(rows, Row{Rules: k.rules, ID: k.player})
			}
			rows[i].Name = player.Name // the newest spelling
			if !counted[player.ID] {
				rows[i].Matches++
			}
			counted[player.ID] = true
			rows[i].add(person)
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		switch {
		case a.Rules != b.Rules:
			return books[a.Rules] - books[b.Rules]
		case a.Points != b.Points:
			return sign(b.Points - a.Points)
		case a.Result != b.Result:
			return sign(b.Result - a.Result)
		}
		return b.Score - a.Score
	})
	return rows
}

func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// add counts what somebody played and got of one match.
func (r *Row) add(p Person) {
	if p.Rank > 0 {
		r.Ranks[p.Rank-1]++
	}
	r.Score += p.Score
	r.Result = round1000(r.Result + p.Result)
	r.Points = round1000(r.Points + p.Points)
	r.Played = r.Played.plus(p.Played)
}

// plus adds what was done in another match.
func (p Played) plus(q Played) Played {
	p.Hands += q.Hands
	p.Wins += q.Wins
	p.Selfs += q.Selfs
	p.DealIns += q.DealIns
	p.Draws += q.Draws
	p.Ready += q.Ready
	p.Riichi += q.Riichi
	p.Gained += q.Gained
	p.Lost += q.Lost
	p.Penalty += q.Penalty
	if q.BestGain > p.BestGain {
		p.BestGain, p.Best, p.BestEntry, p.BestMatch = q.BestGain, q.Best, q.BestEntry, q.BestMatch
	}
	return p
}

// Rate gives part of whole, 0 when there is no whole.
func Rate(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
