package device

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
)

// stressCount is the number of events of a stress test.
func stressCount(t *testing.T) int {
	return sharedtest.Count(5_000, 100_000)
}

// badCable damages bytes of both directions and can be mended while it is in use.
type badCable struct {
	mu    sync.Mutex
	noise *Noise
}

func (c *badCable) damage(p []byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.noise.Damage(p)
}

func (c *badCable) setRate(rate float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.noise.Rate = rate
}

// overBadCable tells n numbered events through a real pseudo-terminal whose cable
// damages one byte in a hundred, and gives the events that the link made of them.
func overBadCable(t *testing.T, dialect string, n, room int) ([]Event, Counters) {
	t.Helper()
	cable := &badCable{noise: NewNoise(0, 11)}
	sim := startSimulator(t, SimulatorOptions{Dialect: dialect, Noise: cable.damage,
		Resend: 20 * time.Millisecond, Board: Board{"S", "stress", "1", PointSticks}})
	link, err := NewLink(Options{Port: sim.Port(), Dialect: dialect})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, done := make(chan Event, 256), make(chan error, 1)
	go func() { done <- link.Run(ctx, out) }()
	await(t, out, StateIs)
	cable.setRate(0.01)
	told := make(chan error, 1)
	go func() { told <- tellAll(ctx, sim, cable, n, room) }()
	var got []Event
	for e := range out {
		if e.Kind == StartPressed {
			break
		}
		got = append(got, e)
	}
	cancel()
	if err := errors.Join(<-told, <-done); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d events told; cable: %d bytes flipped, %d dropped, %d doubled; link: %+v",
		n, cable.noise.Flipped, cable.noise.Dropped, cable.noise.Doubled, link.Counters())
	return got, link.Counters()
}

// tellAll tells n numbered events, mends the cable and presses start to end the test.
// The board's log must not overflow: room is the backlog that it may have.
func tellAll(ctx context.Context, sim *Simulator, cable *badCable, n, room int) error {
	wait := func(room int) {
		for sim.Backlog() > room && ctx.Err() == nil {
			time.Sleep(200 * time.Microsecond)
		}
	}
	for i := 1; i <= n; i++ {
		if err := sim.Say(numberedEvent(i)); err != nil {
			return err
		}
		if i%16 == 0 {
			wait(room)
		}
	}
	wait(0)
	cable.setRate(0)
	return sim.Say(Event{Kind: StartPressed})
}

// told gives the events of the table among got, without the link's own.
func told(got []Event) []Event {
	return slices.DeleteFunc(got, func(e Event) bool {
		return !e.Kind.FromTable() || e.Kind == Hello || e.Status != nil
	})
}

func TestBadCableNeverMakesAFalseEventOfALine(t *testing.T) {
	t.Parallel()
	n := stressCount(t)
	got, counters := overBadCable(t, Lines, n, 2048)
	last, lost := 0, 0
	for _, e := range got {
		if e.Kind == Lost {
			lost += e.Value
		}
	}
	arrived := told(got)
	for _, e := range arrived {
		if want := numberedEvent(e.Value); !e.Same(want) || e.Value <= last || e.Value > n {
			t.Errorf("false event %+v after %d", e, last)
		}
		last = e.Value
	}
	if len(arrived)+lost != n {
		t.Errorf("%d arrived and %d were told as lost, of %d", len(arrived), lost, n)
	}
	if counters.Damaged < n/10 {
		t.Errorf("only %d lines were damaged", counters.Damaged)
	}
}

func TestBadCableDeliversTheReferenceProtocolExactlyOnce(t *testing.T) {
	t.Parallel()
	n := stressCount(t)
	got, counters := overBadCable(t, Reference, n, logSize/2)
	arrived := told(got)
	if len(arrived) != n {
		t.Errorf("%d events arrived, want %d", len(arrived), n)
	}
	for i, e := range arrived {
		if want := numberedEvent(i + 1); !e.Same(want) {
			t.Fatalf("event %d is %+v, want %+v", i+1, e, want)
		}
	}
	if counters.Damaged < n/10 {
		t.Errorf("only %d frames were damaged", counters.Damaged)
	}
}
