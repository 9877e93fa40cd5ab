package camera

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
)

// TestAnEveningIsTold lets the exposure grow from 1/30 to 1/8 s, and the light come back.
func TestAnEveningIsTold(t *testing.T) {
	for _, one := range []struct {
		name  string
		asked int
		rates []float64 // minute by minute
		slow  []bool    // at the end of each
	}{
		{"asked for 30", 30, []float64{30, 25, 20, 15, 8, 30}, []bool{false, false, false, true, true, false}},
		{"asked for nothing", 0, []float64{25, 20, 16, 12, 25}, []bool{false, false, false, true, false}},
		{"dark at the start", 30, []float64{10, 30}, []bool{true, false}},
		{"dark at the start, asked for nothing", 0, []float64{10, 25, 10}, []bool{false, false, true}},
	} {
		p := &pace{name: "the camera"}
		p.expect(one.asked)
		now := time.Unix(1_800_000_000, 0)
		for i, rate := range one.rates {
			for end := now.Add(time.Minute); now.Before(end); now = now.Add(time.Duration(float64(time.Second) / rate)) {
				p.took(now)
			}
			var fault *Fault
			err := p.Slow()
			if slow := errors.As(err, &fault) && fault.Code == Slow; slow != one.slow[i] || (err != nil) != slow {
				t.Errorf("%s, minute %d at %.0f a second: %v", one.name, i+1, rate, err)
			}
			if got := p.Rate(); got < rate*.9 || got > rate*1.1 {
				t.Errorf("%s, minute %d: %.1f a second are measured as %.1f", one.name, i+1, rate, got)
			}
		}
		p.anew() // a cable that was out for an hour is no slow camera
		p.took(now.Add(time.Hour))
		if p.count != 0 {
			t.Errorf("%s: an outage is counted", one.name)
		}
	}
}

// TestANetworkThatStallsIsNoSlowCamera holds the pictures of a camera of 10 a second back for 7.5 s, then gives them all at once.
func TestANetworkThatStallsIsNoSlowCamera(t *testing.T) {
	p := &pace{name: "the camera"}
	start := time.Unix(1_800_000_000, 0)
	for i := range 1800 {
		at := start.Add(time.Duration(i) * time.Second / 10)
		if stall := at.Sub(start) % (60 * time.Second); stall > 34*time.Second && stall < 41500*time.Millisecond {
			at = at.Add(41500*time.Millisecond - stall)
		}
		p.took(at)
		if err := p.Slow(); err != nil {
			t.Fatalf("after %v: %v", at.Sub(start), err)
		}
	}
}

// TestACameraIsSlowByWhatItWasAskedFor claims that one which is set elsewhere is asked for nothing, whatever camera.rate says.
func TestACameraIsSlowByWhatItWasAskedFor(t *testing.T) {
	for source, want := range map[string]int{"/dev/video0": 30, "pi": 30, "http://camera.local/mjpeg": 0, "https://camera.local/mjpeg": 0, "exec:cat film.mjpeg": 0} {
		if got := (Config{Source: source, Mode: Mode{Rate: 30}}).Asked(); got != want {
			t.Errorf("%s is asked for %d pictures a second, want %d", source, got, want)
		}
	}
	s, err := Open(Config{Source: "http://127.0.0.1:1/mjpeg", Mode: Mode{Rate: 30}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if p := &s.(*live).pace; p.expected() != 0 {
		t.Errorf("a network camera is expected to give %.0f", p.expected())
	}
}

// TestThePaceOfACameraIsMeasured runs a program that gives 20 pictures a second.
func TestThePaceOfACameraIsMeasured(t *testing.T) {
	t.Parallel()
	sharedtest.Tool(t, "ffmpeg")
	const loop = "exec:ffmpeg -hide_banner -loglevel error -nostdin -re -f lavfi -i testsrc=size=160x120:rate=20 -c:v mjpeg -q:v 3 -f mjpeg -"
	ctx, cancel := context.WithTimeout(t.Context(), sharedtest.Patience)
	defer cancel()
	for asked, slow := range map[int]bool{0: false, 60: true} {
		s, err := Open(Config{Source: loop, Mode: Mode{Rate: asked}})
		if err != nil {
			t.Fatal(err)
		}
		_, _, known := PaceOf(s)
		rate, err := MeasurePace(ctx, s, asked, time.Second)
		var fault *Fault
		if is := errors.As(err, &fault) && fault.Code == Slow; is != slow || !known || rate < 5 || rate > 25 {
			t.Errorf("asked for %d: %.1f a second, %v", asked, rate, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, _, known := PaceOf(Func{}); known {
		t.Error("a renderer has a pace")
	}
}

// TestNoPictureIsRepeatedForTheRate asks a camera of two pictures a second for five: the two are what is told from a slow one.
func TestNoPictureIsRepeatedForTheRate(t *testing.T) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip("ffmpeg is not installed")
	}
	for _, one := range []struct {
		name        string
		from, asked int
		least, most int // pictures of five seconds
	}{
		{"slower than asked", 2, 5, 10, 10},
		{"faster than asked", 25, 5, 25, 27},
	} {
		t.Run(one.name, func(t *testing.T) {
			argv := ffmpeg([]string{"-f", "lavfi", "-i", fmt.Sprintf("testsrc=size=160x120:rate=%d:duration=5", one.from)}, Mode{Rate: one.asked})
			out, err := exec.CommandContext(t.Context(), argv[0], argv[1:]...).Output()
			if err != nil {
				t.Fatal(err)
			}
			got, pictures := 0, newJPEGs(bytes.NewReader(out))
			for {
				if _, err := pictures.next(); err != nil {
					break
				}
				got++
			}
			if got < one.least || got > one.most {
				t.Errorf("%d pictures, want %d to %d", got, one.least, one.most)
			}
		})
	}
}
