package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jantaku/calibration"
	"jantaku/laboratory/scene"
	"jantaku/laboratory/trial/reading"
	"jantaku/models"
	"jantaku/vision/learn"
	"jantaku/vision/photo"
)

// program runs a command of the program and gives what it wrote.
func program(t *testing.T, args ...string) (string, error) {
	t.Helper()
	cmd := newRootCommand()
	var out bytes.Buffer
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(t.Context())
	return out.String(), err
}

func emptyTable(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "table.png")
	var buf bytes.Buffer
	if err := png.Encode(&buf, image.NewGray(image.Rect(0, 0, 1280, 720))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, buf.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCalibrateTableWritesACalibration(t *testing.T) {
	picture, dir := emptyTable(t), t.TempDir()
	out, drawn := filepath.Join(dir, "camera.json"), filepath.Join(dir, "zones.png")
	if text, err := program(t, "calibrate", "table", "--out", out, "--side", "800", "--draw", drawn, "--corners", "300,650 980,650 860,90 420,90", picture); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	c, err := calibration.LoadCamera(out)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := c.ToPicture(models.Point{X: -400, Y: -400}); err != nil || got.X < 299 || got.X > 301 || got.Y < 649 || got.Y > 651 {
		t.Errorf("the near left corner is seen at %v, %v", got, err)
	}
	if _, err := os.Stat(drawn); err != nil {
		t.Error(err)
	}
}

func TestCalibrateTableSaysWhatToDo(t *testing.T) {
	picture := emptyTable(t)
	tests := []struct{ name, corners, side, says string }{
		{"three corners", "1,1 2,2 3,3", "800", "four are needed"},
		{"no numbers", "a b c d", "800", "100,900"},
		{"the wrong order", "300,650 420,90 860,90 980,650", "800", "near left, near right"},
		{"no size", "300,650 980,650 860,90 420,90", "0", "cloth"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "camera.json")
			_, err := program(t, "calibrate", "table", "--out", out, "--side", tt.side, "--corners", tt.corners, picture)
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v, want %q", err, tt.says)
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("an unusable calibration was written")
			}
		})
	}
}

func TestRecognizeRefusesAPlaceWithoutACalibration(t *testing.T) {
	picture := emptyTable(t)
	for _, args := range [][]string{
		{"--place", "2"},
		{"--place", "5", "--calibration", "camera.json"},
	} {
		if _, err := program(t, append([]string{"recognize", "--tiles", "faces.json", picture}, args...)...); err == nil || !strings.Contains(err.Error(), "--place is 1 to 4") {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// laidForLesson is a picture of the table with all faces in rows, upright for a place, and
// what the rows show from its owner's far side to the near one.
func laidForLesson(t *testing.T, seed uint64, place models.Place) (s scene.Spec, rows []string) {
	t.Helper()
	s = scene.WholeTable()
	s.Seed = seed
	lessons, err := scene.Lessons(s, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, y := range []float64{190, -170, -240, -310} {
		rows = append(rows, scene.TruthOf(lessons[i]).Photo("").Rows[0].String())
		middle := lessons[i].Tiles[0].At.Y
		for _, tile := range lessons[i].Tiles {
			tile.At.Y += y - middle
			for range place.Index() { // a quarter counter-clockwise
				tile.At = models.Point{X: -tile.At.Y, Y: tile.At.X}
				tile.Turn -= 90
			}
			s.Tiles = append(s.Tiles, tile)
		}
	}
	return s, rows
}

func TestTilesAreTaughtUnderTheTablesCameraWithoutBoxes(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from drawn tables")
	}
	dir := t.TempDir()
	var labels photo.Labels
	var studio scene.Studio
	for i, place := range []models.Place{1, 2, 3} {
		s, rows := laidForLesson(t, uint64(i), place)
		file := fmt.Sprintf("lesson-%d.jpg", i)
		if _, err := reading.DrawOne(&studio, s, filepath.Join(dir, file)); err != nil {
			t.Fatal(err)
		}
		labels.Photos = append(labels.Photos, photo.Labelled{File: file, Rows: rows, Place: place})
	}
	view := scene.WholeTable()
	camera, err := view.Calibration()
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(labels)
	if err != nil {
		t.Fatal(err)
	}
	calibrated, list, tiles := filepath.Join(dir, "camera.json"), filepath.Join(dir, "labels.json"), filepath.Join(dir, "tiles.json")
	if err := errors.Join(camera.Save(calibrated), os.WriteFile(list, data, 0o600)); err != nil {
		t.Fatal(err)
	}
	text, err := program(t, "calibrate", "tiles", "--out", tiles, "--labels", list, "--calibration", calibrated)
	if err != nil || strings.Contains(text, "not used") || strings.Contains(text, "missing") {
		t.Fatalf("%v\n%s", err, text)
	}
	text, err = program(t, "scene", "evaluate", "--tiles", tiles, "--calibrated", "--plain", "--count", "6", "--steps", "2", "--seed", "7")
	_, easy, _ := strings.Cut(text, "0.00") // hardness; scenes, tiles and hands follow
	if numbers := strings.Fields(easy); err != nil || len(numbers) < 3 || numbers[2] != "100.0" || !strings.HasSuffix(strings.TrimSpace(text), " 0") {
		t.Errorf("%v, want every easy hand read and none accepted wrongly\n%s", err, text)
	}
}

// TestATeachingThatWritesNothingSaysWhatToDo: which faces to photograph once more, in a row that is found, and how
// to say that their labels are right.
func TestATeachingThatWritesNothingSaysWhatToDo(t *testing.T) {
	faces, err := models.ParseTiles("3s5f")
	if err != nil {
		t.Fatal(err)
	}
	report := learn.Report{Sought: 1, Shown: 100, ReadBack: 100, Samples: map[models.Tile]int{},
		Unconfirmed: []learn.Unconfirmed{{Photo: "a.jpg", Row: 1, Tiles: faces, Places: []int{2, 7}}}}
	for i := range models.Kinds {
		report.Samples[models.KindAt(i)] = 3
	}
	var out bytes.Buffer
	if err := nothingWritten(&out, report, "faces-seen"); err == nil || !strings.Contains(err.Error(), "3s5f") {
		t.Errorf("%v", err)
	}
	_, row, _ := strings.Cut(out.String(), `"rows": ["`)
	row, _, _ = strings.Cut(row, `"`)
	tiles, err := models.ParseTiles(row)
	if err != nil || len(tiles) < 7 || !slices.Contains(tiles, faces[0]) || !slices.Contains(tiles, faces[1]) {
		t.Errorf("the row to lay is %q (%v)", row, err)
	}
	if !strings.Contains(out.String(), "--force 3s5f") || !strings.Contains(out.String(), "faces-seen") {
		t.Errorf("%s", out.String())
	}
	report.Unconfirmed, report.ReadBack = nil, 90
	out.Reset()
	if err := nothingWritten(&out, report, "faces-seen"); err == nil || !strings.Contains(err.Error(), "90 of 100") || out.Len() > 0 {
		t.Errorf("%v, %s", err, out.String())
	}
}
