package access

import (
	"net"
	"sync"
	"time"
)

// tries slow down whoever guesses, each address by itself: nobody can lock a referee out from
// another one.
type tries struct {
	mu sync.Mutex
	at map[string]*guesses // by address
}

// guesses are the wrong secrets of one address.
type guesses struct {
	wrong int
	until time.Time // nothing is tried before
}

const (
	freeGuesses = 4                // wrong secrets before an address has to wait
	waitEach    = 30 * time.Second // that each further one adds
	// mostGuessers bounds what is remembered. In a club that many addresses are an attack:
	// the ones that waited out are forgotten first, then nobody else may guess.
	mostGuessers = 1024
)

// wait is how long an address may not try.
func (l *tries) wait(address string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if g := l.at[hostOf(address)]; g != nil {
		return max(0, g.until.Sub(now))
	}
	return 0
}

func (l *tries) right(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.at, hostOf(address))
}

// wrong counts a guess; false when there are too many addresses to count another one.
func (l *tries) wrong(address string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := hostOf(address)
	g := l.at[at]
	if g == nil {
		l.forget(now)
		if len(l.at) >= mostGuessers {
			return false
		}
		if l.at == nil {
			l.at = map[string]*guesses{}
		}
		g = &guesses{}
		l.at[at] = g
	}
	if g.wrong++; g.wrong > freeGuesses {
		g.until = now.Add(time.Duration(g.wrong-freeGuesses) * waitEach)
	}
	return true
}

// forget drops the addresses that have waited long enough, once there are many.
func (l *tries) forget(now time.Time) {
	if len(l.at) < mostGuessers {
		return
	}
	for at, g := range l.at {
		if now.After(g.until) {
			delete(l.at, at)
		}
	}
}

// hostOf is the address without its port.
func hostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return address
}
