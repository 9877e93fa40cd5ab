package device

import (
	"bytes"
	"fmt"
	"time"

	"jantaku/models"
)

// ContactRule maps a switch to an event. The event must need no field but a place, a
// value or a state.
type ContactRule struct {
	Input string // name of the input, such as IN3
	Open  bool   // the event is when the contact opens (0) instead of when it closes (1)
	Event string // word of a kind, such as win
	Place int
	Value int
	State string
}

// DefaultDebounce is how long a contact must hold its level to be believed.
const DefaultDebounce = 30 * time.Millisecond

// contact is a switch that is watched.
type contact struct {
	event  Event
	active byte      // '0' or '1'
	level  byte      // as last told; 0 unknown
	since  time.Time // of level
	done   bool      // level has been acted upon
}

// contactSession reads lines such as "IN3 1" from a board that has only inputs. A
// level counts once it has held for the debounce time. It never writes.
type contactSession struct {
	contacts map[string][]*contact
	order    []*contact
	debounce time.Duration
	buffer   lineBuffer
	count    Counters
}

func newContactSession(rules []ContactRule, debounce time.Duration) (*contactSession, error) {
	if len(rules) == 0 {
		return nil, fmt.Errorf("%w: dialect %s needs a list of contacts", ErrConfig, Contact)
	}
	if debounce == 0 {
		debounce = DefaultDebounce
	}
	s := &contactSession{contacts: map[string][]*contact{}, debounce: debounce, buffer: lineBuffer{limit: 32}}
	for _, r := range rules {
		p, err := compilePattern(PatternRule{Event: r.Event, Place: r.Place, Value: r.Value, State: r.State})
		if err != nil || r.Input == "" {
			return nil, fmt.Errorf("%w: contact %q: event %q: %w", ErrConfig, r.Input, r.Event, err)
		}
		c := &contact{event: p.fixed, active: '1'}
		if r.Open {
			c.active = '0'
		}
		s.contacts[r.Input] = append(s.contacts[r.Input], c)
		s.order = append(s.order, c)
	}
	return s, nil
}

// connect forgets the levels: what was pressed while nobody listened is not known.
func (s *contactSession) connect(time.Time) {
	s.buffer.reset()
	for _, c := range s.order {
		c.level = 0
	}
}

func (s *contactSession) receive(p []byte, now time.Time) []Event {
	s.count.Bytes += len(p)
	events := s.settle(nil, now)
	s.buffer.feed(p, func(line []byte) {
		name, level, ok := bytes.Cut(line, []byte{' '})
		contacts := s.contacts[string(name)]
		switch {
		case !ok || len(level) != 1 || level[0] != '0' && level[0] != '1':
			s.count.Damaged++
		case len(contacts) == 0:
			s.count.Ignored++
		default:
			s.count.Good++
			for _, c := range contacts {
				c.set(level[0], now)
			}
		}
	})
	return s.settle(events, now)
}

// set notes a level. The first one after connecting is how things are, not an event.
func (c *contact) set(level byte, now time.Time) {
	if c.level != level {
		c.done = c.level == 0
		c.level, c.since = level, now
	}
}

// settle tells the contacts that have held their level for long enough.
func (s *contactSession) settle(events []Event, now time.Time) []Event {
	for _, c := range s.order {
		if c.level == 0 || c.done || now.Sub(c.since) < s.debounce {
			continue
		}
		c.done = true
		if c.level == c.active {
			e := c.event
			e.Time = c.since
			events = append(events, e)
		}
	}
	return events
}

func (s *contactSession) send(time.Time) []byte { return nil }

func (s *contactSession) counters() Counters { return s.count }

func (s *contactSession) silence() time.Duration { return 0 }

// ExampleContacts is the wiring of the simulator in the contact dialect.
func ExampleContacts() []ContactRule {
	rules := []ContactRule{
		{Input: "IN1", Event: "shuffle"},
		{Input: "IN1", Open: true, Event: "shuffled"},
		{Input: "IN2", Event: "raised"},
		{Input: "IN7", Event: "start"},
	}
	for place := 1; place <= models.Places; place++ {
		rules = append(rules, ContactRule{Input: fmt.Sprintf("IN%d", 2+place), Event: "win", Place: place})
	}
	return rules
}

// contactBoard is a board with inputs only, wired as in ExampleContacts.
type contactBoard struct {
	hold  time.Duration // how long a button is held
	queue []string
	due   time.Time
	out   []byte
}

func (b *contactBoard) boot(now time.Time) {
	b.queue, b.due = nil, now
	b.out = b.out[:0]
	for i := 1; i <= 7; i++ {
		b.out = fmt.Appendf(b.out, "IN%d 0\r\n", i)
	}
}

func (b *contactBoard) say(e Event) {
	input := 0
	switch e.Kind {
	case ShuffleStarted:
		b.queue = append(b.queue, "IN1 1")
		return
	case ShuffleDone:
		b.queue = append(b.queue, "IN1 0")
		return
	case WallRaised:
		input = 2
	case WinPressed:
		input = 2 + int(e.Place)
	case StartPressed:
		input = 7
	default:
		return
	}
	b.queue = append(b.queue, fmt.Sprintf("IN%d 1", input), fmt.Sprintf("IN%d 0", input))
}

func (b *contactBoard) receive([]byte, time.Time) {}

func (b *contactBoard) send(now time.Time) []byte {
	for len(b.queue) > 0 && !now.Before(b.due) {
		b.out = append(append(b.out, b.queue[0]...), '\r', '\n')
		b.queue = b.queue[1:]
		b.due = now.Add(b.hold)
	}
	out := b.out
	b.out = b.out[:0]
	return out
}

func (b *contactBoard) backlog() int { return len(b.queue) + len(b.out) }
