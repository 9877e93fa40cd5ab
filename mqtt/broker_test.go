package mqtt_test

import (
	"errors"
	"log/slog"
	"net"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/mqtt"
)

// own is the credential of whoever runs the broker.
var own = []mqtt.Credential{{User: "table", Password: "secret"}}

func TestBrokerPicksAFreePort(t *testing.T) {
	b, err := mqtt.StartBroker(mqtt.BrokerConfig{Tables: own, Host: "0.0.0.0", Store: t.TempDir()}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if !strings.HasPrefix(b.URL(), "tcp://127.0.0.1:") {
		t.Errorf("address %s cannot be reached from this machine", b.URL())
	}
	if err := b.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if err := b.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}

func TestTakenPortIsSaid(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, err = mqtt.StartBroker(mqtt.BrokerConfig{Tables: own, Port: l.Addr().(*net.TCPAddr).Port, Store: t.TempDir()}, slog.New(slog.DiscardHandler))
	if !errors.Is(err, mqtt.ErrPortTaken) {
		t.Errorf("error %v, want ErrPortTaken", err)
	}
}

func TestSecondBrokerOnTheSameStoreIsRefused(t *testing.T) {
	folder := t.TempDir()
	b, err := mqtt.StartBroker(mqtt.BrokerConfig{Tables: own, Store: folder}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := mqtt.StartBroker(mqtt.BrokerConfig{Tables: own, Store: folder}, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "another jantaku") {
		t.Errorf("error %v, want one about another jantaku", err)
	}
}

func TestRetainedMessagesSurviveARestart(t *testing.T) {
	port, folder := sharedtest.FreePort(t), t.TempDir()
	stop := startEmbedded(t, port, folder)
	tell(t, port, "jantaku/table-1/score", `{"hand":3}`, true)
	stop()
	startEmbedded(t, port, folder)
	ear := listen(t, port, "jantaku/#")
	eventually(t, "retained", func() bool { return len(ear.messages()) == 1 && ear.messages()[0].Retain == 1 })
}
