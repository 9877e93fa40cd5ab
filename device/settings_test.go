package device

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"jantaku/firmware/chip"
	"jantaku/internal/sharedtest"
	"jantaku/models"
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

// drawer is what lies in a drawer: how many sticks of each compartment.
type drawer [DrawerCompartments]int

func (d drawer) points() int { return d[0]*10000 + d[1]*5000 + d[2]*1000 + d[3]*500 + d[4]*100 }

// drawerOf puts a sum into a drawer in one of the ways that players do.
func drawerOf(points int, random *rand.Rand) (d drawer) {
	for i, worth := range []int{10000, 5000, 1000, 500, 100} {
		d[i] = min(points/worth, 20)
		if i < 4 && d[i] > 0 { // small change, as long as it fits
			change := worth / []int{5000, 1000, 500, 100}[i]
			if give := random.IntN(2); give <= d[i] && change*give+(points-d[i]*worth)/max(1, worth/change) < 14 {
				d[i] -= give
			}
		}
		points -= d[i] * worth
	}
	return d
}

// lay puts sticks of 1 % parts into a drawer of the simulated table.
func (b *bench) lay(place int, d drawer, random *rand.Rand) {
	part := func(ohms float64) float64 { return ohms * (1 + 0.01*(2*random.Float64()-1)) }
	sticks := []float64{10e3, 20e3, 100e3, 200e3, 1e6}
	references := []float64{1.2e3, 2.4e3, 12e3, 24e3, 120e3}
	for i, n := range d {
		conducts := 0.0
		for range n {
			conducts += 1 / part(sticks[i])
		}
		mv := 5000 / (1 + conducts*part(references[i]))
		b.Do("mux %d %d", place*DrawerCompartments+i, int(mv+.5))
	}
}

// TestFirmwareCountsEverySumOfADrawer lays every sum from 0 to 60,000.
func TestFirmwareCountsEverySumOfADrawer(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(8, 8))
	b := newBench(t, 8)
	client := NewSettingsClient(chipPort{b.Chip})
	for i := range 4 {
		if err := client.SetPin(t.Context(), fmt.Sprintf("A%d", i), Pin{Closes: PinSelect, Opens: PinOff, Place: i, Press: time.Millisecond}); err != nil {
			t.Fatal(err)
		}
	}
	for place := range models.Places {
		b.lay(place, drawer{}, random)
	}
	if err := client.SetSticks(t.Context(), true, [2]int{6, 7}); err != nil {
		t.Fatal(err)
	}
	b.back()
	b.pass(3 * time.Second)
	var laid [models.Places]int
	points := map[models.Place]int{}
	faults := map[int]bool{}
	hear := func() {
		b.pass(1600 * time.Millisecond)
		for _, e := range b.got {
			switch e.Kind {
			case StickPoints:
				points[e.Place] = e.Value
			case FaultRaised:
				faults[e.Value] = true
			case FaultCleared:
				delete(faults, e.Value)
			case StateIs:
				for i, p := range e.Status.Points {
					points[models.PlaceAt(i)] = p
				}
			}
		}
		b.got = nil
	}
	hear()
	right, refused := 0, 0
	for sum := 0; sum <= 60_000; {
		for place := range models.Places {
			d := drawerOf(sum, random)
			if d.points() != sum {
				t.Fatalf("%v is worth %d, not %d", d, d.points(), sum)
			}
			b.lay(place, d, random)
			laid[place] = sum
			sum += 100 * sharedtest.Count(12, 1)
		}
		hear()
		for place, want := range laid {
			got := points[models.PlaceAt(place)]
			doubt := false
			for code := range faults {
				doubt = doubt || (code-1000)/10 == place+1
			}
			switch {
			case doubt:
				refused++
			case got == want:
				right++
			default:
				t.Errorf("%d points at place %d are told as %d", want, place+1, got)
			}
		}
	}
	t.Logf("%d drawers right, %d refused", right, refused)
	if refused*10 > right {
		t.Errorf("%d of %d drawers are refused", refused, right+refused)
	}
	// A stick of 5,000 among those of 10,000.
	b.lay(0, drawer{}, random)
	b.Do("mux 0 %d", 4717) // 5 V / (1 + 1.2 k / 20 k)
	hear()
	if !faults[1011] {
		t.Errorf("a stick of 5,000 in the compartment of 10,000 is not told: faults %v, points %v", faults, points)
	}
}
