package main

import (
	"bytes"
	"cmp"
	"crypto/tls"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"

	"jantaku/access"
	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
	"jantaku/internal/table"
)

var update = flag.Bool("update", false, "write the pages of docs that come from what the daemon does")

// The outcomes of an attack.
const (
	reached = "**yes**"
	refused = "no"
)

// attacker is somebody with a role who tries things.
type attacker struct{ name, secret string }

func attackers() []attacker {
	return []attacker{{}, {"eve", "look"}, {"mei", "east"}, {"boss", "wind"}}
}

func (a attacker) title() string {
	return map[string]string{"": "anonymous", "eve": "viewer", "mei": "referee", "boss": "admin"}[a.name]
}

// attack is one thing that is tried by one way; by says whether it was reached.
type attack struct {
	way, what string
	by        func(a attacker) bool
}

// siege is a running daemon and what attacks it.
type siege struct {
	t       *testing.T
	daemon  *table.Table
	page    string
	host    string // of the pages, host:port
	broker  string // host:port
	tls     *tls.Config
	ears    paho.Client
	heard   chan string // topics that reached a client with the right of a table
	clients map[string]*http.Client
}

// TestWhatEachRoleReachesByEachWay tries every page, request and topic as everybody, over HTTP, WebSocket and MQTT,
// with TLS and without. docs/attacks.md is what happened.
func TestWhatEachRoleReachesByEachWay(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for refusals")
	}
	open, secure := besiege(t, config.TLSOff), besiege(t, config.TLSOwn)
	if open != secure {
		t.Errorf("with TLS\n%s\nwithout\n%s", secure, open)
	}
	file := filepath.Join("..", "..", "docs", "attacks.md")
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want, stands, _ := strings.Cut(string(kept), standsHead)
	if *update {
		if err := os.WriteFile(file, []byte(open+standsHead+stands), 0o644); err != nil {
			t.Fatal(err)
		}
		want = open
	}
	if open != want {
		t.Errorf("docs/attacks.md is not what happens; go test ./cmd/jantaku -run WhatEachRole -update\n%s", open)
	}
}

func besiege(t *testing.T, mode string) string {
	c := config.Default()
	c.Data, c.TLS.Mode = t.TempDir(), mode
	c.MQTT.Listen, c.Web.Listen = "127.0.0.1:0", "127.0.0.1:0"
	c.MQTT.User, c.MQTT.Password = "club", "house"
	for i, role := range []access.Role{access.Viewer, access.Referee, access.Admin} {
		a := attackers()[i+1]
		c.People = append(c.People, access.Account{Name: a.name, Role: role, Password: a.secret})
	}
	d := startDaemon(t, c)
	s := &siege{t: t, daemon: d, page: d.Page(), broker: d.Broker.Addr(), heard: make(chan string, 1000), clients: map[string]*http.Client{}}
	s.host = strings.TrimSuffix(s.page[strings.Index(s.page, "//")+2:], "/")
	if mode != config.TLSOff {
		s.tls = d.Broker.ClientTLS()
	}
	ears, err := s.connect("tcp", "club", "house", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ears.Disconnect(0) })
	hear := func(_ paho.Client, m paho.Message) { s.heard <- m.Topic() + " " + string(m.Payload()) }
	if token := ears.Subscribe("jantaku/#", 1, hear); !token.WaitTimeout(sharedtest.Patience) || token.Error() != nil {
		t.Fatal("the table's own credential hears nothing: ", token.Error())
	}
	s.ears = ears

	var page strings.Builder
	page.WriteString("# What each role reaches\n\nThis page is written by a test that tries it at the running daemon (`go test ./cmd/jantaku -run WhatEachRole -update`): as nobody, and as a viewer,\n" +
		"referee and admin with their own passwords. What happens is the same with TLS and without; the test compares both. Who *should* reach what is in `rights.md`.\n")
	way := ""
	for _, a := range slices.Concat(s.pages(), s.requests(), s.tricks(), s.topics("WebSocket of the pages", "ws"), s.topics("MQTT", "tcp"), s.peers()) {
		if a.way != way {
			way = a.way
			fmt.Fprintf(&page, "\n## %s\n\n| tried |", way)
			for _, who := range attackers() {
				fmt.Fprintf(&page, " %s |", who.title())
			}
			page.WriteString("\n|---|---|---|---|---|\n")
		}
		fmt.Fprintf(&page, "| %s |", a.what)
		for _, who := range attackers() {
			outcome := refused
			if a.by(who) {
				outcome = reached
			}
			fmt.Fprintf(&page, " %s |", outcome)
		}
		page.WriteString("\n")
	}
	return page.String()
}

// client is a browser of somebody, logged in.
func (s *siege) client(a attacker) *http.Client {
	if c := s.clients[a.name]; c != nil {
		return c
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	c := &http.Client{Timeout: 10 * time.Second, Jar: jar, Transport: &http.Transport{TLSClientConfig: s.tls},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	s.t.Cleanup(c.CloseIdleConnections)
	if a.name != "" {
		r, err := c.Post(s.page+"api/login", "application/json", strings.NewReader(fmt.Sprintf(`{"name":%q,"secret":%q}`, a.name, a.secret)))
		if err != nil {
			s.t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != http.StatusOK {
			s.t.Fatalf("%s cannot log in: %s", a.name, r.Status)
		}
	}
	s.clients[a.name] = c
	return c
}

// ask sends a request as somebody and gives the status; change makes it a wrong one.
func (s *siege) ask(a attacker, method, path, body string, change func(*http.Request)) int {
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.page+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if change != nil {
		change(r)
	}
	answer, err := s.client(a).Do(r)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<20)); err != nil {
		s.t.Fatalf("%s %s: %v", method, path, err)
	}
	return answer.StatusCode
}

// pages are the routes that only look.
func (s *siege) pages() (all []attack) {
	for _, r := range access.Routes() {
		path, get := strings.CutPrefix(r.What, "GET /")
		if !get || strings.Contains(path, "{name") || strings.Contains(path, "{sum") || path == "mqtt" {
			continue // files of the pages; the WebSocket follows
		}
		path = strings.TrimSuffix(path, "{$}")
		all = append(all, attack{"HTTP: pages", "`GET /" + path + "`", func(a attacker) bool {
			status := s.ask(a, http.MethodGet, strings.ReplaceAll(path, "{file}", "all.json"), "", nil)
			// That nothing is there is an answer, and so is not being ready.
			return status < 300 || status == http.StatusNotFound || status == http.StatusServiceUnavailable
		}})
	}
	return all
}

// carried reports whether a request came as far as who carries requests out, whatever was wrong with it.
func carried(status int) bool {
	return status == http.StatusOK || status == http.StatusUnprocessableEntity
}

// requests are all operations.
func (s *siege) requests() (all []attack) {
	for _, r := range access.Operations() {
		all = append(all, attack{"HTTP: requests", "`" + r.What + "`", func(a attacker) bool {
			return carried(s.ask(a, http.MethodPost, "api/request/"+r.What, "{}", nil))
		}})
	}
	return all
}

// tricks are requests that would be a referee's but for how they come.
func (s *siege) tricks() (all []attack) {
	undo := func(what string, change func(*http.Request)) {
		all = append(all, attack{"HTTP: `undo` by a trick", what, func(a attacker) bool {
			return carried(s.ask(a, http.MethodPost, "api/request/undo", "{}", change))
		}})
	}
	undo("by a page of another site", func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") })
	undo("by a browser that says it comes from elsewhere", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") })
	undo("for a name that is not this machine's", func(r *http.Request) { r.Host = "evil.example" })
	undo("with a made-up session", func(r *http.Request) {
		r.Header.Del("Cookie")
		r.AddCookie(&http.Cookie{Name: "jantaku-table-1", Value: strings.Repeat("A", 43)})
	})
	undo("with a guessed PIN (a session counts beside it)", func(r *http.Request) { r.Header.Set("X-Jantaku-Pin", "1234") })
	undo("with a body of 1 MB", func(r *http.Request) {
		body := bytes.Repeat([]byte(" "), 1<<20)
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	})
	undo("with a made-up device (a session counts beside it)", func(r *http.Request) {
		r.Header.Del("Cookie")
		r.AddCookie(&http.Cookie{Name: "jantaku-device-table-1", Value: strings.Repeat("A", 26)})
	})
	undo("as `GET`", func(r *http.Request) { r.Method = http.MethodGet })
	all = append(all, attack{"HTTP: `undo` by a trick", "a file outside the pages", func(a attacker) bool {
		return s.ask(a, http.MethodGet, "tiles/..%2f..%2fconfig.go", "", nil) == http.StatusOK
	}})
	for _, r := range access.Routes() {
		path, post := strings.CutPrefix(r.What, "POST /api/")
		if !post || strings.Contains(path, "{") || path == "logout" {
			continue // tried above, or ends the session that tries
		}
		all = append(all, attack{"HTTP: what else is asked", "`" + path + "` of nothing", func(a attacker) bool {
			return s.ask(a, http.MethodPost, "api/"+path, "{}", nil) == http.StatusOK
		}})
	}
	return all
}

// connect opens an MQTT connection as somebody, over tcp or the pages' WebSocket.
func (s *siege) connect(over, user, password, id string, more func(*paho.ClientOptions)) (paho.Client, error) {
	address := "tcp://" + s.broker
	if over == "ws" {
		address = "ws://" + s.host + "/mqtt"
	}
	o := paho.NewClientOptions()
	if s.tls != nil {
		address = strings.NewReplacer("tcp:", "ssl:", "ws:", "wss:").Replace(address)
		o.SetTLSConfig(s.tls)
	}
	o.AddBroker(address).SetUsername(user).SetPassword(password).SetClientID(id).SetAutoReconnect(false).SetConnectTimeout(5 * time.Second)
	if more != nil {
		more(o)
	}
	client := paho.NewClient(o)
	token := client.Connect()
	if !token.WaitTimeout(sharedtest.Patience) {
		client.Disconnect(0)
		return nil, os.ErrDeadlineExceeded
	}
	return client, token.Error()
}

// arrives reports whether something was published: a mark that a table sends afterwards comes alone, or behind it.
func (s *siege) arrives(mark, topic string) bool {
	s.ears.Publish("jantaku/other/state", 1, false, mark)
	got := false
	for deadline := time.After(sharedtest.Patience); ; {
		select {
		case line := <-s.heard:
			switch line {
			case "jantaku/other/state " + mark:
				return got
			case topic + " " + mark:
				got = true
			}
		case <-deadline:
			s.t.Fatal("a table's own messages do not come")
		}
	}
}

// topics are everything that can be read and written at the broker, by one way.
func (s *siege) topics(way, over string) (all []attack) {
	n := 0
	write := func(what, topic string, retain bool) {
		all = append(all, attack{way, "write `" + what + "`", func(a attacker) bool {
			n++
			mark, to := fmt.Sprintf(`{"transaction":"%s-%d"}`, over, n), strings.ReplaceAll(topic, "{name}", a.name)
			if a.name == "" {
				to = strings.ReplaceAll(topic, "{name}", "mei")
			}
			client, err := s.connect(over, a.name, a.secret, "", nil)
			if err != nil {
				return false
			}
			defer client.Disconnect(0)
			client.Publish(to, 1, retain, mark).WaitTimeout(300 * time.Millisecond)
			return s.arrives(mark, to)
		}})
	}
	read := func(filter string) {
		all = append(all, attack{way, "read `" + filter + "`", func(a attacker) bool {
			client, err := s.connect(over, a.name, a.secret, "", nil)
			if err != nil {
				return false
			}
			defer client.Disconnect(0)
			token := client.Subscribe(strings.ReplaceAll(filter, "{name}", a.name), 1, nil)
			if !token.WaitTimeout(time.Second) || token.Error() != nil {
				return false
			}
			for _, granted := range token.(*paho.SubscribeToken).Result() {
				return granted < 0x80
			}
			return false
		}})
	}
	for _, topic := range access.Topics() {
		if topic.Own {
			continue
		}
		read("jantaku/+/" + topic.Kind + "/#")
		write("jantaku/table-1/"+topic.Kind, "jantaku/table-1/"+topic.Kind, true)
	}
	write("jantaku/table-1/request/preview", "jantaku/table-1/request/preview", false)
	write("jantaku/table-1/request/preview/<own name>", "jantaku/table-1/request/preview/{name}", false)
	write("jantaku/table-1/request/preview/<another's name>", "jantaku/table-1/request/preview/ken", false)
	for _, filter := range []string{"jantaku/+/request/#", "#", "$MQTT/#", "$JS/#", "other/#"} {
		read(filter)
	}
	return all
}

// peers are clients that are not what they say, and other protocols.
func (s *siege) peers() []attack {
	const way = "MQTT and NATS: false clients"
	dial := func() (net.Conn, error) {
		if s.tls != nil {
			return tls.Dial("tcp", s.broker, s.tls)
		}
		return net.DialTimeout("tcp", s.broker, 5*time.Second)
	}
	return []attack{
		{way, "log in with a wrong password", func(a attacker) bool {
			client, err := s.connect("tcp", cmp.Or(a.name, "mei"), a.secret+"?", "", nil)
			if err == nil {
				client.Disconnect(0)
			}
			return err == nil
		}},
		{way, "leave a last will on `jantaku/table-1/hand`", func(a attacker) bool {
			c, err := dial()
			if err != nil {
				return false
			}
			will := `{"will":"` + a.title() + `"}`
			client, err := s.connect("tcp", a.name, a.secret, "", func(o *paho.ClientOptions) {
				o.SetWill("jantaku/table-1/hand", will, 1, false)
				o.SetCustomOpenConnectionFn(func(*url.URL, paho.ClientOptions) (net.Conn, error) { return c, nil })
			})
			c.Close() // as one that falls out of the network
			if err != nil {
				return false
			}
			defer client.Disconnect(0)
			time.Sleep(200 * time.Millisecond)
			return s.arrives(will, "jantaku/table-1/hand")
		}},
		{way, "take the daemon's connection by its client id", func(a attacker) bool {
			before := s.daemon.Publisher.Stats()
			client, err := s.connect("tcp", a.name, a.secret, "jantaku-daemon", nil)
			if err == nil {
				defer client.Disconnect(0)
			}
			time.Sleep(200 * time.Millisecond)
			return s.daemon.Publisher.Stats().Connects != before.Connects
		}},
		{way, "speak raw NATS", func(a attacker) bool {
			c, err := dial()
			if err != nil {
				return false
			}
			defer c.Close()
			fmt.Fprintf(c, "CONNECT {\"user\":%q,\"pass\":%q}\r\nPUB jantaku.table-1.hand 2\r\n{}\r\nPING\r\n", a.name, a.secret)
			return answers(c, "PONG", "INFO")
		}},
		{way, "open a WebSocket at the broker", func(a attacker) bool {
			c, err := dial()
			if err != nil {
				return false
			}
			defer c.Close()
			fmt.Fprintf(c, "GET /mqtt HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
			return answers(c, "HTTP/1.1 101")
		}},
	}
}

// answers reports whether a peer says one of these words within a moment.
func answers(c net.Conn, words ...string) bool {
	_ = c.SetReadDeadline(time.Now().Add(500 * time.Millisecond))
	said, _ := io.ReadAll(io.LimitReader(c, 1<<12))
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(string(said), w) })
}
