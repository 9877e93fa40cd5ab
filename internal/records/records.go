// Package records reads files of records of hands (docs/records.md): JSON lines, packed with
// gzip or not.
package records

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// MaxLine is the longest line of a record file; a hand of 200 events with what the eye
// saw is some 30 kB.
const MaxLine = 4 << 20

// ErrEnough, returned by what is done with a line, ends reading.
var ErrEnough = errors.New("records: enough")

// Each gives the lines of a file of records to do, one after the other; "-" is stdin, and a name
// that ends in .gz is unpacked. The error of do comes back with the line it is about, except that
// ErrEnough ends the reading early and is none.
func Each(path string, stdin io.Reader, do func(line []byte) error) error {
	in := stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return fmt.Errorf("records: %w", err)
		}
		defer file.Close()
		in = file
		if strings.HasSuffix(path, ".gz") {
			if in, err = gzip.NewReader(file); err != nil {
				return fmt.Errorf("records %s: %w", path, err)
			}
		}
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, MaxLine)
	for n := 1; lines.Scan(); n++ {
		if len(lines.Bytes()) == 0 {
			continue
		}
		if err := do(lines.Bytes()); errors.Is(err, ErrEnough) {
			return nil
		} else if err != nil {
			return fmt.Errorf("records %s line %d: %w", path, n, err)
		}
	}
	return lines.Err()
}
