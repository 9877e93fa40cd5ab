// Package sharedtest finds the reference material that stands beside a checkout:
// rule books with their reference hands, and photographs of real tables. A machine
// without it still builds and tests the project; the tests that need it say so.
package sharedtest

import (
	"os"
	"path/filepath"
	"testing"
)

// Required is the environment variable that turns skipping into failing.
const Required = "JANTAKU_REQUIRE_SHARED"

// Path gives the path of a file or folder of the shared material, such as
// "photos/labels.json". The test is skipped when the material is not there, and
// fails instead when the environment variable Required is set.
func Path(t testing.TB, name string) string {
	t.Helper()
	for dir := "."; ; dir = filepath.Join(dir, "..") {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			path := filepath.Join(dir, "..", "shared", filepath.FromSlash(name))
			if _, err := os.Stat(path); err == nil {
				return path
			}
			break
		}
		if abs, err := filepath.Abs(dir); err != nil || abs == filepath.Dir(abs) {
			break
		}
	}
	if os.Getenv(Required) != "" {
		t.Fatalf("shared material %s is missing and %s is set", name, Required)
	}
	t.Skipf("shared material %s is not beside this checkout; skipping", name)
	return ""
}
