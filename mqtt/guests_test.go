package mqtt_test

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"

	"jantaku/access"
	"jantaku/internal/sharedtest"
	"jantaku/mqtt"
)

// visited is a broker with a few places for guests.
func visited(t *testing.T, rules mqtt.Guests) (*mqtt.Broker, int) {
	t.Helper()
	port := sharedtest.FreePort(t)
	b, err := mqtt.StartBroker(mqtt.BrokerConfig{Port: port, Store: t.TempDir(), Tables: own, Prefixes: []string{"jantaku"}, Anonymous: access.Viewer, Guests: rules},
		slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b, port
}

// silent connects without a name, asks for no keep-alive and says nothing more.
func silent(t *testing.T, port int, id string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	connect := append([]byte{0x10, byte(12 + len(id)), 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 0, 0, byte(len(id))}, id...)
	if _, err := c.Write(connect); err != nil {
		t.Fatal(err)
	}
	_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
	if first, body, err := readPacket(c); err != nil || first != 0x20 || body[1] != 0 {
		t.Fatalf("%s is answered %#x %v, %v", id, first, body, err)
	}
	return c
}

// isIn reports whether a client that is sent nothing is still connected.
func isIn(c net.Conn, wait time.Duration) bool {
	_ = c.SetReadDeadline(time.Now().Add(wait))
	_, err := c.Read(make([]byte, 1))
	return errors.Is(err, os.ErrDeadlineExceeded)
}

func TestWhoGivesNoNameTakesNoPlaceOfOthers(t *testing.T) {
	_, port := visited(t, mqtt.Guests{OfOne: 3})
	var all []net.Conn
	for i := range 5 {
		all = append(all, silent(t, port, "silent-"+strconv.Itoa(i)))
	}
	for i, c := range all {
		want, wait := i >= 2, 100*time.Millisecond
		if !want {
			wait = 10 * time.Second // at most: the broker takes its time
		}
		if in := isIn(c, wait); in != want {
			t.Errorf("connection %d of five is in: %v, want %v", i+1, in, want)
		}
	}
	if _, err := all[4].Write([]byte{0xE0, 0}); err != nil {
		t.Fatal(err)
	}
	if isIn(all[4], 10*time.Second) { // at most, until the broker has let go
		t.Fatal("who has said good-bye is still connected")
	}
	if !isIn(silent(t, port, "silent-5"), 100*time.Millisecond) || !isIn(all[2], 100*time.Millisecond) {
		t.Error("who left by himself still has a place")
	}
}

func TestASilentClientWithoutANameHasItsPlaceForATime(t *testing.T) {
	_, port := visited(t, mqtt.Guests{Stay: 500 * time.Millisecond})
	c := silent(t, port, "silent")
	if !isIn(c, 50*time.Millisecond) {
		t.Fatal("it is sent away at once")
	}
	_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
	if _, err := c.Read(make([]byte, 1)); !errors.Is(err, io.EOF) && !isReset(err) {
		t.Error(err)
	}
}

// TestManyConnectionsKeepNeitherTheDaemonNorOthersOut: 1,300 of one address once took all places of the broker.
func TestManyConnectionsKeepNeitherTheDaemonNorOthersOut(t *testing.T) {
	b, port := visited(t, mqtt.Guests{OfOne: 20, Most: 40, NamedOfOne: 10, NamedMost: 20})
	for i := range 300 {
		c, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(port))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		switch i % 3 { // one that says nothing, a guest, and one with a name and a wrong password
		case 1:
			_, _ = c.Write([]byte{0x10, 13, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 0, 0, 1, byte('A' + i%26)})
		case 2:
			_, _ = c.Write([]byte{0x10, 18, 0, 4, 'M', 'Q', 'T', 'T', 4, 0xC2, 0, 0, 0, 0, 0, 1, 'x', 0, 1, 'y'})
		}
	}
	p := run(t, mqtt.Config{Broker: b.OwnURL()}, newQueue(), nil)
	eventually(t, "the daemon is in", func() bool { return p.Stats().Connected })
	tell(t, port, "jantaku/table-1/state", "public", true) // by a table of the club
	if !isIn(silent(t, port, "display"), 100*time.Millisecond) {
		t.Error("a display is kept out")
	}
	eventually(t, "the others leave", func() bool { guests, named, sent := b.Places(); return guests <= 20 && named <= 10 && sent > 50 })
}

// TestWhoGivesNoNameLeavesNothingBehind: 6,000 sessions that outlive their connections were once taken in 9 s.
func TestWhoGivesNoNameLeavesNothingBehind(t *testing.T) {
	b, port := visited(t, mqtt.Guests{})
	before, _ := b.Used()
	for i := range 200 {
		c, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(port))
		if err != nil {
			t.Fatal(err)
		}
		_ = c.SetDeadline(time.Now().Add(20 * time.Second))
		id := fmt.Sprintf("session-%03d", i%100) // each comes twice
		if _, err := c.Write(append([]byte{0x10, byte(12 + len(id)), 0, 4, 'M', 'Q', 'T', 'T', 4, 0, 0, 60, 0, byte(len(id))}, id...)); err != nil {
			t.Fatal(err)
		}
		if first, body, err := readPacket(c); err != nil || first != 0x20 || body[0] != 0 || body[1] != 0 {
			t.Fatalf("%s is answered %#x %v, %v: what it left is there", id, first, body, err)
		}
		c.Close()
	}
	eventually(t, "the store is as it was", func() bool { now, _ := b.Used(); return now <= before+8<<10 })
}

func TestLongNamesAreRefused(t *testing.T) {
	log := &syncBuffer{}
	port := sharedtest.FreePort(t)
	b, err := mqtt.StartBroker(mqtt.BrokerConfig{Port: port, Store: t.TempDir(), Tables: own, Prefixes: []string{"jantaku"}, Anonymous: access.Viewer}, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	for _, long := range [][2]string{{strings.Repeat("i", 10_000), ""}, {"id", strings.Repeat("n", 10_000)}} {
		o := paho.NewClientOptions().AddBroker(url(port)).SetClientID(long[0]).SetUsername(long[1]).SetPassword("x").SetAutoReconnect(false).SetConnectTimeout(10 * time.Second)
		client := paho.NewClient(o)
		if token := client.Connect(); token.WaitTimeout(15*time.Second) && token.Error() == nil {
			client.Disconnect(0)
			t.Errorf("a name of 10,000 letters comes in")
		}
	}
	if n := len(log.String()); n > 2000 {
		t.Errorf("%d bytes of log", n)
	}
}

func isReset(err error) bool {
	var network *net.OpError
	return errors.As(err, &network) && !network.Timeout()
}
