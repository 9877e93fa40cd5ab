package capture

import (
	"context"
	"sync"
	"time"

	"jantaku/vision/camera"
)

// What a reel keeps: enough to see what happened before a signal, and no more than
// pictures of 12 megapixels may cost.
const (
	reelTime  = 3 * time.Second
	reelBytes = 32 << 20
)

// reel is the last seconds of what a camera gave. Frames are shared: never copied,
// never changed. Its methods may be called at the same time.
type reel struct {
	mu     sync.Mutex
	kept   []numbered // oldest first
	bytes  int
	turn   uint64        // counts what the camera gave: frames and faults
	moved  time.Time     // when it gave the last
	missed missing       // the last fault
	news   chan struct{} // closed with the next turn
}

// numbered is a frame and which turn it was.
type numbered struct {
	camera.Frame
	turn uint64
}

// missing is why there was no frame in a turn; the turn is 0 when there never was a fault.
type missing struct {
	err  error
	turn uint64
}

func newReel() *reel { return &reel{news: make(chan struct{}), moved: time.Now()} }

// put keeps a frame and drops those that are too old or too many.
func (r *reel) put(f camera.Frame) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.next()
	r.kept = append(r.kept, numbered{f, r.turn})
	r.bytes += len(f.Data)
	old := 0
	for old < len(r.kept)-1 && (r.bytes > reelBytes || f.Time.Sub(r.kept[old].Time) > reelTime) {
		r.bytes -= len(r.kept[old].Data)
		old++
	}
	n := copy(r.kept, r.kept[old:])
	clear(r.kept[n:]) // let go of their pictures
	r.kept = r.kept[:n]
}

// miss notes why no frame came.
func (r *reel) miss(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.next()
	r.missed = missing{err, r.turn}
}

// next begins a turn and wakes all who wait for it.
func (r *reel) next() {
	r.turn++
	r.moved = time.Now()
	close(r.news)
	r.news = make(chan struct{})
}

// now is the turn of the newest frame or fault.
func (r *reel) now() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.turn
}

// after waits for the first frame that came after a turn, and gives its turn. The
// error is that of a fault since then, or the context's.
func (r *reel) after(ctx context.Context, turn uint64) (camera.Frame, uint64, error) {
	for {
		r.mu.Lock()
		news := r.news
		for _, f := range r.kept {
			if f.turn > turn {
				r.mu.Unlock()
				return f.Frame, f.turn, nil
			}
		}
		missed := r.missed
		r.mu.Unlock()
		if missed.turn > turn {
			return camera.Frame{}, missed.turn, missed.err
		}
		select {
		case <-news:
		case <-ctx.Done():
			return camera.Frame{}, turn, ctx.Err()
		}
	}
}

// newest waits until a frame came after a turn, and gives the newest.
func (r *reel) newest(ctx context.Context, turn uint64) (camera.Frame, uint64, error) {
	f, turn, err := r.after(ctx, turn)
	if err != nil {
		return f, turn, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	last := r.kept[len(r.kept)-1]
	return last.Frame, last.turn, nil
}

// recent gives what is kept, oldest first.
func (r *reel) recent() []camera.Frame {
	r.mu.Lock()
	defer r.mu.Unlock()
	frames := make([]camera.Frame, 0, len(r.kept))
	for _, f := range r.kept {
		frames = append(frames, f.Frame)
	}
	return frames
}

// away says why the camera gives nothing just now; nil while it does.
func (r *reel) away() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.missed.turn == r.turn && r.turn > 0 {
		return r.missed.err
	}
	return nil
}

// idle is how long nothing came, not even a fault.
func (r *reel) idle(now time.Time) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	return now.Sub(r.moved)
}
