package ledger

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"
)

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

// Result is what somebody has of a finished match. Who played as two numbers has two of them.
type Result struct {
	Match   string
	Rules   string
	Started time.Time
	Begun   int64 // number of the first event of the match: matches are in this order
	N       int   // of the results of the match
	Again   bool  // the same person has one before it in the match
	Person
}

// results are those of a match, which has none before it is finished.
func (d Digest) results(begun int64) (all []Result) {
	if !d.Finished {
		return nil
	}
	counted := map[string]bool{}
	for n, person := range d.People() {
		all = append(all, Result{Match: d.Match.ID, Rules: d.Match.Rules, Started: d.Started, Begun: begun, N: n, Again: counted[person.Player.ID], Person: person})
		counted[person.Player.ID] = true
	}
	return all
}

// Standings adds up the finished matches that pass the filter (all when it is nil), by rule
// book, since the points of one are not those of another: the rule book played first comes
// first, and in each the best: by ranking points, then result, then score. Ties in all stay
// in the order the players first appeared.
func Standings(matches []Digest, filter func(Digest) bool) []Row {
	var some []Digest
	for _, d := range matches {
		if filter == nil || filter(d) {
			some = append(some, d)
		}
	}
	return StandingsOf(Results(some))
}

// Results gives what everybody has of the finished ones of some matches, which are oldest first.
func Results(matches []Digest) (all []Result) {
	for i, d := range matches {
		all = append(all, d.results(int64(i))...)
	}
	return all
}

// StandingsOf adds up results, which are in the order of their matches, as Standings does.
func StandingsOf(all []Result) []Row {
	type key struct{ rules, player string }
	at := map[key]int{}
	var rows []Row
	for _, r := range all {
		k := key{r.Rules, r.Player.ID}
		i, known := at[k]
		if !known {
			i = len(rows)
			at[k] = i
			rows = append(rows, Row{Rules: k.rules, ID: k.player})
		}
		rows[i].add(r)
	}
	return ordered(rows)
}

// ordered gives rows, which are in the order in which the players appeared, as standings have them.
func ordered(rows []Row) []Row {
	books := map[string]int{}
	for _, r := range rows {
		if _, known := books[r.Rules]; !known {
			books[r.Rules] = len(books)
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(books[a.Rules]-books[b.Rules], cmp.Compare(b.Points, a.Points), cmp.Compare(b.Result, a.Result), b.Score-a.Score)
	})
	return rows
}

// add counts what somebody played and got of one match.
func (r *Row) add(of Result) {
	r.Name = of.Player.Name // the newest spelling
	if !of.Again {
		r.Matches++
	}
	if of.Rank > 0 {
		r.Ranks[of.Rank-1]++
	}
	r.Score += of.Score
	r.Result = round1000(r.Result + of.Result)
	r.Points = round1000(r.Points + of.Points)
	r.Played = r.Played.plus(of.Played)
}

// quarter is how many months a season has.
const quarter = 3

// SeasonOf is the season of a time, the quarter of a year where it was that time: 2026-Q4.
func SeasonOf(at time.Time) string {
	return fmt.Sprintf("%d-Q%d", at.Year(), (int(at.Month())-1)/quarter+1)
}

// Season gives the time of a season in a zone; false for what is no season.
func Season(name string, zone *time.Location) (s Span, ok bool) {
	var year, n int
	if _, err := fmt.Sscanf(name, "%4d-Q%1d", &year, &n); err != nil {
		return s, false
	}
	s.From = time.Date(year, time.Month(quarter*(n-1)+1), 1, 0, 0, 0, 0, zone)
	s.To = s.From.AddDate(0, quarter, 0)
	return s, SeasonOf(s.From) == name
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
	p.Watched += q.Watched
	p.Called += q.Called
	if q.BestGain > p.BestGain {
		p.BestGain, p.Best, p.BestEntry, p.BestMatch = q.BestGain, q.Best, q.BestEntry, q.BestMatch
	}
	return p
}

// Counts are the figures of a person in a match, or of a row of standings but for its matches, in the order of
// CountColumns. Results and points are thousandths, so that sums are exact.
type Counts [17]int64

// CountColumns are how tables name them.
const CountColumns = "first, second, third, fourth, score, result, points, hands, wins, selfs, deal_ins, draws, ready, riichi, gained, lost, penalties"

// thousandths is a figure of a ranking, which has three decimals, as a whole number.
func thousandths(x float64) int64 { return int64(math.Round(x * 1000)) }

// Counts are those of what somebody has of a match; the rank is that of whoever played most of its hands.
func (p Person) Counts() (c Counts) {
	if p.Rank > 0 {
		c[p.Rank-1] = 1
	}
	c[4], c[5], c[6] = int64(p.Score), thousandths(p.Result), thousandths(p.Points)
	for i, n := range p.Played.figures() {
		c[7+i] = int64(*n)
	}
	return c
}

// Fill writes counts into a row.
func (c Counts) Fill(r *Row) {
	for i := range r.Ranks {
		r.Ranks[i] = int(c[i])
	}
	r.Score, r.Result, r.Points = int(c[4]), float64(c[5])/1000, float64(c[6])/1000
	for i, to := range r.Played.figures() {
		*to = int(c[7+i])
	}
}

// figures are the last of Counts.
func (p *Played) figures() [10]*int {
	return [...]*int{&p.Hands, &p.Wins, &p.Selfs, &p.DealIns, &p.Draws, &p.Ready, &p.Riichi, &p.Gained, &p.Lost, &p.Penalty}
}

// Rate gives part of whole, 0 when there is no whole.
func Rate(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// Span is a time in which matches began; a zero end is open.
type Span struct{ From, To time.Time }

func (s Span) has(at time.Time) bool {
	return (s.From.IsZero() || !at.Before(s.From)) && (s.To.IsZero() || at.Before(s.To))
}
