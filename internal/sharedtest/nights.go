package sharedtest

import (
	"os"
	"testing"
)

// Nights is the environment variable with which long tests run whole: make nightly sets it.
const Nights = "JANTAKU_NIGHTLY"

// Night reports whether long tests run whole.
func Night() bool { return os.Getenv(Nights) != "" }

// ByNight skips a long or random test that nobody waits for by day.
func ByNight(t testing.TB) {
	t.Helper()
	if !Night() {
		t.Skipf("runs at night (make nightly, or %s=1); skipping", Nights)
	}
}

// Sampled reports whether case i of many is tried: all of them at night, each nth by day.
func Sampled(i, n int) bool { return Night() || i%n == 0 }

// Count chooses how often something random is tried, by day and at night.
func Count(day, night int) int {
	if Night() {
		return night
	}
	return day
}
