package device

import (
	"bytes"
	"time"
)

// lineSession is the host's side of the line dialect.
type lineSession struct {
	buffer  lineBuffer
	count   Counters
	last    uint32 // number of the newest event
	started bool   // last means something
	beats   bool   // the board has sent a heartbeat
	out     []byte
}

func (s *lineSession) connect(time.Time) {
	s.buffer.reset()
	s.buffer.limit = maxLine
	s.beats = false
	s.out = appendWordLine(s.out[:0], 0, wordAsk)
}

func (s *lineSession) receive(p []byte, now time.Time) []Event {
	s.count.Bytes += len(p)
	var events []Event
	s.buffer.feed(p, func(line []byte) { events = s.take(events, line, now) })
	return events
}

func (s *lineSession) take(events []Event, line []byte, now time.Time) []Event {
	// A lost line end joins two lines; the second may still be whole.
	if i := bytes.LastIndexByte(line, '$'); i > 0 {
		s.count.Damaged++
		line = line[i:]
	}
	if seq, words, err := splitLine(line); err == nil && len(words) == 1 && string(words[0]) == wordAlive {
		s.count.Good++
		s.beats = true
		return s.follow(events, seq, 0, now)
	}
	e, err := ParseLine(line)
	if err != nil {
		s.count.Damaged++
		return events
	}
	s.count.Good++
	if e.Kind == Hello && e.Seq == 0 {
		s.started = false // the board has started anew and counts from here
	}
	repeated := s.started && e.Seq == s.last
	if repeated {
		s.count.Repeated++
		return events
	}
	events = s.follow(events, e.Seq, 1, now)
	e.Time = now
	return append(events, e)
}

// follow moves on to the number seq and tells how many events are missing when known
// of the events since the last number are at hand.
func (s *lineSession) follow(events []Event, seq uint32, known int, now time.Time) []Event {
	// Numbers run from 0 after a start to 65535 and then on from 1.
	const circle = 0xFFFF
	missing := int((seq+circle-s.last)%circle) - known
	if missing > circle/2 {
		missing = int(seq) + 1 - known // a start of which not even the hello arrived
	}
	first := !s.started
	s.last, s.started = seq, true
	if first || missing <= 0 {
		return events
	}
	s.count.Lost += missing
	return append(events, Event{Kind: Lost, Time: now, Value: missing, Text: "lines were damaged or never came"})
}

func (s *lineSession) send(time.Time) []byte {
	out := s.out
	s.out = s.out[:0]
	return out
}

func (s *lineSession) counters() Counters { return s.count }

// silence is limited only once the board has shown that it sends heartbeats.
func (s *lineSession) silence() time.Duration {
	if s.beats {
		return 3 * lineBeat
	}
	return time.Duration(1<<63 - 1)
}

// lineBeat is how often a board of the line dialect says that it is alive.
const lineBeat = 2 * time.Second

// lineBoard is the table's side of the line dialect.
type lineBoard struct {
	info   Board
	state  State
	seq    uint32
	out    []byte
	buffer lineBuffer
	beat   time.Time // of the last line sent
}

func (b *lineBoard) boot(now time.Time) {
	b.seq, b.state = 0, Idle
	b.buffer = lineBuffer{limit: maxLine}
	b.out = b.out[:0]
	b.beat = now
	b.hello()
}

// hello introduces the board. Number 0 belongs to the first line after a start.
func (b *lineBoard) hello() {
	info := b.info
	b.say(Event{Kind: Hello, Board: &info})
}

func (b *lineBoard) say(e Event) {
	e.Seq = b.seq
	if b.seq++; b.seq > 0xFFFF {
		b.seq = 1 // 0 says that the board has started anew
	}
	if e.Kind == StateIs {
		b.state = e.State
	}
	b.out = AppendLine(b.out, e)
}

func (b *lineBoard) receive(p []byte, _ time.Time) {
	b.buffer.feed(p, func(line []byte) {
		if _, words, err := splitLine(line); err == nil && len(words) == 1 && string(words[0]) == wordAsk {
			b.hello()
			b.say(Event{Kind: StateIs, State: b.state})
		}
	})
}

func (b *lineBoard) send(now time.Time) []byte {
	if len(b.out) == 0 && now.Sub(b.beat) >= lineBeat {
		b.out = appendWordLine(b.out, b.seq-1, wordAlive)
	}
	if len(b.out) > 0 {
		b.beat = now
	}
	out := b.out
	b.out = b.out[:0]
	return out
}

func (b *lineBoard) backlog() int { return len(b.out) }
