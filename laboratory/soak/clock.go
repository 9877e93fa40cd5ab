package soak

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// SkewVariable names the file that says by how many seconds the clock of a program is wrong, where
// the program was built with a clock that can be set (packaging/skewed.sh). Without the variable
// the clock is the machine's.
const SkewVariable = "JANTAKU_SKEW"

// skews are how far a clock is set back and forth: somebody corrects it, a Pi without battery
// starts in the past, a bad time server, summer time.
var skews = []time.Duration{0, -time.Second, -time.Hour, time.Hour, -36 * time.Hour, 36 * time.Hour, -20 * 365 * 24 * time.Hour, 5 * 365 * 24 * time.Hour}

// setClock sets the clock of daemon and eye.
func (s *Soak) setClock() error {
	skew := skews[s.random.IntN(len(skews))]
	name := filepath.Join(s.folder, "skew")
	return os.WriteFile(name, []byte(strconv.FormatInt(int64(skew/time.Second), 10)), 0o600)
}

// FollowSkew sets a clock by the file of SkewVariable for as long as the program runs; it returns
// at once where there is none.
func FollowSkew(set func(seconds int64)) {
	name := os.Getenv(SkewVariable)
	if name == "" {
		return
	}
	follow := func() {
		text, err := os.ReadFile(name)
		if err != nil {
			return // never set
		}
		if seconds, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil {
			set(seconds)
		}
	}
	follow()
	go func() {
		for range time.Tick(100 * time.Millisecond) {
			follow()
		}
	}()
}
