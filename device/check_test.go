package device

import (
	"strings"
	"testing"
	"time"
)

func TestCheckTellsHowTheLinkIs(t *testing.T) {
	good := startSimulator(t, SimulatorOptions{Dialect: Reference, Board: testBoard})
	other := startSimulator(t, SimulatorOptions{Dialect: Reference, Board: testBoard})
	silent, err := OpenTerminal()
	if err != nil {
		t.Fatal(err)
	}
	quiet, err := OpenTerminal()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { silent.Close(); quiet.Close() })
	tests := []struct {
		name, port, dialect string
		good                bool
		says                string
	}{
		{"a sound board", good.Port(), Reference, true, "board adapter-2 A1, firmware 1.0.3, can auto-deal,136,144"},
		{"the wrong dialect", other.Port(), Lines, false, "check the speed (baud) and the dialect"},
		{"a board without power", silent.Name(), Lines, false, "check the cable and that the board has power"},
		{"a board of switches that nobody touches", quiet.Name(), Contact, true, "press a button of the table"},
		{"no port", "/dev/no-such-port", Lines, false, "is the cable plugged in?"},
		{"no such dialect", good.Port(), "morse", false, `dialect "morse" is not one of`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			all, text := true, ""
			for _, f := range Check(t.Context(), Options{Port: tt.port, Dialect: tt.dialect, Contacts: ExampleContacts()}, 4*time.Second) {
				all = all && f.Good
				text += f.Text + "\n"
			}
			if all != tt.good || !strings.Contains(text, tt.says) {
				t.Errorf("good %v, says\n%swant %v, %q", all, text, tt.good, tt.says)
			}
		})
	}
}

func TestParseEventReadsTheMiddleOfALine(t *testing.T) {
	for _, e := range everyKind() {
		text := string(appendFields([]byte(e.Kind.String()), e))
		if got, err := ParseEvent(text); err != nil || !got.Same(e) {
			t.Errorf("%q is read as %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "wind 2", "win 2*00000000", "win 2\r\n"} {
		if e, err := ParseEvent(text); err == nil {
			t.Errorf("%q is read as %+v", text, e)
		}
	}
}
