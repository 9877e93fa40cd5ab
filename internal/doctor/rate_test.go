package doctor

import (
	"testing"
	"time"

	"jantaku/internal/sharedtest"
	"jantaku/models"
	"jantaku/vision/camera"
)

// TestTheDoctorTellsHowManyPicturesACameraGives claims that a camera without pictures is a fault of its own line alone.
func TestTheDoctorTellsHowManyPicturesACameraGives(t *testing.T) {
	t.Parallel()
	sharedtest.Tool(t, "ffmpeg")
	patient := camera.Patience{Lost: time.Minute, Stall: time.Minute, Pause: time.Second, MaxPause: time.Second}
	slow := &camera.Fault{Code: camera.Slow, Message: "5.0 pictures a second instead of 30"}
	for _, one := range []struct {
		name, want string
		table      Table
	}{
		{"a program", "rate", Table{Camera: camera.Config{Source: "exec:ffmpeg -loglevel error -nostdin -re -f lavfi -i testsrc=size=160x120:rate=20 -c:v mjpeg -f mjpeg -", Mode: camera.Mode{Rate: 60}, Patience: patient}}},
		{"no picture", "no-rate", Table{Camera: camera.Config{Source: t.TempDir() + "/none.mjpeg"}}},
		{"no camera", "no-rate", Table{}},
		{"slow", camera.Slow, Table{Running: &Running{Pace: func() (float64, error) { return 5, slow }}}},
	} {
		note, err := checkRate(t.Context(), one.table)
		got := note.code
		if reasons := models.ReasonsOf(err); len(reasons) > 0 {
			got = reasons[0].Code
		}
		if got != one.want {
			t.Errorf("%s: %s (%v), want %s", one.name, got, err, one.want)
		}
	}
}
