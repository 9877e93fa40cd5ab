package table

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
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
		for limit := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
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
