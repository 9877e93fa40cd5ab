package device

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// Terminal is the board's end of a new pseudo-terminal: what is written to it can be
// read from the port called Name, and the other way round.
type Terminal struct {
	board, port *os.File
}

// OpenTerminal makes a pseudo-terminal that passes all bytes unchanged.
func OpenTerminal() (*Terminal, error) {
	board, port, err := pty.Open()
	if err != nil {
		return nil, fmt.Errorf("open a pseudo-terminal: %w", err)
	}
	t := &Terminal{board, port}
	if err := errors.Join(t.makeRaw(), t.makePollable()); err != nil {
		return nil, errors.Join(fmt.Errorf("pseudo-terminal %s: %w", port.Name(), err), t.Close())
	}
	return t, nil
}

// makeRaw turns off echo and line editing. The host does so too when it opens the
// port, but bytes may come before that.
func (t *Terminal) makeRaw() error {
	raw, err := t.port.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		settings := &unix.Termios{Cflag: unix.CS8 | unix.CREAD | unix.CLOCAL | unix.B115200}
		settings.Cc[unix.VMIN] = 1
		failed = unix.IoctlSetTermios(int(fd), unix.TCSETS, settings)
	})
	return errors.Join(err, failed)
}

// makePollable lets reads and writes have deadlines, and end when the terminal is
// closed; the library leaves the file in blocking mode.
func (t *Terminal) makePollable() error {
	fd, err := unix.FcntlInt(t.board.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return err
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		unix.Close(fd)
		return err
	}
	blocking := t.board
	t.board = os.NewFile(uintptr(fd), blocking.Name())
	return blocking.Close()
}

// speeds are the codes of the usual speeds in the settings of a port.
var speeds = map[int]uint32{9600: unix.B9600, 19200: unix.B19200, 38400: unix.B38400, 57600: unix.B57600, 115200: unix.B115200}

// at says whether the host has set the port to a speed. A pseudo-terminal keeps the
// setting, though it passes bytes at any.
func (t *Terminal) at(baud int) bool {
	raw, err := t.port.SyscallConn()
	if err != nil {
		return false
	}
	same := false
	err = raw.Control(func(fd uintptr) {
		settings, err := unix.IoctlGetTermios(int(fd), unix.TCGETS)
		same = err == nil && settings.Cflag&unix.CBAUD == speeds[baud]
	})
	return err == nil && same
}

// Name is the name of the port for the host to open.
func (t *Terminal) Name() string { return t.port.Name() }

// read reads what the host has written. It gives 0 and a nil error when nothing came
// for wait.
func (t *Terminal) read(p []byte, wait time.Duration) (int, error) {
	if err := t.board.SetReadDeadline(time.Now().Add(wait)); err != nil {
		return 0, err
	}
	n, err := t.board.Read(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return n, nil
	}
	return n, err
}

// Write sends bytes to the host. As on a real cable, bytes that nobody reads in time
// are gone: after two seconds the rest is dropped.
func (t *Terminal) Write(p []byte) (int, error) {
	if err := t.board.SetWriteDeadline(time.Now().Add(2 * time.Second)); err != nil {
		return 0, err
	}
	n, err := t.board.Write(p)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return len(p), nil
	}
	return n, err
}

// Close pulls the cable: the host's port hangs up.
func (t *Terminal) Close() error { return errors.Join(t.board.Close(), t.port.Close()) }

var _ io.WriteCloser = (*Terminal)(nil)
