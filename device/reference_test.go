package device

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"testing"
	"time"

	"jantaku/models"
)

func TestCOBS(t *testing.T) {
	long := bytes.Repeat([]byte{7}, 253)
	tests := []struct{ name, plain, coded string }{
		{"nothing", "", "\x01"},
		{"a zero", "\x00", "\x01\x01"},
		{"two zeros", "\x00\x00", "\x01\x01\x01"},
		{"no zero", "\x11\x22\x33", "\x04\x11\x22\x33"},
		{"zero inside", "\x11\x22\x00\x33", "\x03\x11\x22\x02\x33"},
		{"zero at the end", "\x11\x00", "\x02\x11\x01"},
		{"253 bytes", string(long), "\xFE" + string(long)},
		{"254 bytes", string(long) + "\x07", "\xFF" + string(long) + "\x07\x01"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := appendCOBS(nil, []byte(tt.plain)); string(got) != tt.coded {
				t.Errorf("encoded % x, want % x", got, tt.coded)
			}
			if got, err := appendUnCOBS(nil, []byte(tt.coded)); err != nil || string(got) != tt.plain {
				t.Errorf("decoded % x, %v, want % x", got, err, tt.plain)
			}
		})
	}
}

func TestEventPayloadIsReadAsItWasWritten(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, e := range everyKind()[1:] {
		got, err := parseEvent(appendEvent(nil, e, 1500*time.Millisecond), now)
		if err != nil || !got.Same(e) || now.Sub(got.Time) != 1500*time.Millisecond {
			t.Errorf("%+v is read as %+v, %v", e, got, err)
		}
	}
}

func TestStatusAndHelloAreReadAsTheyWereWritten(t *testing.T) {
	want := Status{Test: true, Severity: Warning, Fault: 4711, Honba: 3, Tiles: 144,
		Sticks: [4]bool{false, true, false, true}, Dice: [2]int{6, 1}, Points: [4]int{25000, -100, 0, 99900}}
	state, got, err := parseStatus(appendStatus(nil, InHand, want))
	if err != nil || state != InHand || got != want {
		t.Errorf("got %v %+v, %v, want %+v", state, got, err, want)
	}
	later := append(appendHello(nil, 7, testBoard), "of a later version"...)
	oldest, board, err := parseHelloFrame(later)
	if err != nil || oldest != 7 || board != testBoard {
		t.Errorf("got %d %+v, %v", oldest, board, err)
	}
}

func TestABoardIsUpOnlyOnceTheHostKnowsWhereItsLogGoesOn(t *testing.T) {
	// Told up by a beat, somebody presses win before the hello: the win would be old.
	now := time.Now()
	board := referenceBoard{info: testBoard}
	board.boot(now)
	hello := bytes.Clone(board.send(now))
	beat := bytes.Clone(board.send(now.Add(referenceBeat)))
	board.say(Event{Kind: WinPressed, Place: 3})
	win := bytes.Clone(board.send(now.Add(referenceBeat)))

	s := newReferenceSession(Position{})
	s.connect(now)
	for _, early := range [][]byte{beat, win} {
		if events := s.receive(early, now); len(events) != 0 || s.counters().Good != 0 {
			t.Errorf("before the hello %v were told and %d frames understood", events, s.counters().Good)
		}
	}
	if events := s.receive(hello, now); len(events) != 1 || events[0].Kind != Hello || s.counters().Good != 1 {
		t.Fatalf("the hello gives %v and %d frames understood", events, s.counters().Good)
	}
	if events := s.receive(win, now); len(events) != 1 || events[0].Kind != WinPressed || events[0].Place != 3 {
		t.Errorf("the win after the hello gives %v", events)
	}
}

func TestWrongFramesAreRefused(t *testing.T) {
	sound := []byte{frameVersion, byte(frameBeat), 0, 1, 0, 0, 0, 9, 0, 0, 0}
	changed := func(i int, b byte) []byte {
		p := bytes.Clone(sound)
		p[i] = b
		return p
	}
	tests := []struct {
		name string
		body []byte
		seal bool // with the right checksum
		want error
	}{
		{"sound", sound, true, nil},
		{"checksum of another frame", sound, false, ErrChecksum},
		{"of a later version", changed(0, 2), true, ErrForm},
		{"says one byte more than it has", changed(2, 1), true, ErrForm},
		{"a byte doubled behind the checksum's back", append(bytes.Clone(sound), 9), true, ErrForm},
		{"shorter than its head", sound[:5], true, ErrForm},
		{"nothing", nil, true, ErrForm},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sum := crc16(tt.body)
			if !tt.seal {
				sum++
			}
			raw := binary.LittleEndian.AppendUint16(bytes.Clone(tt.body), sum)
			f, err := parseFrame(appendCOBS(nil, raw), make([]byte, 0, maxCOBS))
			if !errors.Is(err, tt.want) || err == nil && (f.boot != 1 || f.number != 9) {
				t.Errorf("got %+v, %v; want %v", f, err, tt.want)
			}
		})
	}
}

// cable joins a board and a host without a port, on a clock of its own.
type cable struct {
	board *referenceBoard
	host  *referenceSession
	noise *Noise
	now   time.Time
	got   []Event
}

func newCable(rate float64, seed uint64) *cable {
	c := &cable{
		board: &referenceBoard{info: testBoard},
		host:  newReferenceSession(Position{}),
		noise: NewNoise(rate, seed),
		now:   time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC),
	}
	c.board.boot(c.now)
	c.host.connect(c.now)
	return c
}

// exchange passes bytes both ways once, for a millisecond.
func (c *cable) exchange() {
	c.now = c.now.Add(time.Millisecond)
	c.got = append(c.got, c.host.receive(c.noise.Damage(c.board.send(c.now)), c.now)...)
	c.board.receive(c.noise.Damage(c.host.send(c.now)), c.now)
}

// settle exchanges until the host has everything.
func (c *cable) settle(t *testing.T) {
	t.Helper()
	for range 60_000 {
		c.exchange()
		if c.host.met && c.host.boot == c.board.bootID && c.host.next == c.board.newest+1 && c.host.pending == nil {
			return
		}
	}
	t.Fatalf("host waits for %d, board has told %d", c.host.next, c.board.newest)
}

// numbered gives the events of the log among those that the host has told.
func (c *cable) numbered() []Event {
	var events []Event
	for _, e := range c.got {
		if e.Kind != Hello && e.Seq != 0 {
			events = append(events, e)
		}
	}
	return events
}

// numberedEvent makes an event that tells its own number.
func numberedEvent(n int) Event {
	return Event{Kind: StickPoints, Place: models.PlaceAt(n), Value: n}
}

func TestReferenceProtocolDeliversExactlyOnceInOrder(t *testing.T) {
	for _, rate := range []float64{0, 0.001, 0.01, 0.05} {
		t.Run(fmt.Sprint(rate), func(t *testing.T) {
			c := newCable(rate, 5)
			c.settle(t)
			const n = 5000
			for i := 1; i <= n; {
				// A board is held back by nothing; here its log must not overflow.
				for ; i <= n && c.board.newest+1-c.board.base < logSize/2; i++ {
					c.board.say(numberedEvent(i))
				}
				c.exchange()
			}
			c.settle(t)
			got := c.numbered()
			if len(got) != n {
				t.Fatalf("%d of %d events arrived", len(got), n)
			}
			for i, e := range got {
				if e.Value != i+1 || e.Seq != uint32(i+1) || e.Place != models.PlaceAt(i+1) {
					t.Fatalf("event %d is %+v", i+1, e)
				}
			}
		})
	}
}

func TestHostThatRestartsContinuesWhereItStopped(t *testing.T) {
	c := newCable(0.01, 9)
	c.settle(t)
	for i := 1; i <= 100; i++ {
		c.board.say(numberedEvent(i))
	}
	c.settle(t)
	c.host = newReferenceSession(Position{c.board.bootID, 60}) // 61 to 100 were never stored
	c.got = nil
	c.host.connect(c.now)
	c.settle(t)
	got := c.numbered()
	if len(got) != 40 || got[0].Value != 61 || got[39].Value != 100 {
		t.Errorf("got %d events from %+v", len(got), got[0])
	}
}

func TestOverwrittenEventsAreToldAsLost(t *testing.T) {
	c := newCable(0, 1)
	c.settle(t)
	for i := 1; i <= logSize+10; i++ {
		c.board.say(numberedEvent(i))
	}
	c.settle(t)
	got := c.numbered()
	if got[0].Kind != Lost || got[0].Value != 10 || got[1].Value != 11 || len(got) != 1+logSize {
		t.Errorf("got %d events, first %+v", len(got), got[0])
	}
	if c.host.count.Lost != 10 {
		t.Errorf("%d counted as lost", c.host.count.Lost)
	}
}

func TestBoardThatRestartsIsReadFromItsFirstEvent(t *testing.T) {
	c := newCable(0.01, 3)
	c.settle(t)
	c.board.say(numberedEvent(1))
	c.settle(t)
	c.board.boot(c.now)
	c.board.say(numberedEvent(2))
	c.board.say(numberedEvent(3))
	c.settle(t)
	got := c.numbered()
	if len(got) != 3 || got[1].Seq != 1 || got[1].Value != 2 || got[1].Boot == got[0].Boot {
		t.Errorf("got %+v", got)
	}
}

func TestFullStateComesAfterTheEventsItKnowsOf(t *testing.T) {
	c := newCable(0, 1)
	c.settle(t)
	c.board.say(Event{Kind: Honba, Value: 2})
	c.board.say(Event{Kind: StateIs, State: InHand})
	c.settle(t)
	c.got = nil
	c.host = newReferenceSession(Position{c.board.bootID, 1})
	c.host.connect(c.now)
	c.settle(t)
	if len(c.got) != 3 || c.got[0].Kind != Hello || c.got[1].Seq != 2 || c.got[2].Status == nil || c.got[2].Status.Honba != 2 {
		t.Errorf("got %+v", c.got)
	}
}

func TestUnknownKindIsToldAndPassed(t *testing.T) {
	c := newCable(0, 1)
	c.settle(t)
	c.board.say(Event{Kind: WinPressed, Place: 9})
	c.board.say(Event{Kind: WinPressed, Place: 1})
	c.settle(t)
	got := c.numbered()
	if len(got) != 2 || got[0].Kind != Rejected || got[1].Kind != WinPressed {
		t.Errorf("got %+v", got)
	}
}

func FuzzReferenceHost(f *testing.F) {
	for _, e := range everyKind()[1:] {
		f.Add(appendFrame(nil, frame{frameEvent, 1, 1, appendEvent(nil, e, 0)}))
	}
	f.Add(appendFrame(nil, frame{frameHello, 1, 0, appendHello(nil, 1, testBoard)}))
	f.Add(appendFrame(nil, frame{frameState, 1, 0, appendStatus(nil, Idle, Status{})}))
	f.Fuzz(func(t *testing.T, in []byte) {
		s := newReferenceSession(Position{})
		now := time.Unix(0, 0)
		s.connect(now)
		s.receive(appendFrame(nil, frame{frameHello, 1, 0, appendHello(nil, 1, testBoard)}), now)
		for _, e := range s.receive(in, now) {
			if err := e.Validate(); err != nil {
				t.Errorf("%+v: %v", e, err)
			}
		}
		if len(s.buffer) > maxCOBS {
			t.Errorf("buffer of %d bytes", len(s.buffer))
		}
	})
}

func FuzzReferenceBoard(f *testing.F) {
	f.Add(appendFrame(nil, frame{frameWant, 1, 1, nil}))
	f.Add(appendFrame(nil, frame{frameAck, 1, 2, nil}))
	f.Fuzz(func(t *testing.T, in []byte) {
		b := &referenceBoard{info: testBoard}
		b.boot(time.Unix(0, 0))
		b.bootID = 1
		b.say(numberedEvent(1))
		b.receive(in, time.Unix(1, 0))
		b.send(time.Unix(2, 0))
		if b.base < b.oldest() || b.base > b.newest+1 || b.ahead < b.base {
			t.Errorf("base %d ahead %d newest %d", b.base, b.ahead, b.newest)
		}
	})
}
