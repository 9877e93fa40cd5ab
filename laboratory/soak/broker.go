package soak

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"
)

// mosquitto is a broker that keeps what it was told over its end, as a club's does.
type mosquitto struct {
	config string
	cmd    *exec.Cmd
}

func newMosquitto(_ context.Context, folder string, port int) (*mosquitto, error) {
	m := &mosquitto{config: filepath.Join(folder, "mosquitto.conf")}
	text := fmt.Sprintf("listener %d 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location %s/\nuser root\n", port, folder)
	if err := os.WriteFile(m.config, []byte(text), 0o600); err != nil {
		return nil, err
	}
	return m, m.start()
}

func (m *mosquitto) start() error {
	m.cmd = exec.Command("mosquitto", "-c", m.config)
	return m.cmd.Start()
}

func (m *mosquitto) kill() {
	_ = m.cmd.Process.Kill() // it may have ended by itself
	_ = m.cmd.Wait()
}

// neighbour is the name and password of another program that may publish at the embedded broker.
const neighbour = "neighbour"

// The broker's store is smaller than a club's, so that filling it does not take most of a soak's time, and
// full after so many messages of so many bytes.
const storeRoom, stuffing, stuffed = 64 << 20, storeRoom/stuffed + 20, 256 << 10

// stuff fills the broker's store for a subscriber that never comes back. It ends when the broker
// takes no more, or was killed meanwhile.
func (s *Soak) stuff(ctx context.Context) error {
	connect := func(id string, clean bool) (paho.Client, error) {
		c := paho.NewClient(paho.NewClientOptions().AddBroker(fmt.Sprintf("tcp://127.0.0.1:%d", s.port)).SetClientID(id).SetCleanSession(clean).
			SetUsername(neighbour).SetPassword(neighbour).SetAutoReconnect(false).SetConnectTimeout(20 * time.Second))
		t := c.Connect()
		t.Wait()
		return c, t.Error()
	}
	sleeper, err := connect("sleeper", false)
	if err != nil {
		return nil // it is being started
	}
	token := sleeper.Subscribe("jantaku/flood/#", 1, nil)
	token.WaitTimeout(20 * time.Second)
	sleeper.Disconnect(100)
	loud, err := connect("loud", true)
	if err != nil {
		return nil
	}
	defer loud.Disconnect(0)
	text := strings.Repeat("x", stuffed)
	for range stuffing {
		if t := loud.Publish("jantaku/flood/x", 1, false, text); !t.WaitTimeout(5*time.Second) || t.Error() != nil {
			break
		}
		if err := ctx.Err(); err != nil {
			return errors.Join(err)
		}
	}
	return nil
}
