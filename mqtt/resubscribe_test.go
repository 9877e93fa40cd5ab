package mqtt_test

import (
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"

	"jantaku/mqtt"
)

// aClient connects as Home Assistant does: a client of somebody else's that subscribes once.
func aClient(t *testing.T, b *mqtt.Broker, id string) paho.Client {
	t.Helper()
	c := paho.NewClient(paho.NewClientOptions().AddBroker(b.URL()).SetClientID(id).SetUsername(own[0].User).SetPassword(own[0].Password))
	if token := c.Connect(); !token.WaitTimeout(10*time.Second) || token.Error() != nil {
		t.Fatal(token.Error())
	}
	t.Cleanup(func() { c.Disconnect(0) })
	return c
}

func ownBroker(t *testing.T) *mqtt.Broker {
	t.Helper()
	b, err := mqtt.StartBroker(mqtt.BrokerConfig{Store: t.TempDir(), Tables: own}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// subscriber notes what came of each topic.
type subscriber struct {
	mu    sync.Mutex
	last  map[string]string
	times map[string]int // by topic and payload
}

func newSubscriber() *subscriber {
	return &subscriber{last: map[string]string{}, times: map[string]int{}}
}

func (l *subscriber) hear(_ paho.Client, m paho.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last[m.Topic()] = string(m.Payload())
	l.times[m.Topic()+" "+string(m.Payload())]++
}

func (l *subscriber) knows(topic string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last[topic]
}

// TestWhoSubscribesWhileOthersPublishKnowsWhatEveryTopicHolds claims that a client from the network, which subscribes once, knows
// soon the newest of every topic, however it subscribes: the server looks up what is retained before a subscription counts.
func TestWhoSubscribesWhileOthersPublishKnowsWhatEveryTopicHolds(t *testing.T) {
	b := ownBroker(t)
	publisher := aClient(t, b, "publisher")
	const clients, between = 60, 20 // messages between two subscriptions
	const topics = clients * between / 2
	held := map[string]string{}
	var all []*subscriber
	for i := range clients * between {
		if i%between == 0 {
			l := newSubscriber()
			all = append(all, l)
			aClient(t, b, fmt.Sprint("client-", i)).Subscribe("club/+/score", byte(i/between%2), l.hear)
		}
		topic, payload := fmt.Sprintf("club/%d/score", i%topics), fmt.Sprint(i)
		held[topic] = payload
		if token := publisher.Publish(topic, 1, true, payload); !token.WaitTimeout(10*time.Second) || token.Error() != nil {
			t.Fatal(token.Error())
		}
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		missing, says := 0, ""
		for _, l := range all {
			for topic, payload := range held {
				if knows := l.knows(topic); knows != payload {
					missing, says = missing+1, fmt.Sprintf("%s holds %s, heard %q", topic, payload, knows)
				}
			}
		}
		if missing == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%d of %d are not known: %s", missing, clients*topics, says)
		}
	}
}

// TestWhatAClientKnowsIsNotToldAgain claims that a client does not notice that the server is asked once more: it hears what is
// retained once for each of its own questions, news once, and nothing of what it has left.
func TestWhatAClientKnowsIsNotToldAgain(t *testing.T) {
	b := ownBroker(t)
	publisher := aClient(t, b, "publisher")
	publish := func(topic, payload string) {
		t.Helper()
		if token := publisher.Publish(topic, 1, true, payload); !token.WaitTimeout(10*time.Second) || token.Error() != nil {
			t.Fatal(token.Error())
		}
	}
	for _, topic := range []string{"club/1/score", "club/2/score", "club/3/score"} {
		publish(topic, "held")
	}
	for qos := range byte(2) {
		l := newSubscriber()
		c := aClient(t, b, fmt.Sprint("client-", qos))
		subscribe := func(filter string) {
			t.Helper()
			token := c.Subscribe(filter, qos, l.hear)
			if !token.WaitTimeout(10*time.Second) || token.Error() != nil {
				t.Fatal(token.Error())
			}
		}
		subscribe("club/1/score")
		subscribe("club/2/score")
		subscribe("club/3/score")
		subscribe("club/3/score") // as who has one more use of it
		if token := c.Unsubscribe("club/2/score"); !token.WaitTimeout(10 * time.Second) {
			t.Fatal("cannot leave")
		}
		news := fmt.Sprint("news ", qos)
		publish("club/1/score", news)
		publish("club/2/score", news)
		time.Sleep(5 * time.Second) // longer than the server waits for an acknowledgement
		l.mu.Lock()
		for what, times := range map[string]int{"club/1/score " + news: 1, "club/2/score " + news: 0, "club/3/score held": 2} {
			if l.times[what] != times {
				t.Errorf("quality %d: %q came %d times, not %d", qos, what, l.times[what], times)
			}
		}
		l.mu.Unlock()
	}
}
