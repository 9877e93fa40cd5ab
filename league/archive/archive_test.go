package archive_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"jantaku/internal/referee"
	"jantaku/internal/sharedtest"
	"jantaku/laboratory/league/play"
	"jantaku/league/archive"
	"jantaku/league/local"
	"jantaku/league/store"
	"jantaku/mqtt"
	"jantaku/mqtt/reader"
)

var quiet = slog.New(slog.DiscardHandler)

// hall is a broker, a store, and tables at them.
type hall struct {
	t      *testing.T
	broker *local.Mosquitto
	folder string
	where  string
	store  *store.Store
}

func newHall(t *testing.T) *hall {
	t.Helper()
	sharedtest.Tool(t, "mosquitto")
	h := &hall{t: t, folder: t.TempDir(), where: t.TempDir()}
	var err error
	if h.broker, err = local.StartMosquitto(t.Context(), h.folder, ""); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.broker.Stop(); err != nil {
			t.Error(err)
		}
	})
	if h.store, err = store.Open(t.Context(), h.where, referee.Shelf, quiet); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.store.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// archives runs an archive until the function that it gives is called.
func (h *hall) archives(name string) (*archive.Archive, func()) {
	h.t.Helper()
	a, err := archive.New(archive.Config{Brokers: []string{h.broker.URL()}, Name: name, Prefixes: []string{"jantaku"}, Patience: 400 * time.Millisecond}, h.store, quiet)
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var runs sync.WaitGroup
	runs.Go(func() {
		if err := a.Run(ctx); err != nil {
			h.t.Error(err)
		}
	})
	stop := sync.OnceFunc(func() { cancel(); runs.Wait() })
	h.t.Cleanup(stop)
	return a, stop
}

// table runs a table at the broker.
func (h *hall) table(name string) *play.Live {
	h.t.Helper()
	l, err := play.StartLive(h.t.Context(), play.Seat{Folder: h.t.TempDir(), Address: mqtt.Address{Prefix: "jantaku", Table: name, Node: "node-" + name}, Broker: h.broker.URL(),
		Rules: "riichi", Names: play.Names(0, 6), Seed: 3}, quiet)
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var runs sync.WaitGroup
	runs.Go(func() {
		if err := l.Publish(ctx); err != nil {
			h.t.Error(err)
		}
	})
	h.t.Cleanup(func() {
		cancel()
		runs.Wait()
		if err := l.Close(); err != nil {
			h.t.Error(err)
		}
	})
	return l
}

func (h *hall) plays(l *play.Live, hands int) {
	h.t.Helper()
	if err := l.Play(h.t.Context(), time.Millisecond, hands); err != nil {
		h.t.Fatal(err)
	}
}

// whole waits until the store has all that a table has.
func (h *hall) whole(l *play.Live) {
	h.t.Helper()
	journal, events, err := l.Events(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	var faults []string
	eventually(h.t, "the books are whole", func() bool {
		faults, err = h.store.Compare(h.t.Context(), store.Books{Club: l.Address.Prefix, Table: l.Address.Table, Journal: journal}, events)
		return err == nil && len(faults) == 0
	}, func() string { return fmt.Sprintf("%v %d faults: %.3q", err, len(faults), faults) })
}

func eventually(t *testing.T, what string, is func() bool, says func() string) {
	t.Helper()
	for limit := time.Now().Add(sharedtest.Patience); time.Now().Before(limit); time.Sleep(20 * time.Millisecond) {
		if is() {
			return
		}
	}
	t.Fatalf("never: %s; %s", what, says())
}

// Two archives hear two tables; one of them is away for a while, and the database of both is one.
func TestWhatTablesBookStandsOnce(t *testing.T) {
	h := newHall(t)
	_, stop := h.archives("one")
	h.archives("two")
	first, second := h.table("table-1"), h.table("table-2")
	h.plays(first, 3)
	stop()
	h.plays(second, 3)
	h.archives("one")
	h.plays(first, 2)
	h.whole(first)
	h.whole(second)
}

// A broker that has forgotten everything, also who wanted to hear it, leaves a gap, which the table closes.
func TestAGapIsClosedByTheTable(t *testing.T) {
	h := newHall(t)
	_, stop := h.archives("one")
	l := h.table("table-1")
	h.plays(l, 2)
	h.whole(l)
	stop()
	h.plays(l, 3)
	eventually(t, "told", func() bool { told, err := l.Told(t.Context()); return err == nil && told }, func() string { return "" })
	if err := h.broker.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(h.folder, "mosquitto.db")); err != nil {
		t.Fatal(err)
	}
	if err := h.broker.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	h.archives("one")
	h.plays(l, 1)
	h.whole(l)
	if l.Asked() == 0 {
		t.Error("the table was not asked")
	}
}

// A table that was there before there was an archive is read from its first event on.
func TestATableThatIsOlderThanTheArchiveIsReadWhole(t *testing.T) {
	h := newHall(t)
	l := h.table("table-1")
	h.plays(l, 30) // more than one answer holds
	eventually(t, "told", func() bool { told, err := l.Told(t.Context()); return err == nil && told }, func() string { return "" })
	h.archives("one")
	h.whole(l)
	if l.Asked() < 2 {
		t.Errorf("asked %d times", l.Asked())
	}
}

// What cannot be read, and a table that speaks for another one, is kept aside and holds nothing up.
func TestBadMessagesHoldNothingUp(t *testing.T) {
	h := newHall(t)
	a, _ := h.archives("one")
	l := h.table("table-1")
	h.plays(l, 1)
	h.whole(l)
	journal, events, err := l.Events(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	liar := mqtt.Address{Prefix: "jantaku", Table: "table-2", Node: "n"}
	foreign, err := liar.Entry(journal, events[0])
	if err != nil {
		t.Fatal(err)
	}
	fork := events[0]
	fork.Why = "another"
	forged, err := l.Address.Entry(journal, fork)
	if err != nil {
		t.Fatal(err)
	}
	forged.ID, forged.Event.ID = "another", "another"
	forged.Event.Seq, forged.Seq = 2, 2
	newer, err := l.Address.Entry(journal, events[0])
	if err != nil {
		t.Fatal(err)
	}
	newer.Version = 9
	strange, err := l.Address.Entry(journal, events[0])
	if err != nil {
		t.Fatal(err)
	}
	strange.Schema = "elsewhere/journal"
	long := events[0]
	long.ID = strings.Repeat("x", 300)
	unfit, err := l.Address.Entry("journal", long)
	if err != nil {
		t.Fatal(err)
	}
	unfit.Seq, unfit.Event.Seq = 2, 2
	mouth := speaker(t, h.broker.URL())
	sent := int64(0)
	for _, one := range []struct {
		topic   string
		payload any
	}{
		{liar.Topic(mqtt.KindJournal), foreign},                 // the books of table-1
		{liar.Topic(mqtt.KindJournal), "rubbish"},               // no object
		{l.Address.Topic(mqtt.KindJournal), forged},             // another event 2
		{l.Address.Topic(mqtt.KindJournal), newer},              // a version of the future
		{liar.Topic(mqtt.KindJournal), forged},                  // it says that it is table-1
		{l.Address.Topic(mqtt.KindJournal), strange},            // another schema
		{l.Address.Topic(mqtt.KindJournal), unfit},              // a name that no index holds
		{liar.Response("since/one"), map[string]any{"data": 7}}, // no page
		{liar.Response("since/one"), map[string]any{"data": mqtt.JournalPage{Journal: "x", Last: 1, Events: []mqtt.JournalEvent{forged}}}}, // of table-1
	} {
		m, err := mqtt.NewMessage(one.topic, one.payload, false)
		if err != nil {
			t.Fatal(err)
		}
		if err := mouth.Send(t.Context(), m.Topic, m.Payload); err != nil {
			t.Fatal(err)
		}
		sent++
	}
	eventually(t, "all are refused", func() bool { return a.Stats().Refused == sent }, func() string { return fmt.Sprint(a.Stats()) })
	h.plays(l, 1)
	h.whole(l)
	figures := httptest.NewRecorder()
	a.Metrics().ServeHTTP(figures, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	for _, line := range []string{`{reason="foreign"} 3`, `{reason="fork"} 1`, `{reason="unfit"} 1`, `{reason="unreadable"} 4`, `{reason="answer"} 0`} {
		if !strings.Contains(figures.Body.String(), "jantaku_archive_refused_total"+line+"\n") {
			t.Errorf("the figures have no %s:\n%s", line, figures.Body)
		}
	}
	aside, err := h.store.AllAside(t.Context(), 100)
	if err != nil || len(aside) != int(sent) {
		t.Errorf("%d aside, %d were sent: %v", len(aside), sent, err)
	}
}

// speaker is somebody at the broker.
func speaker(t *testing.T, broker string) *reader.Reader {
	t.Helper()
	r, err := reader.New(reader.Config{Brokers: []string{broker}, ID: "speaker", Filters: map[string]byte{"x": 0}}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var runs sync.WaitGroup
	runs.Go(func() {
		if err := r.Run(ctx, func(context.Context, reader.Message) {}); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() { cancel(); runs.Wait() })
	eventually(t, "connected", r.Connected, func() string { return "" })
	return r
}
