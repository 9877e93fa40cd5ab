package packaging_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"jantaku/internal/sharedtest"
)

// TestAMachineWithoutGoBringsTheOneItNeeds has a home and a path like those of a fresh machine: Debian's go is too
// old to read our go.mod, or is not there.
func TestAMachineWithoutGoBringsTheOneItNeeds(t *testing.T) {
	if os.Getenv(sharedtest.RequiredTools) == "" || os.Getuid() != 0 {
		t.Skipf("installs Debian's Go where it is missing, as root and with %s alone; skipping", sharedtest.RequiredTools)
	}
	home := t.TempDir()
	fresh := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = ".."
		cmd.Env = []string{"HOME=" + home, "PATH=/usr/sbin:/usr/bin:/sbin:/bin"}
		if proxy, err := exec.Command("go", "env", "GOPROXY").Output(); err == nil { // where this machine fetches modules from
			cmd.Env = append(cmd.Env, "GOPROXY="+strings.TrimSpace(string(proxy)))
		}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	fresh("packaging/setup.sh", "build")
	kept := strings.TrimSpace(fresh("packaging/with-go.sh"))
	if !strings.HasPrefix(kept, home) {
		t.Fatalf("kept in %s, not below the home", kept)
	}
	if got := fresh("packaging/with-go.sh", "go", "version"); !strings.Contains(got, filepath.Base(kept)+" ") {
		t.Errorf("%s, want %s", got, filepath.Base(kept))
	}
	fresh("packaging/with-go.sh", "go", "list", "-deps", "./models") // go.mod is understood, the library is whole
	if sharedtest.Night() {                                          // compiles it, with an empty cache
		fresh("packaging/with-go.sh", "go", "vet", "./models")
	}
	fresh("packaging/with-go.sh", "gofmt", "-l", "models")
	if again := fresh("packaging/setup.sh", "build"); again != "" {
		t.Errorf("a second set-up does more: %s", again)
	}
}

func TestSomebodysOwnGoIsUsed(t *testing.T) {
	home := t.TempDir()
	for version, want := range map[string]bool{"go1.19.8": false, "go1.20": false, "go1.21.0": true, "go1.26.8": true} {
		bin := t.TempDir()
		script := "#!/bin/sh\necho go version " + version + " linux/amd64\n"
		if err := os.WriteFile(filepath.Join(bin, "go"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		kept := filepath.Join(home, ".cache", "jantaku", "go1.26.0", "bin")
		if err := os.MkdirAll(kept, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(kept, "go"), []byte("#!/bin/sh\necho kept\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), "./with-go.sh", "go", "version")
		cmd.Env = []string{"HOME=" + home, "PATH=" + bin + ":/usr/bin:/bin"}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", version, err, out)
		}
		if own := strings.Contains(string(out), version); own != want {
			t.Errorf("%s on the path: %s", version, out)
		}
	}
}
