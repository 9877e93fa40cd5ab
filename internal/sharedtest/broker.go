package sharedtest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// FreePort is a port of this machine that nobody listens at just now. It lies below those that the kernel gives to
// connections and to listeners without a port, which other tests take all the time.
func FreePort(t testing.TB) int {
	t.Helper()
	const from, count, tries = 10_000, 20_000, 100
	var last error
	for range tries {
		port := from + rand.IntN(count)
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			l.Close()
			return port
		}
		last = err
	}
	t.Fatalf("no free port in %d tries: %v", tries, last)
	return 0
}

// Mosquitto runs a real Mosquitto on a port of this machine with some lines of its configuration, until the test ends or
// stop is called, which ends it as a shutdown does.
func Mosquitto(t testing.TB, port int, settings ...string) (stop func()) {
	t.Helper()
	program, config := Tool(t, "mosquitto"), filepath.Join(t.TempDir(), "mosquitto.conf")
	lines := append([]string{fmt.Sprintf("listener %d 127.0.0.1", port)}, settings...)
	if os.Getuid() == 0 {
		lines = append(lines, "user root") // the folders of the test are root's
	}
	if err := os.WriteFile(config, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	cmd := exec.Command(program, "-c", config)
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	stop = sync.OnceFunc(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		<-ended
	})
	t.Cleanup(stop)
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); {
		if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			c.Close()
			return stop
		}
		select {
		case <-ended:
			t.Fatalf("mosquitto has ended: %s", log.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
	t.Fatal("mosquitto does not listen")
	return nil
}
