package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manFolder holds the manual pages, which the Debian package installs.
const manFolder = "../../docs/man"

// TestTheManualIsOfTheseCommands claims that docs/man has a page of every command as it is now, and no other;
// -update writes them.
func TestTheManualIsOfTheseCommands(t *testing.T) {
	t.Setenv("JANTAKU_LEDGER", "")
	t.Setenv("JANTAKU_DATA", "")
	pages := map[string][]byte{}
	manual(t, newRootCommand(), pages)
	if len(pages) < 50 {
		t.Fatalf("only %d pages", len(pages))
	}
	if *update {
		if err := os.RemoveAll(manFolder); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(manFolder, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, page := range pages {
			if err := os.WriteFile(filepath.Join(manFolder, name), page, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	kept, err := filepath.Glob(filepath.Join(manFolder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range kept {
		if pages[filepath.Base(path)] == nil {
			t.Errorf("%s is of no command", path)
		}
	}
	for name, page := range pages {
		if text, err := os.ReadFile(filepath.Join(manFolder, name)); err != nil || !bytes.Equal(text, page) {
			t.Errorf("%s is not what the command says now (%v); go test ./cmd/jantaku -run Manual -update writes it", name, err)
		}
	}
}

// manual makes the page of a command and of all below it, by their file names.
func manual(t *testing.T, cmd *cobra.Command, pages map[string][]byte) {
	t.Helper()
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && !slices.Contains([]string{"help", "completion"}, sub.Name()) {
			manual(t, sub, pages)
		}
	}
	cmd.DisableAutoGenTag = true
	var out bytes.Buffer
	head := doc.GenManHeader{Section: "1", Date: new(time.Time), Source: "jantaku", Manual: "jantaku"}
	if err := doc.GenMan(cmd, &head, &out); err != nil {
		t.Fatal(err)
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
	pages[name] = bytes.Replace(out.Bytes(), []byte(`"Jan 0001"`), []byte(`""`), 1) // that of the package is its changelog's
}
