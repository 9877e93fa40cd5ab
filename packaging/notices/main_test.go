package main

import (
	"bytes"
	"os"
	"testing"
)

// TestThePackageShipsTheNoticesOfAllModules also reads go.mod, so that a cached result does not outlive another version.
func TestThePackageShipsTheNoticesOfAllModules(t *testing.T) {
	if _, err := os.ReadFile("../../go.mod"); err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile("../NOTICES")
	if err != nil {
		t.Fatal(err)
	}
	var now bytes.Buffer
	if err := run(&now); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(kept, now.Bytes()) {
		t.Error("packaging/NOTICES is not what the program is linked with; run go generate ./packaging")
	}
}
