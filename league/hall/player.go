package hall

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"jantaku/access"
	"jantaku/league/store"
	"jantaku/ledger"
)

// playerBook is what a player did by one rule book.
type playerBook struct {
	Rules   string
	Seasons []season
	Graph   string  // sum of results after each match, as points of an SVG line
	Zero    float64 // height of the sum 0
	Bars    []bar
	Best    []store.Win
}

// season is a quarter of a year, or all time where Name is empty.
type season struct {
	Name string
	Row  ledger.Row
}

// bar is how often a player had one rank.
type bar struct {
	Rank       int
	Share      string
	Width, End float64
	Y, Text    float64
}

const (
	graphWidth, graphHeight = 640.0, 180.0
	// charted is how many matches the course of results shows; a year of a busy player has half of it.
	charted = 300
	// bestShown is how many of a player's best hands are listed.
	bestShown = 5
	barWidth  = 150.0 // of all matches
	barStep   = 28.0
)

func (s *Server) player(ctx context.Context, a asked) (shown, error) {
	id, err := number(a.query("id"))
	if err != nil {
		return shown{}, err
	}
	return s.playerPage(ctx, a, id, "")
}

// playerPage is the page of a player; refusal is why the last change was not made.
func (s *Server) playerPage(ctx context.Context, a asked, id int64, refusal string) (shown, error) {
	p, err := s.books(a.lang).Player(ctx, id)
	if err != nil {
		return shown{}, err
	}
	data := struct {
		Page    head
		Player  store.Player
		Books   []playerBook
		Aliases []store.Alias // besides the first
		Admin   bool
		Removed bool
		Why     string // a refusal
	}{Page: s.head(a, p.Name), Player: p, Admin: a.who.Role >= access.Admin, Removed: p.Removed, Why: refusal}
	if data.Aliases, err = s.books(a.lang).Aliases(ctx, p.ID); err != nil {
		return shown{}, err
	}
	data.Aliases = data.Aliases[1:]
	for _, all := range p.Books {
		b, err := s.playerBook(ctx, a, p.ID, all)
		if err != nil {
			return shown{}, err
		}
		data.Books = append(data.Books, b)
	}
	return shown{name: "player", data: data}, nil
}

func (s *Server) playerBook(ctx context.Context, a asked, id int64, all store.Standing) (b playerBook, err error) {
	b = playerBook{Rules: all.Rules, Seasons: []season{{"", all.Row}}}
	names, rows, err := s.books(a.lang).SeasonsOf(ctx, id, all.Rules)
	if err != nil {
		return b, err
	}
	for i, row := range rows {
		if i < len(names) {
			b.Seasons = append(b.Seasons, season{names[i], row.Row})
		}
	}
	results, err := s.books(a.lang).ResultsOf(ctx, id, all.Rules, charted)
	if err != nil {
		return b, err
	}
	b.Graph, b.Zero = curve(results)
	for i, n := range all.Ranks {
		share := ledger.Rate(n, all.Matches)
		y := 2 + barStep*float64(i)
		b.Bars = append(b.Bars, bar{i + 1, fmt.Sprintf("%.1f %%", 100*share), barWidth * share, 30 + barWidth*share, y, y + 15})
	}
	b.Best, err = s.books(a.lang).Wins(ctx, store.WinFilter{Player: id, Rules: all.Rules, Limit: bestShown})
	return b, err
}

// curve draws the sum of results.
func curve(results []store.Result) (points string, zero float64) {
	sum, low, high := 0.0, 0.0, 0.0
	for _, r := range results {
		sum += r.Result
		low, high = min(low, sum), max(high, sum)
	}
	y := func(v float64) float64 { return graphHeight * (1 - (v-low)/max(high-low, 1e-9)) }
	all := []string{fmt.Sprintf("0,%.1f", y(0))}
	sum = 0
	for i, r := range results {
		sum += r.Result
		all = append(all, fmt.Sprintf("%.1f,%.1f", graphWidth*float64(i+1)/float64(len(results)), y(sum)))
	}
	return strings.Join(all, " "), y(0)
}

// withID is the request with an id in its address.
func withID(a asked, id string) *http.Request {
	r := a.Clone(a.Context())
	r.URL = &url.URL{Path: "/match", RawQuery: url.Values{"id": {id}, "lang": {a.lang}}.Encode()}
	return r
}

// number reads the number of a player. The error wraps store.ErrNone.
func number(text string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%w: player %.20q", store.ErrNone, text)
	}
	return n, nil
}
