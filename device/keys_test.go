package device

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// pressKey writes what the kernel writes when a key is pressed, held until it repeats, and released.
func pressKey(t *testing.T, to *os.File, code uint16) {
	t.Helper()
	for _, value := range []uint32{1, 2, 2, 0} {
		for _, e := range [][2]uint16{{4, 4}, {1, code}, {0, 0}} { // scan code, key, end of the report
			raw := make([]byte, inputEvent)
			binary.NativeEndian.PutUint16(raw[inputTime:], e[0])
			binary.NativeEndian.PutUint16(raw[inputTime+2:], e[1])
			binary.NativeEndian.PutUint32(raw[inputTime+4:], value)
			if _, err := to.Write(raw); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestKeysAreWinButtonsAndMayBePluggedInAnew reads input events through a named pipe in the place of
// the device, which goes away and comes back.
func TestKeysAreWinButtonsAndMayBePluggedInAnew(t *testing.T) {
	name := filepath.Join(t.TempDir(), "usb-keypad-event-kbd")
	link, err := NewLink(Options{Port: filepath.Join(filepath.Dir(name), "*-event-kbd"), Dialect: Keys})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, done := make(chan Event, 64), make(chan error, 1)
	go func() { done <- link.Run(ctx, out) }()
	await(t, out, LinkDown)
	for range 2 {
		if err := unix.Mkfifo(name, 0o600); err != nil {
			t.Fatal(err)
		}
		pad, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		await(t, out, LinkUp)
		for _, code := range []uint16{80, 30, 11, 5} { // keypad 2, a, 0, 4
			pressKey(t, pad, code)
		}
		var got []string
		for range 3 {
			e := <-out
			got = append(got, fmt.Sprintf("%s %d", e.Kind, e.Place))
		}
		if words := strings.Join(got, ", "); words != "win 2, shuffle 0, win 4" {
			t.Errorf("the keys tell %s", words)
		}
		time.Sleep(bounce)
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		if err := pad.Close(); err != nil { // the last writer: the reader's end of file is a device that is gone
			t.Fatal(err)
		}
		await(t, out, LinkDown)
	}
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestKeysThatCannotBeEventsAreRefused(t *testing.T) {
	for _, rule := range []ContactRule{{Input: "KEY_1", Event: "win"}, {Input: "KEY_1", Event: "wins", Place: 1}, {Event: "shuffle"}, {Input: "KEY_1", Event: "shuffle", Open: true}} {
		if _, err := NewLink(Options{Port: "x", Dialect: Keys, Contacts: []ContactRule{rule}}); err == nil {
			t.Errorf("%+v is taken", rule)
		}
	}
}
