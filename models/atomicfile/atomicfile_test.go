package atomicfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
	"jantaku/models/atomicfile"
)

func TestAFileIsReplacedWithItsMode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "code")
	for _, text := range []string{"first", "second, longer", ""} {
		if err := atomicfile.WriteFile(path, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(path); err != nil || string(data) != text {
			t.Errorf("holds %q, %v", data, err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if left := names(t, filepath.Dir(path)); left != "code" {
		t.Errorf("the folder holds %s", left)
	}
}

// What cannot be written leaves the file as it was, and nothing beside it.
func TestAFailedWriteLeavesTheFileAlone(t *testing.T) {
	folder := sharedtest.SmallDisk(t, 1)
	path := filepath.Join(folder, "story")
	if err := atomicfile.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.WriteFile(path, make([]byte, 2<<20), 0o600); err == nil {
		t.Error("two megabytes fit on a disk of one")
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "old" {
		t.Errorf("the old file holds %d bytes, %v", len(data), err)
	}
	if left := names(t, folder); left != "story" {
		t.Errorf("the folder holds %s", left)
	}
	if err := atomicfile.WriteFile(filepath.Join(folder, "away", "story"), nil, 0o600); err == nil {
		t.Error("a file in a folder that is not there was written")
	}
}

func TestWhatWasNotFinishedIsSweptAway(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{".code.new-123", ".jantaku.yaml.new-7", "board.json.123", "code", ".hidden", "board.json"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := atomicfile.Sweep([]string{folder, filepath.Join(folder, "none")}, "board.json.[0-9]*"); err != nil {
		t.Fatal(err)
	}
	if left := names(t, folder); left != ".hidden board.json code" {
		t.Errorf("left are %s", left)
	}
}

func TestADamagedFileIsSetAside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "waiting.json")
	for _, text := range []string{"{", "["} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		aside, err := atomicfile.SetAside(path)
		if err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(aside); err != nil || string(data) != text {
			t.Errorf("%s holds %q, %v", aside, data, err)
		}
	}
	if left := names(t, filepath.Dir(path)); left != "waiting.json.damaged" {
		t.Errorf("left are %s", left)
	}
}

func names(t *testing.T, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}
