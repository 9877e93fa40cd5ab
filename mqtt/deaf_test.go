package mqtt_test

import (
	"io"
	"net"
	"sync/atomic"
	"testing"
	"time"

	"jantaku/mqtt"
)

// deafBroker takes connections and messages and never acknowledges a message: it
// hangs up instead. Only the status and subscriptions are acknowledged, so that messages follow.
type deafBroker struct {
	net.Listener
	heard atomic.Int64 // messages of the outbox
}

func startDeafBroker(t *testing.T) *deafBroker {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &deafBroker{Listener: l}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			b.serve(c)
			c.Close()
		}
	}()
	t.Cleanup(func() {
		l.Close()
		<-ended
	})
	return b
}

// serve speaks just enough MQTT 3.1.1, for packets below 16 kB.
func (b *deafBroker) serve(c net.Conn) {
	for published := 0; ; {
		_ = c.SetReadDeadline(time.Now().Add(5 * time.Second))
		first, body, err := readPacket(c)
		if err != nil {
			return
		}
		switch first >> 4 {
		case 1: // CONNECT
			c.Write([]byte{0x20, 2, 0, 0})
		case 3: // PUBLISH
			if published++; published > 1 {
				b.heard.Add(1)
				return
			}
			topic := int(body[0])<<8 | int(body[1])
			c.Write([]byte{0x40, 2, body[2+topic], body[3+topic]})
		case 8: // SUBSCRIBE, to one topic each
			c.Write([]byte{0x90, 3, body[0], body[1], 1})
		}
	}
}

func readPacket(r io.Reader) (first byte, body []byte, err error) {
	var head [2]byte
	if _, err = io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	length := int(head[1] & 0x7f)
	if head[1] >= 0x80 {
		var more [1]byte
		if _, err = io.ReadFull(r, more[:]); err != nil {
			return 0, nil, err
		}
		length |= int(more[0]) << 7
	}
	body = make([]byte, length)
	_, err = io.ReadFull(r, body)
	return head[0], body, err
}

// A client library that reconnects by itself reports such a message as published.
func TestMessageWithoutAcknowledgementStaysInTheOutbox(t *testing.T) {
	b := startDeafBroker(t)
	q := newQueue()
	q.add(t, here.Event("hand"), "precious", false)
	p := run(t, mqtt.Config{Broker: "tcp://" + b.Addr().String()}, q, nil)
	eventually(t, "sent three times", func() bool { return b.heard.Load() >= 3 })
	if q.left() != 1 {
		t.Error("the message is gone from the outbox, though no broker has acknowledged it")
	}
	if err := p.stop(); err != nil {
		t.Errorf("Run: %v", err)
	}
}
