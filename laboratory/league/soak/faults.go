package soak

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// fault is something that happens to a league.
type fault struct {
	what string
	do   func(ctx context.Context) (undo func() error, err error)
}

// all gives the faults of an evening, in their order.
func (e *evening) all() (all []fault) {
	if e.Mosquitto {
		for range max(e.Kills, 1) {
			all = append(all, e.killed("the broker", e.brokers[0]))
		}
	} else {
		for i, b := range e.brokers {
			node := b.(*node)
			all = append(all, e.killed(node.node.Name, b), fault{node.node.Name + " cut off", func(context.Context) (func() error, error) {
				return node.process.Continue, node.process.Pause()
			}})
			if i == 0 {
				all = append(all, e.others()...)
			}
		}
		return all
	}
	return append(all, e.others()...)
}

// others are the faults of everything but brokers.
func (e *evening) others() (all []fault) {
	for i, a := range e.archives {
		all = append(all, e.killed(fmt.Sprintf("archive %d", i+1), a))
	}
	all = append(all, fault{"the network swallows", func(context.Context) (func() error, error) {
		var release []func()
		for i, p := range e.proxies {
			if i%2 == 0 {
				release = append(release, p.swallow())
			}
		}
		return func() error {
			for _, one := range release {
				one()
			}
			return nil
		}, nil
	}})
	if e.database != nil {
		all = append(all, e.killed("the database", e.database))
	}
	return all
}

// killed is something that is killed, and started again.
func (e *evening) killed(what string, b broker) fault {
	return fault{what + " killed", func(ctx context.Context) (func() error, error) {
		return func() error { return b.Start(ctx) }, b.Kill()
	}}
}

// faults lets everything happen in turn, spread over the time that is played: what is broken is so for half of the time
// until the next. It gives how many there were.
func (e *evening) faults(ctx context.Context) (n int, err error) {
	all := e.all()
	every := e.For / time.Duration(len(all)+1)
	for _, f := range all {
		if !sleep(ctx, every/2) {
			return n, nil
		}
		fmt.Fprintf(e.Out, "%s  %s\n", time.Now().Format("15:04:05"), f.what)
		undo, err := f.do(context.WithoutCancel(ctx))
		if err != nil {
			return n, fmt.Errorf("%s: %w", f.what, err)
		}
		n++
		sleep(ctx, every/2)
		if err := undo(); err != nil {
			return n, errors.Join(fmt.Errorf("after %s: %w", f.what, err))
		}
	}
	return n, nil
}

func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
