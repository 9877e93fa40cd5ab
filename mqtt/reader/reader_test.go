package reader_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"
	"go.uber.org/goleak"

	"jantaku/mqtt"
	"jantaku/mqtt/reader"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// own are the rights of who publishes, and reads everything.
var own = mqtt.Credential{User: "daemon", Password: "a long password of the daemon"}

// heard is what a reader knows of each topic.
type heard struct {
	mu   sync.Mutex
	last map[string]string
}

func (h *heard) hear(_ context.Context, m reader.Message) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.last[m.Topic] = string(m.Payload)
	m.Done()
}

// lacks names the topics of which something else is known than is held; at most three.
func (h *heard) lacks(held map[string]string) (topics []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for topic, payload := range held {
		if h.last[topic] != payload && len(topics) < 3 {
			topics = append(topics, fmt.Sprintf("%s holds %s, heard %q", topic, payload, h.last[topic]))
		}
	}
	return topics
}

// TestAReaderKnowsWhatTopicsHoldThatWerePublishedWhileItSubscribed claims that whoever begins to hear while others publish
// knows soon what every topic holds: the embedded broker looks that up before a subscription counts, and keeps it after it has told it.
func TestAReaderKnowsWhatTopicsHoldThatWerePublishedWhileItSubscribed(t *testing.T) {
	b, err := mqtt.StartBroker(mqtt.BrokerConfig{Store: t.TempDir(), Tables: []mqtt.Credential{own}}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	client := paho.NewClient(paho.NewClientOptions().AddBroker(b.OwnURL()).SetClientID("publisher").SetUsername(own.User).SetPassword(own.Password))
	if token := client.Connect(); !token.WaitTimeout(10*time.Second) || token.Error() != nil {
		t.Fatal(token.Error())
	}
	defer client.Disconnect(0)

	const readers, between = 60, 20      // messages between two beginnings
	const topics = readers * between / 2 // each is told twice
	held := map[string]string{}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	var all []*heard
	for i := range readers * between {
		if i%between == 0 {
			r, err := reader.New(reader.Config{Brokers: []string{b.OwnURL()}, User: own.User, Password: own.Password, ID: fmt.Sprint("reader-", i), Filters: map[string]byte{"club/+/score": 0}},
				slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			h := &heard{last: map[string]string{}}
			all = append(all, h)
			running.Go(func() { r.Run(ctx, h.hear) })
		}
		topic, payload := fmt.Sprintf("club/%d/score", i%topics), fmt.Sprint(i)
		held[topic] = payload
		if token := client.Publish(topic, 1, true, payload); !token.WaitTimeout(10*time.Second) || token.Error() != nil {
			t.Fatal(token.Error())
		}
	}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		missing, says := 0, []string(nil)
		for _, h := range all {
			if lacks := h.lacks(held); lacks != nil {
				missing, says = missing+1, lacks
			}
		}
		if missing == 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%d of %d readers do not know what every topic holds: %v", missing, readers, says)
		}
	}
}
