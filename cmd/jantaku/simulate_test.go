package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jantaku/device"
	"jantaku/internal/sharedtest"
)

// nextOf gives the next event of a kind.
func nextOf(t *testing.T, events <-chan device.Event, kind device.Kind) device.Event {
	t.Helper()
	for deadline := time.After(sharedtest.Patience); ; {
		select {
		case e := <-events:
			if e.Kind == kind {
				return e
			}
		case <-deadline:
			t.Fatalf("no %v came", kind)
		}
	}
}

func TestSimulateDoesWhatItIsTold(t *testing.T) {
	port := filepath.Join(t.TempDir(), "port")
	in, tell := io.Pipe()
	cmd := newSimulateCommand()
	cmd.SetArgs([]string{"--link", port, "--dialect", device.Reference, "--pace", "10ms", "--seed", "1"})
	var out strings.Builder
	cmd.SetIn(in)
	cmd.SetOut(&out)
	simulated := make(chan error, 1)
	go func() { simulated <- cmd.ExecuteContext(t.Context()) }()

	link, err := device.NewLink(device.Options{Port: port, Dialect: device.Reference})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	events, linked := make(chan device.Event, 64), make(chan error, 1)
	go func() { linked <- link.Run(ctx, events) }()
	say := func(line string) {
		if _, err := io.WriteString(tell, line+"\n"); err != nil {
			t.Fatal(err)
		}
	}

	nextOf(t, events, device.Hello)
	say("nonsense")
	say("win 2 from 3 tile 5m")
	if e := nextOf(t, events, device.WinPressed); e.Place != 2 || e.From != 3 || e.Tile.String() != "5m" {
		t.Errorf("win is %+v", e)
	}
	say("noise 0.02")
	say("garbage")
	say("hand")
	nextOf(t, events, device.DiceRolled)
	say("noise 0")
	say("reboot")
	nextOf(t, events, device.Hello)
	say("unplug 50ms")
	nextOf(t, events, device.LinkDown)
	nextOf(t, events, device.LinkUp)
	say("quit")
	if err := <-simulated; err != nil {
		t.Error(err)
	}
	cancel()
	if err := <-linked; err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(port); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the link to the port is left: %v", err)
	}
	if !strings.Contains(out.String(), `unknown word "nonsense"`) {
		t.Errorf("output is %q", out.String())
	}
}

func TestReplayPlaysARecordingIntoANewTerminal(t *testing.T) {
	out, name := io.Pipe()
	cmd := newReplayTableCommand()
	cmd.SetArgs([]string{"../../device/testdata/lines-hand.rec", "--speed", "0", "--delay", "1s"})
	cmd.SetOut(name)
	replayed := make(chan error, 1)
	go func() { replayed <- cmd.ExecuteContext(t.Context()) }()
	buffer := make([]byte, 64)
	n, err := out.Read(buffer)
	if err != nil {
		t.Fatal(err)
	}
	link, err := device.NewLink(device.Options{Port: strings.TrimSpace(string(buffer[:n]))})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	events, linked := make(chan device.Event, 64), make(chan error, 1)
	go func() { linked <- link.Run(ctx, events) }()
	if e := nextOf(t, events, device.WinPressed); e.Place != 2 || e.From != 4 {
		t.Errorf("win is %+v", e)
	}
	cancel()
	if err := errors.Join(<-linked, <-replayed); err != nil {
		t.Error(err)
	}
}
