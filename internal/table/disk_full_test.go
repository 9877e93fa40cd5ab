package table

import (
	"os/exec"
	"strings"
	"testing"

	"jantaku/internal/config"
)

// A start on a full disk says that the disk is full, whatever would have failed first.
func TestAStartOnAFullDiskSaysSo(t *testing.T) {
	if testing.Short() {
		t.Skip("mounts a small disk")
	}
	folder := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", "size=1m", "jantaku-test", folder).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be mounted here: %v %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", folder).Run() })
	c := config.Default()
	c.Data = folder
	err := (&Table{Config: c}).buildFolder(t.Context(), Parts{})
	if err == nil || !strings.Contains(err.Error(), "is full: make room") {
		t.Errorf("%v", err)
	}
}
