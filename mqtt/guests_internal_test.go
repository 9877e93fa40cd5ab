package mqtt

import (
	"slices"
	"testing"
	"time"
)

func TestGuestsLeaveTheOldestFirst(t *testing.T) {
	var l guestList
	rules := Guests{OfOne: 2, Most: 4, Stay: time.Hour}
	start := time.Now()
	left := uint64(1000)
	there := func(id uint64) bool { return id != left }
	come := func(id uint64, host string, leave ...uint64) {
		t.Helper()
		if got := l.come(guest{id, host, start.Add(time.Duration(id) * time.Minute)}, rules, there); !slices.Equal(got, leave) {
			t.Errorf("guest %d from %s: %v leave, want %v", id, host, got, leave)
		}
	}
	come(0, "a")
	come(1, "b")
	come(2, "b")
	come(3, "b", 1) // the oldest from there, not of all
	come(4, "c")
	come(5, "d", 0) // of all
	come(6, "b", 2) // one is enough for both limits
	come(7, "e", 3)
	left = 4
	come(8, "f") // a place is free by itself
	if got := l.over(start.Add(66*time.Minute), rules); !slices.Equal(got, []uint64{5, 6}) {
		t.Errorf("after an hour %v leave", got)
	}
	if got := l.over(start.Add(66*time.Minute), rules); got != nil {
		t.Errorf("%v leave twice", got)
	}
}

func TestAMachineOfIPv6IsOneHost(t *testing.T) {
	for address, want := range map[string]string{
		"192.168.1.7:5000": "192.168.1.7", "[::ffff:192.168.1.7]:5000": "192.168.1.7",
		"[2001:db8:1:2:3:4:5:6]:1": "2001:db8:1:2::/64", "[fe80::1%eth0]:1": "fe80::/64", "pipe": "pipe",
	} {
		if got := hostOf(address); got != want {
			t.Errorf("hostOf(%q) = %q, want %q", address, got, want)
		}
	}
}
