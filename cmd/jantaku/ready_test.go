package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jantaku/access"
	"jantaku/device"
	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
	"jantaku/mqtt"
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
	c.MQTT.Listen, c.Web.Listen = fmt.Sprintf("127.0.0.1:%d", sharedtest.FreePort(t)), "127.0.0.1:0"
	page := startDaemon(t, c).Page()
	awaitReady(t, page, http.StatusOK, "")
	os.Remove(link)
	board.Close()
	awaitReady(t, page, http.StatusServiceUnavailable, "usb-adapter")
	t.Cleanup(func() { board.Close() })
	board = plug()
	awaitReady(t, page, http.StatusOK, "")
}

// TestReadyzSaysWhichPartIsMissing claims it of what used to be left out: broker, disk, and a camera whose program is
// not installed, without which the table starts and keeps its books.
func TestReadyzSaysWhichPartIsMissing(t *testing.T) {
	disk := sharedtest.SmallDisk(t, 24)
	c := config.Default()
	port := sharedtest.FreePort(t)
	c.Data, c.Web.Listen, c.MQTT.Broker = disk, fmt.Sprintf("127.0.0.1:%d", sharedtest.FreePort(t)), fmt.Sprintf("tcp://127.0.0.1:%d", port)
	daemon := startDaemon(t, c)
	page := daemon.Page()
	awaitReady(t, page, http.StatusServiceUnavailable, "broker: ")
	table := mqtt.NewCredential()
	broker, err := mqtt.StartBroker(mqtt.BrokerConfig{Port: port, Store: t.TempDir(), Tables: []mqtt.Credential{table}, Prefixes: []string{"jantaku"}, Anonymous: access.Table}, testLog())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { broker.Close() })
	awaitReady(t, page, http.StatusOK, "")
	filler := filepath.Join(disk, "filler")
	if err := os.WriteFile(filler, make([]byte, 21<<20), 0o600); err != nil {
		t.Log("full: ", err)
	}
	awaitReady(t, page, http.StatusServiceUnavailable, "books: ")
	os.Remove(filler)
	awaitReady(t, page, http.StatusOK, "")
	broker.Close()
	awaitReady(t, page, http.StatusServiceUnavailable, "broker: ")
}

func TestATableWhoseCameraCannotBeUsedKeepsItsBooks(t *testing.T) {
	folder := t.TempDir()
	c := config.Default()
	c.Data, c.MQTT.Listen, c.Web.Listen = filepath.Join(folder, "data"), "127.0.0.1:0", fmt.Sprintf("127.0.0.1:%d", sharedtest.FreePort(t))
	c.Match.Players = []string{"Ann", "Ben", "Cho", "Dan"}
	c.Camera.Source, c.Eye.Faces = filepath.Join(folder, "film.mp4"), filepath.Join(folder, "faces.json")
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- runTable(ctx, c, nil, func() {}, testLog()) }()
	page := "http://" + c.Web.Listen + "/"
	waitForPage(t, page+"healthz")
	awaitReady(t, page, http.StatusServiceUnavailable, "film.mp4")
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// awaitReady waits until /readyz answers as it should.
func awaitReady(t *testing.T, page string, status int, says string) {
	t.Helper()
	var got string
	for start := time.Now(); time.Since(start) < sharedtest.Patience; time.Sleep(20 * time.Millisecond) {
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
