package camera

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Held is a V4L2 camera whose controls are kept: set at the start, whenever it comes back, and whenever
// something else has changed them. It owns one goroutine, which ends with Close.
type Held struct {
	Source
	device   string
	controls Controls // guarded by mu
	every    time.Duration
	log      *slog.Logger

	back   chan struct{}
	cancel context.CancelFunc
	ended  chan struct{}

	mu    sync.Mutex
	rests bool      // somebody measures
	last  time.Time // of the last picture
	drift error     // what was otherwise when it was looked at last
	again int       // how often the controls had to be set again
}

// checkEvery is how often the controls are read back.
const checkEvery = 30 * time.Second

// away is after how long without a picture a camera may be another one.
const away = 3 * time.Second

// Keep holds a camera at its controls. The source is closed with it.
func Keep(s Source, device string, c Controls, log *slog.Logger) *Held {
	return keep(s, device, c, checkEvery, log)
}

func keep(s Source, device string, c Controls, every time.Duration, log *slog.Logger) *Held {
	ctx, cancel := context.WithCancel(context.Background())
	h := &Held{Source: s, device: device, controls: c, every: every, log: log, back: make(chan struct{}, 1), cancel: cancel, ended: make(chan struct{})}
	go h.run(ctx)
	return h
}

// Next gives the next picture.
func (h *Held) Next(ctx context.Context) (Frame, error) {
	f, err := h.Source.Next(ctx)
	if err != nil {
		return f, err
	}
	h.mu.Lock()
	anew := f.Time.Sub(h.last) > away
	h.last = f.Time
	h.mu.Unlock()
	if anew { // plugged in again, or opened: many cameras forget their values then
		h.wake()
	}
	return f, nil
}

// Live reports whether the pictures come by themselves.
func (h *Held) Live() bool { return Live(h.Source) }

// Drift is what was otherwise than it is held when the controls were read back last: nil, or a *Fault. Setting them
// again is tried all the time.
func (h *Held) Drift() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.drift
}

// SetAgain is how often the controls were found changed.
func (h *Held) SetAgain() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.again
}

// Rest lets the controls be changed, until HoldAt.
func (h *Held) Rest() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.rests = true
}

// HoldAt holds the camera at other controls from now on; at none at those that it had.
func (h *Held) HoldAt(c Controls) {
	h.mu.Lock()
	h.rests = false
	if len(c) > 0 {
		h.controls = c
	}
	h.mu.Unlock()
	h.wake()
}

// wake lets the controls be set.
func (h *Held) wake() {
	select {
	case h.back <- struct{}{}:
	default:
	}
}

// Close ends the camera.
func (h *Held) Close() error {
	h.cancel()
	<-h.ended
	return h.Source.Close()
}

func (h *Held) run(ctx context.Context) {
	defer close(h.ended)
	ticker := time.NewTicker(h.every)
	defer ticker.Stop()
	h.set(ctx, false)
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.back:
			h.set(ctx, false)
		case <-ticker.C:
			c := h.held()
			was := c.Check(ctx, h.device)
			if was != nil && ctx.Err() == nil {
				h.log.Warn("the values of the camera have changed and are set again", "err", was)
				h.set(ctx, true)
				continue
			}
			h.note(was, false)
		}
	}
}

// held are the controls that are kept; none while somebody measures.
func (h *Held) held() Controls {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.rests {
		return nil
	}
	return h.controls
}

func (h *Held) set(ctx context.Context, again bool) { h.note(h.held().Apply(ctx, h.device), again) }

func (h *Held) note(err error, again bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil && h.drift == nil {
		h.log.Error("the camera is not as it was set", "err", err)
	}
	h.drift = err
	if again {
		h.again++
	}
}
