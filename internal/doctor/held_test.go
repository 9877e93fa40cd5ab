package doctor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/vision/camera"
)

// TestTheDoctorReadsTheCameraBack looks at a camera that is as it is held, at one that something else has changed, and at none; v4l2-ctl is a
// stand-in over a file, which lies where devices do.
func TestTheDoctorReadsTheCameraBack(t *testing.T) {
	const testdata = "../../vision/camera/testdata"
	dir, err := os.MkdirTemp("/dev/shm", "jantaku")
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	program, err := os.ReadFile(filepath.Join(testdata, "v4l2-ctl"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "v4l2-ctl"), program, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	webcam, err := os.ReadFile(filepath.Join(testdata, "webcam"))
	if err != nil {
		t.Fatal(err)
	}
	device := filepath.Join(dir, "video0")
	if err := os.WriteFile(device, webcam, 0o600); err != nil {
		t.Fatal(err)
	}
	of := func(source, gain string) Table {
		return Table{Camera: camera.Config{Source: source, Controls: camera.Controls{"gain": gain}}}
	}
	if note, err := checkHeld(t.Context(), of(device, "7")); err != nil || !strings.Contains(note.text, "1 values are as they were set") {
		t.Errorf("as it is held: %q, %v", note.text, err)
	}
	if _, err := checkHeld(t.Context(), of(device, "9")); err == nil || !strings.Contains(err.Error(), "gain") {
		t.Errorf("changed: %v", err)
	}
	if _, err := checkHeld(t.Context(), of(device+"1", "7")); err == nil {
		t.Error("a camera that is not there is as it was set")
	}
}
