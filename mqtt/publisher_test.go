package mqtt_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/mqtt"
)

var here = mqtt.Address{Prefix: "jantaku", Table: "table-1", Node: "node-1"}

// running is a publisher at work.
type running struct {
	*mqtt.Publisher
	log  *syncBuffer
	stop func() error
}

func run(t *testing.T, c mqtt.Config, q mqtt.Outbox, h mqtt.Handler) *running {
	t.Helper()
	if c.Address == (mqtt.Address{}) {
		c.Address = here
	}
	c.User, c.Password = own[0].User, own[0].Password
	c.MinWait, c.MaxWait = 20*time.Millisecond, 200*time.Millisecond
	log := &syncBuffer{}
	p, err := mqtt.NewPublisher(c, q, h, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx) }()
	stopped := false
	r := &running{p, log, func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		return <-ended
	}}
	t.Cleanup(func() { r.stop() })
	return r
}

func url(port int) string { return fmt.Sprintf("tcp://127.0.0.1:%d", port) }

// onEach runs a claim against every kind of broker.
func onEach(t *testing.T, claim func(t *testing.T, port int, start func() (stop func()))) {
	for _, b := range brokers {
		t.Run(b.name, func(t *testing.T) {
			port, folder := sharedtest.FreePort(t), t.TempDir()
			claim(t, port, func() func() { return b.start(t, port, folder) })
		})
	}
}

func TestOutboxArrivesInOrderAndIsEmptied(t *testing.T) {
	onEach(t, func(t *testing.T, port int, start func() func()) {
		start()
		ear := listen(t, port, "jantaku/#")
		q := newQueue()
		for i := range 50 {
			q.add(t, here.Event("hand"), map[string]int{"n": i}, false)
		}
		run(t, mqtt.Config{Broker: url(port)}, q, nil)
		eventually(t, "outbox empty", func() bool { return q.left() == 0 })
		eventually(t, "all heard", func() bool { return len(ear.on(here.Event("hand"))) == 50 })
		for i, m := range ear.on(here.Event("hand")) {
			if want := fmt.Sprintf(`{"n":%d}`, i); m.Payload != want {
				t.Fatalf("message %d is %s, want %s", i, m.Payload, want)
			}
		}
	})
}

func TestLateDisplayGetsEverythingRetainedAndNoEvents(t *testing.T) {
	onEach(t, func(t *testing.T, port int, start func() func()) {
		start()
		q := newQueue()
		q.add(t, here.Topic(mqtt.KindHand), map[string]string{"hand": "h1"}, true)
		q.add(t, here.Event("hand"), map[string]string{"hand": "h1"}, false)
		p := run(t, mqtt.Config{Broker: url(port)}, q, nil)
		state, err := mqtt.NewMessage(here.Topic(mqtt.KindState), map[string]string{"phase": "idle"}, true)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Retain(state); err != nil {
			t.Fatal(err)
		}
		eventually(t, "all published", func() bool { return q.left() == 0 && p.Stats().Published >= 3 })

		ear := listen(t, port, "jantaku/#")
		eventually(t, "three retained", func() bool { return len(ear.messages()) >= 3 })
		time.Sleep(100 * time.Millisecond) // an event that is retained by mistake would come now
		for _, topic := range []string{here.Status(), here.Topic(mqtt.KindHand), here.Topic(mqtt.KindState)} {
			if got := ear.on(topic); len(got) != 1 || got[0].Retain != 1 {
				t.Errorf("%s: %+v, want one retained message", topic, got)
			}
		}
		if got := ear.on(here.Event("hand")); len(got) != 0 {
			t.Errorf("event came to a late display: %+v", got)
		}
	})
}

func TestWhatIsToldIsHeardOnceAndByNobodyLater(t *testing.T) {
	onEach(t, func(t *testing.T, port int, start func() func()) {
		laid, err := mqtt.NewMessage(here.Event("laid"), map[string]int{"place": 2}, false)
		if err != nil {
			t.Fatal(err)
		}
		p := run(t, mqtt.Config{Broker: url(port)}, newQueue(), nil)
		if err := p.Tell(laid); err != nil { // while there is no broker
			t.Fatal(err)
		}
		start()
		eventually(t, "connected", func() bool { return p.Stats().Connected && p.Stats().Published >= 1 })
		ear := listen(t, port, "jantaku/#")
		eventually(t, "heard", func() bool { return len(ear.messages()) >= 1 }) // the status
		if err := p.Tell(laid); err != nil {
			t.Fatal(err)
		}
		eventually(t, "told", func() bool { return len(ear.on(laid.Topic)) == 1 })
		if m := ear.on(laid.Topic)[0]; m.Retain != 0 {
			t.Errorf("retained: %+v", m)
		}
		late := listen(t, port, "jantaku/#")
		eventually(t, "status", func() bool { return len(late.messages()) >= 1 })
		time.Sleep(100 * time.Millisecond)
		if len(late.on(laid.Topic)) != 0 || len(ear.on(laid.Topic)) != 1 {
			t.Error("heard twice")
		}
	})
}

func statusOf(m received) string {
	var s mqtt.Status
	if json.Unmarshal([]byte(m.Payload), &s) != nil {
		return ""
	}
	return s.Status
}

func TestStatusFollowsTheDaemon(t *testing.T) {
	onEach(t, func(t *testing.T, port int, start func() func()) {
		start()
		ear := listen(t, port, here.Status())
		p := run(t, mqtt.Config{Broker: url(port)}, newQueue(), nil)
		eventually(t, "online", func() bool { m := ear.messages(); return len(m) == 1 && statusOf(m[0]) == "online" })
		if err := p.stop(); err != nil {
			t.Fatalf("Run: %v", err)
		}
		eventually(t, "offline", func() bool { m := ear.messages(); return len(m) == 2 && statusOf(m[1]) == "offline" })
	})
}

func TestLastWillTellsOfADeadDaemon(t *testing.T) {
	onEach(t, func(t *testing.T, port int, start func() func()) {
		start()
		ear := listen(t, port, here.Status())
		line := newRelay(t, port)
		run(t, mqtt.Config{Broker: "tcp://" + line.addr()}, newQueue(), nil)
		eventually(t, "online", func() bool { m := ear.messages(); return len(m) == 1 && statusOf(m[0]) == "online" })
		line.cut()
		eventually(t, "the will", func() bool { m := ear.messages(); return len(m) >= 2 && statusOf(m[1]) == "offline" })
	})
}

func TestNoBrokerLosesNothingAndIsSaidOnce(t *testing.T) {
	onEach(t, func(t *testing.T, port int, start func() func()) {
		q := newQueue()
		for i := range 10 {
			q.add(t, here.Event("hand"), map[string]int{"n": i}, false)
		}
		p := run(t, mqtt.Config{Broker: url(port)}, q, nil)
		time.Sleep(400 * time.Millisecond) // several attempts
		if q.left() != 10 {
			t.Fatalf("%d of 10 messages left without a broker", q.left())
		}
		if n := strings.Count(p.log.String(), "no broker"); n != 1 {
			t.Errorf("the missing broker is told %d times:\n%s", n, p.log)
		}
		start()
		eventually(t, "outbox empty", func() bool { return q.left() == 0 })
		if !strings.Contains(p.log.String(), "broker is back") {
			t.Errorf("its return is not told:\n%s", p.log)
		}
	})
}

func TestBrokerThatDiesAndComesBackKnowsEverythingAgain(t *testing.T) {
	onEach(t, func(t *testing.T, port int, start func() func()) {
		kill := start()
		q := newQueue()
		p := run(t, mqtt.Config{Broker: url(port)}, q, nil)
		q.add(t, here.Topic(mqtt.KindScore), map[string]int{"hand": 1}, true)
		eventually(t, "first published", func() bool { return q.left() == 0 })
		kill()
		eventually(t, "loss noticed", func() bool { return !p.Stats().Connected })
		for i := range 20 {
			q.add(t, here.Event("hand"), map[string]int{"n": i}, false)
		}
		q.add(t, here.Topic(mqtt.KindHand), map[string]string{"hand": "h2"}, true)
		start()
		eventually(t, "outbox empty", func() bool { return q.left() == 0 })
		ear := listen(t, port, "jantaku/#")
		for _, topic := range []string{here.Status(), here.Topic(mqtt.KindScore), here.Topic(mqtt.KindHand)} {
			eventually(t, topic, func() bool { return len(ear.on(topic)) == 1 })
		}
	})
}

// A message is done only after its acknowledgement: the line is cut again and again
// while messages flow, and each must arrive at least once.
func TestNothingIsLostOnABadLine(t *testing.T) {
	onEach(t, func(t *testing.T, port int, start func() func()) {
		start()
		ear := listen(t, port, here.Event("hand"))
		line := newRelay(t, port)
		q := newQueue()
		const n = 400
		for i := range n {
			q.add(t, here.Event("hand"), map[string]int{"n": i}, false)
		}
		run(t, mqtt.Config{Broker: "tcp://" + line.addr()}, q, nil)
		cuts := 0
		for ; q.left() > 0 && cuts < 200; cuts++ {
			time.Sleep(30 * time.Millisecond)
			line.cut()
		}
		eventually(t, "outbox empty", func() bool { return q.left() == 0 })
		heard := map[string]int{}
		eventually(t, "all heard", func() bool {
			clear(heard)
			for _, m := range ear.messages() {
				heard[m.Payload]++
			}
			return len(heard) == n
		})
		t.Logf("%d cuts, %d distinct of %d messages", cuts, len(heard), len(ear.messages()))
	})
}

// desk is a handler that counts.
type desk struct{ calls atomic.Int64 }

func (d *desk) Request(_ context.Context, op string, body json.RawMessage) (json.RawMessage, error) {
	n := d.calls.Add(1)
	if op == "undo" {
		return nil, errors.New("there is no hand to take back")
	}
	return json.RawMessage(fmt.Sprintf(`{"op":%q,"call":%d}`, op, n)), nil
}

func TestRequestsAreAnswered(t *testing.T) {
	onEach(t, func(t *testing.T, port int, start func() func()) {
		start()
		ear := listen(t, port, here.Response("+"))
		d := &desk{}
		p := run(t, mqtt.Config{Broker: url(port)}, newQueue(), d)
		tests := []struct {
			name, op, payload, want string
		}{
			{"done", "confirm", `{"transaction":"a1","hand":"h1"}`, `"status":"ok","data":{"op":"confirm","call":1}`},
			{"repeated is not carried out again", "confirm", `{"transaction":"a1","hand":"h1"}`, `"data":{"op":"confirm","call":1}`},
			{"same transaction of another operation is another request", "correct", `{"transaction":"a1"}`, `"call":2`},
			{"refused with the reason", "undo", `{"transaction":"a2"}`, `"error":{"code":"refused","message":"there is no hand to take back"}`},
			{"no transaction", "confirm", `{"hand":"h1"}`, `"code":"bad-request"`},
			{"not an object", "confirm", `[1,2]`, `not a JSON object`},
			{"not JSON", "confirm", `{"transaction":`, `"code":"bad-request"`},
		}
		eventually(t, "connected", func() bool { return p.Stats().Connected })
		for i, tt := range tests {
			tell(t, port, here.Request(tt.op), tt.payload, false)
			eventually(t, tt.name, func() bool { return len(ear.messages()) == i+1 })
			got := ear.messages()[i]
			if got.Topic != here.Response(tt.op) || !strings.Contains(got.Payload, tt.want) {
				t.Errorf("%s: got %s %s, want %s", tt.name, got.Topic, got.Payload, tt.want)
			}
		}
		if n := d.calls.Load(); n != 3 {
			t.Errorf("handler called %d times, want 3", n)
		}
	})
}

func TestRetainedRequestIsNeverCarriedOut(t *testing.T) {
	onEach(t, func(t *testing.T, port int, start func() func()) {
		start()
		tell(t, port, here.Request("confirm"), `{"transaction":"old"}`, true)
		ear := listen(t, port, here.Response("+"))
		d := &desk{}
		run(t, mqtt.Config{Broker: url(port)}, newQueue(), d)
		eventually(t, "answered", func() bool { return len(ear.messages()) == 1 })
		if got := ear.messages()[0].Payload; !strings.Contains(got, "must not be retained") || d.calls.Load() != 0 {
			t.Errorf("answer %s after %d calls", got, d.calls.Load())
		}
	})
}

func TestARequestThatWasRetainedWhileTheDaemonListenedIsCarriedOutOnceAndGone(t *testing.T) {
	onEach(t, func(t *testing.T, port int, start func() func()) {
		start()
		d := &desk{}
		p := run(t, mqtt.Config{Broker: url(port)}, newQueue(), d)
		eventually(t, "connected", func() bool { return p.Stats().Connected })
		ear := listen(t, port, here.Response("+"))
		tell(t, port, here.Request("undo"), `{"transaction":"t1"}`, true)
		eventually(t, "answered", func() bool { return len(ear.messages()) == 1 })
		if err := p.stop(); err != nil {
			t.Fatal(err)
		}
		again := run(t, mqtt.Config{Broker: url(port)}, newQueue(), d)
		eventually(t, "connected again", func() bool { return again.Stats().Connected })
		time.Sleep(300 * time.Millisecond) // what is retained would come now
		if got := ear.messages(); len(got) != 1 || d.calls.Load() != 1 {
			t.Errorf("%d answers after %d calls: %v", len(got), d.calls.Load(), got)
		}
	})
}

// A client that never heard the answer asks again, and the program has started anew meanwhile.
func TestARequestIsCarriedOutOnceOverARestart(t *testing.T) {
	port, file := sharedtest.FreePort(t), filepath.Join(t.TempDir(), "requests.used")
	startMosquitto(t, port, t.TempDir())
	ear := listen(t, port, here.Response("+"))
	d := &desk{}
	for i := range 3 {
		used, err := mqtt.OpenUsed(file)
		if err != nil {
			t.Fatal(err)
		}
		p := run(t, mqtt.Config{Broker: url(port), Used: used}, newQueue(), d)
		eventually(t, "connected", func() bool { return p.Stats().Connected })
		tell(t, port, here.Request("undo"), `{"transaction":"t1"}`, false)
		tell(t, port, here.Request("preview"), `{"transaction":"t2"}`, false)
		eventually(t, "answered", func() bool { return len(ear.messages()) == 2*i+2 })
		if err := p.stop(); err != nil {
			t.Fatal(err)
		}
		if f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0); err == nil { // as a loss of power leaves it
			f.WriteString("01ab")
			f.Close()
		}
	}
	if n := d.calls.Load(); n != 4 { // one undo, and three previews
		t.Errorf("%d requests were carried out, want 4", n)
	}
	if refused := ear.on(here.Response("undo"))[2].Payload; !strings.Contains(refused, "request-used") {
		t.Errorf("the third is answered %s", refused)
	}
}

func TestARetainedRequestIsRefusedOnceAndCleared(t *testing.T) {
	onEach(t, func(t *testing.T, port int, start func() func()) {
		start()
		tell(t, port, here.Request("undo"), `{"transaction":"old"}`, true)
		ear := listen(t, port, here.Response("+"))
		for range 2 {
			p := run(t, mqtt.Config{Broker: url(port)}, newQueue(), &desk{})
			eventually(t, "connected", func() bool { return p.Stats().Connected })
			eventually(t, "refused", func() bool { return len(ear.messages()) >= 1 })
			time.Sleep(300 * time.Millisecond) // another one would come now
			if err := p.stop(); err != nil {
				t.Fatal(err)
			}
		}
		if got := ear.messages(); len(got) != 1 || !strings.Contains(got[0].Payload, "must not be retained") {
			t.Errorf("answers: %v", got)
		}
	})
}

func TestMessageNobodyTakesDoesNotStopTheOthers(t *testing.T) {
	port := sharedtest.FreePort(t)
	startEmbedded(t, port, t.TempDir())
	q := newQueue()
	q.addMessage(mqtt.Message{Topic: "jantaku/+/hand", Payload: []byte("{}")})
	q.addMessage(mqtt.Message{Topic: here.Event("big"), Payload: make([]byte, 1<<20)})
	q.add(t, here.Event("hand"), "after", false)
	p := run(t, mqtt.Config{Broker: url(port)}, q, nil)
	eventually(t, "outbox empty", func() bool { return q.left() == 0 })
	if got := p.Stats(); got.SetAside != 2 || got.Published != 2 {
		t.Errorf("stats %+v, want 2 set aside, and the status and one message published", got)
	}
	if n := strings.Count(p.log.String(), "set aside"); n != 2 {
		t.Errorf("told %d times:\n%s", n, p.log)
	}
}

func TestBrokenOutboxEndsRun(t *testing.T) {
	port := sharedtest.FreePort(t)
	startEmbedded(t, port, t.TempDir())
	q := newQueue()
	q.fail = errors.New("disk I/O error")
	p, err := mqtt.NewPublisher(mqtt.Config{Address: here, Broker: url(port), User: own[0].User, Password: own[0].Password}, q, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Run(context.Background()); err == nil || !errors.Is(err, q.fail) {
		t.Errorf("Run: %v, want %v", err, q.fail)
	}
}

func TestHomeAssistantDiscovery(t *testing.T) {
	port := sharedtest.FreePort(t)
	startEmbedded(t, port, t.TempDir())
	ear := listen(t, port, "homeassistant/device/#")
	run(t, mqtt.Config{Broker: url(port), HomeAssistant: "homeassistant", Program: "jantaku test"}, newQueue(), nil)
	eventually(t, "discovery", func() bool { return len(ear.messages()) == 1 })
	eventually(t, "again after Home Assistant started", func() bool {
		tell(t, port, "homeassistant/status", "online", false)
		time.Sleep(50 * time.Millisecond)
		return len(ear.messages()) >= 2
	})
	var doc struct {
		Origin     struct{ Name string }
		Components map[string]struct {
			StateTopic string `json:"state_topic"`
		}
	}
	if err := json.Unmarshal([]byte(ear.messages()[0].Payload), &doc); err != nil || doc.Origin.Name != "jantaku" {
		t.Errorf("discovery %s: %v", ear.messages()[0].Payload, err)
	}
	if got := doc.Components["points"].StateTopic; got != here.Topic(mqtt.KindHand) {
		t.Errorf("points come from %q", got)
	}
}

// TestTablesOfTwoClubsAreTwoDevices has two clubs whose daemons and tables have the same names.
func TestTablesOfTwoClubsAreTwoDevices(t *testing.T) {
	port := sharedtest.FreePort(t)
	startEmbedded(t, port, t.TempDir())
	ear := listen(t, port, "homeassistant/device/#")
	topics := map[string]bool{}
	for i, prefix := range []string{"jantaku/hill", "jantaku/lake"} {
		run(t, mqtt.Config{Broker: url(port), Address: mqtt.Address{Prefix: prefix, Table: "table-1", Node: "daemon"}, HomeAssistant: "homeassistant"}, newQueue(), nil)
		eventually(t, "discovery of "+prefix, func() bool { return len(ear.messages()) > i })
		topics[ear.messages()[i].Topic] = true
	}
	if len(topics) != 2 {
		t.Errorf("both are told at %v", topics)
	}
}

func TestWrongConfigurationIsRefused(t *testing.T) {
	good := mqtt.Config{Address: here, Broker: "tcp://localhost:1883"}
	tests := []struct {
		name   string
		change func(*mqtt.Config)
		want   string
	}{
		{"empty prefix", func(c *mqtt.Config) { c.Prefix = "" }, "prefix"},
		{"wildcard in prefix", func(c *mqtt.Config) { c.Prefix = "a/+" }, "prefix"},
		{"table with a space", func(c *mqtt.Config) { c.Table = "table 1" }, "table"},
		{"node with capitals", func(c *mqtt.Config) { c.Node = "Node" }, "node"},
		{"table named as node", func(c *mqtt.Config) { c.Node = c.Table }, "both"},
		{"broker without scheme", func(c *mqtt.Config) { c.Broker = "localhost:1883" }, "tcp://host:1883"},
		{"broker without port", func(c *mqtt.Config) { c.Broker = "tcp://localhost" }, "port"},
		{"broker of another protocol", func(c *mqtt.Config) { c.Broker = "http://localhost:80" }, "tcp://host:1883"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := good
			tt.change(&c)
			if _, err := mqtt.NewPublisher(c, newQueue(), nil, slog.Default()); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one about %q", err, tt.want)
			}
		})
	}
}
