package durable_test

import (
	"os"
	"path/filepath"
	"testing"

	"jantaku/internal/durable"
)

func TestAFileIsReplacedOrStays(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "settings")
	for _, text := range []string{"first", "second, which is longer", "3"} {
		if err := durable.WriteFile(name, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		about, statErr := os.Stat(name)
		if err != nil || statErr != nil || string(got) != text || about.Mode().Perm() != 0o640 {
			t.Fatalf("%q: the file has %q, %v (%v, %v)", text, got, about.Mode(), err, statErr)
		}
	}
	if err := durable.WriteFile(filepath.Join(folder, "missing", "file"), nil, 0o600); err == nil {
		t.Error("a file was written in no folder")
	}
	blocked := filepath.Join(folder, "blocked")
	if err := os.MkdirAll(filepath.Join(blocked, "inside"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := durable.WriteFile(blocked, []byte("x"), 0o600); err == nil {
		t.Error("a folder was replaced by a file")
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 2 {
		t.Errorf("the folder holds %v (%v), want what was there alone", left, err)
	}
}
