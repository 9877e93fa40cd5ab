package device

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"jantaku/models"
)

// What a host and an adapter board of this project (firmware/) say about the board's
// settings. Hosts and boards that do not know these frames ignore them.
const (
	frameSetting frameType = 0x05 // number: that of the question; payload: setting, how it went, value
	frameSet     frameType = 0x14 // number: chosen by the host; payload: setting, and a value to write it
)

// Settings of the board, besides its pins, which are 0 to 17.
const (
	setSticks      = 32
	setCompartment = 33
	setConverters  = 38
	setCapacitors  = 39
	setLevels      = 64
	setDrawers     = 65
	setBoard       = 66
	setBus         = 67
	setFarads      = 68
	setLamps       = 96
)

// Faults that a board with converters tells, besides 1000 + 10 × place + compartment, which lies between two counts, and 1100 + the
// address of a converter that does not answer.
const (
	FaultBus    = 1180 // something holds the two-wire bus
	FaultSupply = 1181 // the supply of the sticks is not seen
)

// Errors of a board that was asked about a setting.
var (
	// ErrNoAnswer reports a board that does not answer questions about settings.
	ErrNoAnswer = errors.New("device: the board does not answer")
	// ErrSetting reports a setting that the board does not have, or a value that it refuses.
	ErrSetting = errors.New("device: setting")
)

// Uses of a pin that are no events.
const (
	PinOff    = "off"
	PinLamp   = "lamp"   // of a win button; Place says whose
	PinSelect = "select" // a line of the multiplexers; Place is its number, 0 to 3
	PinCharge = "charge" // charges and discharges the sticks where they are capacitors
)

const (
	codeLamp   = 0x80
	codeSelect = 0x81
	codeCharge = 0x82
)

// Pin says what an input or output of the board is for.
type Pin struct {
	Closes  string        // word of the event when the contact closes, or PinOff, PinLamp, PinSelect
	Opens   string        // word of the event when it opens; PinOff for none
	Place   int           // where the event needs one
	High    bool          // the contact is closed while the pin is high
	Float   bool          // without the pull-up resistor of the chip
	Press   time.Duration // a closed contact counts when it has held for 1 to 255 ms
	Release time.Duration // an open one, 10 ms to 2.55 s; 0 as Press
}

// PinNames are the pins in the order of the board's settings.
func PinNames() []string {
	var names []string
	for i := 2; i <= 13; i++ {
		names = append(names, "D"+strconv.Itoa(i))
	}
	for i := range 6 {
		names = append(names, "A"+strconv.Itoa(i))
	}
	return names
}

func pinNumber(name string) (int, error) {
	if i := slices.Index(PinNames(), strings.ToUpper(name)); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("%w: no pin is called %q but D2 to D13 and A0 to A5", ErrSetting, name)
}

// contactKinds are the events that a contact can tell.
var contactKinds = []Kind{StartPressed, DicePressed, ShuffleStarted, ShuffleDone, WallRaised, Dealt, RiichiStick, WinPressed, Emergency, TestMode}

func useCode(word string) (byte, error) {
	switch word {
	case PinOff, "":
		return 0, nil
	case PinLamp:
		return codeLamp, nil
	case PinSelect:
		return codeSelect, nil
	case PinCharge:
		return codeCharge, nil
	}
	if k, ok := kindOf(word); ok && slices.Contains(contactKinds, k) {
		return byte(k), nil
	}
	return 0, fmt.Errorf("%w: a pin cannot be for %q", ErrSetting, word)
}

func useWord(code byte) string {
	switch code {
	case 0:
		return PinOff
	case codeLamp:
		return PinLamp
	case codeSelect:
		return PinSelect
	case codeCharge:
		return PinCharge
	}
	return Kind(code).String()
}

// String gives the pin as ParsePin reads it.
func (p Pin) String() string {
	text := p.Closes
	if p.Opens != PinOff {
		text += "/" + p.Opens
	}
	if p.Place != 0 || p.Closes == PinSelect {
		text += "@" + strconv.Itoa(p.Place)
	}
	if p.Closes == PinOff && p.Opens == PinOff || p.Closes == PinLamp || p.Closes == PinSelect || p.Closes == PinCharge {
		return text
	}
	if p.High {
		text += ",high"
	}
	if p.Float {
		text += ",float"
	}
	text += ",press=" + p.Press.String()
	if p.Release != 0 {
		text += ",release=" + p.Release.String()
	}
	return text
}

// ParsePin reads what a pin is for, such as "win@2", "shuffle/raised,release=2s" or
// "riichi/riichi@1,high". The error wraps ErrSetting.
func ParsePin(text string) (Pin, error) {
	parts := strings.Split(text, ",")
	use, place, placed := strings.Cut(parts[0], "@")
	p := Pin{Opens: PinOff, Press: 5 * time.Millisecond, Release: 30 * time.Millisecond}
	p.Closes, p.Opens, _ = strings.Cut(use, "/")
	if p.Opens == "" {
		p.Opens = PinOff
	}
	if placed {
		n, err := strconv.Atoi(place)
		if err != nil || n < 0 || n > models.Places {
			return Pin{}, fmt.Errorf("%w: place %q is not 1 to %d", ErrSetting, place, models.Places)
		}
		p.Place = n
	}
	for _, part := range parts[1:] {
		word, value, _ := strings.Cut(part, "=")
		d, err := time.ParseDuration(value)
		switch word {
		case "high":
			p.High, err = true, nil
		case "float":
			p.Float, err = true, nil
		case "press":
			p.Press = d
		case "release":
			p.Release = d
		default:
			err = errors.New("is none of high, float, press=5ms, release=30ms")
		}
		if err != nil {
			return Pin{}, fmt.Errorf("%w: %q: %w", ErrSetting, part, err)
		}
	}
	_, err := p.bytes()
	return p, err
}

// bytes is the pin as the board keeps it.
func (p Pin) bytes() ([]byte, error) {
	closes, err := useCode(p.Closes)
	if err != nil {
		return nil, err
	}
	opens, err := useCode(p.Opens)
	if err != nil {
		return nil, err
	}
	press, release := p.Press.Milliseconds(), p.Release.Milliseconds()/10
	if press < 1 || press > 255 || release < 0 || release > 255 {
		return nil, fmt.Errorf("%w: a contact is believed after 1 to 255 ms when it closes and after 0 to 2.55 s when it opens", ErrSetting)
	}
	var flags byte
	if p.High {
		flags |= 1
	}
	if p.Float {
		flags |= 2
	}
	return []byte{closes, opens, byte(p.Place), flags, byte(press), byte(release)}, nil
}

func pinOf(raw []byte) (Pin, error) {
	if len(raw) != 6 {
		return Pin{}, fmt.Errorf("%w: a pin of %d bytes", ErrForm, len(raw))
	}
	return Pin{Closes: useWord(raw[0]), Opens: useWord(raw[1]), Place: int(raw[2]), High: raw[3]&1 != 0, Float: raw[3]&2 != 0,
		Press: time.Duration(raw[4]) * time.Millisecond, Release: time.Duration(raw[5]) * 10 * time.Millisecond}, nil
}

// Levels are the inputs of a board at one moment, by PinNames.
type Levels struct {
	Raw    []bool // closed at this moment
	Closed []bool // closed, and believed to be
}

// BoardHealth is what a board tells about itself.
type BoardHealth struct {
	Starts int    // how often it has started, modulo 65536
	Cause  string // of the last start
	Memory int    // bytes that were never used since
}

// SettingsClient asks an adapter board about its settings. It needs the port for itself.
type SettingsClient struct {
	port   Port
	buffer []byte
	number uint32
}

// NewSettingsClient uses an open port, which it does not close.
func NewSettingsClient(port Port) *SettingsClient { return &SettingsClient{port: port} }

const (
	settingTries = 12                     // a board may start anew when the port is opened, which takes it 2 s
	settingWait  = 400 * time.Millisecond // until the question is asked again
)

// ask brings a setting to the board, or asks for it when value is nil, and gives what the
// board has then. The error wraps ErrNoAnswer or ErrSetting.
func (c *SettingsClient) ask(ctx context.Context, setting byte, value []byte) ([]byte, error) {
	for range settingTries {
		c.number++
		question := appendFrame([]byte{0}, frame{frameSet, 0, c.number, append([]byte{setting}, value...)})
		if _, err := c.port.Write(question); err != nil {
			return nil, fmt.Errorf("setting %d: %w", setting, err)
		}
		answer, err := c.answer(ctx, setting)
		if err != nil || answer == nil {
			if err != nil {
				return nil, err
			}
			continue
		}
		switch answer[1] {
		case 0:
			return answer[2:], nil
		case 1:
			return nil, fmt.Errorf("%w %d is not known to this board; flash it anew", ErrSetting, setting)
		}
		return nil, fmt.Errorf("%w %d: the board refuses % x", ErrSetting, setting, value)
	}
	return nil, fmt.Errorf("%w questions about settings; is it an adapter board with the firmware of jantaku, and is no other program using the port?", ErrNoAnswer)
}

// answer waits for the answer to the last question; nil when there is none.
func (c *SettingsClient) answer(ctx context.Context, setting byte) ([]byte, error) {
	scratch := make([]byte, 0, maxCOBS)
	piece := make([]byte, 256)
	for end := time.Now().Add(settingWait); time.Now().Before(end); {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		n, err := c.port.Read(piece)
		if err != nil {
			return nil, err
		}
		c.buffer = append(c.buffer, piece[:n]...)
		for {
			part, rest, whole := bytes.Cut(c.buffer, []byte{0})
			if !whole {
				break
			}
			c.buffer = rest
			if len(part) == 0 || len(part) > maxCOBS {
				continue
			}
			f, err := parseFrame(part, scratch)
			if err == nil && f.kind == frameSetting && f.number == c.number && len(f.payload) >= 2 && f.payload[0] == setting {
				return bytes.Clone(f.payload), nil
			}
		}
		if len(c.buffer) > 4*maxCOBS {
			c.buffer = nil
		}
	}
	return nil, nil
}

// Pin asks for a pin by its name.
func (c *SettingsClient) Pin(ctx context.Context, name string) (Pin, error) {
	i, err := pinNumber(name)
	if err != nil {
		return Pin{}, err
	}
	raw, err := c.ask(ctx, byte(i), nil)
	if err != nil {
		return Pin{}, err
	}
	return pinOf(raw)
}

// SetPin writes a pin, and compares with what the board reads back.
func (c *SettingsClient) SetPin(ctx context.Context, name string, p Pin) error {
	i, err := pinNumber(name)
	if err != nil {
		return err
	}
	raw, err := p.bytes()
	if err != nil {
		return err
	}
	return c.set(ctx, byte(i), raw)
}

func (c *SettingsClient) set(ctx context.Context, setting byte, raw []byte) error {
	got, err := c.ask(ctx, setting, raw)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, raw) {
		return fmt.Errorf("%w %d was written as % x and reads % x", ErrSetting, setting, raw, got)
	}
	return nil
}

// Sticks tells whether drawers are measured, and the analogue inputs of the two multiplexers.
func (c *SettingsClient) Sticks(ctx context.Context) (on bool, analog [2]int, err error) {
	raw, err := c.ask(ctx, setSticks, nil)
	if err != nil {
		return false, analog, err
	}
	if len(raw) != 3 {
		return false, analog, fmt.Errorf("%w: sticks of %d bytes", ErrForm, len(raw))
	}
	return raw[0] == 1, [2]int{int(raw[1]), int(raw[2])}, nil
}

// SetSticks says whether drawers are measured, at which analogue inputs (0 to 7).
func (c *SettingsClient) SetSticks(ctx context.Context, on bool, analog [2]int) error {
	raw := []byte{0, byte(analog[0]), byte(analog[1])}
	if on {
		raw[0] = 1
	}
	return c.set(ctx, setSticks, raw)
}

// Converters are ADS1115 that measure the drawers instead of multiplexers.
type Converters struct {
	There [models.Places]bool // the one of a place, whose address is ConverterAddress; none where multiplexers are
	Range int                 // the highest voltage that they measure, mV: one of ConverterRanges
}

// Any reports whether there are converters at all.
func (c Converters) Any() bool { return c.There != [models.Places]bool{} }

// ConverterRanges are the voltages, mV, in the order of the converter's gain.
func ConverterRanges() []int { return []int{6144, 4096, 2048, 1024, 512, 256} }

// ConverterAddress is the address on the two-wire bus of the converter of a place.
func ConverterAddress(p models.Place) int { return 0x48 + p.Index() }

// Converters asks which converters the board was told to use. The error wraps ErrSetting where its firmware is older than they are.
func (c *SettingsClient) Converters(ctx context.Context) (all Converters, err error) {
	raw, err := c.ask(ctx, setConverters, nil)
	if err != nil {
		return all, err
	}
	if len(raw) != 2 || int(raw[1]) >= len(ConverterRanges()) {
		return all, fmt.Errorf("%w: converters % x", ErrForm, raw)
	}
	for i := range all.There {
		all.There[i] = raw[0]>>i&1 != 0
	}
	all.Range = ConverterRanges()[raw[1]]
	return all, nil
}

// SetConverters says which converters there are; none is for multiplexers.
func (c *SettingsClient) SetConverters(ctx context.Context, all Converters) error {
	gain := slices.Index(ConverterRanges(), all.Range)
	if gain < 0 {
		return fmt.Errorf("%w: converters have no range of %d mV but %v", ErrSetting, all.Range, ConverterRanges())
	}
	raw := []byte{0, byte(gain)}
	for i, there := range all.There {
		if there {
			raw[0] |= 1 << i
		}
	}
	return c.set(ctx, setConverters, raw)
}

// Bus is how the converters are at one moment.
type Bus struct {
	Answers [models.Places]bool
	Supply  int // of the sticks as it was measured, mV; 0 where it is not known
}

// Bus asks how the converters are.
func (c *SettingsClient) Bus(ctx context.Context) (b Bus, err error) {
	all, err := c.Converters(ctx)
	if err != nil {
		return b, err
	}
	raw, err := c.ask(ctx, setBus, nil)
	if err != nil {
		return b, err
	}
	if len(raw) != 3 {
		return b, fmt.Errorf("%w: a bus of %d bytes", ErrForm, len(raw))
	}
	for i := range b.Answers {
		b.Answers[i] = raw[0]>>i&1 != 0
	}
	b.Supply = int(binary.LittleEndian.Uint16(raw[1:])) * all.Range >> 15
	return b, nil
}

// Levels asks how the inputs are.
func (c *SettingsClient) Levels(ctx context.Context) (Levels, error) {
	raw, err := c.ask(ctx, setLevels, nil)
	if err != nil {
		return Levels{}, err
	}
	if len(raw) != 6 {
		return Levels{}, fmt.Errorf("%w: levels of %d bytes", ErrForm, len(raw))
	}
	bits := func(p []byte) (closed []bool) {
		for i := range PinNames() {
			closed = append(closed, p[i/8]>>(i%8)&1 != 0)
		}
		return closed
	}
	return Levels{bits(raw[:3]), bits(raw[3:])}, nil
}

// Health asks the board about itself.
func (c *SettingsClient) Health(ctx context.Context) (BoardHealth, error) {
	raw, err := c.ask(ctx, setBoard, nil)
	if err != nil {
		return BoardHealth{}, err
	}
	if len(raw) != 5 {
		return BoardHealth{}, fmt.Errorf("%w: health of %d bytes", ErrForm, len(raw))
	}
	cause := "power"
	switch {
	case raw[2]&8 != 0:
		cause = "watchdog"
	case raw[2]&4 != 0:
		cause = "brown-out"
	case raw[2]&2 != 0:
		cause = "reset"
	}
	return BoardHealth{int(binary.LittleEndian.Uint16(raw)), cause, int(binary.LittleEndian.Uint16(raw[3:]))}, nil
}
