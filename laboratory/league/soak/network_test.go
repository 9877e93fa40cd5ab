package soak

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"testing"
	"time"
)

// Who is cut off hears nothing, nor do others hear that one; connections lead to others meanwhile, and to it again afterwards.
func TestWhoIsCutOffIsNotHeard(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := &network{cut: map[string]chan struct{}{}}
	w, err := n.way("tables", says(t, "one"), says(t, "two"))
	if err != nil {
		t.Fatal(err)
	}
	go w.run(ctx)
	defer w.listener.Close()
	c, first := dial(t, w)
	if got := hears(t, c); got != first {
		t.Fatalf("%q speaks as %q", first, got)
	}
	release := n.cutOff(first)
	fmt.Fprintln(c, "?")
	if err := c.SetReadDeadline(time.Now().Add(100 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	if text, err := bufio.NewReader(c).ReadString('\n'); err == nil {
		t.Errorf("who is cut off says %q", text)
	}
	if _, other := dial(t, w); other == first {
		t.Error("a new connection leads to who is cut off")
	}
	release()
	if err := c.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if text, err := bufio.NewReader(c).ReadString('\n'); err == nil {
		t.Errorf("after the cut the old connection goes on with %q", text)
	}
	if !n.passes("tables", "one", "two") {
		t.Error("somebody is cut off still")
	}
}

// says answers every line with a name, and greets with it.
func says(t *testing.T, name string) end {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				fmt.Fprintln(c, name)
				for lines := bufio.NewScanner(c); lines.Scan(); {
					fmt.Fprintln(c, name)
				}
			}()
		}
	}()
	return end{name, l.Addr().String()}
}

func dial(t *testing.T, w *way) (c net.Conn, greeting string) {
	t.Helper()
	c, err := net.Dial("tcp", w.addr())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	greeting, err = bufio.NewReader(c).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return c, greeting[:len(greeting)-1]
}

func hears(t *testing.T, c net.Conn) string {
	t.Helper()
	fmt.Fprintln(c, "?")
	text, err := bufio.NewReader(c).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return text[:len(text)-1]
}
