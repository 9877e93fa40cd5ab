package report

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"slices"
	"strings"
	"time"

	"jantaku/ledger"
)

// bestShown is how many of a player's best hands are listed.
const bestShown = 5

// player is what the page of a player shows.
type player struct {
	ID, Name string
	Books    []playerBook
}

// playerBook is what a player did by one rule book.
type playerBook struct {
	Rules   string
	Seasons []season // the newest first, then all of them together
	Nights  []night  // finished matches, oldest first
	Graph   string   // the sum of results after each, as points of an SVG line
	Zero    float64  // height of the sum 0
	Best    []ledger.Played
}

// season is a quarter of a year, or all time where Name is empty.
type season struct {
	Name string
	ledger.Row
}

// night is one match of a player.
type night struct {
	Match   string
	Started time.Time
	Rank    int
	Score   int
	Result  float64
	Sum     float64 // of the results so far
}

// seasonOf is the quarter of a year in which a match began.
func seasonOf(d ledger.Digest) string {
	at := d.Started.Local()
	return fmt.Sprintf("%d-Q%d", at.Year(), (int(at.Month())+2)/3)
}

// seasonsOf are the quarters in which finished matches began, the newest first.
func seasonsOf(matches []ledger.Digest) (all []string) {
	for _, d := range matches {
		if d.Finished {
			all = append(all, seasonOf(d))
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	slices.Reverse(all)
	return all
}

// Player writes the page of a player over all finished matches. The error wraps fs.ErrNotExist where nobody of that ID has
// finished one.
func Player(w io.Writer, matches []ledger.Digest, id string, words Words) error {
	p := player{ID: id}
	seasons := append(seasonsOf(matches), "")
	for _, whole := range ledger.Standings(matches, nil) {
		if whole.ID != id {
			continue
		}
		p.Name = whole.Name
		b := playerBook{Rules: whole.Rules}
		for _, name := range seasons {
			in := func(d ledger.Digest) bool { return d.Match.Rules == whole.Rules && (name == "" || seasonOf(d) == name) }
			for _, row := range ledger.Standings(matches, in) {
				if row.ID == id {
					b.Seasons = append(b.Seasons, season{name, row})
				}
			}
		}
		b.nights(matches, id)
		p.Books = append(p.Books, b)
	}
	if len(p.Books) == 0 {
		return fmt.Errorf("report: player %.60q: %w", id, fs.ErrNotExist)
	}
	words.query = url.Values{"id": {id}}
	return words.page(w, "player", p)
}

// nights lists the matches of a player by the rule book, draws the sum of their results, and finds the best hands.
func (b *playerBook) nights(matches []ledger.Digest, id string) {
	sum, low, high := 0.0, 0.0, 0.0
	for _, d := range matches {
		if !d.Finished || d.Match.Rules != b.Rules {
			continue
		}
		for _, p := range d.People() {
			if p.Player.ID != id {
				continue
			}
			sum += p.Result
			low, high = min(low, sum), max(high, sum)
			b.Nights = append(b.Nights, night{d.Match.ID, d.Started, p.Rank, p.Score, p.Result, sum})
			if best := p.Played; best.BestGain > 0 {
				best.BestMatch = d.Match.ID
				b.Best = append(b.Best, best)
			}
		}
	}
	slices.SortStableFunc(b.Best, func(x, y ledger.Played) int { return y.BestGain - x.BestGain })
	b.Best = b.Best[:min(len(b.Best), bestShown)]
	y := func(v float64) float64 { return graphHeight * (1 - (v-low)/max(high-low, 1e-9)) }
	points := []string{fmt.Sprintf("0,%.1f", y(0))}
	for i, n := range b.Nights {
		points = append(points, fmt.Sprintf("%.1f,%.1f", graphWidth*float64(i+1)/float64(len(b.Nights)), y(n.Sum)))
	}
	b.Graph, b.Zero = strings.Join(points, " "), y(0)
}

// average is points for each of n; 0 for none.
func average(points, n int) int {
	if n == 0 {
		return 0
	}
	return points / n
}

// writePlayer writes the page of a player by a name of [Archive.File].
func (a Archive) writePlayer(ctx context.Context, w io.Writer, id string, words Words) error {
	matches, err := a.Books.Matches(ctx)
	if err != nil {
		return err
	}
	return Player(w, matches, id, words)
}
