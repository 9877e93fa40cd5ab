package device

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"jantaku/models"
)

// DrawerCompartments is the number of compartments of a drawer.
const DrawerCompartments = 5

// Compartment is one compartment of each drawer: the sticks in it lie in parallel.
type Compartment struct {
	Worth       int // of a stick, points, a multiple of 100 up to 25,500
	Stick       int // resistance of a stick, ohms, a multiple of 100; 0 where it is a capacitor alone
	Reference   int // resistance to the supply, or to the pin that charges, ohms, a multiple of 100
	Capacitance int // of a stick, pF, a multiple of 10; 0 where it is a resistor alone
}

func (c Compartment) bytes() ([]byte, error) {
	for _, v := range []int{c.Worth, c.Stick, c.Reference} {
		if v < 0 || v%100 != 0 || v/100 > 65535 {
			return nil, fmt.Errorf("%w: %d is not a multiple of 100 up to 6,553,500", ErrSetting, v)
		}
	}
	switch {
	case c.Worth == 0 || c.Worth > 25500:
		return nil, fmt.Errorf("%w: a stick of %d points", ErrSetting, c.Worth)
	case c.Reference == 0:
		return nil, fmt.Errorf("%w: no resistance to the supply", ErrSetting)
	case c.Stick == 0 && c.Capacitance == 0:
		return nil, fmt.Errorf("%w: a stick that is neither resistor nor capacitor", ErrSetting)
	case c.Capacitance < 0 || c.Capacitance%10 != 0 || c.Capacitance/10 > 65535:
		return nil, fmt.Errorf("%w: %d pF is not a multiple of 10 up to 655,350", ErrSetting, c.Capacitance)
	}
	raw := []byte{byte(c.Worth / 100)}
	raw = binary.LittleEndian.AppendUint16(raw, uint16(c.Stick/100))
	return binary.LittleEndian.AppendUint16(raw, uint16(c.Reference/100)), nil
}

// DrawerKind is what the sticks of a kind of tables are.
type DrawerKind struct {
	Name         string
	Compartments [DrawerCompartments]Compartment
	Tolerance    int // of the sticks, percent
}

// DrawerKinds are the sticks that are known, as EiMOS (github.com/ChitoKim/EiMOS) measured them. How exact capacitors are nobody
// has told; 5 % is usual.
func DrawerKinds() []DrawerKind {
	return []DrawerKind{
		{"amos", [DrawerCompartments]Compartment{{10000, 10e3, 1200, 0}, {5000, 20e3, 2400, 0}, {1000, 100e3, 12e3, 0}, {500, 200e3, 24e3, 0}, {100, 1e6, 120e3, 0}}, 1},
		{"tenpal", [DrawerCompartments]Compartment{{10000, 1e6, 100e3, 10e3}, {5000, 500e3, 100e3, 5e3}, {1000, 0, 100e3, 10e3}, {500, 0, 100e3, 5e3}, {100, 0, 100e3, 10e3}}, 5},
	}
}

// capacitors are the capacitances of sticks, pF, and the tolerance of all, percent.
type capacitors struct {
	sticks    [DrawerCompartments]int
	tolerance int
}

// capacitors asks for them. A board whose firmware is older than they are has none.
func (c *SettingsClient) capacitors(ctx context.Context) (all capacitors, err error) {
	raw, err := c.ask(ctx, setCapacitors, nil)
	if errors.Is(err, ErrSetting) {
		return capacitors{tolerance: 1}, nil
	}
	if err != nil {
		return all, err
	}
	if len(raw) != 2*DrawerCompartments+1 {
		return all, fmt.Errorf("%w: capacitors of %d bytes", ErrForm, len(raw))
	}
	for i := range all.sticks {
		all.sticks[i] = int(binary.LittleEndian.Uint16(raw[2*i:])) * 10
	}
	all.tolerance = int(raw[2*DrawerCompartments])
	return all, nil
}

func (c *SettingsClient) changeCapacitors(ctx context.Context, change func(*capacitors)) error {
	was, err := c.capacitors(ctx)
	if err != nil {
		return err
	}
	all := was
	if change(&all); all == was {
		return nil
	}
	var raw []byte
	for _, pf := range all.sticks {
		raw = binary.LittleEndian.AppendUint16(raw, uint16(pf/10))
	}
	return c.set(ctx, setCapacitors, append(raw, byte(all.tolerance)))
}

// Tolerance asks how far sticks may differ from what they are, percent.
func (c *SettingsClient) Tolerance(ctx context.Context) (int, error) {
	all, err := c.capacitors(ctx)
	return all.tolerance, err
}

// SetTolerance says how far sticks may differ from what they are, 1 to 20 percent: the more, the fewer a compartment can hold until
// it lies between two counts, 20 at 1 %, 7 at 5 % (firmware/count.c).
func (c *SettingsClient) SetTolerance(ctx context.Context, percent int) error {
	if percent < 1 || percent > 20 {
		return fmt.Errorf("%w: a tolerance of %d %% is not 1 to 20", ErrSetting, percent)
	}
	return c.changeCapacitors(ctx, func(all *capacitors) { all.tolerance = percent })
}

// Compartment asks for compartment i, 0 to 4.
func (c *SettingsClient) Compartment(ctx context.Context, i int) (Compartment, error) {
	raw, err := c.ask(ctx, byte(setCompartment+i), nil)
	if err != nil {
		return Compartment{}, err
	}
	if len(raw) != 5 {
		return Compartment{}, fmt.Errorf("%w: a compartment of %d bytes", ErrForm, len(raw))
	}
	all, err := c.capacitors(ctx)
	if err != nil {
		return Compartment{}, err
	}
	return Compartment{Worth: int(raw[0]) * 100, Stick: int(binary.LittleEndian.Uint16(raw[1:])) * 100,
		Reference: int(binary.LittleEndian.Uint16(raw[3:])) * 100, Capacitance: all.sticks[i]}, nil
}

// SetCompartment writes compartment i, 0 to 4, of every drawer.
func (c *SettingsClient) SetCompartment(ctx context.Context, i int, one Compartment) error {
	if i < 0 || i >= DrawerCompartments {
		return fmt.Errorf("%w: a drawer has no compartment %d", ErrSetting, i+1)
	}
	raw, err := one.bytes()
	if err != nil {
		return err
	}
	// Capacitors first: a board that refuses them stays as it was.
	if err := c.changeCapacitors(ctx, func(all *capacitors) { all.sticks[i] = one.Capacitance }); err != nil {
		return err
	}
	return c.set(ctx, byte(setCompartment+i), raw)
}

// SetDrawers writes all compartments for sticks of a kind. A board that cannot measure them, whose firmware is older or which has
// converters, stays as it was; the error wraps ErrSetting.
func (c *SettingsClient) SetDrawers(ctx context.Context, kind DrawerKind) error {
	var raws [DrawerCompartments][]byte
	for i, one := range kind.Compartments {
		raw, err := one.bytes()
		if err != nil {
			return err
		}
		raws[i] = raw
	}
	if err := c.changeCapacitors(ctx, func(all *capacitors) {
		for i, one := range kind.Compartments {
			all.sticks[i] = one.Capacitance
		}
		all.tolerance = kind.Tolerance
	}); err != nil {
		return err
	}
	for i, raw := range raws {
		if err := c.set(ctx, byte(setCompartment+i), raw); err != nil {
			return err
		}
	}
	return nil
}

// Measures says whether the firmware of the board is new enough for sticks of a kind; the error wraps ErrSetting where it is not.
func (c *SettingsClient) Measures(ctx context.Context, kind DrawerKind) error {
	if !slices.ContainsFunc(kind.Compartments[:], func(one Compartment) bool { return one.Capacitance > 0 }) {
		return nil
	}
	_, err := c.ask(ctx, setCapacitors, nil)
	return err
}

// Drawers are what was measured in the compartments, place by place.
type Drawers struct {
	// Readings are 0 to 1: nothing in the way to the supply is 1, and n sticks are 1 / (1 + n · reference / stick).
	Readings [models.Places][DrawerCompartments]float64
	// Capacitances are pF, where sticks are capacitors; 655,350 where none could be measured.
	Capacitances [models.Places][DrawerCompartments]int
}

// Drawers asks what is measured at this moment.
func (c *SettingsClient) Drawers(ctx context.Context) (d Drawers, err error) {
	raw, err := c.ask(ctx, setDrawers, nil)
	if err != nil {
		return d, err
	}
	farads, err := c.ask(ctx, setFarads, nil)
	if errors.Is(err, ErrSetting) { // an older firmware
		farads, err = make([]byte, len(raw)), nil
	}
	if err != nil {
		return d, err
	}
	if size := 2 * models.Places * DrawerCompartments; len(raw) != size || len(farads) != size {
		return d, fmt.Errorf("%w: drawers of %d and %d bytes", ErrForm, len(raw), len(farads))
	}
	for i := range models.Places * DrawerCompartments {
		place, k := i/DrawerCompartments, i%DrawerCompartments
		d.Readings[place][k] = float64(binary.LittleEndian.Uint16(raw[2*i:])) / (4 * 1023)
		d.Capacitances[place][k] = int(binary.LittleEndian.Uint16(farads[2*i:])) * 10
	}
	return d, nil
}

// Sticks is how many sticks conduct as much, and how many hold as much charge, as was measured at a place: whole numbers where all
// is well, and 0 for what these sticks do not have.
func (d Drawers) Sticks(p models.Place, i int, c Compartment) (resistors, capacitors float64) {
	if reading := d.Readings[p.Index()][i]; reading > 0 {
		resistors = max(0, 1/reading-1) * float64(c.Stick) / float64(c.Reference)
	}
	if c.Capacitance > 0 {
		capacitors = float64(d.Capacitances[p.Index()][i]) / float64(c.Capacitance)
	}
	return resistors, capacitors
}
