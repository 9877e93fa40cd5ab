package device

import (
	"bytes"
	"time"
)

// Times of the reference protocol.
const (
	referenceBeat = time.Second            // between two beats of the board
	askAgain      = 500 * time.Millisecond // until the board says hello
	wantEvery     = 3                      // out-of-order frames until the host repeats what it wants
)

// referenceSession is the host's side of the reference protocol. It takes events in
// the order of their numbers only, so each arrives once and in order; whatever is
// missing it asks for.
type referenceSession struct {
	count   Counters
	buffer  []byte // of the frame that is coming in
	skip    bool   // the frame is too long
	scratch [maxCOBS]byte
	out     []byte

	// met is whether the board has said hello on this connection. What comes before does
	// not count as understood: until then nobody knows where the log goes on, and what is
	// pressed would be taken for old.
	met     bool
	asked   time.Time
	boot    uint32 // 0: no board is known
	next    uint32 // number of the event to come
	strays  int    // frames out of order since the host said what it wants
	pending *Event // full state, to be told once all events before it have been
	tellAt  uint32 // number of the newest event that pending knows of
	refused []byte // payload of an event that could not be read
	lamps   lampTeller
}

func newReferenceSession(resume Position) *referenceSession {
	return &referenceSession{boot: resume.Boot, next: resume.Seq + 1}
}

func (s *referenceSession) connect(now time.Time) {
	s.buffer, s.skip = s.buffer[:0], false
	s.met, s.strays, s.pending = false, 0, nil
	s.out = append(s.out[:0], 0) // ends whatever the board has half received
	s.lamps.again()
	s.ask(now)
}

func (s *referenceSession) ask(now time.Time) {
	s.asked = now
	s.tell(frame{kind: frameAsk, boot: s.boot, number: s.next})
}

func (s *referenceSession) tell(f frame) { s.out = appendFrame(s.out, f) }

func (s *referenceSession) want() {
	s.strays = 0
	s.tell(frame{kind: frameWant, boot: s.boot, number: s.next})
}

func (s *referenceSession) ack() {
	s.tell(frame{kind: frameAck, boot: s.boot, number: s.next})
}

// receive answers once for all frames in p: cumulative acknowledgement needs no more.
func (s *referenceSession) receive(p []byte, now time.Time) []Event {
	s.count.Bytes += len(p)
	var events []Event
	before, repeated := s.next, s.count.Repeated
	for len(p) > 0 {
		end := bytes.IndexByte(p, 0)
		part := p
		if end >= 0 {
			part = p[:end]
		}
		if s.skip = s.skip || len(s.buffer)+len(part) > maxCOBS; !s.skip {
			s.buffer = append(s.buffer, part...)
		}
		if end < 0 {
			break
		}
		p = p[end+1:]
		events = s.take(events, now)
		s.buffer, s.skip = s.buffer[:0], false
	}
	if s.next != before || s.count.Repeated != repeated {
		s.ack()
	}
	if !s.met && now.Sub(s.asked) >= askAgain {
		s.ask(now)
	}
	return events
}

// take handles the frame in the buffer.
func (s *referenceSession) take(events []Event, now time.Time) []Event {
	if len(s.buffer) == 0 && !s.skip {
		return events // two zeros in a row
	}
	f, err := frame{}, ErrForm
	if !s.skip {
		f, err = parseFrame(s.buffer, s.scratch[:])
	}
	if err != nil {
		s.count.Damaged++
		s.stray()
		return events
	}
	switch f.kind {
	case frameHello:
		return s.hello(events, f, now)
	case frameState:
		return s.state(events, f, now)
	case frameEvent:
		return s.event(events, f, now)
	case frameBeat:
		s.beat(f, now)
	case frameSetting:
		s.count.Good++
		s.lamps.answered(f)
	default:
		s.count.Damaged++ // a type of a later version; nothing depends on it
	}
	return events
}

// stray notes a frame that does not continue the row, and says from time to time
// where it should go on.
func (s *referenceSession) stray() {
	if s.met && s.strays%wantEvery == 0 {
		s.want()
	}
	s.strays++
}

// hello learns which board this is and where its log begins. A board that is new to
// the host is read from its next event on, one that has started anew from its first.
func (s *referenceSession) hello(events []Event, f frame, now time.Time) []Event {
	oldest, board, err := parseHelloFrame(f.payload)
	if err != nil || f.boot == 0 {
		s.count.Damaged++
		return events
	}
	s.count.Good++
	news := !s.met || s.boot != f.boot
	s.met = true
	switch {
	case s.boot == 0:
		s.next = f.number + 1
	case s.boot != f.boot:
		s.next = 1
	case s.next > f.number+1:
		s.next = f.number + 1 // a position of another board with the same boot number
	}
	s.boot = f.boot
	s.lamps.again() // it may have been without power, with the same boot number
	if news {
		s.pending = nil
		events = append(events, Event{Kind: Hello, Boot: s.boot, Seq: s.next - 1, Time: now, Board: &board})
	}
	if oldest > s.next {
		missing := int(oldest - s.next)
		s.count.Lost += missing
		events = append(events, Event{Kind: Lost, Boot: s.boot, Seq: oldest - 1, Time: now, Value: missing,
			Text: "the log of the board was full before they could be read"})
		s.next = oldest
	}
	s.want()
	return events
}

// state keeps the full state back until all events it knows of have been told.
func (s *referenceSession) state(events []Event, f frame, now time.Time) []Event {
	state, status, err := parseStatus(f.payload)
	if err != nil {
		s.count.Damaged++
		return events
	}
	if !s.met {
		return events
	}
	s.count.Good++
	if f.boot != s.boot || f.number+1 < s.next {
		return events
	}
	s.pending = &Event{Kind: StateIs, Boot: s.boot, Time: now, State: state, Status: &status}
	s.tellAt = f.number
	return s.release(events)
}

// release tells the full state when its time has come.
func (s *referenceSession) release(events []Event) []Event {
	if s.pending != nil && s.next == s.tellAt+1 {
		events = append(events, *s.pending)
		s.pending = nil
	}
	return events
}

func (s *referenceSession) event(events []Event, f frame, now time.Time) []Event {
	e, err := parseEvent(f.payload, now)
	switch {
	case !s.met || f.boot != s.boot:
		s.met = false // a board that has started anew; its hello was lost
		return events
	case f.number < s.next:
		s.count.Good++
		s.count.Repeated++
		return events
	case f.number > s.next:
		s.count.Good++
		s.stray()
		return events
	case err != nil && !bytes.Equal(s.refused, f.payload):
		s.count.Damaged++
		s.refused = append(s.refused[:0], f.payload...)
		s.stray()
		return events
	case err != nil:
		// The same came again, so the board means it: a kind of a later version, or
		// nonsense. It is told as such and passed, or the log would stop here for ever.
		s.count.Good++
		e.Kind, e.Was, e.Time, e.Text = Rejected, e.Kind, now, err.Error()
	default:
		s.count.Good++
	}
	e.Boot, e.Seq = s.boot, s.next
	s.next++
	s.strays, s.refused = 0, s.refused[:0]
	s.lamps.hears(e)
	return s.release(append(events, e))
}

// beat asks for events that the board has told of and that never came.
func (s *referenceSession) beat(f frame, now time.Time) {
	if f.boot != s.boot || !s.met {
		s.met = false
		if now.Sub(s.asked) >= askAgain {
			s.ask(now)
		}
		return
	}
	s.count.Good++
	switch {
	case f.number >= s.next:
		s.want()
	default:
		s.ack() // so that the board knows that the host lives
	}
}

func (s *referenceSession) light(lamps Lamps, upTo Position) { s.lamps.light(lamps, upTo) }

func (s *referenceSession) send(now time.Time) []byte {
	if s.met {
		if f, due := s.lamps.due(now); due {
			s.tell(f)
		}
	}
	out := s.out
	s.out = s.out[:0]
	return out
}

func (s *referenceSession) counters() Counters { return s.count }

func (s *referenceSession) silence() time.Duration { return 7 * referenceBeat / 2 }
