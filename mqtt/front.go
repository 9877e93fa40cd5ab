package mqtt

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/eclipse/paho.mqtt.golang/packets"

	"jantaku/access"
	"jantaku/mqtt/packet"
)

// Limits of who comes in.
const (
	// hello is how long a client may take until it has said who it is.
	hello = 5 * time.Second
	// mostHello bounds that packet, in bytes: names, a password and a will.
	mostHello = 16 << 10
	// mostName bounds client id and user name, in bytes; every one of them comes into memory and the log.
	mostName = 128
	// strangers and their share of one address bound who has not said yet who it is.
	strangers, strangersOfOne = 200, 50
)

// front is where clients come in from the network. The server itself listens on this machine alone: whatever
// comes is first bounded here, by address and by kind, and who gives no name leaves nothing behind.
type front struct {
	listener net.Listener
	inner    string      // address of the server
	tls      *tls.Config // nil without TLS
	stay     time.Duration
	tables   []Credential
	log      *slog.Logger

	new, guests, named access.Places

	open sync.WaitGroup
	done context.CancelFunc

	mu   sync.Mutex
	from map[string]string // by the local address of a line to the server: whose it is
}

func newFront(l net.Listener, inner string, secure *tls.Config, c BrokerConfig, log *slog.Logger) *front {
	g := c.Guests
	return &front{listener: l, inner: inner, tls: secure, stay: g.Stay, tables: c.Tables, log: log, from: map[string]string{},
		new:    access.Places{OfOne: strangersOfOne, Most: strangers},
		guests: access.Places{OfOne: g.OfOne, Most: g.Most}, named: access.Places{OfOne: g.NamedOfOne, Most: g.NamedMost}}
}

// start takes connections until close.
func (f *front) start() {
	ctx, done := context.WithCancel(context.Background())
	f.done = done
	f.open.Go(func() {
		for wait := time.Millisecond; ; {
			c, err := f.listener.Accept()
			switch {
			case errors.Is(err, net.ErrClosed):
				return
			case err != nil: // out of file descriptors, such as
				time.Sleep(wait)
				wait = min(2*wait, time.Second)
				continue
			}
			wait = time.Millisecond
			f.open.Go(func() { f.serve(ctx, c) })
		}
	})
}

// close ends every connection, and waits for it.
func (f *front) close() error {
	err := f.listener.Close()
	if f.done != nil {
		f.done()
	}
	f.open.Wait()
	return err
}

// whose gives the address behind a connection of the server.
func (f *front) whose(line string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return cmp.Or(f.from[line], line)
}

// serve leads one client to the server, and ends with either.
func (f *front) serve(ctx context.Context, c net.Conn) {
	defer c.Close()
	stop := context.AfterFunc(ctx, func() { c.Close() })
	defer stop()
	address := c.RemoteAddr().String()
	free := f.new.Take(address, func() { c.Close() })
	client, in, who, err := f.greet(ctx, c)
	free()
	if err != nil {
		f.log.Debug("a client is not let in", "from", address, "err", err)
		return
	}
	leave := func() { c.Close() }
	free = func() {}
	switch {
	case isNameless(who):
		free = f.guests.Take(address, leave)
		defer time.AfterFunc(f.stay, leave).Stop()
	case !slices.ContainsFunc(f.tables, Credential{who.Username, string(who.Password)}.is): // tables of the club have pages of their own
		free = f.named.Take(address, leave)
	}
	defer free()

	line, err := (&net.Dialer{Timeout: hello}).DialContext(ctx, "tcp", f.inner)
	if err != nil {
		return // it starts anew; the client comes back
	}
	defer line.Close()
	at := line.LocalAddr().String()
	f.mu.Lock()
	f.from[at] = address
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.from, at)
	}()
	if who.Write(line) != nil {
		return
	}
	talk := newResubscriber(client, line)
	defer talk.close()
	var down sync.WaitGroup
	down.Go(func() {
		_ = talk.toClient(bufio.NewReaderSize(line, buffer)) // which ends with either side
		free()                                               // before it sees that it has left
		c.Close()
	})
	_ = talk.toServer(in)
	line.Close()
	down.Wait()
}

// buffer is how many bytes of a connection are read at once: there are hundreds of them.
const buffer = 4 << 10

// greet ends TLS and reads who comes. A client without a name gets a clean session whatever it asks for: what the
// broker kept for it would be there for two days.
func (f *front) greet(ctx context.Context, c net.Conn) (client net.Conn, in *bufio.Reader, who *packets.ConnectPacket, err error) {
	_ = c.SetDeadline(time.Now().Add(hello))
	client = c
	if f.tls != nil {
		secure := tls.Server(c, f.tls)
		if err := secure.HandshakeContext(ctx); err != nil {
			return nil, nil, nil, fmt.Errorf("TLS: %w", err)
		}
		client = secure
	}
	in = bufio.NewReaderSize(client, 1<<10)
	first, err := packet.Read(in, mostHello)
	who, ok := first.(*packets.ConnectPacket)
	switch {
	case err != nil:
	case !ok:
		err = errors.New("not a CONNECT")
	case who.ProtocolName != "MQTT" || who.ProtocolVersion != 4:
		err = fmt.Errorf("protocol %.20q %d", who.ProtocolName, who.ProtocolVersion)
		_, _ = client.Write([]byte{packets.Connack << 4, 2, 0, packets.ErrRefusedBadProtocolVersion})
	case len(who.ClientIdentifier) > mostName || len(who.Username) > mostName:
		err = fmt.Errorf("a name of more than %d bytes", mostName)
		_, _ = client.Write([]byte{packets.Connack << 4, 2, 0, packets.ErrRefusedIDRejected})
	}
	if err != nil {
		return nil, nil, nil, err
	}
	if isNameless(who) {
		who.CleanSession = true
	}
	return client, in, who, c.SetDeadline(time.Time{})
}

// isNameless reports whether a client does not say who it is.
func isNameless(who *packets.ConnectPacket) bool { return !who.UsernameFlag || who.Username == "" }
