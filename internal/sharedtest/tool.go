package sharedtest

import (
	"os"
	"os/exec"
	"testing"
)

// RequiredTools is the environment variable that turns skipping into failing when
// a program is missing.
const RequiredTools = "JANTAKU_REQUIRE_TOOLS"

// Tool gives the path of a program that a test runs, such as "mosquitto". The test
// is skipped when the program is not installed, and fails instead when the
// environment variable RequiredTools is set. Several names are tried in order.
func Tool(t testing.TB, names ...string) string {
	t.Helper()
	for _, name := range names {
		// Servers are installed where an ordinary user's PATH does not reach.
		for _, candidate := range []string{name, "/usr/sbin/" + name} {
			if path, err := exec.LookPath(candidate); err == nil {
				return path
			}
		}
	}
	if os.Getenv(RequiredTools) != "" {
		t.Fatalf("none of %v is installed and %s is set; make setup-test installs them", names, RequiredTools)
	}
	t.Skipf("none of %v is installed; skipping", names)
	return ""
}
