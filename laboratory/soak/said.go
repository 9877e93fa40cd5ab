package soak

import (
	"bytes"
	"regexp"
	"sync"
)

// lastWords keeps what a daemon said last.
type lastWords struct {
	mu   sync.Mutex
	line []byte // the last whole line, or that of a panic
	rest []byte // what came after it
}

// mostWords bounds a line that is kept, bytes.
const mostWords = 4 << 10

func (w *lastWords) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rest = append(w.rest, p...)
	for {
		line, rest, whole := bytes.Cut(w.rest, []byte("\n"))
		if !whole {
			break
		}
		w.rest = rest
		if !isFall(w.line) && len(bytes.TrimSpace(line)) > 0 {
			w.line = bytes.Clone(line[:min(len(line), mostWords)])
		}
	}
	w.rest = bytes.Clone(w.rest[:min(len(w.rest), mostWords)])
	return len(p), nil
}

// isFall reports whether a line begins what Go prints when a program falls.
func isFall(line []byte) bool {
	return bytes.HasPrefix(line, []byte("panic: ")) || bytes.HasPrefix(line, []byte("fatal error: "))
}

// whenSaid is the time at the beginning of a line of the log, drawn a number in the name of a file: with them
// no two lines are the same.
var whenSaid, drawn = regexp.MustCompile(`^time=\S+ `), regexp.MustCompile(`\d{6,}`)

func (w *lastWords) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return drawn.ReplaceAllString(whenSaid.ReplaceAllString(string(w.line), ""), "…")
}
