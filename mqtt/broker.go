package mqtt

import (
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

func (l *brokerLog) Debugf(string, ...any) {}

func (l *brokerLog) Tracef(string, ...any) {}

func (l *brokerLog) Warnf(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }

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

// Used gives the bytes of messages in the store, and how many it may take.
func (b *Broker) Used() (used, most int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.used(), b.config.MaxStore
}

func (b *Broker) used() int64 {
	if b.server == nil {
		return 0
	}
	info, err := b.server.Jsz(nil)
	if err != nil {
		return 0 // no store yet
	}
	return int64(info.Store)
}

// full says how full the store is; nil while there is room.
func (b *Broker) full() error {
	if used := b.used(); float64(used) >= fullShare*float64(b.config.MaxStore) {
		return fmt.Errorf("%d of %d kB are used", used>>10, b.config.MaxStore>>10)
	}
	return nil
}

// fullShare is the share of the store from which on it is rebuilt. A broker whose store is full
// takes no message and lets nobody in; a fifth is room for what comes until that is noticed.
const fullShare = 0.8
