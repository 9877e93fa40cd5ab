package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestTheArchitectureIsDrawnAsItStands claims that every folder and file that docs/architecture.md names is there.
func TestTheArchitectureIsDrawnAsItStands(t *testing.T) {
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("(?:`|<code>)((?:internal|vision|cmd)/[a-z0-9_/.]+)(?:`|</code>)").FindAllStringSubmatch(string(page), -1)
	if len(named) < 20 {
		t.Errorf("only %d folders are named", len(named))
	}
	for _, name := range named {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(name[1]))); err != nil {
			t.Errorf("%s is named and not there", name[1])
		}
	}
}
