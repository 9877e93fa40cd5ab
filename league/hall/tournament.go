package hall

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"jantaku/access"
	"jantaku/league/director"
	"jantaku/league/store"
	"jantaku/league/tournament"
	"jantaku/models"
	"jantaku/scoreboard"
)

// mostFile bounds a tournament that is imported.
const mostFile = 8 << 20

func (s *Server) tournaments(ctx context.Context, a asked) (_ shown, err error) {
	data := struct {
		Page head
		All  []store.TournamentHead
		Why  string
	}{Page: s.head(a, s.say(a, "cup.all"))}
	if a.Method == http.MethodPost {
		id, err := s.imported(ctx, a)
		if err == nil {
			http.Redirect(a.w, a.Request, "tournament?id="+url.QueryEscape(id)+"&lang="+a.lang, http.StatusSeeOther)
			return shown{}, nil
		}
		data.Why = s.why(a, err)
	}
	if data.All, err = s.books(a.lang).Tournaments(ctx); err != nil {
		return shown{}, err
	}
	return shown{name: "tournaments", data: data}, nil
}

// imported keeps a tournament that was sent as a file.
func (s *Server) imported(ctx context.Context, a asked) (id string, err error) {
	a.Body = http.MaxBytesReader(a.w, a.Body, mostFile)
	file, _, err := a.FormFile("file")
	if err != nil {
		return "", models.Refused("tournament-file", nil, "no file was sent: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return "", err
	}
	var t tournament.Tournament
	if err := json.Unmarshal(text, &t); err != nil {
		return "", models.Refused("tournament-file", nil, "the file is no tournament: %w", err)
	}
	return t.ID, s.config.Director.Create(ctx, t, a.who.Name)
}

// why says a refusal in the language of the page.
func (s *Server) why(a asked, err error) string {
	reasons := models.ReasonsOf(err)
	if len(reasons) == 0 {
		s.config.Log.Error("tournament", "err", err)
		return s.say(a, "hall.away")
	}
	return s.inWords(a, reasons, err.Error())
}

// inWords says reasons in the language of the page; otherwise is for those without words.
func (s *Server) inWords(a asked, reasons []models.Reason, otherwise string) string {
	var all []string
	for _, r := range reasons {
		text := s.say(a, "says."+r.Code)
		for key, value := range r.Data {
			text = strings.ReplaceAll(text, "{"+key+"}", fmt.Sprint(value))
		}
		all = append(all, cmp.Or(text, otherwise))
	}
	return strings.Join(all, "\n")
}

// refused says why a table did not start the match of a round; empty where it did, or has not answered.
func (s *Server) refused(a asked, t tournament.Tournament, round, i int) string {
	club, name, ok := director.PlaceOf(t.Played[round-1].Tables[i].Name)
	if !ok || s.config.Live == nil {
		return ""
	}
	reasons := s.config.Live.Refused(club, name, director.Transaction(t, round, i))
	if len(reasons) == 0 {
		return ""
	}
	return s.inWords(a, reasons, reasons[0].Code)
}

// cup is a tournament as its page shows it.
type cup struct {
	Page head
	*tournament.Tournament
	Why         string
	Standings   []tournament.Standing
	Teams       []tournament.TeamStanding
	Provisional int
	Ends        string // of the timer, RFC 3339; empty for none
	Points      bool   // whether ranking points are counted
	Scores      bool   // whether scores are not the results
	Next        int    // the round that can be drawn; 0 for none
	Begun       bool   // whether the newest round has begun
	Trail       []store.TournamentChange
	Name        map[string]string
	Winds       [4]string
	Shown       []round // newest first
	Numbers     []int   // of the rounds that were drawn
}

// seating are rounds of a tournament, for their template.
type seating struct {
	C      cup
	Rounds []round
}

// round is one round as it is shown.
type round struct {
	Number int
	Tables []seated
}

// seated is a table of a round, and why it refused its match where it did.
type seated struct {
	tournament.Table
	Refused string
}

func (s *Server) tournament(ctx context.Context, a asked) (_ shown, err error) {
	id := a.query("id")
	why := ""
	if a.Method == http.MethodPost {
		err := s.direct(ctx, a, id)
		switch denied := (*access.RightError)(nil); {
		case errors.Is(err, store.ErrNone), errors.As(err, &denied):
			return shown{}, err
		case err != nil:
			why = s.why(a, err)
		default:
			http.Redirect(a.w, a.Request, "tournament?id="+url.QueryEscape(id)+"&lang="+a.lang, http.StatusSeeOther)
			return shown{}, nil
		}
	}
	t, _, err := s.books(a.lang).Tournament(ctx, id)
	if err != nil {
		return shown{}, err
	}
	c := cup{Page: s.head(a, t.Name), Tournament: &t, Why: why, Standings: t.Standings(), Teams: t.Teams(), Provisional: t.Provisional(), Name: map[string]string{}}
	c.Page.Script, c.Page.Screen = "tournament.js", a.query("screen") != ""
	for _, p := range t.Players {
		c.Name[p.ID] = p.Name
	}
	for i, wind := range [...]string{"E", "S", "W", "N"} {
		c.Winds[i] = s.say(a, "wind."+wind)
	}
	for i := len(t.Played); i > 0; i-- {
		one := round{Number: i}
		for k, table := range t.Played[i-1].Tables {
			one.Tables = append(one.Tables, seated{Table: table})
			if i == len(t.Played) && a.who.Role >= access.Director && len(table.Results) == 0 && table.Match == "" {
				one.Tables[k].Refused = s.refused(a, t, i, k)
			}
		}
		c.Shown = append(c.Shown, one)
		c.Numbers = append(c.Numbers, len(t.Played)-i+1)
	}
	for _, one := range c.Standings {
		c.Points, c.Scores = c.Points || one.Points != 0, c.Scores || one.Result != float64(one.Score)
	}
	if n := len(t.Played); n > 0 {
		c.Begun = !t.Played[n-1].Started.IsZero()
		if left, timed := t.Left(n, time.Now()); timed {
			c.Ends = time.Now().Add(left).Format(time.RFC3339)
		}
	}
	if len(t.Played) < t.Rounds {
		c.Next = len(t.Played) + 1
	}
	if a.who.Role >= access.Referee {
		if c.Trail, err = s.books(a.lang).TournamentTrail(ctx, id, listed); err != nil {
			return shown{}, err
		}
	}
	name := "tournament"
	switch a.query("part") {
	case "seating":
		name = "cup-print-seating"
		if n, err := strconv.Atoi(a.query("round")); err == nil && n >= 1 && n <= len(c.Shown) {
			c.Shown = c.Shown[len(c.Shown)-n:]
		}
	case "standings":
		name = "cup-print-standings"
	case "rounds":
		name = "cup-rounds"
		slices.Reverse(c.Shown)
	}
	return shown{name: name, data: c}, nil
}

// tournamentFile gives a tournament as the file that can be imported elsewhere.
func (s *Server) tournamentFile(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), queryLimit)
	defer cancel()
	t, _, err := s.books(scoreboard.Language(r)).Tournament(ctx, r.URL.Query().Get("id"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Disposition", `attachment; filename="tournament.json"`)
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", " ")
	_ = encoder.Encode(t) // the reader may be gone; nobody else to tell
}

// direct carries out what a tournament director asks in a form.
func (s *Server) direct(ctx context.Context, a asked, id string) error {
	a.Body = http.MaxBytesReader(a.w, a.Body, mostBody)
	if err := a.ParseForm(); err != nil {
		return models.Refused("tournament-form", nil, "read the form: %w", err)
	}
	d, by, form := s.config.Director, a.who.Name, a.PostForm
	if err := s.may(a, form.Get("do"), id); err != nil {
		return err
	}
	switch form.Get("do") {
	case "draw":
		_, err := d.Draw(ctx, id, by)
		return err
	case "begin":
		_, err := d.Begin(ctx, id, by)
		return err
	case "undraw":
		return changed(d.Change(ctx, id, by, "undraw", (*tournament.Tournament).Undraw))
	case "player":
		return changed(d.Change(ctx, id, by, "player", func(t *tournament.Tournament) error { return setPlayer(t, form) }))
	case "swap":
		return changed(d.Change(ctx, id, by, "swap", func(t *tournament.Tournament) error {
			return t.Swap(whole(form, "round"), form.Get("player"), form.Get("other"))
		}))
	case "penalty":
		return changed(d.Change(ctx, id, by, "penalty", func(t *tournament.Tournament) error {
			p := tournament.Penalty{Player: form.Get("player"), Round: max(1, len(t.Played)), Why: form.Get("why"), By: by, Time: time.Now()}
			var err error
			if p.Result, err = amount(form.Get("result")); err == nil {
				p.Points, err = amount(form.Get("points"))
			}
			if err != nil {
				return err
			}
			t.Penalties = append(t.Penalties, p)
			return nil
		}))
	case "result":
		return changed(d.Change(ctx, id, by, "result", func(t *tournament.Tournament) error { return setResult(t, form, by) }))
	}
	return models.Refused("tournament-form", nil, "nothing is called %q", form.Get("do"))
}

func changed(_ tournament.Tournament, err error) error { return err }

// may reports whether who asks may make a change, and writes a line about it. The error is an [access.RightError].
func (s *Server) may(a asked, deed, of string) error {
	need, known := access.HallDeedRole(deed)
	if !known {
		return models.Refused("tournament-form", nil, "nothing is called %.40q", deed)
	}
	s.config.Log.Info("asked", "deed", deed, "of", of, "who", a.who.Name, "role", a.who.Role.String(), "from", a.RemoteAddr, "allowed", a.who.Role >= need)
	if a.who.Role < need {
		return &access.RightError{Op: deed, Need: need}
	}
	return nil
}

// setPlayer registers a player, or changes until when one plays.
func setPlayer(t *tournament.Tournament, form url.Values) error {
	p := tournament.Player{ID: cmp.Or(form.Get("player"), strings.TrimSpace(form.Get("name"))), Name: strings.TrimSpace(form.Get("name")), Team: strings.TrimSpace(form.Get("team")),
		From: whole(form, "from"), Until: whole(form, "until"), Substitute: form.Get("substitute") != ""}
	return t.Register(p)
}

// setResult writes the results of a table by hand: scores by seat, and the rest as the book makes it where the table
// has a match, else by rank alone.
func setResult(t *tournament.Tournament, form url.Values, by string) error {
	var results []tournament.Result
	for i := range 4 {
		text := form.Get("result" + strconv.Itoa(i))
		if text == "" {
			break
		}
		result, err := amount(text)
		if err != nil {
			return err
		}
		score := result // where a book knows one of them alone
		if form.Has("score" + strconv.Itoa(i)) {
			score, err = amount(form.Get("score" + strconv.Itoa(i)))
		}
		if err != nil {
			return err
		}
		points, err := amount(form.Get("points" + strconv.Itoa(i)))
		if err != nil {
			return err
		}
		results = append(results, tournament.Result{Score: int(score), Result: result, Points: points})
	}
	return t.Write(whole(form, "round"), whole(form, "table"), results, by)
}

// amount reads a number that somebody typed; empty is 0.
func amount(text string) (float64, error) {
	if text = strings.TrimSpace(text); text == "" {
		return 0, nil
	}
	x, err := strconv.ParseFloat(strings.ReplaceAll(text, "−", "-"), 64)
	if err != nil || x != x || x > 1e9 || x < -1e9 {
		return 0, models.Refused("tournament-number", models.Data{"text": text}, "%q is no number", text)
	}
	return x, nil
}

func whole(form url.Values, name string) int {
	n, err := strconv.Atoi(form.Get(name))
	if err != nil {
		return 0 // refused by whoever uses it
	}
	return n
}

// Follow collects what the tables booked for tournaments, every so often, until the context ends.
func (s *Server) Follow(ctx context.Context) error {
	for {
		heads, err := s.config.Store.Tournaments(ctx)
		for _, head := range heads {
			if _, _, fault := s.config.Director.Collect(ctx, head.ID); fault != nil { // of this one alone
				err = errors.Join(err, fmt.Errorf("%s: %w", head.ID, fault))
			}
		}
		if err != nil && ctx.Err() == nil {
			s.config.Log.Warn("tournaments are not up to date", "err", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(collectPace):
		}
	}
}

// collectPace is how often the books of tables are looked at for tournaments.
const collectPace = 5 * time.Second
