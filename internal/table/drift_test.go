package table

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/vision/camera"
)

// TestADriftOfTheCameraIsToldByThePages holds a camera that is away, which then comes back; v4l2-ctl is a stand-in over a file.
func TestADriftOfTheCameraIsToldByThePages(t *testing.T) {
	const testdata = "../../vision/camera/testdata"
	copies := func(from, to string, mode os.FileMode) {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(testdata, from))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, mode); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	copies("v4l2-ctl", filepath.Join(dir, "v4l2-ctl"), 0o700)
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	film, device := &diceFilm{}, filepath.Join(dir, "video0")
	film.show(t)
	held := camera.Keep(film, device, camera.Controls{"gain": "9"}, slog.New(slog.NewTextHandler(t.Output(), nil)))
	table, end := starts(t, fourOfRiichi(t.TempDir()), Parts{Camera: held, Reader: noTiles{}, Limits: camera.DefaultLimits()}, nil)
	defer end()
	page := func(name string) string {
		_, _, body := sharedtest.Get(t, table.Page()+name)
		return body
	}
	await := func(what string, drifted bool) {
		t.Helper()
		gauge := map[bool]string{true: "\njantaku_camera_drifted 1\n", false: "\njantaku_camera_drifted 0\n"}[drifted]
		for limit := time.Now().Add(sharedtest.Patience); ; time.Sleep(20 * time.Millisecond) {
			ready := page("readyz")
			if strings.Contains(page("metrics"), gauge) && strings.Contains(ready, device) == drifted {
				return
			}
			if time.Now().After(limit) {
				t.Fatalf("%s: waited in vain for %q, /readyz says %q", what, gauge, ready)
			}
		}
	}
	await("the camera is away", true)
	copies("webcam", device, 0o600)
	held.HoldAt(nil)
	await("it is back", false)
	if got, err := os.ReadFile(device); err != nil || !strings.Contains(string(got), "gain int 0 100 1 9 ") {
		t.Errorf("it is at %q, %v", got, err)
	}
}

// evening is a camera that gives fewer pictures once it is dark.
type evening struct {
	diceFilm
	dark atomic.Bool
}

func (e *evening) Rate() float64 { return map[bool]float64{true: 7.5, false: 30}[e.dark.Load()] }

func (e *evening) Slow() error {
	if e.dark.Load() {
		return &camera.Fault{Code: camera.Slow, Message: "7.5 pictures a second instead of 30"}
	}
	return nil
}

// TestACameraThatSlowsDownIsToldByThePages claims that pages, metrics, doctor and what displays hear say so, and that it is over when it is.
func TestACameraThatSlowsDownIsToldByThePages(t *testing.T) {
	film := &evening{}
	film.show(t)
	table, end := starts(t, fourOfRiichi(t.TempDir()), Parts{Camera: film, Reader: noTiles{}, Limits: camera.DefaultLimits()}, nil)
	defer end()
	for _, dark := range []bool{false, true, false} {
		film.dark.Store(dark)
		_, _, ready := sharedtest.Get(t, table.Page()+"readyz")
		_, _, metrics := sharedtest.Get(t, table.Page()+"metrics")
		parts, missed := table.Board.Parts()
		running := table.examined(table.Config, "").Running
		rate, slow := running.Pace()
		told := map[string]bool{"readyz": strings.Contains(ready, "7.5 pictures a second"), "metrics": strings.Contains(metrics, "\njantaku_camera_slow 1\n"),
			"rate": strings.Contains(metrics, "\njantaku_camera_rate 7.5\n"), "availability": parts["held"].Code == camera.Slow && !parts["held"].Online,
			"missed": strings.Contains(strings.Join(missed, ";"), "7.5"), "doctor": slow != nil && rate == 7.5}
		for where, says := range told {
			if says != dark {
				t.Errorf("dark %v: %s says so: %v", dark, where, says)
			}
		}
	}
}
