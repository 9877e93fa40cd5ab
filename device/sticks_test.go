package device

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/models"
)

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

// divides is the share of the supply that sticks of 1 % parts leave.
func (d drawer) divides(random *rand.Rand) (shares [DrawerCompartments]float64) {
	part := func(ohms float64) float64 { return ohms * (1 + 0.01*(2*random.Float64()-1)) }
	sticks := []float64{10e3, 20e3, 100e3, 200e3, 1e6}
	references := []float64{1.2e3, 2.4e3, 12e3, 24e3, 120e3}
	for i, n := range d {
		conducts := 0.0
		for range n {
			conducts += 1 / part(sticks[i])
		}
		shares[i] = 1 / (1 + conducts*part(references[i]))
	}
	return shares
}

// how drawers are measured.
type how int

const (
	multiplexers how = iota
	converters
	charging // of capacitors, through multiplexers
)

// table is a board whose drawers are measured in one way or the other.
type table struct {
	*bench
	random *rand.Rand
	supply float64 // of the sticks, volts
	how    how
	points map[models.Place]int
	faults map[int]bool
}

func newTable(t *testing.T, seed uint64, how how) *table {
	b := &table{newBench(t, seed), rand.New(rand.NewPCG(seed, 8)), 5, how, map[models.Place]int{}, map[int]bool{}}
	client := NewSettingsClient(chipPort{b.Chip})
	for place := range models.Places {
		b.lay(place, drawer{})
	}
	if how == charging {
		b.Do("charge D9 %d", int(b.part(100e3)))
		b.Do("offset %d", b.random.IntN(5)-2)
		pin := Pin{Closes: PinCharge, Opens: PinOff, Press: time.Millisecond}
		if err := errors.Join(client.SetPin(t.Context(), "D9", pin), client.SetDrawers(t.Context(), DrawerKinds()[1]), client.SetTolerance(t.Context(), 1)); err != nil {
			t.Fatal(err)
		}
	}
	if how == converters {
		b.supply = 4.8 // of a long cable; the chip's own inputs are compared with it, too
		b.lay(0, drawer{})
		if err := client.SetConverters(t.Context(), Converters{There: [models.Places]bool{true, true, true, true}, Range: 6144}); err != nil {
			t.Fatal(err)
		}
	} else {
		for i := range 4 {
			if err := client.SetPin(t.Context(), fmt.Sprintf("A%d", i), Pin{Closes: PinSelect, Opens: PinOff, Place: i, Press: time.Millisecond}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := client.SetSticks(t.Context(), true, [2]int{6, 7}); err != nil {
		t.Fatal(err)
	}
	b.back()
	b.pass(3 * time.Second)
	b.hear()
	return b
}

// part is a part of 1 %.
func (b *table) part(value float64) float64 { return value * (1 + 0.01*(2*b.random.Float64()-1)) }

// lay puts sticks into a drawer.
func (b *table) lay(place int, d drawer) {
	if b.how == charging {
		b.layCapacitors(place, d)
		return
	}
	for i, share := range d.divides(b.random) {
		mv := int(1000*b.supply*share + .5)
		if b.how == multiplexers {
			b.Do("mux %d %d", place*DrawerCompartments+i, mv)
			continue
		}
		b.Do("ain 3.3 %d", int(1e6*b.supply))
		own := int(5000*share + .5) // the chip's inputs are compared with its supply, which is that of the sticks
		switch {
		case i == 4:
			b.Do("own %d %d", place, own)
		case i == 3 && place == 3:
			b.Do("own 6 %d", own)
		default:
			b.Do("ain %d.%d %d", place, i, int(1e6*b.supply*share))
		}
	}
}

// layCapacitors puts sticks of Century Tenpal into a drawer, with up to two metres of wire.
func (b *table) layCapacitors(place int, d drawer) {
	for i, one := range DrawerKinds()[1].Compartments {
		farads, siemens, ohms := 50+300*b.random.Float64(), 0.0, 0.0
		for range d[i] {
			farads += b.part(float64(one.Capacitance))
			if one.Stick > 0 {
				siemens += 1 / b.part(float64(one.Stick))
			}
		}
		if siemens > 0 {
			ohms = 1 / siemens
		}
		b.Do("lay %d %d %.0f", place*DrawerCompartments+i, int(farads), ohms)
	}
}

// hear lets sticks lie still and takes what the board tells of them.
func (b *table) hear() {
	still := 1700 * time.Millisecond
	if b.how == charging {
		still = 7 * time.Second
	}
	b.pass(still)
	for _, e := range b.got {
		switch e.Kind {
		case StickPoints:
			b.points[e.Place] = e.Value
		case FaultRaised:
			b.faults[e.Value] = true
		case FaultCleared:
			delete(b.faults, e.Value)
		case StateIs:
			if e.Status.Points == [models.Places]int{} {
				continue // unknown
			}
			for i, p := range e.Status.Points {
				b.points[models.PlaceAt(i)] = p
			}
		}
	}
	b.got = nil
}

// countsEverySum lays every sum from 0 to 60,000, by day one of so many.
func countsEverySum(t *testing.T, b *table, byDay int) {
	var laid [models.Places]int
	right, refused := 0, 0
	for sum := 0; sum <= 60_000; {
		for place := range models.Places {
			d := drawerOf(sum, b.random)
			if d.points() != sum {
				t.Fatalf("%v is worth %d, not %d", d, d.points(), sum)
			}
			b.lay(place, d)
			laid[place] = sum
			sum += 100 * sharedtest.Count(byDay, 1)
		}
		b.hear()
		for place, want := range laid {
			got := b.points[models.PlaceAt(place)]
			doubt := false
			for code := range b.faults {
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
	t.Logf("%d drawers right, %d refused, %v of the board's time", right, refused, time.Duration(b.US)*time.Microsecond)
	if refused*10 > right {
		t.Errorf("%d of %d drawers are refused", refused, right+refused)
	}
}

func TestFirmwareCountsEverySumOfADrawer(t *testing.T) {
	t.Parallel()
	b := newTable(t, 8, multiplexers)
	countsEverySum(t, b, 12)
	// A stick of 5,000 among those of 10,000.
	b.lay(0, drawer{})
	b.Do("mux 0 %d", 4717) // 5 V / (1 + 1.2 k / 20 k)
	b.hear()
	if !b.faults[1011] {
		t.Errorf("a stick of 5,000 in the compartment of 10,000 is not told: faults %v, points %v", b.faults, b.points)
	}
}

// TestFirmwareCountsEverySumOfCapacitors charges and discharges sticks of Century Tenpal at a converter that is up to two steps off.
func TestFirmwareCountsEverySumOfCapacitors(t *testing.T) {
	t.Parallel()
	b := newTable(t, 13, charging)
	countsEverySum(t, b, 30)
	for place := range models.Places {
		b.layCapacitors(place, drawer{2, 2, 5, 1, 5})
	}
	b.Do("lay 0 25100 333333")  // a stick of 5,000 among two of 10,000
	b.Do("lay 7 50100 1000000") // a stick of 10,000 among those of 1,000
	b.hear()
	if len(b.faults) != 2 || !b.faults[1011] || !b.faults[1023] {
		t.Errorf("two sticks in wrong compartments are told as faults %v, points %v", b.faults, b.points)
	}
	client := NewSettingsClient(chipPort{b.Chip})
	drawers, err := client.Drawers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if resistors, farads := drawers.Sticks(3, 0, DrawerKinds()[1].Compartments[0]); math.Abs(resistors-2) > .2 || math.Abs(farads-2) > .2 {
		t.Errorf("two sticks of 10,000 measure as %.2f by their resistors and %.2f by their capacitors", resistors, farads)
	}
	b.away = true
	if err := client.SetConverters(t.Context(), Converters{There: [models.Places]bool{true}, Range: 6144}); !errors.Is(err, ErrSetting) {
		t.Errorf("converters cannot measure capacitors: %v", err)
	}
	if err := client.SetDrawers(t.Context(), DrawerKinds()[0]); err != nil {
		t.Error(err)
	}
	health, err := client.Health(t.Context())
	if err != nil || health.Memory < 2048-1600 {
		t.Errorf("health %+v: %v", health, err)
	}
	t.Logf("%d of 2048 bytes of memory taken", 2048-health.Memory)
}

// TestSticksAreCountedAfterAnotherKindWasTried lets the board charge resistors for a round, which none of them can be, before it is told
// what they are.
func TestSticksAreCountedAfterAnotherKindWasTried(t *testing.T) {
	t.Parallel()
	b := newTable(t, 15, multiplexers)
	client := NewSettingsClient(chipPort{b.Chip})
	b.away = true
	if err := client.SetDrawers(t.Context(), DrawerKinds()[1]); err != nil {
		t.Fatal(err)
	}
	b.pass(2 * time.Second)
	if err := client.SetDrawers(t.Context(), DrawerKinds()[0]); err != nil {
		t.Fatal(err)
	}
	for place := range models.Places {
		b.lay(place, drawer{1, 2, 4, 1, 5})
	}
	b.back()
	b.hear()
	for place := range models.Places {
		if points := b.points[models.PlaceAt(place)]; points != 25_000 {
			t.Errorf("drawer %d holds %d, want 25000", place+1, points)
		}
	}
	if len(b.faults) > 0 {
		t.Errorf("sticks that are right are told as faults %v", b.faults)
	}
}

// TestConvertersCountEverySumOfADrawer measures with ADS1115 whose references, offsets and clocks differ as far as their data sheet
// allows.
func TestConvertersCountEverySumOfADrawer(t *testing.T) {
	t.Parallel()
	b := newTable(t, 9, converters)
	countsEverySum(t, b, 48)
	b.lay(0, drawer{})
	b.Do("ain 0.0 %d", int(1e6*b.supply/(1+1.2/20)))
	b.hear()
	if !b.faults[1011] {
		t.Errorf("a stick of 5,000 in the compartment of 10,000 is not told: faults %v, points %v", b.faults, b.points)
	}
	b.away = true
	if err := NewSettingsClient(chipPort{b.Chip}).SetSticks(t.Context(), false, [2]int{6, 7}); err != nil {
		t.Fatal(err)
	}
	b.back()
	b.hear()
	if len(b.faults) > 0 {
		t.Errorf("drawers that are measured no more have the faults %v", b.faults)
	}
}

// TestConvertersThatFailAreTold takes converters, bus and supply away; no drawer is told meanwhile, and every one after.
func TestConvertersThatFailAreTold(t *testing.T) {
	t.Parallel()
	b := newTable(t, 10, converters)
	sum := 25_000
	lay := func() {
		for place := range models.Places {
			b.lay(place, drawerOf(sum+1000*place, b.random))
		}
	}
	agree := func(when string) {
		t.Helper()
		for i := range models.Places {
			if got, want := b.points[models.PlaceAt(i)], sum+1000*i; got != want || len(b.faults) > 0 {
				t.Errorf("%s: %d in the drawer of place %d instead of %d, faults %v", when, got, i+1, want, b.faults)
			}
		}
	}
	lay()
	b.hear()
	agree("at first")
	client := NewSettingsClient(chipPort{b.Chip})
	for _, one := range []struct {
		name, wrong, right string
		code               int
		untold             []int // places
	}{
		{"a converter is away", "converter 1 0", "converter 1 1", 1173, []int{1}},
		{"the data are held", "hold -1", "hold 0", FaultBus, []int{0, 1, 2, 3}},
		{"the one that sees the supply is away", "converter 3 0", "converter 3 1", 1175, []int{0, 1, 2, 3}},
		{"the clock is held", "holdclock 1", "holdclock 0", FaultBus, []int{0, 1, 2, 3}},
		{"the supply is away", "ain 3.3 100", fmt.Sprintf("ain 3.3 %d", int(1e6*b.supply)), FaultSupply, []int{0, 1, 2, 3}},
	}[:sharedtest.Count(1, 5)] {
		b.Do("%s", one.wrong)
		b.hear()
		before := map[models.Place]int{}
		for p, points := range b.points {
			before[p] = points
		}
		if !b.faults[one.code] || len(b.faults) != 1 {
			t.Errorf("%s: faults %v, not %d", one.name, b.faults, one.code)
		}
		sum += 5000
		lay()
		if one.code == FaultSupply {
			b.Do("%s", one.wrong)
		}
		b.hear()
		for _, i := range one.untold {
			if p := models.PlaceAt(i); b.points[p] != before[p] {
				t.Errorf("%s: place %d is told as %d", one.name, i+1, b.points[p])
			}
		}
		if one.code == 1173 { // a host that comes just then is told of no drawer
			b.back()
			b.pass(300 * time.Millisecond)
			for _, e := range b.got {
				if e.Kind == StateIs && e.Status.Points != [models.Places]int{} {
					t.Errorf("%s: the state tells %v", one.name, e.Status.Points)
				}
			}
			b.away = true
			if bus, err := client.Bus(t.Context()); err != nil || bus.Answers != [models.Places]bool{true, false, true, true} || bus.Supply < 4700 || bus.Supply > 4900 {
				t.Errorf("the bus is told as %+v: %v", bus, err)
			}
			b.back()
		}
		b.Do("%s", one.right)
		b.hear()
		b.hear()
		agree("after " + one.name)
	}
	for clocks := sharedtest.Count(9, 1); clocks <= 9; clocks++ { // as a converter that was being read when the board started anew
		b.Do("hold %d", clocks)
		sum += 100
		lay()
		b.hear()
		agree(fmt.Sprintf("the data held for %d clocks", clocks))
	}
	for range sharedtest.Count(1, 20) { // the board starts anew in the middle of a transfer, the converters do not
		b.Run(time.Duration(b.random.IntN(40_000)) * time.Microsecond)
		b.Do("hang")
		b.pass(900 * time.Millisecond)
		sum += 100
		lay()
		b.hear()
		b.hear()
		agree("after the watchdog")
	}
}

// TestConvertersDoNotDelayAPress presses while all converters, and a bus that is held, are looked at.
func TestConvertersDoNotDelayAPress(t *testing.T) {
	pressesWhileMeasuring(t, newTable(t, 11, converters))
}

// TestChargingDoesNotDelayAPress presses while full drawers are charged and discharged.
func TestChargingDoesNotDelayAPress(t *testing.T) {
	b := newTable(t, 14, charging)
	for place := range models.Places {
		b.layCapacitors(place, drawer{3, 4, 9, 2, 12})
	}
	pressesWhileMeasuring(t, b)
}

func pressesWhileMeasuring(t *testing.T, b *table) {
	t.Parallel()
	var worst time.Duration
	for i := range sharedtest.Count(12, 1000) {
		if b.how == converters {
			b.Do("hold %d", []int{0, 0, 3, -1}[i/4%4])
		}
		b.pass(time.Duration(100+b.random.IntN(300))*time.Millisecond + time.Duration(b.random.IntN(1000))*time.Microsecond)
		b.got = nil
		pin, start := buttonOf(models.Place(1+i%4)), b.US
		b.Close(pin)
		for told := false; !told && b.US-start < 200_000; {
			b.exchange(b.Run(500 * time.Microsecond))
			for _, e := range b.got {
				told = told || e.Kind == WinPressed
			}
		}
		worst = max(worst, time.Duration(b.US-start)*time.Microsecond)
		b.Open(pin)
		b.pass(60 * time.Millisecond)
	}
	t.Logf("longest %v", worst)
	if worst > 40*time.Millisecond {
		t.Errorf("an event arrives %v after the press", worst)
	}
	client := NewSettingsClient(chipPort{b.Chip})
	health, err := client.Health(t.Context())
	if err != nil || health.Memory < 2048-1600 {
		t.Errorf("health %+v: %v", health, err)
	}
	t.Logf("%d of 2048 bytes of memory taken", 2048-health.Memory)
}

// TestSettingsOfAnEarlierFirmwareStay gives the board what firmware 1.0 had written.
func TestSettingsOfAnEarlierFirmwareStay(t *testing.T) {
	t.Parallel()
	b := newBench(t, 12)
	client := NewSettingsClient(chipPort{b.Chip})
	want := mustPin(t, "raised,press=77ms,release=500ms")
	if err := client.SetPin(t.Context(), "D9", want); err != nil {
		t.Fatal(err)
	}
	const at, room, size = 704, 160, 139 // of two copies, and the size of what 1.0 wrote
	memory := b.eeprom()
	for i := range 2 {
		one := memory[at+i*room:][:room]
		binary.LittleEndian.PutUint16(one[size-2:], crc16(one[:size-2])^0x3C3C)
		one[size], one[size+1] = 0xFF, 0xFF
	}
	b.Do("eeprom %x", memory)
	b.cut(1)
	b.Run(300 * time.Millisecond)
	if p, err := client.Pin(t.Context(), "D9"); err != nil || p != want {
		t.Errorf("the pin is %v (%v), want %v", p, err, want)
	}
	all, err := client.Converters(t.Context())
	if err != nil || all.Any() || all.Range != 6144 {
		t.Errorf("converters %+v: %v", all, err)
	}
	want = mustPin(t, "dealt,press=3ms,release=500ms")
	if err := errors.Join(client.SetPin(t.Context(), "A5", want), client.SetConverters(t.Context(), Converters{There: [models.Places]bool{true}, Range: 4096})); err != nil {
		t.Fatal(err)
	}
	b.cut(2)
	b.Run(300 * time.Millisecond)
	p, err := client.Pin(t.Context(), "A5")
	all, err2 := client.Converters(t.Context())
	if err := errors.Join(err, err2); err != nil || p != want || all.Range != 4096 || !all.There[0] || all.There[1] {
		t.Errorf("the pin is %v, converters %+v: %v", p, all, err)
	}
	if err := client.SetConverters(t.Context(), Converters{Range: 5000}); !errors.Is(err, ErrSetting) {
		t.Errorf("a range of 5 V: %v", err)
	}
}

// eeprom gives the 1,024 bytes.
func (b *bench) eeprom() []byte {
	var memory []byte
	if _, err := fmt.Sscanf(b.Do("eeprom")[0], "%x", &memory); err != nil {
		b.t.Fatal(err)
	}
	return memory
}
