package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFolderOfCopiesKeepsTheNewestThatCanBeRead(t *testing.T) {
	dir := t.TempDir()
	ledger, folder := "--ledger="+filepath.Join(dir, "club.ledger"), filepath.Join(dir, "copies")
	if _, err := jantaku(t, "match", "new", "Ann", "Bo", "Cui", "Dai", ledger); err != nil {
		t.Fatal(err)
	}
	copies := func() []string {
		all, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	var last string
	for range 5 {
		out, err := jantaku(t, "backup", "--keep=3", "--check", folder, ledger)
		if err != nil {
			t.Fatal(err)
		}
		last, _, _ = strings.Cut(out, " holds")
	}
	if got := copies(); len(got) != 3 || got[2] != last {
		t.Errorf("kept %v, want three, the newest %s", got, last)
	}
	if out, err := jantaku(t, "backup", "restore", last, ledger); err != nil {
		t.Errorf("the newest is not restored: %s %v", out, err)
	}

	before := copies()
	file := filepath.Join(dir, "club.ledger")
	if err := os.WriteFile(file, []byte("no ledger at all, but long enough to be taken for a file of some kind"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := jantaku(t, "backup", "--keep=3", "--check", folder, ledger); err == nil {
		t.Error("a broken ledger was copied without a word")
	}
	if got := copies(); len(got) != len(before) {
		t.Errorf("of %d good copies %d are left", len(before), len(got))
	}
}

// TestTheMonthlyTrialRestoresTheNewestCopy runs what the timer runs, and has it find a copy that
// went bad on the card.
func TestTheMonthlyTrialRestoresTheNewestCopy(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "copies")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("JANTAKU", self)
	try := func() ([]byte, error) {
		return exec.CommandContext(t.Context(), "../../packaging/try-restore.sh", folder).CombinedOutput()
	}
	if out, err := try(); err == nil {
		t.Errorf("without a copy: %s", out)
	}
	ledger := "--ledger=" + filepath.Join(dir, "club.ledger")
	if _, err := jantaku(t, "match", "new", "Ann", "Bo", "Cui", "Dai", ledger); err != nil {
		t.Fatal(err)
	}
	out, err := jantaku(t, "backup", "--keep=3", folder, ledger)
	if err != nil {
		t.Fatal(err)
	}
	if out, err := try(); err != nil {
		t.Errorf("a good copy: %v: %s", err, out)
	}
	newest, _, _ := strings.Cut(out, " holds")
	if err := os.Truncate(newest, 5000); err != nil {
		t.Fatal(err)
	}
	if out, err := try(); err == nil {
		t.Errorf("a torn copy: %s", out)
	}
}
