package mqtt_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"jantaku/internal/sharedtest"
	"jantaku/mqtt"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// queue is an outbox in memory: what is not done comes again.
type queue struct {
	mu      sync.Mutex
	waiting []mqtt.Message
	last    int64
	more    chan struct{}
	fail    error
	doneIDs []int64
}

func newQueue() *queue { return &queue{more: make(chan struct{}, 1)} }

func (q *queue) add(t testing.TB, topic string, payload any, retained bool) {
	t.Helper()
	m, err := mqtt.NewMessage(topic, payload, retained)
	if err != nil {
		t.Fatal(err)
	}
	q.addMessage(m)
}

func (q *queue) addMessage(m mqtt.Message) {
	q.mu.Lock()
	q.last++
	m.ID = q.last
	q.waiting = append(q.waiting, m)
	q.mu.Unlock()
	select {
	case q.more <- struct{}{}:
	default:
	}
}

func (q *queue) Next(ctx context.Context) (mqtt.Message, error) {
	for {
		q.mu.Lock()
		if q.fail != nil {
			defer q.mu.Unlock()
			return mqtt.Message{}, q.fail
		}
		if len(q.waiting) > 0 {
			defer q.mu.Unlock()
			return q.waiting[0], nil
		}
		q.mu.Unlock()
		select {
		case <-q.more:
		case <-ctx.Done():
			return mqtt.Message{}, ctx.Err()
		}
	}
}

func (q *queue) Done(_ context.Context, id int64) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, m := range q.waiting {
		if m.ID == id {
			q.waiting = append(q.waiting[:i:i], q.waiting[i+1:]...)
			q.doneIDs = append(q.doneIDs, id)
			return nil
		}
	}
	return fmt.Errorf("message %d is not in the outbox", id)
}

func (q *queue) left() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting)
}

// syncBuffer is a log that a test can read while others write.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	eventuallyWithin(t, sharedtest.Patience, what, ok)
}

func eventuallyWithin(t testing.TB, limit time.Duration, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("%s: did not happen in %v", what, limit)
}

// brokers are the two kinds that every claim about the publisher is tried on. Each
// starts on a given port and gives a function that ends it.
var brokers = []struct {
	name  string
	start func(t *testing.T, port int, folder string) (stop func())
}{
	{"embedded", startEmbedded},
	{"mosquitto", startMosquitto},
}

func startEmbedded(t *testing.T, port int, folder string) func() {
	t.Helper()
	b, err := mqtt.StartBroker(mqtt.BrokerConfig{Port: port, Store: folder, Tables: own}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return func() { b.Close() }
}

// startMosquitto runs a real Mosquitto without persistence: what it forgets when it
// ends, the publisher has to tell it again.
func startMosquitto(t *testing.T, port int, _ string) func() {
	t.Helper()
	return sharedtest.Mosquitto(t, port, "allow_anonymous true", "persistence false")
}

// listener is mosquitto_sub, Mosquitto's own client.
type listener struct{ out *syncBuffer }

// received is one message as mosquitto_sub prints it.
type received struct {
	Topic   string `json:"topic"`
	Retain  int    `json:"retain"`
	QoS     int    `json:"qos"`
	Payload string `json:"payload"`
}

func listen(t *testing.T, port int, filter string) *listener {
	t.Helper()
	program := sharedtest.Tool(t, "mosquitto_sub")
	l := &listener{out: &syncBuffer{}}
	probe := fmt.Sprintf("probe/%d", sharedtest.FreePort(t)) // unlike the topic of any other listener
	cmd := exec.Command(program, "-h", "127.0.0.1", "-p", fmt.Sprint(port), "-u", own[0].User, "-P", own[0].Password, "-t", filter, "-t", probe, "-q", "1", "-F", "%j")
	cmd.Stdout = l.out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	eventually(t, "mosquitto_sub subscribes", func() bool {
		tell(t, port, probe, "{}", false)
		return strings.Contains(l.out.String(), probe)
	})
	return l
}

func (l *listener) messages() []received {
	var all []received
	for line := range strings.Lines(l.out.String()) {
		var m received
		if json.Unmarshal([]byte(line), &m) == nil && !strings.HasPrefix(m.Topic, "probe/") {
			all = append(all, m)
		}
	}
	return all
}

// on gives the messages of one topic.
func (l *listener) on(topic string) []received {
	var some []received
	for _, m := range l.messages() {
		if m.Topic == topic {
			some = append(some, m)
		}
	}
	return some
}

func tell(t *testing.T, port int, topic, payload string, retained bool) {
	t.Helper()
	args := []string{"-h", "127.0.0.1", "-p", fmt.Sprint(port), "-u", own[0].User, "-P", own[0].Password, "-t", topic, "-q", "1", "-m", payload}
	if retained {
		args = append(args, "-r")
	}
	if out, err := exec.Command(sharedtest.Tool(t, "mosquitto_pub"), args...).CombinedOutput(); err != nil {
		t.Fatalf("mosquitto_pub: %v: %s", err, out)
	}
}
