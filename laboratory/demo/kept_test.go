package demo

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"jantaku/laboratory/scene"
)

func TestAPictureIsDrawnOnce(t *testing.T) {
	folder := t.TempDir()
	spec := scene.Basic()
	spec.Width, spec.Height = 32, 18
	var studio scene.Studio
	want, err := draw(&studio, spec)
	if err != nil {
		t.Fatal(err)
	}
	names := func() []string {
		all, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	first, err := drawOnce(&studio, folder, spec)
	if err != nil || !bytes.Equal(first, want) {
		t.Fatalf("the first time: %d of %d bytes, %v", len(first), len(want), err)
	}
	if len(names()) != 1 {
		t.Fatalf("kept: %v", names())
	}
	if err := os.WriteFile(names()[0], []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err := drawOnce(&studio, folder, spec); err != nil || string(again) != "kept" {
		t.Errorf("the second time it is drawn anew: %d bytes, %v", len(again), err)
	}
	spec.Seed++ // shows other grain
	if other, err := drawOnce(&studio, folder, spec); err != nil || string(other) == "kept" || len(names()) != 2 {
		t.Errorf("another scene is taken for the kept one: %d bytes, %v, %v", len(other), err, names())
	}
}
