package mqtt

import (
	"context"
	secret "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"sync"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"
)

// errLost is why a session ends when the broker goes away.
var errLost = errors.New("connection to the broker lost")

const (
	qos = 1
	// heard is the quality with which is heard what others say. The broker keeps nothing for a daemon that is away (clean
	// session), so that the acknowledgement of each message would add nothing to that of TCP; NATS has for every subscription
	// with quality 1 a consumer, which in a cluster is a group of nodes: three for a table, and 1,000 altogether at most (2.15).
	heard          = 0
	connectTimeout = 5 * time.Second
	ackTimeout     = 10 * time.Second // a broker that does not acknowledge in this time is gone
)

// session is one connection to a broker, from CONNECT to its end. It never
// reconnects by itself: the client library ends the tokens of unacknowledged
// messages without an error once it has reconnected, and they would be taken for
// delivered. A new connection is a new client.
type session struct {
	client paho.Client
	lost   chan struct{}
	inbox  chan paho.Message
	denied chan struct{} // holds one element when the status that the broker has is not the daemon's
	log    *slog.Logger
}

// inboxSize bounds the requests that wait while one is being answered.
const inboxSize = 64

// newClientID gives the id under which a daemon connects as long as it runs: a broker ends the connection
// before when the next one comes, so that its will is out before the daemon says that it is there. Part
// of it is random, as who guesses it could throw the daemon out, and a copied card would have two
// tables do that to each other.
func newClientID(node string) string { return "jantaku-" + node + "-" + secret.Text()[:8] }

// dial makes a connection. It gives the context's error when the context ends first.
func dial(ctx context.Context, c Config, id string, log *slog.Logger) (*session, error) {
	s := &session{lost: make(chan struct{}), inbox: make(chan paho.Message, inboxSize), denied: make(chan struct{}, 1), log: log}
	var once sync.Once
	will := c.statusMessage(statusOffline)
	o := paho.NewClientOptions().
		AddBroker(c.Broker).
		SetClientID(id).
		SetUsername(c.User).
		SetPassword(c.Password).
		SetAutoReconnect(false).
		SetConnectRetry(false).
		SetCleanSession(true).
		SetProtocolVersion(4).
		SetConnectTimeout(connectTimeout).
		SetKeepAlive(c.KeepAlive).
		SetPingTimeout(ackTimeout).
		SetWriteTimeout(ackTimeout).
		SetOrderMatters(true).
		SetBinaryWill(will.Topic, will.Payload, qos, true).
		SetConnectionLostHandler(func(paho.Client, error) { once.Do(func() { close(s.lost) }) })
	s.client = paho.NewClient(o)
	if err := s.wait(ctx, s.client.Connect(), connectTimeout+time.Second); err != nil {
		s.client.Disconnect(0)
		return nil, fmt.Errorf("connect to %s: %w", c.Broker, err)
	}
	return s, nil
}

// wait gives the error of a token, or says why it did not come.
func (s *session) wait(ctx context.Context, token paho.Token, limit time.Duration) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-token.Done():
		return token.Error()
	case <-ctx.Done():
		return ctx.Err()
	case <-s.lost:
		return errLost
	case <-timer.C:
		return fmt.Errorf("no answer from the broker in %v", limit)
	}
}

// publish sends a message and waits for its acknowledgement. Only nil means that
// the broker has it. The error is errUnpublishable when no broker would take it.
func (s *session) publish(ctx context.Context, m Message) error {
	if err := m.check(); err != nil {
		return err
	}
	if err := s.wait(ctx, s.client.Publish(m.Topic, qos, m.Retained, m.Payload), ackTimeout); err != nil {
		return fmt.Errorf("publish %s: %w", m.Topic, err)
	}
	return nil
}

// subscribe asks for a topic, whose messages receive takes. A refusal is an error.
func (s *session) subscribe(ctx context.Context, filter string, receive paho.MessageHandler) error {
	token := s.client.Subscribe(filter, heard, receive)
	if err := s.wait(ctx, token, ackTimeout); err != nil {
		return fmt.Errorf("subscribe to %s: %w", filter, err)
	}
	// The library does not turn a refusal into an error.
	if granted, ok := token.(*paho.SubscribeToken); ok && granted.Result()[filter] == 0x80 {
		return fmt.Errorf("subscribe to %s: %w; give this user the right to read it", filter, errNotGranted)
	}
	return nil
}

// errNotGranted is the refusal of a subscription.
var errNotGranted = errors.New("the broker refuses")

// receive must not block: acknowledgements of what is published come through the
// same goroutine of the library.
func (s *session) receive(_ paho.Client, m paho.Message) {
	select {
	case s.inbox <- m:
	default:
		s.log.Warn("request dropped, too many are waiting", "topic", m.Topic())
	}
}

// receiveStatus hears what the broker tells everybody about this daemon, which is there.
func (s *session) receiveStatus(_ paho.Client, m paho.Message) {
	var told Status
	if json.Unmarshal(m.Payload(), &told) == nil && told.Status == statusOnline {
		return
	}
	select {
	case s.denied <- struct{}{}:
	default: // it is being put right
	}
}

// watch waits for the end of the connection or of the context.
func (s *session) watch(ctx context.Context) error {
	select {
	case <-s.lost:
		return errLost
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *session) close() { s.client.Disconnect(100) }

// checkBroker refuses a broker URL that could never work.
func checkBroker(broker string) error {
	u, err := url.Parse(broker)
	if err != nil {
		return fmt.Errorf("mqtt: broker %q: %w", broker, err)
	}
	if !slices.Contains([]string{"tcp", "mqtt", "ssl", "tls", "mqtts", "ws", "wss"}, u.Scheme) || u.Hostname() == "" {
		return fmt.Errorf("mqtt: broker %q: write it as tcp://host:1883, ssl://host:8883 or ws://host:9001", broker)
	}
	if _, port, err := net.SplitHostPort(u.Host); err != nil || port == "" {
		return fmt.Errorf("mqtt: broker %q: the port is missing, usually :1883", broker)
	}
	return nil
}

// backoff doubles the wait after each failure, with some jitter so that the tables
// of a club do not all come back in the same moment.
type backoff struct{ min, max, next time.Duration }

func newBackoff(min, max time.Duration) *backoff { return &backoff{min, max, min} }

func (b *backoff) reset() { b.next = b.min }

func (b *backoff) sleep(ctx context.Context) {
	wait := b.next/2 + rand.N(b.next/2+1)
	b.next = min(2*b.next, b.max)
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
