package device

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// State is what the table is doing.
type State uint8

// The states. The numbers are those of the reference protocol and never change.
const (
	Offline  State = iota // no link, or nothing heard yet
	SelfTest              // the table moves by itself after power-on
	Idle                  // waiting
	Open                  // the centre is raised, tiles can be pushed in
	Shuffling
	Building // walls are being built inside
	Raising  // walls come up
	Dealing  // tables with auto-deal only
	InHand   // play
	stateCount
)

var stateWords = [stateCount]string{"offline", "self-test", "idle", "open", "shuffling", "building", "raising", "dealing", "in-hand"}

// String gives the word of the state, such as in-hand.
func (s State) String() string {
	if s >= stateCount {
		return "state-" + strconv.Itoa(int(s))
	}
	return stateWords[s]
}

// MarshalText writes the word of the state.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the word of a state.
func (s *State) UnmarshalText(b []byte) error {
	for i, word := range stateWords {
		if word == string(b) {
			*s = State(i)
			return nil
		}
	}
	return fmt.Errorf("%w: no state is called %q", ErrEvent, b)
}

// Capabilities says what a table can do, as a set of bits. The bits are those of the
// reference protocol.
type Capabilities uint16

// The capabilities.
const (
	AutoDeal    Capabilities = 1 << iota // deals by itself: no wall break
	DoraFlip                             // turns the dora indicator
	PointSticks                          // weighs or counts the sticks in the drawers
	RiichiTray                           // notices riichi sticks on the table
	Tiles136
	Tiles144
	Tiles108
	ThreeSeats // can be played by three
	capabilityEnd
)

var capabilityWords = [...]string{"auto-deal", "dora-flip", "point-sticks", "riichi-tray", "136", "144", "108", "three-seats"}

// Has says whether all capabilities of other are in c.
func (c Capabilities) Has(other Capabilities) bool { return c&other == other }

// String lists the capabilities with commas, or gives "-" for none.
func (c Capabilities) String() string {
	var words []string
	for i, word := range capabilityWords {
		if c.Has(1 << i) {
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, ",")
}

// MarshalText writes the list of capabilities.
func (c Capabilities) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a list of capabilities with commas, or "-". Words it does not
// know are refused, so that a misspelt configuration is noticed.
func (c *Capabilities) UnmarshalText(b []byte) error {
	*c = 0
	if string(b) == "-" {
		return nil
	}
	for word := range strings.SplitSeq(string(b), ",") {
		bit := Capabilities(0)
		for i, known := range capabilityWords {
			if known == word {
				bit = 1 << i
			}
		}
		if bit == 0 {
			return fmt.Errorf("%w: no capability is called %q", ErrEvent, word)
		}
		*c |= bit
	}
	return nil
}

// Board says which adapter board speaks and what its table can do. The names are
// printable ASCII without blanks, 1 to 24 characters.
type Board struct {
	Serial       string       `json:"serial"`
	Model        string       `json:"model"`
	Firmware     string       `json:"firmware"`
	Capabilities Capabilities `json:"capabilities"`
}

const maxName = 24

// Validate says whether the names of b can be sent in every dialect.
func (b Board) Validate() error {
	for _, name := range []string{b.Serial, b.Model, b.Firmware} {
		if len(name) == 0 || len(name) > maxName {
			return fmt.Errorf("%w: name %q is not 1 to %d characters", ErrEvent, name, maxName)
		}
		for _, c := range []byte(name) {
			if c <= ' ' || c > '~' || c == '$' || c == '*' {
				return fmt.Errorf("%w: name %q holds a character other than printable ASCII", ErrEvent, name)
			}
		}
	}
	if b.Capabilities >= capabilityEnd {
		return fmt.Errorf("%w: unknown capabilities %#x", ErrEvent, uint16(b.Capabilities))
	}
	return nil
}

// ErrEvent reports an event whose fields cannot be true, such as a die showing 7.
var ErrEvent = errors.New("device: impossible event")
