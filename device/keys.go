package device

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"jantaku/models"
)

// Of linux/input.h and linux/input-event-codes.h.
const (
	inputTime    = int(unsafe.Sizeof(unix.Timeval{})) // before type, code and value of an event
	inputEvent   = inputTime + 8                      // bytes of an event
	inputKey     = 0x01                               // type of a key
	inputPressed = 1                                  // value of a key: 0 released, 2 repeated while it is held
	inputGrab    = 0x40044590                         // EVIOCGRAB
)

// keyNames are keys that keypads and presenters have, by their codes; others are called KEY_ and the code.
var keyNames = map[uint16]string{
	1: "KEY_ESC", 2: "KEY_1", 3: "KEY_2", 4: "KEY_3", 5: "KEY_4", 6: "KEY_5", 7: "KEY_6", 8: "KEY_7", 9: "KEY_8", 10: "KEY_9", 11: "KEY_0",
	12: "KEY_MINUS", 14: "KEY_BACKSPACE", 15: "KEY_TAB", 28: "KEY_ENTER", 30: "KEY_A", 48: "KEY_B", 46: "KEY_C", 32: "KEY_D", 52: "KEY_DOT", 57: "KEY_SPACE",
	55: "KEY_KPASTERISK", 69: "KEY_NUMLOCK", 71: "KEY_KP7", 72: "KEY_KP8", 73: "KEY_KP9", 74: "KEY_KPMINUS", 75: "KEY_KP4", 76: "KEY_KP5", 77: "KEY_KP6", 78: "KEY_KPPLUS",
	79: "KEY_KP1", 80: "KEY_KP2", 81: "KEY_KP3", 82: "KEY_KP0", 83: "KEY_KPDOT", 96: "KEY_KPENTER", 98: "KEY_KPSLASH",
	63: "KEY_F5", 102: "KEY_HOME", 103: "KEY_UP", 104: "KEY_PAGEUP", 105: "KEY_LEFT", 106: "KEY_RIGHT", 107: "KEY_END", 108: "KEY_DOWN", 109: "KEY_PAGEDOWN",
	113: "KEY_MUTE", 114: "KEY_VOLUMEDOWN", 115: "KEY_VOLUMEUP",
}

func keyName(code uint16) string {
	if name, ok := keyNames[code]; ok {
		return name
	}
	return "KEY_" + strconv.Itoa(int(code))
}

// DefaultKeys are the keys of a keypad when none are configured: 1 to 4 win at places 1 to 4, 0 closes the
// hand, as the shuffle of a table does.
func DefaultKeys() []ContactRule {
	var rules []ContactRule
	for place := 1; place <= models.Places; place++ {
		for _, pad := range []string{"KEY_", "KEY_KP"} {
			rules = append(rules, ContactRule{Input: pad + strconv.Itoa(place), Event: "win", Place: place})
		}
	}
	return append(rules, ContactRule{Input: "KEY_0", Event: "shuffle"}, ContactRule{Input: "KEY_KP0", Event: "shuffle"})
}

// openKeys opens an input device of Linux, such as /dev/input/by-id/usb-…-event-kbd. Nobody else gets
// its keys any more: they would be typed into whatever the machine shows.
func openKeys(name string, _ int) (Port, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		text := hint(err)
		if errors.Is(err, os.ErrPermission) {
			text = "; add the user to the group input"
		}
		return nil, fmt.Errorf("open %s: %w%s", name, err, text)
	}
	raw, err := file.SyscallConn()
	if err == nil {
		var taken error
		err = raw.Control(func(fd uintptr) { taken = unix.IoctlSetInt(int(fd), inputGrab, 1) })
		if errors.Is(taken, unix.EBUSY) {
			err = fmt.Errorf("%w by another program; stop that one first", ErrInUse)
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", name, err), file.Close())
	}
	return &keysPort{file: file, name: name}, nil
}

// keysPort gives a line with the name of each key that is pressed.
type keysPort struct {
	file *os.File
	name string
	rest []byte // of an event that came in part
}

// Read waits up to readWait for a key.
func (p *keysPort) Read(b []byte) (int, error) {
	if err := p.file.SetReadDeadline(time.Now().Add(readWait)); err != nil {
		return 0, fmt.Errorf("%w: read %s: %w", ErrUnplugged, p.name, err)
	}
	events := make([]byte, 16*inputEvent) // their names fit any b: 16 lines of 20 bytes
	n, err := p.file.Read(events)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return 0, nil
	case err != nil:
		return 0, fmt.Errorf("%w: read %s: %w", ErrUnplugged, p.name, err)
	}
	p.rest = append(p.rest, events[:n]...)
	written := 0
	for ; len(p.rest) >= inputEvent; p.rest = p.rest[inputEvent:] {
		e := p.rest[inputTime:inputEvent]
		kind, code, value := binary.NativeEndian.Uint16(e), binary.NativeEndian.Uint16(e[2:]), int32(binary.NativeEndian.Uint32(e[4:]))
		if kind == inputKey && value == inputPressed {
			written += copy(b[written:], keyName(code)+"\n")
		}
	}
	return written, nil
}

// Write takes nothing: keys do not listen.
func (p *keysPort) Write(b []byte) (int, error) { return len(b), nil }

// Close gives the keys back.
func (p *keysPort) Close() error { return p.file.Close() }

var _ io.ReadWriteCloser = (*keysPort)(nil)

// keySession makes an event of each key that somebody has given a meaning.
type keySession struct {
	events map[string]Event
	buffer lineBuffer
	count  Counters
}

func newKeySession(rules []ContactRule) (*keySession, error) {
	if len(rules) == 0 {
		rules = DefaultKeys()
	}
	s := &keySession{events: map[string]Event{}, buffer: lineBuffer{limit: 32}}
	for _, r := range rules {
		p, err := compilePattern(PatternRule{Event: r.Event, Place: r.Place, Value: r.Value, State: r.State})
		if err != nil || r.Input == "" || r.Open {
			return nil, fmt.Errorf("%w: key %q: event %q when it is pressed: %w", ErrConfig, r.Input, r.Event, err)
		}
		s.events[r.Input] = p.fixed
	}
	return s, nil
}

func (s *keySession) connect(time.Time) { s.buffer.reset() }

func (s *keySession) receive(p []byte, now time.Time) (events []Event) {
	s.count.Bytes += len(p)
	s.buffer.feed(p, func(line []byte) {
		e, ok := s.events[string(line)]
		if !ok {
			s.count.Ignored++
			return
		}
		s.count.Good++
		e.Time = now
		events = append(events, e)
	})
	return events
}

func (s *keySession) send(time.Time) []byte { return nil }

func (s *keySession) counters() Counters { return s.count }

func (s *keySession) silence() time.Duration { return 0 }

// KeyPorts are the keyboards and keypads of this machine, by names that stay.
func KeyPorts() []string {
	names, err := FindPorts("/dev/input/by-id/*-event-kbd")
	if err != nil {
		return nil // none
	}
	slices.Sort(names)
	return names
}
