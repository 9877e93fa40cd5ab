package scoreboard_test

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"jantaku/internal/sharedtest"
	"jantaku/mqtt"
	"jantaku/scoreboard"
)

// wire is a WebSocket of a page that need not be honest.
func wire(t *testing.T, address string, header http.Header) (*websocket.Conn, error) {
	t.Helper()
	d := websocket.Dialer{Subprotocols: []string{"mqtt"}, HandshakeTimeout: 5 * time.Second}
	c, r, err := d.Dial("ws"+strings.TrimPrefix(address, "http")+"/mqtt", header)
	if r != nil {
		r.Body.Close()
	}
	if err == nil {
		t.Cleanup(func() { c.Close() })
	}
	return c, err
}

var (
	connect   = []byte{0x10, 0x0c, 0, 4, 'M', 'Q', 'T', 'T', 4, 2, 0, 30, 0, 0}
	withWill  = []byte{0x10, 0x12, 0, 4, 'M', 'Q', 'T', 'T', 4, 6, 0, 30, 0, 0, 0, 1, 'a', 0, 1, 'b'}
	publish   = []byte{0x30, 0x0f, 0, 12, 'j', 'a', 'n', 't', 'a', 'k', 'u', '/', 't', '/', 'x', '!', '1'}
	oldLevel  = []byte{0x10, 0x0e, 0, 6, 'M', 'Q', 'I', 's', 'd', 'p', 3, 2, 0, 30, 0, 0}
	endless   = []byte{0x82, 0xff, 0xff, 0xff, 0xff, 0x7f}
	tooLarge  = []byte{0x82, 0xff, 0xff, 0x7f}
	truncated = []byte{0x82, 0x05, 0, 1, 0, 9, 'x'}
)

func subscribe(filter string) []byte {
	body := append([]byte{0, 1, 0, byte(len(filter))}, filter...)
	body = append(body, 1)
	return append([]byte{0x82, byte(len(body))}, body...)
}

func TestPagesCanOnlySubscribeUnderThePrefix(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	address := serve(t, scoreboard.Config{Broker: broker})
	tests := []struct {
		name    string
		packets [][]byte
		allowed bool
	}{
		{"subscription to a score", [][]byte{connect, subscribe("jantaku/table-1/score")}, true},
		{"subscription to all events", [][]byte{connect, subscribe("jantaku/+/event/#")}, true},
		{"subscription to all of a table", [][]byte{connect, subscribe("jantaku/table-1/#")}, false},
		{"subscription to all kinds", [][]byte{connect, subscribe("jantaku/+/+")}, false},
		{"subscription to the journal", [][]byte{connect, subscribe("jantaku/table-1/journal")}, false},
		{"subscription to answers", [][]byte{connect, subscribe("jantaku/table-1/response/#")}, false},
		{"subscription with a wildcard table", [][]byte{connect, subscribe("jantaku/+/score")}, true},
		{"everything of the broker", [][]byte{connect, subscribe("#")}, false},
		{"wildcard in place of the prefix", [][]byte{connect, subscribe("+/table-1/score")}, false},
		{"a prefix that only begins alike", [][]byte{connect, subscribe("jantaku-secret/x")}, false},
		{"publishing", [][]byte{connect, publish}, false},
		{"a last will", [][]byte{withWill}, false},
		{"no CONNECT first", [][]byte{subscribe("jantaku/#")}, false},
		{"CONNECT twice", [][]byte{connect, connect}, false},
		{"MQTT 3.1", [][]byte{oldLevel}, false},
		{"length without end", [][]byte{connect, endless}, false},
		{"packet too large", [][]byte{connect, tooLarge}, false},
		{"filter longer than its packet", [][]byte{connect, truncated}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := wire(t, address, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := c.WriteMessage(websocket.BinaryMessage, bytes.Join(tt.packets, nil)); err != nil {
				t.Fatal(err)
			}
			got, err := readAll(c)
			var closed *websocket.CloseError
			refused := errors.As(err, &closed) && closed.Code == websocket.ClosePolicyViolation
			granted := bytes.Contains(got, []byte{0x90, 0x03, 0, 1, 1})
			if granted != tt.allowed || refused == tt.allowed {
				t.Errorf("got % x and %v, want allowed %v", got, err, tt.allowed)
			}
		})
	}
}

// readAll reads until a subscription is granted or the connection ends.
func readAll(c *websocket.Conn) (all []byte, err error) {
	_ = c.SetReadDeadline(time.Now().Add(5 * time.Second))
	for !bytes.Contains(all, []byte{0x90, 0x03}) {
		_, b, err := c.ReadMessage()
		if err != nil {
			return all, err
		}
		all = append(all, b...)
	}
	return all, nil
}

func TestPacketsMayComeInPieces(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	c, err := wire(t, serve(t, scoreboard.Config{Broker: broker}), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range append(append([]byte{}, connect...), subscribe("jantaku/table-1/score")...) {
		if err := c.WriteMessage(websocket.BinaryMessage, []byte{b}); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := readAll(c); err != nil {
		t.Errorf("got % x and %v", got, err)
	}
}

func TestAnotherSitesPageIsNotBridged(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	if _, err := wire(t, serve(t, scoreboard.Config{Broker: broker}), http.Header{"Origin": {"http://evil.example"}}); err == nil {
		t.Error("a page of another site is let in")
	}
}

func TestNoBrokerIsSaidBeforeTheWebSocketOpens(t *testing.T) {
	if _, err := wire(t, serve(t, scoreboard.Config{}), nil); err == nil {
		t.Error("a WebSocket without a broker behind it opens")
	}
}

// What a page is told must be what the publisher's kinds are called.
func TestPagesListenToTheTopicsThatExist(t *testing.T) {
	_, _, feed := sharedtest.Get(t, serve(t, scoreboard.Config{})+"/feed.js")
	for _, rule := range mqtt.Topics() {
		want := `"` + string(rule.Kind) + `"`
		if rule.Kind == mqtt.KindEvent {
			want = `"event/#"`
		}
		if rule.Kind == mqtt.KindRequest || rule.Kind == mqtt.KindResponse || rule.Kind == mqtt.KindJournal { // for programs
			continue
		}
		if !strings.Contains(feed, want) {
			t.Errorf("feed.js does not subscribe to %s", rule.Kind)
		}
	}
}

// TestPagesOfOneAddressKeepNobodyOut: 1,300 WebSockets from one address once took 999 of the broker's 1,000 places.
func TestPagesOfOneAddressKeepNobodyOut(t *testing.T) {
	broker, _ := startBroker(t, 0, t.TempDir())
	address := serve(t, scoreboard.Config{Broker: broker, User: table.User, Password: table.Password})
	open := func(header http.Header) *websocket.Conn {
		t.Helper()
		c, err := wire(t, address, header)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.WriteMessage(websocket.BinaryMessage, connect); err != nil {
			t.Fatal(err)
		}
		return c
	}
	isIn := func(c *websocket.Conn) bool {
		if c.WriteMessage(websocket.BinaryMessage, []byte{0xc0, 0}) != nil { // PINGREQ
			return false
		}
		_ = c.SetReadDeadline(time.Now().Add(sharedtest.Patience))
		for {
			if _, m, err := c.ReadMessage(); err != nil {
				return false
			} else if bytes.Contains(m, []byte{0xd0, 0}) {
				return true
			}
		}
	}
	own := open(nil) // of the machine itself
	stranger := http.Header{"X-Forwarded-For": {"192.0.2.7"}}
	var all []*websocket.Conn
	for range 130 {
		all = append(all, open(stranger))
	}
	if !isIn(own) {
		t.Error("the club's own screen was sent away")
	}
	if last := all[len(all)-1]; !isIn(last) {
		t.Error("who came last is not in")
	}
	in := 0
	for _, c := range all {
		if isIn(c) {
			in++
		}
	}
	if in > 100 {
		t.Errorf("%d pages of one address are in", in)
	}
}
