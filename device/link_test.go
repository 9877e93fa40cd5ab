package device

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
)

// startLink runs a link until the test ends and gives its events.
func startLink(t *testing.T, o Options) <-chan Event {
	t.Helper()
	link, err := NewLink(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	out, done := make(chan Event, 64), make(chan error, 1)
	go func() { done <- link.Run(ctx, out) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	return out
}

func startSimulator(t *testing.T, o SimulatorOptions) *Simulator {
	t.Helper()
	sim, err := NewSimulator(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sim.Close() })
	return sim
}

// await gives the next event that is of the kind; others are passed over.
func await(t *testing.T, events <-chan Event, kind Kind) Event {
	t.Helper()
	deadline := time.After(sharedtest.Patience)
	for {
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

var testPlay = Play{Rolls: [][2]int{{3, 4}, {6, 1}}, Roller: 1, Winner: 2}

func TestHandTravelsOverAPseudoTerminal(t *testing.T) {
	sim := startSimulator(t, SimulatorOptions{})
	events := startLink(t, Options{Port: sim.Port()})
	if up := await(t, events, LinkUp); up.Text != sim.Port() {
		t.Errorf("link is up at %q, want %q", up.Text, sim.Port())
	}
	if hello := await(t, events, Hello); hello.Board.Model != "simulator" {
		t.Errorf("board is %+v", hello.Board)
	}
	await(t, events, StateIs) // the answer to the question of the host
	if err := sim.PlayHand(t.Context(), testPlay); err != nil {
		t.Fatal(err)
	}
	for i, want := range testPlay.Events(0) {
		if got := await(t, events, want.Kind); !got.Same(want) {
			t.Errorf("event %d is %+v, want %+v", i, got, want)
		}
	}
}

func TestCableIsPulledAndComesBackUnderAnotherName(t *testing.T) {
	link := filepath.Join(t.TempDir(), "usb-adapter")
	plug := func() *Simulator {
		sim := startSimulator(t, SimulatorOptions{})
		os.Remove(link)
		if err := os.Symlink(sim.Port(), link); err != nil {
			t.Fatal(err)
		}
		return sim
	}
	first := plug()
	events := startLink(t, Options{Port: link})
	await(t, events, LinkUp)
	first.Close()
	os.Remove(link)
	await(t, events, LinkDown)
	second := plug()
	await(t, events, LinkUp)
	if err := second.Say(Event{Kind: WinPressed, Place: 3}); err != nil {
		t.Fatal(err)
	}
	if e := await(t, events, WinPressed); e.Place != 3 {
		t.Errorf("win at place %d, want 3", e.Place)
	}
}

func TestPortPatternFindsTheBoard(t *testing.T) {
	dir := t.TempDir()
	events := startLink(t, Options{Port: filepath.Join(dir, "usb-*")})
	if e := await(t, events, LinkDown); !strings.Contains(e.Text, "plugged in") {
		t.Errorf("LinkDown says %q", e.Text)
	}
	sim := startSimulator(t, SimulatorOptions{})
	if err := os.Symlink(sim.Port(), filepath.Join(dir, "usb-B")); err != nil {
		t.Fatal(err)
	}
	await(t, events, LinkUp)
}

func TestGarbageHalfLinesAndRebootAreSurvived(t *testing.T) {
	sim := startSimulator(t, SimulatorOptions{})
	events := startLink(t, Options{Port: sim.Port()})
	await(t, events, StateIs)
	for _, noise := range []string{"\x00\xff\x13\x11garbage", "$5 win", "\r\n$5 win 1*0000\r\n", strings.Repeat("*", 3000)} {
		if err := sim.Garble([]byte(noise)); err != nil {
			t.Fatal(err)
		}
		if err := sim.Garble([]byte("\r\n")); err != nil {
			t.Fatal(err)
		}
	}
	sim.Reboot()
	await(t, events, Hello)
	if err := sim.Say(Event{Kind: WinPressed, Place: 4}); err != nil {
		t.Fatal(err)
	}
	if e := await(t, events, WinPressed); e.Place != 4 {
		t.Errorf("win at place %d, want 4", e.Place)
	}
}

func TestSilentPortIsToldAsDownAndStaysOpen(t *testing.T) {
	t.Parallel()
	terminal, err := OpenTerminal()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { terminal.Close() })
	opened := 0
	events := startLink(t, Options{Port: terminal.Name(), open: func(name string, baud int) (Port, error) {
		opened++
		return OpenSerial(name, baud)
	}})
	if e := await(t, events, LinkDown); !strings.Contains(e.Text, "switched on") {
		t.Errorf("LinkDown says %q", e.Text)
	}
	// A board that speaks only when something happens must not find the port closed.
	if _, err := terminal.Write(AppendLine(nil, Event{Kind: WinPressed, Seq: 7, Place: 2})); err != nil {
		t.Fatal(err)
	}
	await(t, events, LinkUp)
	await(t, events, WinPressed)
	if opened != 1 {
		t.Errorf("port was opened %d times", opened)
	}
}

func TestSecondReaderIsRefused(t *testing.T) {
	sim := startSimulator(t, SimulatorOptions{})
	await(t, startLink(t, Options{Port: sim.Port()}), LinkUp)
	e := await(t, startLink(t, Options{Port: sim.Port()}), LinkDown)
	if !strings.Contains(e.Text, "stop that one first") {
		t.Errorf("LinkDown says %q", e.Text)
	}
}

// TestWrongSpeedIsFound claims that a link which does not know the speed finds it, and says
// meanwhile what it looks like. The speed is that which tarm/serial has set on the port.
func TestWrongSpeedIsFound(t *testing.T) {
	for _, dialect := range []string{Lines, Reference} {
		for _, baud := range []int{9600, 57600} {
			t.Run(fmt.Sprintf("%s at %d", dialect, baud), func(t *testing.T) {
				t.Parallel()
				sim := startSimulator(t, SimulatorOptions{Dialect: dialect, Baud: baud})
				events := startLink(t, Options{Port: sim.Port(), Dialect: dialect})
				start := time.Now()
				if e := await(t, events, LinkDown); !strings.Contains(e.Text, "speed") {
					t.Errorf("LinkDown says %q", e.Text)
				}
				await(t, events, LinkUp)
				t.Logf("found after %v", time.Since(start).Round(100*time.Millisecond))
				if err := sim.Say(Event{Kind: WinPressed, Place: 3}); err != nil {
					t.Fatal(err)
				}
				if e := await(t, events, WinPressed); e.Place != 3 {
					t.Errorf("win at place %d, want 3", e.Place)
				}
			})
		}
	}
}

func TestRecordingIsReplayedByteForByte(t *testing.T) {
	sim := startSimulator(t, SimulatorOptions{})
	var recording bytes.Buffer
	link, err := NewLink(Options{Port: sim.Port(), Record: &recording})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	events, done := make(chan Event, 64), make(chan error, 1)
	go func() { done <- link.Run(ctx, events) }()
	await(t, events, StateIs)
	if err := sim.Garble([]byte("\x00\xffé\"\\\r\n")); err != nil {
		t.Fatal(err)
	}
	if err := sim.PlayHand(t.Context(), testPlay); err != nil {
		t.Fatal(err)
	}
	await(t, events, WinPressed)
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	pieces, err := ReadRecording(bytes.NewReader(recording.Bytes()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, recording.Bytes())
	}
	var raw bytes.Buffer
	if err := Replay(t.Context(), pieces, &raw, 0); err != nil {
		t.Fatal(err)
	}
	got := runSession(&lineSession{}, raw.Bytes(), 100)
	if !strings.HasSuffix(got, "dice-key dice dice-key dice state win") || !bytes.Contains(raw.Bytes(), []byte("\x00\xffé\"\\\r\n")) {
		t.Errorf("replay gives %q from\n%s", got, recording.Bytes())
	}
}

func TestWrongRecordingIsRefused(t *testing.T) {
	for _, text := range []string{"", "hello", recordingTitle + "\nx < \"a\"", recordingTitle + "\n1.0 ? \"a\"",
		recordingTitle + "\nNaN < \"a\"", recordingTitle + "\n1.0 < \"a"} {
		if pieces, err := ReadRecording(strings.NewReader(text)); err == nil && len(pieces) > 0 || err == nil && text == "hello" {
			t.Errorf("%q is read as %v", text, pieces)
		}
	}
}

func FuzzRecording(f *testing.F) {
	f.Add([]byte("$0 hello\r\n\x00\xff\xc3\xa9\""))
	f.Fuzz(func(t *testing.T, p []byte) {
		pieces, err := ReadRecording(strings.NewReader(recordingTitle + "\n0.5 < " + quote(p) + "\n"))
		if err != nil || len(pieces) != 1 || !bytes.Equal(pieces[0].Bytes, p) {
			t.Errorf("%q is read as %v, %v", p, pieces, err)
		}
		ReadRecording(bytes.NewReader(p)) // must not panic
	})
}

func TestLinkNeedsAPortAndADialect(t *testing.T) {
	for _, o := range []Options{{}, {Port: "x", Dialect: "morse"}} {
		if _, err := NewLink(o); err == nil {
			t.Errorf("NewLink(%+v) gives no error", o)
		}
	}
}

// TestRunEndsWhileNobodyReceives claims that a full channel does not hold Run back
// when its context ends.
func TestRunEndsWhileNobodyReceives(t *testing.T) {
	sim := startSimulator(t, SimulatorOptions{})
	link, err := NewLink(Options{Port: sim.Port()})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if err := link.Run(ctx, make(chan Event)); err != nil {
		t.Error(err)
	}
}
