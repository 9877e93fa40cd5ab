package hall

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"jantaku/access"
	"jantaku/internal/report"
	"jantaku/league/store"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoreboard"
	"jantaku/scoring"
)

// listed is how many matches, players or wins a list has.
const listed = 100

func (s *Server) matches(ctx context.Context, a asked) (shown, error) {
	f := store.Filter{Club: a.query("club"), Table: a.query("table"), Rules: a.query("rules"), Limit: listed}
	f.Player, _ = strconv.ParseInt(a.query("player"), 10, 64) // nobody where it is no number
	if before, err := strconv.ParseInt(a.query("before"), 10, 64); err == nil {
		f.Before = time.UnixMicro(before)
	}
	matches, err := s.books(a.lang).Matches(ctx, f)
	if err != nil {
		return shown{}, err
	}
	older := ""
	if len(matches) == listed {
		q := url.Values{"lang": {a.lang}, "before": {strconv.FormatInt(matches[listed-1].Started.UnixMicro(), 10)}}
		for _, name := range []string{"club", "table", "rules", "player"} {
			if value := a.query(name); value != "" {
				q.Set(name, value)
			}
		}
		older = "matches?" + q.Encode()
	}
	title := s.say(a, "report.matches")
	if f.Table != "" {
		title = f.Table + " · " + title
	}
	return shown{name: "matches", data: struct {
		Page    head
		Matches []store.Match
		Older   string
	}{s.head(a, title), matches, older}}, nil
}

// match is the page of a match as the table writes it, made to be printed.
func (s *Server) match(ctx context.Context, a asked) (shown, error) {
	_, state, err := s.books(a.lang).Match(ctx, a.query("id"))
	if err != nil {
		return shown{}, err
	}
	words := s.words[a.lang]
	words.Public = a.who.Role < access.Referee
	var b bytes.Buffer
	if err := report.Match(&b, state, words); err != nil {
		return shown{}, err
	}
	a.w.Header().Set("Content-Security-Policy", scoreboard.Policy+"; style-src 'self' 'unsafe-inline'") // it is a file by itself
	return shown{raw: b.Bytes()}, nil
}

// version is how a hand was, or is.
type version struct {
	N              int
	At             time.Time
	By, Why        string
	Counts, Undone bool
	Ending         string
	Wins           []versionWin
}

// versionWin is a win of a version.
type versionWin struct {
	Name, From string
	Win        models.Win
	Result     scoring.Result
	Photo      string
}

// paid is what a hand gave or took.
type paid struct {
	Name         string
	Delta, Score int
}

func (s *Server) hand(ctx context.Context, a asked) (shown, error) {
	entry := a.query("entry")
	name, err := s.books(a.lang).MatchOf(ctx, entry)
	if err != nil {
		return shown{}, err
	}
	_, state, err := s.books(a.lang).Match(ctx, name)
	if err != nil {
		return shown{}, err
	}
	e, ok := state.Entry(entry)
	if !ok || e.Kind != ledger.HandPlayed {
		return shown{}, fmt.Errorf("%w: hand %.60q", store.ErrNone, entry)
	}
	data := struct {
		Page             head
		Match, Entry     string
		Watched, Revoked bool
		Versions         []version
		Payments         []paid
	}{Match: name, Entry: entry, Watched: e.Record() != nil && e.Counts(), Revoked: !e.Counts()}
	words := s.words[a.lang]
	title := words.Of["report.hand"]
	if e.Counts() {
		title = words.Round(state.Match.Rules, e.Before.RoundWind(), e.Before.Deal, e.Before.Honba, e.Number)
		line := state.HandView(e)
		for i, p := range then(state, e) {
			data.Payments = append(data.Payments, paid{p.Name, line.Deltas[i], line.Scores[i]})
		}
	}
	data.Page = s.head(a, title)
	for i, v := range slices.Backward(e.Versions) {
		data.Versions = append(data.Versions, s.version(a, state, e, i, v))
	}
	return shown{name: "hand", data: data}, nil
}

// then are the players of a hand.
func then(state ledger.State, e ledger.Entry) []models.Player {
	if players := state.Then(e); players != nil {
		return players
	}
	return state.Match.Players
}

func (s *Server) version(a asked, state ledger.State, e ledger.Entry, i int, v ledger.Version) version {
	one := version{N: i + 1, At: v.Time, Counts: e.Counts() && e.Revision() == i, Undone: v.Undone}
	if a.who.Role >= access.Referee {
		one.By, one.Why = strings.TrimSpace(v.By+" "+v.Source), v.Why
	}
	h := v.Hand
	if h == nil {
		return one
	}
	one.Ending = s.words[a.lang].Of["ending."+string(h.Ending)]
	named := func(at models.Place) string {
		if n, players := e.Before.At(at), then(state, e); n >= 0 && n < len(players) {
			return players[n].Name
		}
		return ""
	}
	for n, w := range h.Wins {
		win := versionWin{Name: named(w.Place), Win: w.Win}
		if from := h.Supplier(w.Place); from != 0 {
			win.From = named(from)
		}
		if n < len(h.Results) {
			win.Result = h.Results[n]
		}
		if w.Photo != nil {
			win.Photo = w.Photo.Sum
		}
		one.Wins = append(one.Wins, win)
	}
	return one
}

func (s *Server) standings(ctx context.Context, a asked) (shown, error) {
	data := struct {
		Page                head
		Books, Seasons      []string
		Rules, Season, Club string
		Rows                []store.Standing
		Placed, Watched     bool
	}{Page: s.head(a, s.say(a, "report.standings")), Rules: a.query("rules"), Season: a.query("season"), Club: a.query("club")}
	books, seasons, err := s.books(a.lang).Seasons(ctx)
	if err != nil {
		return shown{}, err
	}
	if data.Books = books; data.Rules == "" && len(books) > 0 {
		data.Rules = books[0]
	}
	data.Seasons = seasons[data.Rules]
	if data.Rows, err = s.books(a.lang).Standings(ctx, data.Rules, data.Season, data.Club, listed); err != nil {
		return shown{}, err
	}
	data.Placed = slices.ContainsFunc(data.Rows, func(r store.Standing) bool { return r.Points != 0 })
	data.Watched = slices.ContainsFunc(data.Rows, func(r store.Standing) bool { return r.Watched > 0 })
	return shown{name: "standings", data: data}, nil
}

func (s *Server) search(ctx context.Context, a asked) (_ shown, err error) {
	data := struct {
		Page        head
		Query       string
		Books, Fans []string
		Rules, Fan  string
		Players     []store.FoundPlayer
		Wins        []store.Win
		Nothing     bool
	}{Page: s.head(a, s.say(a, "hall.search")), Query: a.query("q"), Rules: a.query("rules"), Fan: a.query("fan")}
	if data.Query != "" {
		if _, _, err := s.books(a.lang).Match(ctx, data.Query); err == nil {
			return s.match(ctx, asked{Request: withID(a, data.Query), w: a.w, lang: a.lang, who: a.who})
		}
		if data.Players, err = s.books(a.lang).FindPlayers(ctx, data.Query, listed); err != nil {
			return shown{}, err
		}
	}
	if data.Books, _, err = s.books(a.lang).Seasons(ctx); err != nil {
		return shown{}, err
	}
	if data.Rules != "" {
		if data.Fans, err = s.books(a.lang).Fans(ctx, data.Rules); err != nil {
			return shown{}, err
		}
		if data.Wins, err = s.books(a.lang).Wins(ctx, store.WinFilter{Rules: data.Rules, Fan: data.Fan, Limit: listed}); err != nil {
			return shown{}, err
		}
	}
	data.Nothing = (data.Query != "" || data.Rules != "") && len(data.Players)+len(data.Wins) == 0
	return shown{name: "search", data: data}, nil
}

func (s *Server) trouble(ctx context.Context, a asked) (_ shown, err error) {
	data := struct {
		Page    head
		Gaps    []store.Gap
		Faults  []store.Fault
		Refused []store.Refusals
		Aside   []store.Aside
	}{Page: s.head(a, s.say(a, "hall.trouble"))}
	if data.Gaps, err = s.books(a.lang).Gaps(ctx); err != nil {
		return shown{}, err
	}
	if data.Faults, err = s.books(a.lang).Faults(ctx); err != nil {
		return shown{}, err
	}
	if data.Refused, err = s.books(a.lang).AllRefusals(ctx); err != nil {
		return shown{}, err
	}
	data.Aside, err = s.books(a.lang).AllAside(ctx, listed)
	return shown{name: "trouble", data: data}, err
}
