package soak

import (
	"context"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// proxy leads tables to a broker, to the next of its nodes where one does not answer. It can swallow what goes through it:
// then nothing comes on, and nobody is told.
type proxy struct {
	listener net.Listener
	nodes    []string
	next     atomic.Int64
	open     sync.WaitGroup

	mu     sync.Mutex
	closed chan struct{} // while nothing is swallowed it is closed
}

func newProxy(nodes []string) (*proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{listener: l, nodes: nodes, closed: make(chan struct{})}
	close(p.closed)
	return p, nil
}

func (p *proxy) url() string { return "tcp://" + p.listener.Addr().String() }

// swallow has everything vanish until the function that it gives is called.
func (p *proxy) swallow() (release func()) {
	gate := make(chan struct{})
	p.mu.Lock()
	p.closed = gate
	p.mu.Unlock()
	return sync.OnceFunc(func() { close(gate) })
}

func (p *proxy) gate() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closed
}

// run leads on until the context ends.
func (p *proxy) run(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() { p.listener.Close() })
	defer stop()
	for {
		c, err := p.listener.Accept()
		if err != nil {
			break
		}
		p.open.Go(func() { p.lead(ctx, c) })
	}
	p.open.Wait()
}

// dialLimit is how long a node may take to answer.
const dialLimit = 2 * time.Second

func (p *proxy) lead(ctx context.Context, c net.Conn) {
	defer c.Close()
	var line net.Conn
	var err error
	for range p.nodes {
		at := p.nodes[int(p.next.Add(1))%len(p.nodes)]
		if line, err = (&net.Dialer{Timeout: dialLimit}).DialContext(ctx, "tcp", at); err == nil {
			break
		}
	}
	if err != nil {
		return
	}
	defer line.Close()
	stop := context.AfterFunc(ctx, func() { c.Close(); line.Close() })
	defer stop()
	var both sync.WaitGroup
	both.Go(func() { p.pass(ctx, line, c); line.Close() })
	both.Go(func() { p.pass(ctx, c, line); c.Close() })
	both.Wait()
}

// pass leads on what comes, but for what is swallowed: what came meanwhile is gone, and so is the connection after it.
func (p *proxy) pass(ctx context.Context, to io.Writer, from io.Reader) {
	buffer := make([]byte, 4<<10)
	for {
		n, err := from.Read(buffer)
		select {
		case <-p.gate():
		default:
			select { // an MQTT stream with a hole in it means nothing any more
			case <-p.gate():
			case <-ctx.Done():
			}
			return
		}
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
