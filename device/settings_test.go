package device

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/chip"
)

// chipPort is a board in the simulator as an open port: a read lets 20 ms of its time pass.
type chipPort struct{ board *chip.Chip }

func (p chipPort) Read(b []byte) (int, error)  { return copy(b, p.board.Run(20*time.Millisecond)), nil }
func (p chipPort) Write(b []byte) (int, error) { p.board.Do("rx %x", b); return len(b), nil }
func (p chipPort) Close() error                { return nil }

func TestSettingsOfTheBoardAreKeptAndReadBack(t *testing.T) {
	t.Parallel()
	b := newBench(t, 6)
	client := NewSettingsClient(chipPort{b.Chip})
	for name, want := range map[string]string{"D2": "win@1,press=5ms,release=30ms", "D10": "lamp@1", "D9": "off"} {
		if p, err := client.Pin(t.Context(), name); err != nil || p.String() != want {
			t.Errorf("%s is %v (%v), want %s", name, p, err, want)
		}
	}
	set := map[string]string{"D9": "raised,press=20ms,release=500ms", "D8": "shuffle/shuffled,high,press=50ms,release=2s",
		"A5": "emergency/emergency,float,press=9ms,release=30ms", "A3": "select@3", "D7": "dice-key@3,press=5ms"}
	for name, text := range set {
		p, err := ParsePin(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := client.SetPin(t.Context(), name, p); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	one := Compartment{Worth: 20000, Stick: 47_000, Reference: 5_600}
	if err := errors.Join(client.SetCompartment(t.Context(), 4, one), client.SetSticks(t.Context(), true, [2]int{5, 7})); err != nil {
		t.Error(err)
	}
	b.cut(1)
	b.Run(300 * time.Millisecond)
	for name, text := range set {
		want, _ := ParsePin(text)
		if p, err := client.Pin(t.Context(), name); err != nil || p != want {
			t.Errorf("after a loss of power %s is %v (%v), want %v", name, p, err, want)
		}
	}
	on, analog, err := client.Sticks(t.Context())
	got, err2 := client.Compartment(t.Context(), 4)
	if err := errors.Join(err, err2); err != nil || !on || analog != [2]int{5, 7} || got != one {
		t.Errorf("sticks %v %v, compartment %+v: %v", on, analog, got, err)
	}
	if err := client.set(t.Context(), 3, []byte{byte(WinPressed), 0, 7, 0, 5, 0}); !errors.Is(err, ErrSetting) {
		t.Errorf("a win button of place 7: %v", err)
	}
	if _, err := client.ask(t.Context(), 99, nil); !errors.Is(err, ErrSetting) {
		t.Errorf("setting 99: %v", err)
	}
	health, err := client.Health(t.Context())
	if err != nil || health.Cause != "brown-out" || health.Starts < 2 || health.Memory < 2048-1600 {
		t.Errorf("health %+v: %v", health, err)
	}
	t.Logf("%d bytes of memory were never used: %d taken of 2048", health.Memory, 2048-health.Memory)
	b.Close("D9")
	b.Run(20 * time.Millisecond)
	levels, err := client.Levels(t.Context())
	if err != nil || !levels.Raw[7] || !levels.Closed[7] || levels.Raw[0] {
		t.Errorf("levels %+v: %v", levels, err)
	}
}

// TestSettingsAreTheOldOrTheNewOnes takes the power away while a setting is being written.
func TestSettingsAreTheOldOrTheNewOnes(t *testing.T) {
	t.Parallel()
	b := newBench(t, 7)
	client := NewSettingsClient(chipPort{b.Chip})
	last, changed := "raised,press=5ms,release=30ms", 0
	for i := range sharedtest.Count(12, 300) {
		for _, name := range []string{"D9", "A5"} { // both copies are written
			if err := client.SetPin(t.Context(), name, mustPin(t, last)); err != nil {
				t.Fatal(err)
			}
		}
		next := fmt.Sprintf("raised,press=%dms,release=30ms", 6+i%200)
		raw, _ := mustPin(t, next).bytes()
		b.Do("rx %x", appendFrame([]byte{0}, frame{frameSet, 0, 1, append([]byte{7}, raw...)}))
		b.Run(time.Duration(i*2417%60_000) * time.Microsecond)
		b.cut(i)
		b.Run(300 * time.Millisecond)
		p, err := client.Pin(t.Context(), "D9")
		if err != nil || p.String() != last && p.String() != next {
			t.Fatalf("cut %d: the pin is %v (%v), want %s or %s", i, p, err, last, next)
		}
		if p.String() == next {
			changed++
		}
		last = p.String()
		if win, err := client.Pin(t.Context(), "D2"); err != nil || win.String() != "win@1,press=5ms,release=30ms" {
			t.Fatalf("cut %d: another pin became %v (%v)", i, win, err)
		}
	}
	t.Logf("%d were written before the power went", changed)
}

func mustPin(t *testing.T, text string) Pin {
	t.Helper()
	p, err := ParsePin(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPinsAreWrittenAsTheyAreRead(t *testing.T) {
	for _, text := range []string{"win@1,press=5ms,release=30ms", "riichi/riichi@4,high,float,press=100ms,release=300ms", "lamp@2", "select@0", "off"} {
		if p, err := ParsePin(text); err != nil || p.String() != text {
			t.Errorf("%q becomes %q (%v)", text, p, err)
		}
	}
	for _, text := range []string{"", "wins@1", "win@5", "win@x", "win,press=0s", "win,press=300ms", "win,release=3s", "win,low", "hello", "honba"} {
		if p, err := ParsePin(text); text != "" && !errors.Is(err, ErrSetting) {
			t.Errorf("%q becomes %v (%v)", text, p, err)
		}
	}
}

// older is an adapter board that does not know some settings and keeps what it is told of the others.
type older struct {
	unknown map[byte]bool
	kept    map[byte][]byte
	says    []byte
	set     int
}

func (o *older) Write(b []byte) (int, error) {
	for part := range bytes.SplitSeq(b, []byte{0}) {
		f, err := parseFrame(part, make([]byte, 0, maxCOBS))
		if err != nil || f.kind != frameSet {
			continue
		}
		id, value, how := f.payload[0], f.payload[1:], byte(0)
		switch {
		case o.unknown[id]:
			how = 1
		case len(value) > 0:
			o.set++
			o.kept[id] = bytes.Clone(value)
		}
		o.says = appendFrame(o.says, frame{frameSetting, 0, f.number, append([]byte{id, how}, o.kept[id]...)})
	}
	return len(b), nil
}

func (o *older) Read(b []byte) (int, error) {
	n := copy(b, o.says)
	o.says = o.says[n:]
	return n, nil
}

func (o *older) Close() error { return nil }

// TestABoardThatKnowsNoCapacitorsStaysAsItWas asks firmware 1.1 to measure them.
func TestABoardThatKnowsNoCapacitorsStaysAsItWas(t *testing.T) {
	t.Parallel()
	amos, tenpal := DrawerKinds()[0], DrawerKinds()[1]
	board := &older{unknown: map[byte]bool{setCapacitors: true, setFarads: true}, kept: map[byte][]byte{}}
	client := NewSettingsClient(board)
	if err := errors.Join(client.Measures(t.Context(), amos), client.SetDrawers(t.Context(), amos)); err != nil {
		t.Fatal(err)
	}
	was := board.set
	for what, err := range map[string]error{"all compartments": client.SetDrawers(t.Context(), tenpal),
		"one": client.SetCompartment(t.Context(), 1, tenpal.Compartments[1]), "the question": client.Measures(t.Context(), tenpal)} {
		if !errors.Is(err, ErrSetting) || !strings.Contains(err.Error(), "flash it anew") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if one, err := client.Compartment(t.Context(), 1); err != nil || one != amos.Compartments[1] || board.set != was {
		t.Errorf("%d settings were written; the second compartment is %+v: %v", board.set-was, one, err)
	}
}
