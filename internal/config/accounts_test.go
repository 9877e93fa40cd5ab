package config

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The code of an admin stays over starts; one that a power cut has damaged is made anew, with a warning.
func TestTheAdminsCodeStaysUnlessItIsDamaged(t *testing.T) {
	c := Default()
	c.Data = filepath.Join(t.TempDir(), "data")
	code := func() (string, string) {
		t.Helper()
		var log bytes.Buffer
		code, err := c.AdminCode(slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		return code, log.String()
	}
	first, said := code()
	if len(first) < 10 || said != "" {
		t.Fatalf("the first code is %q, and said is %s", first, said)
	}
	name := filepath.Join(c.Data, "admin-code")
	for how, content := range map[string]string{"empty": "", "half": first[:5], "zeros": strings.Repeat("\x00", 11), "half zeros": first[:6] + "\x00\x00\x00\x00\x00"} {
		if again, _ := code(); again != first {
			t.Errorf("the code changes from %q to %q", first, again)
		}
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		made, said := code()
		if len(made) != len(first) || made == first || !strings.Contains(said, name) {
			t.Errorf("%s: %q is made, and said is %s", how, made, said)
		}
		first = made
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}
