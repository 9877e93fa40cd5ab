package scoreboard_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"jantaku/access"
	"jantaku/internal/sharedtest"
	"jantaku/ledger"
	"jantaku/models"
	"jantaku/scoreboard"
)

func TestMain(m *testing.M) {
	code := m.Run()
	browser.Close()
	http.DefaultClient.CloseIdleConnections()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// album holds one photograph.
type album struct{}

func (album) Photo(_ context.Context, sum string) (models.Photo, error) {
	switch sum {
	case "kept":
		return models.Photo{Type: "image/jpeg", Data: []byte("jpeg")}, nil
	case "script":
		return models.Photo{Type: "text/html", Data: []byte("<script>")}, nil
	}
	return models.Photo{}, ledger.ErrNoPhoto
}

func (album) Evidence(_ context.Context, sum string) (models.Photo, error) {
	if sum != "move" {
		return models.Photo{}, ledger.ErrNoPhoto
	}
	return models.Photo{Type: "image/jpeg", Data: []byte("small jpeg")}, nil
}

func TestAddresses(t *testing.T) {
	ready := errors.New("the camera is away")
	address := serve(t, scoreboard.Config{Photos: album{}, Portraits: gallery(t, "Anna.png", "Dragons.WebP", "Zoe\u0308.png", "sly.svg"), Ready: func() error { return ready },
		Metrics: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "jantaku_hands 3") })})
	tests := []struct {
		name, path string
		status     int
		kind, want string
	}{
		{"display", "/", 200, "text/html", "board.js"},
		{"overlay", "/overlay", 200, "text/html", "overlay.js"},
		{"script", "/mqtt.js", 200, "text/javascript", "CONNECT"},
		{"words", "/words/ja.json", 200, "application/json", "流局"},
		{"tile", "/tiles/5m.svg", 200, "image/svg+xml", "五"},
		{"red five", "/tiles/0p.svg", 200, "image/svg+xml", "<circle"},
		{"second back", "/tiles/back-2.svg", 200, "image/svg+xml", "#b4641b"},
		{"no such tile", "/tiles/0z.svg", 404, "", ""},
		{"two tiles", "/tiles/55m.svg", 404, "", ""},
		{"no such page", "/admin", 404, "", ""},
		{"no way out of the folder", "/words/..%2f..%2fserver.go", 404, "", ""},
		{"alive", "/healthz", 200, "text/plain", "ok"},
		{"not ready says why", "/readyz", 503, "text/plain", "the camera is away"},
		{"metrics", "/metrics", 200, "", "jantaku_hands 3"},
		{"photograph", "/photo/kept", 200, "image/jpeg", "jpeg"},
		{"photograph that made room", "/photo/gone", 404, "", "not kept any more"},
		{"picture of a move", "/evidence/move", 200, "image/jpeg", "small jpeg"},
		{"photograph that is no picture of a move", "/evidence/kept", 404, "", "not kept any more"},
		{"picture of a player", "/portraits/Anna.png", 200, "image/png", "PNG"},
		{"picture of a team", "/portraits/Dragons.WebP", 200, "image/webp", "PNG"},
		{"picture that could run scripts", "/portraits/sly.svg", 404, "", ""},
		{"picture of nobody", "/portraits/..%2fAnna.png", 404, "", ""},
		{"photograph that is none", "/photo/script", 404, "", ""},
		{"configuration", "/config.json", 200, "application/json", `"table":"table-1"`},
		{"whom there are pictures of", "/config.json", 200, "application/json", `"portraits":{"Anna":"Anna.png","Dragons":"Dragons.WebP","Zoë":"` + "Zoe\u0308" + `.png"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, header, body := sharedtest.Get(t, address+tt.path)
			if status != tt.status || !strings.HasPrefix(header.Get("Content-Type"), tt.kind) || !strings.Contains(body, tt.want) {
				t.Errorf("%s: %d %s %.200q, want %d %s %q", tt.path, status, header.Get("Content-Type"), body, tt.status, tt.kind, tt.want)
			}
			if !strings.Contains(header.Get("Content-Security-Policy"), "default-src 'self'") {
				t.Errorf("%s: no content security policy", tt.path)
			}
		})
	}
}

func TestUnchangedFileIsNotSentAgain(t *testing.T) {
	address := serve(t, scoreboard.Config{})
	_, header, _ := sharedtest.Get(t, address+"/board.js")
	r, err := http.NewRequest(http.MethodGet, address+"/board.js", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("If-None-Match", header.Get("ETag"))
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusNotModified {
		t.Errorf("status %d, want 304", answer.StatusCode)
	}
}

// desk does what it is asked, but for undo.
type desk struct{ ops []string }

func (d *desk) Request(_ context.Context, op string, body json.RawMessage) (json.RawMessage, error) {
	if op == "undo" {
		return nil, errors.New("there is no hand to take back")
	}
	d.ops = append(d.ops, op+" "+string(body))
	return json.RawMessage(`{"done":true}`), nil
}

func post(t *testing.T, address, body string, headers ...string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func TestRequestsOfTheConsole(t *testing.T) {
	d := &desk{}
	address := serve(t, scoreboard.Config{Requests: d})
	tests := []struct {
		name, op, body string
		headers        []string
		status         int
		want           string
	}{
		{"done", "confirm", `{"by":"Mei"}`, nil, 200, `{"data":{"done":true},"status":"ok"}`},
		{"refused with the reason", "undo", `{}`, nil, 422, "there is no hand to take back"},
		{"not JSON", "confirm", `{`, nil, 400, "bad-request"},
		{"not an object", "confirm", `[]`, nil, 400, "bad-request"},
		{"null", "confirm", `null`, nil, 400, "bad-request"},
		{"strange operation", "Confirm!", `{}`, nil, 400, "bad-request"},
		{"too large", "confirm", `{"a":"` + strings.Repeat("x", 70<<10) + `"}`, nil, 400, "bad-request"},
		{"page of another site", "confirm", `{}`, []string{"Origin", "http://evil.example", "Sec-Fetch-Site", "cross-site"}, 403, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, body := post(t, address+"/api/request/"+tt.op, tt.body, tt.headers...)
			if status != tt.status || !strings.Contains(body, tt.want) {
				t.Errorf("%d %s, want %d %s", status, body, tt.status, tt.want)
			}
		})
	}
	if len(d.ops) != 1 || d.ops[0] != `confirm {"by":"Mei"}` {
		t.Errorf("carried out %q", d.ops)
	}
	if status, _ := post(t, serve(t, scoreboard.Config{})+"/api/request/confirm", "{}"); status != http.StatusNotImplemented {
		t.Errorf("a page without requests answers %d", status)
	}
}

// withPin are accounts of a club with a PIN and nothing else.
func withPin(t testing.TB) *access.Accounts {
	t.Helper()
	a, err := access.New(nil, []access.Account{{Role: access.Referee, Password: "4711"}})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestPinIsAskedAndGuessingIsSlow(t *testing.T) {
	d := &desk{}
	address := serve(t, scoreboard.Config{Requests: d, Accounts: withPin(t)}) + "/api/request/confirm"
	if status, body := post(t, address, "{}"); status != 403 || !strings.Contains(body, `"code":"pin"`) {
		t.Errorf("without PIN: %d %s", status, body)
	}
	if status, _ := post(t, address, "{}", "X-Jantaku-Pin", "4711"); status != 200 {
		t.Errorf("right PIN: %d", status)
	}
	for range 5 {
		post(t, address, "{}", "X-Jantaku-Pin", "0000")
	}
	if status, body := post(t, address, "{}", "X-Jantaku-Pin", "4711"); status != 403 || !strings.Contains(body, "wait") {
		t.Errorf("after five guesses: %d %s", status, body)
	}
	if len(d.ops) != 1 {
		t.Errorf("%d requests carried out, want 1", len(d.ops))
	}
}

func TestGuessingFromOneAddressLocksNobodyElseOut(t *testing.T) {
	d := &desk{}
	var log bytes.Buffer
	s, err := scoreboard.New(scoreboard.Config{Prefix: "jantaku", Table: "t", Broker: "tcp://localhost:1883", Requests: d, Accounts: withPin(t), Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	handler := s.Handler()
	ask := func(from, pin string) int {
		r := httptest.NewRequest("POST", "http://127.0.0.1/api/request/confirm", strings.NewReader("{}"))
		r.RemoteAddr = from
		r.Header.Set("X-Jantaku-Pin", pin)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Code
	}
	if got := ask("192.168.1.5:2000", "4711"); got != 200 { // who was right before does not wait for others
		t.Errorf("the referee before anybody guessed: %d, want 200", got)
	}
	for i := range 3000 {
		ask(fmt.Sprintf("10.%d.%d.7:1000", i/250, i%250), "0000")
		ask("192.168.1.66:2000", "0000")
	}
	if got := ask("192.168.1.66:2001", "4711"); got != 403 {
		t.Errorf("the guesser with the right PIN: %d, want 403 for a while", got)
	}
	if got := ask("192.168.1.5:2001", "4711"); got != 200 {
		t.Errorf("the referee: %d, want 200", got)
	}
	if n := strings.Count(log.String(), "PIN refused\" from=192.168.1.66:2000"); n < 3 {
		t.Errorf("the log has %d lines of the guesser", n)
	}
}

func TestOnlyNamesOfThisMachineAreAnswered(t *testing.T) {
	s, err := scoreboard.New(scoreboard.Config{Prefix: "jantaku", Table: "t", Broker: "tcp://localhost:1883", Hosts: []string{"table.club.example"}})
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]int{
		"127.0.0.1:8080": 200, "[::1]:8080": 200, "localhost": 200, "raspberrypi": 200, "jantaku.local:8080": 200, "table.club.example": 200,
		"evil.example": 421, "evil.example:8080": 421, "127.0.0.1.evil.example": 421, "local.evil.example": 421,
	} {
		r := httptest.NewRequest("GET", "/healthz", nil)
		r.Host = host
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("%s: %d, want %d", host, w.Code, want)
		}
	}
}

func TestWrongConfigurationIsRefused(t *testing.T) {
	for name, c := range map[string]scoreboard.Config{
		"no table":          {Prefix: "jantaku", Broker: "tcp://localhost:1883"},
		"no prefix":         {Table: "t", Broker: "tcp://localhost:1883"},
		"broker of the web": {Prefix: "jantaku", Table: "t", Broker: "http://localhost:80"},
		"broker, no port":   {Prefix: "jantaku", Table: "t", Broker: "tcp://localhost"},
	} {
		if _, err := scoreboard.New(c); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// broken panics at every request.
type broken struct{}

func (broken) Request(context.Context, string, json.RawMessage) (json.RawMessage, error) {
	var none []int
	return nil, fmt.Errorf("%d", none[3])
}

func TestARequestThatPanicsIsAnsweredAndInTheLog(t *testing.T) {
	var log strings.Builder
	s, err := scoreboard.New(scoreboard.Config{Prefix: "jantaku", Table: "t", Broker: "tcp://localhost:1883", Requests: broken{}, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	if got := visit(s.Handler(), "POST", "/api/request/undo", "{}", nil).StatusCode; got != 500 {
		t.Errorf("answered %d, want 500", got)
	}
	if !strings.Contains(log.String(), "index out of range") || !strings.Contains(log.String(), "server_test.go") {
		t.Errorf("the log does not say what was wrong: %s", log.String())
	}
}

// TestALogTellsLittleOfWhatStrangersSay: login names of 64 kB and Host headers of 1 MB once went into it whole.
func TestALogTellsLittleOfWhatStrangersSay(t *testing.T) {
	var log strings.Builder
	s, err := scoreboard.New(scoreboard.Config{Prefix: "jantaku", Table: "t", Broker: "tcp://localhost:1883", Accounts: withPin(t), Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 60_000)
	visit(s.Handler(), "POST", "/api/login", fmt.Sprintf(`{"name":%q,"secret":"1"}`, long), nil)
	visit(s.Handler(), "GET", "/", "", func(r *http.Request) { r.Host = long + ".example" })
	visit(s.Handler(), "POST", "/api/pair", fmt.Sprintf(`{"code":%q}`, long), nil)
	if n := log.Len(); n == 0 || n > 2000 {
		t.Errorf("%d bytes of log", n)
	}
}

func TestHeadersHaveASize(t *testing.T) {
	address := serve(t, scoreboard.Config{})
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Long", strings.Repeat("x", 100_000))
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("answered %s", answer.Status)
	}
}

// TestAPageNamesEveryModuleInItsHead claims that a page lists the modules that its script imports, and those that they
// import, each once and before the script: a browser asks for all of them at once.
func TestAPageNamesEveryModuleInItsHead(t *testing.T) {
	address := serve(t, scoreboard.Config{})
	for page, deepest := range map[string]string{"replay": "mqtt.js", "console": "login.js", "overlay": "mqtt.js", "setup": "setup-call.js"} {
		answer, err := http.Get(address + "/" + page)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		link := `<link rel="modulepreload" href="` + deepest + `">`
		before, _, found := strings.Cut(string(text), "<script")
		if !found || strings.Count(before, link) != 1 || strings.Contains(before, `modulepreload" href="`+page+".js") {
			t.Errorf("%s: %s does not stand once before the script, or the script does, too:\n%s", page, link, before)
		}
	}
}
