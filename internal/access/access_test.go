package access

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"jantaku/models"
)

func accounts(t testing.TB, people, shared []Account) *Accounts {
	t.Helper()
	a, err := New(people, shared)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

var monday = time.Date(2026, 11, 23, 19, 0, 0, 0, time.UTC)

func TestSecretsAreTakenHashedAndAsTyped(t *testing.T) {
	a := accounts(t, []Account{{"mei", Referee, Hash("east wind")}, {"ken", Admin, "north wind"}}, []Account{{Role: Referee, Password: Hash("4711")}})
	for _, tt := range []struct {
		name, secret string
		role         Role
		who          string
	}{
		{"mei", "east wind", Referee, "mei"}, {"ken", "north wind", Admin, "ken"}, {"", "4711", Referee, ""},
		{"mei", "north wind", Nobody, ""}, {"", "east wind", Nobody, ""}, {"mei", "4711", Nobody, ""}, {"mei", "", Nobody, ""}, {"", "", Nobody, ""},
		{"nobody", "x", Nobody, ""},
	} {
		for round := range 2 { // what was right is remembered
			who, err := a.Check(fmt.Sprint("10.0.0.", round, tt.name, tt.secret), tt.name, tt.secret, monday)
			if who.Role != tt.role || who.Name != tt.who || (err == nil) != (tt.role != Nobody) {
				t.Errorf("%q %q: %+v, %v; want %v", tt.name, tt.secret, who, err, tt.role)
			}
		}
	}
}

func TestTheSameSecretIsNeverHashedAlike(t *testing.T) {
	if a, b := Hash("4711"), Hash("4711"); a == b || strings.Contains(a, "4711") {
		t.Errorf("%s and %s", a, b)
	}
}

func TestGuessesBesideEachOtherAreCounted(t *testing.T) {
	a := accounts(t, nil, []Account{{Role: Referee, Password: "0099"}})
	var wins sync.Map
	var all sync.WaitGroup
	for pin := range 100 {
		all.Go(func() {
			if _, err := a.Check("10.0.0.66:1", "", fmt.Sprintf("%04d", pin), monday); err == nil {
				wins.Store(pin, true)
			}
		})
	}
	all.Wait()
	// Five of a hundred are tried, whichever: the PIN may be among them, then the count began anew.
	if _, err := a.Check("10.0.0.66:2", "", "0001", monday); err == nil {
		t.Error("a wrong PIN is right")
	}
	tried := 0
	b := accounts(t, nil, []Account{{Role: Referee, Password: "none of them"}})
	var mu sync.Mutex
	for pin := range 100 {
		all.Go(func() {
			_, err := b.Check("10.0.0.66:1", "", fmt.Sprint(pin), monday)
			mu.Lock()
			defer mu.Unlock()
			if errors.Is(err, ErrWrong) {
				tried++
			}
		})
	}
	all.Wait()
	if tried != freeGuesses+1 {
		t.Errorf("%d of 100 guesses at once were tried, want %d", tried, freeGuesses+1)
	}
}

func TestWrongAccountsAreRefused(t *testing.T) {
	for name, people := range map[string][]Account{
		"no name": {{"", Referee, "x"}}, "a name that is two levels": {{"a/b", Referee, "x"}}, "a wildcard": {{"+", Referee, "x"}},
		"twice": {{"mei", Referee, "x"}, {"mei", Admin, "y"}}, "no role": {{"mei", Nobody, "x"}}, "a table's role": {{"mei", Table, "x"}},
		"no password": {{"mei", Referee, ""}}, "a broken hash": {{"mei", Referee, "$argon2id$v=19$m=1"}},
		"a hash that takes all memory": {{"mei", Referee, "$argon2id$v=19$m=99999999,t=2,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA"}},
	} {
		if _, err := New(people, nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestSessionsEnd(t *testing.T) {
	var s Sessions
	referee, admin := s.Begin(Who{Role: Referee, Name: "mei"}, monday), s.Begin(Who{Role: Admin}, monday)
	for _, tt := range []struct {
		token string
		after time.Duration
		want  bool
	}{
		{referee, 11 * time.Hour, true}, {admin, 2 * time.Hour, false}, {referee, 22 * time.Hour, true}, {referee, 35 * time.Hour, false},
		{"", 0, false}, {"guess", 0, false},
	} {
		if _, ok := s.Who(tt.token, monday.Add(tt.after)); ok != tt.want {
			t.Errorf("after %v: %v, want %v", tt.after, ok, tt.want)
		}
	}
	one := s.Begin(Who{Role: Referee}, monday)
	s.End(one)
	if _, ok := s.Who(one, monday); ok {
		t.Error("a session goes on after its end")
	}
	first := s.Begin(Who{Role: Referee}, monday)
	for i := range 2 * mostSessions {
		s.Begin(Who{Role: Referee}, monday.Add(time.Duration(i+1)*time.Second))
	}
	if _, ok := s.Who(first, monday.Add(time.Hour)); ok || len(s.open) > mostSessions {
		t.Errorf("%d sessions are kept", len(s.open))
	}
}

// books note who signed.
type books struct{ signed []string }

func (b *books) Request(ctx context.Context, op string, _ json.RawMessage) (json.RawMessage, error) {
	by := models.Author{By: "somebody else"}.Signed(ctx)
	b.signed = append(b.signed, op+" "+by.Source+" "+by.By)
	return nil, nil
}

func TestTheGuardLetsThroughWhatARoleMayAndWritesWhoAsked(t *testing.T) {
	var log strings.Builder
	b := &books{}
	g := Guard{b, slog.New(slog.NewTextHandler(&log, nil))}
	for _, who := range []Who{{}, {Role: Viewer, Via: "console"}, {Role: Referee, Via: "console"}, {Role: Referee, Via: "console", Name: "mei"},
		{Role: Referee, Via: "mqtt", Name: "club"}, {Role: Admin, Via: "console", Name: "ken"}} {
		_, err := g.Request(With(t.Context(), who), "undo", nil)
		var right *RightError
		if refused := errors.As(err, &right); refused != (who.Role < Referee) {
			t.Errorf("%+v: %v", who, err)
		}
	}
	if _, err := g.Request(With(t.Context(), Who{Role: Admin}), "format-disk", nil); err == nil {
		t.Error("an operation that is not in the table is carried out")
	}
	want := "undo console somebody else,undo console mei,undo mqtt:club somebody else,undo console ken"
	if got := strings.Join(b.signed, ","); got != want {
		t.Errorf("signed %s\nwant %s", got, want)
	}
	if n := strings.Count(log.String(), "msg=asked"); n != 7 || !strings.Contains(log.String(), "who=mei role=referee via=console") {
		t.Errorf("%d lines:\n%s", n, log.String())
	}
}

// FuzzParseHash: a configuration's hash is read or refused, and never costs what it says.
func FuzzParseHash(f *testing.F) {
	f.Add(Hash("4711"))
	f.Add("$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$c2FsdHNhbHRzYWx0c2FsdA")
	f.Add("$argon2id$")
	f.Fuzz(func(t *testing.T, text string) {
		h, err := parseHash(text)
		if most := mostCost(); err == nil && (h.memory > most.memory || h.passes > most.passes || h.threads > most.threads || len(h.key) == 0) {
			t.Errorf("%q costs %+v", text, h)
		}
	})
}

// TestManyAddressesGuessNoMoreThanAFew: by IPv6 a guest has as many addresses as he likes.
func TestManyAddressesGuessNoMoreThanAFew(t *testing.T) {
	a, err := New(nil, []Account{{Role: Referee, Password: "4711"}})
	if err != nil {
		t.Fatal(err)
	}
	const referee = "[fe80::1]:5000"
	if _, err := a.Check(referee, "", "4711", monday); err != nil {
		t.Fatal(err)
	}
	tried := func(from int, now time.Time) (n int) {
		for i := range 3000 {
			if _, err := a.Check(fmt.Sprintf("[fe80::%x:%x]:5000", from, i+2), "", "0000", now); errors.Is(err, ErrWrong) {
				n++
			}
		}
		return n
	}
	if n := tried(1, monday); n != mostWrong {
		t.Errorf("%d guesses were tried at once, want %d", n, mostWrong)
	}
	if n := tried(2, monday.Add(forgetting/2)); n < mostWrong/2-1 || n > mostWrong/2+1 {
		t.Errorf("%d guesses were tried half an hour later, want half of %d", n, mostWrong)
	}
	later := monday.Add(forgetting / 2)
	if _, err := a.Check("[fe80::2:ffff]:5000", "", "4711", later); !errors.Is(err, ErrWait) {
		t.Errorf("the right PIN of somebody new gives %v: guessing goes on", err)
	}
	if who, err := a.Check(referee, "", "4711", later); err != nil || who.Role != Referee {
		t.Errorf("who was right before is locked out: %v", err)
	}
	if _, err := a.Check("[fe80::2:ffff]:5000", "", "4711", later.Add(forgetting)); err != nil {
		t.Errorf("an hour later a right PIN gives %v", err)
	}
	if n := len(a.tries.at); n > 2*mostWrong {
		t.Errorf("%d addresses are remembered", n)
	}
}
