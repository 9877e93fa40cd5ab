package mqtt_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// listening gives the TCP ports on which this process listens.
func listening(t *testing.T) map[string]bool {
	t.Helper()
	own := map[string]bool{}
	files, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skipf("the kernel does not tell what is open (%v); skipping", err)
	}
	for _, f := range files {
		if name, err := os.Readlink("/proc/self/fd/" + f.Name()); err == nil && strings.HasPrefix(name, "socket:[") {
			own[strings.Trim(name, "socket:[]")] = true
		}
	}
	ports := map[string]bool{}
	for _, table := range []string{"/proc/self/net/tcp", "/proc/self/net/tcp6"} {
		text, err := os.ReadFile(table)
		if err != nil {
			continue // without IPv6
		}
		for line := range strings.Lines(string(text)) {
			const address, state, inode, listen = 1, 3, 9, "0A"
			f := strings.Fields(line)
			if len(f) <= inode || f[state] != listen || !own[f[inode]] {
				continue
			}
			_, hex, _ := strings.Cut(f[address], ":")
			port, err := strconv.ParseUint(hex, 16, 16)
			if err != nil {
				t.Fatal(err)
			}
			ports[fmt.Sprint(port)] = true
		}
	}
	return ports
}
