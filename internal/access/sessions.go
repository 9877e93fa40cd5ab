package access

import (
	"crypto/rand"
	"crypto/sha256"
	"sync"
	"time"
)

// Lifetimes of a session after it was last used. A referee's lasts an evening.
const (
	refereeIdle = 12 * time.Hour
	adminIdle   = time.Hour
	// mostSessions bounds what is kept: the one that was not used longest makes room.
	mostSessions = 256
)

// Sessions remembers who has said who he is. They end with the program. It may be used from
// several goroutines.
type Sessions struct {
	mu   sync.Mutex
	open map[[sha256.Size]byte]session // by the token's sum
}

type session struct {
	who  Who
	used time.Time
}

func (s session) over(now time.Time) bool {
	idle := refereeIdle
	if s.who.Role >= Admin {
		idle = adminIdle
	}
	return now.Sub(s.used) > idle
}

// Begin gives the token of a new session.
func (s *Sessions) Begin(who Who, now time.Time) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open == nil {
		s.open = map[[sha256.Size]byte]session{}
	}
	for len(s.open) >= mostSessions {
		var oldest [sha256.Size]byte
		last := now.Add(time.Hour)
		for sum, one := range s.open {
			if one.used.Before(last) {
				oldest, last = sum, one.used
			}
		}
		delete(s.open, oldest)
	}
	token := rand.Text()
	s.open[sha256.Sum256([]byte(token))] = session{who, now}
	return token
}

// Who gives whose session it is; false when there is none, or not any more.
func (s *Sessions) Who(token string, now time.Time) (Who, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sum := sha256.Sum256([]byte(token))
	one, ok := s.open[sum]
	if !ok {
		return Who{}, false
	}
	if one.over(now) {
		delete(s.open, sum)
		return Who{}, false
	}
	one.used = now
	s.open[sum] = one
	return one.who, true
}

// End ends a session.
func (s *Sessions) End(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, sha256.Sum256([]byte(token)))
}
