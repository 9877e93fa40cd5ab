package camera

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Pi is a Raspberry Pi camera. rpicam-vid holds it at its options; what the sensor did for each picture is read back from
// the metadata that it writes, where the installed one writes any. Options of which the metadata say nothing, such as
// sharpness, are not read back.
type Pi struct {
	*live
	controls Controls

	mu    sync.Mutex
	read  bool      // metadata have come
	since time.Time // since when something is otherwise; zero while nothing is
	drift error     // what
}

// Tolerances of what is read back: sensors take exposures of whole lines and gains in steps.
const (
	exposureOff = .02 // share, or
	exposureRow = 60  // µs, whichever is more
	gainOff     = .04 // share
	focusOff    = .05 // dioptres
	// piSettles is how long something may be otherwise: the first pictures are, and those after a start.
	piSettles = 5 * time.Second
)

// OpenPi reads a Raspberry Pi camera through rpicam-vid, which holds it at the controls.
func OpenPi(m Mode, c Controls, p Patience) (*Pi, error) {
	argv := []string{"rpicam-vid", "--codec", "mjpeg", "--timeout", "0", "--nopreview", "--flush"}
	if m.Width > 0 && m.Height > 0 {
		argv = append(argv, "--width", strconv.Itoa(m.Width), "--height", strconv.Itoa(m.Height))
	}
	if m.Rate > 0 {
		argv = append(argv, "--framerate", strconv.Itoa(m.Rate))
	}
	argv = append(argv, c.arguments()...)
	argv = append(argv, "-o", "-")
	pi := &Pi{controls: c}
	pi.live = &live{name: "rpicam", patience: p, connect: func(ctx context.Context) (stream, error) { return pi.connect(ctx, argv) }}
	pi.live.start()
	return pi, nil
}

// connect starts the program, with a pipe for its metadata where it knows of any.
func (pi *Pi) connect(ctx context.Context, argv []string) (stream, error) {
	if err := lookUp(pi.name, argv[0]); err != nil {
		return nil, err
	}
	if len(pi.controls) == 0 || !writesMetadata(ctx, argv[0]) {
		return run(ctx, pi.name, argv)
	}
	from, to, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("metadata of %s: %w", pi.name, err)
	}
	argv = append(argv[:len(argv):len(argv)], "--metadata", "/dev/fd/3", "--metadata-format", "txt") // the first of ExtraFiles
	s, err := run(ctx, pi.name, argv, to)
	to.Close()
	if err != nil {
		from.Close()
		return nil, err
	}
	go func() { // ends with the program, which has the other end
		defer from.Close()
		pi.listen(from)
	}()
	return s, nil
}

// helpTime is how long rpicam-vid may take to say which options it has.
const helpTime = 3 * time.Second

// writesMetadata reports whether the installed program writes metadata of videos: those of 2022 do not know the option.
func writesMetadata(ctx context.Context, program string) bool {
	ctx, cancel := context.WithTimeout(ctx, helpTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--help")
	cmd.WaitDelay = time.Second
	said, _ := cmd.Output() // one that fails says nothing of it
	return strings.Contains(string(said), "--metadata-format")
}

// listen takes metadata: lines such as ExposureTime=9998 and ColourGains=[ 1.600000, 1.900000 ], and an empty one after each
// picture.
func (pi *Pi) listen(from io.Reader) {
	values := map[string]string{}
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		if name, value, ok := strings.Cut(lines.Text(), "="); ok {
			values[name] = value
			continue
		}
		pi.note(values, time.Now())
		clear(values)
	}
	_, _ = io.Copy(io.Discard, from) // a line too long for any value: the program must not wait
}

func (pi *Pi) note(values map[string]string, now time.Time) {
	other := pi.controls.against(values)
	pi.mu.Lock()
	defer pi.mu.Unlock()
	pi.read = true
	switch {
	case len(other) == 0:
		pi.since, pi.drift = time.Time{}, nil
	case pi.since.IsZero():
		pi.since = now
	case now.Sub(pi.since) > piSettles:
		pi.drift = fault(Drifted, nil, "%s: %s", pi.name, strings.Join(other, "; "))
	}
}

// Drift is what is otherwise than it is held, as the metadata say: nil, or a *Fault.
func (pi *Pi) Drift() error {
	pi.mu.Lock()
	defer pi.mu.Unlock()
	return pi.drift
}

// ReadBack reports whether the camera says what it does.
func (pi *Pi) ReadBack() bool {
	pi.mu.Lock()
	defer pi.mu.Unlock()
	return pi.read
}

// against names the options of rpicam-vid that the metadata of a picture contradict.
func (c Controls) against(values map[string]string) (other []string) {
	far := func(option, name string, most func(want float64) float64) {
		text, held := c[option]
		said, known := values[name]
		want, got := numbers(text), numbers(said)
		if !held || !known || len(want) == 0 || len(want) != len(got) || option == "gain" && want[0] == 0 || option == "shutter" && want[0] == 0 {
			return
		}
		for i := range want {
			if math.Abs(want[i]-got[i]) > most(want[i]) {
				other = append(other, fmt.Sprintf("%s is %s and not %s", option, strings.Trim(said, "[ ]"), text))
				return
			}
		}
	}
	far("shutter", "ExposureTime", func(want float64) float64 { return max(exposureRow, want*exposureOff) })
	far("gain", "AnalogueGain", func(want float64) float64 { return want * gainOff })
	far("awbgains", "ColourGains", func(want float64) float64 { return want * gainOff })
	far("lens-position", "LensPosition", func(float64) float64 { return focusOff })
	return other
}

// numbers reads one or several, such as "1.6,1.9" or "[ 1.600000, 1.900000 ]"; none where something else is said.
func numbers(text string) (all []float64) {
	for part := range strings.SplitSeq(strings.Trim(text, "[ ]"), ",") {
		v, err := strconv.ParseFloat(strings.TrimRight(strings.TrimSpace(part), "us"), 64)
		if err != nil {
			return nil
		}
		all = append(all, v)
	}
	return all
}
