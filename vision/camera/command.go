package camera

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Mode is the resolution and rate to ask a camera for; zero leaves it the choice.
type Mode struct {
	Width  int `json:"width"`  // pixels
	Height int `json:"height"` // pixels
	Rate   int `json:"rate"`   // pictures per second
}

// OpenCommand runs a program that writes MJPEG to its standard output, and starts
// it again when it ends. One that is not installed is looked for again, and Next says so meanwhile.
func OpenCommand(name string, argv []string, p Patience) (Source, error) {
	l, err := commandSource(name, argv, p)
	if err != nil {
		return nil, err
	}
	return l.start(), nil
}

// OpenVideo plays a video file once, every picture of it, as fast as it is read.
func OpenVideo(path string, p Patience) (Source, error) {
	argv := ffmpeg([]string{"-i", path}, Mode{})
	l, err := commandSource(path, argv, p)
	if err != nil {
		return nil, err
	}
	if err := lookUp(path, argv[0]); err != nil {
		return nil, err
	}
	l.once = true
	return l.start(), nil
}

// OpenDevice reads a V4L2 camera such as /dev/video0 through ffmpeg. Cameras that
// offer MJPEG are not decoded on the way.
func OpenDevice(device string, m Mode, p Patience) (Source, error) {
	in := []string{"-f", "v4l2", "-input_format", "mjpeg"}
	if m.Width > 0 && m.Height > 0 {
		in = append(in, "-video_size", fmt.Sprintf("%dx%d", m.Width, m.Height))
	}
	if m.Rate > 0 {
		in = append(in, "-framerate", strconv.Itoa(m.Rate))
	}
	argv := append([]string{"ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin"}, in...)
	return OpenCommand(device, append(argv, "-i", device, "-c:v", "copy", "-f", "mjpeg", "-"), p)
}

// ffmpeg is the command line that turns an input into MJPEG of high quality. No picture is repeated to keep up a
// rate: a camera that slows down has to be seen to.
func ffmpeg(in []string, m Mode) []string {
	argv := append([]string{"ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin"}, in...)
	argv = append(argv, "-an", "-fps_mode", "vfr")
	if m.Rate > 0 {
		argv = append(argv, "-r", strconv.Itoa(m.Rate))
	}
	return append(argv, "-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj420p", "-f", "mjpeg", "-")
}

func commandSource(name string, argv []string, p Patience) (*live, error) {
	if len(argv) == 0 {
		return nil, fault(Unavailable, nil, "no program is named for %s", name)
	}
	return &live{name: name, patience: p, connect: func(ctx context.Context) (stream, error) {
		if err := lookUp(name, argv[0]); err != nil {
			return nil, err
		}
		return run(ctx, name, argv)
	}}, nil
}

// lookUp is the fault of a camera whose program is not installed.
func lookUp(name, program string) error {
	if _, err := exec.LookPath(program); err != nil {
		return fault(NoProgram, err, "%s needs the program %s; install it", name, program)
	}
	return nil
}

// process is a running program whose output is read.
type process struct {
	*jpegs
	name   string
	cmd    *exec.Cmd
	out    io.Closer
	cancel context.CancelFunc
	errors *tail
}

func run(ctx context.Context, name string, argv []string, extra ...*os.File) (stream, error) {
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	// The program may start others: all of its group end with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay, cmd.ExtraFiles = 2*time.Second, extra
	p := &process{name: name, cmd: cmd, cancel: cancel, errors: &tail{}}
	cmd.Stderr = p.errors
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("start %s: %w", argv[0], err)
	}
	p.jpegs, p.out = newJPEGs(out), out
	return p, nil
}

// stop kills the program and its children, which ends a read that waits.
func (p *process) stop() {
	p.cancel()
	p.out.Close()
}

// close waits for the program, which is killed unless it ends by itself at once,
// and says why it failed when it did.
func (p *process) close() error {
	const grace = 200 * time.Millisecond
	kill := time.AfterFunc(grace, p.stop)
	err := p.cmd.Wait()
	kill.Stop()
	p.stop()
	if err == nil {
		return nil
	}
	said := p.errors.String()
	for answer, known := range map[string]func(name, answer string) error{"401 Unauthorized": notLetIn, "403 Forbidden": notLetIn, "404 Not Found": notThere} {
		if strings.Contains(said, answer) { // as ffmpeg says it of RTSP
			return known(p.name, answer)
		}
	}
	return fmt.Errorf("%s: %w: %s", p.cmd.Args[0], err, said)
}

// tail keeps the last words of a program's error output.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(b []byte) (int, error) {
	const most = 500
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if over := len(t.text) - most; over > 0 {
		t.text = t.text[over:]
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.TrimSpace(string(t.text))
}
