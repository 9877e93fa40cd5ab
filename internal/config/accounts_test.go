package config_test

import (
	"os"
	"path/filepath"
	"testing"

	"jantaku/internal/config"
)

// A loss of power left an empty file of versions that did not wait for the disk, and the table never started again.
func TestTheAdminsCodeStaysAndAnEmptyOneIsMadeAnew(t *testing.T) {
	c := config.Config{Data: filepath.Join(t.TempDir(), "data")}
	first, err := c.AdminCode()
	again, err2 := c.AdminCode()
	if err != nil || err2 != nil || first != again {
		t.Fatalf("codes %q and %q (%v, %v)", first, again, err, err2)
	}
	name := filepath.Join(c.Data, "admin-code")
	if err := os.Truncate(name, 0); err != nil {
		t.Fatal(err)
	}
	made, err := c.AdminCode()
	kept, err2 := c.AdminCode()
	if err != nil || err2 != nil || made == first || made != kept {
		t.Errorf("after an empty file: codes %q and %q (%v, %v)", made, kept, err, err2)
	}
	if err := os.WriteFile(name, []byte("short\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, err := c.AdminCode(); err == nil {
		t.Errorf("the code %q can be guessed", code)
	}
}
