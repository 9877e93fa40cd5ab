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
	for {
		data, err := s.next()
		if err != nil {
			return n, err
		}
		n++
		stalled.Reset(l.patience.Stall)
		f := Frame{Data: data, Time: time.Now(), Source: l.name}
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
