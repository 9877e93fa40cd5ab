package sharedtest

import (
	"fmt"
	"os/exec"
	"testing"
)

// SmallDisk is an empty folder on a disk of its own of so many megabytes, for as long as the test runs. Where none
// can be mounted the test is skipped.
func SmallDisk(t testing.TB, megabytes int) (folder string) {
	t.Helper()
	folder = t.TempDir()
	size := fmt.Sprintf("size=%dm", megabytes)
	if out, err := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", size, "jantaku-test", folder).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be mounted here: %v %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("umount", "-l", folder).Run() })
	return folder
}
