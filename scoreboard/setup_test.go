package scoreboard_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"jantaku/access"
	"jantaku/models"
	"jantaku/scoreboard"
)

// settingUp notes what it is asked for.
type settingUp struct{ asked []string }

func (s *settingUp) Do(_ context.Context, op string, _ json.RawMessage) (any, error) {
	s.asked = append(s.asked, op)
	if op == "refuse" {
		return nil, models.Refused("setup-corners", nil, "no corners")
	}
	return map[string]string{"op": op}, nil
}

func (s *settingUp) Picture(_ context.Context, name string) ([]byte, any, error) {
	if name != "now" {
		return nil, nil, errors.New("none")
	}
	return []byte("\xff\xd8\xff\xe0 a picture"), map[string]int{"width": 3}, nil
}

// TestWhoMaySetATableUp claims that a table of which nothing is configured is set up by a browser on
// the same machine, without a proxy, or by who has the code of its start; and later by an admin.
func TestWhoMaySetATableUp(t *testing.T) {
	const code, here, elsewhere = "ABCDE23456", "127.0.0.1:50000", "192.168.1.7:50000"
	fresh := func() scoreboard.Config {
		accounts, err := access.New(nil, []access.Account{{Role: access.Admin, Password: code}})
		if err != nil {
			t.Fatal(err)
		}
		return scoreboard.Config{Fresh: true, Accounts: accounts}
	}
	known := func() scoreboard.Config {
		accounts, err := access.New([]access.Account{{Name: "mei", Role: access.Admin, Password: "correct horse"}}, []access.Account{{Role: access.Referee, Password: "1234"}})
		if err != nil {
			t.Fatal(err)
		}
		return scoreboard.Config{Accounts: accounts}
	}
	tests := []struct {
		name    string
		config  func() scoreboard.Config
		from    string
		host    string
		headers map[string]string
		may     bool
	}{
		{"on this machine", fresh, here, "127.0.0.1:8080", nil, true},
		{"on this machine by name", fresh, "[::1]:5000", "localhost:8080", nil, true},
		{"through a proxy on this machine", fresh, here, "127.0.0.1:8080", map[string]string{"X-Forwarded-For": "203.0.113.5"}, false},
		{"through another proxy", fresh, here, "localhost", map[string]string{"Forwarded": "for=203.0.113.5"}, false},
		{"through a proxy that keeps the name", fresh, here, "table.local", nil, false},
		{"by another name of this machine", fresh, here, "192.168.1.5:8080", nil, false},
		{"from a page of another site", fresh, here, "127.0.0.1:8080", map[string]string{"Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"}, false},
		{"from elsewhere", fresh, elsewhere, "192.168.1.5:8080", nil, false},
		{"from elsewhere, says loopback", fresh, elsewhere, "127.0.0.1:8080", nil, false},
		{"from elsewhere with the code", fresh, elsewhere, "192.168.1.5:8080", map[string]string{"X-Jantaku-Pin": code}, true},
		{"from elsewhere with another code", fresh, elsewhere, "192.168.1.5:8080", map[string]string{"X-Jantaku-Pin": "ABCDE23457"}, false},
		{"later on this machine", known, here, "127.0.0.1:8080", nil, false},
		{"later with the PIN of referees", known, here, "127.0.0.1:8080", map[string]string{"X-Jantaku-Pin": "1234"}, false},
		{"later with the code of the start", known, here, "127.0.0.1:8080", map[string]string{"X-Jantaku-Pin": code}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := tt.config()
			set := &settingUp{}
			c.Setup, c.Prefix, c.Table, c.Node, c.Broker = set, "jantaku", "table-1", "node-1", "tcp://127.0.0.1:1"
			s, err := scoreboard.New(c)
			if err != nil {
				t.Fatal(err)
			}
			for _, request := range []*http.Request{
				httptest.NewRequest(http.MethodPost, "/api/setup/save", strings.NewReader("{}")),
				httptest.NewRequest(http.MethodGet, "/api/setup/picture/now", nil),
			} {
				request.RemoteAddr, request.Host = tt.from, tt.host
				for name, value := range tt.headers {
					request.Header.Set(name, value)
				}
				if request.Method == http.MethodGet && tt.headers["Origin"] != "" {
					continue // another site may ask for a picture, and cannot read it
				}
				answer := httptest.NewRecorder()
				s.Handler().ServeHTTP(answer, request)
				if may := answer.Code == http.StatusOK; may != tt.may {
					t.Errorf("%s: %d %s", request.URL, answer.Code, answer.Body)
				}
			}
			if asked := len(set.asked) > 0; asked != tt.may {
				t.Errorf("carried out %q", set.asked)
			}
		})
	}
}

// TestNobodyIsARefereeOfATableThatIsNotConfigured claims that without a PIN a fresh table does not
// take requests from the network.
func TestNobodyIsARefereeOfATableThatIsNotConfigured(t *testing.T) {
	accounts, err := access.New(nil, []access.Account{{Role: access.Admin, Password: "ABCDE23456"}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := scoreboard.New(scoreboard.Config{Prefix: "jantaku", Table: "t", Broker: "tcp://127.0.0.1:1", Fresh: true, Accounts: accounts, Requests: &program{}})
	if err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequest(http.MethodPost, "/api/request/undo", strings.NewReader("{}"))
	request.RemoteAddr, request.Host = "192.168.1.7:1000", "192.168.1.5"
	answer := httptest.NewRecorder()
	if s.Handler().ServeHTTP(answer, request); answer.Code != http.StatusForbidden {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

func TestTheSetUpAnswersOverHTTP(t *testing.T) {
	accounts, err := access.New(nil, []access.Account{{Role: access.Admin, Password: "ABCDE23456"}})
	if err != nil {
		t.Fatal(err)
	}
	address := serve(t, scoreboard.Config{Fresh: true, Accounts: accounts, Setup: &settingUp{}})
	post := func(op, body string) (int, string) {
		answer, err := http.Post(address+"/api/setup/"+op, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, _ := io.ReadAll(answer.Body)
		return answer.StatusCode, string(text)
	}
	for _, tt := range []struct {
		op, body string
		code     int
		says     string
	}{
		{"state", "{}", 200, `"op":"state"`},
		{"refuse", "{}", 422, `"code":"setup-corners"`},
		{"state", "[]", 400, "bad-request"},
		{"state", `{"a":"` + strings.Repeat("x", 70<<10) + `"}`, 400, "bad-request"},
		{"State", "{}", 400, "bad-request"},
	} {
		if code, text := post(tt.op, tt.body); code != tt.code || !strings.Contains(text, tt.says) {
			t.Errorf("%s %.20s: %d %s", tt.op, tt.body, code, text)
		}
	}
	answer, err := http.Get(address + "/api/setup/picture/now")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if got := answer.Header; got.Get("Content-Type") != "image/jpeg" || got.Get("Jantaku-Picture") != `{"width":3}` {
		t.Errorf("%v", got)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if answer, err = client.Get(address + "/?lang=ja"); err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if to := answer.Header.Get("Location"); answer.StatusCode != http.StatusSeeOther || !strings.HasSuffix(to, "setup?lang=ja") {
		t.Errorf("%d to %q", answer.StatusCode, to)
	}
}

// TestTheSetUpHasWordsInThreeLanguages walks the pages of set-up and hall for every word they name.
func TestTheSetUpHasWordsInThreeLanguages(t *testing.T) {
	named := regexp.MustCompile("word\\(\"([a-z.0-9-]+)\"|data-word=\"([a-z.0-9-]+)\"")
	built := map[string][]string{ // keys that are put together
		"setup.": {"camera", "table", "tiles", "line", "rules", "players", "network", "finish", "doctor", "corner-1", "corner-2", "corner-3", "corner-4",
			"dialect-lines", "dialect-reference", "dialect-pattern", "dialect-contact", "win-button", "win-seen", "watch-off", "watch-laid", "watch-course",
			"mark-ok", "mark-advice", "mark-fault", "page-display", "page-console", "page-overlay", "page-club", "page-setup",
			"part-table", "part-camera", "part-tiles", "part-calibration", "part-broker", "part-books", "part-disk", "part-clock", "save", "examine", "taught", "not-taught", "in-doubt", "soft", "sharp", "lay-place", "lay-camera", "next"},
		"well.":  {"port", "camera", "faces", "no-calibration", "calibration", "own-broker", "broker", "books", "disk", "clock"},
		"teach.": {"unreadable", "row-not-found", "one-tile-more", "no-witness", "unlike-labels", "unlike-the-rest", "looks-like", "weak"},
		"event.": {"link-up", "link-down", "lost", "rejected", "hello", "state", "start", "dice-key", "dice", "shuffle", "shuffled", "raised", "dealt", "riichi", "honba", "points", "tiles", "win", "fault", "clear", "emergency", "test", "wall"},
	}
	keys := map[string]bool{}
	files, err := filepath.Glob("web/*.*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if base := filepath.Base(file); !strings.HasPrefix(base, "setup") && !strings.HasPrefix(base, "club") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range named.FindAllStringSubmatch(string(text), -1) {
			keys[found[1]+found[2]] = true
		}
	}
	for prefix, list := range built {
		for _, one := range list {
			keys[prefix+one] = true
		}
	}
	if len(keys) < 120 {
		t.Fatalf("%d words found", len(keys))
	}
	for _, lang := range []string{"zh", "ja", "en"} {
		text, err := os.ReadFile(filepath.Join("web", "words", lang+".json"))
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]string{}
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatal(err)
		}
		for key := range keys {
			if all[key] == "" {
				t.Errorf("%s has no words for %s", lang, key)
			}
		}
	}
}
