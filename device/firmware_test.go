package device

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/laboratory/chip"
	"jantaku/models"
)

// buttonOf is the input of a win button as boards are wired that nobody has set.
func buttonOf(p models.Place) string { return chip.Button(int(p)) }

// bench is a board with the host's own session at the other end, both in the board's time:
// an hour takes as long as it must be computed.
type bench struct {
	*chip.Chip
	t       *testing.T
	session *referenceSession
	noise   *Noise
	away    bool // the host is
	got     []Event
}

func newBench(t *testing.T, seed uint64) *bench {
	b := &bench{Chip: chip.New(t), t: t, session: newReferenceSession(Position{}), noise: NewNoise(0, seed)}
	b.session.connect(b.now())
	b.pass(700 * time.Millisecond)
	if b.session.boot == 0 {
		t.Fatal("the board did not say hello")
	}
	return b
}

func (b *bench) now() time.Time { return time.Unix(1_800_000_000, b.US*1000) }

// pass lets both sides work. The host hears the board within 10 ms while that speaks, and within 40 once it is silent: each time is a
// switch between two processes, which takes longer than what the board does meanwhile.
func (b *bench) pass(d time.Duration) {
	b.t.Helper()
	const least, most = 10 * time.Millisecond, 40 * time.Millisecond
	for step := least; d > 0; {
		part := min(step, d)
		sent := b.Run(part)
		b.exchange(sent)
		if step = min(2*step, most); len(sent) > 0 {
			step = least
		}
		d -= part
	}
}

// exchange brings what the board sent to the host, and what the host says to the board.
func (b *bench) exchange(sent []byte) {
	if b.away {
		return
	}
	b.got = append(b.got, b.session.receive(b.noise.Damage(sent), b.now())...)
	if say := b.noise.Damage(b.session.send(b.now())); len(say) > 0 {
		b.Do("rx %x", say)
	}
}

// back is a host that comes back, with the position it had.
func (b *bench) back() {
	b.away = false
	b.session.connect(b.now())
	b.exchange(nil)
}

// cut takes the power away for a moment.
func (b *bench) cut(seed int) { b.Do("cut %d", seed) }

// press holds a button as a person does, with contacts that bounce for up to 3 ms.
func (b *bench) press(random *rand.Rand, pins ...string) {
	for _, pin := range pins {
		b.Close(pin)
	}
	if len(pins) == 1 {
		b.bounce(random, pins[0])
		b.Close(pins[0])
	}
	b.pass(time.Duration(40+random.IntN(60)) * time.Millisecond)
	for _, pin := range pins {
		b.Open(pin)
	}
	if len(pins) == 1 {
		b.bounce(random, pins[0])
		b.Open(pins[0])
	}
	b.pass(time.Duration(50+random.IntN(30)) * time.Millisecond)
}

// bounce opens and closes a contact for up to 3 ms, in which the host is not heard.
func (b *bench) bounce(random *rand.Rand, pin string) {
	var commands []string
	for left := 100 + random.IntN(2900); left > 0; {
		d := min(left, 20+random.IntN(700))
		commands = append(commands, fmt.Sprintf("pin %s %d", pin, random.IntN(2)), fmt.Sprintf("run %d", d))
		left -= d
	}
	b.Say(commands...)
	var sent []byte
	for i := range commands {
		if answer := b.Hear(); i%2 == 1 {
			sent = append(sent, b.Ran(answer)...)
		}
	}
	b.exchange(sent)
}

// spike is a pulse of less than 1 ms, as a motor induces it.
func (b *bench) spike(random *rand.Rand, pin string) {
	b.Close(pin)
	b.exchange(b.Run(time.Duration(50+random.IntN(950)) * time.Microsecond))
	b.Open(pin)
	b.pass(5 * time.Millisecond)
}

// wins gives the places of the win events that the host was told, and how many it was told as lost.
func (b *bench) wins() (places []models.Place, lost int) {
	for _, e := range b.got {
		switch e.Kind {
		case WinPressed:
			places = append(places, e.Place)
		case Lost:
			lost += e.Value
		case Hello, StateIs:
		default:
			b.t.Errorf("invented event %+v", e)
		}
	}
	return places, lost
}

// pressed is a press that must arrive, or may because the power went in the middle of it.
type pressed struct {
	place models.Place
	may   bool
}

// explains reports whether what arrived is what was pressed, in order: all that must be
// there, and nothing else.
func explains(want []pressed, got []models.Place) error {
	at := map[int]bool{0: true} // how far want may have been used up
	for i, place := range got {
		next := map[int]bool{}
		for from := range at {
			for k := from; k < len(want); k++ {
				if want[k].place == place {
					next[k+1] = true
				}
				if !want[k].may {
					break
				}
			}
		}
		if len(next) == 0 {
			return fmt.Errorf("event %d, a win at place %d, was not pressed then", i+1, place)
		}
		at = next
	}
	for from := range at {
		rest := want[from:]
		for len(rest) > 0 && rest[0].may {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return nil
		}
	}
	return fmt.Errorf("%d events of %d presses do not explain the last presses", len(got), len(want))
}

// TestFirmwareTellsEveryPressOnceUnderFaults presses at eight boards by night. Each is a part by itself, with presses and faults of its own:
// what was broken off goes on with -run 'UnderFaults/N$'.
func TestFirmwareTellsEveryPressOnceUnderFaults(t *testing.T) {
	t.Parallel()
	boards, total := sharedtest.Count(1, 8), sharedtest.Count(200, 100_000)
	if own, err := strconv.Atoi(os.Getenv("JANTAKU_PRESSES")); err == nil {
		boards, total = 8, own
	}
	for n := range boards {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			t.Parallel()
			pressUnderFaults(t, (total+boards-1)/boards, uint64(n))
		})
	}
}

func pressUnderFaults(t *testing.T, total int, seed uint64) {
	random := rand.New(rand.NewPCG(uint64(total), 56+seed))
	b := newBench(t, 56+seed)
	b.got = nil
	var want, all []pressed
	var cuts, absences, spikes, pairs, arrived int
	// check compares what was pressed with what arrived, now that all of it must have.
	check := func() {
		b.noise.Rate = 0
		for tries := 0; b.session.next != uint32(0) && tries < 40; tries++ {
			b.pass(100 * time.Millisecond)
			if got, _ := b.wins(); len(got) >= len(want) {
				break
			}
		}
		got, lost := b.wins()
		if err := explains(want, got); err != nil || lost != 0 {
			t.Fatalf("after %d presses: %v; %d told as lost\nwant %v\ngot  %v", len(all), err, lost, want, got)
		}
		if before := arrived; before/5000 != (before+len(got))/5000 {
			t.Logf("%d arrived so far", before+len(got))
		}
		arrived += len(got)
		b.got, want = nil, nil
	}
	for len(all) < total {
		if random.IntN(12) == 0 {
			b.noise.Rate = []float64{0, 0.01, 0.03}[random.IntN(3)]
		}
		place := models.Place(1 + random.IntN(4))
		one := pressed{place: place}
		switch n := random.IntN(40); {
		case n == 0 && !b.away: // the host goes away for a while
			b.away, absences = true, absences+1
		case n == 1 && b.away:
			b.back()
		case n < 6:
			b.spike(random, buttonOf(place))
			spikes++
			continue
		case n < 9: // the power goes while a button is held
			b.Close(buttonOf(place))
			before := time.Duration(random.IntN(90_000)) * time.Microsecond
			b.pass(before)
			b.cut(random.IntN(1 << 30))
			b.pass(150 * time.Millisecond)
			b.Open(buttonOf(place))
			b.pass(100 * time.Millisecond)
			one.may = before < 45*time.Millisecond
			cuts++
			want, all = append(want, one), append(all, one)
			continue
		case n < 13: // two at once
			other := models.Place(1 + random.IntN(4))
			if other <= place {
				continue
			}
			b.press(random, buttonOf(place), buttonOf(other))
			want, all = append(want, one, pressed{place: other}), append(all, one, pressed{place: other})
			pairs++
			continue
		}
		b.press(random, buttonOf(place))
		want, all = append(want, one), append(all, one)
		if len(want) >= 40 {
			if b.away {
				b.back()
			}
			check()
		}
	}
	if b.away {
		b.back()
	}
	check()
	t.Logf("%d presses (%d in pairs), %d spikes, %d cuts of the power, %d absences of the host, bytes: %d flipped, %d dropped, %d doubled; %d arrived, %v of the board's time",
		len(all), 2*pairs, spikes, cuts, absences, b.noise.Flipped, b.noise.Dropped, b.noise.Doubled, arrived, time.Duration(b.US)*time.Microsecond)
}

func TestFirmwareTellsAPressWithin40Milliseconds(t *testing.T) {
	t.Parallel()
	b := newBench(t, 1)
	random := rand.New(rand.NewPCG(1, 1))
	var worst, sum time.Duration
	n := sharedtest.Count(50, 2000)
	for i := range n {
		b.pass(time.Duration(100+random.IntN(400))*time.Millisecond + time.Duration(random.IntN(1000))*time.Microsecond)
		b.got = nil
		pin := buttonOf(models.Place(1 + i%4))
		start := b.US
		b.Close(pin)
		for len(b.got) == 0 && b.US-start < 200_000 {
			b.exchange(b.Run(500 * time.Microsecond))
		}
		took := time.Duration(b.US-start) * time.Microsecond
		worst, sum = max(worst, took), sum+took
		b.Open(pin)
		b.pass(60 * time.Millisecond)
	}
	t.Logf("%d presses: mean %v, longest %v", n, sum/time.Duration(n), worst)
	if worst > 40*time.Millisecond {
		t.Errorf("an event arrives %v after the press", worst)
	}
}

// TestFirmwareLosesNothingWhereverThePowerGoes takes the power away after a number of
// instructions since a press was believed: at all of them at night.
func TestFirmwareLosesNothingWhereverThePowerGoes(t *testing.T) {
	t.Parallel()
	b := newBench(t, 2)
	random := rand.New(rand.NewPCG(2, 2))
	torn, kept := 0, 0
	const last = 40_000 // instructions; until then the event is written and told
	for k := 0; k < last; k += sharedtest.Count(997, 1) {
		b.got = nil
		b.Close("D2")
		b.Run(4500 * time.Microsecond)
		b.Do("step %d", k)
		seen := len(b.got)
		b.exchange(b.Run(0))
		seen = len(b.got) - seen
		if b.Do("cut %d", k)[0] == "1" {
			torn++
		}
		b.pass(150 * time.Millisecond)
		b.Open("D2")
		b.pass(100 * time.Millisecond)
		b.press(random, "D4")
		b.pass(200 * time.Millisecond)
		got, lost := b.wins()
		if err := explains([]pressed{{1, seen == 0}, {3, false}}, got); err != nil || lost != 0 {
			t.Fatalf("power gone after %d instructions: %v; got %v, %d lost", k, err, got, lost)
		}
		kept += len(got) - 1
	}
	t.Logf("%d cuts in the middle of a byte, %d presses kept", torn, kept)
	if torn == 0 || kept == 0 {
		t.Error("no cut fell into the writing of a record")
	}
}

func TestFirmwareSaysHowMuchItsLogLost(t *testing.T) {
	t.Parallel()
	b := newBench(t, 3)
	random := rand.New(rand.NewPCG(3, 3))
	b.got, b.away = nil, true
	var want []pressed
	for range 130 {
		place := models.Place(1 + random.IntN(4))
		b.press(random, buttonOf(place))
		want = append(want, pressed{place: place})
	}
	b.back()
	b.pass(3 * time.Second)
	got, lost := b.wins()
	if lost+len(got) != len(want) || len(got) < 32 {
		t.Fatalf("%d arrived and %d were told as lost, of %d", len(got), lost, len(want))
	}
	if err := explains(want[lost:], got); err != nil {
		t.Error(err)
	}
}

// TestFirmwareCountsThroughWeeks jumps to the end of the board's 32-bit clock and beyond.
func TestFirmwareCountsThroughWeeks(t *testing.T) {
	t.Parallel()
	b := newBench(t, 4)
	random := rand.New(rand.NewPCG(4, 4))
	b.Do("clock %d", uint32(math.MaxUint32-2000))
	for hour := range 2 {
		b.got = nil
		b.press(random, "D3")
		b.pass(time.Duration(sharedtest.Count(20, 3600)) * time.Second)
		got, lost := b.wins()
		if err := explains([]pressed{{place: 2}}, got); err != nil || lost > 0 {
			t.Fatalf("part %d: %v; %d lost", hour, err, lost)
		}
		if age := b.got[0].Time.Sub(b.now()); age < -2*time.Hour || age > 0 {
			t.Errorf("the press was %v ago", -age)
		}
	}
}

func TestFirmwareRestartsItselfWhenItHangs(t *testing.T) {
	t.Parallel()
	b := newBench(t, 5)
	random := rand.New(rand.NewPCG(5, 5))
	b.got = nil
	b.press(random, "D2")
	b.Do("hang")
	b.pass(2 * time.Second)
	b.press(random, "D5")
	b.pass(time.Second)
	got, lost := b.wins()
	if err := explains([]pressed{{place: 1}, {place: 4}}, got); err != nil || lost > 0 {
		t.Fatalf("%v; %d lost", err, lost)
	}
}

func TestFirmwareFitsTheChip(t *testing.T) {
	t.Parallel()
	built := chip.Build(t)
	m := regexp.MustCompile(`flash (\d+) bytes, variables (\d+) bytes`).FindStringSubmatch(built.Said)
	if m == nil {
		t.Fatalf("make says %q", built.Said)
	}
	t.Log(m[0])
	if flash, _ := strconv.Atoi(m[1]); flash > 16*1024 {
		t.Errorf("%d bytes of flash", flash)
	}
}

// TestFirmwareOverAPseudoTerminal plays with the whole link, in real time.
func TestFirmwareOverAPseudoTerminal(t *testing.T) {
	c := chip.New(t)
	port := c.Do("pty")[0]
	link, err := NewLink(Options{Port: port, Dialect: Reference, Baud: DefaultBaud})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, done := make(chan Event, 64), make(chan error, 1)
	go func() { done <- link.Run(ctx, out) }()
	var got []Event
	for ms := 0; ms < 5000; ms += 2 {
		switch ms {
		case 1400, 4000:
			c.Close("D2")
		case 1500, 4100:
			c.Open("D2")
		case 1700:
			c.Close("A4")
		case 1800:
			c.Open("A4")
		}
		c.Run(2 * time.Millisecond)
		time.Sleep(time.Millisecond)
		for len(out) > 0 {
			got = append(got, <-out)
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, e := range got {
		words = append(words, fmt.Sprintf("%s %d %d", e.Kind, e.Place, e.Value))
	}
	want := "link-up 0 0, hello 0 0, state 0 0, win 1 0, emergency 0 1, emergency 0 0, win 1 0"
	if all := strings.Join(words, ", "); all != want {
		t.Errorf("the link tells\n%s\nwant\n%s", all, want)
	}
}
