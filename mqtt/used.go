package mqtt

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"jantaku/models/atomicfile"
)

// Used remembers in a file which requests were taken, so that one that comes again after a restart, as a client
// sends that never heard the answer, is not carried out twice. It may be used from several goroutines.
type Used struct {
	file string

	mu    sync.Mutex
	taken []string // sums of requests, the newest last
}

// mostUsed is how many requests are remembered: some weeks of a club.
const mostUsed = 2000

// OpenUsed takes up what a file remembers. Lines that a loss of power has left incomplete are none.
func OpenUsed(file string) (*Used, error) {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("requests that were taken: %w", err)
	}
	u := &Used{file: file}
	for line := range strings.Lines(string(text)) {
		if sum := strings.TrimSuffix(line, "\n"); len(sum) == hex.EncodedLen(sha256.Size) && sum != line {
			u.taken = append(u.taken, sum)
		}
	}
	return u, nil
}

// take notes a request before it is carried out, and reports whether it is a new one.
func (u *Used) take(key string) (fresh bool, err error) {
	sum := sha256.Sum256([]byte(key))
	line := hex.EncodeToString(sum[:])
	u.mu.Lock()
	defer u.mu.Unlock()
	if slices.Contains(u.taken, line) {
		return false, nil
	}
	if len(u.taken) >= 2*mostUsed {
		u.taken = slices.Delete(u.taken, 0, len(u.taken)-mostUsed)
		if err := atomicfile.WriteFile(u.file, []byte(strings.Join(u.taken, "\n")+"\n"), 0o640); err != nil {
			return false, fmt.Errorf("requests that were taken: %w", err)
		}
	}
	if err := appendLine(u.file, line); err != nil {
		return false, fmt.Errorf("requests that were taken: %w", err)
	}
	u.taken = append(u.taken, line)
	return true, nil
}

// appendLine makes a line of a file last. What stands before it may be incomplete, and ends there.
func appendLine(name, line string) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o640)
	if err != nil {
		return err
	}
	_, err = f.WriteString("\n" + line + "\n")
	return errors.Join(err, f.Sync(), f.Close())
}
