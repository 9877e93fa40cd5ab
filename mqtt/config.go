package mqtt

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"crypto/tls"
	"encoding/json"
	"time"

	"jantaku/access"
)

// Config says which broker the publisher talks to and as whom.
type Config struct {
	Address
	Broker   string // URL: tcp://host:1883, ssl://host:8883, ws://host:9001
	User     string
	Password string
	Program  string // name and version, told in the status
	WebPage  string // where the pages of this daemon are; may be empty
	// Asker signs requests whose topic names nobody; empty when it is not known who may send them.
	Asker string
	// Used has each request that changes something carried out once, also over a restart; nil as long as the
	// program runs, for the newest.
	Used *Used
	// HomeAssistant is the discovery prefix, "homeassistant" by default there;
	// empty publishes nothing for it.
	HomeAssistant string
	// MinWait and MaxWait bound the back-off between attempts to connect; zero
	// gives half a second and 30 s.
	MinWait, MaxWait time.Duration
	// KeepAlive is after how long without a message the broker is asked whether it is there; the broker takes
	// a daemon that says nothing for half as long again for gone. Zero gives 15 s.
	KeepAlive time.Duration
}

func (c Config) withDefaults() Config {
	if c.MinWait <= 0 {
		c.MinWait = 500 * time.Millisecond
	}
	if c.MaxWait <= 0 {
		c.MaxWait = 30 * time.Second
	}
	if c.KeepAlive <= 0 {
		c.KeepAlive = 15 * time.Second
	}
	return c
}

func (c Config) statusMessage(status string) Message {
	m, err := NewMessage(c.Status(), Status{
		Head: Head{Schema: "jantaku/status", Version: Version, ID: c.Node + "-" + status,
			Source: c.Prefix + "/" + c.Node, Time: time.Now().UTC()},
		Status: status, Program: c.Program, Tables: []string{c.Table}, WebPage: c.WebPage,
	}, true)
	if err != nil {
		panic(err) // a struct of strings cannot fail to become JSON
	}
	return m
}

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

// Guests bounds the connections from the network; nothing bounds those of this machine's own daemon.
// Who has to leave comes back at once and is told everything that is retained.
type Guests struct {
	OfOne int           // without a name, from one address; 0 is 100: all displays of a hall behind one router
	Most  int           // without a name, from all addresses; 0 is 400
	Stay  time.Duration // after it a connection without a name is ended; 0 is 12 hours, longer than an evening
	// Named are those with a name, from one address and from all; 0 is 50 and 200: tables, referees, archives.
	NamedOfOne, NamedMost int
}

func (g Guests) orUsual() Guests {
	return Guests{OfOne: cmp.Or(g.OfOne, 100), Most: cmp.Or(g.Most, 400), Stay: cmp.Or(g.Stay, 12*time.Hour),
		NamedOfOne: cmp.Or(g.NamedOfOne, 50), NamedMost: cmp.Or(g.NamedMost, 200)}
}

// Handler does what people ask for. The pipeline implements it.
type Handler interface {
	// Request carries out an operation. body is the JSON object of the request; the
	// answer is JSON too. The error's text is shown to the person who asked.
	Request(ctx context.Context, op string, body json.RawMessage) (json.RawMessage, error)
}
