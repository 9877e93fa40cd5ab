package soak

import (
	"context"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// network is what lies between everybody of a league: all connections between tables, archives and brokers lead through
// its ways, also those between the nodes of a cluster. Somebody who is cut off hears nothing and is not heard, and nobody is told.
type network struct {
	mu  sync.Mutex
	cut map[string]chan struct{} // by name; open while that one is cut off
}

// gate is closed unless somebody is cut off.
func (n *network) gate(who string) <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	if g, ok := n.cut[who]; ok {
		return g
	}
	g := make(chan struct{})
	close(g)
	return g
}

// passes reports whether nobody of them is cut off.
func (n *network) passes(who ...string) bool {
	for _, one := range who {
		select {
		case <-n.gate(one):
		default:
			return false
		}
	}
	return true
}

// cutOff cuts somebody off until the function that it gives is called.
func (n *network) cutOff(who string) (release func()) {
	gate := make(chan struct{})
	n.mu.Lock()
	n.cut[who] = gate
	n.mu.Unlock()
	return sync.OnceFunc(func() {
		n.mu.Lock()
		delete(n.cut, who)
		n.mu.Unlock()
		close(gate)
	})
}

// end is where a way leads to.
type end struct{ name, addr string }

// way leads those of one name to one of several others: to the next of them where one does not answer.
type way struct {
	network  *network
	listener net.Listener
	from     string
	to       []end
	next     atomic.Int64
	open     sync.WaitGroup
}

func (n *network) way(from string, to ...end) (*way, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	return &way{network: n, listener: l, from: from, to: to}, nil
}

func (w *way) addr() string { return w.listener.Addr().String() }

// run leads on until the context ends.
func (w *way) run(ctx context.Context) {
	stop := context.AfterFunc(ctx, func() { w.listener.Close() })
	defer stop()
	for {
		c, err := w.listener.Accept()
		if err != nil {
			break
		}
		w.open.Go(func() { w.lead(ctx, c) })
	}
	w.open.Wait()
}

// dialLimit is how long a node may take to answer.
const dialLimit = 2 * time.Second

func (w *way) lead(ctx context.Context, c net.Conn) {
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	for range w.to {
		to := w.to[int(w.next.Add(1))%len(w.to)]
		if !w.network.passes(w.from, to.name) { // as long as nobody answers
			sleep(ctx, dialLimit)
			continue
		}
		if line, err := (&net.Dialer{Timeout: dialLimit}).DialContext(ctx, "tcp", to.addr); err == nil {
			w.join(ctx, c, line, to.name)
			return
		}
	}
}

// join leads on in both directions until one of them ends.
func (w *way) join(ctx context.Context, c, line net.Conn, to string) {
	defer line.Close()
	stop := context.AfterFunc(ctx, func() { line.Close() })
	defer stop()
	var both sync.WaitGroup
	both.Go(func() { w.pass(ctx, line, c, to); line.Close() })
	both.Go(func() { w.pass(ctx, c, line, to); c.Close() })
	both.Wait()
}

// pass leads on what comes, but for what is swallowed: what came meanwhile is gone, and so is the connection after it, since
// a stream with a hole in it means nothing any more.
func (w *way) pass(ctx context.Context, to io.Writer, from io.Reader, name string) {
	buffer := make([]byte, 4<<10)
	for {
		n, err := from.Read(buffer)
		if !w.network.passes(w.from, name) {
			for _, who := range []string{w.from, name} {
				select {
				case <-w.network.gate(who):
				case <-ctx.Done():
				}
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

func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
