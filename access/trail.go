package access

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
)

// Trail is a file of what was asked for by those who may ask, a line each, apart from the log, which strangers can
// fill. It has a size: the older half goes, into a second file that replaces the one before.
type Trail struct {
	file string
	most int64 // bytes of each of the two files

	mu   sync.Mutex
	out  *os.File
	size int64
}

// mostTrail is the size of one of the files: some fifty thousand requests, more than a year of a club.
const mostTrail = 8 << 20

// OpenTrail opens the file, or makes it. Close it after use.
func OpenTrail(file string) (*Trail, error) {
	t := &Trail{file: file, most: mostTrail}
	return t, t.open()
}

// older is what the file is called when another was begun.
func (t *Trail) older() string { return t.file + ".1" }

func (t *Trail) open() error {
	out, err := os.OpenFile(t.file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o640)
	if err != nil {
		return fmt.Errorf("trail of requests: %w", err)
	}
	info, err := out.Stat()
	if err != nil {
		return fmt.Errorf("trail of requests: %w", errors.Join(err, out.Close()))
	}
	t.out, t.size = out, info.Size()
	return nil
}

// Write implements io.Writer; a line comes whole.
func (t *Trail) Write(line []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.out == nil {
		return 0, fs.ErrClosed
	}
	if t.size+int64(len(line)) > t.most && t.size > 0 {
		err := errors.Join(t.out.Close(), os.Rename(t.file, t.older()))
		t.out = nil
		if err = errors.Join(err, t.open()); err != nil {
			return 0, err
		}
	}
	n, err := t.out.Write(line)
	t.size += int64(n)
	return n, err
}

// Close closes the file.
func (t *Trail) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.out == nil {
		return nil
	}
	err := t.out.Close()
	t.out = nil
	return err
}
