package capture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/vision/camera"
	"jantaku/vision/eye"
	"jantaku/vision/layout"
	"jantaku/vision/watch"
)

// The test binary is its own eye: with this variable set it serves.
const childEnv = "JANTAKU_LOOKOUT_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		if err := eye.Serve(context.Background(), blind{}, nil, os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// blind is an eye that sees no tiles.
type blind struct{}

func (blind) Read(context.Context, []byte, models.Place) ([][]models.Sighting, error) {
	return nil, &models.ReadingError{Code: "no-tiles"}
}

// stream is a camera that sends ten pictures a second of the width of their number.
type stream struct {
	sent   int
	broken atomic.Bool   // it gives nothing
	frozen chan struct{} // closed with the camera; a frozen one waits for that
	hangs  atomic.Bool
}

func (s *stream) Live() bool { return true }

func (s *stream) Close() error { return nil }

func (s *stream) Next(ctx context.Context) (camera.Frame, error) {
	select {
	case <-time.After(100 * time.Millisecond):
	case <-ctx.Done():
		return camera.Frame{}, ctx.Err()
	}
	if s.hangs.Load() { // as a driver does that cannot be cancelled
		<-s.frozen
	}
	if s.broken.Load() {
		return camera.Frame{}, &camera.Fault{Code: camera.Lost, Message: "the cable is out"}
	}
	s.sent++
	img := image.NewGray(image.Rect(0, 0, s.sent, 8))
	img.SetGray(0, 0, color.Gray{Y: 255})
	var b bytes.Buffer
	err := png.Encode(&b, img)
	return camera.Frame{Data: b.Bytes(), Time: time.Now()}, err
}

// looking runs a lookout for a test.
func looking(t *testing.T, c Config) *Lookout { return hearing(t, c, &heard{}) }

// heard keeps what a lookout tells.
type heard struct {
	mu      sync.Mutex
	changes []watch.Change
	anew    int
	dice    [][2]int
}

func (h *heard) Rolled(_ context.Context, dice [2]int) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.dice = append(h.dice, dice)
	return nil
}

func (h *heard) Lies(context.Context, models.Place, bool) error { return nil }

func (h *heard) Changes(_ context.Context, changes []watch.Change, anew bool) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.changes = append(h.changes, changes...)
	if anew {
		h.anew++
	}
	return nil
}

// hearing runs a lookout that tells somebody what it sees.
func hearing(t *testing.T, c Config, hear Hearer) *Lookout {
	t.Helper()
	c.Layout, c.Log = layout.DefaultOptions(), slog.New(slog.DiscardHandler)
	l, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- l.Run(ctx, hear)
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l
}

// widths records the pictures that are read.
type widths struct{ read []int }

func (w *widths) Read(_ context.Context, picture []byte, _ models.Place) ([][]models.Sighting, error) {
	config, err := png.DecodeConfig(bytes.NewReader(picture))
	w.read = append(w.read, config.Width)
	return nil, errors.Join(err, &models.ReadingError{Code: "no-tiles"})
}

func TestAWinIsReadFromTheFramesThatCameAfterItSettled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := &widths{}
		l := looking(t, Config{Source: &stream{}, Eye: seen, Burst: 3, Settle: 400 * time.Millisecond})
		time.Sleep(2050 * time.Millisecond) // 20 pictures
		if _, err := l.Look(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		// Four more come while it settles.
		for _, n := range seen.read {
			if n < 25 || n > 27 {
				t.Errorf("read pictures %v, want 25 to 27", seen.read)
				break
			}
		}
		if len(seen.read) != 3 {
			t.Errorf("read %d pictures, want 3", len(seen.read))
		}
	})
}

func TestTheReelHoldsTheLastThreeSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := looking(t, Config{Source: &stream{}, Eye: blind{}, Burst: 1})
		time.Sleep(10 * time.Second)
		frames := l.Recent()
		if len(frames) < 30 || len(frames) > 31 || time.Since(frames[0].Time) > reelTime+100*time.Millisecond {
			t.Errorf("%d frames from %v ago, want about 30 from 3s ago", len(frames), time.Since(frames[0].Time))
		}
	})
}

func TestTheReelIsBoundedByBytes(t *testing.T) {
	r := newReel()
	for i := range 100 {
		r.put(camera.Frame{Data: make([]byte, 5<<20), Time: time.Unix(0, int64(i))})
	}
	frames := r.recent()
	if n := len(frames); n != 6 || frames[n-1].Time.UnixNano() != 99 {
		t.Errorf("%d pictures of 5 MiB are kept, want the 6 newest", n)
	}
	if r.put(camera.Frame{Data: make([]byte, 40<<20), Time: time.Unix(0, 100)}); len(r.recent()) != 1 {
		t.Error("a picture that is too large is not kept alone")
	}
}

func TestACameraThatGoesAwayIsToldAndComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stream{}
		l := looking(t, Config{Source: s, Eye: blind{}, Burst: 2})
		time.Sleep(time.Second)
		if err := l.Camera(); err != nil {
			t.Fatalf("with pictures: %v", err)
		}
		s.broken.Store(true)
		time.Sleep(time.Second)
		var fault *camera.Fault
		if err := l.Camera(); !errors.As(err, &fault) || fault.Code != camera.Lost {
			t.Errorf("without: %v", err)
		}
		var named *models.ReadingError
		if _, err := l.Look(t.Context(), 1); !errors.As(err, &named) || named.Code != camera.Lost {
			t.Errorf("a hand without pictures: %v", err)
		}
		s.broken.Store(false)
		time.Sleep(time.Second)
		if err := l.Camera(); err != nil {
			t.Errorf("with pictures again: %v", err)
		}
	})
}

func TestACameraThatStallsIsToldWithinSeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stream{frozen: make(chan struct{})}
		l := looking(t, Config{Source: s, Eye: blind{}, Burst: 1})
		var fault *camera.Fault
		if err := l.Camera(); !errors.As(err, &fault) || fault.Code != camera.Starting {
			t.Errorf("before the first picture: %v", err)
		}
		time.Sleep(time.Second)
		if err := l.Camera(); err != nil {
			t.Errorf("while it sends: %v", err)
		}
		s.hangs.Store(true)
		time.Sleep(3 * time.Second)
		if err := l.Camera(); !errors.As(err, &fault) || fault.Code != camera.Lost {
			t.Errorf("three seconds without a picture: %v", err)
		}
		close(s.frozen)
	})
}

func TestPicturesThatShowNothingAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := looking(t, Config{Source: &stream{}, Eye: blind{}, Burst: 1, Limits: camera.DefaultLimits()})
		time.Sleep(tendEvery + time.Second)
		var fault *camera.Fault
		if err := l.Camera(); !errors.As(err, &fault) || fault.Code != camera.Black {
			t.Errorf("a black camera: %v", err)
		}
	})
}

func TestACameraThatHangsIsStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &stream{frozen: make(chan struct{})}
		l := looking(t, Config{Source: s, Eye: blind{}, Burst: 1})
		time.Sleep(2 * stuckAfter)
		if err := l.Stuck(); err != nil {
			t.Errorf("while it sends: %v", err)
		}
		s.hangs.Store(true)
		time.Sleep(stuckAfter + time.Second)
		if l.Stuck() == nil {
			t.Error("nobody noticed")
		}
		close(s.frozen)
	})
}

// sleepy is an eye that takes for ever.
type sleepy struct{}

func (sleepy) Read(ctx context.Context, _ []byte, _ models.Place) ([][]models.Sighting, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestAHandWaitsForTheEyeNoLongerThanItsPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := looking(t, Config{Source: &stream{}, Eye: sleepy{}, Burst: 2})
		start := time.Now()
		_, err := l.Look(t.Context(), 1)
		var named *models.ReadingError
		if !errors.As(err, &named) || named.Code != "no-picture" {
			t.Errorf("Look = %v", err)
		}
		if took := time.Since(start); took != lookPatience {
			t.Errorf("after %v, want %v", took, lookPatience)
		}
	})
}

func TestALargePictureIsWaitedForLonger(t *testing.T) {
	for _, c := range []struct {
		width, height int
		want          time.Duration
	}{{640, 480, lookPatience}, {4000, 3000, lookPatience + 12*megapixelPatience}, {8000, 6000, lookPatience + mostMegapixels*megapixelPatience}} {
		small := camera.Shot{Health: camera.Health{Width: 64, Height: 64}}
		if got := patienceFor([]camera.Shot{small, {Health: camera.Health{Width: c.width, Height: c.height}}}); got != c.want {
			t.Errorf("%d×%d: %v, want %v", c.width, c.height, got, c.want)
		}
	}
}

func TestAnAskedSourceIsUsedUpByNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		made := 0
		source := camera.Func{Name: "drawn", Make: func(context.Context) ([]byte, error) {
			made++
			return nil, io.ErrUnexpectedEOF
		}}
		l := looking(t, Config{Source: source, Eye: blind{}, Burst: 1})
		time.Sleep(time.Minute)
		if made != 0 {
			t.Errorf("%d pictures were made for nobody", made)
		}
		if _, err := l.Look(t.Context(), 1); err == nil || made != 1 {
			t.Errorf("%d pictures, %v", made, err)
		}
	})
}

// TestAnEyeThatWasStoppedIsReplacedWhileNobodyReads stops a real child between two hands.
func TestAnEyeThatWasStoppedIsReplacedWhileNobodyReads(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	children := make(chan *exec.Cmd, 8)
	p := eye.DefaultPatience()
	p.Ping = time.Second
	client := eye.New(func() *exec.Cmd {
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), childEnv+"=1")
		children <- cmd
		return cmd
	}, p)
	t.Cleanup(func() { client.Close() })
	if err := client.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	first := (<-children).Process
	if err := first.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	l := looking(t, Config{Source: &stream{}, Eye: client, Burst: 1})
	select {
	case <-children:
	case <-time.After(sharedtest.Patience):
		t.Fatal("the stopped eye was not replaced")
	}
	if err := client.Ping(t.Context()); err != nil || l.Answers() != nil {
		t.Errorf("its replacement: %v, %v", err, l.Answers())
	}
}

// pages follows a table: every frame is a tile more, and some frames are told of.
type pages struct {
	seen []time.Duration
	late time.Duration // the oldest frame was so old
	slow time.Duration
	warn watch.Warning
	fail error

	mu    sync.Mutex
	begun time.Time // of the clock of its frames
}

func (p *pages) Follow(_ context.Context, at time.Duration, _ models.HandSize, _ []byte) ([]watch.Change, bool, error) {
	time.Sleep(p.slow)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.begun.IsZero() {
		p.begun = time.Now().Add(-at)
	}
	p.late = max(p.late, time.Since(p.begun)-at)
	p.seen = append(p.seen, at)
	if p.fail != nil {
		return nil, false, p.fail
	}
	list := []watch.Change{{Kind: watch.Added, Told: at}}
	if len(p.seen) == 3 {
		list = append(list, watch.Change{Kind: watch.Warned, Warning: p.warn, Told: at})
	}
	return list, len(p.seen) == 1, nil
}

func TestATableIsFollowedFrameByFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hear, table := &heard{}, &pages{}
		hearing(t, Config{Source: &stream{}, Eye: blind{}, Follower: table, Burst: 1}, hear)
		time.Sleep(2 * time.Second)
		hear.mu.Lock()
		defer hear.mu.Unlock()
		if n := len(hear.changes); n < 15 || n > 21 || hear.anew != 1 {
			t.Errorf("%d changes in 2 s, begun %d times; want about 20, once", n, hear.anew)
		}
		for i, c := range hear.changes[1:] {
			if c.Told < hear.changes[i].Told {
				t.Fatalf("frames are told at %v after %v", c.Told, hear.changes[i].Told)
			}
		}
	})
}

func TestFramesThatCameWhileTheEyeLookedArePassedOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		table := &pages{slow: 950 * time.Millisecond}
		hearing(t, Config{Source: &stream{}, Eye: blind{}, Follower: table, Burst: 1}, &heard{})
		time.Sleep(10 * time.Second)
		table.mu.Lock()
		defer table.mu.Unlock()
		if len(table.seen) < 9 || table.late > 100*time.Millisecond {
			t.Errorf("%d frames, one of them %v old", len(table.seen), table.late)
		}
	})
}

func TestATimeWithoutFramesIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hear, s := &heard{}, &stream{}
		hearing(t, Config{Source: s, Eye: blind{}, Follower: &pages{}, Burst: 1}, hear)
		time.Sleep(2 * time.Second)
		s.broken.Store(true)
		time.Sleep(8 * time.Second)
		s.broken.Store(false)
		time.Sleep(time.Second)
		hear.mu.Lock()
		defer hear.mu.Unlock()
		warned := slices.DeleteFunc(slices.Clone(hear.changes), func(c watch.Change) bool { return c.Kind != watch.Warned })
		warned = warned[1:] // of pages
		if len(warned) != 2 || warned[0].Warning == "" || warned[1].Told-warned[0].Told < 8*time.Second {
			t.Errorf("told %v", warned)
		}
	})
}

// TestAGapEndsNoWarning claims that a lens that was covered before some frames were missing
// counts as covered after them.
func TestAGapEndsNoWarning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hear, s := &heard{}, &stream{}
		hearing(t, Config{Source: s, Eye: blind{}, Follower: &pages{warn: watch.TooDark}, Burst: 1}, hear)
		time.Sleep(2 * time.Second)
		s.broken.Store(true)
		time.Sleep(3 * time.Second)
		s.broken.Store(false)
		time.Sleep(time.Second)
		hear.mu.Lock()
		defer hear.mu.Unlock()
		warned := slices.DeleteFunc(slices.Clone(hear.changes), func(c watch.Change) bool { return c.Kind != watch.Warned })
		if len(warned) != 3 || warned[2].Warning != watch.TooDark {
			t.Errorf("told %v", warned)
		}
	})
}

func TestWhyNothingIsFollowedIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		table  *pages
		broken bool
		want   string
	}{
		"all is well":             {&pages{}, false, ""},
		"the camera was moved":    {&pages{warn: watch.CameraMoved}, false, "camera-moved"},
		"the eye has a fault":     {&pages{fail: errors.New("no memory")}, false, "no-course"},
		"the picture is too dark": {&pages{fail: &models.ReadingError{Code: "too-dark"}}, false, "too-dark"},
		"the camera is away":      {&pages{}, true, camera.Lost},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &stream{}
				s.broken.Store(c.broken)
				l := looking(t, Config{Source: s, Eye: blind{}, Follower: c.table, Burst: 1})
				time.Sleep(2 * time.Second)
				var named *models.ReadingError
				err := l.Course()
				if c.want == "" && err != nil || c.want != "" && (!errors.As(err, &named) || named.Code != c.want) {
					t.Errorf("told %v, want %q", err, c.want)
				}
			})
		})
	}
}
