package device

import (
	"math/rand/v2"
	"testing"
	"time"

	"jantaku/models"
)

// hands gives at least n events of simulated hands, whose win button knows from whom
// the tile came or does not.
func hands(n int, from bool) []Event {
	random := rand.New(rand.NewPCG(21, 0))
	roll := func() [2]int { return [2]int{1 + random.IntN(6), 1 + random.IntN(6)} }
	var events []Event
	for len(events) < n {
		play := Play{Rolls: [][2]int{roll(), roll()}, Roller: 1, Winner: models.PlaceAt(random.IntN(4)), Silent: true}
		if from {
			play.From = models.PlaceAt(random.IntN(4))
		}
		events = append(events, play.Events(0)...)
	}
	return events
}

// wire gives what carries bytes through a real pseudo-terminal and tarm/serial, with one
// byte in a hundred damaged on the way.
func wire(t *testing.T) func([]byte) []byte {
	t.Helper()
	terminal, err := OpenTerminal()
	if err != nil {
		t.Fatal(err)
	}
	port, err := OpenSerial(terminal.Name(), DefaultBaud)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { port.Close(); terminal.Close() })
	noise := NewNoise(0.01, 8)
	buffer := make([]byte, 4096)
	return func(p []byte) []byte {
		p = noise.Damage(p)
		if _, err := terminal.Write(p); err != nil {
			t.Fatal(err)
		}
		came := 0
		for came < len(p) {
			n, err := port.Read(buffer[came:])
			if err != nil {
				t.Fatal(err)
			}
			came += n
		}
		return buffer[:came]
	}
}

// falseEvents tells events one by one over a cable that damages one byte in a hundred,
// and counts those that the session makes of them although they were never told, and
// those among them that a Machine believes.
func falseEvents(s session, b board, carry func([]byte) []byte, events []Event, step time.Duration) (told, right, wrong, believed, wins int) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	var m Machine
	s.connect(now)
	s.receive(b.send(now), now)
	for _, e := range events {
		b.say(e)
		told++
		matched := false
		// Long enough for a button to be pressed, to be let go and to settle.
		for range 8 {
			now = now.Add(step)
			for _, got := range s.receive(carry(b.send(now)), now) {
				if got.Same(e) && !matched {
					matched = true
					right++
					m.Next(got)
					continue
				}
				if got.Kind == Rejected {
					continue
				}
				wrong++
				if m.Next(got).Kind != Rejected {
					believed++
					if got.Kind == WinPressed {
						wins++
					}
				}
			}
		}
	}
	return told, right, wrong, believed, wins
}

// TestAdaptersWithoutAChecksum claims how bad a bad cable is for the two dialects that
// cannot know: docs/serial.md names the figures, and they must not grow.
func TestAdaptersWithoutAChecksum(t *testing.T) {
	n := stressCount(t)
	pattern, err := newPatternSession(ExamplePatterns())
	if err != nil {
		t.Fatal(err)
	}
	contact, err := newContactSession(ExampleContacts(), 0)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name     string
		session  session
		board    board
		wrong    float64 // part of the events told, at most
		believed float64
	}{
		{Pattern, pattern, &patternBoard{}, 0.0005, 0.0005},
		{Contact, contact, &contactBoard{hold: 100 * time.Millisecond}, 0.0005, 0.0005},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.board.boot(time.Time{})
			told, right, wrong, believed, wins := falseEvents(tt.session, tt.board, wire(t), hands(n, tt.name == Pattern), 100*time.Millisecond)
			t.Logf("%d events told, %d came right, %d false; the state machine believed %d of those, %d of them wins",
				told, right, wrong, believed, wins)
			if float64(wrong) > tt.wrong*float64(told) || float64(believed) > tt.believed*float64(told) {
				t.Errorf("%d false events, %d believed, of %d", wrong, believed, told)
			}
			if right < told/4 {
				t.Errorf("only %d of %d came right", right, told)
			}
		})
	}
}
