package soak

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"
)

// audience is displays that listen to the table as pages do, over MQTT in a WebSocket, and how
// long after a hand was booked each of them was told.
type audience struct {
	clients []paho.Client

	mu    sync.Mutex
	waits []time.Duration
}

// seat connects n displays to the pages of a daemon; they come back by themselves.
func (a *audience) seat(n, port int) {
	for i := range n {
		o := paho.NewClientOptions().AddBroker("ws://127.0.0.1:" + strconv.Itoa(port) + "/mqtt").SetClientID(fmt.Sprint("display-", i)).
			SetAutoReconnect(true).SetConnectRetry(true).SetConnectRetryInterval(time.Second).SetMaxReconnectInterval(2 * time.Second)
		o.SetOnConnectHandler(func(c paho.Client) {
			c.Subscribe("jantaku/+/event/hand", 0, a.told)
			c.Subscribe("jantaku/+/course", 0, nil)
			c.Subscribe("jantaku/+/score", 0, nil)
		})
		client := paho.NewClient(o)
		client.Connect() // it goes on trying
		a.clients = append(a.clients, client)
	}
}

func (a *audience) told(_ paho.Client, m paho.Message) {
	var event struct {
		Time time.Time `json:"time"`
	}
	if json.Unmarshal(m.Payload(), &event) != nil || m.Duplicate() {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waits = append(a.waits, time.Since(event.Time))
}

// leave disconnects everybody.
func (a *audience) leave() {
	for _, c := range a.clients {
		c.Disconnect(0)
	}
}

// text says how long it took from a hand's entry in the books to its message.
func (a *audience) text() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.waits) == 0 {
		return "nobody was told"
	}
	slices.Sort(a.waits)
	at := func(share float64) time.Duration {
		return a.waits[int(share*float64(len(a.waits)-1))].Round(time.Millisecond)
	}
	return fmt.Sprintf("%d displays, %d messages, from booked to told %v in the middle, %v at the 99th percentile", len(a.clients), len(a.waits), at(.5), at(.99))
}
