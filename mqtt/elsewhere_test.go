package mqtt_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"
	"github.com/nats-io/nats-server/v2/server"

	"jantaku/internal/sharedtest"
)

// secret is the password of every named client of the brokers elsewhere.
const secret = "east wind"

// elsewhere are brokers that other people run, by the rules that are installed for them.
var elsewhere = []struct {
	name  string
	start func(t *testing.T, port int, folder, rules string)
	rules string
}{
	{"Mosquitto", mosquittoElsewhere, "mosquitto.acl"},
	{"NATS", natsElsewhere, "nats.conf"},
}

func mosquittoElsewhere(t *testing.T, port int, folder, rules string) {
	passwords := filepath.Join(folder, "passwords")
	write(t, passwords, "")
	for _, user := range []string{"table", "mei", "kai"} {
		if out, err := exec.CommandContext(t.Context(), sharedtest.Tool(t, "mosquitto_passwd"), "-b", passwords, user, secret).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	write(t, filepath.Join(folder, "rules"), rules)
	runMosquitto(t, port, folder)
}

// runMosquitto starts a Mosquitto by the files "rules" and "passwords" of a folder.
func runMosquitto(t *testing.T, port int, folder string) {
	t.Helper()
	sharedtest.Mosquitto(t, port, "allow_anonymous true", "acl_file "+filepath.Join(folder, "rules"), "password_file "+filepath.Join(folder, "passwords"))
}

func natsElsewhere(t *testing.T, port int, folder, rules string) {
	rules = strings.ReplaceAll(rules, "…", secret)
	rules = strings.Replace(rules, "port: 1883", fmt.Sprintf("host: 127.0.0.1, port: %d", port), 1)
	conf := filepath.Join(folder, "conf")
	write(t, conf, fmt.Sprintf("server_name: elsewhere\nlisten: '127.0.0.1:%d'\njetstream { store_dir: '%s' }\n%s", sharedtest.FreePort(t), folder, rules))
	options, err := server.ProcessConfigFile(conf)
	if err != nil {
		t.Fatal(err)
	}
	options.NoSigs = true
	s, err := server.NewServer(options)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// somebody connects to a broker elsewhere; an empty name is nobody's.
func somebody(t *testing.T, port int, name string) paho.Client {
	t.Helper()
	o := paho.NewClientOptions().AddBroker(fmt.Sprintf("tcp://127.0.0.1:%d", port)).SetAutoReconnect(false).SetConnectTimeout(10 * time.Second)
	o.SetClientID(fmt.Sprintf("%s-%d", name, time.Now().UnixNano()))
	if name != "" {
		o.SetUsername(name).SetPassword(secret)
	}
	c := paho.NewClient(o)
	if token := c.Connect(); !token.WaitTimeout(sharedtest.Patience) || token.Error() != nil {
		t.Fatalf("%q does not get in: %v", name, token.Error())
	}
	t.Cleanup(func() { c.Disconnect(10) })
	return c
}

// hears subscribes to a filter and gives what comes.
func hears(t *testing.T, c paho.Client, filters ...string) <-chan string {
	t.Helper()
	heard := make(chan string, 256) // all of a test
	for _, f := range filters {
		c.Subscribe(f, 1, func(_ paho.Client, m paho.Message) { heard <- string(m.Payload()) }).WaitTimeout(sharedtest.Patience)
	}
	return heard
}

// hearsBefore reports whether something is heard before a marker, or soon after it: of two
// subscriptions nobody says which is served first.
func hearsBefore(t *testing.T, heard <-chan string, what, marker string) bool {
	t.Helper()
	limit := time.After(sharedtest.Patience)
	for marked := false; ; {
		select {
		case m := <-heard:
			if m == what {
				return true
			}
			if m == marker {
				marked, limit = true, time.After(100*time.Millisecond)
			}
		case <-limit:
			if !marked {
				t.Fatalf("the marker %q does not come", marker)
			}
			return false
		}
	}
}

// TestTheRulesForOtherBrokersAreKeptThere tries the installed rules at a real Mosquitto and a real
// NATS server: whoever has a name besides the tables' is a referee there, under that name alone.
func TestTheRulesForOtherBrokersAreKeptThere(t *testing.T) {
	const nobody, mei, table = "", "mei", "table"
	reads := []struct {
		topic string
		by    []string
	}{
		{"jantaku/table-1/score", []string{nobody, mei, table}},
		{"jantaku/table-1/event/hand", []string{nobody, mei, table}},
		{"jantaku/table-1/response/undo/mei", []string{mei, table}},
		{"jantaku/table-1/response/undo/kai", []string{table}},
		{"jantaku/table-1/request/undo/kai", []string{table}},
	}
	writes := []struct {
		topic string
		by    []string
	}{
		{"jantaku/table-1/hand", []string{table}},
		{"jantaku/table-1/score", []string{table}},
		{"jantaku/table-1/request/undo", []string{table}},
		{"jantaku/table-1/request/undo/mei", []string{mei, table}},
		{"jantaku/table-1/request/undo/kai", []string{table}},
	}
	for _, b := range elsewhere {
		t.Run(b.name, func(t *testing.T) {
			rules, err := os.ReadFile(filepath.Join("..", "packaging", b.rules))
			if err != nil {
				t.Fatal(err)
			}
			port := sharedtest.FreePort(t)
			b.start(t, port, t.TempDir(), string(rules))
			eventually(t, "the broker listens", func() bool {
				conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
				if err == nil {
					conn.Close()
				}
				return err == nil
			})
			owner := somebody(t, port, table)
			ear := hears(t, owner, "jantaku/#")
			n := 0
			for _, name := range []string{nobody, mei, table} {
				for _, r := range reads {
					n++
					say, marker := fmt.Sprint("said ", n), fmt.Sprint("marker ", n)
					heard := hears(t, somebody(t, port, name), r.topic, "jantaku/table-1/status")
					owner.Publish(r.topic, 1, false, say).Wait()
					owner.Publish("jantaku/table-1/status", 1, false, marker).Wait()
					if got, want := hearsBefore(t, heard, say, marker), slices.Contains(r.by, name); got != want {
						t.Errorf("%q reads %s: %v, want %v", name, r.topic, got, want)
					}
				}
				for _, w := range writes {
					n++
					say, marker := fmt.Sprint("said ", n), fmt.Sprint("marker ", n)
					somebody(t, port, name).Publish(w.topic, 1, false, say).WaitTimeout(100 * time.Millisecond) // what is denied may stay without an answer
					owner.Publish("jantaku/table-1/status", 1, false, marker).Wait()
					if got, want := hearsBefore(t, ear, say, marker), slices.Contains(w.by, name); got != want {
						t.Errorf("%q writes %s: %v, want %v", name, w.topic, got, want)
					}
				}
			}
		})
	}
}
