package scoreboard

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Places of pages. A hall behind one router has a hundred displays at most; the club's own are not counted among those
// of strangers, who so cannot take their places.
const (
	pagesOfOne, mostPages = 100, 400
	mostOwnPages          = 300
)

const (
	dialTimeout  = 5 * time.Second
	writeTimeout = 10 * time.Second
	// idleTimeout ends pages that have gone to sleep; a page pings more often.
	idleTimeout = 90 * time.Second
)

func newBridge(c Config) (*bridge, error) {
	u, err := url.Parse(c.Broker)
	if err != nil || u.Hostname() == "" || u.Port() == "" {
		return nil, fmt.Errorf("scoreboard: broker %q: write it as tcp://host:1883 or ssl://host:8883", c.Broker)
	}
	b := &bridge{address: u.Host, prefix: c.Prefix, user: c.User, password: c.Password, log: c.Log}
	switch u.Scheme {
	case "tcp", "mqtt":
	case "ssl", "tls", "mqtts":
		b.secure = true
	default:
		return nil, fmt.Errorf("scoreboard: broker %q: the pages need tcp:// or ssl://", c.Broker)
	}
	b.upgrader = websocket.Upgrader{Subprotocols: []string{"mqtt"}, ReadBufferSize: 1 << 10, WriteBufferSize: 16 << 10,
		WriteBufferPool: &sync.Pool{}} // hundreds of displays hold no buffer while nothing is said
	b.own.OfOne, b.own.Most = mostOwnPages, mostOwnPages
	b.guests.OfOne, b.guests.Most = pagesOfOne, mostPages
	return b, nil
}

func (b *bridge) wait() { b.open.Wait() }

// serve answers GET /mqtt. It ends when either side does or the request's context.
func (b *bridge) serve(w http.ResponseWriter, r *http.Request) {
	b.open.Add(1)
	defer b.open.Done()
	ctx, leave := context.WithCancel(r.Context())
	defer leave()
	places := &b.guests
	if v := visitorOf(r); fromHere(r) || v.device != "" || v.said {
		places = &b.own
	}
	defer places.Take(r.RemoteAddr, leave)()
	broker, err := b.dial(ctx)
	if err != nil {
		b.log.Debug("page waits for the broker", "err", err)
		http.Error(w, "no broker", http.StatusBadGateway)
		return
	}
	defer broker.Close()
	page, err := b.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	defer page.Close()
	stop := context.AfterFunc(ctx, func() {
		page.Close()
		broker.Close()
	})
	defer stop()

	var down sync.WaitGroup
	down.Go(func() {
		b.toPage(page, broker)
		page.Close() // wakes the loop below
	})
	if err := b.toBroker(broker, page); err != nil {
		b.log.Warn("page refused", "from", r.RemoteAddr, "err", err)
		closing := websocket.FormatCloseMessage(websocket.ClosePolicyViolation, "pages can only subscribe")
		_ = page.WriteControl(websocket.CloseMessage, closing, time.Now().Add(time.Second))
	}
	broker.Close()
	down.Wait()
}

func (b *bridge) dial(ctx context.Context) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	if b.secure {
		return (&tls.Dialer{}).DialContext(ctx, "tcp", b.address)
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", b.address)
}

// toPage copies what the broker says as it comes.
func (b *bridge) toPage(page *websocket.Conn, broker net.Conn) {
	buffer := make([]byte, 4<<10)
	for {
		n, err := broker.Read(buffer)
		if n > 0 {
			_ = page.SetWriteDeadline(time.Now().Add(writeTimeout))
			if page.WriteMessage(websocket.BinaryMessage, buffer[:n]) != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// toBroker passes on what the page may say. The error is errForbidden or tells of a
// malformed packet; a connection that ends is none.
func (b *bridge) toBroker(broker io.Writer, page *websocket.Conn) error {
	in := bufio.NewReader(&pageReader{page: page})
	for first := true; ; first = false {
		p, err := readPacket(in)
		var closed *websocket.CloseError
		var network net.Error
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, net.ErrClosed), errors.As(err, &closed), errors.As(err, &network):
			return nil
		case err != nil:
			return err
		}
		if first {
			if p, err = login(p, "jantaku-page-"+rand.Text()[:12], b.user, b.password); err != nil {
				return err
			}
		} else if err := allow(p, b.prefix); err != nil {
			return err
		}
		if p.Write(broker) != nil {
			return nil
		}
	}
}

// pageReader reads the binary messages of a WebSocket as one stream: a packet may
// span messages, and a message may hold several packets.
type pageReader struct {
	page    *websocket.Conn
	message io.Reader
}

// Read implements io.Reader.
func (r *pageReader) Read(p []byte) (int, error) {
	for {
		if r.message == nil {
			_ = r.page.SetReadDeadline(time.Now().Add(idleTimeout))
			kind, message, err := r.page.NextReader()
			if err != nil {
				return 0, err
			}
			if kind != websocket.BinaryMessage {
				return 0, errors.New("scoreboard: text where MQTT is expected")
			}
			r.message = message
		}
		n, err := r.message.Read(p)
		if err == io.EOF {
			r.message = nil
			if n == 0 {
				continue
			}
			err = nil
		}
		return n, err
	}
}
