package chip

import (
	"os"
	"testing"
)

// TestNoFolderIsLeftInTheTemporaryOne claims that the image is built into the user's cache, where it is found again.
func TestNoFolderIsLeftInTheTemporaryOne(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	b := Build(t)
	for _, name := range []string{b.Image, b.Simulator} {
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
	}
	left, err := os.ReadDir(temporary)
	if err != nil || len(left) > 0 {
		t.Errorf("%v lie in the temporary folder, %v", left, err)
	}
}
