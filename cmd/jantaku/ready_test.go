package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jantaku/device"
	"jantaku/internal/config"
)

// TestReadyzSaysWhatKeepsHandsFromBeingTaken claims that whoever watches the daemon hears of
// a board that is away, and of its return under another name.
func TestReadyzSaysWhatKeepsHandsFromBeingTaken(t *testing.T) {
	link := filepath.Join(t.TempDir(), "usb-adapter")
	plug := func() *device.Simulator {
		board, err := device.NewSimulator(device.SimulatorOptions{Dialect: device.Reference})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(board.Port(), link); err != nil {
			t.Fatal(err)
		}
		return board
	}
	board := plug()
	c := config.Default()
	c.Data, c.Table.Port, c.Table.Dialect = t.TempDir(), link, device.Reference
	c.MQTT.Listen, c.Web.Listen = fmt.Sprintf("127.0.0.1:%d", freePort(t)), "127.0.0.1:0"
	page := startDaemon(t, c).Page()
	awaitReady(t, page, http.StatusOK, "")
	os.Remove(link)
	board.Close()
	awaitReady(t, page, http.StatusServiceUnavailable, "usb-adapter")
	t.Cleanup(func() { board.Close() })
	board = plug()
	awaitReady(t, page, http.StatusOK, "")
}

// awaitReady waits until /readyz answers as it should.
func awaitReady(t *testing.T, page string, status int, says string) {
	t.Helper()
	var got string
	for start := time.Now(); time.Since(start) < 20*time.Second; time.Sleep(20 * time.Millisecond) {
		answer, err := http.Get(page + "readyz")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if got = fmt.Sprint(answer.StatusCode, " ", string(body)); answer.StatusCode == status && strings.Contains(got, says) {
			return
		}
	}
	t.Errorf("readyz says %s, want %d and %q", got, status, says)
}
