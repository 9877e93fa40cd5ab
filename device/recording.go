package device

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ErrRecording reports a file that is not a recording.
var ErrRecording = errors.New("device: not a recording")

const recordingTitle = "# jantaku serial recording 1"

// Record gives a port that writes everything it reads and writes to out, in the text
// form that ReadRecording reads: a title, then one line per piece with the seconds
// since the start, the direction (< from the table, > to it) and the bytes as a
// quoted string. A failing out stops the recording, never the port.
func Record(port Port, out io.Writer, name string) Port {
	r := &recorder{Port: port, out: out, start: time.Now()}
	_, r.err = fmt.Fprintf(out, "%s\n# %s, %s\n", recordingTitle, r.start.UTC().Format(time.RFC3339), name)
	return r
}

type recorder struct {
	Port
	start time.Time
	mu    sync.Mutex // of all below; reading and writing are beside each other
	out   io.Writer
	err   error
}

// Read reads and records.
func (r *recorder) Read(p []byte) (int, error) {
	n, err := r.Port.Read(p)
	r.note('<', p[:n])
	return n, err
}

// Write records and writes.
func (r *recorder) Write(p []byte) (int, error) {
	r.note('>', p)
	return r.Port.Write(p)
}

func (r *recorder) note(direction byte, p []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil && len(p) > 0 {
		_, r.err = fmt.Fprintf(r.out, "%.6f %c %s\n", time.Since(r.start).Seconds(), direction, quote(p))
	}
}

// quote spells bytes that are not printable ASCII as escapes, which strconv.Unquote
// turns back into the same bytes.
func quote(p []byte) string { return strconv.QuoteToASCII(string(p)) }

// Piece is a run of bytes of a recording.
type Piece struct {
	After   time.Duration // since the start of the recording
	ToTable bool          // sent by the host
	Bytes   []byte
}

// maxRecordingLine bounds the memory that a wrong file can take.
const maxRecordingLine = 1 << 20

// ReadRecording reads a whole recording. The error wraps ErrRecording and names the
// line.
func ReadRecording(in io.Reader) ([]Piece, error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxRecordingLine)
	var pieces []Piece
	for number := 1; lines.Scan(); number++ {
		line := lines.Text()
		if number == 1 && line != recordingTitle {
			return nil, fmt.Errorf("%w: line 1 is not %q", ErrRecording, recordingTitle)
		}
		if line == "" || line[0] == '#' {
			continue
		}
		piece, err := parsePiece(line)
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", ErrRecording, number, err)
		}
		pieces = append(pieces, piece)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRecording, err)
	}
	return pieces, nil
}

func parsePiece(line string) (Piece, error) {
	at, rest, _ := strings.Cut(line, " ")
	seconds, err := strconv.ParseFloat(at, 64)
	if err != nil || !(seconds >= 0 && seconds < 1e9) {
		return Piece{}, fmt.Errorf("time %q", at)
	}
	direction, quoted, _ := strings.Cut(rest, " ")
	if direction != "<" && direction != ">" {
		return Piece{}, fmt.Errorf("direction %q is not < or >", direction)
	}
	text, err := strconv.Unquote(quoted)
	if err != nil {
		return Piece{}, fmt.Errorf("bytes %s: %w", quoted, err)
	}
	return Piece{time.Duration(seconds * float64(time.Second)), direction == ">", []byte(text)}, nil
}

// Replay writes what the table sent in a recording to out. At speed 1 it takes as
// long as it took then, at 2 half as long, at 0 no time. It ends early when ctx is done.
func Replay(ctx context.Context, pieces []Piece, out io.Writer, speed float64) error {
	start := time.Now()
	for _, piece := range pieces {
		if piece.ToTable {
			continue
		}
		if speed > 0 {
			pause(ctx, time.Until(start.Add(time.Duration(float64(piece.After)/speed))))
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if _, err := out.Write(piece.Bytes); err != nil {
			return fmt.Errorf("replay: %w", err)
		}
	}
	return nil
}
