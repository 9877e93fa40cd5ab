package device

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/tarm/serial"
)

// Port is an open serial port. It is small so that the library behind it, untouched
// since 2018, can be replaced.
type Port interface {
	// Read gives what has come, or 0 and a nil error when nothing came for a while
	// (under half a second). Any error means that the port is gone.
	Read(p []byte) (int, error)
	// Write may block when the board does not listen.
	Write(p []byte) (int, error)
	// Close also ends a Read, at the latest when its wait is over.
	Close() error
}

// Errors of a port.
var (
	// ErrUnplugged reports a port that was open and has gone away.
	ErrUnplugged = errors.New("device: port is gone")
	// ErrInUse reports a port that another program of this kind has open.
	ErrInUse = errors.New("device: port is in use")
)

// readWait is how long a read waits for the first byte. Without a limit closing the
// port would hang; tarm/serial counts in tenths of a second.
const readWait = 200 * time.Millisecond

// OpenSerial opens the serial port called name at baud bits per second, eight data
// bits, no parity, one stop bit. The port is locked, since two readers would each
// get half of the bytes. The error says what a person can do about it.
func OpenSerial(name string, baud int) (Port, error) {
	lock, err := os.OpenFile(name, os.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w%s", name, err, hint(err))
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		lock.Close()
		return nil, fmt.Errorf("open %s: %w by another jantaku; stop that one first", name, ErrInUse)
	}
	port, err := serial.OpenPort(&serial.Config{Name: name, Baud: baud, ReadTimeout: readWait})
	if err != nil {
		lock.Close()
		return nil, fmt.Errorf("open %s at %d baud: %w", name, baud, err)
	}
	return &serialPort{Port: port, lock: lock, name: name}, nil
}

func hint(err error) string {
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "; is the cable plugged in?"
	case errors.Is(err, os.ErrPermission):
		return "; add the user to the group dialout"
	}
	return ""
}

// serialPort tells a quiet line from a cable that was pulled, which tarm/serial
// reports alike: no bytes and io.EOF.
type serialPort struct {
	*serial.Port
	lock *os.File
	name string
}

// Read waits up to readWait for the first byte.
func (p *serialPort) Read(b []byte) (int, error) {
	start := time.Now()
	n, err := p.Port.Read(b)
	if n > 0 {
		return n, nil
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, fmt.Errorf("%w: read %s: %w", ErrUnplugged, p.name, err)
	}
	// A hang-up ends the read at once, and would go on doing so.
	if time.Since(start) < readWait/2 {
		return 0, fmt.Errorf("%w: %s hung up", ErrUnplugged, p.name)
	}
	if _, err := os.Stat(p.name); err != nil {
		return 0, fmt.Errorf("%w: %w", ErrUnplugged, err)
	}
	return 0, nil
}

// Close also unlocks the port.
func (p *serialPort) Close() error {
	return errors.Join(p.Port.Close(), p.lock.Close())
}

// FindPorts gives the names that match a port name or pattern, such as
// /dev/serial/by-id/*, best first. A plain name is given back as it is.
func FindPorts(pattern string) ([]string, error) {
	names, err := filepath.Glob(pattern)
	if err != nil {
		return nil, fmt.Errorf("%w: port %q: %w", ErrConfig, pattern, err)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("no port is called %s; is the cable plugged in?", pattern)
	}
	return names, nil
}

// pause waits for d or until ctx is done.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
