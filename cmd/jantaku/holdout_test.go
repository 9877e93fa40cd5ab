package main

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"

	"jantaku/access"
	"jantaku/internal/config"
	"jantaku/internal/loglimit"
	"jantaku/internal/sharedtest"
	"jantaku/internal/table"
	"jantaku/models"
)

// standsHead is the part of docs/attacks.md that a test writes by night.
const standsHead = "\n## What the table stands\n"

// loudness counts the bytes of a log.
type loudness struct{ bytes atomic.Int64 }

func (l *loudness) Write(p []byte) (int, error) {
	l.bytes.Add(int64(len(p)))
	return len(p), nil
}

// TestWhatTheTableStands attacks a whole daemon by number, size and false news, from another address of the machine, and
// asks each time whether the table goes on: a referee's request is carried out, its own connection to the broker has
// stayed, and what it says of itself is true. The end of docs/attacks.md is what happened.
func TestWhatTheTableStands(t *testing.T) {
	if !sharedtest.Night() {
		t.Skip("thousands of connections; at night")
	}
	c := config.Default()
	c.Data = t.TempDir()
	c.MQTT.Listen, c.Web.Listen = "127.0.0.1:0", "127.0.0.1:0"
	c.MQTT.User, c.MQTT.Password = "club", "house"
	c.Match.Players = []string{"Ann", "Bo", "Cui", "Dai"}
	for i, role := range []access.Role{access.Viewer, access.Referee, access.Admin} {
		a := attackers()[i+1]
		c.People = append(c.People, access.Account{Name: a.name, Role: role, Password: a.secret})
	}
	said := &loudness{}
	log := slog.New(loglimit.New(slog.NewTextHandler(said, nil)))
	ctx, stop := context.WithCancel(context.Background())
	daemon, err := table.Start(ctx, c, table.Parts{}, log)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- daemon.Run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
	s := &siege{t: t, daemon: daemon, page: daemon.Page(), broker: daemon.Broker.Addr(), heard: make(chan string, 1000), clients: map[string]*http.Client{}}
	s.host = strings.TrimSuffix(s.page[strings.Index(s.page, "//")+2:], "/")
	referee := attackers()[2]
	s.client(referee) // has logged in before
	boss := s.client(attackers()[3])
	if s.ears, err = s.connect("tcp", "club", "house", "", nil); err != nil {
		t.Fatal(err)
	}
	status := make(chan string, 100)
	topic := make(chan string, 1)
	s.ears.Subscribe("jantaku/+/status/#", 1, func(_ paho.Client, m paho.Message) {
		select {
		case topic <- m.Topic():
		default:
		}
		status <- string(m.Payload())
	}).Wait()
	own := <-topic

	goesOn := func() string {
		switch {
		case !carried(s.ask(referee, http.MethodPost, "api/request/match", "{}", nil)):
			return "no referee is let in"
		case daemon.Publisher.Stats().Connects != 1 || !daemon.Publisher.Stats().Connected:
			return "the table lost its place at the broker"
		}
		return "held"
	}
	var page strings.Builder
	fmt.Fprintf(&page, "%s\nTried at night at a whole daemon, from another address than the referee's (`JANTAKU_NIGHTLY=1 go test ./cmd/jantaku -run WhatTheTableStands -update`). *held*: a referee's\n"+
		"request is carried out afterwards, and the table kept its own connection to the broker; and what the row says.\n\n| tried | what happens |\n|---|---|\n", standsHead)
	for _, row := range []struct {
		what string
		does func() string // what is wrong, beside what goesOn asks; empty for nothing
	}{
		{"a program of the club says `offline` for the table, retained: told `online` again within 10 s", func() string {
			for len(status) > 0 {
				<-status
			}
			s.ears.Publish(own, 1, true, `{"status":"offline"}`).Wait()
			for deadline, last := time.After(10*time.Second), ""; ; {
				select {
				case last = <-status:
					if strings.Contains(last, "online") {
						return ""
					}
				case <-deadline:
					return "it stays " + last
				}
			}
		}},
		{"1,300 WebSockets of one address of the machine itself: at most the 300 of its own pages stay", func() string {
			return s.floods(1300, s.host, "GET /mqtt HTTP/1.1\r\nHost: "+s.host+"\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: mqtt\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", 300)
		}},
		{"200 guesses of a password from 49 addresses", func() string {
			for i := range 200 {
				s.guess(fmt.Sprintf("127.0.1.%d", 1+i%49), fmt.Sprintf(`{"name":"mei","secret":"guess %d"}`, i))
			}
			return ""
		}},
		{"2,000 logins with names of 64 kB, and as many names of hosts: the log grows by less than 2 MB", func() string {
			before := said.bytes.Load()
			long := strings.Repeat("A", 64<<10)
			for i := range 2000 {
				s.guess(fmt.Sprintf("127.0.2.%d", 1+i%49), fmt.Sprintf(`{"name":%q,"secret":"x"}`, long))
				s.knocks(fmt.Sprintf("127.0.2.%d", 1+i%49), "GET / HTTP/1.1\r\nHost: "+long[:60<<10]+"\r\n\r\n")
			}
			if grown := said.bytes.Load() - before; grown > 2<<20 {
				return fmt.Sprintf("the log grew by %d bytes", grown)
			}
			return ""
		}},
		{"6,000 sessions without a name that are to be kept at the broker: none is", func() string {
			for i := range 6000 {
				client, err := s.connect("tcp", "", "", fmt.Sprintf("guest-%d", i), func(o *paho.ClientOptions) { o.SetCleanSession(false) })
				if err == nil {
					client.Disconnect(0)
				}
			}
			kept := false
			for range 2 {
				o := paho.NewClientOptions().AddBroker("tcp://" + s.broker).SetClientID("guest-5999").SetCleanSession(false).SetAutoReconnect(false)
				client := paho.NewClient(o)
				token := client.Connect().(*paho.ConnectToken)
				token.WaitTimeout(5 * time.Second)
				kept = kept || token.SessionPresent()
				client.Disconnect(0)
			}
			if kept {
				return "a session of nobody's is kept"
			}
			return ""
		}},
		{"a configuration that makes everybody on the network a referee: refused", func() string {
			_, err := config.Read("", config.Text("web:\n  listen: 0.0.0.0:8080\n"))
			if reasons := models.ReasonsOf(err); len(reasons) != 1 || reasons[0].Code != "open-referee" {
				return fmt.Sprintf("the configuration is taken: %v", err)
			}
			return ""
		}},
		{"twenty times eight requests of an admin at once to learn, to listen to a board and to take photographs", func() string {
			var crowd sync.WaitGroup
			for range 20 {
				for i := range 8 {
					crowd.Go(func() {
						step := []string{"learn", "listen", "photograph", "tiles-drop"}[i%4]
						if answer, err := boss.Post(s.page+"api/setup/"+step, "application/json", strings.NewReader(`{}`)); err == nil {
							answer.Body.Close()
						}
					})
				}
				crowd.Wait()
			}
			return ""
		}},
	} {
		happened := row.does()
		if happened == "" {
			happened = goesOn()
		}
		fmt.Fprintf(&page, "| %s | %s |\n", row.what, happened)
		if happened != "held" {
			t.Errorf("%s: %s", row.what, happened)
		}
	}
	file := filepath.Join("..", "..", "docs", "attacks.md")
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	roles, stands, _ := strings.Cut(string(kept), standsHead)
	if *update {
		if err := os.WriteFile(file, []byte(roles+page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if standsHead+stands != page.String() {
		t.Errorf("the end of docs/attacks.md is not what happens:\n%s", page.String())
	}
}

// dialFrom connects from an address of this machine.
func (s *siege) dialFrom(address, to string) (net.Conn, error) {
	d := net.Dialer{Timeout: 5 * time.Second, LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return d.DialContext(s.t.Context(), "tcp", to)
}

// floods opens so many connections from one address, asks each, and says what is wrong where more stay than may.
func (s *siege) floods(n int, to, ask string, most int) string {
	var open []net.Conn
	defer func() {
		for _, c := range open {
			c.Close()
		}
	}()
	for range n {
		c, err := s.dialFrom("127.0.3.1", to)
		if err != nil {
			break
		}
		open = append(open, c)
		fmt.Fprint(c, ask)
		c.SetReadDeadline(time.Now().Add(5 * time.Second))
		if _, err := c.Read(make([]byte, 64)); err != nil {
			continue
		}
	}
	time.Sleep(time.Second)
	stay := 0
	for _, c := range open {
		c.SetReadDeadline(time.Now().Add(5 * time.Millisecond))
		rest := make([]byte, 4096)
		for {
			_, err := c.Read(rest)
			if wait, ok := err.(net.Error); ok && wait.Timeout() {
				stay++
			}
			if err != nil {
				break
			}
		}
	}
	if len(open) < n || stay > most {
		return fmt.Sprintf("of %d connections %d stay", len(open), stay)
	}
	return ""
}

// guess logs in with a body from an address; what comes of it is the trail's.
func (s *siege) guess(address, body string) {
	s.knocks(address, fmt.Sprintf("POST /api/login HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", s.host, len(body), body))
}

// knocks sends a request and waits for the beginning of its answer.
func (s *siege) knocks(address, request string) {
	c, err := s.dialFrom(address, s.host)
	if err != nil {
		s.t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
	fmt.Fprint(c, request)
	c.Read(make([]byte, 64)) // refused with or without a word
}

// TestReadyzSaysThatTheBooksAreLocked: another program holds the ledger, so that no hand can be recorded.
func TestReadyzSaysThatTheBooksAreLocked(t *testing.T) {
	c := config.Default()
	c.Data, c.MQTT.Listen, c.Web.Listen = t.TempDir(), "127.0.0.1:0", "127.0.0.1:0"
	page := startDaemon(t, c).Page()
	awaitReady(t, page, http.StatusOK, "")
	other, err := sql.Open("sqlite", filepath.Join(c.Data, config.LedgerName))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	holds, err := other.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer holds.Close()
	if _, err := holds.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	awaitReady(t, page, http.StatusServiceUnavailable, "books: ")
	if _, err := holds.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	awaitReady(t, page, http.StatusOK, "")
}
