package vision_test

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models"
)

// TestMemoryStaysFlat reads one frame after the other, with and without calibration.
func TestMemoryStaysFlat(t *testing.T) {
	spec, _ := handFor(t, 1, 2)
	spec.Width, spec.Height = 1280, 720 // of place 1 alone, as large as over the whole table
	spec.Camera.Target, spec.Camera.FieldOfView = models.Point{Y: -250}, 42
	image := photographed(t, spec)
	camera := calibrated(t, spec)
	reader, table := tableReader(t), newTable(t, camera)
	if testing.Short() {
		t.Skip("reads many frames")
	}
	frames, uncalibrated := sharedtest.Count(90, 500), 3
	if n, err := strconv.Atoi(os.Getenv("JANTAKU_FRAMES")); err == nil && n > 0 {
		frames = n // 10,000 take some twenty minutes on a busy machine
	}
	read := func(frames, uncalibrated int) {
		for i := range frames {
			if _, _, err := reader.ReadTable(t.Context(), image, table, 1); err != nil {
				t.Fatal(err)
			}
			if i%(frames/uncalibrated) == 0 {
				if _, _, err := reader.Read(t.Context(), image); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	read(40, 1)
	before := resident(t)
	read(frames, uncalibrated)
	after := resident(t)
	t.Logf("%d MiB before and %d MiB after %d frames", before, after, frames)
	const most = 64 // MiB that the collector may be behind
	if grown := after - before; grown > most {
		t.Errorf("%d frames took %d MiB of memory", frames, grown)
	}
}

// resident gives the memory that the process holds, MiB: Go's and OpenCV's.
func resident(t *testing.T) int {
	t.Helper()
	runtime.GC()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("no /proc here:", err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(data))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize() >> 20
}
