package scoreboard

import (
	"crypto/subtle"
	"net"
	"sync"
	"time"
)

// pinLock compares PINs and slows down whoever guesses, each address by itself: nobody can lock
// the referee out from another one.
type pinLock struct {
	pin string

	mu    sync.Mutex
	tries map[string]*guesses // by address
}

// guesses are the wrong PINs of one address.
type guesses struct {
	wrong int
	until time.Time // nothing is tried before
}

const (
	freeGuesses = 4                // wrong PINs before an address has to wait
	waitEach    = 30 * time.Second // that each further one adds
	// mostGuessers bounds what is remembered. In a club that many addresses are an attack:
	// the ones that waited out are forgotten first, then nobody else may guess.
	mostGuessers = 1024
)

// open reports whether the PIN is right and the address need not wait.
func (l *pinLock) open(address, pin string, now time.Time) bool {
	if l.pin == "" {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	at := hostOf(address)
	g := l.tries[at]
	if g != nil && now.Before(g.until) {
		return false
	}
	if subtle.ConstantTimeCompare([]byte(pin), []byte(l.pin)) == 1 {
		delete(l.tries, at)
		return true
	}
	if pin == "" {
		return false // asked without one: the page then shows the field
	}
	if g == nil {
		l.forget(now)
		if len(l.tries) >= mostGuessers {
			return false
		}
		if l.tries == nil {
			l.tries = map[string]*guesses{}
		}
		g = &guesses{}
		l.tries[at] = g
	}
	if g.wrong++; g.wrong > freeGuesses {
		g.until = now.Add(time.Duration(g.wrong-freeGuesses) * waitEach)
	}
	return false
}

// wait is how long an address may not try again.
func (l *pinLock) wait(address string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if g := l.tries[hostOf(address)]; g != nil {
		return max(0, g.until.Sub(now))
	}
	return 0
}

// forget drops the addresses that have waited long enough, once there are many.
func (l *pinLock) forget(now time.Time) {
	if len(l.tries) < mostGuessers {
		return
	}
	for at, g := range l.tries {
		if now.After(g.until) {
			delete(l.tries, at)
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
