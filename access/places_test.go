package access

import (
	"fmt"
	"slices"
	"testing"
)

func TestWhoHasManyPlacesGivesThemUp(t *testing.T) {
	p := Places{OfOne: 3, Most: 6}
	var left []string
	free := map[string]func(){}
	come := func(name string, leave ...string) {
		t.Helper()
		left = nil
		free[name] = p.Take(name[:1], func() { left = append(left, name) })
		if !slices.Equal(left, leave) {
			t.Errorf("for %s leave %v, want %v", name, left, leave)
		}
	}
	come("a1")
	come("b1")
	come("b2")
	come("b3")
	come("b4", "b1") // the oldest from there, not of all
	come("c1")
	come("d1")
	come("e1", "b2") // of whoever has most
	come("f1", "b3")
	come("g1", "a1") // of those who have one each, who came first: now everybody has a single one
	free["b4"]()
	free["b4"]()
	come("h1") // a place is free by itself
	if taken, sent := p.Taken(); taken != 6 || sent != 4 {
		t.Errorf("%d places are taken, %d had to leave", taken, sent)
	}
}

// TestAThousandConnectionsOfOneAddressKeepNobodyOut claims what 1,300 WebSockets from one address once did not.
func TestAThousandConnectionsOfOneAddressKeepNobodyOut(t *testing.T) {
	p := Places{OfOne: 100, Most: 400}
	out := false
	p.Take("10.0.0.1:1", func() { out = true })
	for i := range 1300 {
		p.Take(fmt.Sprintf("10.0.0.2:%d", i), func() {})
	}
	for i := range 5000 { // from 250 addresses, each again and again
		p.Take(fmt.Sprintf("10.0.1.%d:%d", i%250, i), func() {})
	}
	if taken, _ := p.Taken(); out || taken != 400 {
		t.Errorf("the display was sent away: %v; %d places are taken", out, taken)
	}
}

func TestAMachineOfIPv6IsOneHome(t *testing.T) {
	for address, want := range map[string]string{
		"192.168.1.7:5000": "192.168.1.7", "[::ffff:192.168.1.7]:5000": "192.168.1.7",
		"[2001:db8:1:2:3:4:5:6]:1": "2001:db8:1:2::/64", "[fe80::1%eth0]:1": "fe80::/64", "pipe": "pipe",
	} {
		if got := homeOf(address); got != want {
			t.Errorf("homeOf(%q) = %q, want %q", address, got, want)
		}
	}
}
