package mqtt_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/mqtt"
)

// fill gives a broker a subscriber that never returns, and publishes until its store is full.
func fill(t *testing.T, b *mqtt.Broker, port int) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), sharedtest.Tool(t, "mosquitto_sub"), "-h", "127.0.0.1", "-p", fmt.Sprint(port), "-u", own[0].User, "-P", own[0].Password,
		"-i", "sleeper", "-c", "-q", "1", "-t", "jantaku/flood/#", "-E").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	flood := func(count, size int) { // until it ends, or nothing has been taken for a while
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go func() {
			defer cancel()
			for before, idle := int64(-1), 0; idle < 30 && ctx.Err() == nil; idle++ {
				if used, _ := b.Used(); used != before {
					before, idle = used, 0
				}
				time.Sleep(50 * time.Millisecond)
			}
		}()
		pub := exec.CommandContext(ctx, sharedtest.Tool(t, "mosquitto_pub"), "-h", "127.0.0.1", "-p", fmt.Sprint(port), "-u", own[0].User, "-P", own[0].Password,
			"-q", "1", "-t", "jantaku/flood/x", "-l")
		pub.Stdin = strings.NewReader(strings.Repeat(strings.Repeat("x", size)+"\n", count))
		_ = pub.Run() // ends when nothing is acknowledged any more
	}
	before, _ := b.Used()
	flood(100, 100<<10)
	flood(20, 4<<10)
	if used, most := b.Used(); float64(used) < 0.8*float64(most) && before <= used {
		t.Fatalf("%d of %d bytes are used", used, most)
	}
}

const smallStore = 4 << 20

func smallBroker(t *testing.T, port int, folder string) *mqtt.Broker {
	t.Helper()
	b, err := mqtt.StartBroker(mqtt.BrokerConfig{Port: port, Store: folder, MaxStore: smallStore, Tables: own}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func TestAFullStoreIsMadeAnewAndEverythingRetainedToldAgain(t *testing.T) {
	port := sharedtest.FreePort(t)
	b := smallBroker(t, port, t.TempDir())
	q := newQueue()
	q.add(t, here.Topic(mqtt.KindScore), "score before", true)
	p := run(t, mqtt.Config{Broker: b.URL(), User: own[0].User, Password: own[0].Password}, q, nil)
	eventually(t, "told before", func() bool { return q.left() == 0 })
	fill(t, b, port)
	ctx, stop := context.WithCancel(t.Context())
	tended := make(chan error, 1)
	go func() { tended <- b.Tend(ctx, 100*time.Millisecond) }()
	eventually(t, "room again", func() bool { used, _ := b.Used(); return used < smallStore/2 })
	q.add(t, here.Event("hand"), "a hand after", false)
	eventuallyWithin(t, 40*time.Second, "the hand is told", func() bool { return q.left() == 0 })
	if got := stranger(t, "mosquitto_sub", port, "-u", own[0].User, "-P", own[0].Password, "-t", here.Topic(mqtt.KindScore), "-W", "5", "-C", "1"); !strings.Contains(got, "score before") {
		t.Errorf("a display that comes later is told %q", got)
	}
	stop()
	if err := <-tended; err != nil {
		t.Error(err)
	}
	if err := p.stop(); err != nil {
		t.Error(err)
	}
}

func TestAStoreThatWasFullAtTheLastEndIsMadeAnew(t *testing.T) {
	port, folder := sharedtest.FreePort(t), t.TempDir()
	b := smallBroker(t, port, folder)
	fill(t, b, port)
	b.Close()
	b = smallBroker(t, port, folder)
	tell(t, port, "jantaku/table-1/state", "there is room", true)
	if used, _ := b.Used(); used > smallStore/2 {
		t.Errorf("%d bytes are used", used)
	}
}

// TestAStoreThatCouldNotBeWrittenIsOpenedAnew fills the disk under a broker, whose streams then take nothing more
// even when there is room again.
func TestAStoreThatCouldNotBeWrittenIsOpenedAnew(t *testing.T) {
	if testing.Short() {
		t.Skip("mounts a small disk")
	}
	folder := sharedtest.SmallDisk(t, 24)
	port := sharedtest.FreePort(t)
	b := smallBroker(t, port, folder)
	tell(t, port, here.Topic(mqtt.KindScore), "score before", true)
	filler := filepath.Join(folder, "filler")
	if err := os.WriteFile(filler, make([]byte, 24<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatal("the disk is not full: ", err)
	}
	say := func() error { // nothing is acknowledged that could not be written
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		return exec.CommandContext(ctx, sharedtest.Tool(t, "mosquitto_pub"), "-h", "127.0.0.1", "-p", fmt.Sprint(port), "-u", own[0].User, "-P", own[0].Password,
			"-t", here.Topic(mqtt.KindMatch), "-q", "1", "-r", "-m", "match "+strings.Repeat("x", 50<<10)).Run()
	}
	full := say()
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if again := say(); full == nil || again == nil {
		t.Fatalf("the broker needs no help: %v, then %v", full, again)
	}
	ctx, stop := context.WithCancel(t.Context())
	tended := make(chan error, 1)
	go func() { tended <- b.Tend(ctx, 100*time.Millisecond) }()
	eventuallyWithin(t, 30*time.Second, "told again", func() bool { return say() == nil })
	got := stranger(t, "mosquitto_sub", port, "-u", own[0].User, "-P", own[0].Password, "-t", here.Topic(mqtt.KindScore), "-W", "2", "-C", "1")
	if !strings.HasPrefix(got, "score before") {
		t.Errorf("of what was retained before is left: %q", got)
	}
	stop()
	if err := <-tended; err != nil {
		t.Error(err)
	}
}
