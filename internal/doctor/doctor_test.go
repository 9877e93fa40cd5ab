package doctor

import (
	"errors"
	"strings"
	"testing"
	"time"

	"jantaku/device"
)

// TestTheDoctorSaysWhatToDoAboutTheTable claims that each state of the link has words
// that a club can act on, and that only a fault is called one.
func TestTheDoctorSaysWhatToDoAboutTheTable(t *testing.T) {
	simulator := func(t *testing.T, dialect string) string {
		t.Helper()
		s, err := device.NewSimulator(device.SimulatorOptions{Dialect: dialect})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s.Port()
	}
	used := simulator(t, device.Reference)
	port, err := device.OpenSerial(used, device.DefaultBaud)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { port.Close() })
	const healthy, advice, fault = "healthy", "advice", "fault"
	for _, tt := range []struct{ name, port, dialect, state, says string }{
		{"no board", "", device.Lines, advice, "hands are called on the console"},
		{"a sound board", simulator(t, device.Reference), device.Reference, healthy, "board simulator SIM-0001"},
		{"the wrong dialect", simulator(t, device.Reference), device.Lines, fault, "check the speed (baud) and the dialect"},
		{"no cable", "/dev/no-such-port", device.Lines, fault, "is the cable plugged in?"},
		{"the daemon is running", used, device.Reference, advice, "in use by jantaku itself"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := Table{Link: device.Options{Port: tt.port, Baud: device.DefaultBaud, Dialect: tt.dialect}}
			start := time.Now()
			well, err := checkTable(t.Context(), c)
			note := well.text
			state := healthy
			if errors.Is(err, errAdvice) {
				state = advice
			} else if err != nil {
				state = fault
			}
			if err != nil {
				note = err.Error()
			}
			if state != tt.state || !strings.Contains(note, tt.says) {
				t.Errorf("%s: %s, want %s: %q", state, note, tt.state, tt.says)
			}
			if took := time.Since(start); took > patience {
				t.Errorf("took %v", took)
			}
		})
	}
}
