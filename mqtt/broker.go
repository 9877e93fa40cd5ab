package mqtt

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"
	"github.com/nats-io/nats-server/v2/server"

	"jantaku/internal/access"
)

// BrokerConfig says where the embedded broker listens and keeps its messages.
type BrokerConfig struct {
	// Host is the address to listen on: 127.0.0.1 for this machine alone, 0.0.0.0
	// for the whole network. Empty is 127.0.0.1.
	Host  string
	Port  int    // 0 picks a free one
	Store string // folder of retained messages and sessions
	// Tables may publish and read everything: the daemon that runs the broker, first, and those
	// of other tables.
	Tables []Credential
	// Prefixes are those under which everybody else finds topics, by the table of rights.
	Prefixes []string
	// Anonymous is what those may who give no name: nobody is not let in, a viewer reads.
	Anonymous access.Role
	// Accounts are the people who may more; nil for none.
	Accounts *access.Accounts
}

// Credential is what a client says when it connects.
type Credential struct{ User, Password string }

// NewCredential makes one that nobody can guess, for a program that runs its own broker.
func NewCredential() Credential {
	return Credential{User: "jantaku-" + rand.Text()[:8], Password: rand.Text()}
}

// Broker is an MQTT 3.1.1 broker inside this process: NATS with its JetStream
// store. A club with several tables runs one broker for all, see docs/mqtt.md.
type Broker struct {
	server *server.Server
	lock   *os.File
	host   string
	port   int
	once   sync.Once
}

// ErrPortTaken says that another program, or another jantaku, has the port.
var ErrPortTaken = errors.New("mqtt: port is taken")

const brokerStart = 20 * time.Second

// StartBroker starts the embedded broker and waits until clients can connect.
// The error is ErrPortTaken when somebody else listens there.
func StartBroker(c BrokerConfig, log *slog.Logger) (*Broker, error) {
	if c.Host == "" {
		c.Host = "127.0.0.1"
	}
	if len(c.Tables) == 0 {
		return nil, errors.New("mqtt: a broker to which nobody may publish")
	}
	port, err := claimPort(c.Host, c.Port)
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
	s, err := server.NewServer(brokerOptions(c, port, log))
	if err != nil {
		lock.Close()
		return nil, fmt.Errorf("mqtt: broker: %w", err)
	}
	s.SetLoggerV2(&brokerLog{log.With("part", "broker")}, false, false, false)
	s.Start()
	b := &Broker{server: s, lock: lock, host: c.Host, port: port}
	if !s.ReadyForConnections(brokerStart) {
		b.Close()
		return nil, fmt.Errorf("mqtt: broker not ready after %v; see the log, and whether %s can be written", brokerStart, c.Store)
	}
	if err := b.warm(c.Tables[0]); err != nil {
		b.Close()
		return nil, fmt.Errorf("mqtt: broker takes no clients; see the log, and whether %s can be written: %w", c.Store, err)
	}
	return b, nil
}

// warm connects once. The broker makes its streams for the first client, and is not
// to be closed, nor to let a display wait, while it does.
func (b *Broker) warm(as Credential) error {
	o := paho.NewClientOptions().AddBroker(b.URL()).SetClientID("jantaku-warm").SetUsername(as.User).SetPassword(as.Password).
		SetAutoReconnect(false).SetConnectTimeout(brokerStart)
	client := paho.NewClient(o)
	token := client.Connect()
	defer client.Disconnect(0)
	if !token.WaitTimeout(brokerStart) {
		return fmt.Errorf("no answer in %v", brokerStart)
	}
	return token.Error()
}

// Limits that keep a club's broker well: its messages are small and its clients few.
const (
	// sessionAge is how long a subscriber with a session may stay away before what waits
	// for it is dropped. Without an end one that never returns fills the store.
	sessionAge = 48 * time.Hour
	// mostClients bounds the connections: every display, overlay and archive of a hall, and
	// room for those that reconnect.
	mostClients = 1000
)

func brokerOptions(c BrokerConfig, port int, log *slog.Logger) *server.Options {
	return &server.Options{
		ServerName: "jantaku",
		DontListen: true, // no NATS clients, MQTT only
		NoSigs:     true,
		MaxConn:    mostClients,
		JetStream:  true,
		StoreDir:   c.Store,
		// A club's messages are small; the limits keep a broken client from filling
		// the card of a Raspberry Pi.
		JetStreamMaxMemory: 64 << 20,
		JetStreamMaxStore:  512 << 20,
		MaxPayload:         1 << 20,
		// A hand must be on the disk when it is acknowledged.
		SyncInterval: time.Second,
		MQTT: server.MQTTOpts{Host: c.Host, Port: port, AckWait: 3 * time.Second,
			ConsumerInactiveThreshold: sessionAge},
		CustomClientAuthentication: &doorman{c, log},
	}
}

// claimPort finds out whether a port is free, and picks a free one for 0. The
// broker itself would only write a line to its log and hang.
func claimPort(host string, port int) (int, error) {
	l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	if err != nil {
		return 0, fmt.Errorf("%w: %s:%d: %w; stop the other program or choose another port", ErrPortTaken, host, port, err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// lockStore keeps a second broker off the same folder, which would damage it.
func lockStore(folder string) (*os.File, error) {
	name := filepath.Join(folder, "lock")
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

// URL gives the address for MQTT clients on this machine, such as tcp://127.0.0.1:1883.
func (b *Broker) URL() string { return "tcp://" + b.Addr() }

// Addr gives host and port of the MQTT listener, reachable from this machine.
func (b *Broker) Addr() string { return net.JoinHostPort(reachable(b.host), strconv.Itoa(b.port)) }

func reachable(host string) string {
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		return "127.0.0.1"
	}
	return host
}

// Close ends all connections and writes everything to the disk. It may be called
// more than once.
func (b *Broker) Close() error {
	var err error
	b.once.Do(func() {
		b.server.Shutdown()
		b.server.WaitForShutdown()
		err = b.lock.Close()
	})
	return err
}

// brokerLog passes what the broker says to slog. Its notices are of no use to a
// club, and its fatal errors must not end the process.
type brokerLog struct{ log *slog.Logger }

func (l *brokerLog) Noticef(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l *brokerLog) Debugf(string, ...any)           {}
func (l *brokerLog) Tracef(string, ...any)           {}
func (l *brokerLog) Warnf(format string, v ...any)   { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l *brokerLog) Errorf(format string, v ...any)  { l.log.Warn(fmt.Sprintf(format, v...)) }
func (l *brokerLog) Fatalf(format string, v ...any)  { l.log.Error(fmt.Sprintf(format, v...)) }
