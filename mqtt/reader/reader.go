// Package reader hears what many tables tell: a client of any MQTT 3.1.1 broker, with a session that the broker keeps
// while the reader is away, and messages that are acknowledged when whoever asked for them has them safe.
//
// It is plain MQTT at every broker. A durable consumer of NATS' own lost messages that had their PUBACK when the node
// that led the stream was killed; a persistent session lost none (docs/league.md).
package reader

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"
)

// Config says whom a reader hears, where and as whom.
type Config struct {
	Brokers  []string // URLs, tcp://host:1883 or ssl://host:8883; the first that answers is used
	User     string
	Password string
	// ID is that of the client. With Keep the broker keeps what comes for it while it is away.
	ID   string
	Keep bool
	// Filters are the topics that are heard, each with the quality of service it is asked for with, 0 or 1.
	Filters map[string]byte
	// KeepAlive is after how long without a message the broker is asked whether it is there; zero gives 10 s. A connection
	// that the network has swallowed is given up after twice this.
	KeepAlive time.Duration
	// MaxWait bounds the wait between attempts to connect; zero gives 15 s.
	MaxWait time.Duration
}

// Message is one that came. Done tells the broker that it need not come again; it may be called from any goroutine,
// after the connection has ended too, when the message does come again.
type Message struct {
	Topic    string
	Payload  []byte
	Retained bool
	Done     func()
}

// Reader hears topics. Its methods may be used from several goroutines.
type Reader struct {
	config Config
	log    *slog.Logger

	connects atomic.Int64
	mu       sync.Mutex
	client   paho.Client // nil while there is no broker
}

// ErrAway is a message that cannot be sent because there is no broker.
var ErrAway = errors.New("mqtt: no broker")

const (
	connectTimeout = 5 * time.Second
	ackTimeout     = 10 * time.Second // a broker that does not acknowledge in this time is gone
	firstWait      = 250 * time.Millisecond
	// inbox is how many messages wait for the one who hears: more than brokers send without acknowledgement.
	inbox = 4096
	// askAgain is after how long a broker is asked once more what topics hold. The embedded one looks that up a little before a
	// subscription counts, and keeps what is published a little after it has told it: what came in between was not heard at all.
	// This is many times as long as that takes.
	askAgain = time.Second
)

// New makes a reader; Run starts it.
func New(c Config, log *slog.Logger) (*Reader, error) {
	if len(c.Brokers) == 0 || c.ID == "" || len(c.Filters) == 0 {
		return nil, errors.New("mqtt: a reader needs a broker, an id and what to hear")
	}
	if c.KeepAlive <= 0 {
		c.KeepAlive = 10 * time.Second
	}
	if c.MaxWait <= 0 {
		c.MaxWait = 15 * time.Second
	}
	return &Reader{config: c, log: log}, nil
}

// Connects is how many connections were made, and Connected whether there is one.
func (r *Reader) Connects() int64 { return r.connects.Load() }

// Connected reports whether there is a broker.
func (r *Reader) Connected() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.client != nil
}

// Run connects, hears and reconnects until the context ends, which is no error. hear is called for one message after the
// other and may take its time: the broker waits.
func (r *Reader) Run(ctx context.Context, hear func(context.Context, Message)) error {
	wait, away := firstWait, false
	for ctx.Err() == nil {
		began := time.Now()
		err := r.session(ctx, hear, func() {
			if away {
				r.log.Info("broker is back")
			}
			away = false
		})
		if ctx.Err() != nil {
			return nil
		}
		if time.Since(began) > r.config.MaxWait {
			wait = firstWait
		}
		if !away {
			r.log.Warn("no broker; it is asked again", "brokers", r.config.Brokers, "err", err)
			away = true
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait/2 + rand.N(wait/2+1)):
		}
		wait = min(2*wait, r.config.MaxWait)
	}
	return nil
}

// session is one connection from its beginning to its end.
func (r *Reader) session(ctx context.Context, hear func(context.Context, Message), ready func()) error {
	lost := make(chan struct{})
	came := make(chan paho.Message, inbox)
	var once sync.Once
	end := func() { once.Do(func() { close(lost) }) }
	o := paho.NewClientOptions().SetClientID(r.config.ID).SetUsername(r.config.User).SetPassword(r.config.Password).
		SetCleanSession(!r.config.Keep).SetAutoReconnect(false).SetConnectRetry(false).SetProtocolVersion(4).
		SetConnectTimeout(connectTimeout).SetWriteTimeout(ackTimeout).
		SetKeepAlive(r.config.KeepAlive).SetPingTimeout(r.config.KeepAlive).
		SetOrderMatters(true).SetAutoAckDisabled(true).
		SetConnectionLostHandler(func(paho.Client, error) { end() }).
		// What the broker kept comes before anything is subscribed to: one handler takes all.
		SetDefaultPublishHandler(func(_ paho.Client, m paho.Message) {
			select {
			case came <- m:
			case <-lost:
			}
		})
	for _, broker := range r.config.Brokers {
		o.AddBroker(broker)
	}
	client := paho.NewClient(o)
	defer func() { end(); client.Disconnect(50) }()
	if err := await(ctx, client.Connect(), lost, connectTimeout*time.Duration(len(r.config.Brokers))+time.Second); err != nil {
		return fmt.Errorf("mqtt: connect: %w", err)
	}
	token := client.SubscribeMultiple(r.config.Filters, nil)
	if err := await(ctx, token, lost, ackTimeout); err != nil {
		return fmt.Errorf("mqtt: subscribe: %w", err)
	}
	if granted, ok := token.(*paho.SubscribeToken); ok {
		for filter, qos := range granted.Result() {
			if qos == refused {
				return fmt.Errorf("mqtt: the broker does not let %q read %s", r.config.User, filter)
			}
		}
	}
	r.connects.Add(1)
	r.use(client)
	defer r.use(nil)
	ready()
	again, known := time.After(askAgain), known{}
	for {
		select {
		case <-again:
			client.SubscribeMultiple(r.config.Filters, nil) // a broker that does not answer is lost
		case m := <-came:
			if known.has(m) {
				m.Ack()
				continue
			}
			hear(ctx, Message{Topic: m.Topic(), Payload: m.Payload(), Retained: m.Retained(), Done: m.Ack})
		case <-lost:
			return errors.New("mqtt: connection lost")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// known is what a connection has told of topics: what each held, or that there were news of it since.
type known map[string]heard

// heard is the last that was told of a topic: news, or what it held.
type heard struct {
	news bool
	held string
}

// has takes a message in and reports whether it tells nothing new: what a topic holds may be looked up before, and sent after, what is
// published meanwhile, and is sent again when it is asked for again.
func (k known) has(m paho.Message) bool {
	before, told := k[m.Topic()]
	if !m.Retained() {
		if !before.news {
			k[m.Topic()] = heard{news: true}
		}
		return false
	}
	if before.news || told && before.held == string(m.Payload()) {
		return true
	}
	k[m.Topic()] = heard{held: string(m.Payload())}
	return false
}

// refused is what a broker answers to a subscription that it does not grant.
const refused = 0x80

func (r *Reader) use(client paho.Client) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.client = client
}

// Send publishes once, with quality of service 1, and waits for the acknowledgement. The error is ErrAway without a broker.
func (r *Reader) Send(ctx context.Context, topic string, payload []byte) error {
	return r.publish(ctx, topic, payload, false)
}

// Retain publishes what a topic holds from now on, as Send does.
func (r *Reader) Retain(ctx context.Context, topic string, payload []byte) error {
	return r.publish(ctx, topic, payload, true)
}

func (r *Reader) publish(ctx context.Context, topic string, payload []byte, retained bool) error {
	r.mu.Lock()
	client := r.client
	r.mu.Unlock()
	if client == nil {
		return ErrAway
	}
	if err := await(ctx, client.Publish(topic, 1, retained, payload), nil, ackTimeout); err != nil {
		return fmt.Errorf("mqtt: send to %s: %w", topic, err)
	}
	return nil
}

// await gives the error of a token, or says why it did not come.
func await(ctx context.Context, token paho.Token, lost <-chan struct{}, limit time.Duration) error {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-token.Done():
		return token.Error()
	case <-ctx.Done():
		return ctx.Err()
	case <-lost:
		return errors.New("connection lost")
	case <-timer.C:
		return fmt.Errorf("no answer from the broker in %v", limit)
	}
}
