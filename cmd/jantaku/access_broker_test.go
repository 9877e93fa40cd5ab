package main

import (
	"context"
	"encoding/csv"
	"log/slog"
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
	"jantaku/league/hall"
	"jantaku/league/local"
	"jantaku/league/store"
	"jantaku/mqtt"
	"jantaku/mqtt/reader"
)

// A club that sets up a broker by "jantaku access broker" has an archive that hears its tables and closes their gaps, and
// a director who starts matches and cannot take a hand back; a table that speaks for another is not heard.
func TestTheBrokerOfALeagueByItsCommand(t *testing.T) {
	sharedtest.Tool(t, "mosquitto")
	folder := t.TempDir()
	tables := filepath.Join(folder, "tables")
	users := writeBroker(t, folder, tables, "jantaku/lake/table-1\njantaku/lake/table-2\n")
	again := writeBroker(t, folder, tables, "jantaku/lake/table-1\njantaku/lake/table-2\njantaku/hill/table-1\n")
	if users["jantaku-lake-table-1"] != again["jantaku-lake-table-1"] || len(again) != 5 || len(users["archive"]) < 20 {
		t.Errorf("a table more makes %v of %v", again, users)
	}
	for _, name := range []string{"mosquitto.acl", "mosquitto.passwd", "nats.conf"} {
		text, err := os.ReadFile(filepath.Join(folder, "broker", name))
		if err != nil || strings.Contains(string(text), users["archive"]) {
			t.Errorf("%s holds a password as it is typed: %v", name, err)
		}
	}
	if info, err := os.Stat(filepath.Join(folder, "broker", brokerUsers)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file of the passwords: %v %v", info, err)
	}
	broker, err := local.StartMosquitto(t.Context(), t.TempDir(), "", "allow_anonymous false",
		"acl_file "+filepath.Join(folder, "broker", "mosquitto.acl"), "password_file "+filepath.Join(folder, "broker", "mosquitto.passwd"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := broker.Stop(); err != nil {
			t.Error(err)
		}
	})
	log := slog.New(slog.DiscardHandler)
	s, err := store.Open(t.Context(), t.TempDir(), referee.Shelf, log)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	runs := &running{T: t}
	defer runs.end()
	table := func(name string) *play.Live {
		l, err := play.StartLive(t.Context(), play.Seat{Folder: t.TempDir(), Address: mqtt.Address{Prefix: "jantaku/lake", Table: name, Node: "daemon-" + name}, Broker: broker.URL(),
			User: "jantaku-lake-" + name, Password: users["jantaku-lake-"+name], Rules: "riichi", Names: play.Names(0, 4), Seed: 3}, log)
		if err != nil {
			t.Fatal(err)
		}
		runs.later(l.Close)
		return l
	}
	first, second := table("table-1"), table("table-2")
	if err := first.Play(t.Context(), time.Millisecond, 2); err != nil { // before anybody hears it: a gap
		t.Fatal(err)
	}
	runs.start(first.Publish)
	eventuallyTrue(t, "told", func() bool { told, err := first.Told(t.Context()); return err == nil && told })
	a, err := archive.New(archive.Config{Brokers: []string{broker.URL()}, Name: "one", User: "archive", Password: users["archive"], Prefixes: []string{"jantaku/+"}, Patience: 300 * time.Millisecond}, s, log)
	if err != nil {
		t.Fatal(err)
	}
	live, err := hall.NewLive(reader.Config{Brokers: []string{broker.URL()}, User: "director", Password: users["director"], ID: "hall"}, []string{"jantaku/+"}, log)
	if err != nil {
		t.Fatal(err)
	}
	liar, err := reader.New(reader.Config{Brokers: []string{broker.URL()}, User: "jantaku-lake-table-2", Password: users["jantaku-lake-table-2"], ID: "liar", Filters: map[string]byte{"jantaku/lake/table-2/x": 0}}, log)
	if err != nil {
		t.Fatal(err)
	}
	runs.start(a.Run)
	runs.start(live.Run)
	runs.start(func(ctx context.Context) error { return liar.Run(ctx, func(context.Context, reader.Message) {}) })
	runs.start(second.Publish)
	eventuallyTrue(t, "the gap is closed", func() bool { n, err := s.Size(t.Context()); return err == nil && n.Hands == 2 })

	eventuallyTrue(t, "a liar is at the broker", liar.Connected)
	for _, topic := range []string{"jantaku/lake/table-1/journal", "jantaku/hill/table-1/journal", "jantaku/lake/table-2/journal"} { // the last one is its own
		if err := liar.Send(t.Context(), topic, []byte(`{"schema":"rubbish"}`)); err != nil {
			t.Fatal(err)
		}
	}
	var refused []store.Refusals
	eventuallyTrue(t, "what it says of itself is refused by the archive", func() bool {
		refused, err = s.AllRefusals(t.Context())
		return err == nil && len(refused) > 0
	})
	if len(refused) != 1 || refused[0].Table != "table-2" || refused[0].Times != 1 {
		t.Errorf("refused: %+v", refused)
	}

	asked := first.Asked()
	eventuallyTrue(t, "the archive, which asks again after 300 ms, has its answers", func() bool {
		before := asked
		time.Sleep(time.Second)
		asked = first.Asked()
		return asked == before
	})
	eventuallyTrue(t, "a match is started", func() bool {
		_ = live.Ask(t.Context(), "jantaku/lake", "table-1", "undo", []byte(`{"transaction":"u"}`)) // the broker may be silent about it
		err := live.Ask(t.Context(), "jantaku/lake", "table-1", "match-new", []byte(`{"transaction":"m","rules":"riichi","players":["A","B","C","D"]}`))
		return err == nil && first.Asked() > asked
	})
	time.Sleep(100 * time.Millisecond)
	if n := first.Asked() - asked; n != 1 { // the transaction was asked once, however often it came
		t.Errorf("the table was asked %d times", n)
	}
}

// writeBroker runs the command over a list of tables and gives the passwords.
func writeBroker(t *testing.T, folder, tables, list string) map[string]string {
	t.Helper()
	if err := os.WriteFile(tables, []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	if code := run(t.Context(), []string{"access", "broker", "--tables", tables, "--out", filepath.Join(folder, "broker"), "--closed"}); code != 0 {
		t.Fatalf("the command ends with %d", code)
	}
	f, err := os.Open(filepath.Join(folder, "broker", brokerUsers))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	users := map[string]string{}
	for _, line := range lines[1:] {
		users[line[0]] = line[1]
	}
	return users
}

// running are parts that run until the test ends.
type running struct {
	*testing.T
	cancels, closes []func()
	all             sync.WaitGroup
}

func (r *running) start(do func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	r.cancels = append(r.cancels, cancel)
	r.all.Go(func() {
		if err := do(ctx); err != nil {
			r.Error(err)
		}
	})
}

func (r *running) later(close func() error) {
	r.closes = append(r.closes, func() {
		if err := close(); err != nil {
			r.Error(err)
		}
	})
}

func (r *running) end() {
	for _, cancel := range r.cancels {
		cancel()
	}
	r.all.Wait()
	for _, close := range r.closes {
		close()
	}
}

func eventuallyTrue(t *testing.T, what string, is func() bool) {
	t.Helper()
	for limit := time.Now().Add(sharedtest.Patience); time.Now().Before(limit); time.Sleep(20 * time.Millisecond) {
		if is() {
			return
		}
	}
	t.Fatalf("never: %s", what)
}
