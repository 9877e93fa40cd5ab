package main

import (
	"context"
	"os"
	"slices"
	"testing"
)

// TestMain lets the test binary be its own child, as the daemon is, and the daemon itself.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && slices.Contains([]string{"eye", "run", "backup", "replay"}, os.Args[1]) {
		os.Exit(run(context.Background(), os.Args[1:]))
	}
	os.Exit(m.Run())
}
