package table

import (
	"strings"
	"testing"

	"jantaku/internal/config"
	"jantaku/internal/sharedtest"
)

// A start on a full disk says that the disk is full, whatever would have failed first.
func TestAStartOnAFullDiskSaysSo(t *testing.T) {
	if testing.Short() {
		t.Skip("mounts a small disk")
	}
	folder := sharedtest.SmallDisk(t, 1)
	c := config.Default()
	c.Data = folder
	err := (&Table{Config: c}).buildFolder(t.Context(), Parts{})
	if err == nil || !strings.Contains(err.Error(), "is full: make room") {
		t.Errorf("%v", err)
	}
}
