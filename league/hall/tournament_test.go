package hall_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/league/director"
	"jantaku/league/hall"
	"jantaku/league/store"
	"jantaku/league/tournament"
	"jantaku/models"
	"jantaku/mqtt"
)

// cup keeps a tournament of eight players.
func (s *site) cup() {
	s.Helper()
	cup := tournament.Tournament{ID: "cup", Name: "<b>Cup</b>", Match: models.Match{Rules: "mcr"}, Seating: tournament.Swiss, Rounds: 2, Minutes: 90, Ties: []tournament.Criterion{tournament.ByPoints}}
	for i := range 8 {
		cup.Players = append(cup.Players, tournament.Player{ID: fmt.Sprint("p", i), Name: fmt.Sprint("Player ", i), Team: fmt.Sprint("Team ", i%2)})
	}
	if err := s.director.Create(s.Context(), cup, "mei"); err != nil {
		s.Fatal(err)
	}
}

// as is a browser in which somebody has logged in: mei is a referee, kai a director, ada an admin.
func (s *site) as(name string) *http.Client {
	s.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	s.post(browser, "/enter", url.Values{"name": {name}, "secret": {"peony"}})
	return browser
}

func (s *site) post(client *http.Client, path string, form url.Values) string {
	s.Helper()
	r, err := client.PostForm(s.at+path, form)
	if err != nil {
		s.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.Fatal(err)
	}
	return string(body)
}

// A tournament is drawn, begun, corrected and shown on its page, by those who may; others change nothing.
func TestATournamentIsDirectedOnItsPage(t *testing.T) {
	s := serve(t)
	s.cup()
	mei, kai, page := s.as("mei"), s.as("kai"), "/tournament?id=cup&lang=en"
	s.post(http.DefaultClient, page, url.Values{"do": {"draw"}})
	if now, _, err := s.store.Tournament(t.Context(), "cup"); err != nil || len(now.Played) != 0 {
		t.Errorf("somebody drew a round: %d, %v", len(now.Played), err)
	}
	for _, deed := range []string{"draw", "begin", "undraw", "player", "swap"} {
		if body := s.post(mei, page, url.Values{"do": {deed}, "name": {"x"}, "round": {"1"}}); !strings.Contains(body, "Your account may not do this") {
			t.Errorf("a referee may %s: %.300s", deed, body)
		}
	}
	if now, version, err := s.store.Tournament(t.Context(), "cup"); err != nil || version != 1 {
		t.Errorf("a referee made it %+v, %v", now, err)
	}
	if body := s.post(kai, page, url.Values{"do": {"begin"}}); !strings.Contains(body, "That round was not drawn") {
		t.Errorf("a round that was not drawn: %.900s", body)
	}
	s.post(kai, page, url.Values{"do": {"draw"}})
	s.post(kai, page, url.Values{"do": {"begin"}})
	written := url.Values{"do": {"result"}, "round": {"1"}, "table": {"1"}}
	for i, result := range []string{"30", "10", "−10", "-30"} {
		written.Set(fmt.Sprint("result", i), result)
		written.Set(fmt.Sprint("points", i), []string{"4", "2", "1", "0"}[i])
	}
	s.post(mei, page, written)
	if body := s.post(mei, page, url.Values{"do": {"result"}, "round": {"1"}, "table": {"2"}, "result0": {"many"}}); !strings.Contains(body, "“many” is no number") {
		t.Errorf("a result that is no number: %.900s", body)
	}
	s.post(mei, page, url.Values{"do": {"penalty"}, "player": {"p3"}, "points": {"1"}, "why": {"late"}})
	s.post(kai, page, url.Values{"do": {"player"}, "name": {"Ninth"}, "substitute": {"on"}})
	now, version, err := s.store.Tournament(t.Context(), "cup")
	if err != nil || version != 6 || now.Played[0].Tables[0].Results[2].Result != -10 || now.Penalties[0].By != "mei" || !now.Players[8].Substitute {
		t.Errorf("version %d is %+v, %v", version, now, err)
	}
	for lang, word := range map[string]string{"zh": "暂定名次", "ja": "暫定順位", "en": "Provisional since round 1"} {
		s.holds("/tournament?id=cup&lang="+lang, word, "&lt;b&gt;Cup", "Player 7", "Team 1", "data-ends=", "late")
		s.holds("/tournaments?lang="+lang, "&lt;b&gt;Cup")
	}
	if _, body := s.get(http.DefaultClient, page); strings.Contains(body, `method="post"`) {
		t.Error("a spectator sees forms")
	}
}

// A director sees why a table did not start its match, until it does; others do not.
func TestADirectorSeesWhyATableRefuses(t *testing.T) {
	s := serve(t)
	cup := tournament.Tournament{ID: "cup", Name: "Cup", Match: models.Match{Rules: "mcr"}, Seating: tournament.Swiss, Rounds: 2, Tables: []string{"jantaku/table-1", "jantaku/table-2"}}
	for i := range 8 {
		cup.Players = append(cup.Players, tournament.Player{ID: fmt.Sprint("p", i), Name: fmt.Sprint("Player ", i)})
	}
	if err := s.director.Create(t.Context(), cup, "kai"); err != nil {
		t.Fatal(err)
	}
	kai, page := s.as("kai"), "/tournament?id=cup&lang=en"
	s.post(kai, page, url.Values{"do": {"draw"}})
	s.post(kai, page, url.Values{"do": {"begin"}})
	const why = "This request came twice over a restart"
	answer := mqtt.Response{Transaction: director.Transaction(cup, 1, 1), Status: "error", Error: &mqtt.Fault{Code: "refused", Message: "no", Reasons: []models.Reason{{Code: "request-used"}}}}
	s.tell("jantaku/table-2/response/match-new", answer)
	if _, body := s.get(kai, page); strings.Count(body, why) != 1 || strings.Index(body, why) < strings.Index(body, "jantaku/table-2") {
		t.Errorf("a director sees no reason beside its table: %.3000s", body)
	}
	if _, body := s.get(http.DefaultClient, page); strings.Contains(body, why) {
		t.Error("a spectator sees why a table refused")
	}
	answer.Status, answer.Error = "ok", nil
	s.tell("jantaku/table-2/response/match-new", answer)
	if _, body := s.get(kai, page); strings.Contains(body, why) {
		t.Error("a table that has started still refuses")
	}
}

// What is exported can be imported under another name, and what is no tournament is refused.
func TestATournamentIsExportedAndImported(t *testing.T) {
	s := serve(t)
	s.cup()
	kai := s.as("kai")
	_, file := s.get(http.DefaultClient, "/tournament.json?id=cup")
	send := func(text string) string {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		part, err := form.CreateFormFile("file", "tournament.json")
		if err == nil {
			_, err = io.WriteString(part, text)
		}
		if err == nil {
			err = form.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := kai.Post(s.at+"/tournaments?lang=en", form.FormDataContentType(), &body)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		shown, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(shown)
	}
	send(strings.Replace(file, `"id": "cup"`, `"id": "copy"`, 1))
	if now, _, err := s.store.Tournament(t.Context(), "copy"); err != nil || len(now.Players) != 8 {
		t.Errorf("the copy has %d players, %v", len(now.Players), err)
	}
	for text, says := range map[string]string{"{": "no tournament file", strings.Replace(file, `"rounds": 2`, `"rounds": -2`, 1): "are not 1 to 200"} {
		if body := send(text); !strings.Contains(body, says) {
			t.Errorf("%.40s is answered without %q", text, says)
		}
	}
}

// A director merges and splits players on their page, an admin removes a name; a referee does neither, and everybody sees
// the name gone in the own language.
func TestPlayersAreMergedAndNamesRemovedOnThePages(t *testing.T) {
	s := serve(t)
	mei, kai, ada := s.as("mei"), s.as("kai"), s.as("ada")
	do := func(who *http.Client, deed, player, other string) string {
		return s.post(who, "/people?lang=en", url.Values{"do": {deed}, "player": {player}, "other": {other}, "why": {"asked by Ken"}})
	}
	for _, deed := range []string{"merge", "split", "remove", "restore"} {
		if body := do(mei, deed, "1", "2"); !strings.Contains(body, "Your account may not do this") {
			t.Errorf("a referee may %s: %.300s", deed, body)
		}
	}
	if body := do(kai, "merge", "1", "2"); !strings.Contains(body, "These two sat at one table in match "+s.matchOf(1)) {
		t.Errorf("two who met are one: %.2000s", body)
	}
	if body := do(kai, "remove", "2", ""); !strings.Contains(body, "Your account may not do this") {
		t.Errorf("a director removes a name: %.300s", body)
	}
	found, err := s.store.FindPlayers(t.Context(), "Ken", 1)
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	ken := fmt.Sprint(found[0].ID)
	do(ada, "remove", ken, "")
	for lang, word := range map[string]string{"zh": "已移除的玩家 ", "ja": "削除された参加者 ", "en": "removed player "} {
		for _, page := range []string{"/player?id=" + ken, "/matches?", "/match?id=" + s.state.Match.ID, "/standings?", "/search?q=Ken", "/search?rules=riichi"} {
			if _, body := s.get(ada, page+"&lang="+lang); strings.Contains(strings.NewReplacer(`value="Ken"`, "", "q=Ken", "").Replace(body), "Ken") {
				t.Errorf("%s has the name", page)
			}
		}
		s.holds("/player?id="+ken+"&lang="+lang, word+ken)
		s.holds("/standings?lang="+lang, word+ken)
	}
	if _, body := s.get(kai, "/people?lang=en"); !strings.Contains(body, "name removed") || !strings.Contains(body, "asked by removed player "+ken) {
		t.Errorf("the trail: %.3000s", body)
	}
	if _, body := s.get(mei, "/people?lang=en"); !strings.Contains(body, "Your account may not do this") {
		t.Errorf("a referee sees the trail: %.300s", body)
	}
	if body := do(ada, "restore", ken, ""); !strings.Contains(body, "Ken") {
		t.Errorf("restored: %.300s", body)
	}
}

// matchOf is the newest match of a player.
func (s *site) matchOf(player int64) string {
	s.Helper()
	matches, err := s.store.Matches(s.Context(), store.Filter{Player: player})
	if err != nil || len(matches) == 0 {
		s.Fatal(matches, err)
	}
	return matches[len(matches)-1].Name
}

// unread are books of which those of one table cannot be read.
type unread struct{ director.Books }

func (b unread) Played(ctx context.Context, club, table string, since time.Time) ([]director.Match, error) {
	if table == "broken" {
		return nil, errors.New("they cannot be read")
	}
	return b.Books.Played(ctx, club, table, since)
}

// A tournament that cannot be brought up to date holds up no other.
func TestATournamentHoldsUpNoOther(t *testing.T) {
	s := serve(t)
	for i, table := range []string{"table-1", "broken"} { // the one that was changed last is looked at first
		cup := tournament.Tournament{ID: table, Name: table, Match: models.Match{Rules: "riichi"}, Seating: tournament.Swiss, Rounds: 1}
		round := tournament.Round{Started: time.Now().Add(-time.Hour), Tables: []tournament.Table{{Name: "jantaku/" + table}}}
		for _, p := range s.state.Match.Players {
			cup.Players = append(cup.Players, tournament.Player{ID: p.Name, Name: p.Name})
			round.Tables[0].Seats = append(round.Tables[0].Seats, p.Name)
		}
		cup.Played = []tournament.Round{round}
		if err := s.store.KeepTournament(t.Context(), cup, 0, director.Change{Time: time.Now().Add(time.Duration(i) * time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	d := *s.director
	d.Books = unread{d.Books}
	h, err := hall.New(hall.Config{Store: s.store, Live: s.Live, Director: &d, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), sharedtest.Patience)
	defer stop()
	var follows sync.WaitGroup
	follows.Go(func() {
		if err := h.Follow(ctx); err != nil {
			t.Error(err)
		}
	})
	defer follows.Wait()
	for ; ; time.Sleep(10 * time.Millisecond) {
		if now, _, err := s.store.Tournament(ctx, "table-1"); err != nil || len(now.Played[0].Tables[0].Results) == 4 {
			stop()
			if err != nil {
				t.Error(err)
			}
			return
		}
	}
}
