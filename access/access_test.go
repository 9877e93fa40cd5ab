package access

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
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

// signedIn are accounts, and who has just said who he is at them.
func signedIn(t *testing.T) (a *Accounts, referee, admin Who) {
	t.Helper()
	a = accounts(t, []Account{{"mei", Referee, "east"}, {"ken", Admin, "north"}}, nil)
	var errs [2]error
	referee, errs[0] = a.Check("10.0.0.1:1", "mei", "east", monday)
	admin, errs[1] = a.Check("10.0.0.1:1", "ken", "north", monday)
	if err := errors.Join(errs[:]...); err != nil {
		t.Fatal(err)
	}
	return a, referee, admin
}

func TestSessionsEnd(t *testing.T) {
	var s Sessions
	a, mei, ken := signedIn(t)
	referee, admin := s.Begin(mei, monday), s.Begin(ken, monday)
	for _, tt := range []struct {
		token string
		after time.Duration
		want  bool
	}{
		{referee, 11 * time.Hour, true}, {admin, 2 * time.Hour, false}, {referee, 22 * time.Hour, true}, {referee, 35 * time.Hour, false},
		{"", 0, false}, {"guess", 0, false},
	} {
		if _, ok := s.Who(tt.token, a, monday.Add(tt.after)); ok != tt.want {
			t.Errorf("after %v: %v, want %v", tt.after, ok, tt.want)
		}
	}
	one := s.Begin(mei, monday)
	s.End(one)
	if _, ok := s.Who(one, a, monday); ok {
		t.Error("a session goes on after its end")
	}
	first := s.Begin(mei, monday)
	for i := range 2 * mostKept {
		s.Begin(mei, monday.Add(time.Duration(i+1)*time.Second))
	}
	if _, ok := s.Who(first, a, monday.Add(time.Hour)); ok || len(s.kept) > mostKept {
		t.Errorf("%d sessions are kept", len(s.kept))
	}
}

func TestARestartMakesNobodyAStranger(t *testing.T) {
	file, log := filepath.Join(t.TempDir(), "sessions.json"), slog.New(slog.DiscardHandler)
	a, mei, _ := signedIn(t)
	before := OpenSessions(file, log)
	in, telephone, named := before.Begin(mei, monday), before.Pair("", a, monday), before.Pair("mei", a, monday)
	desk := before.Know("", monday)
	after := OpenSessions(file, log)
	for what, token := range map[string]string{"the session": in, "the paired device": telephone, "the paired device of mei": named} {
		if who, ok := after.Who(token, a, monday.Add(time.Hour)); !ok || who.Role != Referee {
			t.Errorf("%s is %+v, %v after a restart", what, who, ok)
		}
	}
	if _, ok := after.Device(desk, monday.Add(30*24*time.Hour)); !ok {
		t.Error("the device of who logged in is not known a month later")
	}
	if who, ok := after.Who(desk, a, monday); ok {
		t.Errorf("a device that is known is %+v without saying so", who)
	}
	text, err := os.ReadFile(file)
	if info, _ := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Fatal(err, info.Mode())
	}
	for _, secret := range []string{in, telephone, named, desk, "east"} {
		if strings.Contains(string(text), secret) {
			t.Error("a secret stands in the file")
		}
	}
	other := accounts(t, []Account{{"mei", Viewer, "another"}}, nil)
	if _, ok := after.Who(in, other, monday); ok {
		t.Error("a session outlives its password")
	}
	if _, ok := after.Who(named, other, monday); ok {
		t.Error("a device is a referee's who is none any more")
	}
	after.Unpair()
	if _, ok := OpenSessions(file, log).Who(telephone, a, monday); ok {
		t.Error("a device is paired after the end of all pairings")
	}
}

func TestADamagedFileOfSessionsIsSetAside(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sessions.json")
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	a, mei, _ := signedIn(t)
	s := OpenSessions(file, slog.New(slog.DiscardHandler))
	if _, ok := s.Who(s.Begin(mei, monday), a, monday); !ok {
		t.Error("nobody can log in")
	}
	if _, err := os.Stat(file + ".damaged"); err != nil {
		t.Error(err)
	}
}

// TestAKnownDeviceIsNotKeptOutByGuessers: 200 guesses from 49 addresses used to keep every referee out
// who had not logged in since the start.
func TestAKnownDeviceIsNotKeptOutByGuessers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sessions.json")
	s := OpenSessions(file, slog.New(slog.DiscardHandler))
	telephone := s.Know("", monday)
	before := accounts(t, nil, []Account{{Role: Referee, Password: "4711"}})
	before.Remember(s)
	if _, err := before.Check("10.0.1.1:9", "", "4711", monday); err != nil {
		t.Fatal(err)
	}
	s = OpenSessions(file, slog.New(slog.DiscardHandler)) // the program starts anew
	a := accounts(t, nil, []Account{{Role: Referee, Password: "4711"}})
	a.Remember(s)
	const shared = "10.0.0.1:1" // guessers, and a telephone behind the same router
	for i := range 2000 {
		_, _ = a.Check(fmt.Sprintf("10.0.0.%d:1", i%49+1), "", fmt.Sprintf("%04d", i), monday)
	}
	if _, err := a.Check("10.0.0.99:1", "", "4711", monday); !errors.Is(err, ErrWait) {
		t.Fatalf("a stranger is not kept out: %v", err)
	}
	id, ok := s.Device(telephone, monday)
	if !ok {
		t.Fatal("the telephone is not known")
	}
	if who, err := a.CheckFrom(id, shared, "", "4711", monday); err != nil || who.Role != Referee {
		t.Errorf("the known device is kept out: %v", err)
	}
	if _, err := a.Check("10.0.1.1:9", "", "4711", monday); err != nil {
		t.Errorf("the address from which somebody was right before the restart is kept out: %v", err)
	}
	// It has no free guesses either.
	tried := 0
	for i := range 100 {
		if _, err := a.CheckFrom(id, shared, "", fmt.Sprintf("%04d", i), monday); errors.Is(err, ErrWrong) {
			tried++
		}
	}
	if tried != freeGuesses+1 {
		t.Errorf("a known device tries %d at once, want %d", tried, freeGuesses+1)
	}
}

func TestACodePairsOneDevice(t *testing.T) {
	i := Invitations{t.TempDir()}
	code, err := i.Invite("mei", monday)
	if err != nil {
		t.Fatal(err)
	}
	var taken atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if name, err := i.Accept(code, monday.Add(time.Minute)); err == nil && name == "mei" {
				taken.Add(1)
			}
		})
	}
	all.Wait()
	if taken.Load() != 1 {
		t.Errorf("%d devices were paired by one code", taken.Load())
	}
	late, err := i.Invite("", monday)
	if err != nil {
		t.Fatal(err)
	}
	for what, tried := range map[string]string{"too late": late, "made up": "AAAA", "none": "", "a path": "../../etc/passwd"} {
		if _, err := i.Accept(tried, monday.Add(time.Hour)); err == nil {
			t.Errorf("a code that is %s pairs", what)
		}
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
	trail, err := OpenTrail(filepath.Join(t.TempDir(), "asked.log"))
	if err != nil {
		t.Fatal(err)
	}
	defer trail.Close()
	g := Guard{b, slog.New(slog.NewTextHandler(&log, nil)), slog.New(slog.NewTextHandler(trail, nil))}
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
	kept, err := os.ReadFile(trail.file)
	if n := strings.Count(string(kept), "msg=asked"); err != nil || n != 5 { // without the two who may not ask
		t.Errorf("%d lines in the trail, %v:\n%s", n, err, kept)
	}
}

func TestTheTrailHasASize(t *testing.T) {
	folder := t.TempDir()
	trail, err := OpenTrail(filepath.Join(folder, "asked.log"))
	if err != nil {
		t.Fatal(err)
	}
	trail.most = 10_000
	for i := range 5000 {
		if _, err := fmt.Fprintf(trail, "line %d\n", i); err != nil {
			t.Fatal(err)
		}
		if i%1000 == 0 { // as restarts do
			if err := trail.Close(); err != nil {
				t.Fatal(err)
			}
			if trail, err = OpenTrail(trail.file); err != nil {
				t.Fatal(err)
			}
			trail.most = 10_000
		}
	}
	defer trail.Close()
	files, err := os.ReadDir(folder)
	if err != nil || len(files) != 2 {
		t.Errorf("%d files, %v", len(files), err)
	}
	last, err := os.ReadFile(trail.file)
	if err != nil || len(last) > 10_000 || !strings.HasSuffix(string(last), "line 4999\n") {
		t.Errorf("%d bytes, %v", len(last), err)
	}
}

func TestWhatOnlyReadsIsAnOperation(t *testing.T) {
	for _, op := range reading {
		if _, known := OperationRole(op); !known {
			t.Errorf("%q is no operation", op)
		}
	}
	if !Changes("undo") || Changes("preview") {
		t.Error("undo changes the books, a preview does not")
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

func TestADeviceWithoutANameIsARefereesUntilThePINIsAnother(t *testing.T) {
	pin := func(secret string) *Accounts { return accounts(t, nil, []Account{{Role: Referee, Password: secret}}) }
	var s Sessions
	device := s.Pair("", pin("4711"), monday)
	for _, tt := range []struct {
		claim    string
		accounts *Accounts
		want     bool
	}{
		{"the same PIN", pin("4711"), true},
		{"another PIN", pin("4712"), false},
		{"no PIN any more, but names", accounts(t, []Account{{"mei", Referee, "east"}}, nil), false},
		{"another PIN of admins", accounts(t, nil, []Account{{Role: Referee, Password: "4711"}, {Role: Admin, Password: "east wind"}}), true},
	} {
		if _, ok := s.Who(device, tt.accounts, monday); ok != tt.want {
			t.Errorf("%s: it is a referee's: %v, want %v", tt.claim, ok, tt.want)
		}
	}
}
