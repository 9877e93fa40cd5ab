package mqtt_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/mqtt"
)

// expired is when a broker has surely published the will of a connection that says nothing any more: it waits
// half as long again as the keep-alive, and looks every few seconds.
func expired(keepAlive time.Duration) time.Duration { return keepAlive*3/2 + 8*time.Second }

// retainedStatus is what somebody reads who comes now.
func retainedStatus(t *testing.T, port int) string {
	t.Helper()
	ear := listen(t, port, here.Status())
	eventually(t, "a status", func() bool { return len(ear.messages()) > 0 })
	return statusOf(ear.messages()[0])
}

// saysOnline waits until the will of an older connection has come, where one comes at all, and
// checks that it does not last.
func saysOnline(t *testing.T, port int, ear *listener, wait time.Duration) {
	t.Helper()
	offline := func() bool { m := ear.messages(); return len(m) > 0 && statusOf(m[len(m)-1]) == "offline" }
	for deadline := time.Now().Add(wait); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if !offline() {
			continue
		}
		eventuallyWithin(t, 3*time.Second, "the daemon says that it is there", func() bool { return !offline() })
		break
	}
	if got := retainedStatus(t, port); got != "online" {
		t.Errorf("the daemon runs, and the broker tells everybody that it is %q", got)
	}
}

func TestAConnectionThatTheNetworkSwallowedDoesNotSayThatTheDaemonIsGone(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, port int, start func() func()) {
		t.Parallel()
		start()
		line := newRelay(t, port)
		ear := listen(t, port, here.Status())
		const keepAlive = 10 * time.Second
		q := newQueue()
		p := run(t, mqtt.Config{Broker: "tcp://" + line.addr(), KeepAlive: keepAlive}, q, nil)
		eventually(t, "connected", func() bool { return p.Stats().Connected })
		line.swallow()
		began := time.Now()
		q.add(t, here.Event("hand"), "a hand", false) // has the daemon notice before the broker does
		eventuallyWithin(t, 30*time.Second, "connected again", func() bool { return q.left() == 0 })
		saysOnline(t, port, ear, expired(keepAlive)-time.Since(began))
	})
}

func TestAKilledDaemonDoesNotSayThatItsSuccessorIsGone(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, port int, start func() func()) {
		t.Parallel()
		start()
		line := newRelay(t, port)
		ear := listen(t, port, here.Status())
		const keepAlive = time.Second
		killed := run(t, mqtt.Config{Broker: "tcp://" + line.addr(), KeepAlive: keepAlive}, newQueue(), nil)
		eventually(t, "connected", func() bool { return killed.Stats().Connected })
		line.swallow() // whatever it says from now on, as nothing does that was killed
		if err := killed.stop(); err != nil {
			t.Fatal(err)
		}
		next := run(t, mqtt.Config{Broker: url(port), KeepAlive: keepAlive}, newQueue(), nil)
		eventually(t, "connected", func() bool { return next.Stats().Connected })
		saysOnline(t, port, ear, expired(keepAlive))
	})
}

func TestAForeignOfflineIsPutRight(t *testing.T) {
	onEach(t, func(t *testing.T, port int, start func() func()) {
		start()
		p := run(t, mqtt.Config{Broker: url(port)}, newQueue(), nil)
		eventually(t, "connected", func() bool { return p.Stats().Connected })
		ear := listen(t, port, here.Status())
		for _, denial := range []string{`{"status":"offline"}`, "", "nonsense"} {
			before := len(ear.messages())
			tell(t, port, here.Status(), denial, true)
			eventuallyWithin(t, 20*time.Second, "put right after "+denial, func() bool {
				m := ear.messages()
				return len(m) >= before+2 && statusOf(m[len(m)-1]) == "online"
			})
		}
		if got := retainedStatus(t, port); got != "online" {
			t.Errorf("the broker keeps %q", got)
		}
	})
}

// Two daemons with one name cannot both be right, but must not fill the network about it.
func TestTwoDaemonsOfOneNameDoNotDenyEachOtherWithoutEnd(t *testing.T) {
	port := sharedtest.FreePort(t)
	startMosquitto(t, port, t.TempDir())
	one := run(t, mqtt.Config{Broker: url(port)}, newQueue(), nil)
	two := run(t, mqtt.Config{Broker: url(port)}, newQueue(), nil)
	eventually(t, "both there", func() bool { return one.Stats().Connected && two.Stats().Connected })
	tell(t, port, here.Status(), `{"status":"offline"}`, true)
	time.Sleep(2 * time.Second)
	if n := one.Stats().Published + two.Stats().Published; n > 6 {
		t.Errorf("%d messages within two seconds", n)
	}
}

func TestADaemonThatMayNotReadItsStatusSaysSoAndWorks(t *testing.T) {
	port, folder := sharedtest.FreePort(t), t.TempDir()
	natsElsewhere(t, port, folder, `mqtt { port: 1883 }
authorization { users: [ { user: table, password: "…", permissions: { publish: ">", subscribe: ["$MQTT.sub.>", "jantaku.table-1.request.>"] } } ] }`)
	log := &syncBuffer{}
	p, err := mqtt.NewPublisher(mqtt.Config{Address: here, Broker: url(port), User: "table", Password: secret}, newQueue(), &desk{}, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- p.Run(ctx) }()
	eventually(t, "connected", func() bool { return p.Stats().Connected })
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if !strings.Contains(log.String(), "may not read its own status") {
		t.Error(log.String())
	}
}
