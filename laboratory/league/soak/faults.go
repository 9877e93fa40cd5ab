package soak

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
)

// fault is something that happens to a league. do gives what ends it, and what there is to say about it.
type fault struct {
	what string
	do   func(ctx context.Context) (undo func() error, says string, err error)
}

// all gives the faults of an evening, in their order.
func (e *evening) all() (all []fault) {
	if e.Mosquitto {
		for range max(e.Kills, 1) {
			all = append(all, e.killed("the broker", e.broker))
		}
		return append(all, e.others()...)
	}
	killed, cut := map[*node]bool{}, map[*node]bool{}
	for i := range e.nodes {
		all = append(all, fault{"a node killed", func(ctx context.Context) (func() error, string, error) {
			n, leads := e.leader(ctx, killed)
			return func() error { return n.Start(ctx) }, n.node.Name + leads, n.Kill()
		}}, fault{"a node cut off", func(ctx context.Context) (func() error, string, error) {
			n, leads := e.leader(ctx, cut)
			return e.cutOff(n.node.Name), n.node.Name + leads, nil
		}})
		if i == 0 {
			all = append(all, e.others()...)
		}
	}
	return all
}

// leader picks the node to which something did not happen yet that leads the most important of the streams; then it has.
func (e *evening) leader(ctx context.Context, done map[*node]bool) (_ *node, says string) {
	var first *node
	best, leads := len(streams), []string(nil)
	for _, n := range e.nodes {
		if done[n] {
			continue
		}
		its, err := n.node.leads(ctx)
		if err != nil {
			e.Log.Warn("a node does not tell what it leads", "node", n.node.Name, "err", err)
		}
		at := len(streams)
		if len(its) > 0 {
			at = slices.Index(streams, its[0])
		}
		if first == nil || at < best {
			first, best, leads = n, at, its
		}
	}
	done[first] = true
	if len(leads) == 0 {
		return first, ""
	}
	return first, ", which leads " + strings.Join(leads, ", ")
}

// cutOff cuts off those of some names, and gives what ends it.
func (e *evening) cutOff(names ...string) func() error {
	var release []func()
	for _, name := range names {
		release = append(release, e.network.cutOff(name))
	}
	return func() error {
		for _, one := range release {
			one()
		}
		return nil
	}
}

// others are the faults of everything but brokers.
func (e *evening) others() (all []fault) {
	for i, a := range e.archives {
		all = append(all, e.killed(archiveName(i), a), fault{archiveName(i) + " cut off", func(context.Context) (func() error, string, error) {
			return e.cutOff(archiveName(i)), "", nil
		}})
	}
	all = append(all, fault{"the network swallows what half of the tables say", func(context.Context) (func() error, string, error) {
		var half []string
		for i := 0; i < e.groups(); i += 2 {
			half = append(half, tablesName(i))
		}
		return e.cutOff(half...), "", nil
	}})
	if e.database != nil {
		all = append(all, e.killed("the database", e.database), fault{"the database stopped", func(ctx context.Context) (func() error, string, error) {
			return func() error { return e.database.Start(ctx) }, "", e.database.Stop()
		}})
	}
	return all
}

// killed is something that is killed, and started again.
func (e *evening) killed(what string, b broker) fault {
	return fault{what + " killed", func(ctx context.Context) (func() error, string, error) {
		return func() error { return b.Start(ctx) }, "", b.Kill()
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
		undo, says, err := f.do(context.WithoutCancel(ctx))
		if err != nil {
			return n, fmt.Errorf("%s: %w", f.what, err)
		}
		if says != "" {
			says = ": " + says
		}
		fmt.Fprintf(e.Out, "%s  %s%s\n", time.Now().Format("15:04:05"), f.what, says)
		n++
		sleep(ctx, every/2)
		if err := undo(); err != nil {
			return n, fmt.Errorf("after %s: %w", f.what, err)
		}
	}
	return n, nil
}
