package main

import (
	"context"
	"encoding/json"
	"image"
	_ "image/jpeg"
	"os"
	"path/filepath"
	"testing"

	"jantaku/laboratory/scene"
)

func TestSceneWritesPicturesAndTheirLabels(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	if code := run(context.Background(), []string{"scene", "--out", dir, "--count", "1", "--hardness", "0"}); code != exitDone {
		t.Fatalf("exit code %d", code)
	}
	data, err := os.ReadFile(filepath.Join(dir, "labels.json"))
	if err != nil {
		t.Fatal(err)
	}
	var labels scene.Labels
	if err := json.Unmarshal(data, &labels); err != nil {
		t.Fatal(err)
	}
	if len(labels.Photos) != 1 || !labels.Photos[0].Complete {
		t.Fatalf("labels %s", data)
	}
	photo := labels.Photos[0]
	f, err := os.Open(filepath.Join(dir, photo.File))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	config, _, err := image.DecodeConfig(f)
	if err != nil {
		t.Fatal(err)
	}
	for r, row := range photo.Rows {
		if len(row) != len(photo.Boxes[r]) {
			t.Errorf("row %d has %d tiles and %d boxes", r, len(row), len(photo.Boxes[r]))
		}
		for i, b := range photo.Boxes[r] {
			if b[0] < 0 || b[1] < 0 || b[0]+b[2] > float64(config.Width) || b[1]+b[3] > float64(config.Height) {
				t.Errorf("%v at %v lies outside of the picture", row[i], b)
			}
		}
	}
}

func TestSceneWithoutFolderIsWrongUse(t *testing.T) {
	if code := run(context.Background(), []string{"scene"}); code != exitWrongUse {
		t.Errorf("exit code %d", code)
	}
}
