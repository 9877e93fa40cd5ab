package mqtt_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"testing"
	"time"

	"jantaku/internal/access"
	"jantaku/mqtt"
)

// visited is a broker with a few places for guests.
func visited(t *testing.T, rules mqtt.Guests) (*mqtt.Broker, int) {
	t.Helper()
	port := freePort(t)
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
	b, port := visited(t, mqtt.Guests{Stay: time.Millisecond})
	c := silent(t, port, "silent")
	if !isIn(c, 100*time.Millisecond) {
		t.Fatal("it is sent away though nobody looks")
	}
	ctx, stop := context.WithCancel(t.Context())
	tended := make(chan error, 1)
	start := time.Now()
	go func() { tended <- b.Tend(ctx, 50*time.Millisecond) }()
	_ = c.SetReadDeadline(time.Now().Add(20 * time.Second))
	if _, err := c.Read(make([]byte, 1)); !errors.Is(err, io.EOF) && !isReset(err) {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
	stop()
	if err := <-tended; err != nil {
		t.Error(err)
	}
}

func isReset(err error) bool {
	var network *net.OpError
	return errors.As(err, &network) && !network.Timeout()
}
