package mqtt_test

import (
	"fmt"
	"io"
	"net"
	"sync"
	"testing"
)

// relay is a line to a broker that can be cut.
type relay struct {
	l     net.Listener
	mu    sync.Mutex
	conns map[net.Conn]bool
	wg    sync.WaitGroup
}

func newRelay(t *testing.T, port int) *relay {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{l: l, conns: map[net.Conn]bool{}}
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
	r.mu.Lock()
	r.conns[a], r.conns[b] = true, true
	r.mu.Unlock()
	for _, way := range [][2]net.Conn{{a, b}, {b, a}} {
		r.wg.Go(func() {
			io.Copy(way[0], way[1])
			way[0].Close()
			way[1].Close()
		})
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
