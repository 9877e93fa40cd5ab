package access

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"

	"jantaku/models/atomicfile"
)

// Lifetimes after the last use. A referee's session lasts an evening.
const (
	refereeIdle = 12 * time.Hour
	adminIdle   = time.Hour
	// deviceIdle is for browsers and addresses that are known: a club that meets each month keeps them.
	deviceIdle = 180 * 24 * time.Hour
	// mostKept bounds what is kept of each kind: the one that was not used longest makes room.
	mostKept = 256
	// usedEvery is how exactly the file tells when something was used last; a card does not last for ever.
	usedEvery = 10 * time.Minute
)

// kind is what is remembered of somebody.
type kind string

const (
	session  kind = "session"  // a browser in which somebody has said who he is
	known    kind = "known"    // a browser in which somebody once was right: others' guesses do not keep it out
	paired   kind = "paired"   // a browser that is a referee's and is asked for nothing
	rightFor kind = "rightfor" // an address from which somebody once was right, for programs without cookies
)

// Sessions remembers who has said who he is, and which devices are known, in a file, so that a restart
// makes nobody a stranger. Secrets are kept as their sums. It may be used from several goroutines;
// the zero value remembers until the program ends.
type Sessions struct {
	file string
	log  *slog.Logger

	mu   sync.Mutex
	kept map[string]kept // by the sum of kind and secret, hex
}

// kept is one thing that is remembered.
type kept struct {
	Kind    kind      `json:"kind"`
	Name    string    `json:"name,omitempty"` // of the account; empty for a shared one
	Role    Role      `json:"role,omitempty"` // of a session
	Account string    `json:"account,omitempty"`
	Used    time.Time `json:"used"`
}

func (k kept) over(now time.Time) bool {
	idle := deviceIdle
	if k.Kind == session {
		if idle = refereeIdle; k.Role >= Admin {
			idle = adminIdle
		}
	}
	return now.Sub(k.Used) > idle
}

// OpenSessions takes up what is kept in a file, and keeps it there. A file that cannot be read is set aside:
// everybody has to say again who he is, and the table starts.
func OpenSessions(file string, log *slog.Logger) *Sessions {
	s := &Sessions{file: file, log: log, kept: map[string]kept{}}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return s
	}
	if err == nil {
		err = json.Unmarshal(data, &s.kept)
	}
	if err != nil {
		s.kept = map[string]kept{}
		aside, moved := atomicfile.SetAside(file)
		log.Warn("who was logged in is not known any more", "file", file, "kept", aside, "err", errors.Join(err, moved))
	}
	return s
}

// sumOf is under what a secret is kept. The kind is part of it, so that none stands for another.
func sumOf(k kind, secret string) string {
	sum := sha256.Sum256([]byte(string(k) + " " + secret))
	return hex.EncodeToString(sum[:])
}

// put keeps something; s.mu is held.
func (s *Sessions) put(sum string, k kept, now time.Time) {
	if s.kept == nil {
		s.kept = map[string]kept{}
	}
	n, oldest := 0, ""
	for at, one := range s.kept {
		if one.over(now) {
			delete(s.kept, at)
			continue
		}
		if one.Kind == k.Kind && at != sum {
			if n++; oldest == "" || one.Used.Before(s.kept[oldest].Used) {
				oldest = at
			}
		}
	}
	if n >= mostKept {
		delete(s.kept, oldest)
	}
	s.kept[sum] = k
	s.write()
}

// write writes the file; s.mu is held. Without it everything holds until the program ends.
func (s *Sessions) write() {
	if s.file == "" {
		return
	}
	data, err := json.Marshal(s.kept)
	if err == nil {
		err = atomicfile.WriteFile(s.file, data, 0o600)
	}
	if err != nil {
		s.log.Warn("a restart will not know who is logged in", "file", s.file, "err", err)
	}
}

// get finds what is kept under a secret, and notes that it was used.
func (s *Sessions) get(k kind, secret string, now time.Time) (sum string, one kept, ok bool) {
	if secret == "" {
		return "", one, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sum = sumOf(k, secret)
	if one, ok = s.kept[sum]; !ok || one.over(now) {
		return "", one, false
	}
	last := one.Used
	one.Used = now
	s.kept[sum] = one
	if now.Sub(last) > usedEvery {
		s.write()
	}
	return sum, one, true
}

// begin keeps something under a new secret.
func (s *Sessions) begin(k kept, now time.Time) (secret string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	secret = rand.Text()
	s.put(sumOf(k.Kind, secret), k, now)
	return secret
}

// Begin gives the token of a new session.
func (s *Sessions) Begin(who Who, now time.Time) string {
	return s.begin(kept{Kind: session, Name: who.Name, Role: who.Role, Account: who.account, Used: now}, now)
}

// Pair gives the token of a device that is a referee's from now on, of that name where there are names, otherwise
// until the shared secrets are others.
func (s *Sessions) Pair(name string, accounts *Accounts, now time.Time) string {
	device := kept{Kind: paired, Name: name, Role: Referee, Used: now}
	if name == "" {
		device.Account = accounts.printShared()
	}
	return s.begin(device, now)
}

// Know gives the token of a device in which somebody was right: that of before where it is known already.
func (s *Sessions) Know(token string, now time.Time) string {
	if _, ok := s.Device(token, now); ok {
		return token
	}
	return s.begin(kept{Kind: known, Used: now}, now)
}

// Who gives whose session or paired device it is; false when there is none, or not any more, or the account
// has another password by now.
func (s *Sessions) Who(token string, accounts *Accounts, now time.Time) (Who, bool) {
	for _, k := range [...]kind{session, paired} {
		if _, one, ok := s.get(k, token, now); ok {
			who := Who{Name: one.Name, Role: one.Role, account: one.Account}
			return who, accounts.holds(who, k == paired)
		}
	}
	return Who{}, false
}

// Device names the device that a token stands for; false where none is known.
func (s *Sessions) Device(token string, now time.Time) (name string, ok bool) {
	for _, k := range [...]kind{known, paired} {
		if sum, _, ok := s.get(k, token, now); ok {
			return sum, true
		}
	}
	return "", false
}

// End ends a session.
func (s *Sessions) End(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.kept, sumOf(session, token))
	s.write()
}

// Paired is how many devices are paired.
func (s *Sessions) Paired() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.kept {
		if one.Kind == paired {
			n++
		}
	}
	return n
}

// Unpair makes every paired device one that has to say who it is.
func (s *Sessions) Unpair() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for sum, one := range s.kept {
		if one.Kind == paired {
			delete(s.kept, sum)
		}
	}
	s.write()
}

// note remembers that somebody was right from a host.
func (s *Sessions) note(name, host string, now time.Time) {
	if s.wasRight(name, host, now) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(sumOf(rightFor, name+" "+host), kept{Kind: rightFor, Used: now}, now)
}

// wasRight reports whether somebody of that name was right from a host before.
func (s *Sessions) wasRight(name, host string, now time.Time) bool {
	_, _, ok := s.get(rightFor, name+" "+host, now)
	return ok
}
