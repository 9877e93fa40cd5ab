package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"jantaku/laboratory/scene"
	"jantaku/laboratory/trial/reading"
	"jantaku/models"
	"jantaku/vision/artwork"
)

// commanded runs the program and gives what it writes.
func commanded(t *testing.T, args ...string) []byte {
	t.Helper()
	root := newRootCommand()
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetArgs(args)
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out.Bytes()
}

// A drawn table is taught, photographed and read as a club does it.
func TestATableIsReadWithItsRiversInOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a whole table")
	}
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	commanded(t, "scene", "--over", "--lessons", "2", "--hardness", "0", "--out", file("lessons"))
	commanded(t, "calibrate", "tiles", "--labels", file("lessons/labels.json"), "--out", file("tiles.json"))
	s, err := scene.RandomTable(2, artwork.StyleA, 0)
	if err != nil {
		t.Fatal(err)
	}
	picture, truth, err := new(scene.Studio).Photograph(s)
	if err != nil {
		t.Fatal(err)
	}
	camera, err := s.Calibration()
	if err != nil {
		t.Fatal(err)
	}
	if err := reading.KeepTable(dir, 2, camera, picture); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file("broken.jpg"), picture[:100], 0o644); err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(commanded(t, "recognize", "--table", "--json", "--tiles", file("tiles.json"), "--calibration", file("2.camera.json"), file("2.jpg"), file("broken.jpg"))), []byte("\n"))
	if len(lines) != 2 {
		t.Fatalf("%d lines for two pictures", len(lines))
	}
	var read, broken models.TableReading
	if err := json.Unmarshal(lines[0], &read); err != nil {
		t.Fatalf("%v: %s", err, lines[0])
	}
	if err := json.Unmarshal(lines[1], &broken); err != nil || broken.Status != models.Failed || broken.Error == nil || broken.Error.Code != "bad-image" {
		t.Errorf("half a picture: %v, %s", err, lines[1])
	}
	discards := 0
	for _, l := range truth.Table {
		in, ok := reading.ZoneFor(l, &read.Zones)
		if !ok || !l.Tile.HasFace() {
			continue
		}
		k := reading.NearestOf(in, l.Pose.At)
		if k < 0 || in[k].Tile != l.Tile {
			t.Errorf("%v of place %d, %v at %v, is not read", l.Role, l.Owner, l.Tile, l.Pose.At)
			continue
		}
		if l.Role != scene.InRiver {
			continue
		}
		discards++
		if k != l.Order {
			t.Errorf("discard %d of place %d is told as number %d", l.Order, l.Owner, k)
		}
	}
	if discards < 10 {
		t.Errorf("%d discards", discards)
	}
}
