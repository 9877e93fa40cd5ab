package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"jantaku/calibration"
	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
	"jantaku/internal/table"
	"jantaku/laboratory/scene"
	"jantaku/laboratory/trial/reading"
	"jantaku/laboratory/trial/watching"
	"jantaku/models"
	"jantaku/mqtt"
	"jantaku/scoring"
	"jantaku/vision"
	"jantaku/vision/camera"
)

// TestAHandIsFollowedAndItsEyeReplacedWhenItHangs lets a real child follow drawn pictures: a
// discard is told, the child is stopped as a frozen process is, and its successor finds
// what lies there and tells the next discard.
func TestAHandIsFollowedAndItsEyeReplacedWhenItHangs(t *testing.T) {
	if testing.Short() {
		t.Skip("learns a set of tiles as a camera over the table sees it")
	}
	x, err := reading.DrawnExhibit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	faces, calibrated := filepath.Join(t.TempDir(), "faces.json"), filepath.Join(t.TempDir(), "camera.json")
	if err := calibration.SaveFaces(faces, x.Faces); err != nil {
		t.Fatal(err)
	}
	if err := x.Camera.Save(calibrated); err != nil {
		t.Fatal(err)
	}
	reader, err := openEye(t.Context(), config.Eye{Faces: faces, Calibration: calibrated}, testLog())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close() })
	spec := scene.WholeTable()
	draw := func() []byte {
		spec.Seed++
		img, _, err := scene.Render(spec)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := scene.Encode(img, 92)
		if err != nil {
			t.Fatal(err)
		}
		return picture
	}
	seen := &photographedTable{picture: draw()}
	c := openClub(t, table.Parts{Camera: seen.camera(), Reader: reader, Calibrated: x.Camera, Limits: camera.DefaultLimits()}, func(c *config.Config) {
		c.Eye.Calibration, c.Eye.Watch, c.Films = calibrated, config.WatchCourse, 100
	})
	discard := func(tile models.Tile, at models.Point, turn float64) {
		t.Helper()
		spec.Tiles = append(spec.Tiles, scene.Placed{Tile: tile, At: at, Turn: turn, Role: scene.InRiver})
		seen.lay(draw())
		for {
			_, payload := c.hear("event/discard")
			var event mqtt.Event
			var move mqtt.Move
			if err := json.Unmarshal(payload, &event); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(event.Data, &move); err != nil {
				t.Fatal(err)
			}
			if move.Move.Tile == tile {
				return
			}
		}
	}
	time.Sleep(2 * time.Second) // the empty table is seen
	discard(models.NewTile(models.Characters, 7), models.Point{X: -40, Y: -140}, 0)
	stopped := children(t)
	if len(stopped) != 1 {
		t.Fatalf("%d eyes run", len(stopped))
	}
	if err := syscall.Kill(stopped[0], syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	discard(models.NewTile(models.Bamboos, 3), models.Point{X: 140, Y: -40}, 90)
	if now := children(t); len(now) != 1 || now[0] == stopped[0] {
		t.Errorf("eyes %v run after %v was stopped", now, stopped)
	}
	moveHasPictures(t, c.table)
	c.table.Follow.Begins(t.Context(), true, time.Now()) // as when the tiles go in
	handIsFilmed(t, c.table, x)
	seen.lay([]byte("no picture"))
	deadline := time.Now().Add(sharedtest.Patience)
	for {
		_, payload := c.hear("availability")
		var a mqtt.Availability
		if err := json.Unmarshal(payload, &a); err != nil {
			t.Fatal(err)
		}
		if part := a.Parts["course"]; !part.Online && part.Code == "bad-image" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("nobody is told that nothing can be followed: %s", payload)
		}
	}
}

// moveHasPictures claims that pictures of a move, before and after, are kept with the course
// and served.
func moveHasPictures(t *testing.T, table *table.Table) {
	t.Helper()
	for deadline := time.Now().Add(sharedtest.Patience); ; time.Sleep(100 * time.Millisecond) {
		r, err := table.Ledger.OpenCourse(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r != nil && slices.ContainsFunc(r.Events, func(m models.Move) bool { return len(m.Photos) == 2 && served(t, table, m.Photos) }) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("no move has pictures: %+v", r)
		}
	}
}

func served(t *testing.T, table *table.Table, sums []string) bool {
	t.Helper()
	for _, sum := range sums {
		res, err := http.Get(table.Page() + "evidence/" + sum)
		if err != nil {
			t.Fatal(err)
		}
		if err := res.Body.Close(); err != nil || res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "image/jpeg" {
			t.Fatalf("a picture is served as %s %s, %v", res.Status, res.Header.Get("Content-Type"), err)
		}
	}
	return true
}

// children are the processes that this one started as eyes.
func children(t *testing.T) (pids []int) {
	t.Helper()
	tasks, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range tasks {
		list, err := os.ReadFile(task)
		if err != nil {
			continue // the thread has ended
		}
		for _, word := range strings.Fields(string(list)) {
			line, err := os.ReadFile(fmt.Sprintf("/proc/%s/cmdline", word))
			if pid, bad := strconv.Atoi(word); bad == nil && err == nil && strings.Contains(string(line), "\x00eye\x00") {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// handIsFilmed claims that the film of the hand that was on shows its first discard again.
func handIsFilmed(t *testing.T, table *table.Table, x *reading.Exhibit) {
	t.Helper()
	var films []string
	waitUntil(t, func() bool {
		var err error
		if films, err = filepath.Glob(filepath.Join(table.Config.Data, "films", "*-*.mjpeg")); err != nil {
			t.Fatal(err)
		}
		return len(films) == 1
	})
	reader, err := vision.NewReader(x.Faces)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	var told bytes.Buffer
	w := watching.Watcher{Reader: reader, Camera: x.Camera, Changes: true, Book: func(*watching.Start) (scoring.Ruleset, error) { return table.Ledger.Rules(), nil }}
	if err := w.Film(t.Context(), &told, films[0]); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(told.String(), `"7m"`) {
		t.Errorf("the film does not show the discard: %s", &told)
	}
}
