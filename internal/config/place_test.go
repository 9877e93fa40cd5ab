package config

import (
	"os"
	"testing"
)

// A configuration of which a loss of power left nothing is none: the table begins with the set-up again.
func TestAConfigurationThatSaysNothingIsNone(t *testing.T) {
	t.Setenv("STATE_DIRECTORY", "")
	t.Chdir(t.TempDir())
	for text, fresh := range map[string]bool{"": true, "\n \n": true, "\x00\x00\x00\x00": true, "# the table by the door\n": false, "table: {id: hall}\n": false} {
		if err := os.WriteFile(fileName, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		at, err := Find("")
		if err != nil || at.Fresh != fresh {
			t.Errorf("%q: fresh is %v, %v", text, at.Fresh, err)
		}
		if _, err := at.Load(); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
