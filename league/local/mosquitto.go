package local

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Mosquitto is a broker on this machine, with its store in a folder.
type Mosquitto struct {
	folder, addr string
	cmd          *exec.Cmd
	ended        chan struct{}
}

// ErrNoMosquitto says that Mosquitto is not installed.
var ErrNoMosquitto = errors.New("Mosquitto is not installed: apt install mosquitto")

// StartMosquitto starts a broker that keeps sessions and retained messages in a folder; an empty listen picks a port of
// this machine. Everybody may everything, unless settings of Mosquitto say otherwise, each a line such as
// "acl_file /path".
func StartMosquitto(ctx context.Context, folder, listen string, settings ...string) (*Mosquitto, error) {
	if listen == "" {
		port, err := FreePort()
		if err != nil {
			return nil, err
		}
		listen = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	}
	m := &Mosquitto{folder: folder, addr: listen}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return nil, err
	}
	// Whoever is away for an evening finds what was said since: a message has some 10 kB.
	conf := fmt.Sprintf("listener %s %s\nallow_anonymous true\npersistence true\npersistence_location %s/\nautosave_interval 10\nmax_queued_messages 20000\nmax_keepalive 120\n", port, host, folder)
	if len(settings) > 0 {
		conf = strings.Replace(conf, "allow_anonymous true\n", strings.Join(settings, "\n")+"\n", 1)
	}
	if os.Getuid() == 0 {
		conf += "user root\n" // the folder is root's
	}
	if err := os.WriteFile(filepath.Join(folder, "mosquitto.conf"), []byte(conf), 0o644); err != nil {
		return nil, err
	}
	return m, m.Start(ctx)
}

// Start starts the broker again and waits until it answers.
func (m *Mosquitto) Start(ctx context.Context) error {
	at, err := exec.LookPath("mosquitto")
	if err != nil {
		if at = "/usr/sbin/mosquitto"; exec.Command(at, "-h").Err != nil {
			return ErrNoMosquitto
		}
	}
	m.cmd = exec.Command(at, "-c", filepath.Join(m.folder, "mosquitto.conf"))
	m.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	log := &tail{}
	m.cmd.Stdout, m.cmd.Stderr = log, log
	if err := m.cmd.Start(); err != nil {
		return err
	}
	m.ended = make(chan struct{})
	go func(cmd *exec.Cmd, ended chan struct{}) { _ = cmd.Wait(); close(ended) }(m.cmd, m.ended)
	return answers(ctx, m.addr, m.ended, log)
}

// answers waits until a port takes connections.
func answers(ctx context.Context, addr string, ended <-chan struct{}, log fmt.Stringer) error {
	for limit := time.Now().Add(startLimit); time.Now().Before(limit); {
		c, err := net.DialTimeout("tcp", addr, time.Second)
		if err == nil {
			return c.Close()
		}
		select {
		case <-ended:
			return fmt.Errorf("the broker at %s has ended: %s", addr, log)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
	return fmt.Errorf("the broker at %s does not answer: %s", addr, log)
}

// Addr is host and port, URL the same for clients.
func (m *Mosquitto) Addr() string { return m.addr }

// URL is where clients connect.
func (m *Mosquitto) URL() string { return "tcp://" + m.addr }

// Kill ends the broker without a word.
func (m *Mosquitto) Kill() error { return m.end(syscall.SIGKILL) }

// Stop ends the broker, which writes down its store.
func (m *Mosquitto) Stop() error { return m.end(syscall.SIGTERM) }

func (m *Mosquitto) end(with syscall.Signal) error {
	if m == nil || m.cmd == nil {
		return nil
	}
	if err := m.cmd.Process.Signal(with); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	select {
	case <-m.ended:
		return nil
	case <-time.After(20 * time.Second):
		return errors.Join(errors.New("mosquitto does not end"), m.cmd.Process.Kill())
	}
}
