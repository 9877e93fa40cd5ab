package ledger

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// lockFile takes the advisory lock beside a ledger, so that one process at a time
// folds and writes it. The lock ends with the process, however that ends; the file
// stays and holds the process id of the last owner, for the message.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		if errors.Is(err, os.ErrPermission) || errors.Is(err, unix.EROFS) {
			return nil, fmt.Errorf("%w: %w", ErrReadOnly, err)
		}
		return nil, err
	}
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		owner := make([]byte, 32)
		n, _ := f.Read(owner) // the owner's id is a help, not a need
		return nil, errors.Join(fmt.Errorf("%w (process %s)", ErrInUse, strings.TrimSpace(string(owner[:n]))), f.Close())
	}
	if err == nil {
		err = f.Truncate(0)
	}
	if err == nil {
		_, err = fmt.Fprintln(f, os.Getpid())
	}
	if err != nil {
		if errors.Is(err, unix.ENOSPC) {
			err = fmt.Errorf("%w: %w", ErrFull, err)
		}
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
