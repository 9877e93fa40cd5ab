package soak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"jantaku/laboratory/demo"
)

// start starts the program as a club does.
func (s *Soak) start() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	s.said = &lastWords{}
	cmd := exec.Command(self, "run", "--config", s.config)
	cmd.Env = append(os.Environ(), SkewVariable+"="+filepath.Join(s.folder, "skew"))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // who stops the soak at a terminal does not stop the daemon
	cmd.Stderr, cmd.WaitDelay = s.said, eyeOutlives
	if s.Log.Enabled(context.Background(), slog.LevelDebug) {
		cmd.Stderr = io.MultiWriter(os.Stderr, s.said)
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	s.daemon, s.ended = cmd, ended
	return nil
}

// eyeOutlives is how long an eye, which has the daemon's log, may outlive the daemon.
const eyeOutlives = 5 * time.Second

// kill ends daemon and eye as a power cut would.
func (s *Soak) kill() {
	eye := s.eye()
	_ = s.daemon.Process.Kill() // it may have ended by itself
	for _, pid := range eye {
		_ = unix.Kill(pid, unix.SIGKILL)
	}
	<-s.ended
	s.ended <- nil
}

// untilStartedAgain is how long a daemon that ended by itself is away, less than RestartSec of the packaged
// unit; mostEnds is how often it may do so while one thing is waited for. What keeps it from starting for a while,
// a full disk for one, is over after longestFault.
const untilStartedAgain, mostEnds = time.Second, 8

// errEnds reports a daemon that does not start.
var errEnds = errors.New("the daemon ends by itself again and again")

// again starts a daemon that ended by itself again, as systemd does; times is how often that was while
// one thing was waited for.
func (s *Soak) again(ctx context.Context, how error, times int) error {
	s.ends++
	words := s.said.String()
	s.words[words]++
	s.Log.Warn("the daemon ended by itself", "how", how, "said last", words)
	if times >= mostEnds {
		return fmt.Errorf("%w, %d times; said last: %s", errEnds, times, words)
	}
	if err := demo.Pause(ctx, s.away); err != nil {
		return err
	}
	return s.start()
}

// until waits, and starts a daemon that ended by itself again.
func (s *Soak) until(ctx context.Context, done func() bool) error {
	start, before := time.Now(), s.work()
	for times := 0; !done(); {
		select {
		case how := <-s.ended:
			s.ended <- how // for who kills it
			times++
			if err := s.again(ctx, how, times); err != nil {
				return err
			}
		default:
		}
		if waited := time.Since(start); waited > tooLong || waited > patience && s.work()-before > enoughWork {
			return fmt.Errorf("nothing in %v", waited.Round(time.Second))
		}
		if err := demo.Pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

// eye gives the processes that the daemon has started.
func (s *Soak) eye() (pids []int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", s.daemon.Process.Pid, s.daemon.Process.Pid))
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", s.daemon.Process.Pid))
	for _, task := range tasks {
		more, _ := os.ReadFile(task)
		text = append(append(text, ' '), more...)
	}
	if err != nil {
		return nil // it has ended
	}
	for _, word := range strings.Fields(string(text)) {
		if pid, err := strconv.Atoi(word); err == nil && !slices.Contains(pids, pid) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// ticks are those of the times in /proc, a second's (USER_HZ, 100 on all of Linux).
const ticks = 100

// work is the processor time of daemon and eye. It starts again with them, so that a wait in which
// they are replaced lasts longer.
func (s *Soak) work() (spent time.Duration) {
	for _, pid := range append(s.eye(), s.daemon.Process.Pid) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue // ended meanwhile
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); len(fields) > 12 {
			for _, f := range fields[11:13] { // utime and stime
				n, _ := strconv.ParseInt(f, 10, 64)
				spent += time.Duration(n) * time.Second / ticks
			}
		}
	}
	return spent
}

// isReady reports whether the daemon says that it takes hands.
func (s *Soak) isReady(ctx context.Context) bool {
	limited, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, http.MethodGet, s.page+"/readyz", nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	return response.Body.Close() == nil && response.StatusCode == http.StatusOK
}

// Something is waited for at least patience, and on a machine that does much else until daemon
// and eye have had enoughWork of processor time since (a hand takes about 1 s), for tooLong at
// most.
const patience, enoughWork, tooLong = 2 * time.Minute, time.Minute, 20 * time.Minute
