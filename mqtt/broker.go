package mqtt

import (
	"crypto/rand"
	"crypto/subtle"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"
	"github.com/nats-io/nats-server/v2/server"

	"jantaku/access"
)

// BrokerConfig says where the embedded broker listens and keeps its messages.
type BrokerConfig struct {
	// Host is the address to listen on: 127.0.0.1 for this machine alone, 0.0.0.0
	// for the whole network. Empty is 127.0.0.1.
	Host  string
	Port  int    // 0 picks a free one
	Store string // folder of retained messages and sessions
	// Certificate, when it is set, has clients come over TLS alone.
	Certificate *tls.Certificate
	MaxStore    int64 // bytes of the store; 0 is half a gigabyte
	// Tables may publish and read everything: the daemon that runs the broker, first, and those
	// of other tables.
	Tables []Credential
	// Prefixes are those under which everybody else finds topics, by the table of rights.
	Prefixes []string
	// Anonymous is what those may who give no name: nobody is not let in, a viewer reads.
	Anonymous access.Role
	// Accounts are the people who may more; nil for none.
	Accounts *access.Accounts
	// Guests bounds those who give no name.
	Guests Guests
}

// Credential is what a client says when it connects.
type Credential struct{ User, Password string }

// is compares in a time that does not tell how much of the password was right.
func (c Credential) is(other Credential) bool {
	return c.User == other.User && subtle.ConstantTimeCompare([]byte(c.Password), []byte(other.Password)) == 1
}

// NewCredential makes one that nobody can guess, for a program that runs its own broker.
func NewCredential() Credential {
	return Credential{User: "jantaku-" + rand.Text()[:8], Password: rand.Text()}
}

// Broker is an MQTT 3.1.1 broker inside this process: NATS with its JetStream
// store. A club with several tables runs one broker for all, see docs/mqtt.md.
type Broker struct {
	config BrokerConfig
	log    *slog.Logger
	lock   *os.File
	front  *front
	inner  int // port of the server itself, on this machine alone

	damaged atomic.Bool // a message could not be written: its stream takes no other one until it is opened anew

	mu     sync.Mutex
	server *server.Server // nil once closed
}

// ErrPortTaken says that another program, or another jantaku, has the port.
var ErrPortTaken = errors.New("mqtt: port is taken")

const (
	brokerStart = 20 * time.Second
	warmLimit   = 15 * time.Second // for making the streams on a slow card
)

// StartBroker starts the embedded broker and waits until clients can connect.
// The error is ErrPortTaken when somebody else listens there.
func StartBroker(c BrokerConfig, log *slog.Logger) (*Broker, error) {
	if c.Host == "" {
		c.Host = "127.0.0.1"
	}
	if c.MaxStore == 0 {
		c.MaxStore = maxStore
	}
	c.Guests = c.Guests.orUsual()
	if len(c.Tables) == 0 {
		return nil, errors.New("mqtt: a broker to which nobody may publish")
	}
	l, err := net.Listen("tcp", net.JoinHostPort(c.Host, strconv.Itoa(c.Port)))
	if err != nil {
		return nil, fmt.Errorf("%w: %s:%d: %w; stop the other program or choose another port", ErrPortTaken, c.Host, c.Port, err)
	}
	b, err := newBroker(c, l, log)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	if err := b.start(); err != nil {
		if full := b.full(); full == nil {
			b.Close()
			return nil, err
		}
		if err := b.rebuild(); err != nil {
			b.Close()
			return nil, err
		}
	}
	b.front.start()
	return b, nil
}

func newBroker(c BrokerConfig, l net.Listener, log *slog.Logger) (*Broker, error) {
	inner, err := freePort()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.Store, 0o750); err != nil {
		return nil, fmt.Errorf("mqtt: broker's store: %w", err)
	}
	lock, err := lockStore(c.Store)
	if err != nil {
		return nil, err
	}
	var secure *tls.Config
	if c.Certificate != nil {
		secure = access.ServerTLS(*c.Certificate)
	}
	b := &Broker{config: c, log: log, lock: lock, inner: inner}
	b.front = newFront(l, b.innerAddr(), secure, c, log)
	return b, nil
}

// start starts the server on the store as it is. On an error it may go on running.
func (b *Broker) start() error {
	s, err := server.NewServer(brokerOptions(b.config, b.inner, &doorman{b.config, b.front, b.log}))
	if err != nil {
		return fmt.Errorf("mqtt: broker: %w", err)
	}
	s.SetLoggerV2(&brokerLog{b.log.With("part", "broker"), &b.damaged}, false, false, false)
	s.Start()
	b.server = s
	if !s.ReadyForConnections(brokerStart) {
		return fmt.Errorf("mqtt: broker not ready after %v; see the log, and whether %s can be written", brokerStart, b.config.Store)
	}
	if err := b.full(); err != nil {
		return fmt.Errorf("mqtt: the broker's store is full: %w", err)
	}
	if err := b.warm(b.config.Tables[0]); err != nil {
		return fmt.Errorf("mqtt: broker takes no clients; see the log, and whether %s can be written: %w", b.config.Store, err)
	}
	return nil
}

// warm connects once. The broker makes its streams for the first client, and is not
// to be closed, nor to let a display wait, while it does.
func (b *Broker) warm(as Credential) error {
	o := paho.NewClientOptions().AddBroker(b.OwnURL()).SetClientID("jantaku-warm").SetUsername(as.User).SetPassword(as.Password).
		SetAutoReconnect(false).SetConnectTimeout(warmLimit)
	client := paho.NewClient(o)
	token := client.Connect()
	defer client.Disconnect(0)
	if !token.WaitTimeout(warmLimit) {
		return fmt.Errorf("no answer in %v", warmLimit)
	}
	return token.Error()
}

// Limits that keep a club's broker well: its messages are small and its clients few.
const (
	// sessionAge is how long a subscriber with a session may stay away before what waits
	// for it is dropped. Without an end one that never returns fills the store.
	sessionAge = 48 * time.Hour
	// mostClients bounds the connections of the server: more than the front and the pages let in, so that
	// the daemon always comes in.
	mostClients = 2000
	// maxStore is what the store may take of the card, some hundred thousand hands.
	maxStore = 512 << 20
)

func brokerOptions(c BrokerConfig, port int, door *doorman) *server.Options {
	o := &server.Options{
		ServerName: "jantaku",
		DontListen: true, // no NATS clients, MQTT only
		NoSigs:     true,
		MaxConn:    mostClients,
		JetStream:  true,
		StoreDir:   c.Store,
		// A club's messages are small; the limits keep a broken client from filling
		// the card of a Raspberry Pi.
		JetStreamMaxMemory: 64 << 20,
		JetStreamMaxStore:  c.MaxStore,
		MaxPayload:         1 << 20,
		// A hand must be on the disk when it is acknowledged.
		SyncInterval: time.Second,
		MQTT: server.MQTTOpts{Host: loopback, Port: port, AckWait: 3 * time.Second,
			ConsumerInactiveThreshold: sessionAge},
		CustomClientAuthentication: door,
	}
	return o
}

// loopback is where the server itself listens.
const loopback = "127.0.0.1"

// freePort picks a free port of this machine.
func freePort() (int, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(loopback, "0"))
	if err != nil {
		return 0, fmt.Errorf("mqtt: broker: %w", err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// lockName is the file in the store that says whose it is.
const lockName = "lock"

// lockStore keeps a second broker off the same folder, which would damage it.
func lockStore(folder string) (*os.File, error) {
	name := filepath.Join(folder, lockName)
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o640)
	if err != nil {
		return nil, fmt.Errorf("mqtt: broker's store: %w", err)
	}
	if err := lockFile(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("mqtt: broker's store %s is used by another jantaku; stop it first", folder)
	}
	return f, nil
}

// URL gives the address for MQTT clients on this machine, such as tcp://127.0.0.1:1883, and with a
// certificate ssl://.
func (b *Broker) URL() string {
	if b.config.Certificate != nil {
		return "ssl://" + b.Addr()
	}
	return "tcp://" + b.Addr()
}

// OwnURL gives the address for the daemon that runs the broker and its pages, on this machine and without TLS:
// there they are never kept out by others.
func (b *Broker) OwnURL() string { return "tcp://" + b.innerAddr() }

func (b *Broker) innerAddr() string { return net.JoinHostPort(loopback, strconv.Itoa(b.inner)) }

// Places gives how many connections from the network there are, of those without a name and of those with one, and
// how many had to leave for others until now.
func (b *Broker) Places() (guests, named int, sent int64) {
	guests, sentGuests := b.front.guests.Taken()
	named, sentNamed := b.front.named.Taken()
	return guests, named, sentGuests + sentNamed
}

// ClientTLS is how clients in this program connect; nil without a certificate.
func (b *Broker) ClientTLS() *tls.Config {
	if b.config.Certificate == nil {
		return nil
	}
	return access.ClientTLS(*b.config.Certificate)
}

// Addr gives host and port of the MQTT listener, reachable from this machine.
func (b *Broker) Addr() string {
	return net.JoinHostPort(reachable(b.config.Host), strconv.Itoa(b.front.listener.Addr().(*net.TCPAddr).Port))
}

func reachable(host string) string {
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		return "127.0.0.1"
	}
	return host
}

// Close ends all connections and writes everything to the disk. It may be called
// more than once.
func (b *Broker) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lock == nil {
		return nil
	}
	b.shut()
	err := errors.Join(b.front.close(), b.lock.Close())
	b.lock = nil
	return err
}

// shut ends the server; b.mu is held, or nobody else knows the broker yet.
func (b *Broker) shut() {
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
		b.server = nil
	}
}

// brokerLog passes what the broker says to slog. Its notices are of no use to a
// club, and its fatal errors must not end the process.
type brokerLog struct {
	log     *slog.Logger
	damaged *atomic.Bool // set when the broker says that it could not write
}

// couldNotWrite is what the broker says then, of a stream or what reads from one (setWriteErr of nats-server);
// nothing but its log tells.
const couldNotWrite = "critical write error"

func (l *brokerLog) Noticef(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l *brokerLog) Debugf(string, ...any)           {}
func (l *brokerLog) Tracef(string, ...any)           {}
func (l *brokerLog) Warnf(format string, v ...any)   { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l *brokerLog) Errorf(format string, v ...any) {
	text := fmt.Sprintf(format, v...)
	if strings.Contains(text, couldNotWrite) {
		l.damaged.Store(true)
	}
	l.log.Warn("the broker warns", "says", text)
}
func (l *brokerLog) Fatalf(format string, v ...any) {
	l.log.Error("the broker fails", "says", fmt.Sprintf(format, v...))
}
