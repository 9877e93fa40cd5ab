package main

import (
	"context"
	"os"
	"testing"
)

// TestMain lets the test binary be its own child, as the daemon is, and the daemon itself.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (os.Args[1] == "eye" || os.Args[1] == "run") {
		os.Exit(run(context.Background(), os.Args[1:]))
	}
	os.Exit(m.Run())
}
