package device

import (
	"bytes"
	"math/rand/v2"
	"time"
)

// Limits of a board of the reference protocol; docs/serial.md names the ranges.
const (
	logSize     = 256                    // events kept
	sendWindow  = 16                     // events sent ahead of the acknowledgement
	firstResend = 100 * time.Millisecond // doubled up to lastResend while the host is silent
	lastResend  = 2 * time.Second
)

// logged is an event in the log of a board.
type logged struct {
	event Event
	at    time.Time
}

// referenceBoard is the table's side of the reference protocol, written as firmware
// would be: a ring of the last events, and four numbers into it.
type referenceBoard struct {
	info   Board
	resend time.Duration // firstResend, or shorter in tests

	bootID uint32
	state  State
	status Status
	log    [logSize]logged
	newest uint32 // number of the newest event, 0 for none
	base   uint32 // first event that the host has not acknowledged
	ahead  uint32 // first event that has not been sent

	due    time.Time // when to send again from base
	wait   time.Duration
	beat   time.Time
	buffer []byte
	skip   bool
	out    []byte
	now    time.Time
}

func (b *referenceBoard) boot(now time.Time) {
	*b = referenceBoard{info: b.info, resend: b.resend, now: now, beat: now, state: Idle, base: 1, ahead: 1}
	for b.bootID == 0 {
		b.bootID = rand.Uint32()
	}
	if b.resend == 0 {
		b.resend = firstResend
	}
	b.out = append(b.out, 0)
	b.hello()
}

func (b *referenceBoard) oldest() uint32 {
	if b.newest <= logSize {
		return 1
	}
	return b.newest - logSize + 1
}

func (b *referenceBoard) tell(kind frameType, number uint32, payload []byte) {
	b.out = appendFrame(b.out, frame{kind, b.bootID, number, payload})
}

func (b *referenceBoard) hello() {
	b.tell(frameHello, b.newest, appendHello(nil, b.oldest(), b.info))
}

func (b *referenceBoard) say(e Event) {
	if e.Kind == Hello {
		b.hello()
		return
	}
	b.newest++
	b.log[b.newest%logSize] = logged{e, time.Now()}
	b.base = max(b.base, b.oldest())
	b.ahead = max(b.ahead, b.base)
	b.follow(e)
}

// follow keeps the full state.
func (b *referenceBoard) follow(e Event) {
	switch e.Kind {
	case StateIs:
		b.state = e.State
	case ShuffleStarted:
		b.state, b.status.Sticks = Shuffling, [4]bool{}
	case ShuffleDone:
		b.state = Building
	case DiceRolled:
		b.status.Dice = e.Dice
	case RiichiStick:
		b.status.Sticks[e.Place.Index()] = e.Value > 0
	case Honba:
		b.status.Honba = e.Value
	case StickPoints:
		b.status.Points[e.Place.Index()] = e.Value
	case TileMode:
		b.status.Tiles = e.Value
	case Emergency:
		b.status.Emergency = e.Value == 1
	case TestMode:
		b.status.Test = e.Value == 1
	case FaultRaised:
		b.status.Fault, b.status.Severity = e.Value, e.Severity
	case FaultCleared:
		if b.status.Fault == e.Value {
			b.status.Fault, b.status.Severity = 0, NoSeverity
		}
	}
}

func (b *referenceBoard) receive(p []byte, now time.Time) {
	b.now = now
	var scratch [maxCOBS]byte
	for len(p) > 0 {
		end := bytes.IndexByte(p, 0)
		part := p
		if end >= 0 {
			part = p[:end]
		}
		if b.skip = b.skip || len(b.buffer)+len(part) > maxCOBS; !b.skip {
			b.buffer = append(b.buffer, part...)
		}
		if end < 0 {
			return
		}
		p = p[end+1:]
		if !b.skip && len(b.buffer) > 0 {
			if f, err := parseFrame(b.buffer, scratch[:]); err == nil {
				b.take(f)
			}
		}
		b.buffer, b.skip = b.buffer[:0], false
	}
}

func (b *referenceBoard) take(f frame) {
	switch {
	case f.kind == frameAsk:
		b.hello()
		b.tell(frameState, b.newest, appendStatus(nil, b.state, b.status))
	case f.kind != frameWant && f.kind != frameAck:
	case f.boot != b.bootID, f.number > b.newest+1, f.number < b.oldest():
		b.hello() // the host does not know this board or is too late for its log
	case f.kind == frameWant:
		b.base, b.ahead = f.number, f.number
		b.wait = b.resend
	case f.number > b.base:
		b.base, b.ahead = f.number, max(b.ahead, f.number)
		b.wait = b.resend
		b.due = b.now.Add(b.wait)
	}
}

func (b *referenceBoard) send(now time.Time) []byte {
	b.now = now
	if b.base < b.ahead && now.After(b.due) {
		b.ahead = b.base // nothing came back: send again, ever slower
		b.wait = min(max(b.wait*2, b.resend), max(lastResend, b.resend))
	}
	for b.ahead <= b.newest && b.ahead < b.base+sendWindow {
		l := b.log[b.ahead%logSize]
		b.tell(frameEvent, b.ahead, appendEvent(nil, l.event, now.Sub(l.at)))
		b.ahead++
		b.due = now.Add(max(b.wait, b.resend))
	}
	if now.Sub(b.beat) >= referenceBeat {
		b.tell(frameBeat, b.newest, nil)
		b.beat = now
	}
	out := b.out
	b.out = b.out[:0]
	return out
}

func (b *referenceBoard) backlog() int { return int(b.newest + 1 - b.base) }
