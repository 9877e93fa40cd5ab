package eye

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"jantaku/models"
	"jantaku/vision/watch"
)

// The test binary is its own child: with this variable set it serves.
const childEnv = "JANTAKU_EYE_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		if err := Serve(context.Background(), oddReader{}, &oddFollower{}, os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// oddReader reads words instead of pictures.
type oddReader struct{}

func (oddReader) Read(_ context.Context, picture []byte, place models.Place) ([][]models.Sighting, error) {
	switch word := string(picture); {
	case word == "abort":
		os.Exit(134)
	case strings.HasSuffix(word, "slow"):
		time.Sleep(time.Second)
	case word == "hang":
		time.Sleep(time.Hour)
	case word == "blurred":
		return nil, &models.ReadingError{Code: "blurred", Message: "hold still"}
	case word == "fault":
		return nil, errors.New("no memory")
	case place != 3:
		return nil, fmt.Errorf("asked for place %d", place)
	case strings.HasPrefix(word, "once:"):
		// Ends the first child that sees it, and leaves a mark for the second.
		mark := strings.TrimPrefix(word, "once:")
		if _, err := os.Stat(mark); err != nil {
			os.WriteFile(mark, nil, 0o600)
			os.Exit(134)
		}
	}
	return [][]models.Sighting{{{Candidate: models.Candidate{Tile: models.Red, Confidence: .5}}}}, nil
}

// oddFollower counts the frames that it is shown: each is a tile more on the table.
type oddFollower struct{ frames int }

func (f *oddFollower) Follow(_ context.Context, at time.Duration, _ models.HandSize, picture []byte) ([]watch.Change, error) {
	switch string(picture) {
	case "abort":
		os.Exit(134)
	case "blurred":
		return nil, &models.ReadingError{Code: "blurred", Message: "hold still"}
	}
	f.frames++
	c := watch.Change{Kind: watch.Added, Spot: watch.Spot(f.frames), Set: f.frames, Told: at, Spots: []watch.Spot{1}}
	c.LogLike[models.Red] = math.Inf(-1)
	return []watch.Change{c}, nil
}

func client(t *testing.T) *Client { return patientClient(t, DefaultPatience()) }

func patientClient(t *testing.T, p Patience) *Client {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := New(func() *exec.Cmd {
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), childEnv+"=1")
		return cmd
	}, p)
	t.Cleanup(func() { c.Close() })
	return c
}

func TestReadingsComeBack(t *testing.T) {
	c := client(t)
	for range 3 {
		rows, err := c.Read(t.Context(), []byte("picture"), 3)
		if err != nil || len(rows) != 1 || rows[0][0].Tile != models.Red {
			t.Fatalf("Read = %v, %v", rows, err)
		}
	}
}

func TestErrorsKeepTheirKind(t *testing.T) {
	c := client(t)
	_, err := c.Read(t.Context(), []byte("blurred"), 3)
	var unreadable *models.ReadingError
	if !errors.As(err, &unreadable) || unreadable.Code != "blurred" {
		t.Errorf("unreadable picture: %v", err)
	}
	if _, err = c.Read(t.Context(), []byte("fault"), 3); err == nil || errors.As(err, &unreadable) {
		t.Errorf("fault of the eye: %v", err)
	}
}

func TestCrashCostsOneRetry(t *testing.T) {
	c := client(t)
	if _, err := c.Read(t.Context(), []byte("once:"+t.TempDir()+"/mark"), 3); err != nil {
		t.Errorf("after one crash: %v", err)
	}
}

func TestPictureThatAlwaysCrashesIsNamed(t *testing.T) {
	c := client(t)
	_, err := c.Read(t.Context(), []byte("abort"), 3)
	var unreadable *models.ReadingError
	if !errors.As(err, &unreadable) || unreadable.Code != "eye-crashed" {
		t.Fatalf("Read = %v", err)
	}
	if _, err := c.Read(t.Context(), []byte("picture"), 3); err != nil {
		t.Errorf("the next picture: %v", err)
	}
}

func TestDeadlineEndsAHangingChild(t *testing.T) {
	c := client(t)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := c.Read(ctx, []byte("hang"), 3); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("Read = %v", err)
	}
	if _, err := c.Read(t.Context(), []byte("picture"), 3); err != nil {
		t.Errorf("the next picture: %v", err)
	}
}

func TestAFollowedTableIsKnownFromFrameToFrame(t *testing.T) {
	c := client(t)
	for i := 1; i <= 3; i++ {
		at := time.Duration(i) * time.Second
		changes, anew, err := c.Follow(t.Context(), at, models.Thirteen, []byte("picture"))
		if err != nil || anew != (i == 1) || len(changes) != 1 || changes[0].Spot != watch.Spot(i) || changes[0].Told != at || !math.IsInf(changes[0].LogLike[models.Red], -1) {
			t.Fatalf("frame %d: %v, anew %v, %v", i, changes, anew, err)
		}
	}
	_, _, err := c.Follow(t.Context(), 0, models.Thirteen, []byte("blurred"))
	var unreadable *models.ReadingError
	if !errors.As(err, &unreadable) || unreadable.Code != "blurred" {
		t.Errorf("unreadable frame: %v", err)
	}
}

func TestTheNextChildFollowsAnewAndNumbersOn(t *testing.T) {
	c := client(t)
	for range 3 {
		if _, _, err := c.Follow(t.Context(), 0, models.Thirteen, []byte("picture")); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := c.Follow(t.Context(), 0, models.Thirteen, []byte("abort")); err == nil {
		t.Fatal("two children ended and nobody said so")
	}
	changes, anew, err := c.Follow(t.Context(), 0, models.Thirteen, []byte("picture"))
	if err != nil || !anew || changes[0].Spot != 4 || changes[0].Set != 4 || changes[0].Spots[0] != 4 {
		t.Errorf("after it was replaced: spot %v, anew %v, %v", changes, anew, err)
	}
	if changes, anew, err = c.Follow(t.Context(), 0, models.Thirteen, []byte("picture")); err != nil || anew || changes[0].Spot != 5 || changes[0].Spots[0] != 4 {
		t.Errorf("and then: %v, anew %v, %v", changes, anew, err)
	}
}

// TestAStoppedChildIsKilledAndReplaced stops a real child as a debugger or a frozen
// control group would: it neither answers nor ends.
func TestAStoppedChildIsKilledAndReplaced(t *testing.T) {
	ask := map[string]func(*Client) error{
		"a reading": func(c *Client) error { _, err := c.Read(t.Context(), []byte("picture"), 3); return err },
		"a ping":    func(c *Client) error { return c.Ping(t.Context()) },
		// Larger than a pipe holds: the question itself is stuck.
		"a large picture": func(c *Client) error { _, err := c.Read(t.Context(), make([]byte, 1<<20), 3); return err },
	}
	for name, ask := range ask {
		t.Run(name, func(t *testing.T) {
			p := DefaultPatience()
			p.Read, p.Ping = time.Second, time.Second
			c := patientClient(t, p)
			if err := c.Ping(t.Context()); err != nil {
				t.Fatal(err)
			}
			stopped := c.child.cmd.Process
			if err := stopped.Signal(syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			waitStopped(t, stopped.Pid)
			if err := ask(c); err != nil {
				t.Errorf("after the child was stopped: %v", err)
			}
			if c.child.cmd.Process.Pid == stopped.Pid || stopped.Signal(syscall.Signal(0)) == nil {
				t.Error("the stopped child was not replaced")
			}
		})
	}
}

// waitStopped waits until all threads of a child stand still: they run on a little after the signal, and may answer.
func waitStopped(t *testing.T, pid int) {
	t.Helper()
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
		t.Fatalf("the child was not stopped: %v, %v", status, err)
	}
}

func TestAPictureThatStallsEveryChildIsNamed(t *testing.T) {
	p := DefaultPatience()
	p.Read = 300 * time.Millisecond
	c := patientClient(t, p)
	_, err := c.Read(t.Context(), []byte("hang"), 3)
	var unreadable *models.ReadingError
	if !errors.As(err, &unreadable) || unreadable.Code != "eye-crashed" || !strings.Contains(unreadable.Message, "no answer for 300ms") {
		t.Fatalf("Read = %v", err)
	}
}

// TestALargePictureMayTakeLonger shows two pictures that take an eye a second.
func TestALargePictureMayTakeLonger(t *testing.T) {
	slow := func(width, height int) []byte {
		var b bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
			t.Fatal(err)
		}
		return append(b.Bytes(), "slow"...)
	}
	p := DefaultPatience()
	p.Read, p.Megapixel = 200*time.Millisecond, 10*time.Second
	c := patientClient(t, p)
	if _, err := c.Read(t.Context(), slow(1000, 1000), 3); err != nil {
		t.Errorf("a large picture: %v", err)
	}
	if _, err := c.Read(t.Context(), slow(10, 10), 3); err == nil {
		t.Error("a small picture is waited for as long")
	}
	if got, want := p.forPicture(slow(8000, 2000)), mostMegapixels*p.Megapixel; got != want {
		t.Errorf("the largest picture gets %v, want %v", got, want)
	}
}

func TestClosedClientReadsNothing(t *testing.T) {
	c := client(t)
	c.Close()
	if _, err := c.Read(t.Context(), []byte("picture"), 3); err == nil {
		t.Error("a closed client read a picture")
	}
}

func FuzzParseQuestion(f *testing.F) {
	f.Add([]byte{readHand, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xD8})
	f.Add([]byte{ping, 0, 0, 0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, body []byte) {
		q, err := parseQuestion(body)
		if err != nil {
			return
		}
		var wire bytes.Buffer
		if err := writeQuestion(&wire, q); err != nil {
			t.Fatal(err)
		}
		if again, err := readMessage(&wire); err != nil || !bytes.Equal(again, body) {
			t.Errorf("%q became %q, %v", body, again, err)
		}
	})
}

func FuzzReadMessage(f *testing.F) {
	var good bytes.Buffer
	writeMessage(&good, []byte("picture"))
	f.Add(good.Bytes())
	f.Add([]byte{255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, data []byte) {
		body, err := readMessage(bytes.NewReader(data))
		if err == nil && len(body) != len(data)-4 && len(body) > len(data) {
			t.Errorf("%d bytes read from %d", len(body), len(data))
		}
		if err == io.EOF && len(data) > 0 {
			t.Errorf("%d bytes taken for the end", len(data))
		}
	})
}

// TestALargePictureIsCollectedSparingly: what an eye leaves lying about of a picture of 12 megapixels is more than
// a Raspberry Pi has to spare.
func TestALargePictureIsCollectedSparingly(t *testing.T) {
	for size, want := range map[[2]int]int{{1920, 1080}: 100, {4000, 3000}: 30} {
		var b bytes.Buffer
		if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, size[0], size[1]))); err != nil {
			t.Fatal(err)
		}
		if got := percentFor(b.Bytes()); got != want {
			t.Errorf("%v: %d %%, want %d", size, got, want)
		}
	}
	if got := percentFor([]byte("no picture")); got != 100 {
		t.Errorf("no picture: %d %%", got)
	}
}
