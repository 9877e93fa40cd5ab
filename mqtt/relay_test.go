package mqtt_test

import (
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// relay is a line to a broker that can be cut, and that can swallow what is open.
type relay struct {
	l     net.Listener
	mu    sync.Mutex
	conns map[net.Conn]*atomic.Bool // with whether it is swallowed
	wg    sync.WaitGroup
}

func newRelay(t *testing.T, port int) *relay {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{l: l, conns: map[net.Conn]*atomic.Bool{}}
	r.wg.Go(func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
			if err != nil {
				near.Close()
				continue
			}
			r.pipe(near, far)
		}
	})
	t.Cleanup(func() {
		l.Close()
		r.cut()
		r.wg.Wait()
	})
	return r
}

func (r *relay) addr() string { return r.l.Addr().String() }

func (r *relay) pipe(a, b net.Conn) {
	swallowed := &atomic.Bool{}
	r.mu.Lock()
	r.conns[a], r.conns[b] = swallowed, swallowed
	r.mu.Unlock()
	for _, way := range [][2]net.Conn{{a, b}, {b, a}} {
		r.wg.Go(func() {
			io.Copy(sink{way[0], swallowed}, way[1])
			if !swallowed.Load() {
				way[0].Close()
				way[1].Close()
			}
		})
	}
}

// sink writes on until the line is swallowed.
type sink struct {
	net.Conn
	swallowed *atomic.Bool
}

func (s sink) Write(p []byte) (int, error) {
	if s.swallowed.Load() {
		return len(p), nil
	}
	return s.Conn.Write(p)
}

// swallow has every open connection stay open and nothing more come through, also not that it was
// closed, as a router does that forgets it. New ones are led through.
func (r *relay) swallow() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, swallowed := range r.conns {
		swallowed.Store(true)
	}
}

// cut ends every connection without a word, as a pulled cable does.
func (r *relay) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for c := range r.conns {
		if tcp, ok := c.(*net.TCPConn); ok {
			tcp.SetLinger(0)
		}
		c.Close()
		delete(r.conns, c)
	}
}
