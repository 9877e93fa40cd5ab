package camera

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// Patience says how long a stream may be silent, and how it is tried again.
type Patience struct {
	// Lost is how long Next waits before it says that the camera is lost.
	Lost time.Duration
	// Stall is how long a connection may give nothing before it is made anew.
	Stall time.Duration
	// Pause is the first pause before trying again; it doubles up to MaxPause.
	Pause, MaxPause time.Duration
}

// DefaultPatience suits cameras on cables and in the local network.
func DefaultPatience() Patience {
	return Patience{Lost: 4 * time.Second, Stall: 8 * time.Second, Pause: 250 * time.Millisecond, MaxPause: 10 * time.Second}
}

// stream is one connection: pictures until an error, io.EOF where it ended.
type stream interface {
	next() ([]byte, error)
	// stop makes a waiting next return; it may be called at any time.
	stop()
	// close ends the connection, waits for it, and says why it failed if it did.
	close() error
}

// live keeps the newest picture of a stream that is made anew whenever it ends.
// It owns one goroutine, which ends with Close.
type live struct {
	pace
	name     string
	patience Patience
	// once ends the source when a connection ended well: a video file.
	once    bool
	connect func(ctx context.Context) (stream, error)

	cancel context.CancelFunc
	frames chan Frame // holds at most the newest
	ended  chan struct{}

	mu  sync.Mutex
	err error // why the last connection ended
}

// start begins to read in the background.
func (l *live) start() *live {
	ctx, cancel := context.WithCancel(context.Background())
	l.pace.name = l.name
	l.cancel, l.frames, l.ended = cancel, make(chan Frame, 1), make(chan struct{})
	go l.run(ctx)
	return l
}

// Next waits for a picture that was not given before.
func (l *live) Next(ctx context.Context) (Frame, error) {
	timer := time.NewTimer(l.patience.Lost)
	defer timer.Stop()
	select {
	case f := <-l.frames:
		return f, nil
	case <-ctx.Done():
		return Frame{}, ctx.Err()
	case <-l.ended:
		select {
		case f := <-l.frames: // the last picture of a video that has ended
			return f, nil
		default:
			return Frame{}, io.EOF
		}
	case <-timer.C:
		err := l.lastError()
		if known := (*Fault)(nil); errors.As(err, &known) && known.Code != Lost { // a person can do more than look at the cable
			return Frame{}, known
		}
		return Frame{}, fault(Lost, err, "no picture from %s for %v; check its cable, power and address", l.name, l.patience.Lost)
	}
}

// Live reports whether the pictures come by themselves: those of a video file do not.
func (l *live) Live() bool { return !l.once }

// Close ends the stream and waits until nothing of it runs any more.
func (l *live) Close() error {
	l.cancel()
	<-l.ended
	return nil
}

func (l *live) lastError() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

func (l *live) setError(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = err
}

// run makes connection after connection until the context ends.
func (l *live) run(ctx context.Context) {
	defer close(l.ended)
	pause := l.patience.Pause
	for ctx.Err() == nil {
		n, err := l.session(ctx)
		if l.once && n > 0 && errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			l.setError(err)
		}
		if n > 0 {
			pause = l.patience.Pause
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause = min(2*pause, l.patience.MaxPause)
	}
}

// session reads one connection to its end and tells how many pictures it gave.
func (l *live) session(ctx context.Context) (n int, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stalled := time.AfterFunc(l.patience.Stall, func() {
		cancel(fault(Lost, nil, "%s gave no picture for %v", l.name, l.patience.Stall))
	})
	defer stalled.Stop()
	s, err := l.connect(ctx)
	if err != nil {
		return 0, err
	}
	defer func() {
		if closing := s.close(); closing != nil {
			err = closing // a program says why it ended
		}
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
	}()
	wake := context.AfterFunc(ctx, s.stop)
	defer wake()
	l.anew()
	for {
		data, err := s.next()
		if err != nil {
			return n, err
		}
		n++
		stalled.Reset(l.patience.Stall)
		f := Frame{Data: data, Time: time.Now(), Source: l.name}
		l.took(f.Time)
		if !l.put(ctx, f, stalled) {
			return n, context.Cause(ctx)
		}
	}
}

// put hands a picture over; false when the context ended first. Of a camera only
// the newest picture counts, so one that nobody took yet is replaced. A video
// file waits instead: none of its pictures is passed over.
func (l *live) put(ctx context.Context, f Frame, stalled *time.Timer) bool {
	if l.once {
		stalled.Stop()
		defer stalled.Reset(l.patience.Stall)
		select {
		case l.frames <- f:
			return true
		case <-ctx.Done():
			return false
		}
	}
	select {
	case <-l.frames:
	default:
	}
	l.frames <- f
	return true
}

// pace measures how many pictures a camera gives a second, and says when they have become too few: one that chooses its exposure gives
// fewer in the evening. Its methods may be called at the same time.
type pace struct {
	name string

	mu     sync.Mutex
	asked  float64   // pictures a second that the camera was asked for; 0 for none
	began  time.Time // of the span that is counted
	count  int       // pictures in it
	rate   float64   // in the last whole span; 0 before
	most   float64   // in each of two spans in a row: after a stall a network gives what it held back all at once
	behind int       // spans in a row with too few
}

const (
	paceSpan   = 10 * time.Second
	paceSpans  = 3  // in a row, until too few are told
	paceBehind = .6 // share of the pictures that are expected; 25 instead of 30 are no fault
)

// anew begins to count: there is a new connection.
func (p *pace) anew() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.began, p.count = time.Time{}, 0
}

// took counts a picture.
func (p *pace) took(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.began.IsZero() {
		p.began = now
		return
	}
	p.count++
	span := now.Sub(p.began)
	if span < paceSpan {
		return
	}
	before := p.rate
	p.rate = float64(p.count) / span.Seconds()
	p.began, p.count = now, 0
	if p.most = max(p.most, min(before, p.rate)); p.rate < paceBehind*p.expected() {
		p.behind++
	} else {
		p.behind = 0
	}
}

// expected is what the camera was asked for, or the most that it gave since it was opened.
func (p *pace) expected() float64 {
	if p.asked > 0 {
		return p.asked
	}
	return p.most
}

// expect says how many pictures a second the camera was asked for.
func (p *pace) expect(rate int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = float64(rate)
}

// Rate is how many pictures the camera gave a second in the last ten seconds; 0 before.
func (p *pace) Rate() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.rate
}

// Slow says that the camera has given too few pictures for half a minute: nil, or a *Fault.
func (p *pace) Slow() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.behind < paceSpans {
		return nil
	}
	return tooSlow(p.name, p.rate, p.expected())
}

// PaceOf is how many pictures a camera gives a second, 0 while it is not known yet, and a *Fault where those are too few; false of a
// source whose pictures do not come by themselves.
func PaceOf(s Source) (rate float64, slow error, known bool) {
	if held, ok := s.(*Held); ok {
		s = held.Source
	}
	p, ok := s.(interface {
		Rate() float64
		Slow() error
	})
	if !ok || !Live(s) {
		return 0, nil, false
	}
	return p.Rate(), p.Slow(), true
}

// MeasurePace counts the pictures of a camera that was just opened and was asked for so many a second, 0 for none. The error is that of
// the source, or a *Fault where they are too few.
func MeasurePace(ctx context.Context, s Source, asked int, span time.Duration) (rate float64, err error) {
	n, began := 0, time.Time{}
	for n == 0 || time.Since(began) < span {
		f, err := s.Next(ctx)
		if err != nil {
			return 0, err
		}
		if n == 0 {
			began = f.Time
		}
		n++
	}
	rate = float64(n-1) / time.Since(began).Seconds()
	if rate < paceBehind*float64(asked) {
		return rate, tooSlow("the camera", rate, float64(asked))
	}
	return rate, nil
}

func tooSlow(name string, rate, expected float64) error {
	return fault(Slow, nil, "%s gives %.1f pictures a second instead of %.0f; in the dark a camera that chooses its exposure takes longer: more light, or hold it at an exposure; one that cannot give more is asked for fewer (camera.rate)", name, rate, expected)
}
