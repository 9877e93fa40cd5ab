package hall_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"jantaku/access"
	"jantaku/internal/referee"
	"jantaku/laboratory/league/play"
	"jantaku/league/director"
	"jantaku/league/hall"
	"jantaku/league/store"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/mqtt/reader"
)

var quiet = slog.New(slog.DiscardHandler)

// site is a hall over the books of a table at which players have played, with no broker.
type site struct {
	director *director.Director
	*testing.T
	at    string
	state ledger.State
	won   ledger.Entry // a hand that was recorded move by move
	store *store.Store
	*hall.Live
}

func serve(t *testing.T) *site { return serveTo(t, "<b>Ann</b>", "Ken", "梅", "ゆい") }

// serveTo is a hall at whose table players of these names have played.
func serveTo(t *testing.T, names ...string) *site {
	t.Helper()
	s, err := store.Open(t.Context(), t.TempDir(), referee.Shelf, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	live, err := hall.NewLive(reader.Config{Brokers: []string{"tcp://127.0.0.1:1"}, ID: "hall"}, []string{"jantaku"}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	accounts, err := access.New([]access.Account{{Name: "mei", Role: access.Referee, Password: "peony"}, {Name: "kai", Role: access.Director, Password: "peony"}, {Name: "ada", Role: access.Admin, Password: "peony"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := &director.Director{Shelf: s, Books: s, Three: func(models.Match) bool { return false }, Now: time.Now}
	h, err := hall.New(hall.Config{Store: s, Live: live, Accounts: accounts, Director: d, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(h.Handler())
	t.Cleanup(web.Close)
	one := &site{T: t, at: web.URL, store: s, Live: live, director: d}
	one.play(names)
	return one
}

// evening is what players of some names have played, once for all tests.
type evening struct {
	sync.Once
	page  ledger.Page
	state ledger.State
	won   ledger.Entry
	err   error
}

var evenings sync.Map // of *evening, by the names

// play fills the store.
func (s *site) play(names []string) {
	s.Helper()
	found, _ := evenings.LoadOrStore(strings.Join(names, " "), &evening{})
	one := found.(*evening)
	one.Do(func() { one.err = one.play(s.T, names) })
	if one.err != nil {
		s.Fatal(one.err)
	}
	s.state, s.won = one.state, one.won
	if _, err := s.store.Take(s.Context(), store.Books{Club: "jantaku", Table: "table-1", Journal: one.page.Journal}, one.page.Events); err != nil {
		s.Fatal(err)
	}
}

// play plays several matches, the last of which has a hand that was won.
func (e *evening) play(t *testing.T, names []string) error {
	l, err := ledger.Open(t.Context(), filepath.Join(t.TempDir(), "ledger.db"), ledger.WithShelf(referee.Shelf), ledger.WithLog(quiet))
	if err != nil {
		return err
	}
	defer l.Close()
	p := play.New(l, "riichi", "", names, 5)
	for n := 0; n < 26 || e.won.ID == ""; n++ {
		if err := p.Hand(t.Context()); err != nil {
			return err
		}
		e.state, e.won = l.State(), ledger.Entry{}
		for _, one := range e.state.Entries {
			if one.Kind == ledger.HandPlayed && one.Counts() && len(one.Current().Hand.Wins) > 0 {
				e.won = one
			}
		}
	}
	e.page, err = l.Since(t.Context(), 0, math.MaxInt)
	return err
}

// get gives a page and its status.
func (s *site) get(client *http.Client, path string) (int, string) {
	s.Helper()
	r, err := client.Get(s.at + path)
	if err != nil {
		s.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.Fatal(err)
	}
	return r.StatusCode, string(body)
}

func (s *site) holds(path string, words ...string) {
	s.Helper()
	status, body := s.get(http.DefaultClient, path)
	if status != http.StatusOK {
		s.Errorf("%s: %d %.300s", path, status, body)
	}
	for _, word := range words {
		if !strings.Contains(body, word) {
			s.Errorf("%s has no %q:\n%.3000s", path, word, body)
		}
	}
	if strings.Contains(body, "<b>Ann</b>") {
		s.Errorf("%s writes a name as it was given", path)
	}
}

// Every page shows what it is there for, in every language, with names made harmless.
func TestEveryPageShowsItsBooks(t *testing.T) {
	s := serve(t)
	found, err := s.store.FindPlayers(t.Context(), "Ken", 1)
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	for _, lang := range []string{"zh", "ja", "en"} {
		q := "lang=" + lang
		s.holds("/?"+q, map[string]string{"zh": "赛场", "ja": "会場", "en": "The hall"}[lang])
		s.holds("/matches?"+q, s.state.Match.ID, "&lt;b&gt;Ann")
		s.holds("/match?id="+s.state.Match.ID+"&"+q, "ゆい")
		s.holds("/hand?entry="+s.won.ID+"&"+q, "tiles/", "replay?hand="+s.won.ID)
		s.holds("/player?id=1&"+q, "<polyline", map[string]string{"zh": "放铳", "ja": "放銃", "en": "Deal-ins"}[lang])
		s.holds("/standings?"+q, "player?id=")
		s.holds("/search?q=en&"+q, "player?id=1", "Ken")
		s.holds("/search?rules=riichi&fan=riichi&"+q, "hand?entry=")
		s.holds("/search?q=zzz&"+q, map[string]string{"zh": "没有找到", "ja": "見つかりません", "en": "Nothing was found"}[lang])
	}
	status, body := s.get(http.DefaultClient, "/api/replay/"+s.won.ID)
	var replay struct{ Steps []json.RawMessage }
	if err := json.Unmarshal([]byte(body), &replay); err != nil || status != http.StatusOK || len(replay.Steps) < 10 {
		t.Errorf("the replay: %d, %d steps, %v", status, len(replay.Steps), err)
	}
}

func TestWhatIsNotThereIsSaid(t *testing.T) {
	s := serve(t)
	for _, path := range []string{"/match?id=x", "/hand?entry=x", "/player?id=x", "/player?id=99999", "/search2"} {
		if status, _ := s.get(http.DefaultClient, path); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	if status, body := s.get(http.DefaultClient, "/matches?lang=en"); status != http.StatusServiceUnavailable || !strings.Contains(body, "does not answer") {
		t.Errorf("without a database: %d %.200s", status, body)
	}
}

// Who corrected what, and what was refused, is for referees; a form of another site opens no session.
func TestOnlyRefereesSeeWhoCorrected(t *testing.T) {
	s := serve(t)
	const author = "players"
	if _, body := s.get(http.DefaultClient, "/hand?lang=en&entry="+s.won.ID); strings.Contains(body, author) {
		t.Error("a viewer sees who wrote a hand")
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	mei := &http.Client{Jar: jar}
	if _, body := s.get(mei, "/trouble?lang=en"); !strings.Contains(body, `name="secret"`) {
		t.Errorf("a viewer is not asked who it is: %.300s", body)
	}
	enter := func(secret, site string) string {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.at+"/enter?lang=en", strings.NewReader(url.Values{"name": {"mei"}, "secret": {secret}}.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if site != "" {
			r.Header.Set("Sec-Fetch-Site", site)
		}
		answer, err := mei.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(body)
	}
	enter("peony", "cross-site")
	if _, body := s.get(mei, "/trouble?lang=en"); !strings.Contains(body, `name="secret"`) {
		t.Error("a form of another site opens a session")
	}
	if body := enter("rose", ""); !strings.Contains(body, "Wrong name or password") {
		t.Errorf("a wrong password: %.300s", body)
	}
	enter("peony", "")
	if err := s.store.SetAside(t.Context(), "jantaku", "table-9", []byte("?"), store.ErrForeign); err != nil {
		t.Fatal(err)
	}
	if _, body := s.get(mei, "/trouble?lang=en"); !strings.Contains(body, "table-9") {
		t.Errorf("a referee sees no refusals: %.500s", body)
	}
	if _, body := s.get(mei, "/hand?lang=en&entry="+s.won.ID); !strings.Contains(body, author) {
		t.Error("a referee does not see who wrote a hand")
	}
}

// The hall puts first who calls, tells who is silent, and gives nothing where nothing changed.
func TestTheHallShowsWhoCalls(t *testing.T) {
	s := serve(t)
	at := func(table string) mqtt.Address {
		return mqtt.Address{Prefix: "jantaku", Table: table, Node: "node-" + table}
	}
	now := time.Now()
	tell := s.tell
	for _, table := range []string{"table-1", "table-2", "table-3"} {
		a := at(table)
		tell(a.Topic(mqtt.KindScore), mqtt.Score{Head: a.NewHead(mqtt.KindScore, "s", 1, now), Rules: "riichi", Players: []mqtt.Standing{{Player: mqtt.Player{Place: 1, Name: "<i>" + table}, Score: 25000, Rank: 1}}})
		tell(a.Topic(mqtt.KindAvailability), mqtt.Availability{Status: "online", Node: a.Node})
	}
	tell(at("table-3").Topic(mqtt.KindReview), mqtt.Review{Hand: &mqtt.Hand{}})
	tell(at("table-2").Status(), mqtt.Status{Status: "offline"})
	_, body := s.get(http.DefaultClient, "/live?lang=en")
	third, second, first := strings.Index(body, ">table-3<"), strings.Index(body, ">table-2<"), strings.Index(body, ">table-1<")
	if third < 0 || third > second || second > first || !strings.Contains(body, "Referee, please") || !strings.Contains(body, "silent") || strings.Contains(body, "<i>table") {
		t.Errorf("%d %d %d in\n%s", third, second, first, body)
	}
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, s.at+"/live?lang=en", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Get(s.at + "/live?lang=en")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	r.Header.Set("If-None-Match", answer.Header.Get("ETag"))
	again, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	again.Body.Close()
	if again.StatusCode != http.StatusNotModified {
		t.Errorf("nothing changed, and the answer is %d", again.StatusCode)
	}
	tell(at("table-3").Topic(mqtt.KindReview), mqtt.Review{})
	if _, body := s.get(http.DefaultClient, "/live?lang=en"); strings.Contains(body, "Referee, please") {
		t.Error("a call that was answered stands")
	}
}

// A name that was removed stands on no card of a table that goes on playing.
func TestTheHallHidesANameThatWasRemoved(t *testing.T) {
	s := serve(t)
	name := s.state.Match.Players[1].Name
	a := mqtt.Address{Prefix: "jantaku", Table: "table-1", Node: "node"}
	s.tell(a.Topic(mqtt.KindScore), mqtt.Score{Head: a.NewHead(mqtt.KindScore, "s", 1, time.Now()), Rules: "riichi", Players: []mqtt.Standing{{Player: mqtt.Player{Place: 1, Name: name}, Rank: 1}, {Player: mqtt.Player{Place: 2, Name: "Somebody"}, Rank: 2}}})
	if _, body := s.get(http.DefaultClient, "/live?lang=en"); !strings.Contains(body, ">"+name+"<") {
		t.Fatalf("%q does not play: %s", name, body)
	}
	if err := s.store.RemoveName(t.Context(), s.number(name), "ada", "asked for it"); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"/live?lang=en", "/?lang=en"} {
		if _, body := s.get(http.DefaultClient, page); strings.Contains(body, ">"+name+"<") || !strings.Contains(body, "Somebody") {
			t.Errorf("%s shows %q", page, name)
		}
	}
	s.store.Close() // the database is away
	for _, page := range []string{"/live?lang=en", "/?lang=en"} {
		if _, body := s.get(http.DefaultClient, page); strings.Contains(body, ">"+name+"<") || !strings.Contains(body, "Somebody") {
			t.Errorf("without its database %s shows %s", page, body)
		}
	}
}

// tell is what a table says.
func (s *site) tell(topic string, payload any) {
	s.Helper()
	m, err := mqtt.NewMessage(topic, payload, true)
	if err != nil {
		s.Fatal(err)
	}
	s.Hear(reader.Message{Topic: m.Topic, Payload: m.Payload})
}

// Every word of the hall is there in each language.
func TestTheHallSpeaksThreeLanguages(t *testing.T) {
	words := map[string]map[string]string{}
	for _, lang := range []string{"zh", "ja", "en"} {
		words[lang] = hall.OwnWords(t, lang)
	}
	for key := range words["en"] {
		for _, lang := range []string{"zh", "ja"} {
			if words[lang][key] == "" {
				t.Errorf("%s has no %s", lang, key)
			}
		}
	}
	if len(words["zh"]) != len(words["en"]) || len(words["ja"]) != len(words["en"]) {
		t.Error("the languages have different words")
	}
}
