package mqtt

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Guests bounds the connections of those who give no name. A client that asked for no keep-alive
// may be silent without end, and the broker does not hear whether it is still there: its place is
// taken back instead, the oldest first. A display that loses its place comes back at once and is
// told everything that is retained.
type Guests struct {
	OfOne int           // from one address; 0 is 100: all displays of a hall behind one router
	Most  int           // from all addresses; 0 is 400, so that tables, referees and pages have the other places
	Stay  time.Duration // after it a connection is ended; 0 is 12 hours, longer than an evening
}

func (g Guests) orUsual() Guests {
	usual := Guests{OfOne: 100, Most: 400, Stay: 12 * time.Hour}
	if g.OfOne == 0 {
		g.OfOne = usual.OfOne
	}
	if g.Most == 0 {
		g.Most = usual.Most
	}
	if g.Stay == 0 {
		g.Stay = usual.Stay
	}
	return g
}

// guest is one connection without a name.
type guest struct {
	id    uint64
	host  string
	since time.Time
}

// guestList is who is in, the longest first. Its methods may be called at the same time.
type guestList struct {
	mu sync.Mutex
	in []guest
}

// come writes down a guest and gives those who have to leave for it. Who has left by himself is
// not there any more.
func (l *guestList) come(newest guest, rules Guests, there func(id uint64) bool) (leave []uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.in = append(slices.DeleteFunc(l.in, func(g guest) bool { return !there(g.id) }), newest)
	ofOne, all := -rules.OfOne, len(l.in)-rules.Most
	for _, g := range l.in {
		if g.host == newest.host {
			ofOne++
		}
	}
	l.in = slices.DeleteFunc(l.in, func(g guest) bool {
		if all <= 0 && (ofOne <= 0 || g.host != newest.host) {
			return false
		}
		if g.host == newest.host {
			ofOne--
		}
		all--
		leave = append(leave, g.id)
		return true
	})
	return leave
}

// over gives those who have stayed for long enough, and forgets them.
func (l *guestList) over(now time.Time, rules Guests) (leave []uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.in = slices.DeleteFunc(l.in, func(g guest) bool {
		if now.Sub(g.since) < rules.Stay {
			return false
		}
		leave = append(leave, g.id)
		return true
	})
	return leave
}

// homeBits is the part of an IPv6 address that one household or machine has for itself.
const homeBits = 64

// hostOf is the address without its port; addresses of IPv6 that one machine may give itself are
// one.
func hostOf(address string) string {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return address
	}
	ip := at.Addr().Unmap()
	if ip.Is4() {
		return ip.String()
	}
	home, err := ip.WithZone("").Prefix(homeBits)
	if err != nil {
		return ip.String()
	}
	return home.String()
}
