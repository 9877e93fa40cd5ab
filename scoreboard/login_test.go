package scoreboard_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"jantaku/internal/access"
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
	if in.StatusCode != 200 || len(in.Cookies()) != 1 {
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
	if len(in.Cookies()) != 1 {
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
