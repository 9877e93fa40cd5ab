package scoreboard_test

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/access"
	"jantaku/models"
	"jantaku/scoreboard"
)

// visit asks a server once and gives its answer.
func visit(h http.Handler, method, path, body string, edit func(*http.Request)) *http.Response {
	r := httptest.NewRequest(method, "http://127.0.0.1"+path, strings.NewReader(body))
	if edit != nil {
		edit(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func guarded(t *testing.T, d scoreboard.Requests, accounts *access.Accounts) http.Handler {
	t.Helper()
	s, err := scoreboard.New(scoreboard.Config{Prefix: "jantaku", Table: "t", Broker: "tcp://localhost:1883",
		Requests: access.Guard{Next: d, Log: slog.New(slog.DiscardHandler)}, Accounts: accounts, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return s.Handler()
}

func TestWhoHasLoggedInNeedsNoPinAnyMore(t *testing.T) {
	people, err := access.New([]access.Account{{Name: "mei", Role: access.Referee, Password: access.Hash("east")}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{}
	h := guarded(t, d, people)
	const confirm = "/api/request/confirm"
	if got := visit(h, "POST", confirm, "{}", nil).StatusCode; got != 403 {
		t.Errorf("nobody: %d, want 403", got)
	}
	if got := visit(h, "POST", "/api/login", `{"name":"mei","secret":"west"}`, nil); got.StatusCode != 403 || len(got.Cookies()) > 0 {
		t.Errorf("a wrong password: %d", got.StatusCode)
	}
	in := visit(h, "POST", "/api/login", `{"name":"mei","secret":"east"}`, nil)
	if in.StatusCode != 200 || len(in.Cookies()) != 2 { // the session's, and by what the device is known
		t.Fatalf("login: %d, %d cookies", in.StatusCode, len(in.Cookies()))
	}
	cookie := in.Cookies()[0]
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/" {
		t.Errorf("cookie %+v", cookie)
	}
	with := func(r *http.Request) { r.AddCookie(cookie) }
	if got := visit(h, "POST", confirm, "{}", with).StatusCode; got != 200 {
		t.Errorf("with the session: %d, want 200", got)
	}
	foreign := func(r *http.Request) { with(r); r.Header.Set("Sec-Fetch-Site", "cross-site") }
	if got := visit(h, "POST", confirm, "{}", foreign).StatusCode; got != 403 {
		t.Errorf("with the session from another site: %d, want 403", got)
	}
	visit(h, "POST", "/api/logout", "", with)
	if got := visit(h, "POST", confirm, "{}", with).StatusCode; got != 403 {
		t.Errorf("after the end of the session: %d, want 403", got)
	}
	if len(d.ops) != 1 {
		t.Errorf("carried out %q", d.ops)
	}
}

// Without a PIN, as many clubs have it, everybody at the console is a referee.
func TestWithoutAccountsTheConsoleIsOpen(t *testing.T) {
	d := &desk{}
	if got := visit(guarded(t, d, nil), "POST", "/api/request/confirm", "{}", nil).StatusCode; got != 200 || len(d.ops) != 1 {
		t.Errorf("%d, %q", got, d.ops)
	}
}

func TestAPinOpensASessionToo(t *testing.T) {
	d := &desk{}
	h := guarded(t, d, withPin(t))
	in := visit(h, "POST", "/api/login", `{"secret":"4711"}`, nil)
	if len(in.Cookies()) != 2 {
		t.Fatalf("%d", in.StatusCode)
	}
	if got := visit(h, "POST", "/api/request/confirm", "{}", func(r *http.Request) { r.AddCookie(in.Cookies()[0]) }).StatusCode; got != 200 {
		t.Errorf("%d", got)
	}
}

func TestAnOperationThatIsNotInTheTableIsRefused(t *testing.T) {
	d := &desk{}
	if got := visit(guarded(t, d, nil), "POST", "/api/request/format-disk", "{}", nil).StatusCode; got != 422 || len(d.ops) > 0 {
		t.Errorf("%d, %q", got, d.ops)
	}
}

// TestALoginThatIsRefusedSaysWhyInAnyLanguage claims that each refusal has its code and datum.
func TestALoginThatIsRefusedSaysWhyInAnyLanguage(t *testing.T) {
	people, err := access.New([]access.Account{{Name: "mei", Role: access.Referee, Password: "east"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := guarded(t, &desk{}, people)
	said := func(path, body string) string {
		text, err := io.ReadAll(visit(h, "POST", path, body, nil).Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if got := said("/api/request/confirm", "{}"); !strings.Contains(got, `"reasons":[{"code":"log-in"}]`) {
		t.Errorf("without a session: %s", got)
	}
	const wrong = `{"name":"mei","secret":"west"}`
	if got := said("/api/login", wrong); !strings.Contains(got, `"reasons":[{"code":"wrong-secret"}]`) {
		t.Errorf("a wrong password: %s", got)
	}
	for range 5 {
		said("/api/login", wrong)
	}
	if got := said("/api/login", wrong); !strings.Contains(got, `{"code":"too-many-tries","data":{"seconds":`) {
		t.Errorf("too many: %s", got)
	}
}

// invitations pairs who has the code, once.
type invitations struct{ code string }

func (i *invitations) Invite(string) (scoreboard.Invitation, error) {
	i.code = "once"
	return scoreboard.Invitation{URL: "http://table/pair#once"}, nil
}

func (i *invitations) Accept(code string) (string, error) {
	if code == "" || code != i.code {
		return "", models.Refused("pair-over", nil, "used")
	}
	i.code = ""
	return "", nil
}

func TestAPairedDeviceIsARefereeAfterARestartAndWhileOthersGuess(t *testing.T) {
	d, i := &desk{}, &invitations{}
	file := filepath.Join(t.TempDir(), "sessions.json")
	start := func() http.Handler {
		accounts, err := access.New(nil, []access.Account{{Role: access.Referee, Password: "4711"}, {Role: access.Admin, Password: "north wind"}})
		if err != nil {
			t.Fatal(err)
		}
		s, err := scoreboard.New(scoreboard.Config{Prefix: "jantaku", Table: "t", Broker: "tcp://localhost:1883", Requests: access.Guard{Next: d, Log: slog.New(slog.DiscardHandler)},
			Accounts: accounts, Pairing: i, Sessions: access.OpenSessions(file, slog.New(slog.DiscardHandler)), Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		return s.Handler()
	}
	h := start()
	for what, pin := range map[string]string{"nobody": "", "a referee": "4711"} {
		if got := visit(h, "POST", "/api/invite", "{}", func(r *http.Request) { r.Header.Set("X-Jantaku-Pin", pin) }).StatusCode; got != 403 {
			t.Errorf("%s gets a code: %d", what, got)
		}
	}
	if got := visit(h, "POST", "/api/invite", "{}", func(r *http.Request) { r.Header.Set("X-Jantaku-Pin", "north wind") }).StatusCode; got != 200 {
		t.Fatalf("an admin gets no code: %d", got)
	}
	if got := visit(h, "POST", "/api/pair", `{"code":"guess"}`, nil); got.StatusCode != 403 || len(got.Cookies()) != 0 {
		t.Errorf("a guessed code: %d", got.StatusCode)
	}
	in := visit(h, "POST", "/api/pair", `{"code":"once"}`, nil)
	if in.StatusCode != 200 || len(in.Cookies()) != 1 {
		t.Fatalf("pairing: %d", in.StatusCode)
	}
	cookie := in.Cookies()[0]
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.MaxAge < 180*24*3600 || len(cookie.Value) < 26 {
		t.Errorf("cookie %+v", cookie)
	}
	h = start()
	for i := range 1000 {
		visit(h, "POST", "/api/login", fmt.Sprintf(`{"secret":"%04d"}`, i), func(r *http.Request) { r.RemoteAddr = fmt.Sprintf("192.0.2.%d:1", i%49) })
	}
	with := func(r *http.Request) { r.AddCookie(cookie) }
	if got := visit(h, "POST", "/api/request/confirm", "{}", with).StatusCode; got != 200 {
		t.Errorf("the paired device after a restart, while others guess: %d", got)
	}
	if got := visit(h, "POST", "/api/invite", "{}", with).StatusCode; got != 403 {
		t.Errorf("a referee's device does what an admin may: %d", got)
	}
	if got := visit(h, "POST", "/api/request/confirm", "{}", nil).StatusCode; got != 403 {
		t.Errorf("nobody: %d", got)
	}
}
