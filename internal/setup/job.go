package setup

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// job is work that goes on when the request that began it was answered, such as learning or listening. It
// stands still or runs, never twice: who begins or ends it, or changes what it works on, has the
// turn meanwhile, and everybody else waits for it.
type job struct {
	turn   sync.Mutex
	ended  bool               // for good; by who has the turn, as the two below
	cancel context.CancelFunc // of what was begun last; nil for nothing
	done   chan struct{}      // closed when that has ended

	running atomic.Bool
}

// errEnded is a job that is begun after the set-up was closed.
var errEnded = errors.New("setup: the set-up has ended")

// hold takes the turn and ends what runs. The caller has to release it.
func (j *job) hold() {
	j.turn.Lock()
	if j.cancel != nil {
		j.cancel()
		<-j.done
		j.cancel, j.done = nil, nil
	}
}

func (j *job) release() { j.turn.Unlock() }

// begin has work run until it ends, or the next one takes the turn, which the caller has. A panic in it is
// an error for failed: it must not end the program.
func (j *job) begin(work func(context.Context), failed func(error)) error {
	if j.ended {
		return errEnded
	}
	ctx, cancel := context.WithCancel(context.Background()) // it goes on when the page is closed
	done := make(chan struct{})
	j.cancel, j.done = cancel, done
	j.running.Store(true)
	go func() {
		defer close(done)
		defer j.running.Store(false)
		defer cancel()
		defer func() {
			if fault := recover(); fault != nil {
				failed(fmt.Errorf("setup: panic: %v\n%s", fault, debug.Stack()))
			}
		}()
		work(ctx)
	}()
	return nil
}

// stop ends what runs, and waits for it.
func (j *job) stop() {
	j.hold()
	j.release()
}

// end is stop for good.
func (j *job) end() {
	j.hold()
	defer j.release()
	j.ended = true
}
