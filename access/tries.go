package access

import (
	"net"
	"sync"
	"time"
)

// tries slow down whoever guesses, each address by itself: nobody can lock a referee out from
// another one. Who has many addresses, as everybody has by IPv6, guesses as often as all together may.
type tries struct {
	mu sync.Mutex
	at map[string]*guesses // by address

	spent float64 // of the wrong secrets of all, what has not been forgotten
	when  time.Time
}

// guesses are the wrong secrets of one address.
type guesses struct {
	wrong int
	last  time.Time
	until time.Time // nothing is tried before
}

const (
	freeGuesses = 4                // wrong secrets before an address has to wait
	waitEach    = 30 * time.Second // that each further one adds
	// mostWrong is how many wrong secrets all addresses together may try in forgetting, and each so long
	// remembered: in a club more are an attack. Then a secret is tried at most every 18 s, whoever
	// gives it, but for those who were right from their address before. In an evening of six hours a PIN
	// of four digits is guessed with a probability of 14 %, one of six with 0.1 %.
	mostWrong  = 200
	forgetting = time.Hour
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

// pause is how long nobody may try who was not right before.
func (l *tries) pause(now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(now)
	return time.Duration(max(0, l.spent+1-mostWrong) / mostWrong * float64(forgetting))
}

func (l *tries) right(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.at, hostOf(address))
}

// wrong counts a guess.
func (l *tries) wrong(address string, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(now)
	l.spent++
	at := hostOf(address)
	g := l.at[at]
	if g == nil {
		if l.at == nil {
			l.at = map[string]*guesses{}
		}
		g = &guesses{}
		l.at[at] = g
	}
	g.last = now
	if g.wrong++; g.wrong > freeGuesses {
		g.until = now.Add(time.Duration(g.wrong-freeGuesses) * waitEach)
	}
}

// forget drops what is long ago.
func (l *tries) forget(now time.Time) {
	if since := now.Sub(l.when); since > 0 {
		l.spent = max(0, l.spent-mostWrong*float64(since)/float64(forgetting))
		l.when = now
	}
	for at, g := range l.at {
		if now.Sub(g.last) > forgetting && now.After(g.until) {
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
