package camera

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/models"
)

// standIn is a v4l2-ctl that behaves as its manual says, over a file of controls in the place of a camera.
//
//go:embed testdata/v4l2-ctl
var standIn string

// webcam are the controls of a camera for it.
//
//go:embed testdata/webcam
var webcam string

// plugIn makes a camera of controls, and puts the stand-in first in the path.
func plugIn(t *testing.T) (device string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "v4l2-ctl"), []byte(standIn), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	device = filepath.Join(dir, "video0")
	if err := os.WriteFile(device, []byte(webcam), 0o600); err != nil {
		t.Fatal(err)
	}
	return device
}

func TestControlsAreFixedAppliedAndReadBack(t *testing.T) {
	device := plugIn(t)
	all, err := ListControls(t.Context(), device)
	if err != nil {
		t.Fatal(err)
	}
	c := Fixed(all, 60)
	want := "auto_exposure=1,brightness=0,exposure_dynamic_framerate=0,exposure_time_absolute=157,focus_absolute=30,focus_automatic_continuous=0," +
		"gain=7,power_line_frequency=2,sharpness=3,white_balance_automatic=0,white_balance_temperature=4400"
	if c.String() != want {
		t.Errorf("fixed are\n%s\nwant\n%s", c, want)
	}
	if err := c.Check(t.Context(), device); drifted(err) == "" || !strings.Contains(err.Error(), "auto_exposure is 3 and not 1") {
		t.Errorf("before they are set: %v", err)
	}
	if err := c.Apply(t.Context(), device); err != nil {
		t.Error(err)
	}
	if err := c.Check(t.Context(), device); err != nil {
		t.Error(err)
	}
	for _, wrong := range []Controls{{"focus_absolute": "999"}, {"pan": "1"}} {
		if err := wrong.Apply(t.Context(), device); drifted(err) == "" {
			t.Errorf("%s is taken: %v", wrong, err)
		}
	}
	if err := c.Apply(t.Context(), device+"-gone"); drifted(err) == "" {
		t.Errorf("a camera that is not there: %v", err)
	}
}

// drifted gives the message of a fault of the code Drifted.
func drifted(err error) string {
	var f *Fault
	if errors.As(err, &f) && f.Code == Drifted {
		return f.Message
	}
	return ""
}

func TestHeldCameraIsSetAgainWhenItForgets(t *testing.T) {
	device := plugIn(t)
	all, err := ListControls(t.Context(), device)
	if err != nil {
		t.Fatal(err)
	}
	var frames time.Time
	source := Func{Name: "drawn", Make: func(context.Context) ([]byte, error) { return []byte("x"), nil }}
	h := keep(source, device, Fixed(all, 50), 50*time.Millisecond, slog.New(slog.DiscardHandler))
	defer h.Close()
	await := func(what string, done func() bool) {
		t.Helper()
		for end := time.Now().Add(sharedtest.Patience); !done(); time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s: waited in vain; drift %v", what, h.Drift())
			}
		}
	}
	holds := func() bool { return Fixed(all, 50).Check(t.Context(), device) == nil && h.Drift() == nil }
	await("at the start", holds)
	if err := os.WriteFile(device, []byte(webcam), 0o600); err != nil { // plugged in anew
		t.Fatal(err)
	}
	await("after a replug", func() bool { return holds() && h.SetAgain() > 0 })
	if err := os.Remove(device); err != nil {
		t.Fatal(err)
	}
	await("without the camera", func() bool { return drifted(h.Drift()) != "" })
	if err := os.WriteFile(device, []byte(webcam), 0o600); err != nil {
		t.Fatal(err)
	}
	if f, err := h.Next(t.Context()); err != nil || f.Time.Before(frames) {
		t.Fatal(err)
	}
	await("when it is back", holds)
}

// drawnTable is a table as a camera with a time of exposure sees it: cloth, tiles, white sleeves, and lamps mirrored in
// the varnish, each with what it reflects of the light; the camera's curve is that of sRGB.
type drawnTable struct {
	exposure      float64
	light         float64 // of the room
	sleeves       bool
	lamps         float64 // share of the picture
	noise         *rand.Rand
	width, height int
}

const tileWhite = 0.72 // reflectance of melamine

func (d *drawnTable) level(reflected float64) float64 {
	linear := min(1, reflected*d.light*d.exposure/100)
	if linear <= 0.0031308 {
		return 255 * 12.92 * linear
	}
	return 255 * (1.055*math.Pow(linear, 1/2.4) - 0.055)
}

func (d *drawnTable) frame(context.Context) (Frame, error) {
	img := image.NewGray(image.Rect(0, 0, d.width, d.height))
	fill := func(r image.Rectangle, reflected float64) {
		level := d.level(reflected)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				v := level + float64(d.noise.IntN(13)-6)
				img.SetGray(x, y, color.Gray{Y: uint8(min(255, max(0, v)))})
			}
		}
	}
	fill(img.Rect, 0.08)
	for i := range 24 { // rivers
		fill(image.Rect(60+i*24, 200, 80+i*24, 228), tileWhite)
	}
	if d.sleeves {
		fill(image.Rect(0, 300, 220, 480), 0.8)
	}
	side := int(math.Sqrt(d.lamps * float64(d.width*d.height)))
	fill(image.Rect(400, 20, 400+side, 20+side), 60)
	var out bytes.Buffer
	err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 90})
	return Frame{Data: out.Bytes(), Time: time.Now()}, err
}

func TestExposureIsChosenByTheLightestTile(t *testing.T) {
	for i, one := range []drawnTable{
		{light: 1}, {light: 0.1}, {light: 8}, {light: 1, sleeves: true}, {light: 1, lamps: 0.002}, {light: 2, lamps: 0.03, sleeves: true}, {light: .4, lamps: 0.01},
	} {
		one.width, one.height, one.noise = 640, 480, rand.New(rand.NewPCG(uint64(i), 1))
		e := Exposing{Min: 1, Max: 333, Now: 150, Frame: one.frame, Set: func(_ context.Context, v int) error { one.exposure = float64(v); return nil }}
		v, light, err := Expose(t.Context(), e)
		if err != nil {
			t.Errorf("%+v: %v", one, err)
			continue
		}
		lightest := tileWhite
		if one.sleeves {
			lightest = 0.8
		}
		want := one.level(lightest)
		t.Logf("light %g, sleeves %v, lamps %g: exposure %d, tiles at %.0f, measured %.0f", one.light, one.sleeves, one.lamps, v, want, light)
		if want > 240 || want < 170 && v < 333 {
			t.Errorf("light %g, sleeves %v, lamps %g: the lightest tile is at %.0f", one.light, one.sleeves, one.lamps, want)
		}
	}
}

func TestExposureIsWholePeriodsOfTheLamps(t *testing.T) {
	one := drawnTable{light: 0.3, width: 640, height: 480, noise: rand.New(rand.NewPCG(1, 1))}
	e := Exposing{Min: 1, Max: 333, Now: 150, Period: 83, Frame: one.frame, Set: func(_ context.Context, v int) error { one.exposure = float64(v); return nil },
		Area: []models.Point{{X: 0, Y: 0}, {X: 640, Y: 0}, {X: 640, Y: 480}, {X: 0, Y: 480}}}
	if v, _, err := Expose(t.Context(), e); err != nil || v%83 != 0 || v == 0 {
		t.Errorf("exposure %d: %v", v, err)
	}
}

// before gives the pictures of a table as the camera is set now. A gain of 100 gives eleven times as much as one of 0, which is
// linear here and in other units at other cameras.
func (d *drawnTable) before(device string) func(context.Context) (Frame, error) {
	light := d.light
	return func(ctx context.Context) (Frame, error) {
		text, err := os.ReadFile(device)
		if err != nil {
			return Frame{}, err
		}
		for line := range strings.Lines(string(text)) {
			var value float64
			if n, _ := fmt.Sscanf(line, "exposure_time_absolute int 1 5000 1 %g", &value); n == 1 {
				d.exposure = value
			}
			if n, _ := fmt.Sscanf(line, "gain int 0 100 1 %g", &value); n == 1 {
				d.light = light * (1 + value/10)
			}
		}
		return d.frame(ctx)
	}
}

// TestHoldNowKeepsWhatItMeasured holds a camera in rooms of which some need more than the longest exposure, and one more than
// the highest gain.
func TestHoldNowKeepsWhatItMeasured(t *testing.T) {
	for _, tt := range []struct {
		name   string
		light  float64 // of the room
		least  int     // gain
		most   int
		noGain bool
		dark   bool
	}{
		{"a lit room", .5, 7, 7, false, false},
		{"a dark room", .04, 8, 90, false, false},
		{"a darker room than the highest gain lightens", .004, 100, 100, false, true},
		{"a dark room and no gain that can be set", .02, 0, 0, true, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			device := plugIn(t)
			if tt.noGain {
				if err := os.WriteFile(device, []byte(strings.ReplaceAll(webcam, "gain int 0 100 1 7 - -\n", "")), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			one := drawnTable{light: tt.light, width: 320, height: 240, noise: rand.New(rand.NewPCG(2, 1))}
			m, err := HoldNow(t.Context(), device, 50, nil, one.before(device))
			if err != nil {
				t.Fatal(err)
			}
			if err := m.Controls.Check(t.Context(), device); err != nil || m.Controls["auto_exposure"] != "1" || m.Controls["exposure_time_absolute"] == "157" {
				t.Errorf("held at %s: %v", m.Controls, err)
			}
			gain, _ := strconv.Atoi(m.Controls["gain"]) // 0 where there is none
			if gain < tt.least || gain > tt.most {
				t.Errorf("at %s the gain is not %d to %d", m.Controls, tt.least, tt.most)
			}
			level := one.level(tileWhite)
			if m.Dark != tt.dark || math.Abs(m.Light-level) > 12 {
				t.Errorf("at %s tiles are at %.0f, measured as %.0f, too dark %v", m.Controls, level, m.Light, m.Dark)
			}
			if !tt.dark && (level > 240 || level < 160) {
				t.Errorf("at %s tiles are at %.0f", m.Controls, level)
			}
		})
	}
}

func TestControlsOfOtherCamerasAreRefused(t *testing.T) {
	for _, tt := range []struct {
		source string
		c      Controls
		ok     bool
	}{
		{"pi", Controls{"shutter": "10000", "gain": "2", "awbgains": "1.6,1.9", "autofocus-mode": "manual", "lens-position": "1.1"}, true},
		{"pi", Controls{"output": "/etc/passwd"}, false},
		{"pi", Controls{"gain": "--output=x"}, false},
		{"/dev/video0", Controls{"gain": "7"}, true},
		{"/dev/video0", Controls{"gain": "7,focus=1"}, false},
		{"/dev/video0", Controls{"gain=1,focus": "1"}, false},
		{"rtsp://camera/1", Controls{"gain": "7"}, false},
		{"rtsp://camera/1", nil, true},
	} {
		if err := tt.c.Validate(tt.source); (err == nil) != tt.ok {
			t.Errorf("%s at %s: %v", tt.source, tt.c, err)
		}
	}
}

// TestPiCameraIsHeldByOptions runs a stand-in for rpicam-vid, which takes options as its manual lists them.
func TestPiCameraIsHeldByOptions(t *testing.T) {
	dir := t.TempDir()
	asked := filepath.Join(dir, "asked")
	program := "#!/bin/sh\n[ \"$1\" = --help ] && exit 0\necho \"$*\" > " + asked + "\nexec sleep 60\n"
	if err := os.WriteFile(filepath.Join(dir, "rpicam-vid"), []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	s, err := Open(Config{Source: "pi", Mode: Mode{Width: 2304, Height: 1296, Rate: 30}, Controls: Controls{"shutter": "10000", "lens-position": "1.1", "autofocus-mode": "manual"}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var got []byte
	for end := time.Now().Add(sharedtest.Patience); len(got) == 0 && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		got, _ = os.ReadFile(asked) // until it is there
	}
	const want = "--codec mjpeg --timeout 0 --nopreview --flush --width 2304 --height 1296 --framerate 30 --autofocus-mode manual --lens-position 1.1 --shutter 10000 -o -"
	if strings.TrimSpace(string(got)) != want {
		t.Errorf("rpicam-vid is asked for\n%swant\n%s", got, want)
	}
}

// TestPiCameraIsReadBack runs a stand-in for rpicam-vid that writes metadata as rpicam-apps do: a line for each value, an empty
// one after each picture.
func TestPiCameraIsReadBack(t *testing.T) {
	for _, tt := range []struct{ name, metadata, want string }{
		{"as it is held", "ExposureTime=9984\nAnalogueGain=2.007843\nColourGains=[ 1.600000, 1.900000 ]\nLensPosition=1.100000\nSensorTimestamp=1", ""},
		{"an exposure longer than a picture", "ExposureTime=5000\nAnalogueGain=2.0\nColourGains=[ 1.6, 1.9 ]\nLensPosition=1.1", "shutter is 5000 and not 10000"},
		{"white balance that wanders", "ExposureTime=10000\nColourGains=[ 1.7, 1.9 ]", "awbgains is 1.7, 1.9 and not 1.6,1.9"},
		{"a lens without a motor", "ExposureTime=10000\nAnalogueGain=2", ""},
		{"something else", "nothing\n=\nExposureTime=x", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			program := "#!/bin/sh\nif [ \"$1\" = --help ]; then echo '--metadata-format arg (=json)'; exit; fi\n" +
				"for i in 1 2 3; do printf '" + tt.metadata + "\\n\\n' > /dev/fd/3; sleep .05; done\nexec sleep 60\n"
			if err := os.WriteFile(filepath.Join(dir, "rpicam-vid"), []byte(program), 0o700); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
			s, err := Open(Config{Source: "pi", Controls: Controls{"shutter": "10000", "gain": "2", "awbgains": "1.6,1.9", "lens-position": "1.1", "sharpness": "1"}})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			pi := s.(*Pi)
			for end := time.Now().Add(sharedtest.Patience); !pi.ReadBack() && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
			}
			if !pi.ReadBack() {
				t.Fatal("nothing is read back")
			}
			values := map[string]string{}
			for line := range strings.Lines(tt.metadata) {
				name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
				values[name] = value
			}
			if pi.Drift() != nil {
				t.Error("the first pictures are taken for a drift")
			}
			pi.note(values, time.Now().Add(piSettles+time.Second)) // it goes on
			if got := drifted(pi.Drift()); got != "" && tt.want == "" || !strings.Contains(got, tt.want) {
				t.Errorf("drift %q, want %q", got, tt.want)
			}
			pi.note(map[string]string{"ExposureTime": "10000"}, time.Now().Add(time.Hour))
			if pi.Drift() != nil {
				t.Error("it is told when it is over")
			}
		})
	}
}
