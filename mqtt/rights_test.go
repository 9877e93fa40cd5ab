package mqtt_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"jantaku/access"
	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/mqtt"
)

// hall is an embedded broker as a daemon runs it: everybody reads, its owner writes.
func hall(t *testing.T) (port int) {
	t.Helper()
	port = sharedtest.FreePort(t)
	b, err := mqtt.StartBroker(mqtt.BrokerConfig{Port: port, Store: t.TempDir(), Tables: own, Prefixes: []string{"jantaku"}, Anonymous: access.Viewer}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return port
}

// stranger runs a client of Mosquitto without a password and gives what it prints.
func stranger(t *testing.T, program string, port int, args ...string) string {
	t.Helper()
	all := append([]string{"-h", "127.0.0.1", "-p", fmt.Sprint(port)}, args...)
	out, _ := exec.CommandContext(t.Context(), sharedtest.Tool(t, program), all...).CombinedOutput()
	return string(out)
}

func TestStrangersReadWhatADisplayNeedsAndChangeNothing(t *testing.T) {
	port := hall(t)
	const hand = "jantaku/table-1/hand"
	tell(t, port, hand, "true hand", true)
	ear := listen(t, port, "jantaku/#")
	for _, qos := range []string{"0", "1"} {
		if got := stranger(t, "mosquitto_sub", port, "-t", "jantaku/#", "-q", qos, "-v", "-W", "5", "-C", "1"); !strings.Contains(got, "true hand") {
			t.Errorf("QoS %s: a stranger reads %q, not the retained hand", qos, got)
		}
	}
	for claim, args := range map[string][]string{
		"a retained hand": {"-t", hand, "-m", "false hand", "-r", "-q", "1"},
		"a hand at QoS 0": {"-t", hand, "-m", "false hand", "-r", "-q", "0"},
		"a request":       {"-t", "jantaku/table-1/request/undo", "-m", "{}", "-q", "1"},
		"an empty hand":   {"-t", hand, "-n", "-r", "-q", "1"},
		"elsewhere":       {"-t", "flood/1", "-m", "false", "-r", "-q", "1"},
		"the user's name": {"-u", "anybody", "-t", hand, "-m", "false hand", "-r", "-q", "1"},
		"a wrong secret":  {"-u", own[0].User, "-P", "guess", "-t", hand, "-m", "false hand", "-r", "-q", "1"},
		"broker's own":    {"-t", "$MQTT/rmsgs/x", "-m", "false", "-q", "1"},
	} {
		stranger(t, "mosquitto_pub", port, args...)
		if n := len(ear.messages()); n > 1 {
			t.Errorf("%s of a stranger went through: %+v", claim, ear.messages()[1:])
		}
	}
	sleeper := exec.Command(sharedtest.Tool(t, "mosquitto_sub"), "-h", "127.0.0.1", "-p", fmt.Sprint(port), "-t", "jantaku/x",
		"--will-topic", hand, "--will-payload", "false hand", "--will-retain")
	if err := sleeper.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond) // it is connected, or was refused
	sleeper.Process.Kill()
	sleeper.Wait()
	tell(t, port, "jantaku/table-1/state", "later", false)
	eventually(t, "what the owner tells comes", func() bool { return len(ear.messages()) == 2 })
	if got := ear.messages(); got[1].Topic != "jantaku/table-1/state" {
		t.Errorf("beside it %+v", got)
	}
}

func TestStrangersHearNoRequestsAndNothingOfTheBroker(t *testing.T) {
	port := hall(t)
	for _, filter := range []string{"#", "$MQTT/#", "$JS/#", "other/#"} {
		if got := stranger(t, "mosquitto_sub", port, "-t", filter, "-W", "2", "-v"); !strings.Contains(got, "denied") {
			t.Errorf("a stranger may subscribe to %s: %q", filter, got)
		}
	}
	heard := make(chan string, 1)
	go func() {
		heard <- stranger(t, "mosquitto_sub", port, "-t", "jantaku/#", "-q", "1", "-v", "-W", "3")
	}()
	for range 20 {
		tell(t, port, "jantaku/table-1/request/undo", "private", false)
		tell(t, port, "jantaku/table-1/state", "public", false)
		time.Sleep(50 * time.Millisecond)
	}
	if got := <-heard; strings.Contains(got, "private") || !strings.Contains(got, "public") {
		t.Errorf("a stranger hears %q", got)
	}
}

func TestNothingIsServedBesidesMQTT(t *testing.T) {
	before := listening(t)
	hall(t)
	var opened []string
	for port := range listening(t) {
		if !before[port] {
			opened = append(opened, port)
		}
	}
	if len(opened) != 2 { // clients', and the server's own on this machine alone
		t.Errorf("the broker listens on %d ports: %v", len(opened), opened)
	}
	for _, port := range opened {
		client := http.Client{Timeout: time.Second}
		if r, err := client.Get("http://127.0.0.1:" + port + "/"); err == nil {
			r.Body.Close()
			t.Errorf("port %s speaks HTTP: %s", port, r.Status)
		}
	}
}

// TestWhoSaysNothingIsSentAway claims that a connection which never logs in holds no place at the broker, also when it
// sends a byte now and then, and that a display comes in beside many such.
func TestWhoSaysNothingIsSentAway(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the broker's patience")
	}
	t.Parallel()
	port := hall(t)
	tell(t, port, "jantaku/table-1/hand", "true hand", true)
	connect := "\x10\xff\x7f\x00\x04MQTT\x04\x02\x00\x3c\x3f\xff" // a login with a long client id, which comes letter by letter
	ends := make(chan error)
	const each = 50
	for range each {
		for _, first := range []string{"", connect} {
			c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { c.Close() })
			_ = c.SetDeadline(time.Now().Add(20 * time.Second)) // a busy machine
			if _, err := io.WriteString(c, first); err != nil {
				t.Fatal(err)
			}
			if first != "" {
				go func() {
					for {
						if _, err := io.WriteString(c, "a"); err != nil {
							return
						}
						time.Sleep(100 * time.Millisecond)
					}
				}()
			}
			go func() {
				_, err := io.Copy(io.Discard, c)
				ends <- err
			}()
		}
	}
	if got := stranger(t, "mosquitto_sub", port, "-t", "jantaku/#", "-v", "-W", "5", "-C", "1"); !strings.Contains(got, "true hand") {
		t.Errorf("a display reads %q beside them", got)
	}
	for range 2 * each {
		if err := <-ends; errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal("one that never logged in is still connected after twenty seconds")
		}
	}
}

func TestARefereeAsksUnderTheOwnNameAndNoOther(t *testing.T) {
	people, err := access.New([]access.Account{{Name: "mei", Role: access.Referee, Password: access.Hash("east")}, {Name: "eye", Role: access.Viewer, Password: "look"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	port := sharedtest.FreePort(t)
	b, err := mqtt.StartBroker(mqtt.BrokerConfig{Port: port, Store: t.TempDir(), Tables: own, Prefixes: []string{"jantaku"}, Accounts: people}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	d := &signer{}
	p := run(t, mqtt.Config{Broker: b.URL(), User: own[0].User, Password: own[0].Password, Asker: "club"}, newQueue(), d)
	eventually(t, "connected", func() bool { return p.Stats().Connected })
	for claim, args := range map[string][]string{
		"without a name":         {"-t", "jantaku/table-1/request/undo"},
		"a referee, name in ACL": {"-u", "mei", "-P", "east", "-t", "jantaku/table-1/request/redo/mei"},
		"another's name":         {"-u", "mei", "-P", "east", "-t", "jantaku/table-1/request/undo/ken"},
		"nobody's name":          {"-u", "mei", "-P", "east", "-t", "jantaku/table-1/request/undo"},
		"a hand":                 {"-u", "mei", "-P", "east", "-t", "jantaku/table-1/hand", "-r"},
		"a wrong password":       {"-u", "mei", "-P", "west", "-t", "jantaku/table-1/request/undo/mei"},
		"a viewer":               {"-u", "eye", "-P", "look", "-t", "jantaku/table-1/request/undo/eye"},
		"the table":              {"-u", own[0].User, "-P", own[0].Password, "-t", "jantaku/table-1/request/draw"},
		"the broker's own":       {"-u", own[0].User, "-P", own[0].Password, "-t", "$JS/API/STREAM/DELETE/$MQTT_msgs"},
	} {
		stranger(t, "mosquitto_pub", port, append(args, "-q", "1", "-m", `{"transaction":"`+strings.ReplaceAll(claim, " ", "-")[:5]+`"}`)...)
	}
	eventually(t, "both are signed", func() bool { return d.got() == "draw mqtt:club; redo mqtt:mei" })
	tell(t, port, "jantaku/table-1/score", "still here", true)
	if got := stranger(t, "mosquitto_sub", port, "-t", "jantaku/#", "-W", "2"); !strings.Contains(got, "not auth") {
		t.Errorf("with mqtt.anonymous none a stranger is told %q", got)
	}
}

// signer notes who asks for what.
type signer struct {
	mu    sync.Mutex
	asked []string
}

func (s *signer) Request(ctx context.Context, op string, body json.RawMessage) (json.RawMessage, error) {
	return access.Guard{Next: signed{s}, Log: slog.New(slog.DiscardHandler)}.Request(ctx, op, body)
}

func (s *signer) got() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	slices.Sort(s.asked)
	return strings.Join(s.asked, "; ")
}

type signed struct{ *signer }

func (s signed) Request(ctx context.Context, op string, _ json.RawMessage) (json.RawMessage, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, op+" "+models.Author{}.Signed(ctx).Source)
	return nil, nil
}

// Every kind of topic has its rights, and no other has.
func TestEveryKindIsInTheTableOfRights(t *testing.T) {
	rights := map[string]bool{"status": true}
	for _, rule := range mqtt.Topics() {
		rights[string(rule.Kind)] = true
	}
	for _, r := range access.Topics() {
		if !rights[r.Kind] {
			t.Errorf("%s is in the table of rights and no topic", r.Kind)
		}
		delete(rights, r.Kind)
	}
	if len(rights) > 0 {
		t.Errorf("without rights: %v", rights)
	}
}
