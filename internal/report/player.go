package report

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
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

// seasonOf is the season in which a match began here.
func seasonOf(r ledger.Result) string { return ledger.SeasonOf(r.Started.Local()) }

// Player writes the page of a player from the results of that one, oldest first. The error wraps fs.ErrNotExist where
// there are none.
func Player(w io.Writer, results []ledger.Result, id string, words Words) error {
	p := player{ID: id}
	for _, whole := range ledger.StandingsOf(results) {
		p.Name = whole.Name
		b := playerBook{Rules: whole.Rules}
		bySeason := map[string][]ledger.Result{}
		for _, r := range results {
			if r.Rules == whole.Rules {
				bySeason[seasonOf(r)] = append(bySeason[seasonOf(r)], r)
				b.nights(r)
			}
		}
		for _, name := range slices.Backward(slices.Sorted(maps.Keys(bySeason))) {
			b.Seasons = append(b.Seasons, season{name, ledger.StandingsOf(bySeason[name])[0]})
		}
		b.Seasons = append(b.Seasons, season{"", whole})
		b.draw()
		p.Books = append(p.Books, b)
	}
	if len(p.Books) == 0 {
		return fmt.Errorf("report: player %.60q: %w", id, fs.ErrNotExist)
	}
	words.query = url.Values{"id": {id}}
	return words.page(w, "player", p)
}

// nights adds a match of a player.
func (b *playerBook) nights(r ledger.Result) {
	sum := r.Result
	if n := len(b.Nights); n > 0 {
		sum += b.Nights[n-1].Sum
	}
	b.Nights = append(b.Nights, night{r.Match, r.Started, r.Rank, r.Score, r.Result, sum})
	if best := r.Played; best.BestGain > 0 {
		best.BestMatch = r.Match
		b.Best = append(b.Best, best)
	}
}

// draw draws the sum of the results, and finds the best hands.
func (b *playerBook) draw() {
	slices.SortStableFunc(b.Best, func(x, y ledger.Played) int { return y.BestGain - x.BestGain })
	b.Best = b.Best[:min(len(b.Best), bestShown)]
	low, high := 0.0, 0.0
	for _, n := range b.Nights {
		low, high = min(low, n.Sum), max(high, n.Sum)
	}
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
