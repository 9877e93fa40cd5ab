package access

import (
	"net/netip"
	"slices"
	"sync"
)

// Places bounds connections, those of one address and those of all. Nobody is refused: who comes when there is no
// place takes that of the oldest connection of its own address, or of the address that has most.
// So who opens a thousand takes them from himself, and who has one keeps it. It may be used
// from several goroutines.
type Places struct {
	OfOne, Most int

	mu   sync.Mutex
	in   []*place // the longest first
	sent int64
}

// place is one connection.
type place struct {
	home  string
	leave func()
}

// Take gives a place to a connection from an address, and has others leave for it where there is none, by the
// function that they gave: it must not wait for Places. The place is free again by free, which may be called more
// than once.
func (p *Places) Take(address string, leave func()) (free func()) {
	newest := &place{homeOf(address), leave}
	for _, one := range p.come(newest) {
		one.leave()
	}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.in = slices.DeleteFunc(p.in, func(one *place) bool { return one == newest })
	}
}

// come writes down the newest and gives those who have to leave for it.
func (p *Places) come(newest *place) (leave []*place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.in = append(p.in, newest)
	count := map[string]int{}
	for _, one := range p.in {
		count[one.home]++
	}
	for {
		from := newest.home
		if count[from] <= p.OfOne {
			if len(p.in) <= p.Most {
				return leave
			}
			from = p.in[0].home
			for _, one := range p.in { // of those who have equally many, who came first
				if count[one.home] > count[from] {
					from = one.home
				}
			}
		}
		i := slices.IndexFunc(p.in, func(one *place) bool { return one.home == from })
		leave = append(leave, p.in[i])
		p.in = slices.Delete(p.in, i, i+1)
		count[from]--
		p.sent++
	}
}

// Taken gives how many places are taken, and how many connections had to leave for others until now.
func (p *Places) Taken() (taken int, sent int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.in), p.sent
}

// homeBits is the part of an IPv6 address that one household or machine has for itself.
const homeBits = 64

// homeOf is the address without its port; addresses of IPv6 that one machine may give itself are
// one.
func homeOf(address string) string {
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
