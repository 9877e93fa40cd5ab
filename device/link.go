package device

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"
)

// Options say how a link finds and understands its board.
type Options struct {
	Port    string `json:"port"`    // name or pattern, such as /dev/serial/by-id/*; the first that opens is taken
	Baud    int    `json:"baud"`    // bits per second; 0 tries the usual ones in turn until a checksum is right
	Dialect string `json:"dialect"` // one of Dialects; "" is Lines

	Patterns []PatternRule `json:"patterns"` // of the dialect Pattern; the first that matches counts
	Contacts []ContactRule `json:"contacts"` // of the dialects Contact and Keys
	Debounce time.Duration `json:"debounce"` // of the dialect Contact; 0 is DefaultDebounce

	// Resume is the position after the last event that was handled, for the reference
	// dialect; zero takes only what is new.
	Resume Position `json:"-"`
	// Story are the events of the hand that was on when the program ended. They are told
	// again, as Replayed, before anything else.
	Story []Event `json:"-"`

	Record io.Writer    `json:"-"` // where a recording of the raw bytes goes, if anywhere
	Log    *slog.Logger `json:"-"` // nil is slog.Default()

	open func(name string, baud int) (Port, error) // OpenSerial, but for tests
}

// DefaultBaud is the speed of the boards of the two checksummed dialects.
const DefaultBaud = 115200

// usualBauds are tried in turn when the speed is not configured.
var usualBauds = []int{DefaultBaud, 9600, 57600, 38400, 19200}

// Limits of reconnecting.
const (
	firstBackoff = 100 * time.Millisecond
	lastBackoff  = 2 * time.Second
	silenceTime  = 5 * time.Second // an open port from which nothing was ever heard is told as down
	garbageTime  = 3 * time.Second // bytes without a single right checksum: try another speed
)

// Link reads one table for ever. It is not safe for concurrent use.
type Link struct {
	options Options
	session session
	machine Machine
	log     *slog.Logger
	up      bool
	downFor string // reason told last
	baud    int    // index of usualBauds
	lamps   lampBox
}

// NewLink checks the options; nothing is opened yet. The error wraps ErrConfig.
func NewLink(o Options) (*Link, error) {
	if o.Port == "" {
		return nil, fmt.Errorf("%w: port is empty; set the name of the serial port, such as /dev/serial/by-id/*", ErrConfig)
	}
	s, err := newSession(o)
	if err != nil {
		return nil, err
	}
	if o.open == nil {
		o.open = OpenSerial
		if o.Dialect == Keys {
			o.open = openKeys
		}
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Link{options: o, session: s, log: o.Log}, nil
}

// Counters tell how good the line has been so far. Call it when Run has returned, or
// from the goroutine that runs it.
func (l *Link) Counters() Counters { return l.session.counters() }

// Light tells how the lamps of the win buttons are to be, after all events up to a position were dealt with. The board is
// told within some tenths of a second, again after each interruption, and never again when it has no lamps. It may be
// called from any goroutine.
func (l *Link) Light(lamps Lamps, upTo Position) { l.lamps.put(lamps, upTo) }

// Run sends what happens at the table to out, in order, until ctx is done; then it
// returns nil. Availability is on the same stream: LinkUp when the board is heard and in step,
// LinkDown when it is away, once for each reason. An unplugged cable, garbage and a silent board
// are tried again with growing pauses. What a Machine finds impossible comes as a
// Rejected event. Run never closes out, and blocks while out is
// full; the board's serial buffers are small, so the receiver should be quick.
func (l *Link) Run(ctx context.Context, out chan<- Event) error {
	defer func() { l.up = false }()
	l.replay(ctx, out)
	var told growing
	for backoff := firstBackoff; ctx.Err() == nil; {
		heard, err := l.connectOnce(ctx, out)
		if ctx.Err() != nil {
			return nil
		}
		if heard {
			backoff, told = firstBackoff, growing{}
		}
		if n, since, due := told.next(err.Error(), time.Now()); due {
			l.log.Info("table link interrupted", "port", l.options.Port, "err", err, "retry", backoff, "tries", n, "since", since)
		}
		l.down(ctx, out, err.Error())
		pause(ctx, backoff)
		backoff = min(backoff*2, lastBackoff)
	}
	return nil
}

// growing says when something that goes on is logged again: at once, and then after pauses that double, up to an hour.
// A cable may be out for weeks.
type growing struct {
	what         string
	first, again time.Time
	pause        time.Duration
	times        int
}

const (
	firstQuiet = 10 * time.Second
	mostQuiet  = time.Hour
)

// next counts what happens and says whether it is to be logged: another thing than before is.
func (g *growing) next(what string, now time.Time) (times int, since time.Duration, due bool) {
	if what != g.what {
		*g = growing{what: what, first: now, again: now, pause: firstQuiet}
	}
	g.times++
	if now.Before(g.again) {
		return g.times, 0, false
	}
	g.again, g.pause = now.Add(g.pause), min(2*g.pause, mostQuiet)
	return g.times, now.Sub(g.first).Round(time.Second), true
}

// replay tells the hand that was on when the program ended.
func (l *Link) replay(ctx context.Context, out chan<- Event) {
	for _, e := range l.options.Story {
		e = l.machine.Next(e)
		e.Replayed = true
		emit(ctx, out, e)
	}
	l.options.Story = nil
}

// connectOnce opens the port and reads it until it fails. It says whether the board
// was heard.
func (l *Link) connectOnce(ctx context.Context, out chan<- Event) (bool, error) {
	port, name, err := l.openPort()
	if err != nil {
		return false, err
	}
	if l.options.Record != nil {
		port = Record(port, l.options.Record, name)
	}
	defer port.Close()
	w := newPortWriter(port)
	defer w.stop()
	c := connection{Link: l, name: name, port: port, writer: w, out: out, before: l.session.counters().Good}
	err = c.read(ctx)
	return c.heard, err
}

// openPort opens the first port that can be opened.
func (l *Link) openPort() (Port, string, error) {
	names, err := FindPorts(l.options.Port)
	if err != nil {
		return nil, "", err
	}
	baud := l.options.Baud
	if baud == 0 {
		baud = usualBauds[l.baud%len(usualBauds)]
	}
	var errs []error
	for _, name := range names {
		port, err := l.options.open(name, baud)
		if err == nil {
			l.log.Info("table port open", "port", name, "baud", baud)
			return port, name, nil
		}
		errs = append(errs, err)
	}
	return nil, "", errors.Join(errs...)
}

func (l *Link) down(ctx context.Context, out chan<- Event, reason string) {
	if !l.up && l.downFor == reason {
		return
	}
	l.up, l.downFor = false, reason
	emit(ctx, out, l.machine.Next(Event{Kind: LinkDown, Time: time.Now(), Text: reason}))
}

// connection is one time of being connected.
type connection struct {
	*Link
	name   string
	port   Port
	writer *portWriter
	out    chan<- Event
	before int           // lines understood before this connection
	quiet  time.Duration // since the last byte or the last line understood
	deaf   time.Duration // reading time without a line understood, from connecting
	heard  bool
}

// read takes bytes until the port fails or the board has been silent for too long.
func (c *connection) read(ctx context.Context) error {
	buffer := make([]byte, 4096)
	c.session.connect(time.Now())
	c.writer.write(c.session.send(time.Now()))
	for {
		start := time.Now()
		n, err := c.port.Read(buffer)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return err
		}
		now := time.Now()
		good := c.session.counters().Good
		events := c.session.receive(buffer[:n], now)
		if lighter, ok := c.session.(lighter); ok {
			if lamps, upTo, fresh := c.lamps.take(); fresh {
				lighter.light(lamps, upTo)
			}
		}
		c.writer.write(c.session.send(now))
		c.notice(ctx, c.session.counters().Good > good)
		for _, e := range events {
			if !emit(ctx, c.out, c.machine.Next(e)) {
				return ctx.Err()
			}
		}
		if !c.heard && c.quiet > silenceTime {
			c.down(ctx, c.out, "nothing heard from "+c.name+"; is the board switched on, is it the right port?")
		}
		if err := c.tooQuiet(now.Sub(start), c.session.counters().Good > good, n > 0); err != nil {
			return err
		}
	}
}

// notice tells that the board is there, when it is news.
func (c *connection) notice(ctx context.Context, understood bool) {
	if c.heard || !understood && c.session.silence() != 0 {
		return
	}
	c.heard = true
	if !c.up {
		c.up, c.downFor = true, ""
		emit(ctx, c.out, c.machine.Next(Event{Kind: LinkUp, Time: time.Now(), Text: c.name}))
	}
}

// tooQuiet counts the time spent reading; time that the receiver of the events took
// is not the board's.
func (c *connection) tooQuiet(spent time.Duration, understood, bytes bool) error {
	c.quiet += spent
	if understood {
		c.quiet, c.deaf = 0, 0
	} else if bytes {
		c.deaf += max(spent, time.Millisecond)
	}
	if limit := c.session.silence(); limit > 0 && c.quiet > limit {
		return fmt.Errorf("device: nothing understood from %s for %v; is the board switched on?", c.name, c.quiet.Round(time.Second))
	}
	if !c.heard && c.quiet > garbageTime && c.deaf > 0 {
		c.baud++
		return fmt.Errorf("device: only garbage from %s; is the speed right?", c.name)
	}
	return nil
}

// emit sends e unless ctx is done first.
func emit(ctx context.Context, out chan<- Event, e Event) bool {
	select {
	case out <- e:
		return true
	case <-ctx.Done():
		return false
	}
}

// portWriter writes beside the reader, because a board that does not listen blocks
// the writer. What does not fit the queue is dropped: every dialect asks again.
type portWriter struct {
	queue chan []byte
}

func newPortWriter(port Port) *portWriter {
	w := &portWriter{queue: make(chan []byte, 16)}
	go func() {
		for p := range w.queue {
			if _, err := port.Write(p); err != nil {
				for range w.queue { // the reader notices a port that is gone
				}
				return
			}
		}
	}()
	return w
}

func (w *portWriter) write(p []byte) {
	if len(p) == 0 {
		return
	}
	select {
	case w.queue <- append([]byte(nil), p...):
	default:
	}
}

func (w *portWriter) stop() { close(w.queue) }

// newSession gives the host's side of the dialect that o asks for.
func newSession(o Options) (session, error) {
	switch o.Dialect {
	case Lines, "":
		return &lineSession{}, nil
	case Reference:
		return newReferenceSession(o.Resume), nil
	case Pattern:
		return newPatternSession(o.Patterns)
	case Contact:
		return newContactSession(o.Contacts, o.Debounce)
	case Keys:
		return newKeySession(o.Contacts)
	}
	return nil, fmt.Errorf("%w: dialect %q is not one of %v", ErrConfig, o.Dialect, Dialects())
}
