package scoreboard

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"testing"
	"time"
)

// TestWhoIsSlowIsSentAway claims that one who sends a byte now and then, which no limit between two bytes would end,
// holds a connection no longer than the limits say.
func TestWhoIsSlowIsSentAway(t *testing.T) {
	s, err := New(Config{Prefix: "jantaku", Table: "table-1", Broker: "tcp://127.0.0.1:1", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	if p := s.limits; p.header <= 0 || p.body <= 0 || p.answer <= 0 || p.idle <= 0 || p.body > time.Minute {
		t.Errorf("what the daemon allows is %+v", p)
	}
	s.limits = limits{header: 60 * time.Millisecond, body: 120 * time.Millisecond, answer: time.Second, idle: 60 * time.Millisecond}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	for name, first := range map[string]string{
		"a header without end":  "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
		"a body that trickles":  "POST /api/request/undo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n",
		"a login that trickles": "POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n",
		"nothing at all":        "",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if _, err := io.WriteString(c, first); err != nil {
				t.Fatal(err)
			}
			if first != "" {
				go func() {
					for {
						if _, err := c.Write([]byte{' '}); err != nil {
							return
						}
						time.Sleep(10 * time.Millisecond)
					}
				}()
			}
			_ = c.SetReadDeadline(time.Now().Add(10 * time.Second)) // a busy machine
			if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error("still connected after ten seconds")
			}
		})
	}
}
