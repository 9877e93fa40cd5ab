package device

import (
	"errors"
	"slices"
	"time"
)

// ErrConfig reports a configuration of the link that cannot work.
var ErrConfig = errors.New("device: configuration")

// The names of the dialects, as they stand in the configuration.
const (
	Lines     = "lines"
	Reference = "reference"
	Pattern   = "pattern"
	Contact   = "contact"
	Keys      = "keys"
)

// Dialects gives the names of all dialects.
func Dialects() []string { return []string{Lines, Reference, Pattern, Contact, Keys} }

// session is the host's side of a dialect. It does no input or output, so that
// every dialect can be tested and fuzzed without a port. It outlives connections.
type session interface {
	// connect forgets half-received bytes and prepares a greeting.
	connect(now time.Time)
	// receive takes bytes and gives the events that they, or the clock, complete.
	// It is called with no bytes when a read timed out.
	receive(p []byte, now time.Time) []Event
	// send gives the bytes to write now, if any. They are valid until the next call.
	send(now time.Time) []byte
	// counters tells how the line has been so far.
	counters() Counters
	// silence is how long a living board may say nothing; 0 when it may be silent for
	// ever, and then an open port counts as a board that was heard.
	silence() time.Duration
}

// Counters tell how good a line is. They count from the start of the link.
type Counters struct {
	Bytes    int `json:"bytes"`    // received
	Good     int `json:"good"`     // lines or frames that were understood
	Damaged  int `json:"damaged"`  // lines or frames with a wrong checksum or form
	Repeated int `json:"repeated"` // understood, but received before
	Lost     int `json:"lost"`     // numbers that never came
	Ignored  int `json:"ignored"`  // lines that no pattern or contact is for
}

// board is the table's side of a dialect, for the simulator.
type board interface {
	// boot starts the board anew; everything it held in memory is gone.
	boot(now time.Time)
	// say queues an event to be told to the host.
	say(e Event)
	// receive takes bytes from the host.
	receive(p []byte, now time.Time)
	// send gives the bytes to write now, if any. They are valid until the next call.
	send(now time.Time) []byte
	// backlog is how much has not been brought to the host yet.
	backlog() int
}

// lineBuffer cuts a stream into lines. A line that grows past its limit is dropped
// up to its end, so garbage without line ends costs no memory.
type lineBuffer struct {
	line  []byte
	limit int
	skip  bool // the rest of a line that was too long
}

// feed calls each for every line in p, without its end. Empty lines are left out. A
// line that was too long is given as nil.
func (b *lineBuffer) feed(p []byte, each func(line []byte)) {
	for len(p) > 0 {
		end := slices.IndexFunc(p, func(c byte) bool { return c == '\n' || c == '\r' })
		part := p
		if end >= 0 {
			part = p[:end]
		}
		if b.skip = b.skip || len(b.line)+len(part) > b.limit; !b.skip {
			b.line = append(b.line, part...)
		}
		if end < 0 {
			return
		}
		p = p[end+1:]
		switch {
		case b.skip:
			each(nil)
		case len(b.line) > 0:
			each(b.line)
		}
		b.reset()
	}
}

func (b *lineBuffer) reset() { b.line, b.skip = b.line[:0], false }
