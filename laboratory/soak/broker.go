package soak

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
